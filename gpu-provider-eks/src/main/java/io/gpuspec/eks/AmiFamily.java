package io.gpuspec.eks;

/**
 * The AMI family of an EC2NodeClass, which decides from which number of pods a node's reserved
 * memory follows.
 */
public enum AmiFamily {
  /** Amazon Linux 2023: the limit of the network interfaces, whatever {@code maxPods} says. */
  AL2023,
  /** Amazon Linux 2: as {@link #AL2023}. EKS has no AMI of it for Kubernetes 1.33 and newer. */
  AL2,
  /** Bottlerocket: by {@code maxPods} where that is set. */
  BOTTLEROCKET,
  /** Your own AMI with your own user data: as {@link #AL2023}. */
  CUSTOM
}
