package io.gpuspec;

import io.gpuspec.scheduling.GpuResource;
import io.gpuspec.scheduling.PodField;

/** Describes in words what a part of a pod requests that is not judged. */
final class GpuWords {
  private static final String SHARED = "nvidia.com/gpu.shared";
  static final String OPTION = "card-replicas";

  private GpuWords() {}

  static String of(PodField field) {
    return switch (field.kind()) {
      case CLAIM -> "devices by a resource claim (Dynamic Resource Allocation)";
      case ANNOTATION -> "a share of a card by an annotation";
      case NODE_SELECTOR, NODE_AFFINITY ->
          "nodes whose cards are divided, so that a GPU is a part of one";
      default -> GpuResource.find(field.key()).flatMap(GpuResource::counts).orElse("GPUs");
    };
  }

  /** Returns what to say in the option that describes divided cards; empty for other fields. */
  static String hint(PodField field) {
    if (field.kind() == PodField.Kind.NODE_SELECTOR
        || field.kind() == PodField.Kind.NODE_AFFINITY) {
      return "; say in the option %s, such as time-slicing:4, or mig-strategy how the nodes divide their cards"
          .formatted(OPTION);
    }
    return field.key().equals(SHARED)
        ? "; say in the option %s how many the nodes make of a card, such as time-slicing:4:renamed"
            .formatted(OPTION)
        : "";
  }
}
