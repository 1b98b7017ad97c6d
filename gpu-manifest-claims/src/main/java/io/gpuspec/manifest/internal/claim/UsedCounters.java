package io.gpuspec.manifest.internal.claim;

import java.util.HashMap;
import java.util.Map;

/** What is used of the counters that the devices of a pool share, such as the slices of a card. */
final class UsedCounters {
  private final Map<String, Map<String, Amount>> used = new HashMap<>();

  /** Returns whether enough is left for a device. */
  boolean hasLeft(Slices.Pool pool, Device device) {
    for (Device.Consumption consumption : device.consumed()) {
      Map<String, Amount> all = pool.counters().getOrDefault(consumption.counterSet(), Map.of());
      Map<String, Amount> before = used.getOrDefault(key(pool, consumption), Map.of());
      for (Map.Entry<String, Amount> each : consumption.counters().entrySet()) {
        Amount left =
            all.getOrDefault(each.getKey(), Amount.ZERO)
                .minus(before.getOrDefault(each.getKey(), Amount.ZERO));
        if (left.compareTo(each.getValue()) < 0) {
          return false;
        }
      }
    }
    return true;
  }

  /** Counts what a device uses, or no longer uses. */
  void count(Slices.Pool pool, Device device, boolean isUsed) {
    for (Device.Consumption consumption : device.consumed()) {
      Map<String, Amount> counters =
          used.computeIfAbsent(key(pool, consumption), each -> new HashMap<>());
      consumption
          .counters()
          .forEach(
              (name, amount) ->
                  counters.merge(name, isUsed ? amount : Amount.ZERO.minus(amount), Amount::plus));
    }
  }

  private static String key(Slices.Pool pool, Device.Consumption consumption) {
    return pool.driver() + "/" + pool.name() + "/" + consumption.counterSet();
  }
}
