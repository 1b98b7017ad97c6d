package io.gpuspec.internal.admission;

import io.gpuspec.value.InvalidValueException;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Which target answers for a cloud: its own, unless that takes no such pods at all and another does
 * for certain.
 */
public final class CloudAnswer {
  private CloudAnswer() {}

  /**
   * Returns the answer of a cloud's own target, or where that refuses the pods, the first of the
   * others that is certain. They are asked only then.
   */
  public static <C, T> T of(
      C own, List<C> others, Function<C, T> ask, Predicate<T> isRefused, Predicate<T> isCertain) {
    T answer = ask.apply(own);
    return isRefused.test(answer)
        ? others.stream()
            .flatMap(other -> ifPossible(ask, other).stream())
            .filter(isCertain)
            .findFirst()
            .orElse(answer)
        : answer;
  }

  /** A target whose rules forbid the request is left out. */
  private static <C, T> Optional<T> ifPossible(Function<C, T> ask, C other) {
    try {
      return Optional.of(ask.apply(other));
    } catch (InvalidValueException e) {
      return Optional.empty();
    }
  }
}
