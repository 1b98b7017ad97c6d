package io.gpuspec.eks;

import io.gpuspec.value.MemorySize;
import java.util.Locale;
import java.util.Optional;

/**
 * The image that nodes start from.
 *
 * @param family whose user data it understands
 * @param version of the EKS-optimized AMI; empty for one of your own
 */
record NodeAmi(AmiFamily family, Optional<String> version) {
  /** The size with which {@code templates/al2023} of the Amazon EKS AMI builds it. */
  private static final MemorySize AL2023 = MemorySize.ofGibibytes(20);

  /** Returns the minimum size of a disk for it in EC2; empty if it is unknown. */
  Optional<MemorySize> size() {
    return version.isPresent() && family == AmiFamily.AL2023
        ? Optional.of(AL2023)
        : Optional.empty();
  }

  /**
   * Returns the disk space used by the AMI itself. A custom AMI is assumed to use the same amount.
   */
  MemorySize onTheDiskOfImages() {
    return isBottlerocket() ? MemorySize.ZERO : AL2023;
  }

  /** Bottlerocket keeps images and pods on a second disk. */
  String deviceOfImages() {
    return isBottlerocket() ? "/dev/xvdb" : "/dev/xvda";
  }

  private boolean isBottlerocket() {
    return family == AmiFamily.BOTTLEROCKET;
  }

  /** Returns text such as {@code al2023@latest}, or {@code AL2023 of your own}. */
  @Override
  public String toString() {
    return version
        .map(each -> family.name().toLowerCase(Locale.ROOT) + "@" + each)
        .orElse(family + " of your own");
  }
}
