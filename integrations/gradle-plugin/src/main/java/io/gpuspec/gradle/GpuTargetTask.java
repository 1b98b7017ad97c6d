package io.gpuspec.gradle;

import io.gpuspec.gradle.batch.Destination;
import io.gpuspec.gradle.batch.Source;
import io.gpuspec.value.GpuSpecException;
import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.gradle.api.DefaultTask;
import org.gradle.api.GradleException;
import org.gradle.api.file.ConfigurableFileCollection;
import org.gradle.api.file.DirectoryProperty;
import org.gradle.api.file.FileCollection;
import org.gradle.api.provider.MapProperty;
import org.gradle.api.provider.Property;
import org.gradle.api.tasks.IgnoreEmptyDirectories;
import org.gradle.api.tasks.Input;
import org.gradle.api.tasks.InputFiles;
import org.gradle.api.tasks.Internal;
import org.gradle.api.tasks.Optional;
import org.gradle.api.tasks.PathSensitive;
import org.gradle.api.tasks.PathSensitivity;
import org.gradle.api.tasks.TaskAction;
import org.gradle.work.DisableCachingByDefault;

/** The common part of all tasks: the target, and what files are called. */
@DisableCachingByDefault(because = "each task says it for itself")
public abstract class GpuTargetTask extends DefaultTask {
  /** Returns the default target, such as {@code tke}. */
  @Input
  @Optional
  public abstract Property<String> getProvider();

  /** The edition of the provider's catalog; the newest unless set. */
  @Input
  @Optional
  public abstract Property<String> getEdition();

  /** Options of the provider, such as {@code spot}. */
  @Input
  public abstract MapProperty<String, String> getOptions();

  /** Rows, prices and availability over a catalog; later ones win. */
  @InputFiles
  @PathSensitive(PathSensitivity.RELATIVE)
  @IgnoreEmptyDirectories
  public abstract ConfigurableFileCollection getOverlays();

  /** The folder from which messages and reports say paths. */
  @Internal
  public abstract DirectoryProperty getProjectDirectory();

  /** Returns what messages and reports call the files, in the order in which they count. */
  @Input
  public List<String> getSourceNames() {
    return sources().map(Source::name).toList();
  }

  Stream<Source> sources() {
    return overlays().stream();
  }

  /** Returns the overlays in the given order: if two conflict, the later one applies. */
  private List<Source> overlays() {
    return Source.all(folder(), paths(getOverlays()));
  }

  /**
   * Returns the files in the order of their names, because Gradle returns a tree in the order of
   * the disk.
   */
  List<Source> sorted(FileCollection files) {
    return Source.sorted(folder(), paths(files));
  }

  private Path folder() {
    return getProjectDirectory().get().getAsFile().toPath();
  }

  private static List<Path> paths(FileCollection files) {
    return files.getFiles().stream().map(File::toPath).toList();
  }

  Destination destination() {
    return new Destination(
        GpuWorkloadSpec.given(getProvider()),
        GpuWorkloadSpec.given(getEdition()),
        getOptions().get(),
        overlays());
  }

  /** Does what the task is for. */
  @TaskAction
  public void run() {
    try {
      work();
    } catch (GpuSpecException e) {
      // The message says all that its reader can act on; where we are says nothing.
      throw new GradleException(e.getMessage());
    }
  }

  abstract void work();
}
