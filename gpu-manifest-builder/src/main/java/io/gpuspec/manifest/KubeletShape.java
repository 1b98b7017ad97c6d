package io.gpuspec.manifest;

import com.google.common.collect.ImmutableMap;
import io.gpuspec.manifest.platform.CpuOption;
import io.gpuspec.manifest.platform.KubeletSettings;
import io.gpuspec.manifest.platform.TopologyPolicy;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** What {@link KubeletSettings} look like in a file: with the kubelet's own names. */
final class KubeletShape {
  static final String KIND = "KubeletSettings";

  private static final int FEWEST_MOST_NUMA_NODES = 8;

  /** The kubelet takes texts there, and people forget the quotes. */
  private static final IntentShape SWITCH =
      IntentShape.either(IntentShape.word("true", "false"), new IntentShape.Truth());

  private static final IntentShape RESERVED = new IntentShape.Entries(new IntentShape.Amount());

  private static final IntentShape.Fields TOPOLOGY_OPTIONS =
      WorkloadShape.fields(
          "topologyManagerPolicyOptions",
          Set.of(),
          Map.of(
              "prefer-closest-numa-nodes",
              SWITCH,
              "max-allowable-numa-nodes",
              IntentShape.from(FEWEST_MOST_NUMA_NODES)));

  private static final IntentShape.Fields CPU_OPTIONS =
      WorkloadShape.fields(
          "cpuManagerPolicyOptions",
          Set.of(),
          Arrays.stream(CpuOption.values())
              .collect(Collectors.toMap(CpuOption::toString, option -> SWITCH)));

  static final IntentShape.Fields DOCUMENT =
      WorkloadShape.document(
          KIND,
          QueueShape.METADATA,
          WorkloadShape.fields(
              "kubeletSettings",
              Set.of("topologyManagerPolicy"),
              ImmutableMap.<String, IntentShape>builder()
                  .put(
                      "topologyManagerPolicy", IntentShape.word((Object[]) TopologyPolicy.values()))
                  .put("topologyManagerScope", IntentShape.word("container", "pod"))
                  .put("topologyManagerPolicyOptions", TOPOLOGY_OPTIONS)
                  .put("cpuManagerPolicy", IntentShape.word("none", "static"))
                  .put("cpuManagerPolicyOptions", CPU_OPTIONS)
                  .put("reservedSystemCPUs", IntentShape.text())
                  .put("systemReserved", RESERVED)
                  .put("kubeReserved", RESERVED)
                  .buildOrThrow()));

  private KubeletShape() {}
}
