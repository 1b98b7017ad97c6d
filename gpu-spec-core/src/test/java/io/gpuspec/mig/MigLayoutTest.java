package io.gpuspec.mig;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MigLayoutTest {
  private static final MigGpu A100 = MigGpu.of("A100-40GB");

  @Test
  void itShowsInstancesByStartFreeSlicesAsDotsAndWhatIsInUseWithAStar() {
    MigLayout layout = A100.layout("3g.20gb@4", "2g.10gb@0", "1g.5gb@2").inUse(4);

    assertThat(layout).hasToString("[2g.10gb][1g.5gb].[3g.20gb*]");
    assertThat(layout.instances())
        .map(MigPlacement::toString)
        .containsExactly("2g.10gb@0", "1g.5gb@2", "3g.20gb@4");
    assertThat(layout.isTaken(3)).isFalse();
    assertThat(layout.isTaken(7)).isTrue();
    assertThat(A100.layout()).hasToString("........");
  }

  @Test
  void aSliceCannotBeHeldTwice() {
    assertError(() -> A100.layout("3g.20gb@0", "2g.10gb@2"), "mig.conflict");
  }

  @Test
  void aPlacementThatTheGpuDoesNotHaveIsRefusedWithThoseItHas() {
    assertError(() -> A100.layout("2g.10gb@6"), "mig.malformed", "2g.10gb@6");
  }

  @Test
  void moreInstancesThanTheEnginesAllowAreRefusedWithTheirNumber() {
    assertError(() -> A100.layout("1g.5gb+me@0", "1g.5gb+me@1"), "mig.conflict");
  }

  @Test
  void anInstanceNeedsAStart() {
    assertError(() -> A100.layout("2g.10gb"), "mig.malformed");
  }

  @Test
  void whatIsInUseMustStandThere() {
    assertError(() -> A100.layout("1g.5gb@0", "1g.5gb@2").inUse(1), "mig.unknown", "1");
  }

  @Test
  void theEnginesOfItsInstancesAreTakenFromTheCards() {
    assertThat(A100.layout("3g.20gb@4", "1g.5gb+me@0").enginesLeft())
        .isEqualTo(new MigEngines(2, 0, 0, 0));
  }

  /**
   * Driver and guide create the small ones at the end, so that the large ones keep their places.
   */
  @Test
  void oneAfterTheOtherTheyLeaveRoomForTheLarger() {
    MigLayout layout = A100.layout();
    for (String profile : new String[] {"1g.5gb", "2g.10gb", "4g.20gb"}) {
      layout = layout.place(profile).layout();
    }

    assertThat(layout).hasToString("[4g.20gb][2g.10gb][1g.5gb]x");
  }

  @Test
  void aPlaceThatIsHeldIsNamedWithItsHolderAndWhereThatCouldGo() {
    MigChoice choice = A100.layout("2g.10gb@0", "1g.5gb@5").place("3g.20gb");

    assertThat(choice.best()).isEmpty();
    assertThat(choice.reasons())
        .containsExactly(
            "3g.20gb needs slices 4 to 7; slice 5 is held by 1g.5gb; moving it to 2 frees it");
  }

  @Test
  void anEngineThatIsHeldIsNamedWithItsHolder() {
    MigChoice choice = MigGpu.of("RTX PRO 6000").layout("1g.24gb+me.all@0").place("1g.24gb");

    assertThat(choice.reasons().get(0))
        .startsWith("decoders: 1g.24gb needs 1, 0 of the card's 4 left; held by 1g.24gb+me.all@0");
  }

  /** Of four decoders, encoders and JPEG units each instance of a quarter has one. */
  @Test
  void enginesOfEveryKindAreTakenByInstances() {
    assertThat(MigGpu.of("RTX PRO 6000").layout("1g.24gb@0").enginesLeft())
        .isEqualTo(new MigEngines(3, 3, 3, 1));
    assertThat(A100.layout("1g.5gb+me@0").enginesLeft()).isEqualTo(new MigEngines(4, 0, 0, 0));
  }
}
