package io.gpuspec.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.Devices;
import io.gpuspec.Gpus;
import io.gpuspec.Isolation;
import io.gpuspec.Match;
import io.gpuspec.Share;
import io.gpuspec.Target;
import io.gpuspec.manifest.intent.Intent;
import io.gpuspec.manifest.intent.IntentFile;
import io.gpuspec.manifest.internal.tree.Trees;
import io.gpuspec.manifest.migrate.Migration;
import io.gpuspec.manifest.migrate.MigrationResult;
import io.gpuspec.manifest.read.FileMatches;
import io.gpuspec.manifest.read.WorkloadFile;
import io.gpuspec.scheduling.NodeView;
import io.gpuspec.tke.Qgpu;
import io.gpuspec.value.Note;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The containers of the text about qGPU, in whole pods, and moved to and from another cloud. */
class QgpuDocumentTest {
  private static final Gpus GPUS = Gpus.load();
  private static final Target QGPU = GPUS.in("tke/qgpu");
  private static final Target FIXED =
      QGPU.with(Qgpu.POLICY, Optional.of(Isolation.FIXED_SHARE))
          .with(Qgpu.CARD_LABEL, Optional.of("example.com/card"));

  private static final GpuWorkload POD =
      GpuWorkload.pod("qgpu", WorkloadContainer.of("cuda", "nvidia/cuda:11.3.1-base-ubuntu20.04"));

  private static String approved(String name) {
    return Documents.resource("approved/" + name + ".approved.yml");
  }

  private static Match read(String name, Target target) {
    FileMatches matches = WorkloadFile.parse(name, approved(name)).on(target);
    assertThat(matches.problems()).isEmpty();
    return matches.matches().get(0).match().orElseThrow();
  }

  @Test
  void thePodIsBuiltAsItWasReviewed() {
    assertThat(POD.share("5Gi", 30).on(QGPU).yamlWithComments().toString())
        .isEqualTo(approved("documents/qgpu-guide-qgpu"));
  }

  @Test
  void theDeploymentWithAPolicyAndACardIsBuiltAsItWasReviewed() {
    assertThat(
            GpuWorkload.deployment("detector", "registry.example/detector:v1")
                .gpu("T4", "V100")
                .share("5Gi", 30)
                .requests("2", "8Gi")
                .replicas(4)
                .on(FIXED)
                .yaml()
                .toString())
        .isEqualTo(approved("qgpu-fixed-share"));
  }

  @Test
  void bothAreReadBack() {
    Match pod = read("documents/qgpu-guide-qgpu", QGPU);
    assertThat(pod.isFound()).isTrue();
    assertThat(pod.request().devices()).isEqualTo(Devices.any().share("5Gi", 30));

    Match deployment = read("qgpu-fixed-share", FIXED);
    assertThat(deployment.isFound()).isTrue();
    assertThat(deployment.request().devices().share()).hasValue(Share.of("5Gi", 30));
    assertThat(deployment.request().devices().names()).containsExactlyInAnyOrder("T4", "V100");
    assertThat(deployment.notes())
        .extracting(Note::id)
        .doesNotContain("label.foreign", "label.unknown", "share.no-compute");
  }

  /** The fragment has resources where containers are a list. */
  @Test
  void theResourcesAreThoseOfTheText() {
    Map<?, ?> fragment = spec(Documents.text("qgpu-guide-qgpu.fragment.yaml"));
    Map<?, ?> pod = spec(approved("documents/qgpu-guide-qgpu"));

    assertThat(((Map<?, ?>) ((List<?>) pod.get("containers")).get(0)).get("resources"))
        .isEqualTo(((Map<?, ?>) fragment.get("containers")).get("resources"));
  }

  private static Map<?, ?> spec(String yaml) {
    return (Map<?, ?>) ((Map<?, ?>) Trees.read(yaml).get(0)).get("spec");
  }

  @Test
  void aNodeWithQgpuTakesThePod() {
    NodeView node =
        NodeView.of("gn7")
            .label("qgpu-device-enable", "enable")
            .allocatable(
                Map.of(
                    "cpu",
                    "7910m",
                    "memory",
                    "29Gi",
                    "tke.cloud.tencent.com/qgpu-memory",
                    "14",
                    "tke.cloud.tencent.com/qgpu-core",
                    "100"));

    assertThat(POD.share("5Gi", 30).on(QGPU).pod().fits(node).fits()).isTrue();
    assertThat(POD.share("15Gi", 30).gpu("V100").share("15Gi", 30).on(QGPU).pod().fits(node))
        .hasToString(
            "does not fit gn7: Insufficient tke.cloud.tencent.com/qgpu-memory: 15 requested, 14 of 14"
                + " free");
  }

  private static final String FILE =
      """
      apiVersion: gpuspec.io/v1
      kind: GpuWorkload
      metadata: {name: qgpu}
      spec:
        kind: Pod
        target:
          provider: tke/qgpu
          options: {qgpu-policy: fs}
        gpu:
          names: [T4]
          share: {memory: 5Gi, compute: 30}
        container: {image: r/i:v1}
      """;

  @Test
  void aFileSaysTheShare() {
    Intent intent = IntentFile.parse("qgpu.yaml", FILE).intents().get(0);

    assertThat(intent.on(intent.target(GPUS).orElseThrow()).match().request().devices())
        .isEqualTo(Devices.of("T4").shared(Share.of("5Gi", 30)));
    assertThat(intent.yaml().toString())
        .contains("share:\n      memory: \"5Gi\"\n      compute: 30\n");
  }

  @Test
  void aFileWithoutTheMemoryOfAShareIsRefused() {
    assertThat(
            IntentFile.parse("qgpu.yaml", FILE.replace("memory: 5Gi, ", "")).problems().toString())
        .contains("'memory'");
  }

  /** The share, and the card it is of, by the names and labels of each cloud. */
  @Test
  void aShareIsMovedToAnotherCloudAndBack() {
    Target cgpu = GPUS.in("ack/cgpu");
    String onAck = POD.gpu("T4").share("5Gi", 30).on(cgpu).yaml().toString();

    MigrationResult there = Migration.from(cgpu).to(QGPU).parse("pod.yaml", onAck);
    assertThat(there.yaml().toString())
        .isEqualTo(POD.gpu("T4").share("5Gi", 30).on(QGPU).yaml().toString());
    assertThat(there.losses())
        .singleElement()
        .asString()
        .contains("T4: on tke/qgpu nothing in a pod says which GPU its node has");

    Target labelled = QGPU.with(Qgpu.CARD_LABEL, Optional.of("example.com/card"));
    assertThat(Migration.from(cgpu).to(labelled).parse("pod.yaml", onAck).losses()).isEmpty();
    String onTke = POD.gpu("T4").share("5Gi", 30).on(labelled).yaml().toString();
    assertThat(Migration.from(labelled).to(cgpu).parse("pod.yaml", onTke).yaml().toString())
        .isEqualTo(onAck);
  }
}
