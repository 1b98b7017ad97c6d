package io.gpuspec.manifest.gang;

import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobSpec;
import io.gpuspec.spi.Placement;
import io.gpuspec.value.GpuSpecException;
import io.gpuspec.value.InvalidValueException;

/**
 * Checks of settings that a worker must not have, because its gang sets them or no controller would
 * respect them.
 */
final class WorkerChecks {
  private WorkerChecks() {}

  /** A worker that is started again for ever never lets its gang end. */
  static void runsToItsEnd(Job worker) {
    String policy = worker.getSpec().getTemplate().getSpec().getRestartPolicy();
    if (policy == null || policy.equals("Always")) {
      throw new InvalidValueException(
          "gang.conflict",
          "restartPolicy: 'Always' is not allowed for the workers of a gang, which run to their"
              + " end; make the worker with GpuWorkload.job(...), or say"
              + " restartPolicy(RestartPolicy.NEVER)");
    }
  }

  /**
   * A StatefulSet, which LeaderWorkerSet makes of each group, only has pods that restart Always.
   */
  static void runsUntilDeleted(Job worker) {
    String policy = worker.getSpec().getTemplate().getSpec().getRestartPolicy();
    if (policy != null && !policy.equals("Always")) {
      throw new InvalidValueException(
          "gang.conflict",
          "restartPolicy: '%s' is not allowed in a LeaderWorkerSet, whose pods run until it is deleted; make the worker with GpuWorkload.deployment(...), or say restartPolicy(RestartPolicy.ALWAYS)"
              .formatted(policy));
    }
  }

  /** The gang sets the number of pods. */
  static void saysNoNumber(Job worker) {
    JobSpec job = worker.getSpec();
    if (job.getParallelism() != null) {
      throw number("parallelism", job.getParallelism());
    }
    if (job.getCompletions() != null) {
      throw number("completions", job.getCompletions());
    }
  }

  private static GpuSpecException number(String step, int given) {
    return new InvalidValueException(
        "gang.conflict",
        "%s: '%s' was given for a worker, and the gang says how many there are; remove it, and give the number to GangJob.of(%s, ...)"
            .formatted(step, given, Math.max(1, given)));
  }

  /** Volcano has its own scheduler, which does not know every vendor's devices. */
  static void isForAnyScheduler(Placement placement) {
    placement
        .scheduler()
        .ifPresent(
            needed -> {
              throw new InvalidValueException(
                  "gang.unsupported",
                  "volcano: its scheduler would place the pods, and only %s can, because %s; make the gang with jobSet() or indexedJob(), with kueue(...) where all are to start or none, or leave out what only that scheduler knows"
                      .formatted(needed.value(), needed.reason()));
            });
  }

  /** Kueue resumes what it admits. */
  static void isNotSuspended(Job worker) {
    if (Boolean.TRUE.equals(worker.getSpec().getSuspend())) {
      throw new InvalidValueException(
          "gang.unsupported",
          "suspended: it was asked for, and Kueue resumes a job once it admits it; remove it, and"
              + " set stopPolicy: Hold of the LocalQueue to hold what waits there");
    }
  }

  /** A Volcano Job has no deadline, and neither have its tasks. */
  static void hasNoDeadline(Job worker) {
    Long deadline = worker.getSpec().getActiveDeadlineSeconds();
    if (deadline != null) {
      throw new InvalidValueException(
          "gang.unsupported",
          "activeDeadlineSeconds: '%s' was given, and a Volcano Job has no deadline; jobSet() and indexedJob() have one, and nearest to it here is that of each pod, pods(p -> p.edit(s -> s.withActiveDeadlineSeconds(%sL))), after which the job counts one failure"
              .formatted(deadline, deadline));
    }
  }

  /** A Volcano Job is suspended by a command, not by a field. */
  static void isNotCreatedSuspended(Job worker) {
    if (Boolean.TRUE.equals(worker.getSpec().getSuspend())) {
      throw new InvalidValueException(
          "gang.unsupported",
          "suspended: it was asked for, and a Volcano Job is not created suspended; remove it;"
              + " jobSet() and indexedJob() can be, and nearest to it here is vcctl job suspend"
              + " once the job is there");
    }
  }
}
