package io.gpuspec.mig;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MigPlanTest {
  private static final MigGpu A100 = MigGpu.of("A100-40GB");

  @Test
  void whatIsInUseStaysAndTheRestIsRebuiltAroundIt() {
    MigPlan plan =
        A100.layout("2g.10gb@0", "1g.5gb@2", "3g.20gb@4")
            .inUse(0, 4)
            .planTo("2g.10gb", "2g.10gb", "3g.20gb");

    assertThat(plan)
        .hasToString("destroy 1g.5gb@2, create 2g.10gb@2: [2g.10gb*][2g.10gb][3g.20gb*]");
    assertThat(plan.kept()).map(MigPlacement::toString).containsExactly("2g.10gb@0", "3g.20gb@4");
  }

  @Test
  void whatIsWantedAlreadyTakesNoStep() {
    assertThat(A100.layout("3g.20gb@4").planTo("3g.20gb").steps()).isEmpty();
    assertThat(A100.layout("3g.20gb@4").planTo("3g.20gb"))
        .hasToString("nothing to do: ....[3g.20gb]");
  }

  @Test
  void toNothingEverythingGoes() {
    assertThat(A100.layout("3g.20gb@4", "1g.5gb@0").planTo().steps())
        .map(MigPlan.Step::toString)
        .containsExactly("destroy 1g.5gb@0", "destroy 3g.20gb@4");
  }

  @Test
  void whatBlocksIsNamedWithWhereItWouldHaveToGo() {
    MigPlan plan =
        A100.layout("1g.5gb@3", "1g.5gb@5").inUse(3, 5).planTo("4g.20gb", "1g.5gb", "1g.5gb");

    assertThat(plan.isFeasible()).isFalse();
    assertThat(plan.steps()).isEmpty();
    assertThat(plan.reasons())
        .containsExactly(
            "in use: impossible without moving 1g.5gb@3",
            "4g.20gb needs slices 0 to 3; slice 3 is held by 1g.5gb (in use); moving it to 4 frees it");
    assertThat(plan.blocking()).map(MigPlacement::toString).containsExactly("1g.5gb@3");
  }

  /** The free slices suffice, 5 of 8; a planner that counts them says yes. */
  @Test
  void enoughFreeSlicesAreNotEnough() {
    MigPlan plan =
        A100.layout("1g.5gb@1", "1g.5gb@5").inUse(1, 5).planTo("3g.20gb", "1g.5gb", "1g.5gb");

    assertThat(plan.isFeasible()).isFalse();
    assertThat(plan.blocking()).hasSize(1);
  }

  @Test
  void whatIsInUseAndNotAskedForIsAReasonOfItsOwn() {
    MigPlan plan = A100.layout("2g.10gb@0").inUse(0).planTo("3g.20gb");

    assertThat(plan.reasons())
        .startsWith("in use: 1 of 2g.10gb, and the target has 0; stop 1 or ask for 1");
    assertThat(plan.blocking()).map(MigPlacement::toString).containsExactly("2g.10gb@0");
  }

  @Test
  void aTargetThatNoCardHoldsIsRefusedForThat() {
    MigPlan plan = A100.layout().planTo("4g.20gb", "4g.20gb");

    assertThat(plan.reasons())
        .containsExactly(
            "compute slices: 8 requested, a card has 7",
            "4g.20gb: 2 requested, a card holds 1 at most");
  }

  @Test
  void nothingIsPlannedOnAGpuWithoutVerifiedGeometry() {
    MigGpu gpu = MigGpu.of("RTX PRO 5000");

    assertThat(gpu.layout().planTo("1g.24gb").isFeasible()).isFalse();
    assertThat(gpu.layout().planTo("1g.24gb").reasons().get(0)).startsWith("geometry: ");
  }
}
