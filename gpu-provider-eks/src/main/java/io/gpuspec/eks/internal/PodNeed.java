package io.gpuspec.eks.internal;

import io.gpuspec.CpuAmount;
import io.gpuspec.Devices;
import io.gpuspec.GpuRequest;
import io.gpuspec.MemorySize;
import io.gpuspec.spi.PodView;

/** What a pod requests of a node, as the scheduler counts; limits play no part. */
record PodNeed(CpuAmount cpu, MemorySize memory, int gpus) {
  static final String GPU = "nvidia.com/gpu";

  static PodNeed of(PodView pod) {
    return new PodNeed(
        pod.cpuRequest(),
        pod.memoryRequest(),
        pod.peak(0, container -> container.count(GPU), Integer::sum));
  }

  GpuRequest request() {
    return GpuRequest.of(Devices.any().count(Math.max(1, gpus))).cpu(cpu).memory(memory);
  }
}
