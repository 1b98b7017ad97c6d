package io.gpuspec.manifest.internal.tree;

import io.fabric8.kubernetes.api.model.Quantity;
import io.gpuspec.value.CpuAmount;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.MemorySize;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** CPU and memory together, CPU first, as they are requested everywhere. */
public record CpuAndMemory(CpuAmount cpu, MemorySize memory) {
  /** The names that Kubernetes uses. */
  public static final Set<String> NAMES = Set.of("cpu", "memory");

  private static final CpuAmount MORE_THAN_ANY_NODE_HAS = CpuAmount.ofCores(100_000);

  /**
   * Reads both.
   *
   * @param what the step that takes them, for messages
   * @throws InvalidValueException if either is not a valid quantity or negative, if both seem
   *     swapped, or if the memory seems to lack its unit
   */
  public static CpuAndMemory parse(String what, String cpu, String memory) {
    CpuAmount cores = CpuAmount.parse(cpu);
    MemorySize size = MemorySize.parse(memory);
    if (cores.compareTo(MORE_THAN_ANY_NODE_HAS) > 0) {
      throw new InvalidValueException(
          "resource.out-of-range",
          "%s: cpu '%s' is more than any node has; were cpu and memory swapped? write %s(\"%s\", \"%s\")"
              .formatted(what, cpu, what, memory, cpu));
    }
    if (cores.isNegative() || size.isNegative()) {
      throw new InvalidValueException(
          "resource.out-of-range",
          "%s: cpu '%s' or memory '%s' is negative; write 0 or more".formatted(what, cpu, memory));
    }
    if (size.isUnitDoubtful()) {
      throw new InvalidValueException(
          "resource.out-of-range",
          "%s: memory '%s' is less than 1Mi, and no container starts with so little; write the unit too, such as 8Gi"
              .formatted(what, memory));
    }
    return new CpuAndMemory(cores, size);
  }

  /** The amounts that are not zero, by resource. */
  public Map<String, Quantity> amounts() {
    Map<String, Quantity> amounts = new LinkedHashMap<>();
    if (!cpu.isZero()) {
      amounts.put("cpu", Quantities.of(cpu));
    }
    if (!memory.isZero()) {
      amounts.put("memory", Quantities.of(memory));
    }
    return amounts;
  }
}
