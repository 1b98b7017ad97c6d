package io.gpuspec.manifest.migrate;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.CapacityType;
import io.gpuspec.Gpus;
import io.gpuspec.Match;
import io.gpuspec.NoMatchException;
import io.gpuspec.Target;
import io.gpuspec.manifest.GpuWorkload;
import io.gpuspec.manifest.Manifests;
import io.gpuspec.manifest.WorkloadContainer;
import io.gpuspec.manifest.intent.Intent;
import io.gpuspec.manifest.read.FileMatches;
import io.gpuspec.manifest.read.WorkloadFile;
import io.gpuspec.scheduling.Taint;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.statistics.Statistics;
import net.jqwik.api.statistics.StatisticsReport;

/** What holds for every workload that is built for one target and moved to another. */
class MigrationLaws {
  private static final Gpus GPUS = Gpus.load();
  private static final List<String> TARGETS = List.of("tke", "eks", "ack", "ack/eci");

  private static final List<String> WITHOUT_DAEMON_SETS = List.of("tke", "ack/eci");

  /** GPUs that several clouds have, and some that only one has. */
  private static final List<String> NAMES =
      List.of("T4", "T4", "A10", "A10G", "V100-16G", "V100-32G", "A100-80G", "L20", "L4", "1/4*T4");

  /** A step of a workload, with the words to write it down when a law fails. */
  private record Step(String text, UnaryOperator<GpuWorkload> change) {
    @Override
    public String toString() {
      return text;
    }
  }

  private record Intent(Step kind, List<Step> steps) {
    GpuWorkload workload() {
      GpuWorkload workload = kind.change().apply(GpuWorkload.pod("unused", "r/i:v1"));
      for (Step step : steps) {
        workload = step.change().apply(workload);
      }
      return workload;
    }

    @Override
    public String toString() {
      StringBuilder java = new StringBuilder(kind.text());
      steps.forEach(java::append);
      return java.toString();
    }
  }

  @Property
  @StatisticsReport(StatisticsReport.StatisticsReportMode.OFF)
  void whatIsMovedToWhereItIsStaysByteForByte(
      @ForAll("intents") Intent intent, @ForAll("targets") String id) {
    Target target = GPUS.in(id);
    Optional<Manifests> built = build(intent, target);
    Statistics.label("lands")
        .collect(built.isPresent())
        .coverage(lands -> lands.check(true).percentage(percent -> percent > 20));
    if (built.isEmpty()) {
      return;
    }

    MigrationResult migrated =
        Migration.from(target).parse("built.yaml", built.get().yaml().toString());

    assertThat(migrated.yaml()).hasToString(built.get().yaml().toString());
    assertThat(migrated.problems()).isEmpty();
    assertThat(migrated.losses()).isEmpty();
  }

  /** The owner's part is told from the target's, whichever target that was. */
  @Property
  @StatisticsReport(StatisticsReport.StatisticsReportMode.OFF)
  void whatIsMovedIsWhatWouldHaveBeenBuiltThere(
      @ForAll("intents") Intent intent,
      @ForAll("targets") String one,
      @ForAll("targets") String other) {
    Target from = GPUS.in(one);
    Target to = GPUS.in(other);
    Optional<Manifests> here = build(intent, from);
    if (here.isEmpty()) {
      return;
    }
    MigrationResult migrated =
        Migration.from(from).to(to).parse("built.yaml", here.get().yaml().toString());
    Optional<Manifests> there = build(intent, to);
    Statistics.label("moves")
        .collect(there.isPresent())
        .coverage(moves -> moves.check(true).percentage(percent -> percent > 20));

    assertThat(migrated.problems()).isEmpty();
    if (there.isPresent()) {
      assertThat(migrated.yaml()).hasToString(there.get().yaml().toString());
      assertThat(migrated.isComplete()).isTrue();
    } else {
      assertThat(migrated.isComplete()).isFalse();
      assertThat(migrated.matches()).isEmpty();
      assertThat(migrated.yaml().toString()).doesNotContain("containers:");
    }
  }

  @Property
  void whatGoesThereAndBackLandsOnTheSameGpus(
      @ForAll("intents") Intent intent,
      @ForAll("targets") String one,
      @ForAll("targets") String other) {
    Target from = GPUS.in(one);
    Target to = GPUS.in(other);
    build(intent, from)
        .ifPresent(
            built -> {
              MigrationResult there =
                  Migration.from(from).to(to).parse("built.yaml", built.yaml().toString());
              if (there.isComplete()) {
                MigrationResult back =
                    Migration.from(to).to(from).parse("there.yaml", there.yaml().toString());
                Match.Found landed = back.matches().get(0);
                assertThat(landed.shape().spec().model())
                    .isEqualTo(built.match().shape().spec().model());
                assertThat(landed.devicesPerPod()).isEqualTo(built.match().devicesPerPod());
                assertThat(back.isComplete()).isTrue();
              }
            });
  }

  @Property
  void whatIsMovedIsReadThereWithoutProblems(
      @ForAll("intents") Intent intent,
      @ForAll("targets") String one,
      @ForAll("targets") String other) {
    Target from = GPUS.in(one);
    Target to = GPUS.in(other);
    build(intent, from)
        .map(built -> Migration.from(from).to(to).parse("built.yaml", built.yaml().toString()))
        .filter(MigrationResult::isComplete)
        .ifPresent(
            migrated -> {
              FileMatches matches = WorkloadFile.parse("p", migrated.yaml().toString()).on(to);
              assertThat(matches.problems()).isEmpty();
              assertThat(matches.isFound()).isTrue();
              assertThat(matches.matches().get(0).match().orElseThrow().orThrow().shape())
                  .hasToString(migrated.matches().get(0).shape().toString());
            });
  }

  /** Nothing for an intent that no shape holds, or no node runs: those are right to be refused. */
  private static Optional<Manifests> build(Intent intent, Target target) {
    if (intent.kind().text().contains("daemonSet") && WITHOUT_DAEMON_SETS.contains(target.id())) {
      return Optional.empty();
    }
    try {
      return Optional.of(intent.workload().on(target));
    } catch (NoMatchException e) {
      return Optional.empty();
    }
  }

  @Provide
  Arbitrary<String> targets() {
    return Arbitraries.of(TARGETS);
  }

  @Provide
  Arbitrary<Intent> intents() {
    Arbitrary<Step> kinds =
        Arbitraries.of(
            new Step("GpuWorkload.pod(\"w\", \"r/i:v1\")", w -> GpuWorkload.pod("w", "r/i:v1")),
            new Step("GpuWorkload.job(\"w\", \"r/i:v1\")", w -> GpuWorkload.job("w", "r/i:v1")),
            new Step(
                "GpuWorkload.deployment(\"w\", \"r/i:v1\")",
                w -> GpuWorkload.deployment("w", "r/i:v1").replicas(2)),
            new Step(
                "GpuWorkload.statefulSet(\"w\", \"r/i:v1\")",
                w -> GpuWorkload.statefulSet("w", "r/i:v1").claimTemplate("d", "1Gi", "/d")),
            new Step(
                "GpuWorkload.daemonSet(\"w\", \"r/i:v1\")",
                w -> GpuWorkload.daemonSet("w", "r/i:v1")),
            new Step(
                "GpuWorkload.cronJob(\"w\", \"0 3 * * *\", \"r/i:v1\")",
                w -> GpuWorkload.cronJob("w", "0 3 * * *", "r/i:v1")));
    Arbitrary<Step> gpus =
        Combinators.combine(Arbitraries.of(NAMES), Arbitraries.of(1, 1, 1, 2, 4))
            .as((name, count) -> gpu(name, name.contains("*") ? 1 : count));
    return Combinators.combine(kinds, gpus, Arbitraries.subsetOf(OWNERS))
        .as(
            (kind, gpu, owners) -> {
              List<Step> steps = new ArrayList<>(List.of(gpu));
              OWNERS.stream().filter(owners::contains).forEach(steps::add);
              return new Intent(kind, steps);
            });
  }

  private static Step gpu(String name, int count) {
    return new Step(".gpu(" + count + ", \"" + name + "\")", w -> w.gpu(count, name));
  }

  /** What an owner may have beside GPUs. */
  private static final List<Step> OWNERS =
      List.of(
          new Step(".requests(\"2\", \"6Gi\")", w -> w.requests("2", "6Gi")),
          new Step(".limits(\"3\", \"7Gi\")", w -> w.limits("3", "7Gi")),
          new Step(".matched(spot)", w -> w.matched(r -> r.capacityType(CapacityType.SPOT))),
          new Step(".port(8000)", w -> w.port(8000)),
          new Step(".label(\"team\", \"y\")", w -> w.label("team", "y")),
          new Step(".annotation(\"a.example/b\", \"8\")", w -> w.annotation("a.example/b", "8")),
          new Step(".nodeSelector(\"disk\", \"ssd\")", w -> w.nodeSelector("disk", "ssd")),
          new Step(".nodeAffinity(\"rack\", \"a\", \"b\")", w -> w.nodeAffinity("rack", "a", "b")),
          new Step(
              ".toleration(\"team\", \"y\", NO_SCHEDULE)",
              w -> w.toleration("team", "y", Taint.Effect.NO_SCHEDULE)),
          new Step(
              ".podAntiAffinity(\"kubernetes.io/hostname\")",
              w -> w.podAntiAffinity("kubernetes.io/hostname")),
          new Step(
              ".container(side)",
              w -> w.container(WorkloadContainer.of("side", "r/s:v1").requests("500m", "1Gi"))),
          new Step(
              ".initContainer(init)", w -> w.initContainer(WorkloadContainer.of("init", "r/n:v1"))),
          new Step(".env(\"ON\", \"yes\")", w -> w.env("ON", "yes")),
          new Step(".emptyDir(\"tmp\", \"/tmp\")", w -> w.emptyDir("tmp", "/tmp")));
}
