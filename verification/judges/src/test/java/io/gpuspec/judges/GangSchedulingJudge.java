package io.gpuspec.judges;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import io.gpuspec.Gpus;
import io.gpuspec.judges.Gang.Controller;
import io.gpuspec.manifest.GpuWorkload;
import io.gpuspec.manifest.Manifests;
import io.gpuspec.scheduling.NodeView;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;
import net.jqwik.api.statistics.Statistics;
import net.jqwik.api.statistics.StatisticsReport;

/**
 * The pods inside a gang's object, whatever its kind, are bound by the real scheduler to the nodes
 * that we say they fit. Volcano's scheduler asks the same of a node, and more of all pods together.
 */
class GangSchedulingJudge {
  private static final ControlPlane PLANE = ControlPlane.shared();

  private static final Trial TRIAL =
      Trial.of("kube-scheduler", PLANE.version(), "binds workers where we say it will");

  @BeforeContainer
  static void scheduler() {
    PLANE.start("kube-scheduler", "--leader-elect=false", "--secure-port=0");
  }

  @AfterContainer
  static void table() {
    TRIAL.close();
  }

  @StatisticsReport(StatisticsReport.StatisticsReportMode.OFF)
  @Property(tries = 200, seed = "20261126", shrinking = ShrinkingMode.BOUNDED)
  void aWorkerIsBoundToANodeThatItFits(
      @ForAll("gangs") Gang gang, @ForAll("changes") Nodes.Change change) {
    Optional<Manifests> built = gang.build();
    Assume.that(built.isPresent());
    Manifests manifests = built.get();
    NodeView node = change.on(Nodes.welcoming(manifests.placement()));
    boolean fits = manifests.pod().fits(node).fits();
    Cluster.Outcome outcome = outcome(spec(manifests), node);
    // So that the law is about something, both ways.
    Statistics.label("bound")
        .collect(outcome.node().isPresent())
        .coverage(
            bound -> {
              bound.check(true).percentage(share -> share > 10);
              bound.check(false).percentage(share -> share > 10);
            });
    boolean agreed = outcome.node().isPresent() == fits;
    String counterExample =
        "%s%non %s%nwe say %s%nkube-scheduler says %s"
            .formatted(gang, node, manifests.pod().fits(node), outcome);
    TRIAL.agreed(agreed, () -> counterExample);
    assertThat(agreed).as(counterExample).isTrue();
  }

  /** As it stands in the object, for the scheduler that is here. */
  private static PodSpec spec(Manifests manifests) {
    AtomicReference<PodSpec> found = new AtomicReference<>();
    manifests.edit(PodSpecBuilder.class, pod -> found.set(pod.withSchedulerName(null).build()));
    return found.get();
  }

  private static Cluster.Outcome outcome(PodSpec pod, NodeView node) {
    try (Cluster cluster = new Cluster(PLANE)) {
      cluster.add(Rendered.node(node));
      for (int i = 0; i < node.pods().size(); i++) {
        cluster.run(node.name(), Rendered.pod(node.name() + "-" + i, node.pods().get(i)));
      }
      return cluster.schedule(Rendered.pod("asked", pod));
    }
  }

  @Provide
  Arbitrary<Gang> gangs() {
    return Combinators.combine(
            Arbitraries.of(1, 2, 8),
            Arbitraries.of("ack", "eks", "tke"),
            Arbitraries.of("T4", "V100", "A10", "A100"),
            Arbitraries.of(1, 2, 8),
            Arbitraries.of(true, false),
            Arbitraries.of(Controller.values()))
        .as(
            (workers, id, gpu, gpus, torch, controller) ->
                new Gang(
                    workers,
                    new Intent(
                        start(controller)
                            .then(
                                new Said.Step<>(
                                    ".gpu(%d, \"%s\").requests(\"4\", \"8Gi\")"
                                        .formatted(gpus, gpu),
                                    worker -> worker.gpu(gpus, gpu).requests("4", "8Gi"))),
                        new Said<>(
                            "Gpus.load().in(\"%s\")".formatted(id), () -> Gpus.load().in(id))),
                    torch,
                    controller));
  }

  private static Said<GpuWorkload> start(Controller controller) {
    return controller.serves()
        ? new Said<>(
            "GpuWorkload.deployment(\"g\", \"r/i:v1\")",
            () -> GpuWorkload.deployment("g", "r/i:v1"))
        : new Said<>("GpuWorkload.job(\"g\", \"r/i:v1\")", () -> GpuWorkload.job("g", "r/i:v1"));
  }

  @Provide
  Arbitrary<Nodes.Change> changes() {
    return Nodes.changes();
  }
}
