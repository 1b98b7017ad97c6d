package io.gpuspec.tke;

import io.gpuspec.spi.Option;
import io.gpuspec.tke.internal.Documents;
import io.gpuspec.tke.internal.Form;
import java.util.List;
import java.util.Optional;

/**
 * What can be chosen about the system disk of a super node pod, and when it is cleaned up. Each
 * option is called as its annotation is, after {@code eks.tke.cloud.tencent.com/}.
 *
 * <pre>{@code
 * Target target =
 *     gpus.in("tke")
 *         .with(TkeDisk.ROOT_CBS_SIZE, Optional.of(100))
 *         .with(TkeDisk.IMAGE_GC_PERIOD, Optional.of("10m"));
 * workload.on(target).yaml();    // ... eks.tke.cloud.tencent.com/root-cbs-size: "100" ...
 * }</pre>
 */
public final class TkeDisk {
  private static final int FREE = 20;
  private static final int LARGEST = 32_000;

  /** The size of the system disk in GiB; 20 come with the pod, what is above is billed. */
  public static final Option<Optional<Integer>> ROOT_CBS_SIZE =
      Form.whole(FREE, LARGEST, "a number of GiB")
          .option(
              "root-cbs-size",
              "the size of the system disk in GiB; 20 come with the pod, what is above is billed");

  /** How full the disk is when images are cleaned up; 80 percent unless chosen. */
  public static final Option<Optional<Integer>> IMAGE_GC_HIGH_THRESHOLD =
      Form.percent()
          .option(
              "image-gc-high-threshold",
              "how full the disk is, in percent, when images are cleaned up; 80 otherwise");

  /** How full the disk may stay after images were cleaned up. */
  public static final Option<Optional<Integer>> IMAGE_GC_LOW_THRESHOLD =
      Form.percent()
          .option(
              "image-gc-low-threshold",
              "how full the disk may stay, in percent, after images were cleaned up");

  /** How often the disk is looked at; every three minutes unless chosen. */
  public static final Option<Optional<String>> IMAGE_GC_PERIOD =
      Form.duration().option("image-gc-period", "how often the disk is looked at; 3m otherwise");

  /** How full the disk is when containers that have ended are removed; 85 percent unless chosen. */
  public static final Option<Optional<Integer>> CONTAINER_GC_THRESHOLD =
      Form.percent()
          .option(
              "container-gc-threshold",
              "how full the disk is, in percent, when containers that have ended are removed; 85 otherwise");

  /** Never remove containers that have ended; the disk is then not freed of them. */
  public static final Option<Boolean> MUST_KEEP_LAST_CONTAINER =
      Option.flag(
          "must-keep-last-container",
          "containers that have ended are kept, and their space with them",
          Documents.ANNOTATIONS);

  /** How full the disk is when the pod is restarted on the same host; never unless chosen. */
  public static final Option<Optional<Integer>> POD_EVICTION_THRESHOLD =
      Form.percent()
          .option(
              "pod-eviction-threshold",
              "how full the disk is, in percent, when the pod is restarted on its host; never otherwise");

  private TkeDisk() {}

  static List<Option<?>> options() {
    return List.of(
        ROOT_CBS_SIZE,
        IMAGE_GC_HIGH_THRESHOLD,
        IMAGE_GC_LOW_THRESHOLD,
        IMAGE_GC_PERIOD,
        CONTAINER_GC_THRESHOLD,
        MUST_KEEP_LAST_CONTAINER,
        POD_EVICTION_THRESHOLD);
  }
}
