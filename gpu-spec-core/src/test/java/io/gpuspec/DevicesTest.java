package io.gpuspec;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.MemorySize;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DevicesTest {

  @Test
  void printsWhatIsAskedFor() {
    assertThat(Devices.of("T4", "V100")).hasToString("T4,V100 x1");
    assertThat(Devices.of(2, "A10*PNV4")).hasToString("A10*PNV4 x2");
    assertThat(Devices.anyOf("T4", "V100").count(3)).hasToString("any of T4,V100 x3");
    assertThat(Devices.any()).hasToString("any GPU x1");
    assertThat(Devices.any().memoryAtLeast("20Gi").count(2))
        .hasToString("any GPU of at least 20Gi x2");
    assertThat(Devices.of("T4").memoryAtLeast(MemorySize.ofGibibytes(8)))
        .hasToString("T4 of at least 8Gi x1");
  }

  @Test
  void everyStepKeepsWhatWasAskedBefore() {
    assertThat(Devices.of("L20").share("4Gi", 25)).hasToString("4Gi and 25% of L20 x1");
    assertThat(Devices.of(2, "T4", "V100").share("4Gi")).hasToString("4Gi of T4,V100 x2");
    assertThat(Devices.of(2, "T4").memoryAtLeast("40Gi")).hasToString("T4 of at least 40Gi x2");
  }

  @Test
  void namesLikeOtherDevicesKeepEverythingElse() {
    Devices asked = Devices.of(2, "T4").mig("1g.5gb").migConfig("all-balanced");
    assertThat(Devices.anyOf("A30", "H100").like(asked.architecture("Ampere")))
        .hasToString("1g.5gb (all-balanced) of any of A30,H100 of Ampere x2");
    Devices share = Devices.any().share("4Gi");
    assertThatThrownBy(() -> Devices.of("1/2*T4").like(share))
        .isInstanceOfSatisfying(
            InvalidValueException.class, e -> assertThat(e.id()).isEqualTo("gpus.conflict"));
  }

  @Test
  void onlyInstancesAreCutByAConfiguration() {
    assertThatThrownBy(() -> Devices.of("A30").migConfig("all-balanced"))
        .isInstanceOfSatisfying(
            InvalidValueException.class, e -> assertThat(e.id()).isEqualTo("gpus.conflict"));
  }

  @Test
  void saysWhetherTheNamesAreInOrder() {
    assertThat(Devices.of("T4").isOrdered()).isTrue();
    assertThat(Devices.anyOf("T4").isOrdered()).isFalse();
    assertThat(Devices.any().isOrdered()).isFalse();
    assertThat(Devices.any().names()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "T4              | T4 x1",
        "T4,V100         | T4,V100 x1",
        "' T4 , V100 '   | T4,V100 x1",
        "1/4*T4          | 1/4*T4 x1",
        "2/8 * T4        | 1/4*T4 x1",
        "4/4*T4          | T4 x1",
        "A10*GNV4v       | A10*GNV4v x1",
        "1/2*A10*GNV4v   | 1/2*A10*GNV4v x1",
        "T4,V100,T4      | T4,V100 x1",
        "t4,V100,T4      | t4,V100 x1",
        "Tesla-T4,T4     | Tesla-T4 x1",
        "T4,1/4*T4       | T4,1/4*T4 x1",
        "A10,A10*PNV4    | A10,A10*PNV4 x1"
      })
  void readsAListAsAnAnnotationHoldsIt(String list, String printed) {
    assertThat(Devices.parse(list)).hasToString(printed);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", ",", "T4,", ",T4", "T4, ,V100"})
  void refusesAnEmptyEntry(String list) {
    assertError(() -> Devices.parse(list), "gpus.empty", list);
  }

  @ParameterizedTest
  @ValueSource(strings = {"T4\0", "NVID\1 A100", "T4,V100\u001b[2J"})
  void refusesAControlCharacter(String list) {
    assertError(() -> Devices.parse(list), "gpu.malformed");
  }

  @Test
  void refusesAnEmptyList() {
    assertError(Devices::of, "gpus.empty");
    assertThatThrownBy(Devices::anyOf).isInstanceOf(InvalidValueException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1/4*", "1/4* "})
  void refusesAFractionOfNothing(String name) {
    assertError(() -> Devices.of(name), "gpu.malformed", name);
  }

  @ParameterizedTest
  @ValueSource(strings = {"5/4*T4", "0/4*T4", "1/0*T4", "1/4/2*T4"})
  void refusesWhatIsNoShareOfACard(String name) {
    String id = name.startsWith("1/4/") ? "fraction.malformed" : "fraction.out-of-range";
    assertError(() -> Devices.of(name), id);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, -1, Integer.MIN_VALUE})
  void refusesLessThanOneDevice(int count) {
    assertError(() -> Devices.of(count, "T4"), "gpus.out-of-range", count);
    assertThatThrownBy(() -> Devices.any().count(count)).isInstanceOf(InvalidValueException.class);
  }

  @Test
  void aFractionBesideWholeGpusInAListIsNoErrorWhereSeveralAreAsked() {
    assertThat(Devices.of(2, "1/4*T4", "T4")).hasToString("1/4*T4,T4 x2");
  }

  @Test
  void refusesAFractionTwice() {
    assertError(() -> Devices.of(2, "1/4*T4"), "gpus.conflict", "1/4*T4");
    assertError(() -> Devices.of("1/4*T4", "1/2*T4").count(2), "gpus.conflict", "1/4*T4");
  }

  @Test
  void refusesNegativeMemory() {
    assertError(() -> Devices.any().memoryAtLeast("-1Gi"), "memory.out-of-range", "-1Gi");
    assertError(() -> Devices.any().memoryAtLeast("24"), "memory.out-of-range", "24");
  }

  @Test
  void saysWhatWasAskedOfEachGpuAndOfAllTogether() {
    Devices devices =
        Devices.any()
            .memoryAtLeast("1Mi")
            .totalMemoryAtLeast(MemorySize.ofGibibytes(80))
            .architecture("ampere")
            .computeCapabilityAtLeast("8.0");

    assertThat(devices.totalMemoryAtLeast()).contains(MemorySize.ofGibibytes(80));
    assertThat(devices.architecture()).contains("Ampere");
    assertThat(devices.computeCapabilityAtLeast()).contains("8.0");
    assertThat(devices)
        .hasToString(
            "any GPU of at least 1Mi with 80Gi in all of Ampere of compute capability 8.0 or more"
                + " x1");
    assertThat(Devices.any().totalMemoryAtLeast()).isEmpty();
    assertThat(Devices.any().architecture()).isEmpty();
    assertThat(Devices.any().computeCapabilityAtLeast()).isEmpty();
  }

  @Test
  void saysWhichPartOfACardWasAsked() {
    assertThat(Devices.of("T4").share("4Gi", 25).share()).contains(Share.of("4Gi", 25));
    assertThat(Devices.any().mig("1g.5gb").migProfile()).contains("1g.5gb");
    assertThat(Devices.of("T4").replica().isReplica()).isTrue();
    assertThat(Devices.of("T4").isReplica()).isFalse();
    assertThat(Devices.of("T4").share()).isEmpty();
    assertThat(Devices.of("T4").migProfile()).isEmpty();
    assertThat(Devices.of("T4").replica().replica()).hasToString("replica of T4 x1");
    assertError(() -> Devices.of("T4").share("4Gi").replica(), "gpus.conflict");
  }

  /** A card can be cut into several instances and replicas, and a share of each is of one. */
  @Test
  void partsAreOfWholeCardsWithAsMuchMemoryAtLeast() {
    assertThat(Devices.of(3, "A100-40G").mig("1g.5gb").wholeCards()).hasToString("A100-40G x1");
    assertThat(Devices.of(3, "T4").replica().wholeCards()).hasToString("T4 x1");
    assertThat(Devices.of(2, "T4").share("4Gi").wholeCards()).hasToString("T4 of at least 4Gi x2");
    assertThat(Devices.of("T4").memoryAtLeast("8Gi").share("4Gi").wholeCards())
        .hasToString("T4 of at least 8Gi x1");
  }

  @Test
  void noMemoryAskedIsAbsent() {
    assertThat(Devices.any().memoryAtLeast()).isEmpty();
    assertThat(Devices.any().memoryAtLeast("0").memoryAtLeast()).isEmpty();
    assertThat(Devices.any().memoryAtLeast("0")).isEqualTo(Devices.any());
    assertThat(Devices.any().memoryAtLeast("1Gi").memoryAtLeast())
        .contains(MemorySize.ofGibibytes(1));
  }

  @Test
  void isEqualByEverythingThatIsAsked() {
    assertThat(Devices.of("T4"))
        .isEqualTo(Devices.parse("T4"))
        .hasSameHashCodeAs(Devices.parse("T4"))
        .isNotEqualTo(Devices.of("V100"))
        .isNotEqualTo(Devices.of(2, "T4"))
        .isNotEqualTo(Devices.anyOf("T4"))
        .isNotEqualTo(Devices.of("T4").memoryAtLeast(MemorySize.ofGibibytes(1)));
  }

  @Test
  void aCountAfterAColonIsSaidSeparately() {
    assertError(() -> Devices.of("T4:2"), "gpu.malformed", "T4:2");
  }

  @Test
  void theNameOfARowIsQuotedBeforeTheCount() {
    assertThat(Devices.anyOf("T4 x1", "V100")).hasToString("any of 'T4 x1',V100 x1");
  }
}
