package io.gpuspec.eks.internal;

import io.gpuspec.Citation;
import io.gpuspec.Citation.Status;

/** The documents that the rules of EKS with Karpenter come from. */
public final class Documents {
  /** The labels of a node, and what pods can use of it, instance type by instance type. */
  public static final Citation INSTANCE_TYPES =
      new Citation(
          "Karpenter for AWS v1.14, reference, instance types", "2026-07", Status.DOCUMENTED);

  /** How Karpenter computes what pods can use of a node. */
  public static final Citation ALLOCATABLE =
      new Citation(
          "Karpenter for AWS, pkg/providers/instancetype/types.go at 538ac5f53; v1.14 publishes its figures",
          "2026-07",
          Status.DOCUMENTED);

  /** What a NodePool says, and which nodes are taken away. */
  public static final Citation NODE_POOLS =
      new Citation(
          "Karpenter v1.14.1, NodePool (pkg/apis/v1/nodepool.go)", "2026-07", Status.DOCUMENTED);

  /** What an EC2NodeClass says. */
  public static final Citation NODE_CLASSES =
      new Citation(
          "Karpenter for AWS v1.14.1, EC2NodeClass (pkg/apis/v1/ec2nodeclass.go)",
          "2026-07",
          Status.DOCUMENTED);

  /** Which AMI an alias stands for, and its disk. */
  static final Citation AMIS =
      new Citation(
          "Karpenter for AWS v1.14.1, AMI families (pkg/providers/amifamily)",
          "2026-07",
          Status.DOCUMENTED);

  /** What AMIs of Amazon Linux 2 there are: none for Kubernetes 1.33 and newer. */
  static final Citation AL2 =
      new Citation(
          "Amazon EKS AMI, README: no more EKS-optimized AL2 AMIs, and AL2023 and Bottlerocket for Kubernetes 1.33 and newer",
          "2025-11-26",
          Status.DOCUMENTED);

  /** How large a disk for images is: the kubelet's limit, and what TKE has for its image caches. */
  static final Citation IMAGE_DISK =
      new Citation(
          "Kubernetes, KubeletConfiguration, imageGCHighThresholdPercent; TKE best practice, GPU pods on super nodes, images x 1.5 and a workspace of 50 GB; Amazon EKS AMI, templates/al2023, a disk of 20 GiB",
          "2026-01-07",
          Status.SEED_ONLY);

  /** What a NodePool's limits are compared with. */
  public static final Citation LIMITS =
      new Citation(
          "Karpenter for AWS v1.14.1, computeCapacity (pkg/providers/instancetype/types.go)",
          "2026-07",
          Status.DOCUMENTED);

  /** The role and the discovery tags of a cluster. */
  public static final Citation GETTING_STARTED =
      new Citation(
          "Karpenter for AWS v1.14, getting started with Karpenter", "2026-07", Status.DOCUMENTED);

  /** Resources that Karpenter does not know of. */
  static final Citation OVERLAYS =
      new Citation(
          "Karpenter for AWS, node overlays, the example of g6f (pull request 9395)",
          "2026-07-13",
          Status.DOCUMENTED);

  /** What the AMIs keep for the kubelet and against eviction. */
  static final Citation NODEADM =
      new Citation(
          "Amazon EKS AMI for AL2023, nodeadm/internal/kubelet/config.go at e48b98ad6",
          "2025",
          Status.DOCUMENTED);

  /** The labels of nodes of EKS Auto Mode. */
  static final Citation AUTO_MODE =
      new Citation(
          "Amazon EKS User Guide, create a node pool for EKS Auto Mode, supported labels",
          "2026",
          Status.DOCUMENTED);

  /** Which of the instance types that will do is launched. */
  static final Citation LAUNCHES =
      new Citation(
          "Karpenter for AWS v1.14.1, pkg/providers/instance/instance.go: types in the order of their prices, CreateFleet with lowest-price",
          "2026-07",
          Status.DOCUMENTED);

  /** On which nodes NVIDIA's device plugin runs. */
  static final Citation DEVICE_PLUGIN =
      new Citation(
          "NVIDIA k8s-device-plugin 0.19.3, Helm chart, values.yaml, affinity",
          "2026",
          Status.DOCUMENTED);

  /** The labels of nodes of a managed node group. */
  public static final Citation NODE_GROUPS =
      new Citation("Amazon EKS User Guide, managed node groups", "2026", Status.DOCUMENTED);

  /** How the requests of a pod's containers add up. */
  static final Citation POD_REQUESTS =
      new Citation(
          "Kubernetes, sidecar containers, resource sharing within containers",
          "2026",
          Status.DOCUMENTED);

  /**
   * The taint and the label of GPU nodes in a cluster set up by that guide. It bears no date; this
   * is that of the device plugin that it installs.
   */
  static final Citation GUIDE =
      new Citation("EKS GPU deployment guide (EKS GPU 支持部署指南)", "2024-08", Status.SEED_ONLY);

  private Documents() {}
}
