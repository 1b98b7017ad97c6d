package io.gpuspec.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
    assertThat(Run.of("diagnose", "--xid", "999").err()).contains("problem 'xid-999' is not known");
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
    assertThat(Run.of("diagnose").err()).contains("no file is given");
  }

  @Test
  void allProblemsAreListed() {
    assertThat(Run.of("diagnose", "--list").out().lines())
        .contains("gpu-insufficient (error): no node has that many devices free")
        .hasSizeGreaterThan(200);
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
