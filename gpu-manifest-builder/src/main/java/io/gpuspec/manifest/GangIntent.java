package io.gpuspec.manifest;

import io.gpuspec.InvalidValueException;
import io.gpuspec.Target;
import io.gpuspec.manifest.gang.Gang;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A {@link Gang} as a file says it: {@code kind: GpuGang}.
 *
 * <pre>{@code
 * GpuWorkload worker = GpuWorkload.job("train", "registry.example/train:v1").gpu(8, "A100");
 * Gang gang = GangJob.pytorch(4, worker, "train.py").volcano().queue("team-a");
 * GangIntent.of(gang).in(IntentTarget.of("ack")).yaml();
 *     // apiVersion: gpuspec.io/v1 kind: GpuGang ...
 * }</pre>
 *
 * <p>It is immutable.
 */
public final class GangIntent implements Intent {
  private final Gang gang;
  private final Optional<IntentTarget> target;

  private GangIntent(Gang gang, Optional<IntentTarget> target) {
    this.gang = gang;
    this.target = target;
  }

  /** A gang that may run anywhere. */
  public static GangIntent of(Gang gang) {
    return new GangIntent(Checks.given("gang", gang), Optional.empty());
  }

  /** The same, to run there. */
  public GangIntent in(IntentTarget there) {
    return new GangIntent(gang, Optional.of(Checks.given("target", there)));
  }

  /** The gang itself. */
  public Gang gang() {
    return gang;
  }

  @Override
  public String kind() {
    return GangShape.KIND;
  }

  @Override
  public String name() {
    return gang.worker().meta().getName();
  }

  @Override
  public Optional<IntentTarget> target() {
    return target;
  }

  @Override
  public Manifests on(Target there) {
    return gang.on(there);
  }

  /**
   * {@inheritDoc}
   *
   * @throws InvalidValueException if the workers are those of a deployment or say what no worker of
   *     a gang may, such as a Service, or {@link GpuWorkload#matched} was given what no file can
   *     say
   */
  @Override
  public String yaml() {
    Map<String, Object> spec = new LinkedHashMap<>(gang.settings());
    Map<String, Object> worker = WorkloadWriter.spec(gang.worker(), target);
    // The workers of a file are a job's, and a pod that runs to its end says no more than they do.
    String kind = String.valueOf(worker.remove("kind"));
    if (!kind.equals("Job") && !kind.equals("Pod")) {
      throw unsaid("a worker of the kind " + kind);
    }
    worker.forEach(
        (field, value) -> {
          if (!GangShape.SPEC.fields().containsKey(field)) {
            throw unsaid("'" + field + "' of a worker");
          }
          spec.put(field, value);
        });
    return WorkloadWriter.document(kind(), gang.worker(), spec);
  }

  private InvalidValueException unsaid(String what) {
    return new InvalidValueException(
        "%s: %s is said by no file; make the worker with GpuWorkload.job(...), and say of it what pods have"
            .formatted(this, what));
  }

  /** Such as {@code GpuGang llama}. */
  @Override
  public String toString() {
    return kind() + " " + name();
  }
}
