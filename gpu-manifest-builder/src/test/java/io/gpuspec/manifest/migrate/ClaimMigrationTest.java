package io.gpuspec.manifest.migrate;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.Gpus;
import io.gpuspec.Target;
import io.gpuspec.manifest.GpuWorkload;
import io.gpuspec.manifest.read.WorkloadFile;
import org.junit.jupiter.api.Test;

class ClaimMigrationTest {
  private static final Target NODES = Gpus.load().in("eks/nodegroup");

  private static String built(GpuWorkload workload) {
    return workload.on(NODES).yaml().toString();
  }

  private static GpuWorkload pod() {
    return GpuWorkload.deployment("llm", "registry.example/llm:v1").requests("4", "16Gi");
  }

  @Test
  void aResourceBecomesAClaimAndAResourceAgain() {
    String before = built(pod().gpu("A10G"));
    MigrationResult claimed = Migration.from(NODES).toClaims().parse("a.yaml", before);
    String with = claimed.yaml().toString();
    assertThat(with)
        .contains("kind: ResourceClaimTemplate", "resourceClaimTemplateName: llm-gpu")
        .doesNotContain("nvidia.com/gpu:");
    assertThat(WorkloadFile.parse("b.yaml", with).on(NODES).isFound()).isTrue();

    String after = Migration.from(NODES).fromClaims().parse("b.yaml", with).yaml().toString();
    assertThat(after)
        .contains("nvidia.com/gpu: \"1\"")
        .doesNotContain("nodeSelector:")
        .doesNotContain("ResourceClaimTemplate", "resourceClaims", "claims:");
    assertThat(
            WorkloadFile.parse("c.yaml", after)
                .on(NODES)
                .matches()
                .get(0)
                .match()
                .orElseThrow()
                .toString())
        .isEqualTo(
            WorkloadFile.parse("a.yaml", before)
                .on(NODES)
                .matches()
                .get(0)
                .match()
                .orElseThrow()
                .toString());
  }

  @Test
  void aTemplateThatCannotBeReadIsLeftAndNotJudged() {
    MigrationResult result =
        Migration.from(NODES)
            .to(Gpus.load().in("ack"))
            .parse(
                "a.yaml",
                """
                apiVersion: resource.k8s.io/v1
                kind: ResourceClaimTemplate
                metadata:
                  name: gpus
                spec:
                  spec:
                    device: {}
                """);
    assertThat(result.problems()).isEmpty();
    assertThat(result.isJudged()).isFalse();
    assertThat(result.losses())
        .singleElement()
        .asString()
        .startsWith(
            "a.yaml:7:5: resource.k8s.io/v1 ResourceClaimTemplate: it cannot be read: spec.spec.device: 'device' is not a field here")
        .endsWith("it was left as it is");
    assertThat(result.yaml().toString()).contains("device: {}");
  }

  @Test
  void anUnknownKindWhosePodsCannotBeReadIsAProblem() {
    MigrationResult result =
        Migration.from(NODES)
            .to(NODES)
            .parse(
                "a.yaml",
                """
                apiVersion: example.com/v1
                kind: Worker
                metadata: name:w
                spec:
                  containers:
                  - name: main
                    image: r/i:v1
                    resources: {limits: {nvidia.com/gpu: 1}}
                """);
    assertThat(result.problems())
        .extracting(Throwable::getMessage)
        .singleElement()
        .asString()
        .startsWith("a.yaml:3:11: metadata: expected a mapping, found the string 'name:w'");
  }

  @Test
  void partsOfCardsKeepTheirClaims() {
    String shares = built(pod().gpu("A10G").share("4Gi").claims());
    MigrationResult result = Migration.from(NODES).fromClaims().parse("a.yaml", shares);
    assertThat(result.isComplete()).isFalse();
    assertThat(result.losses().toString()).contains("parts of cards");
    assertThat(result.yaml().toString()).contains("resourceClaims");
  }
}
