package io.gpuspec.tke;

import io.gpuspec.tke.internal.rules.Documents;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.MemorySize;

/**
 * The rule for the size of a disk made from an image cache, in GB (10^9 bytes), for images of a
 * total size.
 *
 * <pre>{@code
 * ImageCacheDisk.TIER.gigabytes(MemorySize.parse("6G"));       // 200
 * ImageCacheDisk.FORMULA.gigabytes(MemorySize.parse("6G"));    // 59
 * }</pre>
 *
 * <p>Source: TKE best practice, GPU pods on super nodes, 2026-01-07. The text gives both rules, and
 * an example that follows neither (150 for 5 GB).
 */
public enum ImageCacheDisk {
  /** Below 2 GB of images 50, from 2 to below 5 GB 100, from 5 to 10 GB 200, above 10 GB 300. */
  TIER {
    @Override
    int gigabytes(long bytes) {
      if (bytes < 2 * GIGABYTE) {
        return 50;
      }
      if (bytes < 5 * GIGABYTE) {
        return 100;
      }
      return bytes <= 10 * GIGABYTE ? 200 : 300;
    }
  },
  /** Half as much again as the images, and the most workspace that the text names, 50 GB. */
  FORMULA {
    @Override
    int gigabytes(long bytes) {
      return formula(bytes, MOST_WORKSPACE);
    }
  };

  private static final long GIGABYTE = 1_000_000_000L;
  private static final long LARGEST = 100_000 * GIGABYTE;
  private static final int LEAST_WORKSPACE = 20;
  private static final int MOST_WORKSPACE = 50;

  /**
   * The disk's size in GB by this rule.
   *
   * @param images the images' total size
   * @throws InvalidValueException if that is not above zero, or above 100 TB
   */
  public int gigabytes(MemorySize images) {
    return gigabytes(bytes(images));
  }

  /**
   * The disk's size in GB by the formula with another workspace; rounded up.
   *
   * @param images the images' total size
   * @param workspace the workspace in GB, 20 to 50
   * @throws InvalidValueException if either is out of range
   */
  public static int byFormula(MemorySize images, int workspace) {
    if (workspace < LEAST_WORKSPACE || workspace > MOST_WORKSPACE) {
      throw new InvalidValueException(
              "image-cache.out-of-range",
              "workspace: '" + workspace + "' GB is out of range; give 20 to 50")
          .see(Documents.PAGE);
    }
    return formula(bytes(images), workspace);
  }

  abstract int gigabytes(long bytes);

  private static int formula(long bytes, int workspace) {
    return Math.toIntExact((bytes * 3 + 2 * GIGABYTE - 1) / (2 * GIGABYTE)) + workspace;
  }

  private static long bytes(MemorySize images) {
    if (images == null || images.toBytes() <= 0 || images.toBytes() > LARGEST) {
      throw new InvalidValueException(
              "image-cache.out-of-range",
              "images: '"
                  + images
                  + "' is not a total size of images; give more than 0 and at most 100T")
          .see(Documents.PAGE);
    }
    return images.toBytes();
  }
}
