package io.gpuspec.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code gpuspec migrate}. */
class MigrateCommandTest {
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
            "migrate",
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
  void anOptionOfTheProviderThatTheManifestsAreForIsTaken() throws IOException {
    String pod =
        """
        apiVersion: v1
        kind: Pod
        metadata: {name: p}
        spec:
          nodeSelector: {node.kubernetes.io/instance-type: g4dn.xlarge, nvidia.com/gpu.replicas: '4'}
          tolerations: [{key: nvidia.com/gpu, operator: Exists}]
          containers: [{name: c, image: r/i:v1, resources: {limits: {nvidia.com/gpu: 1}}}]
        """;
    String replicas = "card-replicas=time-slicing:4";

    Run plain = port("eks/nodegroup", "ack", pod, "--set", replicas);
    assertThat(plain.status()).isEqualTo(3);
    assertThat(plain.err()).contains("only with its option card-replicas; set it on the source");

    Run shared = port("eks/nodegroup", "ack", pod, "--from-set", replicas, "--set", replicas);
    assertThat(shared.status()).isZero();
    assertThat(shared.out()).contains("nvidia.com/gpu.replicas: \"4\"");
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
  void filesAndFoldersAreMigratedAsOneFile() throws IOException {
    Path apps = Files.createDirectory(folder.resolve("apps"));
    String one = Files.writeString(folder.resolve("one.yaml"), named("one")).toString();
    Files.writeString(apps.resolve("two.yaml"), named("two"));
    Files.writeString(apps.resolve("notes.yaml"), "# nothing yet\n");

    Run run = Run.of("migrate", "--from", "tke", "--to", "eks", "-f", one, "-f", apps.toString());

    assertThat(run.err()).isEmpty();
    assertThat(run.status()).isZero();
    assertThat(run.out().lines().filter(line -> line.startsWith("  name: ")))
        .containsExactly("  name: one", "  name: two");
    assertThat(run.out()).containsOnlyOnce("---\n").doesNotContain("tke.cloud.tencent.com");
    assertThat(Run.of("migrate", "--from", "tke", "--to", "eks", "-f", apps.toString()).out())
        .contains("name: two");
    Run both = Run.of("migrate", "--from", "tke", "--to", "eks", "-f", one, "-f", "-");
    assertThat(both.status()).isEqualTo(2);
    assertThat(both.err()).contains("-f: '-' is standard input and was given with files");
    Files.writeString(apps.resolve("broken.yaml"), "a: [\n");
    Run broken = Run.of("migrate", "--from", "tke", "--to", "eks", "-f", apps.toString());
    assertThat(broken.status()).isEqualTo(2);
    assertThat(broken.out()).isEmpty();
    assertThat(broken.err()).contains("broken.yaml:");
  }

  private static String named(String name) {
    return POD.formatted("T4").replace("name: p\n", "name: " + name + "\n");
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
    Run missing = Run.of("migrate", "--from", "tke", "--to", "eks", "-f", folder + "/none.yaml");
    assertThat(missing.status()).isEqualTo(2);
    assertThat(missing.err()).contains("does not exist");
  }

  @Test
  void eachSideHasAnEditionOfItsOwn() throws IOException {
    Run old = port("tke", "tke", POD.formatted("L20"), "--edition", "2023-06");
    assertThat(old.status()).isEqualTo(1);
    assertThat(old.err()).contains("tke 2023-06 has no L20");

    Run same = port("tke", "ack", POD.formatted("T4"), "--from-edition", "2023-06");
    assertThat(same.status()).isZero();

    Run unknown = port("tke", "eks", POD.formatted("T4"), "--from-edition", "1999-01");
    assertThat(unknown.status()).isEqualTo(2);
    assertThat(unknown.err()).contains("'1999-01'", "2023-06");
  }

  @Test
  void anOverlayIsAboutTheTargetThatItNames() throws IOException {
    Path gone =
        Files.writeString(
            folder.resolve("gone.yaml"),
            """
            target: eks
            citation: ours
            citations: {ours: {title: Ours, date: "2026", status: third-party}}
            specs:
              - {name: g4dn.xlarge, lifecycle: unavailable}
            """);

    Run run =
        port(
            "tke",
            "eks",
            POD.formatted("T4"),
            "--set",
            "node-selection=instance-type",
            "--overlay",
            gone.toString());
    assertThat(run.status()).isZero();
    assertThat(run.err()).isEmpty();
    assertThat(run.out()).contains("node.kubernetes.io/instance-type: g4dn.2xlarge");

    Run other = port("tke", "ack", POD.formatted("T4"), "--overlay", gone.toString());
    assertThat(other.status()).isZero();
    assertThat(other.err()).contains("is for 'eks', which is not asked for");
  }

  @Test
  void aDashIsStandardInput() {
    InputStream before = System.in;
    try {
      System.setIn(new ByteArrayInputStream(POD.formatted("T4").getBytes(StandardCharsets.UTF_8)));
      Run run = Run.of("migrate", "--from", "tke", "--to", "eks", "-f", "-");

      assertThat(run.status()).isZero();
      assertThat(run.out()).contains("karpenter.k8s.aws/instance-gpu-name: t4");

      System.setIn(new ByteArrayInputStream("kind: Pod\n".getBytes(StandardCharsets.UTF_8)));
      Run bad = Run.of("migrate", "--from", "tke", "--to", "eks", "-f", "-");
      assertThat(bad.status()).isEqualTo(2);
      assertThat(bad.err())
          .startsWith("gpuspec: standard input:1:1: the document: no 'apiVersion'");
    } finally {
      System.setIn(before);
    }
  }

  @Test
  void anIntentIsAProblem() throws IOException {
    Run run = port("tke", "eks", "apiVersion: gpuspec.io/v1\nkind: GpuWorkload\n");

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).contains("'GpuWorkload' is an intent", "build it for eks instead");
  }

  @Test
  void anObjectOfTheOldCloudIsToldOf() throws IOException {
    String pool =
        "---\napiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata:\n  name: gpu\nspec: {}\n";

    Run run = port("eks", "ack", pool);

    assertThat(run.status()).isEqualTo(1);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).contains("NodePool gpu: eks knows it and ack does not");
  }

  private Run port(String from, String to, String manifests, String... more) throws IOException {
    Path file = Files.writeString(folder.resolve("pod.yaml"), manifests);
    Stream<String> line = Stream.of("migrate", "--from", from, "--to", to, "-f", file.toString());
    return Run.of(Stream.concat(line, Stream.of(more)).toArray(String[]::new));
  }
}
