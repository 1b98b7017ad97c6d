package io.gpuspec.tke.internal;

import io.gpuspec.Devices;
import io.gpuspec.GpuRequest;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.scheduling.PodView.Container;
import io.gpuspec.value.CpuAmount;
import io.gpuspec.value.MemorySize;

/**
 * The sum of a pod's containers on a super node.
 *
 * <p>Per resource, containers that run together count as the larger of the sum of their requests
 * and the largest of their limits; an init container counts alone, as the larger of its request and
 * limit, with 1 core or 2 GiB where it states none; the pod is the larger of both. Running
 * containers that state nothing at all are 1 core and 2 GiB. GPUs are the sum of the requests; a
 * share of a card counts as one.
 *
 * <p>Source: TKE, specifying resources (product doc 457/44174), 2026-01-09. That sidecars count
 * with the running containers is inferred.
 */
record SuperNodeRequest(CpuAmount cpu, MemorySize memory, int gpus) {
  static final String GPU = "nvidia.com/gpu";

  private static final CpuAmount UNSET_CPU = CpuAmount.ofCores(1);
  private static final MemorySize UNSET_MEMORY = MemorySize.ofGibibytes(2);

  static SuperNodeRequest of(PodView pod) {
    CpuAmount cpu = CpuAmount.ZERO;
    CpuAmount highestCpuLimit = CpuAmount.ZERO;
    MemorySize memory = MemorySize.ZERO;
    MemorySize highestMemoryLimit = MemorySize.ZERO;
    int gpus = 0;
    for (Container container : pod.runningContainers()) {
      cpu = cpu.plus(container.cpuRequest());
      highestCpuLimit = CpuAmount.max(highestCpuLimit, container.cpuLimit());
      memory = memory.plus(container.memoryRequest());
      highestMemoryLimit = MemorySize.max(highestMemoryLimit, container.memoryLimit());
      gpus += container.count(GPU);
    }
    cpu = CpuAmount.max(cpu, highestCpuLimit);
    memory = MemorySize.max(memory, highestMemoryLimit);
    if (cpu.isZero() && memory.isZero()) {
      cpu = UNSET_CPU;
      memory = UNSET_MEMORY;
    }
    for (Container container : pod.initContainers()) {
      CpuAmount ownCpu = CpuAmount.max(container.cpuRequest(), container.cpuLimit());
      MemorySize ownMemory = MemorySize.max(container.memoryRequest(), container.memoryLimit());
      cpu = CpuAmount.max(cpu, ownCpu.isZero() ? UNSET_CPU : ownCpu);
      memory = MemorySize.max(memory, ownMemory.isZero() ? UNSET_MEMORY : ownMemory);
      gpus = Math.max(gpus, container.count(GPU));
    }
    return new SuperNodeRequest(cpu, memory, gpus);
  }

  GpuRequest request() {
    return GpuRequest.of(Devices.any().count(Math.max(1, gpus))).cpu(cpu).memory(memory);
  }
}
