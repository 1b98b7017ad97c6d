package io.gpuspec.manifest;

import io.gpuspec.Devices;
import io.gpuspec.GpuRequest;
import io.gpuspec.manifest.internal.tree.Checks;
import io.gpuspec.manifest.internal.tree.CpuAndMemory;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.value.InvalidValueException;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * A user's preferences for matching a workload.
 *
 * @param devices the GPUs
 * @param shape the exact shape, if the user states it
 * @param wishes what else is asked
 * @param claims how the devices are asked for by a claim; empty for a device plugin's resource
 */
record WorkloadAsk(
    Devices devices,
    Optional<CpuAndMemory> shape,
    UnaryOperator<GpuRequest> wishes,
    Optional<ClaimForm> claims) {

  /** Returns the request for pods that need this. */
  GpuRequest request(GpuRequest need) {
    GpuRequest request = need.devices(devices);
    if (shape.isPresent()) {
      request = request.cpu(shape.get().cpu()).memory(shape.get().memory());
    }
    return Checks.given("wishes", wishes.apply(request));
  }

  /** Returns the devices with what the wishes say of them, such as MIG instances. */
  Devices asked() {
    return request(GpuRequest.of(devices)).devices();
  }

  GpuRequest request(PodView pod, GpuRequest need, int replicas) {
    GpuRequest wished = request(need.replicas(replicas));
    GpuRequest request =
        claims.map(form -> wished.devices(form.cards(wished.devices()))).orElse(wished);
    if (request.isExplicit() && shape.isEmpty() && !states(pod)) {
      throw new InvalidValueException(
          "resource.missing",
          "explicit: the containers do not state both 'cpu' and 'memory'; give both in requests or limits, or the shape itself: explicit(\"8\", \"40Gi\")");
    }
    return request;
  }

  /**
   * Returns the request for its pods when they are read back, when the manifest itself selects the
   * nodes.
   */
  GpuRequest again(GpuRequest read, int replicas) {
    GpuRequest wished = request(read.replicas(replicas)).devices(read.devices());
    boolean isBoughtAlike = wished.capacityType() == read.capacityType();
    GpuRequest bought =
        isBoughtAlike && !read.isCapacityTypeStated()
            ? wished
            : wished.capacityType(read.capacityType());
    return read.arch().map(bought::arch).orElse(bought);
  }

  WorkloadAsk and(UnaryOperator<GpuRequest> more) {
    return new WorkloadAsk(devices, shape, request -> more.apply(wishes.apply(request)), claims);
  }

  WorkloadAsk claimed(ClaimForm form) {
    return new WorkloadAsk(devices, shape, wishes, Optional.of(form));
  }

  private static boolean states(PodView pod) {
    return pod.runningContainers().stream().anyMatch(c -> !c.cpuRequest().isZero())
        && pod.runningContainers().stream().anyMatch(c -> !c.memoryRequest().isZero());
  }
}
