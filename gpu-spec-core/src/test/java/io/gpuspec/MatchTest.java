package io.gpuspec;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuspec.scheduling.PodView;
import io.gpuspec.value.Arch;
import io.gpuspec.value.Citation;
import io.gpuspec.value.CpuAmount;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.MemorySize;
import io.gpuspec.value.Note;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Matching on the catalog {@code cloud-2024-05.json}, small enough to check by eye. */
class MatchTest {
  private final Target cloud = TestCloud.ofResources("cloud").target();

  private String found(GpuRequest request) {
    return cloud.match(request).orThrow().shape().toString();
  }

  private static List<String> strings(List<?> things) {
    return things.stream().map(String::valueOf).toList();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0     | 0     | T4 x1 · 2 cores · 8Gi",
        "2     | 8Gi   | T4 x1 · 2 cores · 8Gi",
        "2001m | 1     | T4 x1 · 4 cores · 16.5Gi",
        "1m    | 16Gi  | T4 x1 · 4 cores · 16.5Gi",
        "4     | 17Gi  | T4 x1 · 8 cores · 32Gi",
        "8     | 32Gi  | T4 x1 · 8 cores · 32Gi",
        "9     | 1Gi   | T4 x2 · 40 cores · 160Gi",
        // The explicit range goes to 40Gi; upward ends with the largest size.
        "1     | 33Gi  | T4 x2 · 40 cores · 160Gi",
        "41    | 1Gi   | T4 x4 · 80 cores · 320Gi"
      })
  void takesTheSmallestSizeThatHoldsTheRequest(String cpu, String memory, String shape) {
    assertThat(found(GpuRequest.of("T4").cpu(cpu).memory(memory))).isEqualTo(shape);
  }

  @Test
  void saysWhatTheShapeHasBeyondTheRequest() {
    Match.Found found = cloud.match(GpuRequest.of("V100").cpu("6500m").memory("32Gi")).orThrow();

    assertThat(found).hasToString("V100 x1 · 8 cores · 40Gi  on cloud (over by 1.5 cores, 8Gi)");
    assertThat(found.wastedCpu()).isEqualTo(CpuAmount.ofMillicores(1500));
    assertThat(found.wastedMemory()).isEqualTo(MemorySize.ofGibibytes(8));
    assertThat(found.wastedGpus()).isZero();
    assertThat(cloud.match(GpuRequest.of("V100").cpu(8).memory("40Gi")))
        .hasToString("V100 x1 · 8 cores · 40Gi  on cloud (exact)");
  }

  @Test
  void takesALargerCountWhereTheAskedOneHoldsTooLittleAndSaysSo() {
    Match.Found found = cloud.match(GpuRequest.of("V100").cpu(9).memory("41Gi")).orThrow();

    assertThat(found)
        .hasToString("V100 x8 · 72 cores · 320Gi  on cloud (over by 7 GPUs, 63 cores, 279Gi)");
    assertThat(found.notes())
        .extracting(Note::id)
        .containsExactly("gpu.ambiguous", "gpus.escalated");
    assertThat(found.notes().get(1).message())
        .isEqualTo(
            "1 x V100 holds less than was requested; the next count that serves is 8, so 7 more are"
                + " billed and unused");
    assertThat(found.notes().get(1).citation()).contains(cloud.catalog().citation());
  }

  @Test
  void aRowByItsNameIsNotSaidToHoldLessThanItDoes() {
    Match.Found found = cloud.match(GpuRequest.of("V100 x8").cpu(9)).orThrow();

    assertThat(found.notes())
        .extracting(Note::message)
        .contains("V100 x8 has 8 GPUs, and 1 was requested, so 7 more are billed and unused");
  }

  @Test
  void oneMoreGpuIsSaidInTheSingular() {
    Match.Found found = cloud.match(GpuRequest.of("T4").cpu(9)).orThrow();

    assertThat(found.toString()).contains("over by 1 GPU, ");
    assertThat(found.notes())
        .extracting(Note::id)
        .containsExactly("shape.hearsay", "shape.rare", "gpus.escalated");
    assertThat(found.notes().get(2).message()).contains("is 2, so 1 more is billed and unused");
  }

  @Test
  void exactGpusTurnsALargerCountIntoANoMatch() {
    Match none = cloud.match(GpuRequest.of("V100").cpu(9).exactGpus());

    assertThat(none.found()).isEmpty();
    assertThat(strings(none.rejected()))
        .containsExactly(
            "V100 x1: cpu: 9 requested, has 8, short 1",
            "V100 x8: gpus: exactly 1 requested, has 8",
            "old.v100: lifecycle: retired; left out unless retired rows are included; cpu: 9"
                + " requested, has 4, short 5");
  }

  @Test
  void aShareNeverBecomesAnotherShareOrAWholeCard() {
    Match none = cloud.match(GpuRequest.of("1/4*T4").cpu(5));

    assertThat(none.isFound()).isFalse();
    assertThat(none.isRefused()).isFalse();
    assertThat(strings(none.rejected()))
        .containsExactly("1/4*T4 x1: cpu: 5 requested, has 4, short 1");
    assertThat(none)
        .hasToString(
            "no match for 1/4*T4 x1, 5 cores on cloud; nearest miss 1/4*T4 x1: cpu: 5 requested,"
                + " has 4, short 1");
  }

  @Test
  void aShareServesOnlyARequestThatNamesIt() {
    assertThat(found(GpuRequest.of("1/4*T4"))).isEqualTo("1/4*T4 x1 · 0.5 cores · 2Gi");
    assertThat(found(GpuRequest.of("2/8*Tesla-T4"))).isEqualTo("1/4*T4 x1 · 0.5 cores · 2Gi");

    Match.Found any = cloud.match(GpuRequest.of(Devices.any())).orThrow();
    assertThat(any.shape()).hasToString("T4 x1 · 2 cores · 8Gi");
    assertThat(strings(any.rejected()))
        .contains(
            "1/4*T4 x1: fraction: is 1/4 of a card; a fraction is matched only by its name,"
                + " 1/4*T4");
  }

  @Test
  void theFirstNameThatCanServeWinsThoughItNeedMoreGpus() {
    Match.Found found = cloud.match(GpuRequest.of("T4", "V100").cpu(8).memory("40Gi")).orThrow();

    assertThat(found.shape()).hasToString("T4 x2 · 40 cores · 160Gi");
    assertThat(strings(found.preferences()))
        .containsExactly("T4 x2 · 40 cores · 160Gi", "V100 x1 · 8 cores · 40Gi");
    assertThat(strings(found.alternatives()))
        .containsExactly(
            "V100 x1 · 8 cores · 40Gi", "T4 x4 · 80 cores · 320Gi", "V100 x8 · 72 cores · 320Gi");
  }

  @Test
  void anyOfTakesTheSmallestOfThemAll() {
    assertThat(found(GpuRequest.of(Devices.anyOf("T4", "V100")).cpu(8).memory("40Gi")))
        .isEqualTo("V100 x1 · 8 cores · 40Gi");
  }

  @Test
  void anyGpuWithEnoughMemoryTakesTheLeastGpuMemoryOfTheFewestCards() {
    assertThat(found(GpuRequest.of(Devices.any().memoryAtLeast("17Gi"))))
        .isEqualTo("A10*PNV4 x1 · 28 cores · 116Gi");
    assertThat(found(GpuRequest.of(Devices.any().memoryAtLeast("32Gi"))))
        .isEqualTo("V100 x1 · 8 cores · 40Gi");
    assertThat(found(GpuRequest.of(Devices.any().memoryAtLeast("32769Mi"))))
        .isEqualTo("small.a100 · 12 cores · 100Gi");

    Match none = cloud.match(GpuRequest.of(Devices.any().memoryAtLeast("81Gi")));
    assertThat(strings(none.rejected()))
        .contains(
            "K9 x1: gpuMemory: 81Gi requested, not known here",
            "big.a100: gpuMemory: 81Gi requested, has 80Gi, short 1Gi");
  }

  @Test
  void aGpuOfUnknownMemoryComesLastAmongEquals() {
    assertThat(strings(cloud.match(GpuRequest.of(Devices.any())).alternatives()))
        .containsExactly(
            "A10*PNV4 x1 · 28 cores · 116Gi",
            "V100 x1 · 8 cores · 40Gi",
            "small.a100 · 12 cores · 100Gi",
            "big.a100 · 12 cores · 100Gi",
            "K9 x1 · 1 core · 1Gi",
            "T4 x2 · 40 cores · 160Gi",
            "T4 x4 · 80 cores · 320Gi",
            "V100 x8 · 72 cores · 320Gi");
  }

  @Test
  void aNameWithTwoMeaningsMatchesBothAndSaysSo() {
    Match.Found found = cloud.match(GpuRequest.of("A100").cpu(12)).orThrow();

    assertThat(found.shape()).hasToString("small.a100 · 12 cores · 100Gi");
    assertThat(strings(found.alternatives())).containsExactly("big.a100 · 12 cores · 100Gi");
    assertThat(strings(found.notes()))
        .containsExactly(
            "gpu.ambiguous: A100 can mean A100-40G or A100-80G; in cloud 2024-05 it is A100-40G and"
                + " A100-80G");
    assertThat(found(GpuRequest.of("A100-80G"))).isEqualTo("big.a100 · 12 cores · 100Gi");
  }

  @Test
  void aCloudsOwnNameIsNoSpellingOfTheCard() {
    Match none = cloud.match(GpuRequest.of("A10"));

    assertThat(strings(none.rejected()))
        .containsExactly(
            "A10: gpu: cloud 2024-05 has no A10; it has T4, 1/4*T4, V100, A100-40G, A100-80G,"
                + " A10*PNV4, T4g, L40, K9");
    assertThat(none.alternatives().get(0)).hasToString("A10*PNV4 x1 · 28 cores · 116Gi");
  }

  @Test
  void anAliasIsReadAndSaid() {
    Match.Found found = cloud.match(GpuRequest.of("PVX")).orThrow();

    assertThat(found.shape().spec().gpu()).isEqualTo("V100");
    assertThat(strings(found.notes()))
        .containsExactly("gpu.alias: PVX was read as V100, the name that cloud uses");
  }

  @Test
  void aTypeWithoutARowIsRejectedUnderItsOwnName() {
    Match none = cloud.match(GpuRequest.of("L40").cpu(8).memory("32Gi"));

    assertThat(strings(none.rejected()))
        .containsExactly(
            "L40: gpu: cloud 2024-05 knows the type L40 (48Gi) and publishes no shape for it");
    assertThat(strings(none.alternatives())).containsExactly("big.a100 · 12 cores · 100Gi");
  }

  @Test
  void armIsMatchedWhenAskedForOrWhenTheGpuAskedForByNameComesWithNothingElse() {
    assertThat(strings(cloud.match(GpuRequest.of("T4g").arch(Arch.AMD64)).rejected()))
        .containsExactly("T4g x1: arch: amd64 requested, is arm64");
    assertThat(found(GpuRequest.of("T4g"))).isEqualTo("T4g x1 · 4 cores · 8Gi");
    assertThat(cloud.match(GpuRequest.of("T4g")).notes())
        .contains(
            Note.of(
                "arch.only",
                "T4g x1 comes with arm64 CPUs only, so the image must be built for them"));
    assertThat(found(GpuRequest.of("T4g").arch(Arch.ARM64))).isEqualTo("T4g x1 · 4 cores · 8Gi");
    assertThat(found(GpuRequest.of(Devices.any()).arch(Arch.ARM64)))
        .isEqualTo("T4g x1 · 4 cores · 8Gi");
  }

  @Test
  void aRetiredRowIsMatchedOnlyWhenAskedFor() {
    assertThat(found(GpuRequest.of("V100"))).isEqualTo("V100 x1 · 8 cores · 40Gi");
    assertThat(found(GpuRequest.of("V100").includeRetired()))
        .isEqualTo("old.v100 · 4 cores · 20Gi");
  }

  @Test
  void anExplicitShapeMustBeOffered() {
    assertThat(found(GpuRequest.of("T4").cpu(2).memory("40Gi").explicit()))
        .isEqualTo("T4 x1 · 2 cores · 40Gi");
    assertThat(
            strings(cloud.match(GpuRequest.of("T4").cpu(3).memory("41Gi").explicit()).rejected()))
        .contains(
            "T4 x1: cpu: exactly 3 requested; it can be 2, 4, 8; memory: exactly 41Gi requested; it"
                + " can be 2Gi to 40Gi in steps of 1Gi",
            "T4 x2: gpus: exactly 1 requested, has 2; cpu: exactly 3 requested; it can be 40;"
                + " memory: exactly 41Gi requested; it can be 160Gi");
    assertThat(
            strings(
                cloud.match(GpuRequest.of("T4").cpu(4).memory("16896Mi").explicit()).rejected()))
        .contains("T4 x1: memory: exactly 16.5Gi requested; it can be 2Gi to 40Gi in steps of 1Gi");
  }

  @Test
  void anExplicitShapeSaysWhichOtherEditionLacksIt() {
    assertThat(cloud.match(GpuRequest.of("T4").cpu(8).memory("32Gi").explicit()).notes()).isEmpty();
    Match.Found found = cloud.match(GpuRequest.of("T4").cpu(2).memory("8Gi").explicit()).orThrow();
    assertThat(found.notes()).extracting(Note::id).containsExactly("shape.other-edition");
    assertThat(found.notes().get(0).message())
        .startsWith("cloud edition 2022-11 has no T4 x1 · 2 cores · 8Gi; ");
    assertThat(found.notes().get(0).citation())
        .contains(new Citation("Cloud, list of shapes", "2022-11-30", Citation.Status.DOCUMENTED));
  }

  @Test
  void anExplicitShapeNeedsBothCpuAndMemory() {
    assertError(() -> cloud.match(GpuRequest.of("T4").cpu(2).explicit()), "explicit.missing", "2");
    assertThatThrownBy(() -> cloud.match(GpuRequest.of("T4").memory("2Gi").explicit()))
        .isInstanceOf(InvalidValueException.class);
  }

  @Test
  void anExplicitShapeIsPrintedInTheNotationOfItsRowHoweverItWasWritten() {
    Match.Found found =
        cloud.match(GpuRequest.of("T4").cpu("8000m").memory("34359738368").explicit()).orThrow();

    assertThat(found.shape()).hasToString("T4 x1 · 8 cores · 32Gi");
  }

  @Test
  void theSmallerSizesOfTheFoundRowAreRejectedWithTheirReasons() {
    assertThat(
            strings(cloud.match(GpuRequest.of("T4").cpu(5).memory("17Gi").exactGpus()).rejected()))
        .containsExactly(
            "T4 x2: gpus: exactly 1 requested, has 2",
            "T4 x4: gpus: exactly 1 requested, has 4",
            "T4 x1 · 4 cores · 16.5Gi: cpu: 5 requested, has 4, short 1; memory: 17Gi requested,"
                + " has 16.5Gi, short 512Mi",
            "T4 x1 · 2 cores · 8Gi: cpu: 5 requested, has 2, short 3; memory: 17Gi requested, has"
                + " 8Gi, short 9Gi");
  }

  @Test
  void ofTwoWrongCountsTheOneNearerToTheAskedOneIsTheNearerMiss() {
    assertThat(strings(cloud.match(GpuRequest.of(3, "T4").exactGpus()).rejected()))
        .containsExactly(
            "T4 x4: gpus: exactly 3 requested, has 4",
            "T4 x2: gpus: exactly 3 requested, has 2",
            "T4 x1: gpus: exactly 3 requested, has 1");
    assertThat(cloud.match(GpuRequest.of(2, "V100").exactGpus()).rejected().get(0).name())
        .isEqualTo("V100 x1");
  }

  @Test
  void whatComesNearHasWhatWasAskedOfTheGpuToo() {
    Devices recent = Devices.of("T4").computeCapabilityAtLeast("8.0");
    Devices many = Devices.of("V100").totalMemoryAtLeast(MemorySize.parse("300Gi"));

    assertThat(strings(cloud.match(GpuRequest.of(recent)).alternatives()))
        .containsExactly(
            "A10*PNV4 x1 · 28 cores · 116Gi",
            "small.a100 · 12 cores · 100Gi",
            "big.a100 · 12 cores · 100Gi");
    assertThat(
            cloud
                .match(GpuRequest.of(Devices.any().computeCapabilityAtLeast("9.0")))
                .alternatives())
        .isEmpty();
    assertThat(cloud.match(GpuRequest.of(Devices.of("T4").architecture("Hopper"))).alternatives())
        .isEmpty();
    assertThat(cloud.match(GpuRequest.of(many)).alternatives()).isEmpty();
  }

  @Test
  void theShapesOfAnotherCatalogHaveNoPlanHere() {
    Match.Found found = cloud.match(GpuRequest.of("T4")).orThrow();
    Shape other = cloud.edition("2022-11").match(GpuRequest.of("T4")).orThrow().shape();

    assertThat(found.plan(found.alternatives().get(0)).nodes()).isEqualTo(1);
    assertError(() -> found.plan(other), "match.conflict", other);
  }

  @Test
  void cheapestWithoutPricesSaysThatTheSmallestWasTaken() {
    Match.Found found = cloud.match(GpuRequest.of("T4").cheapest()).orThrow();

    assertThat(strings(found.notes()))
        .containsExactly(
            "price.unknown: no on-demand price is known for T4 x1 or any other match, so the"
                + " smallest was chosen");
  }

  @Test
  void nearAlternativesDoNotDependOnTheOrderInWhichTheGpusWereNamed() {
    // V100-32G is here and too few; L4, 24Gi, is not here.
    Match one = cloud.match(GpuRequest.of(9, "V100", "L4"));
    Match other = cloud.match(GpuRequest.of(9, "L4", "V100"));
    assertThat(one.isFound()).isFalse();

    Match later = cloud.match(GpuRequest.of("V100", "L4").cpu(9).exactGpus());
    Match sooner = cloud.match(GpuRequest.of("L4", "V100").cpu(9).exactGpus());
    assertThat(strings(later.alternatives()))
        .containsExactlyElementsOf(strings(sooner.alternatives()))
        .contains("A10*PNV4 x1 · 28 cores · 116Gi");
    assertThat(strings(one.alternatives()))
        .containsExactlyElementsOf(strings(other.alternatives()));
  }

  /** What comes near has more GPUs, or another shape, than exactly those asked for. */
  @Test
  void insteadOfAnExactCountALargerOneComesClose() {
    Match exact = cloud.match(GpuRequest.of(3, "T4").exactGpus());
    Match stated = cloud.match(GpuRequest.of("V100").cpu(6).memory("32Gi").explicit());

    assertThat(exact.isFound()).isFalse();
    assertThat(strings(exact.alternatives()).get(0)).isEqualTo("T4 x4 · 80 cores · 320Gi");
    assertThat(strings(stated.alternatives()).get(0)).isEqualTo("V100 x1 · 8 cores · 40Gi");
  }

  @Test
  void aSizeIsExplainedByTheSizesThatThereAre() {
    assertThat(cloud.match(GpuRequest.of("T4").cpu(3)).explain().toString())
        .contains(
            "\n  why       smallest size of T4 x1 that holds it (proportional): 2c/8Gi, 4c/16896Mi,"
                + " 8c/32Gi\n");
    assertThat(
            cloud.match(GpuRequest.of("T4").cpu(4).memory("8Gi").explicit()).explain().toString())
        .contains("\n  why       T4 x1 takes 2, 4, 8 cores with 2Gi to 40Gi\n");
  }

  @Test
  void anEntryThatCannotServeIsNoFallback() {
    Match match = cloud.match(GpuRequest.of("T4", "T4g", "V100").cpu(8));

    assertThat(match.orThrow().shape()).hasToString("T4 x1 · 8 cores · 32Gi");
    assertThat(match.notes())
        .extracting(Note::toString)
        .contains("gpu.cannot-serve: T4g cannot serve this request, so it is no fallback")
        .noneMatch(note -> note.contains("V100 cannot serve"));
    assertThat(strings(match.orThrow().preferences()))
        .containsExactly("T4 x1 · 8 cores · 32Gi", "V100 x1 · 8 cores · 40Gi");
    assertThat(match.orThrow().devicesPerPod(match.orThrow().preferences().get(1))).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({"1Mi, false", "1023Ki, true", "32, true", "0, false"})
  void memoryWithoutAUnitIsDoubted(String memory, boolean isDoubted) {
    assertThat(cloud.match(GpuRequest.of("T4").memory(memory)).notes())
        .extracting(Note::id)
        .filteredOn("memory.tiny"::equals)
        .hasSize(isDoubted ? 1 : 0);
  }

  @Test
  void anAnswerMayHaveMoreNotes() {
    Match.Found found = cloud.match(GpuRequest.of("V100")).orThrow();
    Note more = Note.of("more", "and this");

    assertThat(found.withNotes(List.of(more)).notes().get(0)).isEqualTo(more);
    assertThat(found.withNotes(List.of(more)).notes()).containsAll(found.notes());
    assertThat(found.withNotes(List.of(more)).shape()).isEqualTo(found.shape());
    assertThat(found.catalog().specs()).isEqualTo(cloud.catalog().specs());
    assertThat(found.notes()).doesNotContain(more);
  }

  @Test
  void orThrowHoldsTheWholeExplanation() {
    Match none = cloud.match(GpuRequest.of("L40"));

    assertError(none::orThrow, "match.none", none.explain());
  }

  @Test
  void explainSaysWhatWhyWhatElseWhyNotTheOthersAndTheSource() {
    Match match = cloud.match(GpuRequest.of("V100").cpu(6).memory("32Gi"));

    assertThat(match.explain())
        .hasToString(
            """
            V100 x1 · 8 cores · 40Gi  on cloud (over by 2 cores, 8Gi)
              request   V100 x1, 6 cores, 32Gi
              why       smallest that holds it
              to fill   request 8 CPU and 40Gi memory
              source    Cloud, list of shapes, 2024-05 (documented)
              note      gpu.ambiguous: V100 can mean V100-16G or V100-32G; in cloud 2024-05 it is V100-32G
              or        V100 x8 · 72 cores · 320Gi
              not       old.v100: lifecycle: retired; left out unless retired rows are included; cpu: 6 requested, has 4, short 2; memory: 32Gi requested, has 20Gi, short 12Gi\
            """
                .replace("              ", "  "));
  }

  @Test
  void aPodIsMatchedByWhatTheProviderReadsInIt() {
    Match.Found found =
        cloud.match(PodView.empty().annotation("gpu", "V100")).orElseThrow().orThrow();

    assertThat(found.shape()).hasToString("V100 x1 · 8 cores · 40Gi");
    assertThat(found.notes()).extracting(Note::id).containsExactly("pod.read", "gpu.ambiguous");
    assertThat(cloud.match(PodView.empty())).isEmpty();
  }

  @Test
  void aRefusedPodIsANoMatchWithTheRefusalAndWhatWouldDo() {
    Match none = cloud.match(PodView.empty().annotation("refuse", "yes")).orElseThrow();

    assertThat(none.isFound()).isFalse();
    assertThat(strings(none.rejected())).containsExactly("annotation: gpu: it is refused");
    assertThat(none.isRefused()).isTrue();
    assertThat(none.alternatives().get(0)).hasToString("T4 x1 · 2 cores · 8Gi");
    assertThat(none.notes()).extracting(Note::id).containsExactly("pod.read");
  }

  /** Parts of two cards, in plain numbers. */
  private static Target parts() {
    return TestCloud.of(
            """
            {
              "target": "cloud", "edition": "2026-01", "citation": "list",
              "citations": {"list": {"title": "a list", "date": "2026-01", "status": "documented"}},
              "gpus": [
                {"name": "1/4*T4", "card": "T4"}, {"name": "1/2*T4", "card": "T4"},
                {"name": "T4", "card": "T4"}, {"name": "1/2*V100", "card": "V100-32G"}
              ],
              "specs": [%s, %s, %s, %s]
            }
            """
                .formatted(row("1/4*T4", 4), row("1/2*T4", 8), row("T4", 16), row("1/2*V100", 8)))
        .target();
  }

  private static String row(String gpu, int cores) {
    return """
    {"gpu": "%s", "gpus": 1, "memory": {"min": "32Gi", "max": "32Gi", "step": "1Gi"},
     "upward": [{"cpu": "%s", "memory": "32Gi"}], "policy": "fixed", "citation": "list"}
    """
        .formatted(gpu, cores);
  }

  @Test
  void insteadOfAPartOfACardALargerPartOfThatCardOrAWholeOneComesClose() {
    Match none = parts().match(GpuRequest.of("1/4*T4").cpu(6));

    assertThat(none.isFound()).isFalse();
    assertThat(strings(none.alternatives()))
        .containsExactly("1/2*T4 x1 · 8 cores · 32Gi", "T4 x1 · 16 cores · 32Gi");
    assertThat(strings(parts().match(GpuRequest.of("1/2*T4").cpu(9)).alternatives()))
        .containsExactly("T4 x1 · 16 cores · 32Gi");
  }

  @Test
  void whatComesCloseHasTheMemoryOfTheGpuThatWasNamedWhichComesFirst() {
    Match none = cloud.match(GpuRequest.of("V100").cpu(9).exactGpus());

    assertThat(strings(none.alternatives()))
        .startsWith("V100 x8 · 72 cores · 320Gi")
        .containsExactlyInAnyOrder(
            "V100 x8 · 72 cores · 320Gi",
            "big.a100 · 12 cores · 100Gi",
            "small.a100 · 12 cores · 100Gi");
  }

  @Test
  void aRowOfAGpuThatIsAlsoNamedIsNotASecondChoice() {
    GpuRequest request = GpuRequest.of(Devices.anyOf("V100 x8", "V100"));

    assertThat(found(request)).isEqualTo("V100 x1 · 8 cores · 40Gi");
    assertThat(found(request.cpu(9))).isEqualTo("V100 x8 · 72 cores · 320Gi");
  }
}
