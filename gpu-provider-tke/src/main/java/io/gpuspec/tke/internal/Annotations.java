package io.gpuspec.tke.internal;

import io.gpuspec.spi.Option;
import io.gpuspec.spi.PodField;
import io.gpuspec.tke.Tke;
import io.gpuspec.tke.TkeMonitoring;
import io.gpuspec.tke.TkeNetwork;
import java.util.Map;
import java.util.Optional;

/** The annotations of a super node pod. */
final class Annotations {
  static final String PREFIX = "eks.tke.cloud.tencent.com/";
  private static final String INTERNAL = "internal." + PREFIX;

  static final PodField GPU_TYPE = PodField.annotation(PREFIX + "gpu-type");
  static final PodField GPU_COUNT = PodField.annotation(PREFIX + "gpu-count");
  static final PodField CPU = PodField.annotation(PREFIX + "cpu");
  static final PodField MEM = PodField.annotation(PREFIX + "mem");
  static final PodField SPOT = PodField.annotation(PREFIX + "spot-pod");
  static final PodField IMAGE_CACHE = PodField.annotation(PREFIX + "use-image-cache");
  static final PodField IMAGE_CACHE_DISK = PodField.annotation(PREFIX + "image-cache-disk-size");

  /** What one text writes and no document of TKE knows: {@code {"disk": {"size": 200}}}. */
  static final PodField POD_RESOURCE = PodField.annotation(PREFIX + "pod-resource");

  /** Where an option stands that is called otherwise than its annotation, or that is none. */
  private static final Map<Option<?>, Optional<PodField>> OTHERWISE =
      Map.of(
          Tke.NODE_SELECTION, Optional.empty(),
          Tke.IMAGES_SIZE, Optional.empty(),
          Tke.IMAGE_CACHE_DISK_RULE, Optional.empty(),
          Tke.SPOT, Optional.of(SPOT),
          Tke.IMAGE_CACHE, Optional.of(IMAGE_CACHE),
          Tke.IMAGE_CACHE_DISK, Optional.of(IMAGE_CACHE_DISK),
          TkeNetwork.POD_ETH_IDX, Optional.of(PodField.annotation(INTERNAL + "pod-eth-idx")),
          TkeMonitoring.TAIL_BUFFER_MAX_SIZE,
              Optional.of(PodField.annotation(INTERNAL + "tail-buffer-max-size")));

  /** The key of the taint that TKE puts on super nodes. */
  static final String EKLET_TAINT = PREFIX + "eklet";

  private Annotations() {}

  /** The annotation that an option is, if it is one. */
  static Optional<PodField> of(Option<?> option) {
    Optional<PodField> otherwise = OTHERWISE.get(option);
    return otherwise == null ? Optional.of(PodField.annotation(PREFIX + option.name())) : otherwise;
  }
}
