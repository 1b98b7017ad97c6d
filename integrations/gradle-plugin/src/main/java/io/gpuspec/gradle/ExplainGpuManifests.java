package io.gpuspec.gradle;

import io.gpuspec.gradle.batch.Batch;
import io.gpuspec.gradle.batch.Source;
import io.gpuspec.value.GpuSpecException;
import java.util.stream.Stream;
import org.gradle.api.file.ConfigurableFileCollection;
import org.gradle.api.file.RegularFileProperty;
import org.gradle.api.tasks.CacheableTask;
import org.gradle.api.tasks.IgnoreEmptyDirectories;
import org.gradle.api.tasks.InputFiles;
import org.gradle.api.tasks.OutputFile;
import org.gradle.api.tasks.PathSensitive;
import org.gradle.api.tasks.PathSensitivity;
import org.gradle.api.tasks.VerificationException;

/**
 * A task that prints the matches of intents, declared workloads and existing manifests, with
 * reasons: on the console and in a file. It fails if anything is invalid or does not match; all
 * problems are reported.
 */
@CacheableTask
public abstract class ExplainGpuManifests extends GpuManifestTask {
  /** Manifests that exist already, and folders of them. */
  @InputFiles
  @PathSensitive(PathSensitivity.RELATIVE)
  @IgnoreEmptyDirectories
  public abstract ConfigurableFileCollection getManifests();

  /** The report. */
  @OutputFile
  public abstract RegularFileProperty getReportFile();

  @Override
  Stream<Source> sources() {
    return Stream.concat(super.sources(), sorted(getManifests()).stream());
  }

  @Override
  void run(Batch batch) {
    batch.manifests(sorted(getManifests()));
    batch.writeReport(getReportFile().get().getAsFile().toPath());
    getLogger().lifecycle(batch.matches());
    try {
      batch.orThrow();
    } catch (GpuSpecException e) {
      // A task that only needs the report still runs, if the build is told to continue.
      throw new VerificationException(e.getMessage());
    }
  }
}
