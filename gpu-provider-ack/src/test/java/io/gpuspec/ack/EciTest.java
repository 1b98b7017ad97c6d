package io.gpuspec.ack;

import static io.gpuspec.testkit.Errors.assertError;
import static io.gpuspec.testkit.Placements.entries;
import static io.gpuspec.testkit.Pods.ONE_GPU;
import static io.gpuspec.testkit.Pods.pod;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuspec.CapacityType;
import io.gpuspec.GpuRequest;
import io.gpuspec.Gpus;
import io.gpuspec.Match;
import io.gpuspec.Shape;
import io.gpuspec.Target;
import io.gpuspec.scheduling.PodFieldException;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.spi.Option;
import io.gpuspec.testkit.Pods;
import io.gpuspec.value.Note;
import java.math.BigDecimal;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Pods on Elastic Container Instance, as they are read and as they are made. */
class EciTest {
  private static final String PREFIX = "k8s.aliyun.com/eci-";

  private static final Target ECI = Gpus.load().in("ack/eci");

  private static PodView listing(PodView pod, String specs) {
    return pod.label("alibabacloud.com/eci", "true").annotation(PREFIX + "use-specs", specs);
  }

  private Match match(PodView pod) {
    return ECI.match(pod).orElseThrow();
  }

  // Reading

  /** The page's example. */
  @Test
  void theListIsOrdered() {
    PodView pod = listing(pod(ONE_GPU, ONE_GPU), "ecs.gn6i-c4g1.xlarge, ecs.gn6i-c8g1.2xlarge");
    Match.Found found = match(pod).orThrow();

    assertThat(found.preferences().stream().map(Shape::spec).map(row -> row.name()))
        .containsExactly("ecs.gn6i-c4g1.xlarge", "ecs.gn6i-c8g1.2xlarge");
    assertThat(found.notes()).extracting(Note::id).containsOnly("price.reference", "allocatable");
    assertThat(
            match(listing(pod(ONE_GPU), "ecs.gn7i-c8g1.2xlarge,ecs.gn6i-c4g1.xlarge"))
                .orThrow()
                .shape()
                .spec()
                .name())
        .isEqualTo("ecs.gn7i-c8g1.2xlarge");
  }

  @Test
  void aTypeThatHoldsTooLittleIsNoFallback() {
    Match match =
        match(
            listing(
                pod("MAIN | cpu 6 memory 20Gi gpu 1 | gpu 1"),
                "ecs.gn6i-c4g1.xlarge,ecs.gn6i-c8g1.2xlarge"));

    assertThat(match.orThrow().shape().spec().name()).isEqualTo("ecs.gn6i-c8g1.2xlarge");
    assertThat(match.notes()).extracting(Note::id).contains("gpu.cannot-serve");
  }

  static Stream<Arguments> needs() {
    return Stream.of(
        Arguments.of(
            "4 8Gi 1", new String[] {"MAIN | cpu 2 memory 4Gi gpu 1 | cpu 4 memory 8Gi gpu 1"}),
        Arguments.of(
            "6 12Gi 1",
            new String[] {
              "MAIN | cpu 2 memory 4Gi gpu 1 | cpu 4 memory 8Gi gpu 1", "MAIN | cpu 2 memory 4Gi | "
            }),
        // The containers of a pod share its GPUs.
        Arguments.of("0 0 2", new String[] {ONE_GPU, "MAIN | gpu 2 | gpu 2", ONE_GPU}),
        Arguments.of("0 0 1", new String[] {"SIDECAR | gpu 1 | gpu 1", ONE_GPU}),
        Arguments.of(
            "8 2Gi 1", new String[] {"INIT | cpu 8 | ", "MAIN | memory 2Gi gpu 1 | gpu 1"}));
  }

  @ParameterizedTest
  @MethodSource("needs")
  void aContainerCountsWithItsLimitAndGpusAreShared(String total, String[] containers) {
    GpuRequest need = ECI.request(pod(containers));

    assertThat(need.cpu() + " " + need.memory() + " " + need.devices().count()).isEqualTo(total);
  }

  @Test
  void withoutTheListThereIsNoMatchThatNamesTheAnnotation() {
    Match none = match(pod(ONE_GPU));

    assertThat(none.isFound()).isFalse();
    assertThat(none.rejected().get(0).name())
        .isEqualTo("metadata.annotations[k8s.aliyun.com/eci-use-specs]");
    assertThat(none.notes()).extracting(Note::id).contains("pod.not-eci");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "2-4Gi; '2-4Gi' has no GPU",
        "ecs.gn6i-c4g1.xlarge,; '' is not an instance type",
        "T4; 'T4' is not an instance type; write up to 5",
        "ecs.a.l,ecs.b.l,ecs.c.l,ecs.d.l,ecs.e.l,ecs.f.l; lists 6; a pod can name 5",
        "ecs.gn6i-c4g1.xlarg; did you mean"
      })
  void aListThatCannotBeReadIsAnErrorThatNamesTheAnnotation(String list, String problem) {
    PodView pod = listing(pod(ONE_GPU), list);

    assertThatThrownBy(() -> ECI.match(pod))
        .isInstanceOf(PodFieldException.class)
        .hasMessageStartingWith("metadata.annotations[k8s.aliyun.com/eci-use-specs]: ")
        .hasMessageContaining(problem);
  }

  /** Names of earlier editions: one instance type, or a kind of GPU. */
  @ParameterizedTest
  @CsvSource({
    "instance-type, ecs.gn6i-c8g1.2xlarge, ecs.gn6i-c8g1.2xlarge",
    "gpu-type, V100-32G, ecs.gn6e-c12g1.3xlarge"
  })
  void theAnnotationsOfEarlierEditionsAreReadAndNoted(String annotation, String value, String row) {
    Match match =
        match(
            pod(ONE_GPU)
                .label("alibabacloud.com/eci", "true")
                .annotation(PREFIX + annotation, value));

    assertThat(match.orThrow().shape().spec().name()).isEqualTo(row);
    assertThat(match.notes())
        .extracting(Note::toString)
        .contains(
            "pod.old-annotation: %s is of an earlier edition of the documents; write %suse-specs, which names instance types"
                .formatted(PREFIX + annotation, PREFIX));
    assertThat(
            match(
                    listing(pod(ONE_GPU), "ecs.gn6i-c4g1.xlarge")
                        .annotation(PREFIX + annotation, value))
                .notes())
        .extracting(Note::id)
        .doesNotContain("pod.old-annotation");
  }

  @ParameterizedTest
  @CsvSource({
    "instance-type, T4, pod.malformed",
    "instance-type, 2-4Gi, pod.unsupported",
    "gpu-type, '', gpus.empty",
    "gpu-type, P5, gpu.unknown"
  })
  void theAnnotationThatIsThereIsNamedInItsErrors(String annotation, String value, String id) {
    assertError(
        () -> ECI.match(pod(ONE_GPU).annotation(PREFIX + annotation, value)),
        id,
        PREFIX + annotation,
        value);
  }

  /** ACK, overview of elastic container instances: DaemonSets are among their limits. */
  @Test
  void aDaemonSetHasNoPodsThere() {
    PodView pod = listing(pod(ONE_GPU), "ecs.gn6i-c4g1.xlarge");

    assertThat(match(pod.workloadKind("DaemonSet")).rejected())
        .hasToString(
            "DaemonSet: kind: a 'DaemonSet' has no pods on virtual nodes; add its containers to the pods that need them as sidecars, or use a Deployment, or ack, whose nodes run DaemonSets");
    assertThat(match(pod.workloadKind("Deployment")).isFound()).isTrue();
    assertError(() -> ECI.checkKind("DaemonSet"), "workload.unsupported", "'DaemonSet'");
    assertThatCode(() -> ECI.checkKind("Deployment")).doesNotThrowAnyException();
    assertThat(ECI.nodeAgents())
        .hasToString(
            "no device plugin: no DaemonSet runs on a virtual node, and Elastic Container Instance gives a pod its GPUs itself");
  }

  @Test
  void aTypeOfAnotherFamilyIsANoMatch() {
    assertThat(match(listing(pod(ONE_GPU), "ecs.gn8v.4xlarge")).isFound()).isFalse();
  }

  @Test
  void theSpotAnnotationIsTheCapacityType() {
    PodView pod = listing(pod(ONE_GPU), "ecs.gn6i-c4g1.xlarge");
    PodView limited = pod.annotation(PREFIX + "spot-strategy", "SpotWithPriceLimit");

    assertThat(match(pod).request().capacityType()).isEqualTo(CapacityType.ON_DEMAND);
    assertThat(
            match(pod.annotation(PREFIX + "spot-strategy", "SpotAsPriceGo"))
                .request()
                .capacityType())
        .isEqualTo(CapacityType.SPOT);
    assertThat(
            match(limited.annotation(PREFIX + "spot-price-limit", "5.5")).request().capacityType())
        .isEqualTo(CapacityType.SPOT);
    assertError(() -> match(limited), "pod.missing", "'SpotWithPriceLimit'");
    assertError(
        () -> match(pod.annotation(PREFIX + "spot-strategy", "spot")), "pod.unknown", "'spot'");
  }

  @ParameterizedTest
  @ValueSource(strings = {"aliyun.com/gpu-mem", "aliyun.com/gpu-core.percentage"})
  void aSharedDeviceIsANoMatch(String resource) {
    Map<String, String> one = Map.of(resource, "1");
    Match none = match(listing(PodView.empty(), "ecs.gn6i-c4g1.xlarge").container("c", one, one));

    assertThat(none.isFound()).isFalse();
    assertThat(none.rejected().get(0).name())
        .isEqualTo("container 'c' resources.limits[" + resource + "]");
  }

  @Test
  void aPodThatAsksForNoGpuIsNoneOfOurs() {
    assertThat(ECI.match(pod("MAIN | cpu 1 | "))).isEmpty();
  }

  // Making

  @Test
  void aPodNeedsTheLabelTheListAndItsGpus() {
    assertThat(entries(ECI, GpuRequest.of("V100-32G").cpu(6).memory("40Gi")))
        .containsExactly(
            "metadata.labels[alibabacloud.com/eci] = true",
            "metadata.annotations[k8s.aliyun.com/eci-use-specs] = ecs.gn6e-c12g1.3xlarge",
            "resources[nvidia.com/gpu] = 1");
  }

  @Test
  void theListHasWhatWasFoundThenWhatWasAskedThenWhatElseServesAndNoMoreThanFive() {
    assertThat(entries(ECI, GpuRequest.of("A10", "T4").cpu(8)))
        .contains(
            "metadata.annotations[k8s.aliyun.com/eci-use-specs] = ecs.gn7i-c8g1.2xlarge,ecs.gn6i-c8g1.2xlarge,ecs.gn7i-c16g1.4xlarge,ecs.gn7i-c32g1.8xlarge,ecs.gn7i-c48g1.12xlarge");
  }

  @Test
  void nothingInTheListIsAVgpuUnlessThatWasFound() {
    assertThat(entries(ECI, GpuRequest.of("T4").cpu(8)))
        .contains(
            "metadata.annotations[k8s.aliyun.com/eci-use-specs] = ecs.gn6i-c8g1.2xlarge,ecs.gn6i-c16g1.4xlarge,ecs.gn6i-c24g1.6xlarge,ecs.gn6i-c40g1.10xlarge");
    assertThat(entries(ECI, GpuRequest.of("1/6*A10")))
        .contains(
            "metadata.annotations[k8s.aliyun.com/eci-use-specs] = ecs.vgn7i-vws-m4.xlarge,ecs.sgn7i-vws-m4s.2xlarge,ecs.sgn7i-vws-m4.2xlarge");
  }

  @Test
  void nothingInTheListHasMoreGpusThanWhatWasFound() {
    assertThat(entries(ECI, GpuRequest.of(4, "T4")))
        .contains("metadata.annotations[k8s.aliyun.com/eci-use-specs] = ecs.gn6i-c24g1.24xlarge");
  }

  @Test
  void spotIsTheCapacityTypeAskedFor() {
    GpuRequest spot = GpuRequest.of("T4").capacityType(CapacityType.SPOT);

    assertThat(entries(ECI, spot))
        .contains("metadata.annotations[k8s.aliyun.com/eci-spot-strategy] = SpotAsPriceGo");
    assertThat(entries(ECI.with(Eci.SPOT_PRICE_LIMIT, Optional.of(new BigDecimal("5.25"))), spot))
        .contains(
            "metadata.annotations[k8s.aliyun.com/eci-spot-strategy] = SpotWithPriceLimit",
            "metadata.annotations[k8s.aliyun.com/eci-spot-price-limit] = 5.25");
  }

  @Test
  void anEntrySaysWhatItDoesHere() {
    GpuRequest spot = GpuRequest.of("T4").capacityType(CapacityType.SPOT);
    Target zones = ECI.with("vswitches", "vsw-aaaa,vsw-bbbb");

    assertThat(reason(ECI, spot, "spot-strategy")).isEqualTo("spot capacity at the market price");
    assertThat(reason(ECI.with("spot-price-limit", "5.25"), spot, "spot-strategy"))
        .isEqualTo("spot capacity up to a price");
    assertThat(reason(zones.with("zone-order", "ordered"), spot, "schedule-strategy"))
        .isEqualTo("the first of the vSwitches whose zone has stock");
    assertThat(reason(zones.with("zone-order", "random"), spot, "schedule-strategy"))
        .isEqualTo("any of the vSwitches");
  }

  private static String reason(Target target, GpuRequest request, String annotation) {
    return target.place(target.match(request).orThrow()).entries().stream()
        .filter(entry -> entry.field().key().equals(PREFIX + annotation))
        .map(entry -> entry.reason())
        .findFirst()
        .orElse("none");
  }

  @Test
  void aPriceLimitWithoutSpotIsRefused() {
    Target limited = ECI.with("spot-price-limit", "5.25");

    assertError(() -> entries(limited, GpuRequest.of("T4")), "option.conflict", "'5.25'");
  }

  @Test
  void theDriverCanBeChosen() {
    assertThat(entries(ECI.with("gpu-driver-version", "tesla=535"), GpuRequest.of("T4")))
        .contains("metadata.annotations[k8s.aliyun.com/eci-gpu-driver-version] = tesla=535");
  }

  /** The annotations' own examples, as the page has them. */
  @ParameterizedTest
  @CsvSource({
    "image-cache, true, image-cache, true",
    "image-cache-id, imc-2zebxkiifuyzzlhl, image-snapshot-id, imc-2zebxkiifuyzzlhl",
    "extra-ephemeral-storage, 50Gi, extra-ephemeral-storage, 50Gi",
    "extra-ephemeral-storage, 51200Mi, extra-ephemeral-storage, 50Gi",
    "vswitches, vsw-bp1xpiowfm5vo8o3c, vswitch, vsw-bp1xpiowfm5vo8o3c",
    "security-groups, sg-bp1dktddjsg5nktv, security-group, sg-bp1dktddjsg5nktv",
    "fault-handling, fail-fast, fail-strategy, fail-fast"
  })
  void theInstanceCanBeSetUp(String option, String value, String annotation, String written) {
    assertThat(entries(ECI.with(option, value), GpuRequest.of("T4")))
        .contains("metadata.annotations[%s%s] = %s".formatted(PREFIX, annotation, written));
  }

  @ParameterizedTest
  @CsvSource({"ordered, VSwitchOrdered", "random, VSwitchRandom"})
  void zonesAreTriedInOrderOrNot(String order, String written) {
    Target two = ECI.with("vswitches", "vsw-aaaa,vsw-bbbb").with("zone-order", order);

    assertThat(entries(two, GpuRequest.of("T4")))
        .contains(
            "metadata.annotations[k8s.aliyun.com/eci-vswitch] = vsw-aaaa,vsw-bbbb",
            "metadata.annotations[k8s.aliyun.com/eci-schedule-strategy] = " + written);
  }

  @Test
  void whatMakesNoSenseTogetherIsRefused() {
    Target ordered = ECI.with("zone-order", "ordered");
    assertError(() -> entries(ordered, GpuRequest.of("T4")), "option.conflict", "'ordered'");
    assertError(
        () -> entries(ordered.with("vswitches", "vsw-aaaa"), GpuRequest.of("T4")),
        "option.conflict",
        "'vsw-aaaa'");
    assertError(
        () ->
            entries(
                ECI.with("image-cache", "true").with("image-cache-id", "imc-aaaa"),
                GpuRequest.of("T4")),
        "option.conflict",
        "'imc-aaaa'");
  }

  @ParameterizedTest
  @CsvSource({
    "gpu-driver-version, 535",
    "spot-price-limit, 0",
    "spot-price-limit, 1.2345",
    "system-overhead, -1Gi",
    "image-cache-id, auto",
    "extra-ephemeral-storage, 1500Mi",
    "extra-ephemeral-storage, 0",
    "vswitches, bp1xpiowf",
    "vswitches, 'vsw-aaaa,vsw-aaaa'",
    "security-groups, 'sg-aaaa,sg-bbbb,sg-cccc,sg-dddd,sg-eeee,sg-ffff'",
    "zone-order, sorted",
    "fault-handling, fail-over"
  })
  void anOptionRefusesWhatItDoesNotTake(String option, String value) {
    assertError(() -> ECI.with(option, value), "option.malformed", option, value);
  }

  @Test
  void theOptionsAreListed() {
    assertThat(ECI.options())
        .extracting(Option::name)
        .containsExactly(
            "system-overhead",
            "gpu-driver-version",
            "spot-price-limit",
            "image-cache",
            "image-cache-id",
            "extra-ephemeral-storage",
            "vswitches",
            "zone-order",
            "security-groups",
            "fault-handling");
    assertThat(Eci.options()).isEqualTo(ECI.options());
  }

  @ParameterizedTest
  @CsvSource({"T4, 1, 6, 20Gi", "A100, 2, 30, 200Gi", "V100, 8, 64, 200Gi", "1/2*T4, 1, 10, 40Gi"})
  void aPodThatCarriesThePlacementLandsOnTheShapeFound(
      String gpu, int count, String cpu, String memory) {
    Match.Found found = ECI.match(GpuRequest.of(count, gpu).cpu(cpu).memory(memory)).orThrow();

    Match read = ECI.match(Pods.carrying(ECI.place(found), cpu, memory)).orElseThrow();

    assertThat(read.orThrow().shape()).isEqualTo(found.shape());
  }
}
