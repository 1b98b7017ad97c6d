package io.gpuspec.fleet;

import io.gpuspec.internal.Arguments;
import io.gpuspec.value.InvalidValueException;
import java.util.Optional;

/**
 * In which zones the pods of a workload are.
 *
 * @param isEven whether no zone has two more than another
 * @param most how many a zone takes
 * @param only the zone of all of them, if it is given
 */
record Zoning(boolean isEven, int most, Optional<String> only) {
  /** Any zones. */
  static final Zoning ANY = new Zoning(false, Integer.MAX_VALUE, Optional.empty());

  /** As many in each zone, or one more. */
  static final Zoning EVEN = new Zoning(true, Integer.MAX_VALUE, Optional.empty());

  static Zoning atMost(int most) {
    return new Zoning(true, most, Optional.empty());
  }

  static Zoning in(String workload, String zone) {
    if (Arguments.required("zone", zone, "the name of a zone").isBlank()) {
      throw new InvalidValueException(
          "fleet.malformed", "%s: zone '%s' is blank; name a zone".formatted(workload, zone));
    }
    return new Zoning(false, Integer.MAX_VALUE, Optional.of(zone));
  }

  boolean isFree() {
    return !isEven && only.isEmpty();
  }

  /** Returns text that follows a demand, such as {@code , at most 1 in a zone}. */
  @Override
  public String toString() {
    if (isFree()) {
      return "";
    }
    return only.map(zone -> ", in zone " + zone)
        .orElse(
            most == Integer.MAX_VALUE
                ? ", evenly over zones"
                : ", at most %s in a zone".formatted(most));
  }
}
