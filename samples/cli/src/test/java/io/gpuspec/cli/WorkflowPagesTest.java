package io.gpuspec.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The workflows of GitHub Actions on our pages run, and code scanning gets what the pages say. */
@Tag("slow")
class WorkflowPagesTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final GuidePage TUTORIAL = new GuidePage("docs/tutorial-ci.md");

  @TempDir private Path workspace;

  private static String workflow(String page) {
    return new GuidePage(page)
        .blocks("yml").stream()
            .filter(block -> block.contains("runs-on:"))
            .findFirst()
            .orElseThrow();
  }

  private Path manifest() throws IOException {
    Path manifests = Files.createDirectories(workspace.resolve("manifests"));
    return Files.writeString(manifests.resolve("pod.yaml"), TUTORIAL.file("pod.yaml"));
  }

  private static void assertValid(JsonNode sarif) throws IOException {
    try (InputStream in =
        WorkflowPagesTest.class.getResourceAsStream("/schema/sarif-schema-2.1.0.json")) {
      JsonSchema schema =
          JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V7).getSchema(JSON.readTree(in));
      assertThat(schema.validate(sarif)).isEmpty();
    }
  }

  @Test
  void theWorkflowOfTheTutorialShowsTheFindingAtItsLineUntilItIsFixed() throws Exception {
    manifest();
    WorkflowRun broken = WorkflowRun.of(workflow("docs/tutorial-ci.md"), workspace);
    Run fixed = Run.of("inspect", "--fix=all", workspace.resolve("manifests").toString());
    WorkflowRun mended = WorkflowRun.of(workflow("docs/tutorial-ci.md"), workspace);

    assertShown(broken);
    assertThat(fixed.status()).isZero();
    assertThat(mended.isFailed()).as(mended.log()).isFalse();
    assertThat(mended.log()).contains("0 errors, 0 warnings in 1 file (1 object)");
    assertThat(mended.uploaded())
        .singleElement()
        .satisfies(sarif -> assertThat(sarif.at("/runs/0/results")).isEmpty());
  }

  @Test
  void theWorkflowOfTheGuideShowsTheSame() throws Exception {
    manifest();

    assertShown(WorkflowRun.of(workflow("docs/inspect-ci.md"), workspace));
  }

  /** What the tutorial shows of the text and of the SARIF file. */
  private static void assertShown(WorkflowRun run) throws IOException {
    String page = TUTORIAL.text();
    assertThat(run.isFailed()).as(run.log()).isTrue();
    assertThat(run.log()).contains("10:32 error memory-in-thousandths (Pod llm)");
    assertThat(run.uploaded()).hasSize(1);
    JsonNode sarif = run.uploaded().get(0);
    assertValid(sarif);
    JsonNode result = sarif.at("/runs/0/results/0");
    assertThat(sarif.at("/runs/0/results")).hasSize(1);
    assertThat(page)
        .contains(
            "\"ruleId\": " + result.path("ruleId"),
            "\"startLine\": " + result.at("/locations/0/physicalLocation/region/startLine") + ",",
            "\"startColumn\": "
                + result.at("/locations/0/physicalLocation/region/startColumn")
                + ",");
    // A path from the top of the repository, or GitHub finds no line for it.
    assertThat(result.at("/locations/0/physicalLocation/artifactLocation/uri").asText())
        .isEqualTo("manifests/pod.yaml");
  }

  @Test
  void aWorkflowThatGitHubWouldNotRunFails() throws IOException {
    manifest();
    String workflow = workflow("docs/tutorial-ci.md");

    assertThatThrownBy(() -> WorkflowRun.of(workflow.replace("write", "read"), workspace))
        .hasMessageContaining("upload-sarif");
    assertThatThrownBy(() -> WorkflowRun.of(workflow.replace("setup-java", "setup-jvm"), workspace))
        .hasMessageContaining("setup-jvm");
    assertThatThrownBy(() -> WorkflowRun.of(workflow.replace("\"17\"", "\"11\""), workspace))
        .hasMessageContaining("setup-java");
    assertThatThrownBy(
            () ->
                WorkflowRun.of(workflow.replace("sarif_file: gpuspec", "sarif_file: a"), workspace))
        .isInstanceOf(IOException.class);
  }
}
