package io.gpuspec.eks.internal;

import io.gpuspec.CpuAmount;
import io.gpuspec.Devices;
import io.gpuspec.GpuRequest;
import io.gpuspec.MemorySize;
import io.gpuspec.spi.PodView;
import io.gpuspec.spi.PodView.Container;
import io.gpuspec.spi.PodView.Role;

/**
 * What a pod requests of a node, as the scheduler adds it up; limits play no part.
 *
 * <p>Per resource: the sum over the containers and sidecars, or what the largest step of the start
 * takes where that is more. A step is an init container, or a sidecar that starts, together with
 * the sidecars that stand before it.
 *
 * <p>Source: Kubernetes, sidecar containers, resource sharing within containers.
 */
record PodNeed(CpuAmount cpu, MemorySize memory, int gpus) {
  static final String GPU = "nvidia.com/gpu";

  private static final PodNeed NOTHING = new PodNeed(CpuAmount.ZERO, MemorySize.ZERO, 0);

  static PodNeed of(PodView pod) {
    PodNeed running = NOTHING;
    PodNeed sidecars = NOTHING;
    PodNeed largestStep = NOTHING;
    for (Container container : pod.containers()) {
      PodNeed own = requests(container);
      if (container.role() == Role.INIT) {
        largestStep = max(largestStep, sidecars.plus(own));
      } else {
        running = running.plus(own);
      }
      if (container.role() == Role.SIDECAR) {
        sidecars = sidecars.plus(own);
      }
    }
    return max(running, largestStep);
  }

  private static PodNeed requests(Container container) {
    return new PodNeed(container.cpuRequest(), container.memoryRequest(), container.count(GPU));
  }

  private PodNeed plus(PodNeed other) {
    return new PodNeed(cpu.plus(other.cpu), memory.plus(other.memory), gpus + other.gpus);
  }

  private static PodNeed max(PodNeed a, PodNeed b) {
    return new PodNeed(
        CpuAmount.max(a.cpu, b.cpu), MemorySize.max(a.memory, b.memory), Math.max(a.gpus, b.gpus));
  }

  GpuRequest request() {
    return GpuRequest.of(Devices.any().count(Math.max(1, gpus))).cpu(cpu).memory(memory);
  }
}
