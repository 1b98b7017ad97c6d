package io.gpuspec.gradle;

import io.gpuspec.gradle.batch.ManifestCheck;
import io.gpuspec.gradle.batch.Source;
import java.io.File;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.gradle.api.file.ConfigurableFileCollection;
import org.gradle.api.file.DirectoryProperty;
import org.gradle.api.file.RegularFile;
import org.gradle.api.file.RegularFileProperty;
import org.gradle.api.provider.Property;
import org.gradle.api.tasks.CacheableTask;
import org.gradle.api.tasks.IgnoreEmptyDirectories;
import org.gradle.api.tasks.Input;
import org.gradle.api.tasks.InputFiles;
import org.gradle.api.tasks.OutputDirectory;
import org.gradle.api.tasks.PathSensitive;
import org.gradle.api.tasks.PathSensitivity;
import org.gradle.api.tasks.SkipWhenEmpty;
import org.gradle.api.tasks.VerificationException;

/**
 * A task that inspects existing manifests, and reports what is wrong as text, JSON, SARIF and
 * JUnit's XML. It fails if a finding is as bad as {@code failOn}.
 */
@CacheableTask
public abstract class CheckGpuManifests extends GpuTargetTask {
  /** Manifests that exist already, and folders of them. */
  @InputFiles
  @SkipWhenEmpty
  @PathSensitive(PathSensitivity.RELATIVE)
  @IgnoreEmptyDirectories
  public abstract ConfigurableFileCollection getManifests();

  /** The least severity that fails: {@code error}, {@code warning}, {@code info}, or never. */
  @Input
  public abstract Property<String> getFailOn();

  /** Which rules count, and how much; by default {@code .gpuspec.yaml} of the project, or above. */
  @InputFiles
  @org.gradle.api.tasks.Optional
  @PathSensitive(PathSensitivity.RELATIVE)
  public abstract RegularFileProperty getConfig();

  /** Findings that were there before and do not count. */
  @InputFiles
  @org.gradle.api.tasks.Optional
  @PathSensitive(PathSensitivity.NONE)
  public abstract RegularFileProperty getBaseline();

  /** The folder of the reports, which is the task's own. */
  @OutputDirectory
  public abstract DirectoryProperty getReportDirectory();

  @Override
  Stream<Source> sources() {
    return Stream.concat(super.sources(), sorted(getManifests()).stream());
  }

  @Override
  void work() {
    ManifestCheck check =
        ManifestCheck.of(
            destination(), sorted(getManifests()), given(getConfig()), given(getBaseline()));
    check.writeReports(getReportDirectory().get().getAsFile().toPath());
    check.shown().ifPresent(getLogger()::lifecycle);
    check
        .failure(getFailOn().get())
        .ifPresent(
            failure -> {
              // A task that only needs a report still runs, if the build is told to continue.
              throw new VerificationException(failure);
            });
  }

  private static Optional<Path> given(RegularFileProperty file) {
    return Optional.ofNullable(file.getOrNull()).map(RegularFile::getAsFile).map(File::toPath);
  }
}
