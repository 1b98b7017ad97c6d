package io.gpuspec.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/**
 * A workflow of GitHub Actions, run in a folder that stands for the runner's workspace: its
 * commands run in Bash as there, and the actions that our pages use are played by what they leave
 * behind.
 *
 * <p>A step after one that failed runs only with {@code if: always()}, and then the job has failed.
 *
 * @param log what the commands printed
 * @param uploaded what code scanning was given
 * @see <a href="https://docs.github.com/en/actions/reference/workflows-and-actions">the
 *     reference</a>
 */
record WorkflowRun(boolean isFailed, String log, List<JsonNode> uploaded) {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String LAUNCHER = "gpuspec";

  /** Runs the only job of a workflow. */
  static WorkflowRun of(String workflow, Path workspace) throws IOException, InterruptedException {
    JsonNode root =
        JSON.valueToTree(new Load(LoadSettings.builder().build()).loadFromString(workflow));
    JsonNode jobs = root.path("jobs");
    if (jobs.size() != 1 || root.path("on").isEmpty()) {
      throw new IllegalArgumentException("one job, and what starts it: " + root);
    }
    JsonNode job = jobs.iterator().next();
    if (!job.path("runs-on").asText().startsWith("ubuntu-")) {
      throw new IllegalArgumentException("another runner: " + job);
    }
    StringBuilder log = new StringBuilder();
    List<JsonNode> uploaded = new ArrayList<>();
    boolean isFailed = false;
    for (JsonNode step : job.path("steps")) {
      if (isFailed && !step.path("if").asText().equals("always()")) {
        continue;
      }
      if (step.has("run")) {
        isFailed |= bash(step.path("run").asText(), workspace, log) != 0;
      } else {
        action(step, root.path("permissions"), workspace, uploaded);
      }
    }
    return new WorkflowRun(isFailed, log.toString(), List.copyOf(uploaded));
  }

  private static void action(
      JsonNode step, JsonNode permissions, Path workspace, List<JsonNode> uploaded)
      throws IOException {
    JsonNode with = step.path("with");
    switch (step.path("uses").asText().replaceFirst("@v[0-9]+$", "")) {
      case "actions/checkout" -> {
        require(permissions.path("contents").asText().equals("read"), step);
        if (with.has("path")) {
          require(with.path("repository").asText().endsWith("/gpu-spec"), step);
          require(Files.isExecutable(Guides.root().resolve(LAUNCHER)), step);
          launcher(workspace.resolve(with.path("path").asText()));
        }
      }
      case "actions/setup-java" -> {
        require(with.path("distribution").asText().equals("temurin"), step);
        require(
            Files.readString(Guides.root().resolve("pom.xml"))
                .contains(
                    "<maven.compiler.release>%s<".formatted(with.path("java-version").asText())),
            step);
      }
      case "github/codeql-action/upload-sarif" -> {
        require(permissions.path("security-events").asText().equals("write"), step);
        require(!with.path("category").asText().isEmpty(), step);
        uploaded.add(JSON.readTree(workspace.resolve(with.path("sarif_file").asText()).toFile()));
      }
      default -> throw new IllegalArgumentException("an action that is not played here: " + step);
    }
  }

  private static void require(boolean holds, JsonNode step) {
    if (!holds) {
      throw new IllegalArgumentException("GitHub would not run this as it stands: " + step);
    }
  }

  /** Writes what the checkout's launcher does once all is built; LauncherTest is about that. */
  private static void launcher(Path folder) throws IOException {
    Path program = Files.createDirectories(folder).resolve(LAUNCHER);
    Files.writeString(
        program,
        "#!/bin/sh\nexec '%s' -cp '%s' io.gpuspec.cli.Main \"$@\"\n"
            .formatted(
                Path.of(System.getProperty("java.home"), "bin", "java"),
                System.getProperty(
                    "surefire.test.class.path", System.getProperty("java.class.path"))));
    if (!program.toFile().setExecutable(true)) {
      throw new IOException(program + " cannot be made executable");
    }
  }

  /** Runs commands as GitHub does where no shell is named. */
  private static int bash(String commands, Path workspace, StringBuilder log)
      throws IOException, InterruptedException {
    Path script = Files.createTempFile("step", ".sh");
    try {
      Files.writeString(script, commands);
      ProcessBuilder bash =
          new ProcessBuilder("bash", "-e", script.toString())
              .directory(workspace.toFile())
              .redirectErrorStream(true);
      bash.environment().put("LC_ALL", "C.UTF-8");
      Process process = bash.start();
      process.getOutputStream().close();
      log.append(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
      return process.waitFor();
    } finally {
      Files.delete(script);
    }
  }
}
