package io.gpuspec.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code build -f} and {@code build --verify}. */
class BuildFileTest {
  private static final String POD =
      """
      apiVersion: gpuspec.io/v1
      kind: GpuWorkload
      metadata: {name: NAME}
      spec:
        kind: Pod
        target: {provider: tke, options: {spot: true}}
        gpu: {names: [T4]}
        container: {image: r/i:v1}
      """;

  @TempDir private Path folder;
  private Path file;

  @BeforeEach
  void twoPods() throws IOException {
    file = folder.resolve("intents.yaml");
    Files.writeString(file, POD.replace("NAME", "one") + "---\n" + POD.replace("NAME", "two"));
  }

  @Test
  void everyIntentIsBuiltWhereItSays() {
    Run run = Run.of("build", "-f", file.toString());

    assertThat(run.status()).isZero();
    assertThat(run.out().split("---\n")).hasSize(2);
    assertThat(run.out()).contains("name: one\n", "name: two\n", "spot-pod: \"true\"");
    assertThat(run.err().lines()).contains("T4 x1 · 2 cores · 8Gi  on tke (over by 1 core, 6Gi)");
  }

  @Test
  void aProviderOnTheLineHoldsInsteadOfTheFilesAndSoDoItsOptions() {
    assertThat(Run.of("build", "--provider", "eks", "-f", file.toString()).err())
        .startsWith("g4dn.xlarge");
    assertThat(Run.of("build", "--provider", "tke", "-f", file.toString()).out())
        .contains("spot-pod: \"true\"");
    assertThat(
            Run.of("build", "--provider", "tke", "--set", "spot=false", "-f", file.toString())
                .out())
        .doesNotContain("spot-pod");
  }

  @Test
  void jsonIsOneList() {
    JsonNode list = Run.of("build", "-f", file.toString(), "-o", "json").json();

    assertThat(list.get("kind").asText()).isEqualTo("List");
    assertThat(list.get("items").findValuesAsText("name")).contains("one", "two");
  }

  @Test
  void standardInputIsRead() {
    InputStream before = System.in;
    System.setIn(
        new ByteArrayInputStream(POD.replace("NAME", "in").getBytes(StandardCharsets.UTF_8)));
    try {
      assertThat(Run.line("build -f -").out()).contains("name: in\n");
    } finally {
      System.setIn(before);
    }
  }

  @Test
  void everyProblemIsALineAndNothingIsBuilt() throws IOException {
    Files.writeString(file, POD.replace("NAME", "Bad_One").replace("r/i", "r /i"));
    Run run = Run.of("build", "-f", file.toString());

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(run.err().lines())
        .hasSize(2)
        .allMatch(line -> line.startsWith("gpuspec: " + file + ":"));
  }

  @Test
  void whatOneOfThemCannotHaveIsNoForAll() throws IOException {
    Files.writeString(
        file,
        POD.replace("NAME", "one") + "---\n" + POD.replace("NAME", "two").replace("T4", "L40"));
    Run run = Run.of("build", "-f", file.toString());

    assertThat(run.status()).isEqualTo(1);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).startsWith("GpuWorkload two\nno match on tke");
  }

  @Test
  void optionsOfAWorkloadDoNotGoWithAFile() {
    Run run = Run.of("build", "-f", file.toString(), "--gpu", "V100");

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err())
        .isEqualTo(
            "gpuspec: -f and --gpu: both are given; write it in the file, or leave -f out\n");
  }

  @Test
  void anIntentThatSaysNoProviderNeedsOneOnTheLine() throws IOException {
    Files.writeString(file, POD.replace("NAME", "one").replaceFirst("  target:.*\n", ""));
    Run run = Run.of("build", "-f", file.toString());

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).contains("GpuWorkload one: no provider is given; add --provider");
  }

  @Test
  void allThatIsWrongWithAllIntentsIsToldAtOnce() throws IOException {
    Files.writeString(
        file,
        POD.replace("NAME", "one").replaceFirst("  target:.*\n", "")
            + "---\n"
            + POD.replace("NAME", "two").replace("T4", "T5").replace("kind: Pod", "kind: Podd"));
    Run run = Run.of("build", "-f", file.toString());

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(run.err().lines().map(line -> line.replaceAll("^[^:]*: [^:]*:|[;(].*", "").strip()))
        .satisfiesExactly(
            line -> assertThat(line).endsWith("GpuWorkload one: no provider is given"),
            line -> assertThat(line).endsWith("spec.kind: word 'Podd' is not known"),
            line -> assertThat(line).endsWith("GpuWorkload two: GPU 'T5' is not known"));
  }

  @Test
  void allFlagsThatAreWrongAreToldAtOnce() {
    Run run =
        Run.of(
            "build",
            "--kind",
            "job",
            "--name",
            "X_",
            "--image",
            "",
            "--gpu",
            "T5",
            "--cpu",
            "4,2",
            "--port",
            "99999",
            "--label",
            "a=1/4*T4",
            "--namespace",
            "Foo Bar",
            "--provider",
            "tke",
            "--replicas",
            "2");

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err().lines().map(line -> line.replaceAll("[;(,].*", "").strip()))
        .containsExactly(
            "gpuspec: name: 'X_' is not a DNS label",
            "gpuspec: image: '' is empty",
            "gpuspec: namespace: 'Foo Bar' is not a DNS label",
            "gpuspec: replicas: '2' was asked for job X_: T5 x1",
            "gpuspec: port: '99999' is not a port",
            "gpuspec: label a: '1/4*T4' is not a label value",
            "gpuspec: container 'X_' resources.requests[cpu]: '4' is above the limit '2'",
            "gpuspec: GPU 'T5' is not known");
  }

  @Test
  void allOptionsOfTheTargetThatAreWrongAreToldAtOnce() {
    Run run =
        Run.line(
            "build --provider tke --kind pod --name p --image i --gpu T4 --set spott=true --set cpu-type=a,,b");

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err().lines().map(line -> line.replaceAll("[;(].*", "").strip()))
        .containsExactly(
            "gpuspec: tke option 'spott' is not known",
            "gpuspec: option cpu-type: 'a,,b' is not allowed");
  }

  @Test
  void verifyGivesTheCommandsInsteadOfTheManifests() {
    Run run =
        Run.line(
            "build --provider tke --kind pod --name gpu-test --image r/i:v1 --gpu T4 --verify");

    assertThat(run.status()).isZero();
    assertThat(run.out())
        .doesNotContain("apiVersion")
        .contains("kubectl exec pod/gpu-test -c gpu-test -- nvidia-smi -L\n");
    assertThat(Run.of("build", "-f", file.toString(), "--verify").out())
        .contains("kubectl describe pod one\n", "kubectl describe pod two\n");
  }

  /** The script of the best-practice page: python3 deploy_gpu_pod.py --name ... --gpu-type T4. */
  @Test
  void theDocumentsDeployScriptIsOneLine() {
    Run run =
        Run.line(
            "build --provider tke --kind pod --name gpu-test"
                + " --image pytorch/pytorch:2.0.1-cuda11.7-cudnn8-runtime --gpu T4");

    assertThat(run.out())
        .isEqualTo(
            """
            apiVersion: v1
            kind: Pod
            metadata:
              name: gpu-test
              annotations:
                eks.tke.cloud.tencent.com/gpu-type: "T4"
            spec:
              affinity:
                nodeAffinity:
                  requiredDuringSchedulingIgnoredDuringExecution:
                    nodeSelectorTerms:
                    - matchExpressions:
                      - key: type
                        operator: In
                        values:
                        - virtual-kubelet
                    - matchExpressions:
                      - key: node.kubernetes.io/instance-type
                        operator: In
                        values:
                        - eklet
              tolerations:
              - key: serverless
                operator: Exists
                effect: NoSchedule
              - key: eks.tke.cloud.tencent.com/eklet
                operator: Exists
                effect: NoSchedule
              containers:
              - name: gpu-test
                image: pytorch/pytorch:2.0.1-cuda11.7-cudnn8-runtime
                resources:
                  requests:
                    nvidia.com/gpu: "1"
                  limits:
                    nvidia.com/gpu: "1"
            """);
  }
}
