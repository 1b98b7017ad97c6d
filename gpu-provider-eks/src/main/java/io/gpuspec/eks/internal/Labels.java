package io.gpuspec.eks.internal;

/** The labels of a node that the GPU of a pod is chosen by. */
final class Labels {
  private static final String AWS = "karpenter.k8s.aws/";

  static final String INSTANCE_TYPE = "node.kubernetes.io/instance-type";
  static final String ARCH = "kubernetes.io/arch";
  static final String OS = "kubernetes.io/os";
  static final String CAPACITY_TYPE = "karpenter.sh/capacity-type";

  static final String CATEGORY = AWS + "instance-category";
  static final String FAMILY = AWS + "instance-family";
  static final String GENERATION = AWS + "instance-generation";
  static final String SIZE = AWS + "instance-size";
  static final String CPU = AWS + "instance-cpu";
  static final String MEMORY = AWS + "instance-memory";
  static final String GPU_NAME = AWS + "instance-gpu-name";
  static final String GPU_MANUFACTURER = AWS + "instance-gpu-manufacturer";
  static final String GPU_COUNT = AWS + "instance-gpu-count";
  static final String GPU_MEMORY = AWS + "instance-gpu-memory";

  /** A label of the cluster's own, which the guide's NodePool puts on its nodes. */
  static final String NODE_TYPE = "node-type";

  /** The name of a node's managed node group. */
  static final String NODE_GROUP = "eks.amazonaws.com/nodegroup";

  /** How a node of a managed node group is bought. */
  static final String GROUP_CAPACITY_TYPE = "eks.amazonaws.com/capacityType";

  private Labels() {}
}
