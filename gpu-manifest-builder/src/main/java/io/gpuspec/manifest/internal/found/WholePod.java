package io.gpuspec.manifest.internal.found;

import io.gpuspec.kube.KubeNames;
import io.gpuspec.manifest.error.ManifestException;
import io.gpuspec.manifest.internal.tree.YamlPlace;
import io.gpuspec.scheduling.PodFieldException;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.value.CpuAmount;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.MemorySize;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * What the API server takes as {@code spec.resources}, the resources of a whole pod: CPU, memory
 * and huge pages, and no less than its containers have.
 *
 * <p>Source: Kubernetes 1.36, {@code IsSupportedPodLevelResource} of {@code
 * k8s.io/component-helpers/resource}, and {@code validatePodResourceConsistency} of {@code
 * pkg/apis/core/validation}.
 */
final class WholePod {
  private static final String REQUESTS = "requests";
  private static final String LIMITS = "limits";

  private WholePod() {}

  /**
   * Refuses what the API server would refuse.
   *
   * @param pod the pod with its containers
   * @param resources the place of {@code spec.resources}
   * @throws ManifestException at the line of the first such amount
   */
  static void check(PodView pod, YamlPlace resources) {
    for (String section : List.of(REQUESTS, LIMITS)) {
      resources
          .find(section)
          .ifPresent(all -> all.fields().forEach((name, amount) -> checkName(name, amount)));
    }
    try {
      checkCpuAndMemory(pod, resources);
      checkHugePages(pod, resources);
    } catch (PodFieldException e) {
      // An amount of a container; it is a problem of its own.
    } catch (InvalidValueException e) {
      throw resources.problem(e);
    }
  }

  private static void checkCpuAndMemory(PodView pod, YamlPlace resources) {
    checkAmounts(
        resources,
        "cpu",
        CpuAmount::parse,
        pod.peak(CpuAmount.ZERO, PodView.Container::cpuRequest, CpuAmount::plus),
        largest(pod, CpuAmount.ZERO, PodView.Container::cpuLimit));
    checkAmounts(
        resources,
        "memory",
        MemorySize::parse,
        pod.peak(MemorySize.ZERO, PodView.Container::memoryRequest, MemorySize::plus),
        largest(pod, MemorySize.ZERO, PodView.Container::memoryLimit));
  }

  /** Of these, a container's request and limit are equal, so their sums are. */
  private static void checkHugePages(PodView pod, YamlPlace resources) {
    Stream.of(REQUESTS, LIMITS)
        .flatMap(section -> resources.find(section).stream())
        .flatMap(all -> all.fields().keySet().stream())
        .filter(KubeNames::isHugePages)
        .distinct()
        .forEach(
            name ->
                checkAmounts(
                    resources,
                    name,
                    MemorySize::parse,
                    pod.peak(MemorySize.ZERO, each -> limit(each, name), MemorySize::plus),
                    MemorySize.ZERO));
  }

  private static MemorySize limit(PodView.Container container, String hugePages) {
    try {
      return MemorySize.parse(container.limits().getOrDefault(hugePages, "0"));
    } catch (InvalidValueException e) {
      // It is a problem of its own.
      return MemorySize.ZERO;
    }
  }

  /** The API server compares with the pod's own containers, and not with init containers. */
  private static <T extends Comparable<T>> T largest(
      PodView pod, T nothing, Function<PodView.Container, T> limit) {
    return pod.containers().stream()
        .filter(each -> each.role() == PodView.Role.MAIN)
        .map(limit)
        .reduce(nothing, (a, b) -> a.compareTo(b) >= 0 ? a : b);
  }

  private static void checkName(String name, YamlPlace amount) {
    if (!name.equals("cpu") && !name.equals("memory") && !KubeNames.isHugePages(name)) {
      throw amount.problem(
          "a whole pod has only cpu, memory and hugepages-* in Kubernetes; state %s in the resources of a container"
              .formatted(name));
    }
  }

  private static <T extends Comparable<T>> void checkAmounts(
      YamlPlace resources, String name, Function<String, T> parse, T ofContainers, T largestLimit) {
    Optional<YamlPlace> request = find(resources, REQUESTS, name);
    Optional<YamlPlace> limit = find(resources, LIMITS, name);
    request
        .filter(stated -> parse.apply(stated.quantity()).compareTo(ofContainers) < 0)
        .ifPresent(
            stated -> {
              throw stated.problem(
                  "'%s' is less than the containers request together, %s; request that at least"
                      .formatted(stated.quantity(), ofContainers));
            });
    limit
        .filter(
            stated ->
                parse
                        .apply(stated.quantity())
                        .compareTo(
                            request
                                .map(place -> parse.apply(place.quantity()))
                                .orElse(ofContainers))
                    < 0)
        .ifPresent(
            stated -> {
              throw stated.problem(
                  "'%s' is less than the pod requests, %s; raise the limit, or request less"
                      .formatted(
                          stated.quantity(),
                          request.map(YamlPlace::quantity).orElse(String.valueOf(ofContainers))));
            });
    limit
        .filter(stated -> parse.apply(stated.quantity()).compareTo(largestLimit) < 0)
        .ifPresent(
            stated -> {
              throw stated.problem(
                  "'%s' is less than the limit of a container, %s; raise it, or lower that"
                      .formatted(stated.quantity(), largestLimit));
            });
  }

  private static Optional<YamlPlace> find(YamlPlace resources, String section, String name) {
    return resources.find(section).flatMap(all -> all.find(name));
  }
}
