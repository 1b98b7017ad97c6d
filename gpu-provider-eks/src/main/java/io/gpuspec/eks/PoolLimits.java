package io.gpuspec.eks;

import io.gpuspec.GpuSpec;
import io.gpuspec.Shape;
import io.gpuspec.eks.internal.rules.KarpenterRules;
import io.gpuspec.value.CpuAmount;
import io.gpuspec.value.MemorySize;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * The limits of a NodePool against one node of it. Karpenter leaves out every instance type that
 * has more than is left of a limit, so a pool whose types all have more than the whole limit never
 * buys a node.
 *
 * <p>Source: Karpenter v1.14.1, {@code filterByRemainingResources}. It compares with what the
 * machine has, of memory less than its size: what pods can use is less than that, and so is never
 * refused by mistake.
 */
final class PoolLimits {
  private PoolLimits() {}

  /** Throws an exception if no node is within the limits; one of 0 stops a pool, and is meant. */
  static void check(String pool, List<GpuSpec> types, Map<String, String> limits) {
    if (limits.entrySet().stream().anyMatch(each -> isNone(each.getKey(), each.getValue()))) {
      return;
    }
    for (Map.Entry<String, String> limit : limits.entrySet()) {
      if (types.stream().noneMatch(isWithin(limit.getKey(), limit.getValue()))) {
        GpuSpec smallest = smallest(limit.getKey(), types);
        throw KarpenterRules.refused(
            "node pool %s: limit %s: '%s' is less than any node of it has, so Karpenter would buy"
                + " none; %s has %s, write at least that, or 0 for a pool that buys none",
            pool, limit.getKey(), limit.getValue(), smallest.name(), has(limit.getKey(), smallest));
      }
    }
    Predicate<GpuSpec> isWithinAll =
        type ->
            limits.entrySet().stream().allMatch(l -> isWithin(l.getKey(), l.getValue()).test(type));
    if (types.stream().noneMatch(isWithinAll)) {
      throw KarpenterRules.refused(
          "node pool %s: limits: '%s': each node of it has more of one of them, so Karpenter would"
              + " buy none; raise one until a type, such as %s, is within all",
          pool, limits, smallest("cpu", types).name());
    }
  }

  private static boolean isNone(String resource, String amount) {
    return switch (resource) {
      case "memory", "ephemeral-storage" -> MemorySize.parse(amount).isZero();
      default -> CpuAmount.parse(amount).isZero();
    };
  }

  private static Predicate<GpuSpec> isWithin(String resource, String limit) {
    return switch (resource) {
      case "cpu" -> type -> CpuAmount.parse(limit).isAtLeast(machine(type).cpu());
      case "memory" ->
          type -> MemorySize.parse(limit).isAtLeast(machine(type).allocatable().memory());
      case "nvidia.com/gpu" -> type -> Integer.parseInt(limit) >= gpus(type);
      default -> type -> true;
    };
  }

  private static GpuSpec smallest(String resource, List<GpuSpec> types) {
    GpuSpec smallest = types.get(0);
    for (GpuSpec type : types) {
      boolean isSmaller =
          switch (resource) {
            case "memory" -> machine(type).memory().compareTo(machine(smallest).memory()) < 0;
            case "nvidia.com/gpu" -> gpus(type) < gpus(smallest);
            default -> machine(type).cpu().compareTo(machine(smallest).cpu()) < 0;
          };
      smallest = isSmaller ? type : smallest;
    }
    return smallest;
  }

  private static String has(String resource, GpuSpec type) {
    return switch (resource) {
      case "memory" -> machine(type).memory().toString();
      case "nvidia.com/gpu" -> String.valueOf(gpus(type));
      default -> machine(type).cpu().toString();
    };
  }

  private static Shape machine(GpuSpec type) {
    return type.shapes().get(0);
  }

  /** The API counts no GPU on a slice. */
  private static int gpus(GpuSpec type) {
    return type.isWhole() ? type.gpus() : 0;
  }
}
