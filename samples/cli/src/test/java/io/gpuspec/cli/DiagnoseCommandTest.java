package io.gpuspec.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The command {@code diagnose}. */
class DiagnoseCommandTest {
  @TempDir private Path folder;

  private String file(String text) throws IOException {
    return Files.writeString(folder.resolve("events.txt"), text).toString();
  }

  @Test
  void aFileOfEventsNamesItsCauses() throws IOException {
    Run run =
        Run.of("diagnose", file("\n0/3 nodes are available: 3 Insufficient nvidia.com/gpu.\n"));

    assertThat(run.status()).isZero();
    assertThat(run.out())
        .startsWith("1. gpu-insufficient (error): no node has that many devices free\n")
        .contains("line 2: 3 Insufficient nvidia.com/gpu\n")
        .contains("check   kubectl describe nodes | grep -F -e Name: -e 'nvidia.com/gpu'");
  }

  @Test
  void jsonHasPlaceValuesCommandsAndSource() throws IOException {
    Run run =
        Run.of(
            "diagnose",
            "-o",
            "json",
            file("CUDA error: no kernel image is available for" + " execution on the device"));

    assertThat(run.json().at("/causes/0/id").asText()).isEqualTo("cuda-no-kernel-image");
    assertThat(run.json().at("/causes/0/evidence/0/line").asInt()).isEqualTo(1);
    assertThat(run.json().at("/causes/0/citation/url").asText()).startsWith("https://");
    assertThat(run.json().at("/unknown")).isEmpty();
  }

  @Test
  void anXidIsExplained() {
    assertThat(Run.of("diagnose", "--xid", "79").out())
        .startsWith("1. xid-79 (error)")
        .contains("fallen off the bus")
        .contains("reboot");
    assertThat(Run.of("diagnose", "--xid", "999").err()).contains("xid '999' is not known");
  }

  @Test
  void textWithoutAKnownMessageIsANo() throws IOException {
    Run run = Run.of("diagnose", file("all is well"));

    assertThat(run.status()).isEqualTo(1);
    assertThat(run.out()).isEqualTo("no known cause\n");
  }

  @Test
  void aFileThatIsNotThereAndNoFileAreBadInput() {
    assertThat(Run.of("diagnose", folder.resolve("none").toString()).status()).isEqualTo(2);
    assertThat(Run.of("diagnose").err())
        .contains(
            "no messages are given; give the output of kubectl describe pod as FILE",
            "use gpuspec fits");
    assertThat(Run.of("diagnose", "pending").err())
        .contains("'pending' is a symptom, not a file; write --symptom pending");
  }

  @Test
  void allProblemsAreListed() {
    assertThat(Run.of("diagnose", "--list").out().lines())
        .contains("gpu-insufficient (error): no node has that many devices free")
        .hasSizeGreaterThan(200);
  }

  @Test
  void theListIsAlsoData() {
    Run run = Run.of("diagnose", "--list", "-o", "json");

    assertThat(run.status()).isZero();
    assertThat(run.json()).hasSizeGreaterThan(250);
    assertThat(run.json().findParents("messages"))
        .allSatisfy(
            problem -> {
              assertThat(problem.path("seen").asText()).isNotEmpty();
              assertThat(problem.path("citation").path("title").asText()).isNotEmpty();
            })
        .anySatisfy(problem -> assertThat(problem.at("/targets/0").asText()).isEqualTo("ack"));
  }

  @Test
  void aMessageOfAnotherCloudThanTheTargetIsAContradiction() throws IOException {
    String events = file("Create ECI failed because the specified instance is out of stock.");

    assertThat(Run.of("diagnose", "--provider", "tke", events).out())
        .contains("   on      ack\n")
        .contains("note: eci-no-stock: clusters on ack show the message, and the target is tke\n");
    assertThat(Run.of("diagnose", "--provider", "ack", events).out()).doesNotContain("note:");
  }

  @ParameterizedTest
  @ValueSource(strings = {"pending", "no-gpu", "slow", "oom", "not-scaling", "metrics-missing"})
  void everySymptomHasChecksWithAnswersAndASource(String symptom) {
    Run run = Run.of("diagnose", "--symptom", symptom, "-o", "json");

    assertThat(run.status()).isZero();
    assertThat(run.json().at("/id").asText()).isEqualTo(symptom);
    assertThat(run.json().at("/steps")).hasSizeGreaterThanOrEqualTo(3);
    assertThat(run.json().at("/steps"))
        .allSatisfy(
            step -> {
              assertThat(step.path("question").asText()).endsWith("?");
              assertThat(step.path("command").asText()).isNotEmpty();
              assertThat(step.path("answers")).isNotEmpty();
            });
    assertThat(run.json().at("/citation/url").asText()).startsWith("https://");
  }

  @Test
  void jsonHasTheKeysOfTheContract() throws IOException {
    String pod = Files.writeString(folder.resolve("pod.yaml"), POD).toString();

    JsonNode cause =
        Run.of("diagnose", "-o", "json", "-f", pod, file("3 Insufficient nvidia.com/gpu"))
            .json()
            .at("/causes/0");

    assertThat(cause.fieldNames())
        .toIterable()
        .contains(
            "id",
            "cause",
            "severity",
            "evidence",
            "captured",
            "where",
            "fix",
            "commands",
            "citation");
    assertThat(cause.at("/captured/resource").asText()).isEqualTo("nvidia.com/gpu");
    assertThat(cause.at("/where/0").fieldNames())
        .toIterable()
        .containsExactly("file", "line", "column", "path", "message");
  }

  private static final String POD =
      """
      apiVersion: v1
      kind: Pod
      metadata: {name: train}
      spec:
        containers:
        - {name: main, image: r/train:v1, resources: {limits: {nvidia.com/gpu: 2}}}
      """;
  private static final String NODES =
      """
      {"kind": "List", "items": [{"kind": "Node", "metadata": {"name": "gpu-1"},
        "status": {"allocatable": {"cpu": "4", "memory": "16Gi", "nvidia.com/gpu": "1"}}}]}
      """;

  @Test
  void aManifestShowsTheLineAndNodesTheChange() throws IOException {
    String pod = Files.writeString(folder.resolve("pod.yaml"), POD).toString();
    String nodes = Files.writeString(folder.resolve("nodes.json"), NODES).toString();

    Run run =
        Run.of("diagnose", "-f", pod, "--nodes", nodes, file("3 Insufficient nvidia.com/gpu"));

    assertThat(run.status()).isZero();
    assertThat(run.out())
        .contains(
            "   where   " + pod + ":6:74: container 'main': resources.limits.nvidia.com/gpu is 2\n")
        .contains("note: Pod train would fit gpu-1 after 1 change: Insufficient nvidia.com/gpu: ");
  }

  @Test
  void aSymptomLeadsThroughItsChecks() {
    assertThat(Run.of("diagnose", "--symptom", "pending").out())
        .startsWith("pending: a pod stays Pending\n1. What does the scheduler say?\n")
        .contains("   kubectl describe resourcequota -n <namespace>\n");
    assertThat(Run.of("diagnose", "--symptom", "no-gpu", "-o", "json").json().at("/steps"))
        .hasSizeGreaterThan(3);
    assertThat(Run.of("diagnose", "--symptom", "pendin").err())
        .contains("symptom 'pendin' is not known; did you mean pending?");
  }

  @Test
  void nodesAloneAreAMistake() throws IOException {
    Run run = Run.of("diagnose", "--nodes", "nodes.json", file("OOMKilled"));

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).contains("give their manifest with -f");
  }

  @Test
  void aManifestThatCannotBeReadIsAMistake() throws IOException {
    assertThat(Run.of("diagnose", "-f", "none.yaml", file("OOMKilled")).err())
        .contains("'none.yaml' does not exist");
  }
}
