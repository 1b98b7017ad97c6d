package io.gpuspec.tke;

import io.gpuspec.MemorySize;
import io.gpuspec.spi.Option;
import io.gpuspec.tke.internal.Documents;
import io.gpuspec.tke.internal.Names;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What can be chosen about the target {@code tke}, the super node.
 *
 * <pre>{@code
 * Target spot = gpus.in("tke").with(Tke.SPOT, true).with(Tke.IMAGE_CACHE, Optional.of("auto"));
 * workload.on(spot).yaml();
 *     // ... eks.tke.cloud.tencent.com/spot-pod: "true"
 *     //     eks.tke.cloud.tencent.com/use-image-cache: "auto" ...
 * }</pre>
 *
 * <p>More of it, annotation by annotation: {@link TkeMachine}, {@link TkeDisk}, {@link TkeImages},
 * {@link TkeNetwork}, {@link TkeMonitoring}, {@link TkeLifetime}.
 */
public final class Tke {
  /** How the pod finds a super node; {@link NodeSelection#EITHER} unless chosen. */
  public static final Option<NodeSelection> NODE_SELECTION =
      Option.choice(
          "node-selection",
          NodeSelection.EITHER,
          "which label of a super node the pod selects on",
          Documents.VIRTUAL_NODES);

  /** Run on spot capacity. */
  public static final Option<Boolean> SPOT =
      Option.flag("spot", "run on spot capacity", Documents.ANNOTATIONS);

  /** Start from an image cache: {@code auto}, or a cache's id such as {@code imc-abc123xyz}. */
  public static final Option<Optional<String>> IMAGE_CACHE =
      Option.optional(
          "image-cache",
          "auto or imc-...",
          Tke::cache,
          "start from an image cache: the best matching one, or one by its id",
          Documents.ANNOTATIONS);

  /**
   * The size in GB of the disk made from the image cache. Unless chosen it follows from {@link
   * #IMAGES_SIZE} by {@link #IMAGE_CACHE_DISK_RULE}, and without those it is left to TKE.
   */
  public static final Option<Optional<Integer>> IMAGE_CACHE_DISK =
      Option.optional(
          "image-cache-disk",
          "a number of GB, 1 or more",
          Tke::gigabytes,
          "the size in GB of the disk made from the image cache",
          Documents.ANNOTATIONS);

  /** The total size of the pod's images, from which the disk's size follows. */
  public static final Option<Optional<MemorySize>> IMAGES_SIZE =
      Option.optional(
          "images-size",
          "a quantity, such as 6G",
          MemorySize::parse,
          "the total size of the pod's images, from which the disk's size follows",
          Documents.BEST_PRACTICE);

  /** How the disk's size follows from the images; by tier unless chosen. */
  public static final Option<ImageCacheDisk> IMAGE_CACHE_DISK_RULE =
      Option.choice(
          "image-cache-disk-rule",
          ImageCacheDisk.TIER,
          "how the disk's size follows from the images",
          Documents.BEST_PRACTICE);

  private Tke() {}

  /** Every option of the super node. */
  public static List<Option<?>> options() {
    List<Option<?>> all = new ArrayList<>();
    all.addAll(
        List.of(
            NODE_SELECTION,
            SPOT,
            IMAGE_CACHE,
            IMAGE_CACHE_DISK,
            IMAGES_SIZE,
            IMAGE_CACHE_DISK_RULE));
    all.addAll(TkeImages.options());
    all.addAll(TkeMachine.options());
    all.addAll(TkeDisk.options());
    all.addAll(TkeNetwork.options());
    all.addAll(TkeMonitoring.options());
    all.addAll(TkeLifetime.options());
    return List.copyOf(all);
  }

  private static String cache(String value) {
    if (!value.equals("auto") && !Names.IMAGE_CACHE.matcher(value).matches()) {
      throw new IllegalArgumentException("write auto, or the cache's id, such as imc-abc123xyz");
    }
    return value;
  }

  private static Integer gigabytes(String value) {
    if (!value.matches("[1-9][0-9]{0,5}")) {
      throw new IllegalArgumentException("write the size in GB without a unit, such as 200");
    }
    return Integer.valueOf(value);
  }
}
