package io.gpuspec.gradle.batch;

import io.gpuspec.InvalidValueException;
import io.gpuspec.UnknownNameException;
import io.gpuspec.manifest.GpuWorkload;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
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
  private static final String STAND_IN = "stand-in";

  private static final String CRON_JOB = "CronJob";

  /** How each kind begins, by Kubernetes' name of it. */
  private static final Map<String, BiFunction<String, String, GpuWorkload>> KINDS =
      new TreeMap<>(
          Map.of(
              "Pod",
              GpuWorkload::pod,
              "Deployment",
              GpuWorkload::deployment,
              "StatefulSet",
              GpuWorkload::statefulSet,
              "DaemonSet",
              GpuWorkload::daemonSet,
              "Job",
              GpuWorkload::job,
              CRON_JOB,
              (name, image) -> GpuWorkload.cronJob(name, "@daily", image)));

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
   * A workload of which nothing more is said.
   *
   * @param kind Kubernetes' kind, such as {@code Deployment}
   * @param schedule when a {@code CronJob} starts; empty for any other kind
   */
  public static DeclaredWorkload of(
      String name, String kind, String image, Optional<String> schedule) {
    return new DeclaredWorkload(name, kind, image, schedule, List.of());
  }

  /** The same with one thing more, where it is said. */
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

  /** Where it stands in the build script. */
  String place() {
    return "gpuspec.workloads." + name;
  }

  /** The workload, as far as nothing of it is a problem. */
  GpuWorkload workload(Problems problems) {
    GpuWorkload workload = bare(problems);
    for (UnaryOperator<GpuWorkload> step : steps) {
      GpuWorkload before = workload;
      workload = problems.of(() -> step.apply(before)).orElse(before);
    }
    return workload;
  }

  /** What is a problem is stood in for, so that the rest is judged too. */
  private GpuWorkload bare(Problems problems) {
    String named =
        problems.of(() -> GpuWorkload.pod(name, STAND_IN)).map(p -> name).orElse(STAND_IN);
    String pulled =
        problems.of(() -> GpuWorkload.pod(STAND_IN, image)).map(p -> image).orElse(STAND_IN);
    GpuWorkload begun =
        problems
            .of(this::begin)
            .map(of -> of.apply(named, pulled))
            .orElseGet(() -> GpuWorkload.deployment(named, pulled));
    return schedule
        .filter(when -> kind.equals(CRON_JOB))
        .flatMap(when -> problems.of(() -> GpuWorkload.cronJob(named, when, pulled)))
        .orElse(begun);
  }

  private BiFunction<String, String, GpuWorkload> begin() {
    BiFunction<String, String, GpuWorkload> begin = KINDS.get(kind);
    if (begin == null) {
      throw new UnknownNameException("kind", kind, KINDS.keySet());
    }
    if (kind.equals(CRON_JOB) != schedule.isPresent()) {
      throw new InvalidValueException(
          schedule.isEmpty()
              ? "schedule: a CronJob has none; set it, such as schedule = \"30 2 * * *\""
              : "schedule: '%s' goes with kind CronJob; leave it out".formatted(schedule.get()));
    }
    return begin;
  }
}
