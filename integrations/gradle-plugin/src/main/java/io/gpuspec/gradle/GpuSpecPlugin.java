package io.gpuspec.gradle;

import io.gpuspec.manifest.inspect.InspectSettings;
import java.io.File;
import java.util.List;
import org.gradle.api.Plugin;
import org.gradle.api.Project;
import org.gradle.api.file.ProjectLayout;
import org.gradle.api.tasks.TaskContainer;
import org.gradle.language.base.plugins.LifecycleBasePlugin;
import org.jspecify.annotations.Nullable;

/**
 * The plugin {@code io.gpuspec}: {@code gpuspec { ... }}, {@code generateGpuManifests}, and {@code
 * explainGpuManifests} and {@code checkGpuManifests}, on which {@code check} depends if it exists.
 */
public final class GpuSpecPlugin implements Plugin<Project> {
  static final String EXTENSION = "gpuspec";
  static final String GENERATE = "generateGpuManifests";
  static final String EXPLAIN = "explainGpuManifests";

  static final String CHECK = "checkGpuManifests";

  private static final String GROUP = "GPU manifests";

  @Override
  public void apply(Project project) {
    GpuSpecExtension gpuspec = project.getExtensions().create(EXTENSION, GpuSpecExtension.class);
    gpuspec
        .getIntents()
        .from(
            project.fileTree(
                "src/gpuspec", tree -> tree.include("**/*.yaml", "**/*.yml", "**/*.json")));
    shareDefaults(project, gpuspec);
    TaskContainer tasks = project.getTasks();
    tasks.register(
        GENERATE,
        GenerateGpuManifests.class,
        task -> {
          task.setGroup(GROUP);
          task.setDescription("Builds the manifests of intents and declared workloads.");
        });
    var explain =
        tasks.register(
            EXPLAIN,
            ExplainGpuManifests.class,
            task -> {
              task.setGroup(GROUP);
              task.setDescription(
                  "Says what intents, workloads and manifests land on; fails if one does not.");
            });
    var inspect =
        tasks.register(
            CHECK,
            CheckGpuManifests.class,
            task -> {
              task.setGroup(GROUP);
              task.setDescription("Inspects existing manifests; fails if something is wrong.");
            });
    project
        .getPluginManager()
        .withPlugin(
            "lifecycle-base",
            any ->
                tasks
                    .named(LifecycleBasePlugin.CHECK_TASK_NAME)
                    .configure(check -> check.dependsOn(explain, inspect)));
  }

  /**
   * The settings of the extension apply to every task of ours, including those that the build adds.
   */
  private static void shareDefaults(Project project, GpuSpecExtension gpuspec) {
    ProjectLayout layout = project.getLayout();
    TaskContainer tasks = project.getTasks();
    gpuspec.getFailOn().convention("error");
    gpuspec.getConfig().convention(layout.file(project.provider(() -> settings(project))));
    tasks
        .withType(CheckGpuManifests.class)
        .configureEach(
            task -> {
              task.getManifests().from(gpuspec.getManifests());
              task.getFailOn().convention(gpuspec.getFailOn());
              task.getConfig().convention(gpuspec.getConfig());
              task.getBaseline().convention(gpuspec.getBaseline());
              task.getReportDirectory()
                  .convention(layout.getBuildDirectory().dir("reports/gpuspec/" + task.getName()));
            });
    tasks
        .withType(GpuTargetTask.class)
        .configureEach(
            task -> {
              task.getProvider().convention(gpuspec.getProvider());
              task.getEdition().convention(gpuspec.getEdition());
              task.getOptions().convention(gpuspec.getOptions());
              task.getOverlays().from(gpuspec.getOverlays());
              task.getProjectDirectory().convention(layout.getProjectDirectory());
            });
    tasks
        .withType(GpuManifestTask.class)
        .configureEach(
            task -> {
              task.getIntents().from(gpuspec.getIntents());
              task.getWorkloads()
                  .convention(project.provider(() -> List.copyOf(gpuspec.getWorkloads())));
            });
    tasks
        .withType(GenerateGpuManifests.class)
        .configureEach(
            task ->
                task.getOutputDirectory()
                    .convention(layout.getBuildDirectory().dir("gpuspec/" + task.getName())));
    tasks
        .withType(ExplainGpuManifests.class)
        .configureEach(
            task -> {
              task.getManifests().from(gpuspec.getManifests());
              task.getReportFile()
                  .convention(
                      layout
                          .getBuildDirectory()
                          .file("reports/gpuspec/" + task.getName() + ".txt"));
            });
  }

  /** Returns the settings in the folder of a project, or the nearest above it in the build. */
  private static @Nullable File settings(Project project) {
    @Nullable Project each = project;
    while (each != null) {
      File file = each.file(InspectSettings.FILE);
      if (file.isFile()) {
        return file;
      }
      each = each.getParent();
    }
    return null;
  }
}
