package io.gpuspec.tke;

import io.gpuspec.spi.Option;
import io.gpuspec.tke.internal.Documents;
import io.gpuspec.tke.internal.Form;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What can be chosen about where a super node pod's images come from, beside the image cache itself
 * ({@link Tke#IMAGE_CACHE}). Each option is called as its annotation is, after {@code
 * eks.tke.cloud.tencent.com/}.
 *
 * <pre>{@code
 * Target target =
 *     gpus.in("tke").with(TkeImages.REGISTRY_HTTP_ENDPOINT, Optional.of("registry.example"));
 * workload.on(target).yaml();
 *     // ... eks.tke.cloud.tencent.com/registry-http-endpoint: "registry.example" ...
 * }</pre>
 */
public final class TkeImages {
  private static final int MINUTES_OF_A_YEAR = 525_600;

  /** The type of the disk made from the image cache; premium unless chosen. */
  public static final Option<Optional<CloudDisk>> IMAGE_CACHE_DISK_TYPE =
      Form.constant(CloudDisk.class)
          .option(
              "image-cache-disk-type",
              "the type of the disk made from the image cache; CLOUD_PREMIUM otherwise");

  /** How long the disk made from the image cache outlives the pod, for the next pod to use. */
  public static final Option<Optional<Integer>> IMAGE_CACHE_DISK_RETAIN_MINUTE =
      Form.whole(1, MINUTES_OF_A_YEAR, "a number of minutes")
          .option(
              "image-cache-disk-retain-minute",
              "how many minutes the disk made from the image cache outlives the pod, for the next one to use");

  /** Workloads with the same key reuse each other's system disks, and the images on them. */
  public static final Option<Optional<String>> CBS_REUSE_KEY =
      Form.matching(Pattern.compile("[!-~]{1,253}"), "a key of at most 253 printable characters")
          .option(
              "cbs-reuse-key",
              "workloads with the same key reuse each other's system disks and the images on them");

  /** Start from a new system disk always. */
  public static final Option<Boolean> NOT_REUSE_CBS =
      Option.flag("not-reuse-cbs", "starts from a new system disk always", Documents.GUIDE);

  /** Registries whose certificates are not verified. */
  public static final Option<Optional<String>> REGISTRY_INSECURE_SKIP_VERIFY =
      Form.registries()
          .option(
              "registry-insecure-skip-verify",
              "the registries whose certificates are not verified");

  /** Registries that are spoken to in HTTP. */
  public static final Option<Optional<String>> REGISTRY_HTTP_ENDPOINT =
      Form.registries()
          .option("registry-http-endpoint", "the registries that are spoken to in HTTP");

  private TkeImages() {}

  static List<Option<?>> options() {
    return List.of(
        IMAGE_CACHE_DISK_TYPE,
        IMAGE_CACHE_DISK_RETAIN_MINUTE,
        CBS_REUSE_KEY,
        NOT_REUSE_CBS,
        REGISTRY_INSECURE_SKIP_VERIFY,
        REGISTRY_HTTP_ENDPOINT);
  }
}
