package io.gpuspec.ack.internal;

import io.gpuspec.Devices;
import io.gpuspec.GpuRequest;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.scheduling.PodView.Container;
import io.gpuspec.value.CpuAmount;
import io.gpuspec.value.MemorySize;

/**
 * The sum of a pod's containers.
 *
 * <p>On a node, it is what the scheduler counts: per resource the larger of what runs together and
 * of what runs while the pod starts, where an init container runs together with the sidecars before
 * it. Requests count, limits do not; what the pod states as a whole takes their place, and its
 * overhead comes on top. On Elastic Container Instance a container counts with its limit where it
 * states one (product doc 451261), and its GPUs are shared by the pod's containers, so that the
 * largest number counts.
 */
record PodRequest(CpuAmount cpu, MemorySize memory, int gpus, int linkedGpus) {
  static final String GPU = "nvidia.com/gpu";

  /** Whole cards of a node that gives out those that are linked best. */
  static final String LINKED_GPU = "aliyun.com/gpu";

  static PodRequest onNode(PodView pod) {
    return new PodRequest(
        pod.cpuRequest(),
        pod.memoryRequest(),
        pod.peak(0, container -> container.count(GPU), Integer::sum),
        pod.peak(0, container -> container.count(LINKED_GPU), Integer::sum));
  }

  static PodRequest onInstance(PodView pod) {
    return new PodRequest(
        pod.peak(CpuAmount.ZERO, PodRequest::cpu, CpuAmount::plus),
        pod.peak(MemorySize.ZERO, PodRequest::memory, MemorySize::plus),
        pod.peak(0, container -> container.count(GPU), Integer::max),
        0);
  }

  private static CpuAmount cpu(Container container) {
    return container.cpuLimit().isZero() ? container.cpuRequest() : container.cpuLimit();
  }

  private static MemorySize memory(Container container) {
    return container.memoryLimit().isZero() ? container.memoryRequest() : container.memoryLimit();
  }

  GpuRequest request() {
    return request(Devices.any());
  }

  GpuRequest request(Devices devices) {
    return GpuRequest.of(devices.count(Math.max(1, gpus + linkedGpus))).cpu(cpu).memory(memory);
  }
}
