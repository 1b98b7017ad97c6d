package io.gpuspec.judges;

import static io.gpuspec.judges.Refusal.accepted;
import static io.gpuspec.judges.Refusal.rejected;

import io.gpuspec.Gpus;
import io.gpuspec.Target;
import io.gpuspec.manifest.gang.KueueQueue;
import io.gpuspec.manifest.gang.VolcanoQueue;
import io.gpuspec.manifest.platform.GpuPriorityClass;
import io.gpuspec.manifest.platform.GpuQuota;
import io.gpuspec.manifest.platform.GpuTeam;
import java.util.List;

/**
 * Each class of input that quotas, priorities and teams refuse. What only a controller's webhook
 * refuses, of which there is none here, the server takes.
 */
final class TenancyRefusals {
  private static final Target EKS = Gpus.load().in("eks");

  private static final String QUOTA =
      """
      apiVersion: v1
      kind: ResourceQuota
      metadata:
        name: gpu-quota
      spec:
        hard:
          %s: "%s"
      """;
  private static final String PRIORITY =
      """
      apiVersion: scheduling.k8s.io/v1
      kind: PriorityClass
      metadata:
        name: %s
      value: %d
      """;
  private static final String NAMESPACE =
      """
      apiVersion: v1
      kind: Namespace
      metadata:
        name: %s
      """;
  private static final String CLUSTER_QUEUE =
      """
      apiVersion: kueue.x-k8s.io/v1beta2
      kind: ClusterQueue
      metadata:
        name: gpu
      spec:
      %s
        resourceGroups:
        - coveredResources: [nvidia.com/gpu]
          flavors:
          - name: g5.xlarge
            resources:
            - {name: nvidia.com/gpu, nominalQuota: 4, %s}
      """;
  private static final String QUEUE =
      """
      apiVersion: scheduling.volcano.sh/v1beta1
      kind: Queue
      metadata:
        name: team-a
      spec:
        capability: {nvidia.com/gpu: "4"}
        deserved: {nvidia.com/gpu: "8"}
      """;

  private TenancyRefusals() {}

  static List<Refusal> all() {
    return List.of(
        accepted(
            "a quota of limits of GPUs",
            QUOTA.formatted("limits.nvidia.com/gpu", "32"),
            () -> GpuQuota.of("gpu-quota").hard("limits.nvidia.com/gpu", "32"),
            "counts nothing"),
        accepted(
            "a quota of GPUs by their bare name",
            QUOTA.formatted("nvidia.com/gpu", "32"),
            () -> GpuQuota.of("gpu-quota").hard("nvidia.com/gpu", "32"),
            "write requests.nvidia.com/gpu"),
        accepted(
            "a quota of half a GPU",
            QUOTA.formatted("requests.nvidia.com/gpu", "500m"),
            () -> GpuQuota.of("gpu-quota").hard("requests.nvidia.com/gpu", "500m"),
            "'500m' is not a whole number"),
        rejected(
            "a quota of what no pod has",
            QUOTA.formatted("request.cpu", "8"),
            "must be a standard resource for quota",
            () -> GpuQuota.of("gpu-quota").hard("request.cpu", "8"),
            "did you mean requests.cpu?"),
        rejected(
            "a priority class of the system's name",
            PRIORITY.formatted("system-gpu", 1),
            "reserved for system use only",
            () -> GpuPriorityClass.of("system-gpu", 1),
            "begins with system-"),
        rejected(
            "a priority above those of users",
            PRIORITY.formatted("gpu", 1_000_000_001),
            "maximum allowed value of a user defined priority is 1000000000",
            () -> GpuPriorityClass.of("gpu", 1_000_000_001),
            "'1000000001' is above 1000000000"),
        rejected(
            "a team whose name is no namespace",
            NAMESPACE.formatted("Team"),
            "metadata.name: Invalid value",
            () -> GpuTeam.of("Team", 1),
            "team: 'Team' is not a DNS label"),
        rejected(
            "a queue of Kueue that borrows of nobody",
            CLUSTER_QUEUE.formatted("  queueingStrategy: BestEffortFIFO", "borrowingLimit: 2"),
            "borrowingLimit must be nil when cohort is empty",
            () -> KueueQueue.of("gpu").quota(EKS, "g5.xlarge", 4).borrows(2).objects(),
            "is in no cohort"),
        accepted(
            "a queue of Kueue that lends more than it has",
            CLUSTER_QUEUE.formatted("  cohortName: all", "lendingLimit: 8"),
            () -> KueueQueue.of("gpu").cohort("all").quota(EKS, "g5.xlarge", 4).lends(8).objects(),
            "lends: '8' is more than the 4"),
        rejected(
            "a queue of Volcano of which more is its own than it may have",
            QUEUE,
            "must be <= capability",
            () ->
                VolcanoQueue.of("team-a")
                    .capability("nvidia.com/gpu", 4)
                    .deserved("nvidia.com/gpu", 8)
                    .objects(),
            "'8' is more than the capability of 4"));
  }
}
