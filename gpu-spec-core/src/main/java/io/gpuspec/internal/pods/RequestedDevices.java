package io.gpuspec.internal.pods;

import com.google.common.collect.Maps;
import io.gpuspec.scheduling.GpuResource;
import io.gpuspec.scheduling.NodeRequirement;
import io.gpuspec.scheduling.PodField;
import io.gpuspec.scheduling.PodView;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The devices that a pod requests in addition to CPU, memory and a target's own devices: those that
 * are not judged, and those that a node must also have.
 *
 * @param pod the pod
 * @param devices the resources with which the target's GPUs are requested
 * @param isOfParts whether it is known that the pod requests parts of GPUs, and their kind
 */
public record RequestedDevices(PodView pod, Set<String> devices, boolean isOfParts) {
  /** What GPU Feature Discovery adds to the product of cards that are shared or cut. */
  private static final String OF_PART = "-(SHARED|MIG-.+)$";

  /** The annotations by which KAI requests a share of a card, without any resource. */
  private static final List<String> SHARES = List.of("gpu-fraction", "gpu-memory");

  /**
   * Returns the fields that request a GPU, or a part of one, in a way that is not evaluated here.
   */
  public List<PodField> notJudged() {
    List<PodField> fields = new ArrayList<>();
    for (PodField field : pod.gpusBeside("")) {
      if (!devices.contains(field.key()) && !GpuResource.isJudged(field.key())) {
        fields.add(field);
      }
    }
    pod.claims().forEach(claim -> fields.add(PodField.claim(claim)));
    for (NodeRequirement asked : pod.nodeRequirements()) {
      if (!isOfParts && isOfDividedCards(asked)) {
        fields.add(
            pod.nodeSelector().containsKey(asked.key())
                ? PodField.nodeSelector(asked.key())
                : PodField.nodeAffinity(asked.key()));
      }
    }
    SHARES.stream()
        .filter(annotation -> pod.annotation(annotation).isPresent())
        .forEach(annotation -> fields.add(PodField.annotation(annotation)));
    return List.copyOf(fields);
  }

  /**
   * Returns whether nodes are selected whose cards are divided, so that a GPU there is a part of
   * one.
   */
  private static boolean isOfDividedCards(NodeRequirement asked) {
    return asked.operator().equals("In")
        && switch (asked.key()) {
          case "nvidia.com/gpu.product" ->
              // Beside the product of the whole card, the target knows which part is meant.
              asked.values().stream()
                  .anyMatch(
                      value ->
                          value.matches(".+" + OF_PART)
                              && !asked.values().contains(value.replaceFirst(OF_PART, "")));
          case "nvidia.com/gpu.sharing-strategy" -> !asked.values().contains("none");
          case "nvidia.com/gpu.replicas" -> !asked.values().contains("1");
          case "nvidia.com/mig.config" -> !asked.values().contains("all-disabled");
          default -> false;
        };
  }

  /**
   * Returns how much of each extended resource and of huge pages the pod requests beyond GPUs, as
   * the scheduler counts.
   *
   * @throws io.gpuspec.scheduling.PodFieldException if an amount is not one that the API server
   *     takes
   */
  public Map<String, Long> resources() {
    return Maps.filterKeys(
        pod.extendedResources(), name -> !devices.contains(name) && !GpuResource.isGpu(name));
  }
}
