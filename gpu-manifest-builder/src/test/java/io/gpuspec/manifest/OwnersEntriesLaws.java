package io.gpuspec.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.Gpus;
import io.gpuspec.Match;
import io.gpuspec.manifest.read.WorkloadFile;
import io.gpuspec.value.GpuSpecException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.statistics.Statistics;
import net.jqwik.api.statistics.StatisticsReport;

/** Whatever owners select of nodes: what is built lands where its match says, on every target. */
class OwnersEntriesLaws {
  private static final Gpus GPUS = Gpus.load();

  /** What some node of some target has, and some GPU not. */
  private static final Map<String, List<String>> LABELS =
      Map.of(
          "kubernetes.io/arch", List.of("amd64", "arm64"),
          "node.kubernetes.io/instance-type",
              List.of("g5.xlarge", "g4dn.xlarge", "g5.4xlarge", "ecs.gn6i-c4g1.xlarge"),
          "karpenter.k8s.aws/instance-family", List.of("g5", "g6", "g4dn"),
          "karpenter.k8s.aws/instance-generation", List.of("4", "5"),
          "karpenter.k8s.aws/instance-gpu-name", List.of("a10g", "t4"),
          "karpenter.sh/capacity-type", List.of("spot", "on-demand", "reserved"),
          "eks.amazonaws.com/capacityType", List.of("SPOT", "ON_DEMAND"),
          "aliyun.accelerator/nvidia_name", List.of("Tesla-T4", "Tesla-V100-SXM2-16GB"),
          "zone", List.of("a"));

  /** What an owner requires of nodes, as a selector or as an affinity. */
  record Selected(String label, String value, boolean isAffinity) {
    GpuWorkload on(GpuWorkload workload) {
      return isAffinity ? workload.nodeAffinity(label, value) : workload.nodeSelector(label, value);
    }
  }

  @Property
  @StatisticsReport(StatisticsReport.StatisticsReportMode.OFF)
  void whatIsBuiltIsReadBackAsItsMatchSays(
      @ForAll("targets") String target,
      @ForAll("gpus") String gpu,
      @ForAll("selections") List<Selected> selections) {
    GpuWorkload workload = GpuWorkload.job("w", "r/i:v1").gpu(gpu).requests("3", "8Gi");
    for (Selected selected : selections) {
      workload = selected.on(workload);
    }
    Optional<Manifests> built = built(workload, target);
    Statistics.label("built")
        .collect(built.isPresent())
        .coverage(
            lands -> {
              lands.check(true).percentage(percent -> percent > 10);
              lands.check(false).percentage(percent -> percent > 10);
            });
    if (built.isEmpty()) {
      return;
    }

    Match.Found read =
        WorkloadFile.parse("built", built.get().yaml().toString())
            .workloads()
            .get(0)
            .match(GPUS.in(target))
            .orElseThrow()
            .orThrow();

    assertThat(read.shape()).isEqualTo(built.get().match().shape());
    assertThat(read.request().capacityType())
        .isEqualTo(built.get().match().request().capacityType());
  }

  /** Nothing where the owner's part is refused, or the target has no such GPU. */
  private static Optional<Manifests> built(GpuWorkload workload, String target) {
    try {
      return Optional.of(workload.on(GPUS.in(target)));
    } catch (GpuSpecException refused) {
      return Optional.empty();
    }
  }

  @Provide
  Arbitrary<String> targets() {
    return Arbitraries.of("tke", "eks", "eks/nodegroup", "ack", "ack/eci");
  }

  @Provide
  Arbitrary<String> gpus() {
    return Arbitraries.of("T4", "A10G", "A10", "V100-16G");
  }

  @Provide
  Arbitrary<List<Selected>> selections() {
    return Arbitraries.of(LABELS.keySet())
        .flatMap(
            label ->
                Arbitraries.of(LABELS.get(label))
                    .flatMap(
                        value ->
                            Arbitraries.of(true, false)
                                .map(affinity -> new Selected(label, value, affinity))))
        .list()
        .ofMaxSize(2);
  }
}
