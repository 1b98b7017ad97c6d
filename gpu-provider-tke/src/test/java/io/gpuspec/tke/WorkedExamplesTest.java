package io.gpuspec.tke;

import static io.gpuspec.testkit.Errors.assertError;
import static io.gpuspec.testkit.Pods.ids;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuspec.Devices;
import io.gpuspec.GpuRequest;
import io.gpuspec.Gpus;
import io.gpuspec.Match;
import io.gpuspec.Target;
import io.gpuspec.value.UnknownNameException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every example of the documents, and what the library's own rules add to them. */
class WorkedExamplesTest {
  private static final Gpus GPUS = Gpus.load();
  private final Target tke = GPUS.in("tke");
  private final Target documented = tke.edition("2023-06");

  private static List<String> strings(List<?> things) {
    return things.stream().map(String::valueOf).toList();
  }

  @ParameterizedTest
  @CsvSource({
    "V100,          1, 6,   32Gi,  V100 x1 · 8 cores · 40Gi",
    "V100,          1, 8,   40Gi,  V100 x1 · 8 cores · 40Gi",
    "V100,          2, 18,  80Gi,  V100 x2 · 18 cores · 80Gi",
    "V100,          2, 16,  64Gi,  V100 x2 · 16 cores · 71Gi",
    "T4,            1, 10,  50Gi,  T4 x1 · 16 cores · 64Gi",
    "T4,            1, 8,   32Gi,  T4 x1 · 8 cores · 32Gi",
    "T4,            2, 40,  160Gi, T4 x2 · 40 cores · 160Gi",
    "1/4*T4,        1, 4,   16Gi,  1/4*T4 x1 · 4 cores · 16Gi",
    "1/2*T4,        1, 8,   32Gi,  1/2*T4 x1 · 8 cores · 32Gi",
    "A10*PNV4,      2, 100, 400Gi, A10*PNV4 x4 · 112 cores · 466Gi",
    "A10*PNV4,      4, 112, 466Gi, A10*PNV4 x4 · 112 cores · 466Gi",
    "1/2*A10*GNV4v, 1, 8,   32Gi,  1/2*A10*GNV4v x1 · 8 cores · 33Gi",
    "PNV5b,         1, 48,  192Gi, L20 x1 · 48 cores · 192Gi",
    "L20,           1, 33,  1Gi,   L20 x1 · 48 cores · 192Gi"
  })
  void upwardInTheDefaultEdition(String gpu, int count, String cpu, String memory, String shape) {
    assertThat(tke.match(GpuRequest.of(count, gpu).cpu(cpu).memory(memory)).orThrow().shape())
        .hasToString(shape);
  }

  @ParameterizedTest
  @CsvSource({
    "V100,          1, 6,   32Gi,  V100 x1 · 8 cores · 40Gi",
    "T4,            1, 10,  50Gi,  T4 x1 (20 cores) · 20 cores · 80Gi",
    "T4,            1, 8,   32Gi,  T4 x1 (8 cores) · 8 cores · 32Gi",
    "T4,            1, 21,  1Gi,   T4 x1 (32 cores) · 32 cores · 128Gi",
    "T4,            1, 33,  1Gi,   T4 x2 · 40 cores · 160Gi",
    "T4,            3, 1,   1Gi,   T4 x4 · 80 cores · 320Gi",
    "1/4*T4,        1, 4,   16Gi,  1/4*T4 x1 · 4 cores · 20Gi",
    "1/2*T4,        1, 8,   32Gi,  1/2*T4 x1 · 10 cores · 40Gi",
    "V100,          2, 18,  80Gi,  V100 x2 · 18 cores · 80Gi",
    "A10*PNV4,      2, 100, 400Gi, A10*PNV4 x4 · 112 cores · 466Gi",
    "A10*PNV4,      4, 113, 1Gi,   A10*PNV4 x8 · 224 cores · 932Gi",
    "1/4*A10*GNV4v, 1, 1,   1Gi,   1/4*A10*GNV4v x1 · 6 cores · 24Gi"
  })
  void upwardInTheEditionOf2023(String gpu, int count, String cpu, String memory, String shape) {
    assertThat(
            documented.match(GpuRequest.of(count, gpu).cpu(cpu).memory(memory)).orThrow().shape())
        .hasToString(shape);
  }

  @Test
  void twoA10ThatNeedMoreCoresBecomeFourAndTwoAreWasted() {
    Match.Found found = tke.match(GpuRequest.of(2, "A10*PNV4").cpu(100).memory("400Gi")).orThrow();

    assertThat(found)
        .hasToString("A10*PNV4 x4 · 112 cores · 466Gi  on tke (over by 2 GPUs, 12 cores, 66Gi)");
    assertThat(found.wastedGpus()).isEqualTo(2);
    assertThat(strings(found.notes()))
        .containsExactly(
            "gpus.escalated: 2 x A10*PNV4 holds less than was requested; the next count that serves is 4,"
                + " so 2 more are billed and unused");
  }

  @Test
  void exactGpusTurnsThatIntoANoMatch() {
    Match none = tke.match(GpuRequest.of(2, "A10*PNV4").cpu(100).memory("400Gi").exactGpus());

    assertThat(none.isFound()).isFalse();
    assertThat(strings(none.rejected()))
        .containsExactly(
            "A10*PNV4 x4: gpus: exactly 2 requested, has 4",
            "A10*PNV4 x2: cpu: 100 requested, has 56, short 44; memory: 400Gi requested, has 232Gi, short"
                + " 168Gi",
            "A10*PNV4 x1: gpus: exactly 2 requested, has 1; cpu: 100 requested, has 28, short 72; memory:"
                + " 400Gi requested, has 116Gi, short 284Gi");
    assertThat(none.alternatives().get(0)).hasToString("A10*PNV4 x4 · 112 cores · 466Gi");
  }

  @Test
  void beyondTheLargestShapeThereIsNone() {
    assertThat(tke.match(GpuRequest.of("A10*PNV4").cpu(113)).isFound()).isFalse();
    assertThat(documented.match(GpuRequest.of("A10*PNV4").memory("933Gi")).isFound()).isFalse();
    assertThat(tke.match(GpuRequest.of(9, "V100")).isFound()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({"1/4*T4, 5, 1Gi", "1/4*T4, 1, 17Gi", "1/2*T4, 9, 1Gi", "1/2*A10*GNV4v, 15, 1Gi"})
  void aFractionNeverEscalates(String gpu, int cpu, String memory) {
    Match none = tke.match(GpuRequest.of(gpu).cpu(cpu).memory(memory));

    assertThat(none.isFound()).isFalse();
    assertThat(none.rejected()).hasSize(1);
    assertThat(none.rejected().get(0).name()).isEqualTo(gpu + " x1");
  }

  @ParameterizedTest
  @CsvSource({"V100, 2, 2Gi", "T4, 16, 128Gi", "1/4*T4, 4, 16Gi", "L20, 48, 192Gi"})
  void anExplicitShapeOfTheTextIsValidAndWouldBeRefusedByTheRuleOf2023(
      String gpu, int cpu, String memory) {
    GpuRequest request = GpuRequest.of(gpu).cpu(cpu).memory(memory).explicit();
    Match.Found found = tke.match(request).orThrow();

    assertThat(found).hasToString(gpu + " x1 · " + cpu + " cores · " + memory + "  on tke (exact)");
    assertThat(ids(found)).contains("shape.other-edition");
    assertThat(found.notes().get(found.notes().size() - 1).message())
        .startsWith("tke edition 2023-06 has no " + gpu + " x1 · " + cpu + " cores · " + memory);
  }

  @ParameterizedTest
  @CsvSource({
    "V100, 1, 8, 40Gi",
    "V100, 8, 72, 320Gi",
    "T4, 1, 32, 128Gi",
    "A10*GNV4, 1, 12, 44Gi"
  })
  void anExplicitShapeThatBothEditionsHaveGetsNoSuchNote(
      String gpu, int count, int cpu, String memory) {
    GpuRequest request = GpuRequest.of(count, gpu).cpu(cpu).memory(memory).explicit();

    assertThat(ids(tke.match(request).orThrow())).doesNotContain("shape.other-edition");
    assertThat(ids(documented.match(request).orThrow())).doesNotContain("shape.other-edition");
  }

  @ParameterizedTest
  @CsvSource({"V100, 2, 2Gi", "T4, 16, 128Gi", "1/4*T4, 4, 16Gi", "T4, 8, 80Gi"})
  void in2023AnExplicitShapeMustEqualAPoint(String gpu, int cpu, String memory) {
    assertThat(documented.match(GpuRequest.of(gpu).cpu(cpu).memory(memory).explicit()).isFound())
        .isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "V100, 1, 3, 40Gi", // no such CPU option
    "V100, 1, 8, 41Gi", // above the range
    "V100, 1, 8, 1Gi", // below the range
    "V100, 1, 8, 2560Mi", // not whole GiB
    "V100, 3, 8, 40Gi", // no such card count
    "V100, 2, 18, 81Gi",
    "T4, 2, 40, 159Gi"
  })
  void anExplicitShapeOutsideTheRowIsRefused(String gpu, int count, String cpu, String memory) {
    Match none = tke.match(GpuRequest.of(count, gpu).cpu(cpu).memory(memory).explicit());

    assertThat(none.isFound()).isFalse();
    assertThat(none.rejected()).isNotEmpty();
  }

  @Test
  void twoT4WithFortyCoresAreKnownFromAnExampleOnly() {
    GpuRequest request = GpuRequest.of(2, "T4").cpu(40).memory("160Gi");

    for (GpuRequest asked : List.of(request, request.explicit())) {
      Match.Found found = tke.match(asked).orThrow();
      assertThat(found).hasToString("T4 x2 · 40 cores · 160Gi  on tke (exact)");
      assertThat(strings(found.notes()))
          .containsExactly(
              "shape.example: T4 x2 with 40 cores and 160Gi is used by the document's example"
                  + " 3 and missing from its spec table");
      assertThat(found.shape().spec().citation().status()).hasToString("example");
    }
    assertThat(documented.match(request.explicit()).orThrow().notes()).isEmpty();
  }

  @Test
  void halfAnA10IsMissingFromTheTableOfTypesAndSaysSo() {
    assertThat(ids(tke.match(GpuRequest.of("1/2*A10*GNV4v"))))
        .containsExactly("gpu.undocumented-type");
    assertThat(ids(documented.match(GpuRequest.of("1/2*A10*GNV4v"))))
        .containsExactly("gpu.unpublished-spelling");
  }

  @Test
  void anInstanceFamilyIsReadAsItsGpu() {
    Match.Found found =
        tke.match(GpuRequest.of("PNV5b").cpu(48).memory("192Gi").explicit()).orThrow();

    assertThat(found.shape().spec().gpu()).isEqualTo("L20");
    assertThat(strings(found.notes()))
        .contains("gpu.alias: PNV5b was read as L20, the name that tke uses");
    assertThat(ids(tke.match(GpuRequest.of("L20")))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"PNV5i", "L40"})
  void theL40HasATypeAndNoShape(String name) {
    Match none = tke.match(GpuRequest.of(name).cpu(8).memory("32Gi"));

    assertThat(none.isFound()).isFalse();
    assertThat(strings(none.rejected()))
        .containsExactly(
            "L40: gpu: tke 2026-01 knows the type L40 (48Gi, CUDA 12.7) and publishes no shape for it");
    assertThat(strings(none.alternatives())).containsExactly("L20 x1 · 8 cores · 32Gi");
  }

  @Test
  void aListTakesTheFirstThatCanServeAndKeepsTheOthersAsFallbacks() {
    Match.Found found = tke.match(GpuRequest.of("T4", "V100").cpu(8).memory("32Gi")).orThrow();

    assertThat(strings(found.preferences()))
        .containsExactly("T4 x1 · 8 cores · 32Gi", "V100 x1 · 8 cores · 40Gi");
    assertThat(found.shape()).isEqualTo(found.preferences().get(0));
    assertThat(found.alternatives().get(0)).hasToString("V100 x1 · 8 cores · 40Gi");

    // Escalation included: 40 cores are too many for one T4 and for one V100.
    assertThat(tke.match(GpuRequest.of("T4", "V100").cpu(40)).orThrow().shape())
        .hasToString("T4 x2 · 40 cores · 160Gi");
    assertThat(tke.match(GpuRequest.of("1/4*T4", "V100").cpu(8)).orThrow().shape())
        .hasToString("V100 x1 · 8 cores · 40Gi");
  }

  @Test
  void anyGpuIsAnyWholeGpu() {
    assertThat(tke.match(GpuRequest.of(Devices.any())).orThrow().shape())
        .hasToString("T4 x1 · 2 cores · 8Gi");
    assertThat(tke.match(GpuRequest.of(Devices.any().memoryAtLeast("20Gi"))).orThrow().shape())
        .hasToString("A10*GNV4 x1 · 2 cores · 7Gi");
    assertThat(tke.match(GpuRequest.of(Devices.any().memoryAtLeast("25Gi"))).orThrow().shape())
        .hasToString("L20 x1 · 2 cores · 8Gi");
    assertThat(
            documented.match(GpuRequest.of(Devices.any().memoryAtLeast("25Gi"))).orThrow().shape())
        .hasToString("V100 x1 · 8 cores · 40Gi");
  }

  @Test
  void whichV100ItIsDependsOnTheEdition() {
    assertThat(strings(tke.match(GpuRequest.of("V100")).notes()))
        .containsExactly(
            "gpu.ambiguous: V100 can mean V100-16G or V100-32G; in tke 2026-01 it is V100-16G");
    assertThat(strings(documented.match(GpuRequest.of("V100")).notes()))
        .containsExactly(
            "gpu.ambiguous: V100 can mean V100-16G or V100-32G; in tke 2023-06 it is V100-32G");
    assertThat(tke.match(GpuRequest.of("V100-32G")).isFound()).isFalse();
    assertThat(documented.match(GpuRequest.of("V100-32G")).isFound()).isTrue();
  }

  @Test
  void theWithdrawnFractionsOfAV100AreThereForWhoAsksForThem() {
    assertThat(documented.match(GpuRequest.of("1/4*V100")).isFound()).isFalse();
    assertThat(documented.match(GpuRequest.of("1/4*V100").includeRetired()).orThrow().shape())
        .hasToString("1/4*V100 x1 · 2 cores · 10Gi");
  }

  @Test
  void aGpuThatOnlyOthersHaveIsANoMatch() {
    Match none = tke.match(GpuRequest.of("H100"));

    assertThat(none.isFound()).isFalse();
    assertThat(none.rejected().get(0).name()).isEqualTo("H100");
    assertThat(none.rejected().get(0).reasons().get(0).message())
        .startsWith("tke 2026-01 has no H100");
  }

  @Test
  void aGpuThatNobodyHasIsAnErrorWithASuggestion() {
    assertThatThrownBy(() -> tke.match(GpuRequest.of("T5")))
        .isInstanceOf(UnknownNameException.class)
        .hasMessageStartingWith("GPU 'T5' is not known; did you mean T4")
        .extracting(e -> ((UnknownNameException) e).suggestions().get(0))
        .isEqualTo("T4");
    assertError(() -> tke.match(GpuRequest.of("A10*PNV5")), "gpu.unknown");
  }

  @Test
  void aNoMatchSaysWhichOtherEditionHasAShape() {
    Match none = tke.match(GpuRequest.of("V100-32G").cpu(8));

    assertThat(none.isFound()).isFalse();
    assertThat(strings(none.notes()))
        .contains("match.other-edition: tke edition 2023-06 would give V100 x1 · 8 cores · 40Gi");
  }

  @Test
  void aLargerShareOfTheSameCardComesNear() {
    Match none = tke.match(GpuRequest.of("1/4*T4").cpu(8).memory("32Gi"));

    assertThat(strings(none.alternatives()))
        .contains("1/2*T4 x1 · 8 cores · 32Gi", "T4 x1 · 8 cores · 32Gi");
  }

  @Test
  void aCountThatDoesNotExistIsSaidToBeMissing() {
    Match.Found found = tke.match(GpuRequest.of(3, "T4").cpu(8).memory("32Gi")).orThrow();

    assertThat(strings(found.notes()))
        .containsExactly(
            "gpus.escalated: tke 2026-01 has no 3 x T4; the next count that serves is 4, so 1 more"
                + " is billed and unused");
    assertThat(found.notes().get(0).citation().orElseThrow().title()).contains("457/44174");
  }

  @Test
  void memoryWithoutAUnitIsAskedAbout() {
    assertThat(strings(tke.match(GpuRequest.of("T4").memory("40")).notes()))
        .containsExactly("memory.tiny: memory '40' is 40 bytes; was 40Gi meant?");
  }

  @Test
  void aCatalogThatHasNothingSaysWhy() {
    assertThat(strings(tke.catalog().gpu("L40").notes()))
        .containsExactly(
            "gpu.no-row: tke 2026-01 knows the type L40 (48Gi, CUDA 12.7) and publishes no shape for it");
    assertThat(tke.catalog().gpu("H20").notes().get(0).message())
        .startsWith("tke 2026-01 has no H20");
    assertThat(tke.catalog().gpu("T4").notes()).isEmpty();
  }
}
