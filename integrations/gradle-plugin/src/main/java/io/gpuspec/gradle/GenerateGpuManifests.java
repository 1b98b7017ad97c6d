package io.gpuspec.gradle;

import io.gpuspec.gradle.batch.Batch;
import io.gpuspec.gradle.batch.ManifestFolder;
import org.gradle.api.file.DirectoryProperty;
import org.gradle.api.tasks.CacheableTask;
import org.gradle.api.tasks.OutputDirectory;

/**
 * A task that builds the manifests of intents and declared workloads: a YAML file for each file of
 * intents, and for each workload. If anything is invalid or does not match, all problems are
 * reported and nothing is written.
 */
@CacheableTask
public abstract class GenerateGpuManifests extends GpuManifestTask {
  /** The folder of the manifests, which is the task's own. */
  @OutputDirectory
  public abstract DirectoryProperty getOutputDirectory();

  @Override
  void run(Batch batch) {
    batch.orThrow();
    new ManifestFolder(getOutputDirectory().get().getAsFile().toPath()).write(batch.files());
  }
}
