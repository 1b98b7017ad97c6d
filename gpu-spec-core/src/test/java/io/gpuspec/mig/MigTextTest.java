package io.gpuspec.mig;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** How layouts, choices, plans and nodes read, and when two of them are equal. */
class MigTextTest {
  private static final MigGpu A100 = MigGpu.of("A100-40GB");
  private static final MigLayout HALVES = A100.layout("3g.20gb@0", "3g.20gb@4");
  private static final MigLayout WHOLE = A100.layout("7g.40gb@0");

  @Test
  void aChoiceSaysThePlaceAndWhatIsLeftOpenByEach() {
    MigChoice choice = A100.layout("2g.10gb@0", "1g.5gb@5").place("1g.5gb");

    assertThat(choice).hasToString("1g.5gb@4: [2g.10gb]..[1g.5gb][1g.5gb]..");
    assertThat(choice.best()).map(Object::toString).contains("1g.5gb@4");
    assertThat(choice.alternatives())
        .extracting(MigPlacement::toString)
        .containsExactly("1g.5gb@6", "1g.5gb@2", "1g.5gb@3");
    // Slices 2, 3 and 6 are free: a 1g.5gb and a 1g.5gb+me at each, a 1g.10gb at 2 and 6, a 2g.10gb
    // at 2.
    assertThat(choice.openAfter(choice.best().orElseThrow())).isEqualTo(9);
    assertThat(choice.openAfter(choice.alternatives().get(0))).isEqualTo(8);
  }

  @Test
  void aChoiceWithoutAPlaceSaysWhatIsInTheWayAndChangesNothing() {
    MigLayout layout = A100.layout("2g.10gb@0", "1g.5gb@5");
    MigChoice none = layout.place("7g.40gb");

    assertThat(none)
        .hasToString(
            "no place: 7g.40gb needs slices 0 to 7; slices 0 to 1 are held by 2g.10gb, slice 5 is"
                + " held by 1g.5gb");
    assertThat(none.alternatives()).isEmpty();
    assertThat(none.layout()).isEqualTo(layout);
  }

  @Test
  void aPlanExplainsWhatIsKeptDestroyedAndCreated() {
    MigPlan plan = A100.layout("1g.5gb@0", "3g.20gb@4").inUse(4).planTo("3g.20gb", "2g.10gb");

    assertThat(plan.to()).map(Object::toString).contains("[2g.10gb]..[3g.20gb*]");
    assertThat(plan.explain())
        .hasToString(
            """
            [1g.5gb]...[3g.20gb*] -> [2g.10gb]..[3g.20gb*]
              request   3g.20gb, 2g.10gb
              keep      3g.20gb@4
              destroy   1g.5gb@0
              create    2g.10gb@0""");
  }

  @Test
  void anImpossiblePlanExplainsWhy() {
    MigPlan plan = WHOLE.inUse(0).planTo("1g.5gb");

    assertThat(plan.to()).isEmpty();
    assertThat(plan)
        .hasToString(
            "impossible: in use: 1 of 7g.40gb, and the target has 0; stop 1 or ask for 1; 1g.5gb"
                + " needs slice 6; slice 6 is held by 7g.40gb (in use)");
    assertThat(plan.explain().toString()).contains("\n  why       in use: 1 of 7g.40gb");
  }

  @Test
  void whatDoesNotFitIsExplainedWithTheSmallestChanges() {
    assertThat(A100.fit("3g.20gb", "3g.20gb").explain())
        .hasToString("[3g.20gb][3g.20gb]\n  request   2 x 3g.20gb");
    assertThat(A100.fit("4g.20gb", "4g.20gb"))
        .hasToString(
            "does not fit: compute slices: 8 requested, a card has 7; 4g.20gb: 2 requested, a card"
                + " holds 1 at most");
    assertThat(A100.fit("4g.20gb", "4g.20gb").explain())
        .hasToString(
            """
            does not fit on 1 x A100-40GB
              request   2 x 4g.20gb
              why       compute slices: 8 requested, a card has 7
              why       4g.20gb: 2 requested, a card holds 1 at most
              to fit    drop a 4g.20gb
              to fit    take a 3g.20gb instead of a 4g.20gb
              to fit    add 1 GPU: 2 x A100-40GB""");
  }

  @Test
  void nodesWithTheSameCardsAreEqual() {
    MigNode node = MigNode.of(MigStrategy.MIXED, HALVES, WHOLE);
    MigNode same = MigNode.of(MigStrategy.MIXED, A100.layout("3g.20gb@0", "3g.20gb@4"), WHOLE);

    assertThat(node).isEqualTo(same).hasSameHashCodeAs(same);
    assertThat(node)
        .isNotEqualTo(MigNode.of(MigStrategy.MIXED, WHOLE))
        .isNotEqualTo(MigNode.of(MigStrategy.SINGLE, HALVES, WHOLE))
        .isNotEqualTo(node.withWholeCards(2))
        .isNotEqualTo("mixed");
    assertThat(node.withWholeCards(2))
        .hasToString(
            "mixed: {nvidia.com/gpu=2, nvidia.com/mig-3g.20gb=2, nvidia.com/mig-7g.40gb=1}");
    assertThat(MigNode.of(MigStrategy.SINGLE, A100.layout("3g.20gb@0", "2g.10gb@4")))
        .hasToString("single: fails: more than one MIG device type present on node");
  }

  @Test
  void configurationsWithTheSameLayoutsAreEqualAndReadAsTheirFile() {
    MigPartedConfig config = MigPartedConfig.of("half", HALVES);

    assertThat(config)
        .isEqualTo(MigPartedConfig.of("half", HALVES))
        .hasSameHashCodeAs(MigPartedConfig.of("half", HALVES))
        .isNotEqualTo(MigPartedConfig.of("half", WHOLE))
        .isNotEqualTo("half");
    assertThat(config).hasToString(config.yaml().toString());
    assertThat(config.and(MigPartedConfig.of("all", WHOLE)).names()).containsExactly("half", "all");
  }

  @Test
  void aTableHasARowForEachProfileAndNoColumnOfWhatIsNotKnown() {
    assertThat(A100.table())
        .hasToString(
            """
            PROFILE    ID  MEMORY   NOMINAL  COMPUTE  SLICES  SM  MEDIA                    MOST  AT
            1g.5gb     19  4.75Gi   5Gi      1        1       14                           7     0, 1, 2, 3, 4, 5, 6
            1g.5gb+me  20  4.75Gi   5Gi      1        1       14  1 NVDEC, 1 NVJPG, 1 OFA  1     0, 1, 2, 3, 4, 5, 6
            1g.10gb    15  9.62Gi   10Gi     1        2       14  1 NVDEC                  4     0, 2, 4, 6
            2g.10gb    14  9.62Gi   10Gi     2        2       28  1 NVDEC                  3     0, 2, 4
            3g.20gb    9   19.5Gi   20Gi     3        4       42  2 NVDEC                  2     0, 4
            4g.20gb    5   19.5Gi   20Gi     4        4       56  2 NVDEC                  1     0
            7g.40gb    0   39.25Gi  40Gi     7        8       98  5 NVDEC, 1 NVJPG, 1 OFA  1     0""");
    assertThat(MigGpu.of("H20").table().toString().lines().findFirst())
        .contains("PROFILE     ID  NOMINAL  COMPUTE  SLICES  MEDIA                    MOST  AT");
    assertThat(A100.profile("1g.5gb").engines()).hasToString("no media engines");
    assertThat(A100.profile("7g.40gb").engines()).hasToString("5 NVDEC, 1 NVJPG, 1 OFA");
  }

  @Test
  void whatIsKnownOfAGpuIsSaid() {
    assertThat(A100).hasToString("A100-40GB: 7 profiles on 8 memory and 7 compute slices");
    assertThat(A100.driver()).contains("R450 (>=450.80.02); 1g.5gb+me R470; 1g.10gb R525");
    assertThat(A100.notes())
        .containsExactly("the whole card has 108 multiprocessors; a 7g.40gb has 98 of them");
    assertThat(A100.sources().toString()).contains("NVIDIA MIG User Guide");
    assertThat(A100.layouts())
        .hasToString("A100-40GB: 239 maximal of 2319 legal layouts of 7 profiles");
    assertThat(A100.layouts().gpu()).isEqualTo(A100);
    assertThat(A100.layouts().profiles()).hasSize(7);
    assertThat(WHOLE.isMaximal()).isTrue();
    assertThat(A100.layout("2g.10gb@0").isMaximal()).isFalse();
  }
}
