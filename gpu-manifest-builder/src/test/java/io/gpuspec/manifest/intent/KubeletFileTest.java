package io.gpuspec.manifest.intent;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.Gpus;
import io.gpuspec.manifest.ManifestSet;
import io.gpuspec.manifest.PlatformObjects;
import io.gpuspec.manifest.platform.KubeletSettings;
import io.gpuspec.value.Note;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The settings of a kubelet in an intent file. */
class KubeletFileTest {
  private static final String SETTINGS =
      """
      apiVersion: gpuspec.io/v1
      kind: KubeletSettings
      metadata:
        name: gpu-nodes
      spec:
        topologyManagerPolicy: restricted
        topologyManagerScope: pod
        topologyManagerPolicyOptions:
          prefer-closest-numa-nodes: "true"
          max-allowable-numa-nodes: 16
        cpuManagerPolicy: static
        cpuManagerPolicyOptions:
          full-pcpus-only: true
          strict-cpu-reservation: "false"
        reservedSystemCPUs: "0-1"
        systemReserved: {memory: 1Gi}
        kubeReserved: {memory: 2Gi, ephemeral-storage: 10Gi}
      """;

  private static IntentFile spec(String spec) {
    return IntentFile.parse(
        "k.yaml",
        "{apiVersion: gpuspec.io/v1, kind: KubeletSettings, metadata: {name: k}, spec: "
            + spec
            + "}");
  }

  @Test
  void aFileSaysWhatTheStepsSay() {
    IntentFile file = IntentFile.parse("k.yaml", SETTINGS);

    assertThat(file.problems()).isEmpty();
    assertThat(file).hasToString("k.yaml: 1 intent\nKubeletSettings gpu-nodes");
    PlatformObjects read = file.platform().get(0).objects(Gpus.load());
    assertThat(read).hasToString("KubeletConfiguration");
    assertThat(read.yamlWithComments())
        .isEqualTo(
            KubeletSettings.of("restricted")
                .podScope()
                .preferClosestNumaNodes()
                .maxAllowableNumaNodes(16)
                .staticCpuManager("full-pcpus-only")
                .reservedCpus("0-1")
                .systemReserved("memory", "1Gi")
                .kubeReserved("memory", "2Gi")
                .kubeReserved("ephemeral-storage", "10Gi")
                .yamlWithComments());
  }

  /** What is beside it would be applied, and the whole stream is refused with it. */
  @Test
  void itStandsAloneInItsFile() {
    IntentFile file =
        IntentFile.parse(
            "k.yaml",
            SETTINGS
                + """
                ---
                apiVersion: gpuspec.io/v1
                kind: VolcanoQueue
                metadata: {name: q}
                spec: {}
                """);

    assertThat(file.platform()).extracting(Intent::kind).containsExactly("VolcanoQueue");
    assertThat(file.problems()).hasSize(1);
    assertError(file.problems().get(0), "manifest.malformed", "k.yaml:2:7");
  }

  @Test
  void asJsonItIsTheFileAndNoList() {
    PlatformObjects file = KubeletSettings.of("none").objects();
    String json =
        """
        {
          "apiVersion": "kubelet.config.k8s.io/v1beta1",
          "kind": "KubeletConfiguration",
          "topologyManagerPolicy": "none"
        }\
        """;

    assertThat(file.json()).isEqualTo(json);
    assertThat(ManifestSet.of(List.of()).after(List.of(file)).json()).isEqualTo(json);
    assertThat(file.notes()).extracting(Note::id).containsExactly("kubelet.file");
  }

  @Test
  void itConformsToTheSchema() {
    assertThat(WorkloadSchemaTest.takes(WorkloadSchemaTest.tree(SETTINGS))).isTrue();
  }

  @Test
  void theDefaultsMayBeSaid() {
    assertThat(
            spec("{topologyManagerPolicy: none, cpuManagerPolicy: none}")
                .platform()
                .get(0)
                .objects(Gpus.load())
                .yaml())
        .isEqualTo(KubeletSettings.of("none").yaml());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{} | topologyManagerPolicy | manifest.malformed",
        "{topologyManagerPolicy: besteffort} | besteffort | intent.unknown",
        "{topologyManagerPolicy: restricted, topologyManagerScope: node} | node | intent.unknown",
        "{topologyManagerPolicy: restricted, cpuManagerPolicy: static} | static | manifest.malformed",
        "{topologyManagerPolicy: restricted, systemReserved: {cpu: 500m}, cpuManagerPolicyOptions: {full-pcpus-only: true}} | spec.cpuManagerPolicyOptions | manifest.malformed",
        "{topologyManagerPolicy: restricted, reservedSystemCPUs: two} | two | manifest.malformed",
        "{topologyManagerPolicy: restricted, systemReserved: {gpu: 1}} | gpu | manifest.malformed",
        "{topologyManagerPolicy: restricted, topologyManagerPolicyOptions: {max-allowable-numa-nodes: 4}} | 4 | manifest.malformed",
        "{topologyManagerPolicy: restricted, topologyManager: pod} | topologyManager | manifest.malformed",
      })
  void whatIsWrongIsToldAtItsLine(String spec, String value, String id) {
    IntentFile file = spec(spec);

    assertThat(file.platform()).isEmpty();
    assertThat(file.problems()).hasSize(1);
    assertError(file.problems().get(0), id, "k.yaml:1:", value);
  }

  @Test
  void optionsWithoutTheirPolicyHideNoOtherProblem() {
    assertThat(
            spec("{topologyManagerPolicy: none, topologyManagerScope: pod, reservedSystemCPUs: 0-1,"
                    + " systemReserved: {cpu: 500m}, cpuManagerPolicyOptions:"
                    + " {prefer-align-cpus-by-uncorecache: true, distribute-cpus-across-numa:"
                    + " true}}")
                .problems())
        .extracting(Throwable::getMessage)
        .satisfiesExactly(
            all ->
                assertThat(all)
                    .contains(
                        "'systemReserved' has CPU that does not count",
                        "contradict each other",
                        "'none' aligns nothing"),
            policy -> assertThat(policy).contains("unless the policy is static"));
  }
}
