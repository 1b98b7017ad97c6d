package io.gpuspec.manifest.internal.claim;

import io.gpuspec.manifest.internal.claim.Claim.Request;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What requests consume of the capacities of devices that several claims share.
 *
 * <p>Source: k8s.io/dynamic-resource-allocation/structured/internal/incubating, v0.37.
 */
final class Capacities {
  private Capacities() {}

  /** Returns the capacities that a device has too little of; empty if it has enough. */
  static Optional<String> whyNotEnough(Request request, Device device, Map<String, Amount> before) {
    for (String name : request.capacity().keySet()) {
      if (!device.capacity().containsKey(name)) {
        return Optional.of("has no capacity " + name);
      }
    }
    for (Map.Entry<String, Device.Capacity> each : device.capacity().entrySet()) {
      Amount consumed = consumed(request.capacity().get(each.getKey()), each.getValue());
      if (each.getValue().policy().filter(policy -> violates(consumed, policy)).isPresent()) {
        return Optional.of("%s %s is not allowed".formatted(each.getKey(), consumed));
      }
      Amount sum = consumed.plus(before.getOrDefault(each.getKey(), Amount.ZERO));
      if (sum.compareTo(each.getValue().value()) > 0) {
        return Optional.of(
            "%s %s < %s"
                .formatted(
                    each.getKey(),
                    each.getValue().value().minus(before.getOrDefault(each.getKey(), Amount.ZERO)),
                    consumed));
      }
    }
    return Optional.empty();
  }

  static Map<String, Amount> consumed(Request request, Device device) {
    Map<String, Amount> consumed = new LinkedHashMap<>();
    device
        .capacity()
        .forEach((name, each) -> consumed.put(name, consumed(request.capacity().get(name), each)));
    return consumed;
  }

  private static Amount consumed(@Nullable Amount asked, Device.Capacity capacity) {
    if (asked == null) {
      return capacity.policy().flatMap(Device.Policy::byDefault).orElse(capacity.value());
    }
    if (capacity.policy().isEmpty()) {
      return asked;
    }
    Device.Policy policy = capacity.policy().get();
    if (policy.range().isPresent()) {
      return roundedUp(asked, policy.range().get());
    }
    return policy.values().stream()
        .filter(value -> asked.compareTo(value) <= 0)
        .findFirst()
        .orElse(asked);
  }

  private static Amount roundedUp(Amount asked, Device.Range range) {
    if (asked.compareTo(range.min()) <= 0) {
      return range.min();
    }
    if (range.step().isEmpty()) {
      return asked;
    }
    return range.min().plus(asked.minus(range.min()).roundedUp(range.step().get()));
  }

  private static boolean violates(Amount consumed, Device.Policy policy) {
    // Always whole steps from the minimum: the API server checks the default, requests are rounded
    // up.
    return policy.range().flatMap(Device.Range::max).stream()
            .anyMatch(max -> consumed.compareTo(max) > 0)
        || !policy.values().isEmpty() && !policy.values().contains(consumed);
  }
}
