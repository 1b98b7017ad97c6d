package io.gpuspec.tke;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.GpuRequest;
import io.gpuspec.Gpus;
import io.gpuspec.Target;
import io.gpuspec.scheduling.PodField;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.spi.Option;
import io.gpuspec.spi.Placement;
import io.gpuspec.value.Citation.Status;
import io.gpuspec.value.Note;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The annotations of a super node pod as options: written, refused, read back. */
class AnnotationsTest {
  private static final String PREFIX = "eks.tke.cloud.tencent.com/";
  private static final Target TKE = Gpus.load().in("tke");

  private static Map<String, String> annotations(Target target) {
    return target.place(target.match(GpuRequest.of("T4")).orThrow()).entries().stream()
        .filter(entry -> entry.field().kind() == PodField.Kind.ANNOTATION)
        .collect(Collectors.toMap(e -> e.field().key(), Placement.Entry::value));
  }

  private static PodView pod(String... keysAndValues) {
    PodView pod =
        PodView.empty()
            .annotation(PREFIX + "gpu-type", "V100")
            .container("c", Map.of(), Map.of("nvidia.com/gpu", "1"));
    for (int i = 0; i < keysAndValues.length; i += 2) {
      pod = pod.annotation(keysAndValues[i], keysAndValues[i + 1]);
    }
    return pod;
  }

  private static List<String> notes(PodView pod) {
    return TKE.edition("2023-06").match(pod).orElseThrow().notes().stream()
        .filter(note -> note.id().startsWith("annotation."))
        .map(Note::toString)
        .toList();
  }

  /** With the values of the documents' own examples, where they have one. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "spot | true | spot-pod",
        "image-cache | imc-xxx | use-image-cache",
        "cbs-reuse-key | image-name | cbs-reuse-key",
        "not-reuse-cbs | true | not-reuse-cbs",
        "registry-insecure-skip-verify | harbor.example.com | registry-insecure-skip-verify",
        "registry-insecure-skip-verify | all | registry-insecure-skip-verify",
        "registry-http-endpoint | harbor.example.com:5000,10.0.0.1 | registry-http-endpoint",
        "cpu-type | amd,intel | cpu-type",
        "cpu-type | S5,S4 | cpu-type",
        "cpu-type | SA5,SA4,amd | cpu-type",
        "spec-auto-upgrade | true | spec-auto-upgrade",
        "eklet-version | nvidia-550 | eklet-version",
        "eklet-version | latest-tkex-ts4 | eklet-version",
        "role-name | TKE_QCSLinkedRoleInEKSLog | role-name",
        "host-sysctls | [{\"name\": \"net.core.rmem_max\",\"value\": \"26214400\"}] | host-sysctls",
        "host-modprobe | toa | host-modprobe",
        "host-timezone | Asia/Shanghai | host-timezone",
        "spread-placement-group-id | ps-xxx | spread-placement-group-id",
        "resource-tag | {\"business\":\"A\"} | resource-tag",
        "root-cbs-size | 50 | root-cbs-size",
        "image-gc-high-threshold | 80 | image-gc-high-threshold",
        "image-gc-low-threshold | 75 | image-gc-low-threshold",
        "image-gc-period | 3m | image-gc-period",
        "container-gc-threshold | 85 | container-gc-threshold",
        "must-keep-last-container | true | must-keep-last-container",
        "pod-eviction-threshold | 85 | pod-eviction-threshold",
        "security-group-id | sg-id1,sg-id2 | security-group-id",
        "retain-ip | true | retain-ip",
        "eip-attributes | {\"InternetMaxBandwidthOut\":50, \"InternetChargeType\":\"TRAFFIC_POSTPAID_BY_HOUR\"} | eip-attributes",
        "eip-attributes | {} | eip-attributes",
        "eip-attributes | `` | eip-attributes",
        "eip-id-list | eip-xx1,eip-xx2 | eip-id-list",
        "resolv-conf | nameserver 4.4.4.4 | resolv-conf",
        "cluster-ip-switch | disable | cluster-ip-switch",
        "duration-to-wait-service-rules | 30s | duration-to-wait-service-rules",
        "ipvs-scheduler | sh | ipvs-scheduler",
        "ipvs-sync-period | 30s | ipvs-sync-period",
        "ipvs-min-sync-period | 2s | ipvs-min-sync-period",
        "metrics-port | 9110 | metrics-port",
        "custom-metrics-url | /metrics | custom-metrics-url",
        "cri-stats-interval | 30s | cri-stats-interval",
        "log-key-as-message | true | log-key-as-message",
        "filebeat-metadata-format | true | filebeat-metadata-format",
        "recreate-node-lost-pod | false | recreate-node-lost-pod",
        "heartbeat-lost-period | 1m | heartbeat-lost-period",
        "reserve-sandbox-duration | 1m | reserve-sandbox-duration",
        "ds-injection | true | ds-injection"
      })
  void anOptionIsWrittenAsItsAnnotationAndReadBackWithoutANote(
      String option, String value, String annotation) {
    assertThat(annotations(TKE.with(option, value)))
        .hasSize(2)
        .containsEntry(PREFIX + annotation, value);
    assertThat(notes(pod(PREFIX + annotation, value))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "image-cache, auto, image-cache-disk-type, CLOUD_SSD",
    "image-cache, auto, image-cache-disk-retain-minute, 10",
    "retain-ip, true, retain-ip-hours, 48",
    "eip-attributes, {}, eip-claim-delete-policy, Never",
    "reserve-sandbox-duration, 1m, reserve-succeeded-sandbox, false",
    "reserve-sandbox-duration, 1m, reserve-task-shorter-than, 5s",
    "ipvs-scheduler, sh, ipvs-sh-port, true",
    "image-gc-high-threshold, 95, image-gc-low-threshold, 90",
    "ds-injection, true, ds-inject-by-label, okg:true"
  })
  void whatNeedsAnotherAnnotationIsWrittenBesideIt(
      String first, String itsValue, String option, String value) {
    assertThat(annotations(TKE.with(first, itsValue).with(option, value)))
        .hasSize(3)
        .containsEntry(PREFIX + option, value);
  }

  @Test
  void twoAnnotationsHaveAPrefixOfTheirOwn() {
    Target chosen =
        TKE.with(Tke.POD_ETH_IDX, Optional.of(1)).with(Tke.TAIL_BUFFER_MAX_SIZE, Optional.of("2M"));

    assertThat(annotations(chosen))
        .containsEntry("internal." + PREFIX + "pod-eth-idx", "1")
        .containsEntry("internal." + PREFIX + "tail-buffer-max-size", "2M");
  }

  @Test
  void inJavaTheValuesAreTyped() {
    Target chosen =
        TKE.with(Tke.IMAGE_CACHE, Optional.of("auto"))
            .with(Tke.IMAGE_CACHE_DISK_TYPE, Optional.of("CLOUD_HSSD"))
            .with(Tke.ROOT_CBS_SIZE, Optional.of(100))
            .with(Tke.SPEC_AUTO_UPGRADE, true)
            .with(Tke.RECREATE_NODE_LOST_POD, Optional.of(false));

    assertThat(annotations(chosen))
        .containsEntry(PREFIX + "image-cache-disk-type", "CLOUD_HSSD")
        .containsEntry(PREFIX + "root-cbs-size", "100")
        .containsEntry(PREFIX + "spec-auto-upgrade", "true")
        .containsEntry(PREFIX + "recreate-node-lost-pod", "false");
  }

  @Test
  void aFlagThatIsNotSetIsNoAnnotation() {
    assertThat(annotations(TKE.with(Tke.RETAIN_IP, false))).hasSize(1);
  }

  @Test
  void whatOnlyAGuideOfSomebodyElseKnowsSaysSo() {
    assertThat(TKE.options())
        .filteredOn(option -> option.citation().status() == Status.THIRD_PARTY)
        .extracting(Option::name)
        .containsExactlyInAnyOrder(
            "resource-tag",
            "spread-placement-group-id",
            "not-reuse-cbs",
            "ds-injection",
            "ds-inject-by-label");
  }

  /** Correction 21: driver 470 is not what a pod gets today. */
  @Test
  void theDriverIsChosenWithTheAgentAndSaysWhatItIsOtherwise() {
    Target chosen = TKE.with(Tke.EKLET_VERSION, Optional.of("nvidia-580"));

    assertThat(chosen.place(chosen.match(GpuRequest.of("T4")).orThrow()).entries())
        .filteredOn(entry -> entry.field().key().endsWith("/eklet-version"))
        .extracting(Placement.Entry::reason)
        .containsExactly(
            "the version of the node's agent, which brings the GPU driver; driver 535 otherwise");
  }

  /** Every annotation that a source names, but for those that are the shape and the GPUs. */
  @Test
  void everyAnnotationIsAnOptionAndNoOther() {
    assertThat(TKE.options())
        .extracting(Option::name)
        .containsExactlyInAnyOrder(
            "node-selection",
            "spot",
            "image-cache",
            "image-cache-disk",
            "images-size",
            "image-cache-disk-rule",
            "image-cache-disk-type",
            "image-cache-disk-retain-minute",
            "cbs-reuse-key",
            "not-reuse-cbs",
            "registry-insecure-skip-verify",
            "registry-http-endpoint",
            "cpu-type",
            "spec-auto-upgrade",
            "eklet-version",
            "role-name",
            "host-sysctls",
            "host-modprobe",
            "host-timezone",
            "spread-placement-group-id",
            "resource-tag",
            "root-cbs-size",
            "image-gc-high-threshold",
            "image-gc-low-threshold",
            "image-gc-period",
            "container-gc-threshold",
            "must-keep-last-container",
            "pod-eviction-threshold",
            "security-group-id",
            "retain-ip",
            "retain-ip-hours",
            "eip-attributes",
            "eip-claim-delete-policy",
            "eip-id-list",
            "pod-eth-idx",
            "resolv-conf",
            "cluster-ip-switch",
            "duration-to-wait-service-rules",
            "ipvs-scheduler",
            "ipvs-sh-port",
            "ipvs-sync-period",
            "ipvs-min-sync-period",
            "metrics-port",
            "custom-metrics-url",
            "cri-stats-interval",
            "tail-buffer-max-size",
            "log-key-as-message",
            "filebeat-metadata-format",
            "recreate-node-lost-pod",
            "heartbeat-lost-period",
            "reserve-sandbox-duration",
            "reserve-succeeded-sandbox",
            "reserve-task-shorter-than",
            "ds-injection",
            "ds-inject-by-label");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "cpu-type | Intel",
        "cpu-type | amd, intel",
        "cpu-type | amd,amd",
        "root-cbs-size | 50Gi",
        "root-cbs-size | 19",
        "root-cbs-size | 050",
        "spec-auto-upgrade | yes",
        "eklet-version | nvidia 550",
        "security-group-id | default",
        "security-group-id | sg-a,sg-a",
        "role-name | a role",
        "image-cache-disk-type | cloud_ssd",
        "image-cache-disk-retain-minute | 10m",
        "registry-http-endpoint | http://harbor.example.com",
        "registry-http-endpoint | all,harbor.example.com",
        "retain-ip-hours | 8761",
        "eip-attributes | []",
        "eip-attributes | {\"a\": 1, \"a\": 2}",
        "eip-attributes | {\"a\": null}",
        "eip-claim-delete-policy | never",
        "eip-id-list | eip-a, eip-b",
        "host-sysctls | {\"net.core.rmem_max\": \"1\"}",
        "host-sysctls | [{\"name\": \"net.core.rmem_max\", \"value\": 1}]",
        "host-timezone | Asia/Shangai",
        "heartbeat-lost-period | 1 m",
        "heartbeat-lost-period | 0s",
        "image-gc-period | 180",
        "image-gc-high-threshold | 80%",
        "metrics-port | 0",
        "custom-metrics-url | metrics",
        "resolv-conf | 8.8.8.8",
        "cluster-ip-switch | enable",
        "ipvs-scheduler | wrr",
        "tail-buffer-max-size | 2MB",
        "spread-placement-group-id | xxx",
        "resource-tag | {\"business\": 1}",
        "ds-inject-by-label | okg=true"
      })
  void aValueThatIsNotAllowedIsRefusedWithWhatIs(String option, String value) {
    assertError(() -> TKE.with(option, value), "option.malformed", option, value);
  }

  @Test
  void eachAnnotationWithoutWhichAnotherHasNoEffectIsAskedForAtOnce() {
    Target target =
        TKE.with("eip-id-list", "eip-a")
            .with("eip-attributes", "")
            .with("retain-ip-hours", "48")
            .with("image-cache-disk-type", "CLOUD_SSD")
            .with("ipvs-sh-port", "true")
            .with("image-gc-low-threshold", "80");

    assertError(() -> annotations(target), "pod.conflict", "'CLOUD_SSD'");
  }

  @ParameterizedTest
  @CsvSource({
    "eip-claim-delete-policy, Never",
    "image-cache-disk-retain-minute, 10",
    "reserve-succeeded-sandbox, true",
    "reserve-task-shorter-than, 5s",
    "ds-inject-by-label, okg:true"
  })
  void anAnnotationThatHasNoEffectAloneIsRefused(String option, String value) {
    Target target = TKE.with(option, value);

    assertError(() -> annotations(target), "pod.conflict", option, value);
  }

  @Test
  void aDiskIsNotReusedByKeyAndNotReusedAtOnce() {
    Target target = TKE.with("cbs-reuse-key", "llm").with(Tke.NOT_REUSE_CBS, true);

    assertError(() -> annotations(target), "pod.conflict");
  }

  /** Of a flag, "false" is the same as nothing. */
  @Test
  void anAnnotationThatSaysFalseContradictsNothingAndIsNoneThatAnotherNeeds() {
    assertThat(notes(pod(PREFIX + "cbs-reuse-key", "llm", PREFIX + "not-reuse-cbs", "false")))
        .isEmpty();
    assertThat(
            notes(pod(PREFIX + "ds-inject-by-label", "okg:true", PREFIX + "ds-injection", "false")))
        .singleElement()
        .asString()
        .startsWith(
            "annotation.conflict: eks.tke.cloud.tencent.com/ds-inject-by-label: 'okg:true'");
  }

  @Test
  void inAPodThatExistsAWrongValueAndAContradictionAreNotes() {
    assertThat(
            notes(
                pod(
                    PREFIX + "root-cbs-size", "50Gi",
                    PREFIX + "spot-pod", "yes",
                    PREFIX + "eip-attributes", "{}",
                    PREFIX + "eip-id-list", "eip-a")))
        .containsExactly(
            "annotation.value: eks.tke.cloud.tencent.com/spot-pod: 'yes' is not allowed; write true or false",
            "annotation.value: eks.tke.cloud.tencent.com/root-cbs-size: '50Gi' is not allowed; write a number of GiB, 20 to 32000, without a unit",
            "annotation.conflict: eks.tke.cloud.tencent.com/eip-id-list: 'eip-a' has addresses that are there already, and eks.tke.cloud.tencent.com/eip-attributes makes a new one; leave one of the two out");
  }

  /** Correction 23: what the best-practice text puts the size of a disk into. */
  @Test
  void anAnnotationThatIsMisspeltIsTold() {
    assertThat(notes(pod(PREFIX + "use-image-cach", "auto")))
        .singleElement()
        .asString()
        .startsWith(
            "annotation.unknown: eks.tke.cloud.tencent.com/use-image-cach is not known to TKE; did you mean eks.tke.cloud.tencent.com/use-image-cache");
    assertThat(notes(pod(PREFIX + "of-tomorrow-entirely", "1"))).isEmpty();
  }

  @Test
  void theAnnotationThatNoDocumentKnowsIsNotedWithThoseThatAreMeant() {
    assertThat(notes(pod(PREFIX + "pod-resource", "{\"disk\": {\"size\": 200}}")))
        .containsExactly(
            "annotation.unknown: eks.tke.cloud.tencent.com/pod-resource is in no document of TKE; write eks.tke.cloud.tencent.com/image-cache-disk-size for the disk of an image cache, or eks.tke.cloud.tencent.com/root-cbs-size for the system disk");
  }

  @Test
  void anAnnotationsValueDoesNotChangeTheShape() {
    assertThat(TKE.match(pod(PREFIX + "root-cbs-size", "50Gi")).orElseThrow())
        .hasToString(TKE.match(pod()).orElseThrow().toString());
  }
}
