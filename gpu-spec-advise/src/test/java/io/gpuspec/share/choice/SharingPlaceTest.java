package io.gpuspec.share.choice;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.GpuSpec;
import io.gpuspec.Gpus;
import io.gpuspec.SpecCatalog;
import io.gpuspec.Target;
import io.gpuspec.TestCloud;
import io.gpuspec.spi.ShareRules;
import io.gpuspec.value.Citation;
import io.gpuspec.value.MemorySize;
import io.gpuspec.value.Note;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What a cloud of four targets has: machines for single pods, nodes with a device plugin, nodes
 * whose cards are cGPU's, and nodes whose cards are qGPU's, which also have whole ones.
 */
class SharingPlaceTest {
  private static final Gpus GPUS =
      Gpus.of(
          TestCloud.of("cloud", catalog("cloud", "pod", "T4", "A100-40G")),
          TestCloud.of(
              "cloud/nodes", catalog("cloud/nodes", "node", "T4", "1/4*T4", "A100-40G", "T4")),
          TestCloud.of(
              "cloud/cgpu", catalog("cloud/cgpu", "node", "T4", "A10").withShares(rules("cGPU"))),
          TestCloud.of(
              "cloud/qgpu",
              catalog("cloud/qgpu", "node", "T4", "V100-32G")
                  .withShares(rules("qGPU").withWholeCards())),
          TestCloud.of("other", catalog("other", "node", "1/4*T4")));

  /** Of each card but a V100, two GiB less than its nominal memory. */
  private static ShareRules rules(String technology) {
    return ShareRules.of(technology, TestCloud.LIST)
        .offering(SharingPlaceTest::offered, Note.of("offer", "two GiB less than nominal"));
  }

  private static Optional<MemorySize> offered(GpuSpec row) {
    return row.gpu().startsWith("V100")
        ? Optional.empty()
        : row.gpuMemory().map(all -> all.minus(MemorySize.ofGibibytes(2)));
  }

  private static SpecCatalog catalog(String target, String unit, String... gpus) {
    String types =
        List.of(gpus).stream()
            .distinct()
            .map(gpu -> "{'name': '%s', 'card': '%s'}".formatted(gpu, gpu.replace("1/4*", "")))
            .toList()
            .toString();
    StringBuilder rows = new StringBuilder();
    for (int i = 0; i < gpus.length; i++) {
      rows.append(i == 0 ? "" : ",")
          .append(
              """
              {'gpu': '%s', 'gpus': 1, 'name': 'row-%s', 'policy': 'fixed', 'upward': [{'cpu': '8', 'memory': '32Gi'}]%s}
              """
                  .formatted(
                      gpus[i],
                      i,
                      unit.equals("pod")
                          ? ", 'memory': {'min': '32Gi', 'max': '32Gi', 'step': '1Gi'}"
                          : ""));
    }
    return TestCloud.read(
        """
        {'target': '%s', 'edition': '2026-01', 'unit': '%s', 'citation': 'list',
         'citations': {'list': {'title': 'a list', 'date': '2026-01', 'status': 'documented'}},
         'gpus': %s, 'specs': [%s]}
        """
            .formatted(target, unit, types, rows)
            .replace('\'', '"'));
  }

  private static SharingChoice on(String target, String... gpu) {
    SharingNeeds needs = SharingNeeds.of(SharingUse.DEV);
    return (gpu.length == 0 ? needs : needs.gpu(gpu[0])).on(GPUS.in(target));
  }

  private static SharingFit fit(SharingChoice choice, Technique technique) {
    return choice.fits().stream()
        .filter(each -> each.technique() == technique)
        .findFirst()
        .orElseThrow();
  }

  private static String whyNot(SharingChoice choice, Technique technique) {
    return choice.rejected().stream()
        .filter(each -> each.name().equals(technique.toString()))
        .map(Object::toString)
        .findFirst()
        .orElseThrow()
        .substring(technique.toString().length() + 2);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "cloud       | WHOLE_CARD   | T4, A100-40G",
        "cloud/nodes | WHOLE_CARD   | T4, A100-40G",
        "cloud/nodes | MIG          | A100-40G",
        "cloud/nodes | MPS          | T4, A100-40G",
        "cloud/nodes | TIME_SLICING | T4, A100-40G",
        "cloud/nodes | CGPU         | T4, A10",
        "cloud/nodes | QGPU         | T4",
        "cloud/cgpu  | CGPU         | T4, A10",
        "cloud/qgpu  | QGPU         | T4",
        "cloud/qgpu  | WHOLE_CARD   | T4, V100-32G",
      })
  void aTechniqueIsOnTheCardsThatItsNodesHaveEachOnce(
      String target, Technique technique, String gpus) {
    assertThat(String.join(", ", fit(on(target), technique).gpus())).isEqualTo(gpus);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "cloud       | MIG          | cloud makes a machine for each pod, and nobody sets up its cards; ask on cloud/nodes",
        "cloud       | CGPU         | cGPU is not on cloud; ask on cloud/cgpu",
        "cloud/cgpu  | WHOLE_CARD   | the cards of cloud/cgpu 2026-01 are given out as shares only; ask on cloud or cloud/nodes or cloud/qgpu",
        "cloud/cgpu  | QGPU         | qGPU is not on cloud/cgpu; ask on cloud/qgpu",
        "cloud/cgpu  | MPS          | the cards of cloud/cgpu are given out by cGPU, not by NVIDIA's device plugin; ask on cloud/nodes",
        "cloud/qgpu  | TIME_SLICING | the cards of cloud/qgpu are given out by qGPU, not by NVIDIA's device plugin; ask on cloud/nodes",
        "other       | QGPU         | other has no qGPU",
      })
  void aTechniqueThatOtherTargetsOfTheCloudHaveIsAskedForThere(
      String target, Technique technique, String why) {
    assertThat(whyNot(on(target), technique)).isEqualTo("target: " + why);
  }

  @Test
  void nodesThatDifferInTheirLabelAloneHaveWhatTheOtherTargetHasAndSaySo() {
    assertThat(fit(on("cloud/nodes"), Technique.CGPU).gaps())
        .extracting(Note::message)
        .first()
        .isEqualTo("only on nodes of cloud/cgpu");
    assertThat(fit(on("cloud/nodes"), Technique.MPS).gaps())
        .extracting(Note::id)
        .doesNotContain("share.place");
    assertThat(fit(on("cloud/cgpu"), Technique.CGPU).gaps())
        .extracting(Note::id)
        .doesNotContain("share.place");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "cloud/cgpu  | V100-32G | CGPU         | cloud/cgpu 2026-01 has no V100-32G that pods can share; it has T4, A10",
        "cloud/qgpu  | V100-32G | QGPU         | cloud/qgpu 2026-01 has no V100-32G that pods can share; it has T4",
        "cloud/qgpu  | A10      | WHOLE_CARD   | cloud/qgpu 2026-01 has no A10 whole; it has T4, V100-32G",
        "cloud/nodes | A100-40G | CGPU         | cloud/cgpu 2026-01 has no A100-40G that pods can share; it has T4, A10",
        "cloud/nodes | A10      | TIME_SLICING | cloud/nodes 2026-01 has no A10 that pods can share; it has T4, A100-40G",
        "cloud/nodes | T4       | MIG          | T4 has no MIG",
      })
  void aCardThatThePlaceDoesNotHaveOrDoesNotShareIsTold(
      String target, String gpu, Technique technique, String why) {
    assertThat(whyNot(on(target, gpu), technique)).isEqualTo("gpu: " + why);
  }

  @Test
  void aPlaceOfSlicesAloneHasNoCards() {
    assertThat(whyNot(on("other"), Technique.WHOLE_CARD))
        .isEqualTo("gpu: other 2026-01 has no card whole");
  }

  @Test
  void aPlaceWithoutMigAmongItsCardsSaysHowManyItLookedAt() {
    Target plain =
        Gpus.of(TestCloud.of("plain", catalog("plain", "node", "T4", "A10", "V100-32G")))
            .in("plain");

    assertThat(whyNot(SharingNeeds.of(SharingUse.DEV).on(plain), Technique.MIG))
        .isEqualTo("gpu: none of the 3 cards of plain 2026-01 has MIG");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "8 | Tesla-P4, T4, A10, A30, L4, A100-40G, L20, A100-80G",
        "9 | Tesla-P4, T4, A10, A30, L4, A100-40G, L20, A100-80G and 1 more",
      })
  void anExplanationNamesEightCardsAtMost(int count, String line) {
    String[] gpus = {"Tesla-P4", "T4", "A10", "A30", "L4", "A100-40G", "L20", "A100-80G", "H200"};
    Target many =
        Gpus.of(TestCloud.of("many", catalog("many", "node", Arrays.copyOf(gpus, count))))
            .in("many");

    assertThat(SharingNeeds.of(SharingUse.TRAINING).on(many).explain().toString().lines())
        .contains("1. whole card on " + line);
  }

  @Test
  void thePlaceOfAChoiceIsTheTargetWithItsEdition() {
    assertThat(on("cloud/qgpu").place()).isEqualTo("cloud/qgpu 2026-01");
    assertThat(SharingNeeds.of(SharingUse.DEV).anywhere().place()).isEqualTo("nodes of your own");
  }

  /** A T4's driver reports 15109Mi, and qGPU offers 14 GiB of it here. */
  @Test
  void memoryIsComparedWithWhatTheTechniqueHasOfTheCard() {
    SharingChoice choice =
        SharingNeeds.of(SharingUse.DEV).memory("14500Mi").gpu("T4").on(GPUS.in("cloud/qgpu"));

    assertThat(whyNot(choice, Technique.QGPU))
        .isEqualTo("gpuMemory: 14500Mi of a card requested; T4 has 14Gi");
    assertThat(choice.fits()).extracting(Object::toString).containsExactly("whole card");
  }

  @Test
  void aCardThatNothingKnowsIsRefusedWhetherOrNotItsTargetSharesCards() {
    for (String target : List.of("cloud", "cloud/nodes", "cloud/cgpu", "cloud/qgpu")) {
      assertError(() -> on(target, "T5"), "gpu.unknown", "T5");
    }
  }

  @Test
  void anywhereTheTechniquesOfACloudAreNamedWithIt() {
    SharingChoice choice = SharingNeeds.of(SharingUse.DEV).gpu("T4").anywhere();

    assertThat(fit(choice, Technique.QGPU).gaps().get(0).message())
        .isEqualTo("only on nodes of TKE");
    assertThat(fit(choice, Technique.CGPU).gaps().get(0).message())
        .isEqualTo("only on nodes of ACK");
    assertThat(fit(choice, Technique.WHOLE_CARD).gaps())
        .extracting(Note::id)
        .containsExactly("share.idle");
  }

  @Test
  void whatACardOfUnknownComputeCapabilityWouldNeedIsNotCountedOn() {
    Guarantee memory = Technique.MPS.modes().get(0).guarantee(Assurance.MEMORY);

    assertThat(memory.holds()).isFalse();
    assertThat(memory.holdsOn(Optional.empty())).isFalse();
    assertThat(Technique.MIG.modes().get(0).guarantee(Assurance.MEMORY).holdsOn(Optional.empty()))
        .isTrue();
    assertThat(memory.citation().status()).isEqualTo(Citation.Status.DOCUMENTED);
  }
}
