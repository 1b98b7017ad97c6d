package io.gpuspec.judges;

import io.fabric8.kubernetes.api.model.Pod;
import io.gpuspec.Gpus;
import io.gpuspec.NoMatchException;
import io.gpuspec.Target;
import io.gpuspec.manifest.GpuWorkload;
import io.gpuspec.scheduling.NodeRequirement;
import io.gpuspec.scheduling.NodeTerm;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.scheduling.PodView.Role;
import io.gpuspec.scheduling.Taint;
import io.gpuspec.scheduling.Toleration;
import io.gpuspec.value.UnknownNameException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

/** Pods that ask something of nodes: as they are built for a cloud, and as people write them. */
final class Pods {
  static final List<String> LABELS =
      List.of(
          "node-type",
          "kubernetes.io/arch",
          "node.kubernetes.io/instance-type",
          "karpenter.k8s.aws/instance-gpu-count",
          "nvidia.com/gpu.count",
          "zone");
  static final List<String> LABEL_VALUES =
      List.of("gpu", "amd64", "g5.xlarge", "4", "2", "08", "", "a");

  private static final Gpus GPUS = Gpus.load();

  /** What owners say of nodes; what is only preferred keeps a pod off none. */
  private static final List<Said.Step<GpuWorkload>> HABITS =
      List.of(
          new Said.Step<>("", w -> w),
          new Said.Step<>("", w -> w),
          new Said.Step<>(
              ".pods(p -> p.preferredNodeAffinity(\"zone\", \"b\").preferredTopologySpread(\"zone\", 1))",
              w ->
                  w.pods(
                      p ->
                          p.preferredNodeAffinity("zone", "b").preferredTopologySpread("zone", 1))),
          new Said.Step<>(".nodeSelector(\"zone\", \"a\")", w -> w.nodeSelector("zone", "a")),
          new Said.Step<>(
              ".nodeAffinity(\"zone\", \"a\", \"4\")", w -> w.nodeAffinity("zone", "a", "4")),
          new Said.Step<>(
              ".toleration(\"nvidia.com/gpu\", \"team\", Taint.Effect.NO_EXECUTE)",
              w -> w.toleration("nvidia.com/gpu", "team", Taint.Effect.NO_EXECUTE)));

  private Pods() {}

  /**
   * A workload on a cloud, with the Java that builds it.
   *
   * @param asksNothingElse whether it keeps to what the target asks of nodes
   * @param toleratesMore whether it goes where the target's own tolerations do not let it
   */
  record Built(
      String java,
      GpuWorkload workload,
      Target target,
      boolean asksNothingElse,
      boolean toleratesMore) {
    @Override
    public String toString() {
      return java;
    }
  }

  /** Some amount of one resource; the same few for pods and for nodes, so that they often meet. */
  static Arbitrary<Map<String, String>> amounts() {
    return Arbitraries.frequencyOf(
        Tuple.of(
            3, Arbitraries.of("0", "1", "3920m", "4", "7910m", "8").map(a -> Map.of("cpu", a))),
        Tuple.of(
            3,
            Arbitraries.of("0", "8Gi", "14162Mi", "14850000000", "26Gi", "64Gi")
                .map(a -> Map.of("memory", a))),
        Tuple.of(4, Arbitraries.of("0", "1", "2", "4", "8").map(a -> Map.of("nvidia.com/gpu", a))),
        Tuple.of(
            2,
            Combinators.combine(
                    Arbitraries.of("nvidia.com/mig-1g.5gb", "nvidia.com/mig-3g.20gb"),
                    Arbitraries.of("1", "2", "4"))
                .as(Map::of)),
        Tuple.of(
            2,
            Combinators.combine(Arbitraries.of("50", "75", "100"), Arbitraries.of("7", "10", "14"))
                .as(
                    (core, memory) ->
                        Map.of(
                            "tke.cloud.tencent.com/qgpu-core",
                            core,
                            "tke.cloud.tencent.com/qgpu-memory",
                            memory))),
        Tuple.of(2, Arbitraries.of("4", "7", "14").map(a -> Map.of("aliyun.com/gpu-mem", a))),
        Tuple.of(1, Arbitraries.of("1Gi", "100Gi").map(a -> Map.of("ephemeral-storage", a))));
  }

  /**
   * A pod as people write it.
   *
   * @param requests its own, beside those of its containers; empty for none
   */
  record Written(PodView view, Map<String, String> requests) {
    @Override
    public String toString() {
      return Rendered.yaml(manifest());
    }

    Pod manifest() {
      Pod pod = Rendered.pod("asked", view);
      if (!requests.isEmpty()) {
        pod.getSpec().setResources(Rendered.requests(requests));
      }
      return pod;
    }
  }

  static Arbitrary<Written> written() {
    return Combinators.combine(
            containers().list().ofMaxSize(4),
            tolerations().list().ofMaxSize(2),
            Nodes.seldom(
                Combinators.combine(Arbitraries.of(LABELS), Arbitraries.of(LABEL_VALUES))
                    .as(Map::of)),
            Arbitraries.oneOf(Nodes.seldom(terms()), terms().list().ofMaxSize(3)),
            // Not below what four containers can add up to: the API server refuses that.
            Arbitraries.<Map<String, String>>of(
                Map.of(), Map.of(), Map.of("cpu", "32"), Map.of("cpu", "40", "memory", "256Gi")))
        .as(Pods::pod);
  }

  private static Written pod(
      List<PodView.Container> containers,
      List<Toleration> tolerations,
      List<Map<String, String>> selectors,
      List<NodeTerm> terms,
      Map<String, String> requests) {
    PodView pod = PodView.empty().container("main", Map.of(), Map.of());
    for (PodView.Container c : containers) {
      String name = "c" + pod.containers().size();
      pod = pod.container(new PodView.Container(name, c.role(), c.requests(), c.limits()));
    }
    for (Toleration toleration : tolerations) {
      pod = pod.toleration(toleration);
    }
    for (Map<String, String> selector : selectors) {
      for (Map.Entry<String, String> label : selector.entrySet()) {
        pod = pod.nodeSelector(label.getKey(), label.getValue());
      }
    }
    for (NodeTerm term : terms) {
      pod = pod.nodeTerm(term);
    }
    return new Written(requests.isEmpty() ? pod : pod.resources(requests, Map.of()), requests);
  }

  private static Arbitrary<PodView.Container> containers() {
    return Combinators.combine(
            Arbitraries.of(Role.values()), amounts(), Arbitraries.of(true, false))
        .as(
            (role, amount, stated) ->
                new PodView.Container("c", role, stated ? amount : Map.of(), amount));
  }

  private static Arbitrary<Toleration> tolerations() {
    return Combinators.combine(
            Arbitraries.of("nvidia.com/gpu", "serverless", "node.kubernetes.io/not-ready", ""),
            Arbitraries.of("Exists", "Equal", ""),
            Arbitraries.of("", "true", "team"),
            Arbitraries.of("", "NoSchedule", "PreferNoSchedule", "NoExecute"))
        .as(Toleration::new)
        // What the API server takes: Exists has no value, and only it may leave the key out.
        .filter(t -> t.operator().equals("Exists") ? t.value().isEmpty() : !t.key().isEmpty());
  }

  private static Arbitrary<NodeTerm> terms() {
    return Combinators.combine(
            requirements().list().ofMaxSize(2),
            Combinators.combine(Arbitraries.of("In", "NotIn"), Arbitraries.of("n0", "n1"))
                .as(
                    (operator, name) ->
                        new NodeRequirement("metadata.name", operator, List.of(name)))
                .list()
                .ofMaxSize(1))
        .as(NodeTerm::new);
  }

  private static Arbitrary<NodeRequirement> requirements() {
    Arbitrary<String> keys = Arbitraries.of(LABELS);
    return Arbitraries.oneOf(
        Combinators.combine(
                keys,
                Arbitraries.of("In", "NotIn"),
                Arbitraries.of(LABEL_VALUES).list().uniqueElements().ofMinSize(1).ofMaxSize(3))
            .as(NodeRequirement::new),
        Combinators.combine(keys, Arbitraries.of("Exists", "DoesNotExist"))
            .as((key, operator) -> new NodeRequirement(key, operator, List.of())),
        Combinators.combine(keys, Arbitraries.of("Gt", "Lt"), Arbitraries.of("1", "3", "08", "0"))
            .as((key, operator, value) -> new NodeRequirement(key, operator, List.of(value))));
  }

  /** Nothing where no shape of the target holds what is asked. */
  static Arbitrary<Optional<Built>> built() {
    return Combinators.combine(
            Arbitraries.of(
                "tke", "tke/gpu", "eks", "eks/nodegroup", "ack", "ack/eci", "ack/cgpu", "tke/qgpu"),
            Arbitraries.of("T4", "V100", "A10", "A10G", "A100"),
            Arbitraries.of(1, 1, 1, 2, 4, 8),
            Arbitraries.of("", "1", "3920m", "4", "8"),
            Arbitraries.of("8Gi", "14162Mi", "26Gi", "64Gi"),
            Arbitraries.of(true, false),
            Arbitraries.of(HABITS))
        .as(Pods::built);
  }

  private static Optional<Built> built(
      String target,
      String gpu,
      int count,
      String cpu,
      String memory,
      boolean exact,
      Said.Step<GpuWorkload> habit) {
    GpuWorkload workload = GpuWorkload.pod("p", "r/i:v1").gpu(count, gpu);
    String java = "GpuWorkload.pod(\"p\", \"r/i:v1\").gpu(%d, \"%s\")".formatted(count, gpu);
    if (!cpu.isEmpty()) {
      workload = workload.requests(cpu, memory);
      java += ".requests(\"%s\", \"%s\")".formatted(cpu, memory);
    }
    if (exact) {
      workload = workload.exactGpus();
      java += ".exactGpus()";
    }
    if (target.equals("ack/cgpu")) {
      boolean computes = exact && count == 1;
      workload = computes ? workload.share("8Gi", 60) : workload.share("4Gi");
      java += computes ? ".share(\"8Gi\", 60)" : ".share(\"4Gi\")";
    }
    Target place = GPUS.in(target);
    String options = "";
    if (target.equals("tke/qgpu")) {
      place = place.with("node-gpus", "8");
      // Of several cards no pod has shares, and one that asks for all of them has them whole.
      if (count == 1 && !exact) {
        place = place.with("qgpu-app-class", "offline").with("qgpu-policy", "fs");
        options = ".with(\"qgpu-app-class\", \"offline\").with(\"qgpu-policy\", \"fs\")";
      }
      if (count == 1) {
        workload = workload.share("5Gi", 30);
        java += ".share(\"5Gi\", 30)";
      }
    }
    workload = habit.change().apply(workload);
    java += habit.java();
    try {
      workload.on(place);
    } catch (NoMatchException | UnknownNameException e) {
      return Optional.empty();
    }
    return Optional.of(
        new Built(
            java + ".on(gpus.in(\"%s\")%s)".formatted(target, options),
            workload,
            place,
            cpu.isEmpty() && habit.java().isEmpty(),
            habit.java().startsWith(".toleration")));
  }
}
