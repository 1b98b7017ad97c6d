package io.gpuspec.judges;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import io.gpuspec.GpuSpec;
import io.gpuspec.Match;
import io.gpuspec.Target;
import io.gpuspec.eks.Eks;
import io.gpuspec.eks.NodePool;
import io.gpuspec.manifest.Manifests;
import io.gpuspec.manifest.platform.DevicePlugin;
import io.gpuspec.scheduling.NodeView;
import io.gpuspec.scheduling.PodField.Kind;
import io.gpuspec.value.GpuSpecException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import net.jqwik.api.Example;
import net.jqwik.api.Shrinkable;
import net.jqwik.api.lifecycle.BeforeContainer;

/**
 * Whole clusters: where a workload that we build is bound to a node that we describe, NVIDIA's
 * device plugin is bound too, if the cloud runs none of its own there, and the node has the GPUs.
 */
class ClusterJudge {
  private static final ControlPlane PLANE = ControlPlane.shared();
  private static final int CLUSTERS = Night.tries(60);
  private static final int MOST_TRIES = 20;
  private static final int TYPES = 2;
  private static final String PLUGIN = "v0.19.3";

  private static final NodeView WITHOUT_GPU =
      NodeView.of("cpu")
          .label("kubernetes.io/arch", "amd64")
          .label("kubernetes.io/os", "linux")
          .allocatable(Map.of("cpu", "64", "memory", "256Gi", "pods", "110"));

  @BeforeContainer
  static void scheduler() {
    PLANE.start("kube-scheduler", "--leader-elect=false", "--secure-port=0");
  }

  /** A workload on a target with random options, as it is built. */
  private record Built(String java, Target target, Manifests manifests) {
    Match.Found found() {
      return manifests.match();
    }

    Pod pod() {
      for (HasMetadata object : manifests.objects()) {
        if (object instanceof Pod pod) {
          return Rendered.pod("workload", pod.getSpec());
        }
      }
      throw new AssertionError("no pod in " + manifests.yaml());
    }

    /** The node of the row, and some of those that the pool of nodes beside it makes. */
    List<NodeView> nodes() {
      List<NodeView> nodes = new ArrayList<>();
      nodes.add(sized(target.node(found())));
      if (target.id().equals("eks")) {
        NodePool pool = NodePool.of(found());
        pool.instanceTypes().stream()
            .map(GpuSpec::name)
            .limit(TYPES)
            .forEach(type -> nodes.add(pool.node(type)));
      }
      return Nodes.named(nodes);
    }

    /** CPU and memory that no row states were not judged, which the answer says. */
    private NodeView sized(NodeView node) {
      boolean isSized =
          found().shape().spec().isSized()
              && found().target().catalog().unit() == GpuSpec.Unit.NODE;
      return isSized ? node : node.allocatable(Map.of("cpu", "1k", "memory", "8Ti"));
    }

    Optional<DevicePlugin> plugin() {
      return target.nodeAgents().devicePlugin().isPresent()
          ? Optional.empty()
          : Optional.of(DevicePlugin.version(PLUGIN).on(target));
    }
  }

  @Example
  void eks() {
    aBoundWorkloadHasItsGpusAndThePluginThatServesThem("eks");
  }

  @Example
  void nodeGroup() {
    aBoundWorkloadHasItsGpusAndThePluginThatServesThem("eks/nodegroup");
  }

  @Example
  void tke() {
    aBoundWorkloadHasItsGpusAndThePluginThatServesThem("tke");
  }

  @Example
  void tkeGpu() {
    aBoundWorkloadHasItsGpusAndThePluginThatServesThem("tke/gpu");
  }

  @Example
  void qgpu() {
    aBoundWorkloadHasItsGpusAndThePluginThatServesThem("tke/qgpu");
  }

  @Example
  void ack() {
    aBoundWorkloadHasItsGpusAndThePluginThatServesThem("ack");
  }

  @Example
  void cgpu() {
    aBoundWorkloadHasItsGpusAndThePluginThatServesThem("ack/cgpu");
  }

  @Example
  void eci() {
    aBoundWorkloadHasItsGpusAndThePluginThatServesThem("ack/eci");
  }

  private static void aBoundWorkloadHasItsGpusAndThePluginThatServesThem(String id) {
    try (Trial trial =
        Trial.of(
            "kube-scheduler",
            PLANE.version(),
            "binds the plugin where it binds a workload, on " + id)) {
      Iterator<Built> builds = builds(id, Night.random(17));
      int bound = 0;
      for (int i = 0; i < CLUSTERS && builds.hasNext(); i++) {
        Built built = builds.next();
        for (NodeView node : built.nodes()) {
          bound += judge(trial, built, node) ? 1 : 0;
        }
      }
      // So that the law is about something.
      assertThat(bound).isGreaterThan(CLUSTERS / 2);
    }
  }

  /** Whether the workload is bound there. */
  private static boolean judge(Trial trial, Built built, NodeView node) {
    try (Cluster cluster = new Cluster(PLANE)) {
      cluster.add(Rendered.node(WITHOUT_GPU));
      cluster.add(Rendered.node(node));
      Cluster.Outcome workload = cluster.schedule(built.pod());
      boolean isBound = isOn(node, workload);
      if (!isBound) {
        trial.agreed(
            workload.node().isEmpty(),
            () -> "%s%nbound to a node without GPUs: %s".formatted(built.java(), workload));
        return false;
      }
      Optional<Cluster.Outcome> plugin =
          built.plugin().map(each -> cluster.schedule(Rendered.pod("plugin", pod(each))));
      trial.agreed(
          hasItsGpus(built, node) && plugin.map(outcome -> isOn(node, outcome)).orElse(true),
          () ->
              "%s%non %s with labels %s and taints %s%nworkload: %s%nplugin: %s%nGPUs: %s"
                  .formatted(
                      built.java(),
                      node,
                      node.labels(),
                      node.taints(),
                      workload,
                      plugin,
                      hasItsGpus(built, node)));
      return true;
    }
  }

  private static boolean isOn(NodeView node, Cluster.Outcome outcome) {
    return outcome.node().filter(name -> name.startsWith(node.name())).isPresent();
  }

  private static PodSpec pod(DevicePlugin plugin) {
    DaemonSet set = (DaemonSet) plugin.objects().objects().get(0);
    return new PodSpecBuilder(set.getSpec().getTemplate().getSpec()).build();
  }

  /** Whether the node offers as much of each device as the pod asks for. */
  private static boolean hasItsGpus(Built built, NodeView node) {
    Map<String, Quantity> asked = new TreeMap<>();
    built
        .manifests()
        .placement()
        .entries(Kind.DEVICE)
        .forEach(device -> asked.put(device.field().key(), Quantity.parse(device.values().get(0))));
    return !asked.isEmpty()
        && asked.entrySet().stream()
            .allMatch(
                device ->
                    Quantity.parse(node.allocatable().getOrDefault(device.getKey(), "0"))
                            .getNumericalAmount()
                            .compareTo(device.getValue().getNumericalAmount())
                        >= 0);
  }

  /**
   * Workloads that ask for nothing else of nodes; of options that are refused together, the next.
   */
  private static Iterator<Built> builds(String id, Random random) {
    int most = CLUSTERS * MOST_TRIES;
    return Pods.built().generator(most).stream(random)
        .limit((long) most * 10)
        .map(Shrinkable::value)
        .flatMap(Optional::stream)
        .filter(built -> built.target().id().equals(id) && !built.java().contains("zone"))
        .flatMap(built -> built(built, random).stream())
        .iterator();
  }

  private static Optional<Built> built(Pods.Built plain, Random random) {
    Said<Target> said = TargetOptions.of(plain.target()).generator(1).next(random).value();
    try {
      Target target = said.get();
      if (target.id().equals("eks")) {
        target = target.with(Eks.NODE_POOL, true);
      }
      return Optional.of(
          new Built(plain.java() + "\non " + said.java(), target, plain.workload().on(target)));
    } catch (GpuSpecException e) {
      return Optional.empty();
    }
  }
}
