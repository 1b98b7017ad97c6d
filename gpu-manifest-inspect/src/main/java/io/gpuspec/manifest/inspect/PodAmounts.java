package io.gpuspec.manifest.inspect;

import io.gpuspec.manifest.internal.tree.YamlPlace;
import io.gpuspec.scheduling.GpuResource;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.value.CpuAmount;
import io.gpuspec.value.GpuSpecException;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.MemorySize;
import java.util.Optional;
import java.util.OptionalLong;

/** Amounts of a resource as numbers: thousandths of a core, bytes, or pieces. */
final class PodAmounts {
  static final String CPU = "cpu";
  static final String MEMORY = "memory";

  private PodAmounts() {}

  /** Returns an amount that is written at a place; empty if it is none. */
  static OptionalLong of(String resource, YamlPlace amount) {
    String text = Places.textOf(amount);
    try {
      if (amount.template().isPresent()) {
        return OptionalLong.empty();
      }
      return OptionalLong.of(
          resource.equals(CPU)
              ? CpuAmount.parse(text).toMillicores()
              : MemorySize.parse(text).toBytes());
    } catch (InvalidValueException e) {
      return OptionalLong.empty();
    }
  }

  /** Returns what one pod requests of a GPU resource, CPU or memory; 0 for anything else. */
  static long of(InspectedPods pods, String resource) {
    if (GpuResource.isGpu(resource)) {
      return pods.count(resource);
    }
    if (!resource.equals(CPU) && !resource.equals(MEMORY)) {
      return 0;
    }
    Optional<PodView> pod = view(pods);
    return pod.map(
            each ->
                resource.equals(CPU)
                    ? each.cpuRequest().toMillicores()
                    : each.memoryRequest().toBytes())
        .orElse(0L);
  }

  /** Returns pods as the scheduler sees them; empty if they cannot be read, which is told there. */
  static Optional<PodView> view(InspectedPods pods) {
    try {
      return Optional.of(pods.workload().pod());
    } catch (GpuSpecException e) {
      return Optional.empty();
    }
  }

  /** Returns an amount as it is written. */
  static String text(String resource, long amount) {
    return switch (resource) {
      case CPU -> CpuAmount.ofMillicores(amount).toString();
      case MEMORY -> MemorySize.ofBytes(amount).toString();
      default -> String.valueOf(amount);
    };
  }
}
