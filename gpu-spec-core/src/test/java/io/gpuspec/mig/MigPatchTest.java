package io.gpuspec.mig;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class MigPatchTest {
  private static final MigGpu A100 = MigGpu.of("A100-40GB");

  @Test
  void twoKnownInstancesMakeRoomForOneWhateverStandsElsewhere() {
    MigPlan patch = A100.layout("1g.5gb@2", "1g.5gb@3").patchTo("2g.10gb");

    assertThat(patch)
        .hasToString("destroy 1g.5gb@2, destroy 1g.5gb@3, create 2g.10gb@2: ??[2g.10gb]????");
  }

  @Test
  void aSliceThatIsKnownToBeFreeCanBeTaken() {
    assertThat(A100.layout("1g.5gb@2").patchTo(List.of("2g.10gb"), List.of(3)))
        .hasToString("destroy 1g.5gb@2, create 2g.10gb@2: ??[2g.10gb]????");
  }

  @Test
  void aSliceOfWhichNothingIsKnownIsLeftAlone() {
    assertThat(A100.layout("1g.5gb@2").patchTo("2g.10gb").reasons())
        .containsExactly("slices: there is no room for 2g.10gb on the slices that are known");
  }

  @Test
  void whatIsInUseStaysInAPatchToo() {
    assertThat(A100.layout("1g.5gb@2", "1g.5gb@3").inUse(3).patchTo("2g.10gb").reasons())
        .containsExactly("in use: there is no room for 2g.10gb beside the instances in use");
  }

  /** An A100 has one OFA: an instance with it may stand where nobody looked. */
  @Test
  void anEngineThatMayBeTakenIsNotPromised() {
    assertThat(A100.layout("1g.5gb@2").patchTo("1g.5gb+me").reasons())
        .containsExactly(
            "media engines: instances on the unknown slices may hold those that 1g.5gb+me needs");
    assertThat(A100.layout("1g.5gb+me@2", "1g.5gb@3").patchTo("1g.5gb+me", "1g.5gb").isFeasible())
        .isTrue();
  }

  @Test
  void aFreeSliceMustBeFreeAndOneOfTheCards() {
    MigLayout known = A100.layout("1g.5gb@2");

    assertError(() -> known.patchTo(List.of(), List.of(2)), "mig.out-of-range", "2");
    assertError(() -> known.patchTo(List.of(), List.of(8)), "mig.out-of-range", "8");
  }

  @Test
  void anInstanceThatIsThereAndWantedStaysWhereItIs() {
    MigPlan patch =
        A100.layout("1g.5gb@2").patchTo(List.of("1g.5gb", "1g.5gb"), List.of(0, 1, 3, 4, 5, 6, 7));

    assertThat(patch.kept()).map(Object::toString).containsExactly("1g.5gb@2");
    assertThat(patch.steps()).hasSize(1);
  }

  /** On an empty card an instance of one slice takes the last, which no larger one can use. */
  @Test
  void aNewInstanceStandsWhereItLeavesTheMostToOthers() {
    MigPlan patch = A100.layout().patchTo(List.of("1g.5gb"), List.of(0, 1, 2, 3, 4, 5, 6, 7));

    assertThat(patch.steps()).map(Object::toString).containsExactly("create 1g.5gb@6");
  }

  @Test
  void theFirstAndTheLastSliceCanBeFree() {
    assertThat(A100.layout("1g.5gb@1").patchTo(List.of("2g.10gb"), List.of(0)).isFeasible())
        .isTrue();
    assertThat(
            A100.layout("1g.5gb@4", "1g.5gb@5", "1g.5gb@6")
                .patchTo(List.of("3g.20gb"), List.of(7))
                .isFeasible())
        .isTrue();
    assertError(
        () -> A100.layout("1g.5gb@2").patchTo(List.of(), List.of(-1)), "mig.out-of-range", "-1");
  }
}
