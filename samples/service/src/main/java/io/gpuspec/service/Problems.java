package io.gpuspec.service;

import io.gpuspec.value.GpuSpecException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** The problems of a question, collected so that they are reported together, without duplicates. */
final class Problems {
  private final Set<String> found = new LinkedHashSet<>();

  /** A value, or nothing where it is refused. */
  <T> Optional<T> of(Supplier<T> value) {
    try {
      return Optional.of(value.get());
    } catch (GpuSpecException e) {
      found.addAll(Answers.messages(e));
      return Optional.empty();
    }
  }

  void add(String problem) {
    found.add(problem);
  }

  /**
   * Tells all that was found, if anything.
   *
   * @throws BadQuestionException with each problem
   */
  void orThrow() {
    if (!found.isEmpty()) {
      throw report();
    }
  }

  /** Returns all that was found. */
  BadQuestionException report() {
    return new BadQuestionException(List.copyOf(found));
  }
}
