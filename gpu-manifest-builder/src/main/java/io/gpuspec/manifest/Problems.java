package io.gpuspec.manifest;

import io.gpuspec.GpuSpecException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** What is wrong with one workload, gathered so that it is told all together. */
final class Problems {
  /** By message: two checks may find the same. */
  private final Map<String, GpuSpecException> found = new LinkedHashMap<>();

  /** Keeps what a check refuses. */
  void check(Runnable check) {
    try {
      check.run();
    } catch (GpuSpecException e) {
      found.putIfAbsent(e.getMessage(), e);
    }
  }

  /** A value, or nothing where it is refused. */
  <T> Optional<T> of(Supplier<T> value) {
    try {
      return Optional.of(value.get());
    } catch (GpuSpecException e) {
      found.putIfAbsent(e.getMessage(), e);
      return Optional.empty();
    }
  }

  /**
   * Throws what was found, if anything.
   *
   * @throws GpuSpecException the only problem itself
   * @throws InvalidWorkloadException if there are several
   */
  void orThrow() {
    if (found.size() == 1) {
      throw found.values().iterator().next();
    }
    if (!found.isEmpty()) {
      throw new InvalidWorkloadException(List.copyOf(found.values()));
    }
  }
}
