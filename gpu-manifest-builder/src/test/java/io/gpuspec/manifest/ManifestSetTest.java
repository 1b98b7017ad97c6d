package io.gpuspec.manifest;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.Gpus;
import io.gpuspec.Target;
import java.util.List;
import org.junit.jupiter.api.Test;

class ManifestSetTest {
  private static final Target EKS =
      Gpus.load().in("eks").with("node-pool", "true").with("cluster-name", "ml");
  private static final GpuWorkload TRAIN = GpuWorkload.job("train", "r/train:v1").gpu("A10G");
  private static final GpuWorkload SERVE = GpuWorkload.deployment("serve", "r/llm:v1").gpu("T4");

  @Test
  void whatSeveralWorkloadsNeedIsThereOnce() {
    ManifestSet both = ManifestSet.of(List.of(TRAIN.on(EKS), SERVE.on(EKS)));

    assertThat(both.yaml().toString().lines().filter(line -> line.startsWith("kind: ")))
        .containsExactly(
            "kind: EC2NodeClass",
            "kind: NodePool",
            "kind: Job",
            "kind: NodePool",
            "kind: Deployment");
    assertThat(both.json().split("\"EC2NodeClass\"", -1)).hasSize(4); // kind, and two references
  }

  @Test
  void aWorkloadTwiceIsThereOnceToo() {
    assertThat(ManifestSet.of(List.of(SERVE.on(EKS), SERVE.on(EKS))).yaml())
        .hasToString(SERVE.on(EKS).yaml().toString());
  }

  @Test
  void twoObjectsOfOneNameThatDifferAreRefused() {
    Manifests large = TRAIN.on(EKS.with("images-size", "120Gi"));
    Manifests small = SERVE.on(EKS);

    assertError(() -> ManifestSet.of(List.of(large, small)), "intent.duplicate");
  }

  @Test
  void servicesOfTwoWorkloadsOfOneNameAreRefused() {
    List<Manifests> both =
        List.of(
            GpuWorkload.deployment("llm", "r/llm:v1").gpu("T4").port(8000).on(EKS),
            GpuWorkload.statefulSet("llm", "r/llm:v1").gpu("T4").port(9000).on(EKS));

    assertError(() -> ManifestSet.of(both), "intent.duplicate");
  }
}
