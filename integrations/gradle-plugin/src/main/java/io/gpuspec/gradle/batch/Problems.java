package io.gpuspec.gradle.batch;

import io.gpuspec.NoMatchException;
import io.gpuspec.OverlayException;
import io.gpuspec.manifest.error.InvalidWorkloadException;
import io.gpuspec.value.GpuSpecException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** The problems of a build, collected so that they are reported together, without duplicates. */
final class Problems {
  private final Set<String> found = new LinkedHashSet<>();
  private final String prefix;

  /**
   * @param prefix the text before each problem, such as its location
   */
  Problems(String prefix) {
    this.prefix = prefix;
  }

  /** A value, or nothing where it is refused. */
  <T> Optional<T> of(Supplier<T> value) {
    try {
      return Optional.of(value.get());
    } catch (InvalidWorkloadException e) {
      e.problems().forEach(problem -> add(problem.getMessage()));
    } catch (OverlayException e) {
      e.problems().forEach(this::add);
    } catch (NoMatchException e) {
      // A no-match that follows from another problem is not reported.
    } catch (GpuSpecException e) {
      add(e.getMessage());
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

  void add(String problem) {
    found.add(prefix + problem);
  }

  boolean isEmpty() {
    return found.isEmpty();
  }

  List<String> all() {
    return List.copyOf(found);
  }
}
