package io.gpuspec.fleet;

import io.gpuspec.internal.Arguments;
import io.gpuspec.value.InvalidValueException;
import java.util.Optional;

/**
 * In which zones the pods of a workload are. What is said of them holds together.
 *
 * @param isEven whether no zone has two more than another
 * @param most how many a zone takes
 * @param only the zone of all of them, if it is given
 */
record Zoning(boolean isEven, int most, Optional<String> only) {
  /** Any zones. */
  static final Zoning ANY = new Zoning(false, Integer.MAX_VALUE, Optional.empty());

  /** Returns the same, and as many in each zone, or one more. */
  Zoning evenly() {
    return new Zoning(true, most, only);
  }

  /** Returns the same, and at most so many in a zone. */
  Zoning atMost(int other) {
    return new Zoning(isEven, Math.min(most, other), only);
  }

  /** Returns the same, and all in one zone. */
  Zoning in(String workload, String zone) {
    if (Arguments.required("zone", zone, "the name of a zone").isBlank()) {
      throw new InvalidValueException(
          "fleet.malformed", "%s: zone '%s' is blank; name a zone".formatted(workload, zone));
    }
    return new Zoning(isEven, most, Optional.of(zone));
  }

  boolean isFree() {
    return !isEven && !isLimited() && only.isEmpty();
  }

  /** Returns whether there must be several zones to have places for the pods. */
  boolean isSpread() {
    return (isEven || isLimited()) && only.isEmpty();
  }

  boolean isLimited() {
    return most < Integer.MAX_VALUE;
  }

  /** Returns text that follows a demand, such as {@code , at most 1 in a zone}. */
  @Override
  public String toString() {
    return (isEven ? ", evenly over zones" : "")
        + (isLimited() ? ", at most %s in a zone".formatted(most) : "")
        + only.map(zone -> ", in zone " + zone).orElse("");
  }
}
