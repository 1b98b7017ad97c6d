package io.gpuspec.judges;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.gpuspec.manifest.Manifests;
import io.gpuspec.scheduling.NodeFit;
import io.gpuspec.scheduling.NodeView;
import io.gpuspec.scheduling.PodView;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.lifecycle.AddLifecycleHook;
import net.jqwik.api.lifecycle.BeforeContainer;
import net.jqwik.api.statistics.Statistics;
import net.jqwik.api.statistics.StatisticsReport;

/** Whether a pod fits a node is what the real scheduler decides, and for the same reasons. */
@Judge("kube-scheduler")
@AddLifecycleHook(PropertyTrial.class)
class SchedulingJudge {
  private static final ControlPlane PLANE = ControlPlane.shared();

  @BeforeContainer
  static void scheduler() {
    PLANE.start("kube-scheduler", "--leader-elect=false", "--secure-port=0");
  }

  @StatisticsReport(StatisticsReport.StatisticsReportMode.OFF)
  @Label("binds what we build where we say it fits, else for our reasons")
  @Property(tries = 250, seed = "5", shrinking = ShrinkingMode.BOUNDED)
  void aBuiltWorkloadIsBoundToTheNodesItFits(
      @ForAll("built") Optional<Pods.Built> built,
      @ForAll("changes") Nodes.Change change,
      @ForAll("nodes") List<NodeView> others) {
    Assume.that(built.isPresent());
    Manifests manifests = built.get().workload().on(built.get().target());
    List<NodeView> nodes = new ArrayList<>(others);
    nodes.add(change.on(Nodes.welcoming(manifests.placement())));
    nodes = Nodes.named(nodes);
    PodView pod = manifests.pod();
    judge(
        built.get().toString(),
        pod,
        Rendered.pod("asked", ((Pod) manifests.objects().get(0)).getSpec()),
        nodes);
    for (NodeView node : nodes) {
      if (built.get().asksNothingElse()
          || (pod.fits(node).fits() && !built.get().toleratesMore())) {
        assertThat(manifests.placement().fits(node).fits()).isEqualTo(pod.fits(node).fits());
      }
    }
  }

  @StatisticsReport(StatisticsReport.StatisticsReportMode.OFF)
  @Label("binds pods of any kind where we say they fit, else for our reasons")
  @Property(tries = 300, seed = "7", shrinking = ShrinkingMode.BOUNDED)
  void aPodOfAnyKindIsBoundToTheNodesItFits(
      @ForAll("written") Pods.Written pod, @ForAll("nodes") List<NodeView> nodes) {
    judge(pod.toString(), pod.view(), pod.manifest(), nodes);
  }

  private static void judge(String asked, PodView view, Pod pod, List<NodeView> nodes) {
    List<NodeFit> fits = nodes.stream().map(view::fits).toList();
    Cluster.Outcome outcome = outcome(pod, nodes);
    // What a shared card has left is not the scheduler's to know.
    List<String> taken =
        fits.stream()
            .filter(fit -> fit.reasons().stream().allMatch(r -> r.id().equals("node.card")))
            .map(NodeFit::node)
            .toList();
    boolean agreed =
        outcome.node().isPresent()
            ? taken.contains(outcome.node().get())
            : taken.isEmpty()
                && (namesNodes(view)
                    || Verdicts.said(outcome.said()).equals(Verdicts.expected(fits)));
    // So that the law is about something, both ways.
    Statistics.label("bound")
        .collect(outcome.node().isPresent())
        .coverage(
            bound -> {
              bound.check(true).percentage(share -> share > 10);
              bound.check(false).percentage(share -> share > 10);
            });
    String counterExample =
        "%s%non %s%nwe say %s%nkube-scheduler says %s".formatted(asked, nodes, fits, outcome);
    assertThat(agreed).as(counterExample).isTrue();
  }

  /** Then the scheduler looks at no other node, and says no more of them than that. */
  private static boolean namesNodes(PodView pod) {
    return pod.nodeTerms().stream().anyMatch(term -> !term.fields().isEmpty());
  }

  private static Cluster.Outcome outcome(Pod pod, List<NodeView> nodes) {
    try (Cluster cluster = new Cluster(PLANE)) {
      for (NodeView node : nodes) {
        cluster.add(Rendered.node(node));
        for (int i = 0; i < node.pods().size(); i++) {
          cluster.run(node.name(), Rendered.pod(node.name() + "-" + i, node.pods().get(i)));
        }
      }
      return cluster.schedule(pod);
    }
  }

  @Provide
  Arbitrary<Optional<Pods.Built>> built() {
    return Pods.built();
  }

  @Provide
  Arbitrary<Pods.Written> written() {
    return Pods.written();
  }

  @Provide
  Arbitrary<Nodes.Change> changes() {
    return Nodes.changes();
  }

  @Provide
  Arbitrary<List<NodeView>> nodes() {
    return Nodes.some();
  }
}
