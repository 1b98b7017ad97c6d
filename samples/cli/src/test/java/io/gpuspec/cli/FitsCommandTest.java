package io.gpuspec.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FitsCommandTest {
  private static final String POD =
      """
      apiVersion: v1
      kind: Pod
      metadata: {name: train, namespace: team}
      spec:
        resourceClaims: [{name: gpu, resourceClaimTemplateName: one}]
        containers:
        - {name: main, image: r/train:v1, resources: {requests: {cpu: "%s"}, claims: [{name: gpu}]}}
      ---
      apiVersion: resource.k8s.io/v1
      kind: ResourceClaimTemplate
      metadata: {name: one, namespace: team}
      spec:
        spec:
          devices:
            requests: [{name: gpu, exactly: {deviceClassName: gpu.nvidia.com}}]
      """;
  private static final String NODES =
      """
      {"kind": "List", "items": [
        {"kind": "Node", "metadata": {"name": "gpu-1"}, "status": {"allocatable": {"cpu": "8"}}},
        {"kind": "Node", "metadata": {"name": "gpu-2"}, "status": {"allocatable": {"cpu": "2"}}}]}
      """;

  @TempDir private Path folder;

  private String file(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text).toString();
  }

  /** The names that other commands and kubectl have for the option, and nodes from a pipe. */
  @ParameterizedTest
  @ValueSource(strings = {"-f", "--file", "--filename"})
  void theNodesCanBeStandardInput(String option) throws IOException {
    String pod = file("p.yaml", POD.formatted("4"));
    Run named = Run.of("fits", option, pod, "--nodes", file("n.json", NODES));
    InputStream before = System.in;
    System.setIn(new ByteArrayInputStream(NODES.getBytes(StandardCharsets.UTF_8)));
    try {
      Run piped = Run.of("fits", option, pod, "--nodes", "-");

      assertThat(piped.out()).contains("gpu-1", "gpu-2").isEqualTo(named.out());
    } finally {
      System.setIn(before);
    }
  }

  @Test
  void eachNodeHasItsDevicesOrItsReasons() throws IOException {
    String slices =
        file(
            "s.yaml",
            Run.line("slices --provider eks/nodegroup --gpu g6.xlarge --node gpu-1").out());
    String nodes = file("n.json", NODES);
    String asked = "fits -f %s --nodes %s --slices %s -o json";
    Run run = Run.line(asked.formatted(file("p.yaml", POD.formatted("4")), nodes, slices));

    assertThat(run.status()).isEqualTo(Main.YES);
    assertThat(run.json().at("/workloads/0/kind").asText()).isEqualTo("Pod");
    assertThat(run.json().at("/workloads/0/namespace").asText()).isEqualTo("team");
    assertThat(run.json().at("/workloads/0/fits").asBoolean()).isTrue();
    assertThat(run.json().at("/workloads/0/nodes/0/devices/0/device").asText()).isEqualTo("gpu-0");
    assertThat(run.json().at("/workloads/0/nodes/0/devices/0/pool").asText()).isEqualTo("gpu-1");
    assertThat(run.json().at("/workloads/0/nodes/1/fits").asBoolean(true)).isFalse();
    assertThat(run.json().at("/workloads/0/nodes/1/reasons/0").asText())
        .startsWith("Insufficient cpu: 4 requested");
    assertThat(
            Run.line(asked.formatted(file("l.yaml", POD.formatted("16")), nodes, slices)).status())
        .isEqualTo(Main.NO);
  }

  @Test
  void withoutSlicesClaimsAreNotJudged() throws IOException {
    Run run =
        Run.line(
            "fits -f " + file("p.yaml", POD.formatted("4")) + " --nodes " + file("n.json", NODES));

    assertThat(run.status()).isEqualTo(Main.NOT_JUDGED);
    assertThat(run.out()).contains("fits      gpu-1; not known: whether the node has devices");
  }
}
