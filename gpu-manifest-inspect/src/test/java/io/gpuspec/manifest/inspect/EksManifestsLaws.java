package io.gpuspec.manifest.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.Gpus;
import io.gpuspec.Match;
import io.gpuspec.NoMatchException;
import io.gpuspec.Target;
import io.gpuspec.manifest.GpuWorkload;
import io.gpuspec.manifest.Manifests;
import io.gpuspec.manifest.read.FileMatches;
import io.gpuspec.manifest.read.WorkloadFile;
import io.gpuspec.rule.Severity;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.statistics.Statistics;
import net.jqwik.api.statistics.StatisticsReport;

/** What holds for every workload that is built for EKS. */
class EksManifestsLaws {
  private static final Gpus GPUS = Gpus.load();
  private static final Target EKS = GPUS.in("eks");
  private static final Inspector INSPECTOR = Inspector.of(GPUS);
  private static final List<String> NAMES =
      List.of(
          "T4",
          "T4g",
          "A10G",
          "L4",
          "1/8*L4",
          "1/2*L4",
          "L40S",
          "V100-32G",
          "A100-40G",
          "A100-80G",
          "H100",
          "RTX-PRO-6000-Server",
          "g5.2xlarge",
          "g6f.xlarge",
          "p4d.24xlarge");

  @Property
  @StatisticsReport(StatisticsReport.StatisticsReportMode.OFF)
  void whatIsBuiltLandsOnTheSameInstanceTypeWhenItIsReadBack(
      @ForAll("names") String gpu,
      @ForAll("counts") int count,
      @ForAll("cpus") String cpu,
      @ForAll("memories") String memory,
      @ForAll("selections") String selection) {
    Target eks = EKS.with("node-selection", selection);
    Optional<Manifests> built =
        build(
            GpuWorkload.job("w", "r/i:v1").requests(cpu, memory),
            // A slice is one device.
            gpu.contains("*") ? 1 : count,
            gpu,
            eks);
    // So that the law is about something.
    Statistics.label("lands")
        .collect(built.isPresent())
        .coverage(lands -> lands.check(true).percentage(percent -> percent > 20));
    if (built.isEmpty()) {
      return;
    }

    Match.Found read = readBack(built.get(), eks);

    assertThat(read.shape()).isEqualTo(built.get().match().shape());
    assertThat(read.request().cpu()).isEqualTo(built.get().match().request().cpu());
    assertThat(read.request().memory()).isEqualTo(built.get().match().request().memory());
  }

  /** The terms of an affinity have no order, so the smallest of the alternatives is read. */
  @Property
  void amongAlternativesOnlyGpusThatWereAskedForAreReadBack(
      @ForAll("lists") List<String> gpus, @ForAll("cpus") String cpu) {
    Optional<Manifests> built =
        build(
            GpuWorkload.deployment("w", "r/i:v1").requests(cpu, "4Gi"),
            1,
            String.join(",", gpus),
            EKS);
    if (built.isEmpty()) {
      return;
    }

    Match.Found read = readBack(built.get(), EKS);

    assertThat(built.get().match().preferences().stream().map(shape -> shape.spec().gpu()))
        .contains(read.shape().spec().gpu());
    assertThat(read.request().devices().names()).hasSizeLessThanOrEqualTo(gpus.size());
  }

  private static Match.Found readBack(Manifests built, Target eks) {
    FileMatches matches = WorkloadFile.parse("built.yaml", built.yaml().toString()).on(eks);
    assertThat(matches.problems()).isEmpty();
    assertThat(
            INSPECTOR.on(eks).parse("built.yaml", built.yaml().toString()).findings().stream()
                .filter(finding -> finding.severity().isAtLeast(Severity.WARNING)))
        .isEmpty();
    assertThat(matches.matches()).hasSize(1);
    return matches.matches().get(0).match().orElseThrow().orThrow();
  }

  /** Nothing for what no instance type holds. */
  private static Optional<Manifests> build(
      GpuWorkload workload, int count, String gpus, Target eks) {
    try {
      return Optional.of(workload.gpu(count, gpus.split(",")).on(eks));
    } catch (NoMatchException e) {
      return Optional.empty();
    }
  }

  @Provide
  Arbitrary<String> names() {
    return Arbitraries.of(NAMES);
  }

  @Provide
  Arbitrary<List<String>> lists() {
    return Arbitraries.of("T4", "A10G", "L4", "L40S", "V100-32G", "A100-80G", "H100-80G")
        .list()
        .uniqueElements()
        .ofMinSize(1)
        .ofMaxSize(3);
  }

  @Provide
  Arbitrary<Integer> counts() {
    return Arbitraries.of(1, 1, 2, 4, 8);
  }

  @Provide
  Arbitrary<String> cpus() {
    return Arbitraries.of("0", "500m", "2", "3920m", "3921m", "8", "31", "95", "192");
  }

  @Provide
  Arbitrary<String> memories() {
    return Arbitraries.of("0", "1Gi", "7002Mi", "14162Mi", "14163Mi", "64Gi", "700Gi", "2Ti");
  }

  @Provide
  Arbitrary<String> selections() {
    return Arbitraries.of("gpu-name", "instance-type");
  }
}
