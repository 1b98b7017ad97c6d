package io.gpuspec;

import io.gpuspec.scheduling.GpuResource;
import io.gpuspec.scheduling.PodField;

/** Describes in words what a part of a pod requests that is not judged. */
final class GpuWords {
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
}
