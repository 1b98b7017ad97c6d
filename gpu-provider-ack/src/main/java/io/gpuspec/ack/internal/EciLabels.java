package io.gpuspec.ack.internal;

import io.gpuspec.scheduling.PodField;
import io.gpuspec.scheduling.PodView;
import java.util.stream.Stream;

/** The label and the annotations of a pod on Elastic Container Instance. */
final class EciLabels {
  private static final String PREFIX = "k8s.aliyun.com/eci-";

  static final PodField ECI = PodField.label("alibabacloud.com/eci");
  static final PodField USE_SPECS = PodField.annotation(PREFIX + "use-specs");

  /** Names of earlier editions, for a kind of GPU and for one instance type. */
  static final PodField GPU_TYPE = PodField.annotation(PREFIX + "gpu-type");

  static final PodField OLD_INSTANCE_TYPE = PodField.annotation(PREFIX + "instance-type");
  static final PodField GPU_DRIVER_VERSION = PodField.annotation(PREFIX + "gpu-driver-version");
  static final PodField SPOT_STRATEGY = PodField.annotation(PREFIX + "spot-strategy");
  static final PodField SPOT_PRICE_LIMIT = PodField.annotation(PREFIX + "spot-price-limit");

  static final PodField IMAGE_CACHE = PodField.annotation(PREFIX + "image-cache");
  static final PodField IMAGE_CACHE_ID = PodField.annotation(PREFIX + "image-snapshot-id");
  static final PodField EXTRA_STORAGE = PodField.annotation(PREFIX + "extra-ephemeral-storage");
  static final PodField VSWITCHES = PodField.annotation(PREFIX + "vswitch");
  static final PodField ZONE_ORDER = PodField.annotation(PREFIX + "schedule-strategy");
  static final PodField SECURITY_GROUPS = PodField.annotation(PREFIX + "security-group");
  static final PodField FAULT_HANDLING = PodField.annotation(PREFIX + "fail-strategy");

  static final String SPOT_AS_PRICE_GO = "SpotAsPriceGo";
  static final String SPOT_WITH_PRICE_LIMIT = "SpotWithPriceLimit";

  /** The maximum number of instance types that a pod can name. */
  static final int MOST_SPECS = 5;

  private EciLabels() {}

  /** Returns whether the pod's label sends it to Elastic Container Instance. */
  static boolean isSent(PodView pod) {
    return pod.label(ECI.key()).filter("true"::equals).isPresent();
  }

  /** Returns whether an annotation says what instance the pod gets. */
  static boolean isSpecified(PodView pod) {
    return Stream.of(USE_SPECS, GPU_TYPE, OLD_INSTANCE_TYPE)
        .anyMatch(field -> pod.annotation(field.key()).isPresent());
  }
}
