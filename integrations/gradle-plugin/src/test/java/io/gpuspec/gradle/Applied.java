package io.gpuspec.gradle;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.gradle.api.Project;
import org.gradle.testfixtures.ProjectBuilder;

/** A project in a folder, with the plugin. */
record Applied(Path folder, Project project) {
  static Applied in(Path folder) {
    return in(
        folder,
        ProjectBuilder.builder().withGradleUserHomeDir(folder.resolve("gradle-home").toFile()));
  }

  /** A project below this one, in a folder of its own. */
  Applied below(String path) throws IOException {
    return in(
        Files.createDirectories(folder.resolve(path)),
        ProjectBuilder.builder().withParent(project));
  }

  private static Applied in(Path folder, ProjectBuilder builder) {
    Project project = builder.withProjectDir(folder.toFile()).build();
    project.getPluginManager().apply("io.gpuspec");
    return new Applied(folder, project);
  }

  GpuSpecExtension gpuspec() {
    return project.getExtensions().getByType(GpuSpecExtension.class);
  }

  GenerateGpuManifests generate() {
    return (GenerateGpuManifests) project.getTasks().getByName("generateGpuManifests");
  }

  ExplainGpuManifests explain() {
    return (ExplainGpuManifests) project.getTasks().getByName("explainGpuManifests");
  }

  CheckGpuManifests check() {
    return (CheckGpuManifests) project.getTasks().getByName("checkGpuManifests");
  }

  Path write(String file, String text) throws IOException {
    Path path = folder.resolve(file);
    Files.createDirectories(path.getParent());
    return Files.writeString(path, text);
  }
}
