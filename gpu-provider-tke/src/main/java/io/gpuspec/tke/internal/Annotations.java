package io.gpuspec.tke.internal;

import io.gpuspec.spi.PodField;

/** The annotations of a super node pod. */
final class Annotations {
  static final String PREFIX = "eks.tke.cloud.tencent.com/";

  static final PodField GPU_TYPE = PodField.annotation(PREFIX + "gpu-type");
  static final PodField GPU_COUNT = PodField.annotation(PREFIX + "gpu-count");
  static final PodField CPU = PodField.annotation(PREFIX + "cpu");
  static final PodField MEM = PodField.annotation(PREFIX + "mem");
  static final PodField SPOT = PodField.annotation(PREFIX + "spot-pod");
  static final PodField IMAGE_CACHE = PodField.annotation(PREFIX + "use-image-cache");
  static final PodField IMAGE_CACHE_DISK = PodField.annotation(PREFIX + "image-cache-disk-size");

  /** The key of the taint that TKE puts on super nodes. */
  static final String EKLET_TAINT = PREFIX + "eklet";

  private Annotations() {}
}
