package io.gpuspec.manifest.internal.fields;

import io.gpuspec.manifest.error.InvalidWorkloadException;
import io.gpuspec.value.GpuSpecException;
import io.gpuspec.value.InvalidValueException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** The problems of one workload, collected so that they are reported together. */
public final class Problems {

  /**
   * One of the problems.
   *
   * @param about the location, followed by other possible causes; empty if no part of the workload
   *     alone is at fault
   */
  public record Problem(GpuSpecException cause, List<IntentPath> about) {}

  /** The problems by message, because two checks can find the same one. */
  private final Map<String, Problem> found = new LinkedHashMap<>();

  /** Keeps what a check refuses, and returns whether it refused nothing. */
  public boolean check(Runnable check, IntentPath... about) {
    try {
      check.run();
      return true;
    } catch (GpuSpecException e) {
      add(e, about);
      return false;
    }
  }

  /** A value, or nothing where it is refused. */
  public <T> Optional<T> of(Supplier<T> value) {
    try {
      return Optional.of(value.get());
    } catch (GpuSpecException e) {
      add(e);
      return Optional.empty();
    }
  }

  /** Adds a problem with the part at a path. */
  public void add(IntentPath path, String problem) {
    add(new InvalidValueException("intent.malformed", path + ": " + problem), path);
  }

  /** Adds a problem with an id of its own, which says itself what it is about. */
  public void add(String id, String problem, IntentPath path, List<IntentPath> causes) {
    List<IntentPath> about = new ArrayList<>(List.of(path));
    about.addAll(causes);
    add(new InvalidValueException(id, problem), about.toArray(IntentPath[]::new));
  }

  /** Returns whether there is a problem with the part at a path. */
  public boolean isKnown(IntentPath path) {
    return found.values().stream()
        .anyMatch(each -> !each.about().isEmpty() && each.about().get(0).equals(path));
  }

  private void add(GpuSpecException cause, IntentPath... about) {
    found.putIfAbsent(cause.getMessage(), new Problem(cause, List.of(about)));
  }

  /** Returns what was found, in that order. */
  public List<Problem> found() {
    return List.copyOf(found.values());
  }

  /**
   * Throws what was found, if anything.
   *
   * @throws GpuSpecException the only problem itself
   * @throws InvalidWorkloadException if there are several
   */
  public void orThrow() {
    List<GpuSpecException> causes = found().stream().map(Problem::cause).toList();
    if (causes.size() == 1) {
      throw causes.get(0);
    }
    if (!causes.isEmpty()) {
      throw new InvalidWorkloadException(causes);
    }
  }
}
