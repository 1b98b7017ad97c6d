package io.gpuspec.judges;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.gpuspec.manifest.Manifests;
import io.gpuspec.spi.NodeFit;
import io.gpuspec.spi.NodeFit.Kind;
import io.gpuspec.spi.NodeView;
import io.gpuspec.spi.PodView;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

/** Whether a pod fits a node is what the real scheduler decides, and for the same reasons. */
class SchedulingJudge {
  private static final ControlPlane PLANE = ControlPlane.shared();

  private static Trial trial = newTrial();
  private static int cases;

  private static Trial newTrial() {
    return Trial.of("kube-scheduler", PLANE.version(), "binds where we say it will");
  }

  @BeforeContainer
  static void scheduler() {
    PLANE.start("kube-scheduler", "--leader-elect=false", "--secure-port=0");
  }

  @AfterContainer
  static void table() {
    trial.close();
  }

  @Property(tries = 400, seed = "5", shrinking = ShrinkingMode.BOUNDED)
  void aBuiltWorkloadIsBoundToTheNodesItFits(
      @ForAll("built") Optional<Pods.Built> built, @ForAll("nodes") List<NodeView> nodes) {
    if (built.isEmpty()) {
      return;
    }
    Manifests manifests = built.get().workload().on(built.get().target());
    PodSpec spec = ((Pod) manifests.objects().get(0)).getSpec();
    judged(built.get().toString(), manifests.pod(), Rendered.pod(name(), spec), nodes);
  }

  @Property(tries = 600, seed = "7", shrinking = ShrinkingMode.BOUNDED)
  void aPodOfAnyKindIsBoundToTheNodesItFits(
      @ForAll("written") PodView pod, @ForAll("nodes") List<NodeView> nodes) {
    judged(pod.toString(), pod, Rendered.pod(name(), pod), nodes);
  }

  private static void judged(String asked, PodView view, Pod pod, List<NodeView> nodes) {
    List<NodeFit> fits = nodes.stream().map(view::fits).toList();
    Cluster.Outcome outcome = outcome(pod, nodes);
  }

  @Provide
  Arbitrary<Optional<Pods.Built>> built() {
    return Pods.built();
  }

  @Provide
  Arbitrary<PodView> written() {
    return Pods.written();
  }

  @Provide
  Arbitrary<List<NodeView>> nodes() {
    return Nodes.some();
  }
}
