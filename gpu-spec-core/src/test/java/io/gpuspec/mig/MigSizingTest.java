package io.gpuspec.mig;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.MemorySize;
import io.gpuspec.value.Note;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class MigSizingTest {
  private static final MigGpu A100 = MigGpu.of("A100-40GB");

  @Test
  void memoryWithoutAUnitIsRefused() {
    assertError(() -> A100.forMemory("8Gi", "8"), "memory.out-of-range", "8");
  }

  @Test
  void threeModelsOf4And9And18GbFillACard() {
    MigSizing sizing = A100.forMemory("4G", "9G", "18G");

    assertThat(sizing.profiles()).containsExactly("1g.5gb", "2g.10gb", "4g.20gb");
    assertThat(sizing).hasToString("[4g.20gb][2g.10gb][1g.5gb]x");
    assertThat(sizing.idleMultiprocessors()).isEqualTo(OptionalInt.of(0));
    // 4864 + 9856 + 19968 MiB less 31 GB.
    assertThat(sizing.wastedMemory())
        .isEqualTo(MemorySize.ofMebibytes(34_688).minus(MemorySize.parse("31G")));
    assertThat(sizing.notes()).isEmpty();
  }

  /** An instance named 18gb has 16 GiB: what the driver of an H200 reports. */
  @Test
  void theNameOfAProfileIsNotItsMemory() {
    MigGpu h200 = MigGpu.of("H200");

    assertThat(h200.forMemory("16Gi").choices().get(0))
        .hasToString("16Gi: 1g.18gb with 16Gi (nominal 18Gi), 0Gi not needed");
    assertThat(h200.forMemory("17Gi").profiles()).containsExactly("2g.35gb");
    assertThat(h200.withMemory("1g.18gb", MemorySize.parse("17Gi")).forMemory("17Gi").profiles())
        .containsExactly("1g.18gb");
  }

  @Test
  void computeIsGivenAwayOnlyWhereAllStillFit() {
    assertThat(A100.forMemory("18G", "18G").profiles()).containsExactly("4g.20gb", "3g.20gb");
    assertThat(A100.forMemory("9G", "9G", "9G", "9G"))
        .hasToString("[2g.10gb][2g.10gb][2g.10gb][1g.10gb]");
  }

  @Test
  void equalNeedsThatGetUnequalProfilesAreToldAsReplicasWantEqualOnes() {
    assertThat(A100.forMemory("18Gi", "4Gi").notes()).isEmpty();
    assertThat(A100.forMemory("4Gi", "4Gi").notes()).isEmpty();
    assertThat(A100.forMemory("18Gi", "18Gi").notes())
        .singleElement()
        .returns("mig.unequal", Note::id)
        .returns(
            "equal needs of 18Gi get unequal instances, 4g.20gb and 3g.20gb; replicas of one"
                + " Service want equal ones: plan all with one of these profiles",
            Note::message);
  }

  @Test
  void severalCardsAreUsedWhereOneDoesNotSuffice() {
    MigSizing sizing = A100.cards(2).forMemory("18G", "18G", "18G");

    assertThat(sizing.layouts()).hasSize(2);
    assertThat(A100.forMemory("18G", "18G", "18G").fits()).isFalse();
    assertThat(A100.forMemory("18G", "18G", "18G").changes())
        .map(MigChange::kind)
        .contains(MigChange.Kind.DROP, MigChange.Kind.MORE_GPUS);
  }

  @Test
  void memoryThatIsNotKnownIsNeverChosen() {
    MigSizing unknown = MigGpu.of("H20").forMemory("4Gi");

    assertThat(unknown.fits()).isFalse();
    assertThat(unknown.layouts()).isEmpty();
    assertThat(unknown.reasons())
        .containsExactly(
            "memory: the exact memory of H20-96GB instances is not known, so that none is chosen by it");
    assertThat(unknown.notes()).map(Note::id).contains("mig.memory-unknown", "mig.inferred");
    assertThat(MigGpu.of("B200").forMemory("60Gi").reasons())
        .containsExactly(
            "memory: 60Gi is more than any instance of B200-180GB whose memory is known;"
                + " 2g.45gb has 44.25Gi");
  }

  @Test
  void unverifiedGeometryIsRefused() {
    assertThat(MigGpu.of("RTX PRO 5000").forMemory("4Gi").reasons().get(0)).startsWith("geometry:");
  }

  @Test
  void whereMigIsTheWrongToolANoteSaysSo() {
    assertThat(A100.forMemory("60Gi").notes()).map(Note::id).containsExactly("mig.no-p2p");
    assertThat(A100.forMemory("30Gi").notes()).map(Note::id).containsExactly("mig.whole-card");
    assertThat(A100.forMemory("4Gi").forTraining().notes())
        .map(Note::id)
        .containsExactly("mig.training");
  }

  @Test
  void theTableShowsNominalAndExactMemoryAndWaste() {
    assertThat(MigGpu.of("H200").forMemory("15Gi").explain())
        .hasToString(
            """
            NEED  PROFILE  MEMORY  NOMINAL  NOT NEEDED  MULTIPROCESSORS
            15Gi  1g.18gb  16Gi    18Gi     1Gi         16
            layout: ......[1g.18gb]x
            not used: 1Gi of the instances' memory, 116 multiprocessors""");
  }

  @Test
  void needsAreSizes() {
    assertThatThrownBy(() -> A100.forMemory("0")).isInstanceOf(InvalidValueException.class);
    assertThatThrownBy(() -> A100.forMemory("-4Gi")).isInstanceOf(InvalidValueException.class);
    assertThatThrownBy(() -> A100.forMemory("4GB")).isInstanceOf(InvalidValueException.class);
    assertError(
        () -> A100.cards(1).and(MigGpu.of("A30").cards(1)).forMemory("4Gi"), "mig.ambiguous");
    assertThat(A100.forMemory(new String[0]).layouts()).isEqualTo(List.of());
  }

  /** Four slices of compute and three: both needs have as much memory, the larger more compute. */
  @Test
  void theLargerNeedGetsTheComputeThatIsLeft() {
    assertThat(A100.forMemory("11Gi", "12Gi").profiles()).containsExactly("3g.20gb", "4g.20gb");
    assertThat(A100.forMemory("12Gi", "11Gi").profiles()).containsExactly("4g.20gb", "3g.20gb");
  }

  @Test
  void whatDoesNotFitIsExplainedWithWhatWouldDo() {
    assertThat(A100.forMemory("18G", "18G", "18G").explain().toString())
        .contains("\nwhy: ", "\nto fit: drop a ", "\nto fit: add 1 GPU: 2 x A100-40GB")
        .doesNotContain("instead of", "not used:");
    assertThat(MigGpu.of("H20").forMemory("4Gi").explain().toString())
        .startsWith("NEED  PROFILE")
        .contains(
            "4Gi   none", "\nwhy: memory: the exact memory", "\nnote: placements of H20-96GB");
  }
}
