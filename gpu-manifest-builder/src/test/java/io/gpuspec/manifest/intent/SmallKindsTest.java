package io.gpuspec.manifest.intent;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.Gpus;
import io.gpuspec.manifest.PlatformObjects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Kinds of one object each: a quota, a limit range, the layouts for the MIG manager. */
class SmallKindsTest {
  private static IntentFile file(String kind, String spec) {
    return IntentFile.parse(
        "f.yaml",
        "{apiVersion: gpuspec.io/v1, kind: %s, metadata: {name: small, namespace: team}, spec: %s}"
            .formatted(kind, spec));
  }

  private static PlatformObjects objects(String kind, String spec) {
    IntentFile file = file(kind, spec);
    assertThat(file.problems()).isEmpty();
    return file.platform().get(0).objects(Gpus.load());
  }

  @Test
  void theDocumentsQuotaIsOneObject() {
    assertThat(
            objects("GpuQuota", "{hard: {requests.nvidia.com/gpu: 16, pods: 50, requests.cpu: 64}}")
                .yaml()
                .toString())
        .isEqualTo(
            """
            apiVersion: v1
            kind: ResourceQuota
            metadata:
              name: small
              namespace: team
            spec:
              hard:
                pods: "50"
                requests.cpu: "64"
                requests.nvidia.com/gpu: "16"
            """);
  }

  @Test
  void aLimitOfAContainerComesWithADefaultOfNone() {
    assertThat(objects("GpuLimitRange", "{perContainer: {nvidia.com/gpu: 8}}").yaml().toString())
        .contains("max:\n      nvidia.com/gpu: \"8\"", "default:\n      nvidia.com/gpu: \"0\"");
  }

  @Test
  void layoutsAreProfilesOrPlacements() {
    PlatformObjects objects =
        objects(
            "MigManagerConfig",
            "{configs: [{name: small, gpu: A100-40GB, instances: [1g.5gb, 1g.5gb]}, "
                + "{name: mixed, gpu: A100-40GB, cards: [['7g.40gb@0'], ['3g.20gb@0']]}]}");

    assertThat(objects.yaml().toString())
        .contains(
            "kind: ConfigMap", "namespace: team", "small:", "1g.5gb: 2", "mixed:", "devices: [1]");
    assertThat(objects.notes().get(0).id()).isEqualTo("mig.parted");
    assertThat(objects.verify().toString())
        .contains("-L nvidia.com/mig.config,nvidia.com/mig.config.state");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "GpuQuota | {hard: {limits.nvidia.com/gpu: 32}}",
        "GpuQuota | {hard: {}}",
        "GpuLimitRange | {}",
        "MigManagerConfig | {configs: [{name: a, gpu: A100-40GB}]}",
        "MigManagerConfig | {configs: [{name: a, gpu: T4, instances: [1g.5gb]}]}",
        "MigManagerConfig | {configs: [{name: a, gpu: A30, instances: [4g.24gb, 1g.6gb]}]}"
      })
  void whatIsWrongIsToldAtItsLine(String kind, String spec) {
    IntentFile file = file(kind, spec);

    assertThat(file.platform()).isEmpty();
    assertThat(file.problems()).hasSize(1);
    assertError(file.problems().get(0), "manifest.malformed", "f.yaml:1:");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "GpuDevicePlugin | {version: v0, configs: 3} | spec.version spec.configs",
        "GpuDevicePlugin | {version: v0.20.0, image: 3, variables: {1X: y}} | spec.image spec.variables.1X",
        "MigManagerConfig | {configs: [{name: 3, gpu: A100-40GB, instances: [1g.5gb]}, {name: a, gpu: T4, instances: [x]}]} | spec.configs[0].name spec.configs[1]",
        "GpuTenancy | {resource: nvidia.com/gpu, pool: 8, teams: [{name: a, namespace: 3, cards: 2}, {name: b, cards: 0}]} | spec.teams[0].namespace spec.teams[1].cards",
        "ImageCache | {images: [r/i:v1], imageCacheSize: 3x, retentionDays: -1} | spec.imageCacheSize spec.retentionDays",
      })
  void aProblemHidesNoOther(String kind, String spec, String places) {
    assertThat(file(kind, spec).problems())
        .filteredOn(problem -> !problem.getMessage().contains("field 'namespace' is not known"))
        .extracting(problem -> problem.getMessage().replaceAll("^f.yaml:[0-9:]+ ([^:]*):.*", "$1"))
        .containsExactly(places.split(" "));
  }
}
