package io.gpuspec.gradle;

import io.gpuspec.gradle.batch.Batch;
import io.gpuspec.gradle.batch.Source;
import java.util.stream.Stream;
import org.gradle.api.file.ConfigurableFileCollection;
import org.gradle.api.provider.ListProperty;
import org.gradle.api.tasks.IgnoreEmptyDirectories;
import org.gradle.api.tasks.InputFiles;
import org.gradle.api.tasks.Nested;
import org.gradle.api.tasks.PathSensitive;
import org.gradle.api.tasks.PathSensitivity;
import org.gradle.work.DisableCachingByDefault;

/** The common part of the tasks that build: what is built. */
@DisableCachingByDefault(because = "each task says it for itself")
public abstract class GpuManifestTask extends GpuTargetTask {
  /** Files of intents, and folders of them. */
  @InputFiles
  @PathSensitive(PathSensitivity.RELATIVE)
  @IgnoreEmptyDirectories
  public abstract ConfigurableFileCollection getIntents();

  /** Workloads that the build script declares. */
  @Nested
  public abstract ListProperty<GpuWorkloadSpec> getWorkloads();

  @Override
  Stream<Source> sources() {
    return Stream.concat(super.sources(), sorted(getIntents()).stream());
  }

  @Override
  void work() {
    run(
        Batch.on(destination())
            .intents(sorted(getIntents()))
            .workloads(getWorkloads().get().stream().map(GpuWorkloadSpec::declared).toList()));
  }

  /** Does with what is read and judged what the task is for. */
  abstract void run(Batch batch);
}
