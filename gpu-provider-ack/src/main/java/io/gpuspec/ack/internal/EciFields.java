package io.gpuspec.ack.internal;

import io.gpuspec.scheduling.PodField;
import io.gpuspec.spi.FieldMeaning;
import java.util.Set;

/** The meanings of a pod's parts on Elastic Container Instance. */
final class EciFields {
  private static final Set<PodField> NEEDS = Set.of(EciLabels.USE_SPECS, EciLabels.SPOT_STRATEGY);

  private EciFields() {}

  static FieldMeaning meaning(PodField field, String value) {
    if (NEEDS.contains(field)) {
      return FieldMeaning.REQUEST;
    }
    if (field.equals(EciLabels.ECI)) {
      return FieldMeaning.NODE_SELECTION;
    }
    return switch (field.kind()) {
      case ANNOTATION, LABEL ->
          NodePoolFields.isOwn(field.key())
              ? FieldMeaning.PROVIDER_SETTING
              : FieldMeaning.USER_FIELD;
      default -> FieldMeaning.USER_FIELD;
    };
  }
}
