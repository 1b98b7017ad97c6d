package io.gpuspec.judges;

import io.gpuspec.Gpus;
import io.gpuspec.NoMatchException;
import io.gpuspec.Target;
import io.gpuspec.manifest.GpuWorkload;
import io.gpuspec.spi.NodeRequirement;
import io.gpuspec.spi.NodeTerm;
import io.gpuspec.spi.PodView;
import io.gpuspec.spi.PodView.Role;
import io.gpuspec.spi.Toleration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
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
      List.of("gpu", "amd64", "g5.xlarge", "4", "2", "08", "-1", "", "a");

  private static final Gpus GPUS = Gpus.load();

  private Pods() {}

  /** A workload on a cloud, with the Java that builds it. */
  record Built(String java, GpuWorkload workload, Target target) {
    @Override
    public String toString() {
      return java;
    }
  }

  /** Some amount of one resource; the same few for pods and for nodes, so that they often meet. */
  static Arbitrary<Map<String, String>> amounts() {
    return Arbitraries.frequencyOf(
        Tuple.of(3, Arbitraries.of("0", "1", "3920m", "4", "7910m", "8").map(a -> Map.of("cpu", a))),
        Tuple.of(
            3,
            Arbitraries.of("0", "8Gi", "14162Mi", "14850000000", "26Gi", "64Gi")
                .map(a -> Map.of("memory", a))),
        Tuple.of(
            4, Arbitraries.of("0", "1", "2", "4", "8").map(a -> Map.of("nvidia.com/gpu", a))),
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
        Tuple.of(
            1, Arbitraries.of("1Gi", "100Gi").map(a -> Map.of("ephemeral-storage", a))));
  }

  static Arbitrary<PodView> written() {
    return steps().list().ofMaxSize(5).map(Pods::pod);
  }

  private static PodView pod(List<UnaryOperator<PodView>> steps) {
    PodView pod = PodView.empty().container("main", Map.of(), Map.of());
    for (UnaryOperator<PodView> step : steps) {
      pod = step.apply(pod);
    }
    return pod;
  }

  private static Arbitrary<UnaryOperator<PodView>> steps() {
    return Arbitraries.frequencyOf(
        Tuple.of(5, containers()),
        Tuple.of(3, tolerations()),
        Tuple.of(1, selectors()),
        Tuple.of(2, terms()));
  }

  private static Arbitrary<UnaryOperator<PodView>> containers() {
    return Combinators.combine(Arbitraries.of(Role.values()), amounts(), Arbitraries.of(true, false))
        .as(
            (role, amount, stated) ->
                pod ->
                    pod.container(
                        new PodView.Container(
                            "c" + pod.containers().size(),
                            role,
                            stated ? amount : Map.of(),
                            amount)));
  }

  private static Arbitrary<UnaryOperator<PodView>> tolerations() {
    return Combinators.combine(
            Arbitraries.of("nvidia.com/gpu", "serverless", "eks.tke.cloud.tencent.com/eklet", ""),
            Arbitraries.of("Exists", "Equal", ""),
            Arbitraries.of("", "true", "team"),
            Arbitraries.of("", "NoSchedule", "PreferNoSchedule", "NoExecute"))
        .filter(
            // What the API server takes: Exists has no value, and only it may leave the key out.
            (key, operator, value, effect) ->
                operator.equals("Exists") ? value.isEmpty() : !key.isEmpty())
        .as((key, operator, value, effect) -> pod ->
            pod.toleration(new Toleration(key, operator, value, effect)));
  }

  private static Arbitrary<UnaryOperator<PodView>> selectors() {
    return Combinators.combine(Arbitraries.of(LABELS), Arbitraries.of(LABEL_VALUES))
        .as((key, value) -> pod -> pod.nodeSelector(key, value));
  }

  private static Arbitrary<UnaryOperator<PodView>> terms() {
    return requirements().list().ofMaxSize(2).map(all -> pod -> pod.nodeTerm(new NodeTerm(all)));
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
        Combinators.combine(keys, Arbitraries.of("Gt", "Lt"), Arbitraries.of("1", "3", "08", "-2"))
            .as((key, operator, value) -> new NodeRequirement(key, operator, List.of(value))));
  }

  /** Nothing where no shape of the target holds what is asked. */
  static Arbitrary<Optional<Built>> built() {
    return Combinators.combine(
            Arbitraries.of("tke", "eks", "ack", "ack/eci"),
            Arbitraries.of("T4", "V100", "A10", "A10G", "A100"),
            Arbitraries.of(1, 1, 1, 2, 4, 8),
            Arbitraries.of("", "1", "3920m", "4", "8"),
            Arbitraries.of("8Gi", "14162Mi", "26Gi", "64Gi"),
            Arbitraries.of(true, false))
        .as(Pods::built);
  }

  private static Optional<Built> built(
      String target, String gpu, int count, String cpu, String memory, boolean exact) {
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
    Target place = GPUS.in(target);
    try {
      workload.on(place);
    } catch (NoMatchException | io.gpuspec.UnknownNameException e) {
      return Optional.empty();
    }
    return Optional.of(
        new Built(java + ".on(gpus.in(\"%s\"))".formatted(target), workload, place));
  }
}
