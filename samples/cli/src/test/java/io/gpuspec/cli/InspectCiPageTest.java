package io.gpuspec.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** The commands in the files for CI of docs/inspect-ci.md run, and the files are YAML. */
class InspectCiPageTest {
  private static final GuidePage PAGE = new GuidePage("docs/inspect-ci.md");
  private static final Pattern COMMAND =
      Pattern.compile("gpuspec (inspect .* manifests/|inspect manifests/)$");
  private static final Pattern WRITTEN = Pattern.compile("(gpuspec\\.|\\.gpuspec\\.)[a-z]+");

  private static List<String> commands() {
    return Stream.of("bash", "yml")
        .flatMap(language -> PAGE.blocks(language).stream())
        .flatMap(String::lines)
        .flatMap(line -> COMMAND.matcher(line).results().map(found -> found.group(1)))
        .collect(Collectors.toCollection(ArrayList::new));
  }

  @Test
  void everyCommandAnswersAndWritesItsReport(@TempDir Path folder) throws IOException {
    Path manifests = Files.createDirectories(folder.resolve("manifests"));
    Files.writeString(
        manifests.resolve("pod.yaml"),
        """
        apiVersion: v1
        kind: Pod
        metadata: {name: llm}
        spec:
          containers:
          - name: main
            image: registry.example/llm:v1
            resources: {limits: {memory: 512m, nvidia.com/gpu: 1}}
        """);
    List<String> commands = commands();

    assertThat(commands).hasSize(7);
    for (String command : commands) {
      boolean isClean = command.contains("baseline") || command.contains("never");
      Run run = Run.of(words(command, folder));
      assertThat(run.status()).as(command + run.err()).isEqualTo(isClean ? 0 : 1);
    }
    assertThat(folder)
        .isDirectoryContaining("glob:**/gpuspec.sarif")
        .isDirectoryContaining("glob:**/gpuspec.xml")
        .isDirectoryContaining("glob:**/.gpuspec.baseline");
  }

  /** The words of a command, with its files in the folder. */
  private static String[] words(String command, Path folder) {
    String all =
        command.contains("--create-baseline") ? command + " --baseline .gpuspec.baseline" : command;
    return Stream.of(all.split(" "))
        .map(
            word ->
                word.equals("manifests/") || WRITTEN.matcher(word).matches()
                    ? folder.resolve(word).toString()
                    : word)
        .toArray(String[]::new);
  }

  @Test
  void everyFileIsYaml() {
    assertThat(PAGE.blocks("yml"))
        .hasSize(4)
        .allSatisfy(
            file ->
                assertThat(new Load(LoadSettings.builder().build()).loadFromString(file))
                    .isInstanceOf(Map.class));
  }
}
