package io.gpuspec.gradle.batch;

import io.gpuspec.NoMatchException;
import io.gpuspec.OverlayException;
import io.gpuspec.manifest.InvalidWorkloadException;
import io.gpuspec.value.GpuSpecException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** What is wrong, gathered so that it is told all together; the same is told once. */
final class Problems {
  private final Set<String> found = new LinkedHashSet<>();
  private final String prefix;

  /**
   * @param prefix what stands before each, such as where it was said
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
      // Nothing fits what is wrong in itself; that is no news.
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
