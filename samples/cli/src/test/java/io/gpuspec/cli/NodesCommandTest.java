package io.gpuspec.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands of {@code nodes}, by the files of docs/node-plan.md. */
class NodesCommandTest {
  private static final GuidePage PAGE = new GuidePage("docs/node-plan.md");

  private static final String POD =
      """
      apiVersion: v1
      kind: Pod
      metadata: {name: test}
      spec:
        nodeSelector: {accelerator: nvidia-a100}
        containers:
        - name: main
          image: r/i:v1
          resources: {limits: {nvidia.com/gpu: 1}}
      """;

  private static final String CLUSTER =
      """
      {"apiVersion": "v1", "kind": "List", "items": [
        {"apiVersion": "v1", "kind": "Node",
         "metadata": {"name": "n1", "uid": "u", "labels": {"a": "b", "kubernetes.io/os": "linux"}}}]}
      """;

  @TempDir private Path dir;

  private Path file(String name, String text) throws IOException {
    return Files.writeString(dir.resolve(name), text);
  }

  private Path table() throws IOException {
    return file("pools.yaml", PAGE.file("pools.yaml"));
  }

  @Test
  void theTableOfThePageGivesNodesToApply() throws IOException {
    assertThat(Run.of("build", "-f", table().toString()).out())
        .startsWith("apiVersion: v1\nkind: Node\nmetadata:\n  name: a100-1\n");
  }

  @Test
  void aWorkloadThatReachesNoPoolIsANo() throws IOException {
    Path pod = file("pod.yaml", POD);
    Run lost = Run.of("nodes", "plan", "-f", table().toString(), "--reached-by", pod.toString());
    Run found =
        Run.of(
            "nodes",
            "plan",
            "-f",
            table().toString(),
            "--reached-by",
            file("t4.yaml", POD.replace("a100", "t4")).toString());

    assertThat(lost.status()).isEqualTo(1);
    assertThat(lost.out())
        .startsWith("Pod test reaches no pool: training: node(s) had untolerated");
    assertThat(found.status()).isZero();
    assertThat(found.out()).isEqualTo("Pod test reaches inference\n");
    assertThat(
            Run.of("nodes", "plan", "-f", table().toString(), "--everywhere", pod.toString())
                .status())
        .isEqualTo(1);
  }

  @Test
  void aBackupIsKeptComparedAndPutBack() throws IOException {
    Path cluster = file("cluster.json", CLUSTER);
    Run backup = Run.of("nodes", "backup", "-f", cluster.toString());
    Path kept = file("backup.yaml", backup.out());

    assertThat(backup.err()).contains("the kubelet or a controller of Kubernetes writes");
    assertThat(Run.of("nodes", "restore", "-f", kept.toString()).out())
        .contains("kubectl label nodes n1 a=b --overwrite || failed=1\n")
        .doesNotContain("kubernetes.io/os");
    Run same = Run.of("nodes", "restore", "-f", kept.toString(), "--compare", cluster.toString());
    assertThat(same.out()).isEqualTo("all is as in the backup\n");
    Run other =
        Run.of(
            "nodes",
            "restore",
            "-f",
            kept.toString(),
            "--compare",
            file("now.json", CLUSTER.replace("\"b\"", "\"c\"")).toString());
    assertThat(other.status()).isEqualTo(1);
    assertThat(other.out()).isEqualTo("Node n1 lacks the label a=b and has a=c\n");
  }

  @Test
  void theDevicePluginOfThePageRunsOnNodesThatGpuFeatureDiscoveryLabels() throws IOException {
    Path intent = file("device-plugin.yaml", PAGE.file("device-plugin.yaml"));
    Path plugin = file("plugin.yaml", Run.of("build", "-f", intent.toString()).out());
    Path pools = file("gfd.yaml", PAGE.file("pools.yaml").replace("plain ", "gfd "));

    Run run = Run.of("nodes", "plan", "-f", pools.toString(), "--everywhere", plugin.toString());

    assertThat(run.out()).isEqualTo("DaemonSet nvidia-device-plugin runs on every node\n");
    assertThat(run.status()).isZero();
  }

  @Test
  void programsGetEveryAnswerAsOneDocument() throws IOException {
    String table = table().toString();
    String pod = file("pod.yaml", POD).toString();
    String cluster = file("cluster.json", CLUSTER).toString();

    assertThat(Run.of("nodes", "plan", "-f", table, "-o", "json").out())
        .startsWith("{\n  \"pools\": [")
        .contains("\"kubectl label nodes t4-1 gpu-count=4 --overwrite\"");
    Run lost = Run.of("nodes", "plan", "-f", table, "--reached-by", pod, "-o", "json");
    assertThat(lost.status()).isEqualTo(1);
    assertThat(lost.out()).startsWith("{\n  \"reachedBy\": [").contains("\"yes\": false");
    Run backup = Run.of("nodes", "backup", "-f", cluster, "-o", "json");
    assertThat(backup.out()).startsWith("{\n  \"apiVersion\": \"v1\",\n  \"kind\": \"List\"");
    Run same =
        Run.of(
            "nodes",
            "restore",
            "-f",
            file("b.json", backup.out()).toString(),
            "--compare",
            cluster,
            "-o",
            "json");
    assertThat(same.out()).isEqualTo("{\n  \"differences\": [ ]\n}\n");
    assertThat(Run.of("nodes", "restore", "-f", cluster, "-o", "json").out())
        .contains("\"commands\": [\n    \"kubectl label nodes n1 a=b --overwrite\"\n  ]");
  }

  @Test
  void aFileThatRunsNothingIsNoYes() throws IOException {
    String table = table().toString();
    for (String option : List.of("--everywhere", "--reached-by")) {
      Run run = Run.of("nodes", "plan", "-f", table, option, table);

      assertThat(run.status()).isEqualTo(2);
      assertThat(run.out()).isEmpty();
      assertThat(run.err())
          .isEqualTo(
              "gpuspec: "
                  + table
                  + ": has no workload that runs pods; give manifests, of an intent those that gpuspec build -f prints\n");
    }
  }

  @Test
  void nodesOfAPoolAreCheckedByName() throws IOException {
    Run run = Run.of("build", "-f", table().toString(), "--verify");

    assertThat(run.status()).isZero();
    assertThat(run.out()).contains("kubectl get node ", " --show-labels\n");
  }

  @Test
  void aBadQuestionIsToldInOneLine() throws IOException {
    for (Run run :
        List.of(
            Run.line("nodes plan"),
            Run.line("nodes backup"),
            Run.of("nodes", "backup", "-f", file("empty.yaml", "").toString()),
            Run.of("nodes", "plan", "-f", file("none.yaml", "").toString()),
            Run.line("nodes restore -f missing.yaml"))) {
      assertThat(run.status()).isEqualTo(2);
      assertThat(run.out()).isEmpty();
      assertThat(run.err().lines()).hasSize(1);
    }
  }

  @Test
  void thePageShowsTheCommandThatReadsACluster() throws IOException {
    assertThat(PAGE.blocks("sh").get(0)).startsWith(ClusterBackup.command());
  }
}
