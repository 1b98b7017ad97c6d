package io.gpuspec.manifest.claim;

import io.gpuspec.kube.KubeObject;
import io.gpuspec.manifest.internal.claim.Allocator;
import io.gpuspec.manifest.internal.claim.Claim;
import io.gpuspec.manifest.internal.claim.ClaimObjects;
import io.gpuspec.manifest.internal.claim.Device;
import io.gpuspec.manifest.internal.claim.Slices;
import io.gpuspec.manifest.internal.dra.ClaimRoom;
import io.gpuspec.manifest.internal.found.FoundWorkload;
import io.gpuspec.manifest.internal.tree.YamlPlace;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** The room for the pods of a workload by their claims. */
final class ClaimedRoom implements ClaimRoom {
  private final ClaimObjects objects;
  private final List<Claim> first;
  private final List<Claim> next;
  private final Function<String, List<KubeObject>> slices;
  private final Allocator.Steps steps = new Allocator.Steps();
  private Map<Device.Id, List<Claim.InUse>> inUse;

  private ClaimedRoom(
      ClaimObjects objects,
      List<Claim> first,
      List<Claim> next,
      Function<String, List<KubeObject>> slices) {
    this.objects = objects;
    this.first = first;
    this.next = next;
    this.slices = slices;
    this.inUse = inUse(objects);
  }

  /**
   * Returns the room for a workload's pods; empty if the input does not have all of their claims.
   *
   * @param slices those of a node and those that name none, by the name of the node
   */
  static Optional<ClaimedRoom> of(
      ClaimObjects objects, FoundWorkload workload, Function<String, List<KubeObject>> slices) {
    YamlPlace spec = workload.pods().place().require("spec");
    String namespace = workload.namespace().orElse("default");
    return objects
        .ofPod(spec, namespace)
        .map(first -> new ClaimedRoom(objects, first, objects.ofNextPod(spec, namespace), slices));
  }

  @Override
  public boolean isOfOneNode() {
    return next.size() < first.size();
  }

  @Override
  public Served on(String node, int most) {
    if (isOfOneNode()) {
      inUse = inUse(objects); // The nodes before it are other places for the same pods.
    }
    List<KubeObject> all = slices.apply(node);
    // Devices of all nodes may serve pods with a claim in common on others as well.
    boolean isMost = !isOfOneNode() || all.stream().noneMatch(ClaimedFit::isOfAllNodes);
    Slices devices = Slices.of(ClaimedFit.ofNode(all, node), Map.of());
    for (int pods = 0; pods < most; pods++) {
      Allocator allocator =
          new Allocator(pods == 0 ? first : next, objects.classes(), devices, inUse, steps);
      Optional<List<Allocator.Given>> given = allocator.allocate();
      if (given.isEmpty()) {
        return new Served(
            pods,
            isMost
                && !allocator.isGivenUp()
                && !allocator.isUncertain()
                && all.stream().noneMatch(ClaimedFit::selectsNodes));
      }
      List<Claim.InUse> taken =
          given.get().stream().flatMap(each -> each.inUse().stream()).toList();
      if (taken.isEmpty() && pods > 0) {
        break;
      }
      taken.forEach(
          each -> inUse.computeIfAbsent(each.device(), id -> new ArrayList<>()).add(each));
    }
    return new Served(most, isMost);
  }

  private static Map<Device.Id, List<Claim.InUse>> inUse(ClaimObjects objects) {
    Map<Device.Id, List<Claim.InUse>> copy = new HashMap<>();
    objects.inUse().forEach((device, uses) -> copy.put(device, new ArrayList<>(uses)));
    return copy;
  }
}
