package io.gpuspec.gradle.batch;

import io.gpuspec.manifest.GpuWorkload;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;

/**
 * A workload that a build script declares.
 *
 * <pre>{@code
 * DeclaredWorkload.of("llm", "Deployment", "registry.example/llm:v1", Optional.empty())
 *     .with(Optional.of(3), GpuWorkload::replicas)
 * }</pre>
 *
 * <p>It is immutable, and checked when it is built.
 */
public final class DeclaredWorkload {
  private final String name;
  private final String kind;
  private final String image;
  private final Optional<String> schedule;
  private final List<UnaryOperator<GpuWorkload>> steps;

  private DeclaredWorkload(
      String name,
      String kind,
      String image,
      Optional<String> schedule,
      List<UnaryOperator<GpuWorkload>> steps) {
    this.name = name;
    this.kind = kind;
    this.image = image;
    this.schedule = schedule;
    this.steps = List.copyOf(steps);
  }

  /**
   * Returns a workload without further settings.
   *
   * @param kind Kubernetes' kind, such as {@code Deployment}
   * @param schedule when a {@code CronJob} starts; empty for any other kind
   */
  public static DeclaredWorkload of(
      String name, String kind, String image, Optional<String> schedule) {
    return new DeclaredWorkload(name, kind, image, schedule, List.of());
  }

  /** Returns a copy with one more setting, if it is present. */
  public <T> DeclaredWorkload with(
      Optional<T> value, BiFunction<GpuWorkload, T, GpuWorkload> step) {
    if (value.isEmpty()) {
      return this;
    }
    List<UnaryOperator<GpuWorkload>> more = new ArrayList<>(steps);
    more.add(workload -> step.apply(workload, value.get()));
    return new DeclaredWorkload(name, kind, image, schedule, more);
  }

  String name() {
    return name;
  }

  /** Returns its location in the build script. */
  String place() {
    return "gpuspec.workloads." + name;
  }

  /** The workload, as far as nothing of it is a problem; nothing if its kind is. */
  Optional<GpuWorkload> workload(Problems problems) {
    Optional<GpuWorkload> start =
        problems
            .of(() -> GpuWorkload.of(kind, name, image, schedule))
            .or(() -> problems.of(() -> GpuWorkload.of(kind, name, image, Optional.empty())))
            // So that the rest is looked at too where the kind is not known.
            .or(() -> problems.of(() -> GpuWorkload.deployment(name, image)));
    if (start.isEmpty()) {
      return start;
    }
    GpuWorkload workload = start.get();
    for (UnaryOperator<GpuWorkload> step : steps) {
      GpuWorkload before = workload;
      workload = problems.of(() -> step.apply(before)).orElse(before);
    }
    workload.problems().forEach(problem -> problems.add(problem.getMessage()));
    return Optional.of(workload);
  }
}
