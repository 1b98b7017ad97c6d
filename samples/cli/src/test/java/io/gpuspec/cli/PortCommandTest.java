package io.gpuspec.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code gpuspec port}. */
class PortCommandTest {
  private static final String POD =
      """
      apiVersion: v1
      kind: Pod
      metadata:
        name: p
        annotations:
          eks.tke.cloud.tencent.com/gpu-type: %s
      spec:
        containers:
        - name: c
          image: r/i:v1
          resources:
            limits:
              nvidia.com/gpu: 1
      """;

  @TempDir private Path folder;

  @Test
  void theManifestsGoToStandardOutputAndNothingElse() throws IOException {
    Run run = port("tke", "eks", POD.formatted("T4"));

    assertThat(run.status()).isZero();
    assertThat(run.err()).isEmpty();
    assertThat(run.out())
        .isEqualTo(
            """
            apiVersion: v1
            kind: Pod
            metadata:
              name: p
            spec:
              nodeSelector:
                karpenter.k8s.aws/instance-gpu-name: t4
              tolerations:
              - key: nvidia.com/gpu
                operator: Exists
                effect: NoSchedule
              containers:
              - name: c
                image: r/i:v1
                resources:
                  limits:
                    nvidia.com/gpu: 1
            """);
  }

  @Test
  void whatIsMovedToWhereItIsStaysAsItIs() throws IOException {
    Run run = port("tke", "tke", "# mine\n" + POD.formatted("T4"));

    assertThat(run.status()).isZero();
    assertThat(run.out()).isEqualTo("# mine\n" + POD.formatted("T4"));
  }

  @Test
  void anOptionOfTheOtherProviderIsTaken() throws IOException {
    Path file = Files.writeString(folder.resolve("pod.yaml"), POD.formatted("T4"));

    Run run =
        Run.of(
            "port",
            "--from",
            "tke",
            "--to",
            "eks",
            "--set",
            "node-selection=instance-type",
            "-f",
            file.toString());

    assertThat(run.status()).isZero();
    assertThat(run.out()).contains("node.kubernetes.io/instance-type: g4dn.xlarge");
  }

  @Test
  void aGpuThatIsNotToBeHadIsANo() throws IOException {
    Run run = port("tke", "eks", POD.formatted("1/4*T4"));

    assertThat(run.status()).isEqualTo(1);
    assertThat(run.out()).isEmpty();
    assertThat(run.err().lines()).hasSize(1);
    assertThat(run.err())
        .contains("pod.yaml:6:41: Pod p asks for 1/4*T4 x1: ")
        .contains("eks 2026-08 has no 1/4*T4")
        .contains("the nearest thing is T4 of g4dn.xlarge");
  }

  @Test
  void whatIsLostAndNotFeltIsToldAndIsAYes() throws IOException {
    Run run = port("tke", "ack", POD.formatted("'T4,V100'"));

    assertThat(run.status()).isZero();
    assertThat(run.err().lines()).hasSize(1);
    assertThat(run.err()).contains("the order of T4, V100-16G: on ack a pod goes to any of them");
  }

  @Test
  void badInputIsToldWithItsPlaceAndGivesNoManifests() throws IOException {
    Run run = port("tke", "eks", POD.formatted("T4") + "---\n" + POD.formatted("4"));

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(run.err())
        .startsWith("gpuspec: ")
        .contains("pod.yaml:20:41: ")
        .contains("expected a string, found the integer 4");
  }

  @Test
  void anUnknownProviderAndAMissingFileAreBadInput() throws IOException {
    assertThat(port("tkee", "eks", POD.formatted("T4")).status()).isEqualTo(2);
    assertThat(port("tke", "gke", POD.formatted("T4")).status()).isEqualTo(2);
    Run missing = Run.of("port", "--from", "tke", "--to", "eks", "-f", folder + "/none.yaml");
    assertThat(missing.status()).isEqualTo(2);
    assertThat(missing.err()).contains("does not exist");
  }

  private Run port(String from, String to, String manifests) throws IOException {
    Path file = Files.writeString(folder.resolve("pod.yaml"), manifests);
    return Run.of("port", "--from", from, "--to", to, "-f", file.toString());
  }
}
