package io.gpuspec.judges;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.gpuspec.GpuModel;
import io.gpuspec.manifest.platform.GpuLabeler;
import io.gpuspec.manifest.platform.GpuPool;
import io.gpuspec.manifest.platform.GpuPools;
import io.gpuspec.manifest.platform.LabelScheme;
import io.gpuspec.manifest.platform.PoolPlan;
import io.gpuspec.scheduling.NodeView;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.scheduling.Taint;
import io.gpuspec.scheduling.Taint.Effect;
import io.gpuspec.scheduling.Toleration;
import io.gpuspec.value.InvalidValueException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.lifecycle.AddLifecycleHook;
import net.jqwik.api.lifecycle.BeforeContainer;

/** What a table of node pools says is what kubectl writes and the real scheduler does. */
@Judge("kube-scheduler")
@AddLifecycleHook(PropertyTrial.class)
class NodePlanJudge {
  private static final ControlPlane PLANE = ControlPlane.shared();
  private static final Kubectl KUBECTL = new Kubectl(PLANE, "");

  private static final List<String> PURPOSES = List.of("training", "inference", "shared");

  @BeforeContainer
  static void scheduler() {
    PLANE.start("kube-scheduler", "--leader-elect=false", "--secure-port=0");
  }

  /** What a pod asks for, and how much of what a pool's plan says is put on it. */
  record Wish(int cards, int pool, boolean selects, boolean tolerates) {
    PodView of(GpuPools pools) {
      PoolPlan plan = pools.pools().get(pool % pools.pools().size());
      PodView pod =
          PodView.empty().container("main", Map.of(), Map.of("nvidia.com/gpu", cards + ""));
      if (selects) {
        pod = pod.nodeTerm(plan.selector());
      }
      if (tolerates) {
        for (Toleration toleration : plan.tolerations()) {
          pod = pod.toleration(toleration);
        }
      }
      return pod;
    }
  }

  /** This API server has not the admission plugin of EKS, which writes the same tolerations. */
  private static PodView stored(GpuPools pools, PodView pod) {
    return pools.withAddedTolerations(Map.of("asked", pod)).isEmpty()
        ? pod
        : pod.withResourceTolerations();
  }

  @Label("binds a pod to a node of a pool that we say it reaches, or to none")
  @Property(tries = 150, seed = "11", shrinking = ShrinkingMode.OFF)
  void aPodIsBoundToAPoolThatItReaches(
      @ForAll("pools") GpuPools pools, @ForAll("wishes") Wish wish) {
    PodView pod = wish.of(pools);
    List<String> reached = pools.poolsFor(pod);

    Cluster.Outcome outcome;
    try (Cluster cluster = new Cluster(PLANE)) {
      pools.nodes().forEach(node -> cluster.add(Rendered.node(node)));
      outcome = cluster.schedule(Rendered.pod("asked", stored(pools, pod)));
    }

    assertThat(outcome.node().isPresent())
        .as("%s%n%s%n%s%n%s", wish, pools, pools.fits(pod), outcome)
        .isEqualTo(!reached.isEmpty());
    outcome
        .node()
        .ifPresent(
            node ->
                assertThat(reached)
                    .as("%s%n%s%n%s", wish, pools, outcome)
                    .contains(node.substring(0, node.lastIndexOf('-'))));
    boolean isOneOfItsKind =
        pools.notes().stream().noneMatch(note -> note.id().equals("pool.alike"));
    if (wish.selects() && wish.tolerates() && isOneOfItsKind) {
      PoolPlan plan = pools.pools().get(wish.pool() % pools.pools().size());
      assertThat(reached).isSubsetOf(plan.name());
    }
  }

  @Label("writes with our commands the labels and taints that we say")
  @Property(tries = 12, seed = "12", shrinking = ShrinkingMode.OFF)
  void commandsWriteWhatThePlanSays(@ForAll("pools") GpuPools pools) {
    List<NodeView> planned = pools.nodes();
    try {
      for (PoolPlan plan : pools.pools()) {
        for (NodeView node : plan.nodes()) {
          PLANE.client().resource(bare(node, plan)).create();
        }
      }
      for (int time = 0; time < 2; time++) {
        KUBECTL.said("set -e\n" + pools.commands());
        for (NodeView node : planned) {
          Node there = PLANE.client().nodes().withName(node.name()).require();
          assertThat(there.getMetadata().getLabels()).isEqualTo(node.labels());
          assertThat(there.getSpec().getTaints().stream().map(NodePlanJudge::taint))
              .containsExactlyInAnyOrderElementsOf(
                  node.taints().stream().map(Taint::toString).toList());
        }
      }
      KUBECTL.said(
          "set -e\n"
              + pools.pools().stream()
                  .flatMap(plan -> plan.removal().stream())
                  .collect(Collectors.joining("\n")));
      for (NodeView node : planned) {
        Node there = PLANE.client().nodes().withName(node.name()).require();
        assertThat(there.getSpec().getTaints()).isEmpty();
        assertThat(there.getMetadata().getLabels()).doesNotContainKey("workload");
      }
    } finally {
      planned.forEach(node -> PLANE.client().nodes().withName(node.name()).delete());
    }
  }

  /** The node before anybody planned it: with what others write. */
  private static Node bare(NodeView node, PoolPlan plan) {
    Node planned = Rendered.node(node);
    return new NodeBuilder(planned)
        .editMetadata()
        .removeFromLabels(plan.labels())
        .endMetadata()
        .editSpec()
        .withTaints()
        .endSpec()
        .build();
  }

  private static String taint(io.fabric8.kubernetes.api.model.Taint taint) {
    String value = taint.getValue() == null ? "" : taint.getValue();
    return taint.getKey() + (value.isEmpty() ? "" : "=" + value) + ":" + taint.getEffect();
  }

  @Label("takes our patches, and our Nodes as they are")
  @Property(tries = 12, seed = "13", shrinking = ShrinkingMode.OFF)
  void patchesAndObjectsAreTaken(@ForAll("pools") GpuPools pools) {
    List<NodeView> planned = pools.nodes();
    try {
      assertThat(new Admission(PLANE.client()).of(pools.objects().yaml().toString()).said())
          .isEmpty();
      for (PoolPlan plan : pools.pools()) {
        for (NodeView node : plan.nodes()) {
          PLANE.client().resource(bare(node, plan)).create();
        }
      }
      KUBECTL.said("set -e\n" + String.join("\n", pools.patches()));
      for (NodeView node : planned) {
        Node there = PLANE.client().nodes().withName(node.name()).require();
        assertThat(there.getMetadata().getLabels()).isEqualTo(node.labels());
        assertThat(there.getSpec().getTaints().stream().map(NodePlanJudge::taint))
            .containsExactlyInAnyOrderElementsOf(
                node.taints().stream().map(Taint::toString).toList());
      }
    } finally {
      planned.forEach(node -> PLANE.client().nodes().withName(node.name()).delete());
    }
  }

  @Example
  @Label("lets our labeler label nodes, as its account and no more")
  void theLabelerLabelsNodesAsItsAccount() {
    GpuLabeler labeler = GpuLabeler.ofDiscovered("r/kubectl:v1");
    Kubectl itself = new Kubectl(PLANE, "system:serviceaccount:kube-system:gpu-labeler");
    String node =
        """
        apiVersion: v1
        kind: Node
        metadata: {name: label-%s, labels: {nvidia.com/gpu.product: %s}}
        ---
        """;
    try {
      for (GpuLabeler each : List.of(GpuLabeler.onNodes("r/kubectl:v1"), labeler)) {
        assertThat(new Admission(PLANE.client()).of(each.objects().yaml().toString()).said())
            .isEmpty();
      }
      KUBECTL.said(
          "kubectl apply -f - <<'END'\n"
              + labeler.objects().yaml()
              + "---\n"
              + node.formatted("t4", "Tesla-T4")
              + node.formatted("l40s", "NVIDIA-L40S")
              + "END\n");
      itself.said(labeler.script().toString());
      assertThat(label("label-t4")).isEqualTo("nvidia-t4");
      assertThat(label("label-l40s")).isEqualTo("nvidia-l40s");
      assertThat(itself.sh("kubectl delete node label-t4").exit()).isNotZero();
      assertThat(itself.sh("kubectl get secrets -n kube-system").exit()).isNotZero();
    } finally {
      KUBECTL.sh(
          "kubectl delete node label-t4 label-l40s; kubectl delete clusterrole,clusterrolebinding gpu-labeler");
    }
  }

  private static String label(String node) {
    return PLANE
        .client()
        .nodes()
        .withName(node)
        .require()
        .getMetadata()
        .getLabels()
        .get("accelerator");
  }

  @Provide
  Arbitrary<Wish> wishes() {
    return Combinators.combine(
            Arbitraries.of(1, 2, 4, 8),
            Arbitraries.integers().between(0, 2),
            Arbitraries.of(true, true, false),
            Arbitraries.of(true, true, false))
        .as(Wish::new);
  }

  /** One to three pools, of which some may not be told apart. */
  @Provide
  Arbitrary<GpuPools> pools() {
    return Combinators.combine(
            row().list().ofMinSize(1).ofMaxSize(3), Arbitraries.of(LabelScheme.all()))
        .as(NodePlanJudge::table)
        .filter(table -> !table.isEmpty())
        .map(table -> table.get(0));
  }

  /** A table; none where nobody documents what a label says of a card. */
  private static List<GpuPools> table(List<Row> rows, LabelScheme scheme) {
    List<GpuPool> pools = new ArrayList<>();
    for (Row row : rows) {
      pools.add(row.pool("p" + pools.size()));
    }
    try {
      return List.of(GpuPools.of(pools).scheme(scheme));
    } catch (InvalidValueException e) {
      return List.of();
    }
  }

  private record Row(
      GpuModel model, int nodes, int cards, String purpose, int effect, boolean more) {
    GpuPool pool(String name) {
      String[] names = new String[nodes];
      for (int i = 0; i < nodes; i++) {
        names[i] = name + "-" + i;
      }
      GpuPool pool = GpuPool.of(name, model.name()).nodes(names).cards(cards).purpose(purpose);
      pool = effect == 3 ? pool.untainted() : pool.effect(Effect.values()[effect]);
      return more
          ? pool.taint("nvidia.com/gpu", "", Effect.NO_SCHEDULE).label("example.com/tier", name)
          : pool;
    }
  }

  private static Arbitrary<Row> row() {
    return Combinators.combine(
            Arbitraries.of(GpuModel.all()),
            Arbitraries.integers().between(1, 2),
            Arbitraries.of(1, 4, 8),
            Arbitraries.of(PURPOSES),
            Arbitraries.integers().between(0, 3),
            Arbitraries.of(true, false))
        .as(Row::new);
  }
}
