package io.gpuspec.tke;

import static io.gpuspec.testkit.Errors.assertError;
import static io.gpuspec.testkit.Placements.entries;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.CapacityType;
import io.gpuspec.Devices;
import io.gpuspec.GpuRequest;
import io.gpuspec.Gpus;
import io.gpuspec.Match;
import io.gpuspec.Target;
import io.gpuspec.scheduling.PodField;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.spi.Option;
import io.gpuspec.spi.Placement;
import io.gpuspec.value.Citation.Status;
import io.gpuspec.value.MemorySize;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlacementTest {
  private static final Target TKE = Gpus.load().in("tke");

  @Test
  void aComputedShapeNeedsItsTypeTheGpusAndAWayToASuperNode() {
    assertThat(entries(TKE, GpuRequest.of("V100").cpu(6).memory("32Gi")))
        .containsExactly(
            "metadata.annotations[eks.tke.cloud.tencent.com/gpu-type] = V100",
            "resources[nvidia.com/gpu] = 1",
            "spec.affinity.nodeAffinity[type] = virtual-kubelet",
            "spec.affinity.nodeAffinity[node.kubernetes.io/instance-type] = eklet",
            "spec.tolerations[serverless] = ",
            "spec.tolerations[eks.tke.cloud.tencent.com/eklet] = ");
  }

  @Test
  void anExplicitShapeStatesCountCpuAndMem() {
    assertThat(entries(TKE, GpuRequest.of(2, "T4").cpu(40).memory("160Gi").explicit()))
        .startsWith(
            "metadata.annotations[eks.tke.cloud.tencent.com/gpu-type] = T4",
            "metadata.annotations[eks.tke.cloud.tencent.com/gpu-count] = 2",
            "metadata.annotations[eks.tke.cloud.tencent.com/cpu] = 40",
            "metadata.annotations[eks.tke.cloud.tencent.com/mem] = 160Gi",
            "resources[nvidia.com/gpu] = 2");
  }

  @Test
  void memHasABinaryUnitHoweverTheMemoryWasAsked() {
    assertThat(entries(TKE, GpuRequest.of("V100").cpu("8000m").memory("42949672960").explicit()))
        .contains(
            "metadata.annotations[eks.tke.cloud.tencent.com/cpu] = 8",
            "metadata.annotations[eks.tke.cloud.tencent.com/mem] = 40Gi");
  }

  @Test
  void theListKeepsTheOrderAndLeavesOutWhatCannotServe() {
    assertThat(entries(TKE, GpuRequest.of("L40", "1/4*T4", "V100", "T4").cpu(8)).get(0))
        .endsWith("gpu-type] = V100,T4");
  }

  @Test
  void aSuperNodeIsNotReserved() {
    Match none = TKE.match(GpuRequest.of("T4").capacityType(CapacityType.RESERVED));

    assertThat(none.rejected().get(0).reasons().get(0))
        .hasToString(
            "capacityType: reserved requested, is available on-demand or spot; request on-demand or spot");
  }

  @Test
  void aFractionInAListServesOneDeviceOnly() {
    assertThat(entries(TKE, GpuRequest.of(2, "1/4*T4", "T4")).get(0)).endsWith("gpu-type] = T4");
  }

  @Test
  void spotCapacityAskedForIsSpotCapacityWritten() {
    assertThat(entries(TKE, GpuRequest.of("T4").capacityType(CapacityType.SPOT)))
        .isEqualTo(entries(TKE.with(Tke.SPOT, true), GpuRequest.of("T4")))
        .contains("metadata.annotations[eks.tke.cloud.tencent.com/spot-pod] = true");
  }

  @Test
  void aPodIsOnDemandWithoutAWord() {
    GpuRequest stated = GpuRequest.of("T4").capacityType(CapacityType.ON_DEMAND);

    assertThat(entries(TKE, stated)).isEqualTo(entries(TKE, GpuRequest.of("T4")));
    assertError(
        () -> entries(TKE.with(Tke.SPOT, true), stated),
        "option.conflict",
        "spot: 'true' was given, and on-demand capacity asked for");
  }

  @Test
  void aFamilyIsWrittenAsTheGpuThatTheAnnotationTakes() {
    assertThat(entries(TKE, GpuRequest.of("PNV5b", "L20")).get(0)).endsWith("gpu-type] = L20");
  }

  @Test
  void theGpusAreThoseAskedForNotThoseBilled() {
    assertThat(entries(TKE, GpuRequest.of(2, "A10*PNV4").cpu(100).memory("400Gi")))
        .contains("resources[nvidia.com/gpu] = 2");
    assertThat(entries(TKE, GpuRequest.of("1/4*T4"))).contains("resources[nvidia.com/gpu] = 1");
    assertThat(
            entries(
                TKE,
                GpuRequest.of(Devices.of("V100").totalMemoryAtLeast(MemorySize.parse("30Gi")))))
        .contains("resources[nvidia.com/gpu] = 2");
  }

  @ParameterizedTest
  @CsvSource({
    "eklet, spec.nodeSelector[node.kubernetes.io/instance-type] = eklet",
    "virtual-kubelet, spec.nodeSelector[type] = virtual-kubelet"
  })
  void aPlainNodeSelectorTakesThePlaceOfTheAffinity(String choice, String selector) {
    List<String> entries = entries(TKE.with("node-selection", choice), GpuRequest.of("T4"));

    assertThat(entries)
        .contains(
            selector,
            "spec.tolerations[serverless] = ",
            "spec.tolerations[eks.tke.cloud.tencent.com/eklet] = ")
        .noneMatch(entry -> entry.contains("nodeAffinity"))
        .hasSize(5);
    assertThat(entries(TKE.with("node-selection", "either"), GpuRequest.of("T4")))
        .isEqualTo(entries(TKE, GpuRequest.of("T4")));
  }

  @Test
  void spotAndTheImageCacheAreAnnotations() {
    Target chosen =
        TKE.with(Tke.SPOT, true)
            .with(Tke.IMAGE_CACHE, Optional.of("imc-abc123xyz"))
            .with(Tke.IMAGE_CACHE_DISK, Optional.of(200));

    assertThat(entries(chosen, GpuRequest.of("T4")))
        .contains(
            "metadata.annotations[eks.tke.cloud.tencent.com/spot-pod] = true",
            "metadata.annotations[eks.tke.cloud.tencent.com/use-image-cache] = imc-abc123xyz",
            "metadata.annotations[eks.tke.cloud.tencent.com/image-cache-disk-size] = 200");
    assertThat(entries(TKE.with(Tke.SPOT, false), GpuRequest.of("T4")))
        .isEqualTo(entries(TKE, GpuRequest.of("T4")));
  }

  @Test
  void everyEntrySaysWhyAndWhereItComesFrom() {
    Target chosen = TKE.with("image-cache", "auto").with("spot", "true");
    Placement placement =
        chosen.place(
            chosen.match(GpuRequest.of("V100").cpu(8).memory("40Gi").explicit()).orThrow());

    assertThat(placement.entries())
        .allSatisfy(
            entry -> {
              assertThat(entry.reason()).isNotBlank();
              assertThat(entry.citation().title()).startsWith("TKE");
              assertThat(entry.citation().status()).isIn(Status.DOCUMENTED, Status.UNCONFIRMED);
            });
    assertThat(placement.entries(PodField.Kind.TOLERATION)).hasSize(2);
    assertThat(placement.entries(PodField.Kind.NODE_AFFINITY)).hasSize(2);
    assertThat(placement.entries(PodField.Kind.LABEL)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "V100, 1, 8, 40Gi",
    "V100, 1, 2, 2Gi",
    "T4, 2, 40, 160Gi",
    "1/4*T4, 1, 2, 15Gi",
    "A10*PNV4, 4, 112, 466Gi"
  })
  void aPodThatCarriesAnExplicitPlacementLandsOnTheSameShape(
      String gpu, int count, int cpu, String memory) {
    Match.Found found =
        TKE.match(GpuRequest.of(count, gpu).cpu(cpu).memory(memory).explicit()).orThrow();

    assertThat(TKE.match(pod(TKE.place(found))).orElseThrow().orThrow().shape())
        .isEqualTo(found.shape());
  }

  private static PodView pod(Placement placement) {
    PodView pod = PodView.empty();
    for (Placement.Entry entry : placement.entries(PodField.Kind.ANNOTATION)) {
      pod = pod.annotation(entry.field().key(), entry.value());
    }
    Placement.Entry device = placement.entries(PodField.Kind.DEVICE).get(0);
    return pod.container("c", Map.of(), Map.of(device.field().key(), device.value()));
  }

  /** Without Optional.of around it. */
  @Test
  void whatNeedNotBeGivenIsWrittenAsOnTheCommandLine() {
    assertThat(disk(TKE.with(Tke.IMAGE_CACHE, "auto").with(Tke.IMAGES_SIZE, "6G")))
        .isEqualTo("200");
    assertError(() -> TKE.with(Tke.IMAGES_SIZE, "six"), "option.malformed", "'six'");
  }

  @Test
  void theDisksSizeFollowsFromTheImages() {
    Target cached =
        TKE.with(Tke.IMAGE_CACHE, Optional.of("auto"))
            .with(Tke.IMAGES_SIZE, Optional.of(MemorySize.parse("6G")));
    Target byFormula = cached.with(Tke.IMAGE_CACHE_DISK_RULE, ImageCacheDisk.FORMULA);
    Target stated = cached.with(Tke.IMAGE_CACHE_DISK, Optional.of(500));

    assertThat(disk(cached)).isEqualTo("200");
    assertThat(disk(byFormula)).isEqualTo("59");
    assertThat(disk(stated)).isEqualTo("500");
  }

  /** A larger disk than the images take is paid for nothing; one that is just enough is not. */
  @ParameterizedTest
  @CsvSource({
    "500, ', larger than needed: 200 would do for the images'",
    "201, ', larger than needed: 200 would do for the images'",
    "200, ''",
    "100, ''"
  })
  void aDiskThatIsLargerThanTheImagesTakeIsSaidToBe(int size, String remark) {
    Target stated =
        TKE.with(Tke.IMAGE_CACHE, "auto")
            .with(Tke.IMAGES_SIZE, "6G")
            .with(Tke.IMAGE_CACHE_DISK, Optional.of(size));

    assertThat(reason(stated, GpuRequest.of("T4"), "image-cache-disk-size"))
        .isEqualTo(
            "the size in GB of the disk made from the cache%s; pod-resource, which one text writes, is in no document of TKE"
                .formatted(remark));
  }

  @Test
  void anEntrySaysWhatItDoesHere() {
    assertThat(reason(TKE, GpuRequest.of("T4"), "gpu-type"))
        .isEqualTo("the GPU type, which every GPU pod on a super node must name");
    assertThat(reason(TKE, GpuRequest.of("T4", "V100"), "gpu-type"))
        .isEqualTo("the GPU types in order of preference; the next is tried when one has no stock");
    assertThat(reason(TKE.with("image-cache", "auto"), GpuRequest.of("T4"), "use-image-cache"))
        .startsWith("starts from the best matching image cache");
    assertThat(reason(TKE.with("image-cache", "imc-a"), GpuRequest.of("T4"), "use-image-cache"))
        .startsWith("starts from this image cache");
  }

  private static String reason(Target target, GpuRequest request, String annotation) {
    return target.place(target.match(request).orThrow()).entries().stream()
        .filter(entry -> entry.field().key().endsWith("/" + annotation))
        .map(Placement.Entry::reason)
        .collect(Collectors.joining());
  }

  private static String disk(Target target) {
    return target.place(target.match(GpuRequest.of("T4")).orThrow()).entries().stream()
        .filter(entry -> entry.field().key().endsWith("/image-cache-disk-size"))
        .map(Placement.Entry::value)
        .collect(Collectors.joining());
  }

  @Test
  void aDiskWithoutACacheIsRefused() {
    Target target = TKE.with(Tke.IMAGE_CACHE_DISK, Optional.of(200));
    Match.Found found = target.match(GpuRequest.of("T4")).orThrow();

    assertError(() -> target.place(found), "option.conflict", "'200'");
  }

  @Test
  void theOptionsAreListedWithTheirDefaults() {
    assertThat(Tke.options()).isEqualTo(TKE.options());
    assertThat(TKE.options())
        .extracting(Option::name)
        .startsWith(
            "node-selection",
            "spot",
            "image-cache",
            "image-cache-disk",
            "images-size",
            "image-cache-disk-rule");
    assertThat(Tke.NODE_SELECTION.defaultValue()).isEqualTo(Tke.NodeSelection.EITHER);
    assertThat(Tke.NODE_SELECTION.allowed()).isEqualTo("either, eklet, virtual-kubelet");
    assertThat(Tke.SPOT.defaultValue()).isFalse();
    assertThat(Tke.IMAGE_CACHE.defaultValue()).isEmpty();
    assertThat(Tke.IMAGE_CACHE_DISK.defaultValue()).isEmpty();
    assertThat(TKE.options()).allSatisfy(o -> assertThat(o.citation().title()).startsWith("TKE"));
  }

  @ParameterizedTest
  @CsvSource({
    "spot, yes",
    "node-selection, EKLET",
    "image-cache, imc-",
    "image-cache-disk, 200G",
    "image-cache-disk, 0"
  })
  void anOptionRefusesWhatItDoesNotTake(String option, String value) {
    assertError(() -> TKE.with(option, value), "option.malformed", option, value);
  }

  @Test
  void anUnknownOptionIsAnErrorWithASuggestion() {
    assertError(() -> TKE.with("image-cach", "auto"), "option.unknown", "'image-cach'");
  }

  @Test
  void whatWasFoundInOneEditionIsPlacedTheSameInAnother() {
    Target documented = TKE.edition("2023-06").with(Tke.SPOT, true);

    assertThat(documented.edition()).isEqualTo("2023-06");
    assertThat(entries(documented, GpuRequest.of("V100")))
        .isEqualTo(entries(TKE.with(Tke.SPOT, true), GpuRequest.of("V100")));
  }
}
