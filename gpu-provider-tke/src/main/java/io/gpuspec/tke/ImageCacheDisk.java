package io.gpuspec.tke;

import io.gpuspec.InvalidValueException;
import io.gpuspec.MemorySize;
import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * How large a disk made from an image cache must be, in GB (10^9 bytes), for images of a total
 * size.
 *
 * <pre>{@code
 * ImageCacheDisk.byTier("6G")            // 200
 * ImageCacheDisk.byFormula("6G", 50)     // 59
 * }</pre>
 *
 * <p>Source: TKE best practice, GPU pods on super nodes, 2026-01-07. The text gives both rules and
 * an example that follows neither (150 for 5 GB); the table of tiers is the one to use.
 */
public final class ImageCacheDisk {
  private static final BigDecimal GIGABYTE = BigDecimal.valueOf(1_000_000_000L);
  private static final BigDecimal HEADROOM = new BigDecimal("1.5");

  private ImageCacheDisk() {}

  /**
   * The tier of the images' total size: below 2 GB 50, from 2 to below 5 GB 100, from 5 to 10 GB
   * 200, above 10 GB 300.
   *
   * @param images the images' total size, as a quantity: {@code 6G}, {@code 6500M}
   * @throws InvalidValueException if it is no quantity, or not above zero
   */
  public static int byTier(String images) {
    BigDecimal gigabytes = gigabytes(images);
    if (gigabytes.compareTo(BigDecimal.valueOf(2)) < 0) {
      return 50;
    }
    if (gigabytes.compareTo(BigDecimal.valueOf(5)) < 0) {
      return 100;
    }
    return gigabytes.compareTo(BigDecimal.TEN) <= 0 ? 200 : 300;
  }

  /**
   * Half as much again as the images, and a workspace; rounded up to the GB.
   *
   * @param images the images' total size, as a quantity: {@code 6G}
   * @param workspace the workspace in GB, 20 to 50
   * @throws InvalidValueException if either is out of range
   */
  public static int byFormula(String images, int workspace) {
    if (workspace < 20 || workspace > 50) {
      throw new InvalidValueException(
          "workspace: '" + workspace + "' GB is out of range; give 20 to 50");
    }
    return gigabytes(images)
        .multiply(HEADROOM)
        .add(BigDecimal.valueOf(workspace))
        .setScale(0, RoundingMode.CEILING)
        .intValueExact();
  }

  private static BigDecimal gigabytes(String images) {
    MemorySize size = MemorySize.parse(images);
    BigDecimal gigabytes = BigDecimal.valueOf(size.toBytes()).divide(GIGABYTE);
    if (gigabytes.signum() <= 0 || gigabytes.compareTo(BigDecimal.valueOf(100_000)) > 0) {
      throw new InvalidValueException(
          "images: '" + images + "' is no total size of images; give more than 0 and at most 100T");
    }
    return gigabytes;
  }
}
