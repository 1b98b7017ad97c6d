package io.gpuspec.mig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuspec.value.InvalidValueException;
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
    assertThatThrownBy(() -> A100.layout("3g.20gb@0", "2g.10gb@2"))
        .isInstanceOf(InvalidValueException.class)
        .hasMessage(
            "layout: 2g.10gb@2 overlaps 3g.20gb@0 at slices 2 to 3; no slice can be held twice; see docs/mig.md");
  }

  @Test
  void aPlacementThatTheGpuDoesNotHaveIsRefusedWithThoseItHas() {
    assertThatThrownBy(() -> A100.layout("2g.10gb@6"))
        .isInstanceOf(InvalidValueException.class)
        .hasMessage(
            "layout: '2g.10gb@6' is not a placement of A100-40GB; a 2g.10gb can start at 0, 2, 4; see docs/mig.md");
  }

  @Test
  void moreInstancesThanTheEnginesAllowAreRefusedWithTheirNumber() {
    assertThatThrownBy(() -> A100.layout("1g.5gb+me@0", "1g.5gb+me@1"))
        .isInstanceOf(InvalidValueException.class)
        .hasMessageContaining(
            "optical flow accelerators: 1g.5gb+me needs 1, 0 of the card's 1 left; held by 1g.5gb+me@0")
        .hasMessageEndingWith("a card holds 1 of 1g.5gb+me at most; see docs/mig.md");
  }

  @Test
  void anInstanceNeedsAStart() {
    assertThatThrownBy(() -> A100.layout("2g.10gb"))
        .isInstanceOf(InvalidValueException.class)
        .hasMessageContaining("write it like 3g.20gb@4");
  }

  @Test
  void whatIsInUseMustStandThere() {
    assertThatThrownBy(() -> A100.layout("1g.5gb@0", "1g.5gb@2").inUse(1))
        .isInstanceOf(InvalidValueException.class)
        .hasMessage("inUse: no instance starts at '1'; instances start at 0, 2; see docs/mig.md");
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
