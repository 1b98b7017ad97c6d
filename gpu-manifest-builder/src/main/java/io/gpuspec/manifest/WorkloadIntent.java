package io.gpuspec.manifest;

import io.gpuspec.Target;
import java.util.Optional;

/**
 * A {@link GpuWorkload} as a file says it: {@code kind: GpuWorkload}.
 *
 * <pre>{@code
 * WorkloadIntent.of(workload).in(IntentTarget.of("tke")).yaml();
 *     // apiVersion: gpuspec.io/v1 kind: GpuWorkload metadata: name: llm ...
 * }</pre>
 *
 * <p>It is immutable.
 */
public final class WorkloadIntent implements Intent {
  private final GpuWorkload workload;
  private final Optional<IntentTarget> target;

  private WorkloadIntent(GpuWorkload workload, Optional<IntentTarget> target) {
    this.workload = workload;
    this.target = target;
  }

  /** A workload that may run anywhere. */
  public static WorkloadIntent of(GpuWorkload workload) {
    return new WorkloadIntent(Checks.given("workload", workload), Optional.empty());
  }

  /** The same, to run there. */
  public WorkloadIntent in(IntentTarget there) {
    return new WorkloadIntent(workload, Optional.of(Checks.given("target", there)));
  }

  /** The workload itself. */
  public GpuWorkload workload() {
    return workload;
  }

  @Override
  public String kind() {
    return WorkloadShape.KIND;
  }

  @Override
  public String name() {
    return workload.meta().getName();
  }

  @Override
  public Optional<IntentTarget> target() {
    return target;
  }

  @Override
  public Manifests on(Target there) {
    return workload.on(there);
  }

  /**
   * {@inheritDoc}
   *
   * @throws io.gpuspec.InvalidValueException if {@link GpuWorkload#matched} was given what no file
   *     can say
   */
  @Override
  public String yaml() {
    return WorkloadWriter.yaml(workload, target);
  }

  /** Such as {@code GpuWorkload llm}. */
  @Override
  public String toString() {
    return kind() + " " + name();
  }
}
