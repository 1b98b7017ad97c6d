package io.gpuspec.tke.internal;

import io.gpuspec.scheduling.PodField;
import io.gpuspec.spi.FieldMeaning;
import java.util.Set;

/** The meanings of a pod's parts on a super node. */
final class SuperNodeFields {
  private static final Set<PodField> NEEDS =
      Set.of(
          Annotations.GPU_TYPE,
          Annotations.GPU_COUNT,
          Annotations.CPU,
          Annotations.MEM,
          Annotations.SPOT);

  private static final Set<String> TAINTS =
      Set.of(SuperNodePlacement.SERVERLESS_TAINT, Annotations.EKLET_TAINT);

  private SuperNodeFields() {}

  static FieldMeaning meaning(PodField field, String value) {
    return switch (field.kind()) {
      case ANNOTATION -> annotation(field);
      case NODE_SELECTOR, NODE_AFFINITY ->
          isSuperNode(field.key(), value) ? FieldMeaning.NODE_SELECTION : FieldMeaning.USER_FIELD;
      case TOLERATION ->
          TAINTS.contains(field.key()) ? FieldMeaning.NODE_SELECTION : FieldMeaning.USER_FIELD;
      default -> FieldMeaning.USER_FIELD;
    };
  }

  private static FieldMeaning annotation(PodField field) {
    if (NEEDS.contains(field)) {
      return FieldMeaning.REQUEST;
    }
    return field.key().startsWith(Annotations.PREFIX)
        ? FieldMeaning.PROVIDER_SETTING
        : FieldMeaning.USER_FIELD;
  }

  private static boolean isSuperNode(String label, String value) {
    return switch (label) {
      case SuperNodePlacement.TYPE -> value.equals(SuperNodePlacement.VIRTUAL_KUBELET);
      case SuperNodePlacement.INSTANCE_TYPE -> value.equals(SuperNodePlacement.EKLET);
      default -> false;
    };
  }
}
