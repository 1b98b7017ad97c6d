package io.gpuspec.manifest.internal.claim;

import io.gpuspec.manifest.internal.claim.Claim.Constraint;
import io.gpuspec.manifest.internal.claim.Claim.Request;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/** A constraint with the devices that were added to it. */
final class MetConstraint {
  private final Constraint constraint;
  private Optional<Object> same = Optional.empty();
  private final Deque<Object> different = new ArrayDeque<>();
  private int devices;

  MetConstraint(Constraint constraint) {
    this.constraint = constraint;
  }

  /** The attribute that it is about. */
  String attribute() {
    return constraint.attribute();
  }

  /** Adds a device, and returns how to remove it; empty if it does not meet the constraint. */
  Optional<Runnable> add(String group, Request request, Device device) {
    if (!constraint.appliesTo(group, request)) {
      return Optional.of(() -> {});
    }
    Optional<Object> value = device.attribute(constraint.attribute());
    if (value.isEmpty()) {
      return Optional.empty();
    }
    if (constraint.isDistinct()) {
      if (different.contains(value.get())) {
        return Optional.empty();
      }
      different.push(value.get());
      return Optional.of(different::pop);
    }
    if (devices == 0) {
      same = value;
    } else if (!same.equals(value)) {
      return Optional.empty();
    }
    devices++;
    return Optional.of(() -> devices--);
  }
}
