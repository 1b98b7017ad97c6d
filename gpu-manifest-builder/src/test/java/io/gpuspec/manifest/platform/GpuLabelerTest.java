package io.gpuspec.manifest.platform;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import io.fabric8.kubernetes.api.model.batch.v1.CronJob;
import io.gpuspec.scheduling.NodeView;
import io.gpuspec.scheduling.Taint.Effect;
import io.gpuspec.value.InvalidValueException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The labeler's scripts before a kubectl and an nvidia-smi that only say what they are told. */
class GpuLabelerTest {
  private static final String IMAGE = "registry.example/kubectl:1.36";
  private static final GpuLabeler BY_LABELS = GpuLabeler.ofDiscovered(IMAGE);
  private static final GpuLabeler BY_DRIVER = GpuLabeler.onNodes(IMAGE);

  @TempDir private Path dir;

  /** What a run said, each label that it wrote in {@code <>}, and its exit status. */
  private String run(GpuLabeler labeler) throws IOException, InterruptedException {
    Path script = Files.writeString(dir.resolve("label.sh"), labeler.script().toString());
    ProcessBuilder builder = new ProcessBuilder("bash", script.toString());
    builder.environment().put("PATH", dir + ":" + System.getenv("PATH"));
    builder.environment().put("NODE_NAME", "gpu-1");
    Process process = builder.redirectErrorStream(true).start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
    return out + process.exitValue();
  }

  private void tool(String name, String script) throws IOException {
    Path file = Files.writeString(dir.resolve(name), "#!/usr/bin/env bash\n" + script + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  /** A kubectl that has these lines of name, product and label, or this label of one node. */
  private void kubectl(String answer) throws IOException {
    tool(
        "kubectl",
        "if [ \"$1\" = get ]; then cat <<'END'\n%s\nEND\nelse printf '<%%s>\\n' \"$*\"; fi"
            .formatted(answer));
  }

  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "the script is for sh")
  void nodesGetTheLabelOfTheirWholeName() throws Exception {
    kubectl(
        """
        a Tesla-T4
        b NVIDIA-L4
        c NVIDIA-L40S
        d NVIDIA-A100-SXM4-80GB nvidia-a100
        e NVIDIA-L40 nvidia-l4
        f NVIDIA-A100-SXM4-40GB-MIG-1g.5gb
        g Tesla-T4-SHARED""");

    assertThat(run(BY_LABELS))
        .isEqualTo(
            """
            <label nodes a accelerator=nvidia-t4 --overwrite>
            <label nodes b accelerator=nvidia-l4 --overwrite>
            <label nodes c accelerator=nvidia-l40s --overwrite>
            <label nodes e accelerator=nvidia-l40 --overwrite>
            <label nodes f accelerator=nvidia-a100 --overwrite>
            <label nodes g accelerator=nvidia-t4 --overwrite>
            0""");
  }

  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "the script is for sh")
  void anUnknownGpuIsToldAndTheOthersAreLabelledAllTheSame() throws Exception {
    kubectl("a NVIDIA-L4000\nb Tesla-T4");

    assertThat(run(BY_LABELS))
        .isEqualTo(
            """
            a: GPU 'NVIDIA-L4000' is not known; accelerator is left as it is
            <label nodes b accelerator=nvidia-t4 --overwrite>
            1""");
  }

  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "the script is for sh")
  void withoutGpusThereIsNothingToDo() throws Exception {
    kubectl("");

    assertThat(run(BY_LABELS)).isEqualTo("0");
  }

  @ParameterizedTest
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "the script is for sh")
  @CsvSource({
    "Tesla V100-SXM2-16GB, nvidia-v100",
    "NVIDIA A100 80GB PCIe, nvidia-a100",
    "NVIDIA L40S, nvidia-l40s",
    "NVIDIA L4, nvidia-l4",
    "NVIDIA H100 80GB HBM3, nvidia-h100",
  })
  void aNodeLabelsItselfByWhatItsDriverSays(String gpu, String value) throws Exception {
    kubectl("");
    tool("nvidia-smi", "for i in 1 2 3; do echo '%s'; done".formatted(gpu));

    assertThat(run(BY_DRIVER))
        .isEqualTo("<label nodes gpu-1 accelerator=%s --overwrite>\n0".formatted(value));
  }

  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "the script is for sh")
  void aNodeThatIsLabelledOrHasTwoKindsOfCardIsLeft() throws Exception {
    kubectl("nvidia-t4");
    tool("nvidia-smi", "echo 'Tesla T4'");
    assertThat(run(BY_DRIVER)).isEqualTo("0");

    tool("nvidia-smi", "echo 'Tesla T4'; echo 'NVIDIA L4'");
    assertThat(run(BY_DRIVER))
        .isEqualTo(
            "gpu-1: GPU 'NVIDIA L4\nTesla T4' is not known; accelerator is left as it is\n1");
  }

  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "the script is for sh")
  void labelAndValuesAreAsGiven() throws Exception {
    kubectl("a NVIDIA-A100-SXM4-80GB\nb NVIDIA-A100-SXM4-40GB");

    assertThat(run(BY_LABELS.label("example.com/gpu").value("A100-80G", "a100-80g")))
        .isEqualTo(
            """
            <label nodes a example.com/gpu=a100-80g --overwrite>
            <label nodes b example.com/gpu=nvidia-a100 --overwrite>
            0""");
  }

  @Test
  void theCronJobMayReadAndPatchNodesAndNothingElse() {
    CronJob job = (CronJob) BY_LABELS.schedule("30 2 * * *").objects().objects().get(4);

    assertThat(BY_LABELS.objects())
        .hasToString(
            "ServiceAccount gpu-labeler, ClusterRole gpu-labeler, ClusterRoleBinding gpu-labeler, ConfigMap gpu-labeler, CronJob gpu-labeler");
    assertThat(BY_LABELS.objects().yaml().toString())
        .contains("verbs:\n  - get\n  - list\n  - patch\n")
        .doesNotContain("nvidia.com/gpu:");
    assertThat(job.getSpec().getSchedule()).isEqualTo("30 2 * * *");
    assertThat(job.getSpec().getJobTemplate().getSpec().getTemplate().getSpec().getNodeSelector())
        .isEmpty();
  }

  @Test
  void theDaemonSetReachesEveryPoolAndAsksForNoCard() {
    GpuPools pools =
        GpuPools.of(
            GpuPool.of("training", "A100-80G").nodes("a").cards(8).effect(Effect.NO_EXECUTE),
            GpuPool.of("inference", "T4").nodes("b").cards(4));
    DaemonSet set = (DaemonSet) BY_DRIVER.objects().objects().get(4);

    assertThat(pools.agentsMissing(Map.of("labeler", BY_DRIVER.objects().pods().get(0)))).isEmpty();
    assertThat(set.getSpec().getTemplate().getSpec().getRuntimeClassName()).isEqualTo("nvidia");
    assertThat(set.getSpec().getTemplate().getSpec().getContainers().get(0).getEnv())
        .extracting(env -> env.getName() + "=" + env.getValue())
        .contains("NVIDIA_VISIBLE_DEVICES=all", "NVIDIA_DRIVER_CAPABILITIES=utility");
    assertThat(
            BY_DRIVER
                .on("pool", "gpu")
                .objects()
                .pods()
                .get(0)
                .fits(NodeView.of("cpu").allocatable(Map.of("cpu", "4", "memory", "8Gi")))
                .fits())
        .isFalse();
  }

  @Test
  void whatIsNoImageScheduleOrGpuIsRefused() {
    assertThatThrownBy(() -> GpuLabeler.onNodes("a b")).isInstanceOf(InvalidValueException.class);
    assertError(() -> BY_LABELS.schedule("weekly"), "schedule.malformed");
    assertError(() -> BY_DRIVER.schedule("@daily"), "node-pool.conflict", "@daily");
    assertError(() -> BY_LABELS.value("L400", "x"), "gpu.unknown");
    assertThatThrownBy(() -> BY_LABELS.namespace("a.b")).isInstanceOf(InvalidValueException.class);
    assertThat(List.of(BY_LABELS, BY_DRIVER))
        .hasToString(
            "[CronJob gpu-labeler, 0 3 * * 1: accelerator, DaemonSet gpu-labeler: accelerator]");
  }
}
