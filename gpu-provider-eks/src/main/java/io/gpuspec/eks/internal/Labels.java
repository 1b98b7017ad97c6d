package io.gpuspec.eks.internal;

import java.util.regex.Pattern;

/** The labels of a node that the GPU of a pod is chosen by. */
final class Labels {
  /** Karpenter's domain for what is AWS's. */
  static final String OF_KARPENTER_AWS = "karpenter.k8s.aws/";

  /** The domain of what EKS writes on its nodes. */
  static final String OF_EKS = "eks.amazonaws.com/";

  static final String INSTANCE_TYPE = "node.kubernetes.io/instance-type";
  static final String ARCH = "kubernetes.io/arch";
  static final String OS = "kubernetes.io/os";
  static final String CAPACITY_TYPE = "karpenter.sh/capacity-type";

  static final String CATEGORY = OF_KARPENTER_AWS + "instance-category";
  static final String FAMILY = OF_KARPENTER_AWS + "instance-family";
  static final String GENERATION = OF_KARPENTER_AWS + "instance-generation";
  static final String SIZE = OF_KARPENTER_AWS + "instance-size";
  static final String CPU = OF_KARPENTER_AWS + "instance-cpu";
  static final String MEMORY = OF_KARPENTER_AWS + "instance-memory";
  static final String GPU_NAME = OF_KARPENTER_AWS + "instance-gpu-name";
  static final String GPU_MANUFACTURER = OF_KARPENTER_AWS + "instance-gpu-manufacturer";
  static final String GPU_COUNT = OF_KARPENTER_AWS + "instance-gpu-count";
  static final String GPU_MEMORY = OF_KARPENTER_AWS + "instance-gpu-memory";

  static final String HYPERVISOR = OF_KARPENTER_AWS + "instance-hypervisor";
  static final String ENCRYPTION = OF_KARPENTER_AWS + "instance-encryption-in-transit-supported";
  static final String LOCAL_NVME = OF_KARPENTER_AWS + "instance-local-nvme";
  static final String EBS_BANDWIDTH = OF_KARPENTER_AWS + "instance-ebs-bandwidth";
  static final String NETWORK_BANDWIDTH = OF_KARPENTER_AWS + "instance-network-bandwidth";
  static final String CPU_MANUFACTURER = OF_KARPENTER_AWS + "instance-cpu-manufacturer";
  static final String CPU_CLOCK = OF_KARPENTER_AWS + "instance-cpu-sustained-clock-speed-mhz";
  static final String FLEX = OF_KARPENTER_AWS + "instance-capability-flex";

  /** A label of the cluster's own, which the guide's NodePool puts on its nodes. */
  static final String NODE_TYPE = "node-type";

  /** By this NVIDIA's DaemonSets find nodes with GPUs, where no Node Feature Discovery runs. */
  static final String GPU_PRESENT = "nvidia.com/gpu.present";

  /** The name of a node's managed node group. */
  static final String NODE_GROUP = "eks.amazonaws.com/nodegroup";

  /** How a node of a managed node group is bought. */
  static final String GROUP_CAPACITY_TYPE = "eks.amazonaws.com/capacityType";

  private static final Pattern REGION = Pattern.compile("[a-z]{2}(-[a-z]+)+-[0-9]+");

  /** In a region, or a local zone of one. */
  private static final Pattern ZONE =
      Pattern.compile("[a-z]{2}(-[a-z]+)+-[0-9]+(-[a-z]+-[0-9]+)?[a-z]");

  private Labels() {}

  /** Whether a label can have a value; of regions and zones AWS's form is known. */
  static boolean isPossible(String key, String value) {
    return switch (key) {
      case "topology.kubernetes.io/region" -> REGION.matcher(value).matches();
      case "topology.kubernetes.io/zone" -> ZONE.matcher(value).matches();
      default -> true;
    };
  }
}
