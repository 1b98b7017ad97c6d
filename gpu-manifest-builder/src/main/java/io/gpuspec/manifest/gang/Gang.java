package io.gpuspec.manifest.gang;

import io.gpuspec.Target;
import io.gpuspec.manifest.GpuWorkload;
import io.gpuspec.manifest.Manifests;
import io.gpuspec.manifest.error.InvalidWorkloadException;
import io.gpuspec.value.InvalidValueException;
import java.util.Map;

/**
 * A set of workers that are only useful together, and the controller that starts them.
 *
 * <pre>{@code
 * GpuWorkload worker = GpuWorkload.job("train", "registry.example/train:v1").gpu(8, "A100");
 * Gang gang = GangJob.pytorch(4, worker, "train.py").indexedJob();
 * gang.on(gpus.in("eks")).match();    // 4 x p4d.24xlarge · 96 cores · 1152Gi  on eks
 * }</pre>
 */
public sealed interface Gang permits IndexedJob, JobSet, LeaderWorkerSet, PodGroup, VolcanoJob {

  /**
   * The manifests that bring it onto a target.
   *
   * @throws io.gpuspec.NoMatchException if no shape of the target holds a worker
   * @throws InvalidValueException if the name is too long for the pods' names, the workers restart
   *     Always, PyTorch's command or variables are given twice, a worker says what the controller
   *     has no field for, or it needs another scheduler than the controller's
   * @throws InvalidWorkloadException if several of these are wrong
   */
  Manifests on(Target target);

  /** Returns one of the workers, without what the gang adds. */
  GpuWorkload worker();

  /**
   * Returns the settings other than the worker, with the names that they have in an intent file,
   * such as {@code {controller=jobset, workers=4, kueue=team-a}}.
   */
  Map<String, Object> settings();
}
