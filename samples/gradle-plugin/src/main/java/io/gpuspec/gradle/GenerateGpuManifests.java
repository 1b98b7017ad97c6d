package io.gpuspec.gradle;

import io.gpuspec.gradle.batch.Batch;
import io.gpuspec.gradle.batch.ManifestFolder;
import org.gradle.api.file.DirectoryProperty;
import org.gradle.api.tasks.CacheableTask;
import org.gradle.api.tasks.OutputDirectory;

/**
 * Builds the manifests of intents and declared workloads: a YAML file for each file of intents, and
 * for each workload. If anything is wrong or fits nowhere, all of it is told and nothing is
 * written.
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
