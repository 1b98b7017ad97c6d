package io.gpuspec.cli;

import io.gpuspec.NoMatchException;
import io.gpuspec.manifest.error.InvalidWorkloadException;
import io.gpuspec.value.GpuSpecException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** The problems of a command's options, collected so that they are reported together. */
final class Problems {
  private final List<GpuSpecException> found = new ArrayList<>();

  /** A value, or nothing where it is refused. */
  <T> Optional<T> of(Supplier<T> value) {
    try {
      return Optional.of(value.get());
    } catch (InvalidWorkloadException e) {
      addAll(e.problems());
    } catch (GpuSpecException e) {
      add(e);
    }
    return Optional.empty();
  }

  /** Keeps what a check refuses. */
  void check(Runnable check) {
    of(
        () -> {
          check.run();
          return this;
        });
  }

  /** Returns what a step makes of a value; where the step is refused, it is as before. */
  <T> T step(T before, UnaryOperator<T> step) {
    return of(() -> step.apply(before)).orElse(before);
  }

  void addAll(List<? extends GpuSpecException> problems) {
    problems.forEach(this::add);
  }

  /** A no-match that follows from another problem is not reported. */
  void add(GpuSpecException problem) {
    boolean told = found.stream().anyMatch(p -> p.getMessage().equals(problem.getMessage()));
    if (!told && !(problem instanceof NoMatchException)) {
      found.add(problem);
    }
  }

  boolean isEmpty() {
    return found.isEmpty();
  }

  /**
   * Throws what was found, if anything.
   *
   * @throws GpuSpecException the only problem itself
   * @throws InvalidWorkloadException if there are several
   */
  void orThrow() {
    if (found.size() == 1) {
      throw found.get(0);
    }
    if (!found.isEmpty()) {
      throw new InvalidWorkloadException(found);
    }
  }
}
