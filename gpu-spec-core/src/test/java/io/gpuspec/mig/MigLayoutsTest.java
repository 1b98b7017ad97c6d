package io.gpuspec.mig;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MigLayoutsTest {
  private static final MigGpu A100 = MigGpu.of("A100-40GB");

  @Test
  void anA100HasNineteenMaximalLayoutsOfItsFiveBaseProfiles() {
    MigLayouts layouts = A100.layouts("1g.5gb", "2g.10gb", "3g.20gb", "4g.20gb", "7g.40gb");

    assertThat(layouts.countMaximal()).isEqualTo(19);
    assertThat(layouts.maximal())
        .hasSize(19)
        .contains(
            A100.layout("7g.40gb@0"),
            A100.layout("4g.20gb@0", "3g.20gb@4"),
            A100.layout("3g.20gb@0", "3g.20gb@4"),
            A100.layout("2g.10gb@0", "2g.10gb@2", "2g.10gb@4", "1g.5gb@6"));
  }

  @Test
  void whereNoPlacementIsKnownThereIsNoLayout() {
    MigLayouts layouts = MigGpu.of("Thor").layouts();

    assertThat(layouts.all()).isEmpty();
    assertThat(layouts.maximal()).isEmpty();
    assertThat(layouts.stream()).isEmpty();
    assertThat(layouts.count()).isZero();
    assertThat(layouts.countMaximal()).isZero();
  }

  @Test
  void whereGeometryIsAssumedTheLayoutsAreOfWhatIsAssumed() {
    assertThat(MigGpu.of("RTX PRO 4500").layouts("1g.16gb").maximal())
        .map(MigLayout::toString)
        .containsExactly("[1g.16gb][1g.16gb]");
  }

  @Test
  void theEmptyLayoutIsTheFirstAndALayoutStandsBeforeThoseThatContinueIt() {
    assertThat(MigGpu.of("A30").layouts("1g.6gb", "2g.12gb").stream().limit(6))
        .map(MigLayout::toString)
        .containsExactly(
            "....",
            "[1g.6gb]...",
            "[1g.6gb][1g.6gb]..",
            "[1g.6gb][1g.6gb][1g.6gb].",
            "[1g.6gb][1g.6gb][1g.6gb][1g.6gb]",
            "[1g.6gb][1g.6gb][2g.12gb]");
  }
}
