package io.gpuspec.gradle;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.gradle.api.Project;
import org.gradle.testfixtures.ProjectBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GpuSpecPluginTest {
  @TempDir private Path folder;

  @Test
  void anIntentInTheSourcesBecomesAFileOfManifests() throws IOException {
    Path intents = Files.createDirectories(folder.resolve("src/gpuspec"));
    Files.writeString(
        intents.resolve("llm.yaml"),
        """
        apiVersion: gpuspec.io/v1
        kind: GpuWorkload
        metadata: {name: llm}
        spec:
          kind: Deployment
          target: {provider: tke}
          gpu: {names: [T4]}
          container:
            image: registry.example/llm:v1
            requests: {cpu: 3, memory: 10Gi}
        """);
    Project project = ProjectBuilder.builder().withProjectDir(folder.toFile()).build();
    project.getPluginManager().apply("io.gpuspec");

    ((GenerateGpuManifests) project.getTasks().getByName("generateGpuManifests")).run();

    assertThat(folder.resolve("build/gpuspec/generateGpuManifests/llm.yaml"))
        .content()
        .contains("kind: Deployment", "nvidia.com/gpu: \"1\"");
  }
}
