package io.gpuspec.internal.admission;

import io.gpuspec.Devices;
import io.gpuspec.Match;
import io.gpuspec.Target;
import io.gpuspec.value.InvalidValueException;
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
   * others, by id, that holds. They are asked only then.
   */
  public static <T> T of(
      Target cloud, Function<Target, T> ask, Predicate<T> isRefused, Predicate<T> holds) {
    T own = ask.apply(cloud);
    return isRefused.test(own)
        ? cloud.siblings().stream()
            .flatMap(other -> ifPossible(ask, other).stream())
            .filter(holds)
            .findFirst()
            .orElse(own)
        : own;
  }

  /** What the rules of another target forbid is no problem of a request to the cloud. */
  private static <T> Optional<T> ifPossible(Function<Target, T> ask, Target other) {
    try {
      return Optional.of(ask.apply(other));
    } catch (InvalidValueException e) {
      return Optional.empty();
    }
  }

  /** Returns whether a target takes no such pods, however large its nodes are. */
  public static boolean isRefused(Match match) {
    return match instanceof Match.None none && none.isRefused();
  }

  /**
   * Returns whether a match is a shape for certain; whole cards of nodes whose CPU and memory are
   * not known are not.
   */
  public static boolean holds(Match match) {
    return match instanceof Match.Found found
        && (found.shape().spec().isSized() || isOfParts(found.request().devices()));
  }

  private static boolean isOfParts(Devices devices) {
    return devices.share().isPresent() || devices.migProfile().isPresent() || devices.isReplica();
  }
}
