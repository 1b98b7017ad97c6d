package io.gpuspec.eks.internal;

import io.gpuspec.GpuModel;
import io.gpuspec.eks.internal.rules.Labels;
import io.gpuspec.scheduling.PodField;
import io.gpuspec.spi.FieldMeaning;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/** The meanings of a pod's parts where Karpenter launches nodes. */
final class KarpenterFields {
  /** Labels that request the GPU or the capacity type, which any cloud may have. */
  private static final Set<String> NEEDS =
      Set.of(Labels.GPU_NAME, Labels.GPU_MANUFACTURER, Labels.GPU_MEMORY, Labels.CAPACITY_TYPE);

  private static final List<String> KARPENTERS = List.of("karpenter.k8s.aws/", "karpenter.sh/");

  private static final List<String> OF_EKS = List.of("eks.amazonaws.com/", "k8s.amazonaws.com/");

  private KarpenterFields() {}

  static FieldMeaning meaning(PodField field, String value) {
    return switch (field.kind()) {
      case ANNOTATION ->
          isOwn(field.key()) ? FieldMeaning.PROVIDER_SETTING : FieldMeaning.USER_FIELD;
      case NODE_SELECTOR, NODE_AFFINITY -> node(field.key(), value);
      case TOLERATION ->
          field.key().equals(Labels.GPU) || isOwn(field.key())
              ? FieldMeaning.NODE_SELECTION
              : FieldMeaning.USER_FIELD;
      default -> FieldMeaning.USER_FIELD;
    };
  }

  /**
   * Returns the meaning on a managed node group, which has its own label for the capacity type and
   * none of Karpenter's.
   */
  static FieldMeaning ofNodeGroup(PodField field, String value) {
    boolean isOfNodes =
        field.kind() == PodField.Kind.NODE_SELECTOR || field.kind() == PodField.Kind.NODE_AFFINITY;
    if (isOfNodes && field.key().equals(Labels.GROUP_CAPACITY_TYPE)) {
      return FieldMeaning.REQUEST;
    }
    return isOfNodes && isKarpenters(field.key()) ? FieldMeaning.USER_FIELD : meaning(field, value);
  }

  private static boolean isKarpenters(String label) {
    return KARPENTERS.stream().anyMatch(label::startsWith);
  }

  private static FieldMeaning node(String label, String value) {
    if (NEEDS.contains(label) || isNameOfGpu(label, value)) {
      return FieldMeaning.REQUEST;
    }
    if (label.equals(Labels.NODE_TYPE) && value.equals("gpu")) {
      return FieldMeaning.NODE_SELECTION;
    }
    return isOwn(label) || label.equals(Labels.INSTANCE_TYPE)
        ? FieldMeaning.PROVIDER_SETTING
        : FieldMeaning.USER_FIELD;
  }

  private static boolean isOwn(String key) {
    return isKarpenters(key) || OF_EKS.stream().anyMatch(key::startsWith);
  }

  /** A label of others, as {@link NodeChoice} reads it. */
  private static boolean isNameOfGpu(String label, String values) {
    return !values.isEmpty()
        && Arrays.stream(values.split(",", -1))
            .noneMatch(value -> GpuModel.find(label + "=" + value).isEmpty());
  }
}
