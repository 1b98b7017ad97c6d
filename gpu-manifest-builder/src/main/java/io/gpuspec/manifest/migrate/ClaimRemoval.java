package io.gpuspec.manifest.migrate;

import io.gpuspec.Match;
import io.gpuspec.Target;
import io.gpuspec.manifest.internal.found.FoundWorkload;
import io.gpuspec.manifest.internal.tree.PlacedPod;
import io.gpuspec.manifest.internal.tree.YamlTree;
import io.gpuspec.manifest.read.Allocation;
import io.gpuspec.manifest.read.ClaimedMatch;
import io.gpuspec.scheduling.PodField;
import io.gpuspec.spi.Placement;
import io.gpuspec.value.Rejection;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Pods with claims, which ask for the resource of a device plugin instead. */
final class ClaimRemoval {
  private final Target target;
  private final FoundWorkload workload;
  private final ClaimedMatch claimed;
  private final List<MigrationResult.Loss> losses = new ArrayList<>();

  ClaimRemoval(Target target, FoundWorkload workload, ClaimedMatch claimed) {
    this.target = target;
    this.workload = workload;
    this.claimed = claimed;
  }

  /** Changes the pods, unless a device plugin cannot give them what their claims did. */
  void write(Map<String, Object> pod) {
    Optional<Match.Found> found = claimed.match().found();
    if (found.isEmpty()) {
      lose(
          "its claims are given no devices on %s: %s"
              .formatted(
                  target.id(),
                  claimed.match().rejected().stream()
                      .findFirst()
                      .map(Rejection::toString)
                      .orElse("no row")));
      return;
    }
    List<Allocation.Device> devices = claimed.devices();
    if (devices.stream().anyMatch(ClaimRemoval::isPart)) {
      lose("its claims are given parts of cards, which a device plugin names otherwise");
      return;
    }
    for (Map<String, Object> container : PlacedPod.containers(pod)) {
      YamlTree.map(container, "resources").remove("claims");
      YamlTree.prune(container, "resources");
    }
    YamlTree.map(pod, "spec").remove("resourceClaims");
    new PlacedPod(pod, workload.pod().withoutClaims(), placement(found.get()), workload.selected())
        .write();
  }

  /** A pod that selects its nodes already keeps to them. */
  private Placement placement(Match.Found found) {
    Placement all = target.place(found);
    if (workload.pod().nodeRequirements().isEmpty()) {
      return all;
    }
    Placement devices = Placement.empty();
    for (Placement.Entry each : all.entries(PodField.Kind.DEVICE)) {
      devices = devices.with(each.field(), each.value(), each.reason(), each.citation());
    }
    return devices;
  }

  private static boolean isPart(Allocation.Device device) {
    return !device.device().matches("gpu-[0-9]+") || !device.consumed().isEmpty();
  }

  private void lose(String why) {
    losses.add(
        MigrationResult.Loss.at(
                workload.pods().place(), workload.toString(), why, "it keeps its claims")
            .asBreaking());
  }

  List<MigrationResult.Loss> losses() {
    return losses;
  }
}
