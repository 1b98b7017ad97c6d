package io.gpuspec.eks;

import io.gpuspec.eks.internal.rules.Documents;
import io.gpuspec.eks.internal.rules.KarpenterRules;
import io.gpuspec.value.Citation;
import io.gpuspec.value.MemorySize;
import java.util.Optional;

/**
 * The disk of a node for images and pods.
 *
 * @param size where it is stated
 * @param images else what images take together, unpacked
 * @param workspace and what pods write
 */
record NodeDisk(Optional<MemorySize> size, MemorySize images, MemorySize workspace) {
  /** The maximum that TKE's formula for the disk of an image cache adds for it. */
  static final MemorySize WORKSPACE = MemorySize.ofGibibytes(50);

  private static final MemorySize GREATEST = MemorySize.ofGibibytes(16_384);

  /** Above this the kubelet deletes images: {@code imageGCHighThresholdPercent}. */
  private static final int FULL_PERCENT = 85;

  /** Returns a disk of a stated size. */
  static NodeDisk of(MemorySize size) {
    KarpenterRules.required("disk", size, "a size such as 100Gi");
    if (!size.isWholeGibibytes() || isOutOfRange(size)) {
      throw KarpenterRules.refused(
          "disk: '%s' is not a size of a gp3 volume; write whole GiB from 1Gi to 16Ti", size);
    }
    return new NodeDisk(Optional.of(size), MemorySize.ZERO, MemorySize.ZERO);
  }

  /** Returns a disk that is sized for images. */
  static NodeDisk forImages(MemorySize images, MemorySize workspace) {
    return new NodeDisk(
        Optional.empty(),
        amount("images", images, "the size of all together"),
        amount("workspace", workspace, "what pods write"));
  }

  /** The total of images, as the option says it. */
  static MemorySize images(String text) {
    return amount("images", MemorySize.parse(text), "the size of all together");
  }

  private static MemorySize amount(String what, MemorySize size, String meaning) {
    KarpenterRules.required(what, size, meaning + ", such as 40Gi");
    if (isOutOfRange(size)) {
      throw KarpenterRules.refused(
          "%s: '%s' is not from 1Gi to 16Ti; give %s, such as 40Gi", what, size, meaning);
    }
    return size;
  }

  private static boolean isOutOfRange(MemorySize size) {
    return size.compareTo(MemorySize.ofGibibytes(1)) < 0 || size.compareTo(GREATEST) > 0;
  }

  /** Returns the size in GiB, for nodes with this AMI. */
  long gibibytes(NodeAmi ami) {
    MemorySize disk = size.orElseGet(() -> reckoned(ami));
    if (disk.compareTo(GREATEST) > 0) {
      throw KarpenterRules.refused(
          "images: '%s' need a disk of %s, and a gp3 volume has 16Ti at most; keep models in a"
              + " volume of their own, not in images",
          images, disk);
    }
    Optional<MemorySize> least = ami.size().filter(of -> disk.compareTo(of) < 0);
    if (least.isPresent()) {
      throw KarpenterRules.refused(
          "disk: '%s' is smaller than the AMI %s, from which EC2 makes no disk below %s; give %s"
              + " and what the images take, or diskForImages",
          disk, ami, least.get(), least.get());
    }
    return disk.toBytes() >> 30;
  }

  private MemorySize reckoned(NodeAmi ami) {
    long used =
        ami.onTheDiskOfImages().toBytes() + ceiling(images.toBytes() * 3, 2) + workspace.toBytes();
    return MemorySize.ofGibibytes(ceiling(ceiling(used * 100, FULL_PERCENT), 1L << 30));
  }

  private static long ceiling(long dividend, long divisor) {
    return (dividend + divisor - 1) / divisor;
  }

  String reason(NodeAmi ami) {
    return size.isPresent()
        ? "the disk for images and pods; Karpenter's 20Gi hold hardly one CUDA image"
        : "the disk for %s of images: %s of the AMI, half as much again as the images, which are pulled before they are unpacked, and %s for what pods write, all within the %s %% above which the kubelet deletes images"
            .formatted(images, ami.onTheDiskOfImages(), workspace, FULL_PERCENT);
  }

  Citation citation() {
    return size.isPresent() ? Documents.AMIS : Documents.IMAGE_DISK;
  }

  /** Returns text such as {@code 100Gi}, or {@code a disk for 40Gi of images}. */
  @Override
  public String toString() {
    return size.map(MemorySize::toString).orElseGet(() -> "a disk for " + images + " of images");
  }
}
