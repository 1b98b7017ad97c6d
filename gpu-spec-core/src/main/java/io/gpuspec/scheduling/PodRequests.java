package io.gpuspec.scheduling;

import io.gpuspec.internal.ExtendedResources;
import io.gpuspec.value.CpuAmount;
import io.gpuspec.value.MemorySize;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The amounts that the scheduler counts for a pod: the maximum that its containers use at the same
 * time, or what the pod states as a whole, plus its overhead.
 *
 * <p>Source: Kubernetes 1.36, {@code k8s.io/component-helpers/resource} and the defaults of {@code
 * pkg/apis/core/v1}.
 */
record PodRequests(PodView pod) {

  /** The resources that the pod names anywhere, in the order in which they are filtered by. */
  Set<String> resources() {
    Set<String> named = new TreeSet<>(pod.overhead().keySet());
    pod.containers().forEach(container -> addTo(named, container.resources()));
    addTo(named, pod.whole());
    Set<String> ordered = new LinkedHashSet<>();
    for (String first : new String[] {"cpu", "memory", "ephemeral-storage"}) {
      if (named.remove(first)) {
        ordered.add(first);
      }
    }
    ordered.addAll(named);
    return ordered;
  }

  private static void addTo(Set<String> named, Resources resources) {
    named.addAll(resources.requests().keySet());
    named.addAll(resources.limits().keySet());
  }

  /** Returns how much of a resource is counted. */
  Amount of(String resource) {
    return ofWhole(resource)
        .orElseGet(() -> ofContainers(resource))
        .plus(overhead(resource))
        .counted(resource);
  }

  private Amount ofContainers(String resource) {
    return pod.peak(Amount.ZERO, c -> c.resources().request(resource), Amount::plus);
  }

  private Optional<Amount> ofWhole(String resource) {
    return countsWhole(resource) ? Optional.of(pod.whole().request(resource)) : Optional.empty();
  }

  /** A limit alone counts as the request where no container says more, or for huge pages always. */
  private boolean countsWhole(String resource) {
    boolean hugePages = ExtendedResources.isHugePages(resource);
    if (!hugePages && !resource.equals("cpu") && !resource.equals("memory")) {
      return false;
    }
    Resources whole = pod.whole();
    return whole.requests().containsKey(resource)
        || (whole.limits().containsKey(resource)
            && (hugePages
                || pod.containers().stream().noneMatch(c -> c.resources().states(resource))));
  }

  /** Returns how much CPU is counted. */
  CpuAmount cpu() {
    CpuAmount asked =
        countsWhole("cpu")
            ? pod.whole().cpuRequest()
            : pod.peak(CpuAmount.ZERO, PodView.Container::cpuRequest, CpuAmount::plus);
    return asked.plus(CpuAmount.parse(pod.overhead().getOrDefault("cpu", "0")));
  }

  /** Returns how much memory is counted. */
  MemorySize memory() {
    MemorySize asked =
        countsWhole("memory")
            ? pod.whole().memoryRequest()
            : pod.peak(MemorySize.ZERO, PodView.Container::memoryRequest, MemorySize::plus);
    return asked.plus(MemorySize.parse(pod.overhead().getOrDefault("memory", "0")));
  }

  private Amount overhead(String resource) {
    String stated = pod.overhead().get(resource);
    return stated == null ? Amount.ZERO : Amount.parse(resource, stated);
  }
}
