package io.gpuspec.manifest.claim;

import io.gpuspec.internal.dra.NvidiaDriver;
import io.gpuspec.kube.KubeObject;
import io.gpuspec.manifest.internal.claim.Allocator;
import io.gpuspec.manifest.internal.claim.Claim;
import io.gpuspec.manifest.internal.claim.ClaimObjects;
import io.gpuspec.manifest.internal.claim.Slices;
import io.gpuspec.manifest.internal.dra.ClaimFit;
import io.gpuspec.manifest.internal.dra.DeviceClasses;
import io.gpuspec.manifest.internal.found.FoundWorkload;
import io.gpuspec.manifest.internal.found.PodSystem;
import io.gpuspec.manifest.internal.tree.YamlPlace;
import io.gpuspec.scheduling.ClaimedDevice;
import io.gpuspec.scheduling.NodeFit;
import io.gpuspec.scheduling.NodeView;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.value.Finding;
import io.gpuspec.value.Listing;
import io.gpuspec.value.Note;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Whether a pod fits a node with the devices of its claims.
 *
 * <p>Source: Kubernetes 1.37, pkg/scheduler/framework/plugins/dynamicresources, whose words the
 * reasons begin with.
 */
final class ClaimedFit {
  private static final String ID = ClaimFit.ID;

  /** Source: Kubernetes, Dynamic Resource Allocation, pre-scheduled pods. */
  static final String NO_SCHEDULER =
      "the pod names its node, so no scheduler gives its claims devices, and the kubelet waits for them";

  static final String SELECT_INSTEAD =
      "select the node by the label kubernetes.io/hostname instead of spec.nodeName";

  private ClaimedFit() {}

  static ClaimFit of(
      FoundWorkload workload,
      PodView pod,
      ClaimObjects objects,
      NodeView node,
      List<KubeObject> slices) {
    if (pod.claims().isEmpty()) {
      NodeFit fit = PodSystem.judged(workload, node, pod.fits(node));
      return new ClaimFit(
          mayHaveDevices(slices, node.name())
              ? DeviceClasses.served(
                  node,
                  fit,
                  resource ->
                      objects.isOfClass(resource)
                          || hasGpus(slices, node.name()) && objects.isOfDriversClass(resource))
              : fit,
          List.of());
    }
    List<ClaimedDevice> devices = List.of();
    NodeFit without = PodSystem.judged(workload, node, pod.withoutClaims().fits(node));
    List<Finding> reasons = new ArrayList<>(without.reasons());
    List<Note> unknown = new ArrayList<>(without.unknown());
    YamlPlace spec = workload.pods().place().require("spec");
    String namespace = workload.namespace().orElse("default");
    for (Claim.Allocated claim : objects.allocatedOfPod(spec, namespace)) {
      if (!claim.isUsableOn(node.name())) {
        reasons.add(
            Finding.of(
                    ID,
                    claim.name(),
                    "resourceclaim not available on the node: %s has devices of %s"
                        .formatted(claim.name(), String.join(", ", claim.nodes().orElseThrow())))
                .withFix("take that node, or delete the claim when no pod uses it"));
      }
    }
    Optional<List<Claim>> claims =
        objects.ofPod(spec, namespace).filter(all -> all.stream().allMatch(objects::hasClasses));
    if (claims.isEmpty()) {
      unknown.add(
          Note.of(
              ID,
              "a claim, template or device class of the pod is not in the file, so its devices are not judged"));
    } else if (!claims.get().isEmpty() && pod.nodeName().isPresent()) {
      reasons.add(Finding.of(ID, "spec.nodeName", NO_SCHEDULER).withFix(SELECT_INSTEAD));
    } else if (!claims.get().isEmpty()) {
      Allocation allocation =
          Allocation.of(
              new Allocator(
                  claims.get(),
                  objects.classes(),
                  Slices.of(ofNode(slices, node.name()), Map.of()),
                  objects.inUse()));
      devices = allocation.devices().stream().toList();
      if (!allocation.isFound() && slices.stream().anyMatch(ClaimedFit::selectsNodes)) {
        unknown.add(
            Note.of(
                ID,
                "slices that select their nodes are not judged, and the node's own devices do not meet the claims"));
      } else if (!allocation.isJudged()) {
        unknown.add(Note.of(ID, "whether the claims can be met: " + allocation.whyNotJudged()));
      } else if (!allocation.isFound()) {
        reasons.add(
            Finding.of(ID, "", "cannot allocate all claims: " + why(allocation))
                .withFix("take a node whose devices meet the claims, or ask for less"));
      }
    }
    NodeFit fit = new NodeFit(node.name(), Listing.copyOf(reasons), Listing.copyOf(unknown));
    return new ClaimFit(fit, fit.fits() ? devices : List.of());
  }

  private static boolean mayHaveDevices(List<KubeObject> slices, String node) {
    return !ofNode(slices, node).isEmpty() || slices.stream().anyMatch(ClaimedFit::selectsNodes);
  }

  private static boolean hasGpus(List<KubeObject> slices, String node) {
    return ofNode(slices, node).stream()
        .anyMatch(
            slice ->
                slice.get("spec") instanceof Map<?, ?> spec
                    && NvidiaDriver.NAME.equals(spec.get("driver")));
  }

  static List<Map<String, Object>> ofNode(List<KubeObject> slices, String node) {
    return slices.stream()
        .map(KubeObject::tree)
        .filter(
            slice ->
                !(slice.get("spec") instanceof Map<?, ?> spec)
                    || node.equals(spec.get("nodeName"))
                    || Boolean.TRUE.equals(spec.get("allNodes")))
        .toList();
  }

  /** A slice of devices that every node reaches. */
  static boolean isOfAllNodes(KubeObject slice) {
    return slice.tree().get("spec") instanceof Map<?, ?> spec
        && Boolean.TRUE.equals(spec.get("allNodes"));
  }

  /** A slice of devices that several nodes reach, such as those of a network. */
  static boolean selectsNodes(KubeObject slice) {
    return slice.tree().get("spec") instanceof Map<?, ?> spec
        && (spec.containsKey("nodeSelector")
            || Boolean.TRUE.equals(spec.get("perDeviceNodeSelection")));
  }

  private static String why(Allocation allocation) {
    List<String> reasons = allocation.reasons().stream().map(Finding::text).toList();
    return reasons.isEmpty() ? "the node has no devices" : String.join("; ", reasons);
  }
}
