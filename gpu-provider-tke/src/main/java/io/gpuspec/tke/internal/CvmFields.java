package io.gpuspec.tke.internal;

import io.gpuspec.scheduling.NodeRequirement;
import io.gpuspec.scheduling.PodField;
import io.gpuspec.spi.FieldMeaning;
import java.util.List;
import java.util.Set;

/** The meanings of a pod's parts on a node pool with qGPU. */
final class CvmFields {
  private static final String PREFIX = "tke.cloud.tencent.com/";

  /** Settings of the cloud that say neither that cards are shared nor which cards they are. */
  private static final Set<String> SETTINGS =
      Set.of(CvmLabels.INSTANCE_TYPE, CvmLabels.OLD_INSTANCE_TYPE, QgpuShares.MIXED.key());

  private CvmFields() {}

  static FieldMeaning meaning(PodField field, String value) {
    return switch (field.kind()) {
      case ANNOTATION, LABEL ->
          field.key().startsWith(PREFIX) ? FieldMeaning.PROVIDER_SETTING : FieldMeaning.USER_FIELD;
      case NODE_SELECTOR, NODE_AFFINITY ->
          node(new NodeRequirement(field.key(), "In", List.of(value.split(",", -1))));
      default -> FieldMeaning.USER_FIELD;
    };
  }

  private static FieldMeaning node(NodeRequirement asked) {
    if (asked.key().equals(QgpuShares.ENABLED.key())) {
      return FieldMeaning.NODE_SELECTION;
    }
    if (SETTINGS.contains(asked.key()) || asked.key().startsWith(PREFIX)) {
      return FieldMeaning.PROVIDER_SETTING;
    }
    return CvmLabels.isCardNamed(asked) ? FieldMeaning.REQUEST : FieldMeaning.USER_FIELD;
  }
}
