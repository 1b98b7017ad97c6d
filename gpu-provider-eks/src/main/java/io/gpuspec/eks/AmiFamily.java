package io.gpuspec.eks;

/** The AMI family of an EC2NodeClass; it decides by which number of pods a node reserves memory. */
public enum AmiFamily {
  /** Amazon Linux 2023: by the limit of the network interfaces, whatever {@code maxPods} says. */
  AL2023,
  /** Amazon Linux 2: as {@link #AL2023}. EKS has no AMI of it for Kubernetes 1.33 and newer. */
  AL2,
  /** Bottlerocket: by {@code maxPods} where that is set. */
  BOTTLEROCKET,
  /** An AMI of your own, with user data of its own: as {@link #AL2023}. */
  CUSTOM
}
