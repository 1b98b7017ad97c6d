package io.gpuspec.share.choice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.Note;
import io.gpuspec.value.UnknownNameException;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SharingNeedsTest {
  private static SharingNeeds needs(String workload) {
    return SharingNeeds.of(SharingUse.parse(workload));
  }

  private static List<String> fits(SharingChoice choice) {
    return choice.fits().stream().map(SharingFit::toString).toList();
  }

  private static String whyNot(SharingChoice choice, Technique technique) {
    return choice.rejected().stream()
        .filter(each -> each.name().equals(technique.toString()))
        .map(Object::toString)
        .findFirst()
        .orElseThrow();
  }

  @ParameterizedTest
  @CsvSource({
    "training, A100-40G, whole card",
    "training, T4, whole card",
    "inference, T4, time slicing",
    "inference, A100-40G, time slicing",
    "mixed, T4, cGPU (memory)",
    "multi-tenant, A100-40G, MIG",
    "multi-tenant, A30, MIG",
    "multi-tenant, T4, whole card",
    "distributed-training, A100-80G, whole card",
    "large-model, H100-80G, whole card",
    "dev, T4, time slicing",
  })
  void whatTheDocumentsTakeForAWorkGoesFirst(String workload, String gpu, String first) {
    assertThat(needs(workload).gpu(gpu).anywhere().fits().get(0)).hasToString(first);
  }

  @Test
  void whatSeveralTablesNameGoesInTheirOrderAndTheOthersFollowTheWholeCardLast() {
    assertThat(fits(needs("inference").gpu("A100-40G").anywhere()))
        .containsExactly(
            "time slicing", "MIG", "MPS", "qGPU (best-effort)", "cGPU (memory)", "whole card");
  }

  @Test
  void isolationOfMemoryRulesTimeSlicingOut() {
    SharingChoice choice = needs("inference").memoryIsolated().gpu("T4").anywhere();

    assertThat(whyNot(choice, Technique.TIME_SLICING))
        .isEqualTo(
            "time slicing: gpuMemory: memory isolation requested; each pod can allocate all of the card's memory");
    assertThat(fits(choice))
        .containsExactly("MPS", "qGPU (best-effort)", "cGPU (memory)", "whole card");
  }

  @Test
  void mpsIsolatesNoMemoryBeforeVolta() {
    SharingChoice choice = needs("inference").memoryIsolated().gpu("Tesla-P4").anywhere();

    assertThat(whyNot(choice, Technique.MPS))
        .isEqualTo(
            "MPS: gpuMemory: memory isolation requested; given from compute capability 7.0 on, and Tesla-P4 has 6.1");
  }

  @Test
  void whatAVendorDoesNotStateIsNotCountedOn() {
    SharingChoice choice = needs("inference").faultIsolated().gpu("A100-80G").anywhere();

    assertThat(fits(choice)).containsExactly("MIG", "whole card");
    assertThat(whyNot(choice, Technique.QGPU))
        .isEqualTo(
            "qGPU: faults: fault isolation requested; the vendor's pages say nothing of faults");
  }

  @ParameterizedTest
  @CsvSource({
    "false, false, false, best-effort",
    "true,  false, false, best-effort",
    "false, true,  false, fixed-share",
    "false, false, true,  fixed-share",
    "true,  true,  false, burst-share",
    "true,  false, true,  burst-share",
  })
  void theNeedsChooseThePolicyOfQgpu(
      boolean bursty, boolean guaranteed, boolean latency, String policy) {
    SharingNeeds needs = needs("inference").gpu("T4");
    needs = bursty ? needs.bursty() : needs;
    needs = guaranteed ? needs.computeGuaranteed() : needs;
    needs = latency ? needs.latencySensitive() : needs;

    assertThat(fits(needs.anywhere())).contains("qGPU (%s)".formatted(policy));
  }

  @Test
  void aWishRulesNothingOutAndPutsWhatMeetsItFirst() {
    SharingChoice calm = needs("inference").gpu("A100-40G").anywhere();
    SharingChoice hasty = needs("inference").latencySensitive().gpu("A100-40G").anywhere();

    assertThat(fits(hasty))
        .containsExactly(
            "MIG",
            "qGPU (fixed-share)",
            "cGPU (memory-and-compute)",
            "whole card",
            "time slicing",
            "MPS");
    assertThat(hasty.rejected()).isEqualTo(calm.rejected());
    assertThat(hasty.fits().get(4).unmetWishes()).containsExactly(Assurance.COMPUTE);
    assertThat(hasty.fits().get(4).gaps())
        .extracting(Note::message)
        .contains(
            "a wish that is not met, guaranteed compute: the pods of a card take turns, and a replica is no part of the compute");
  }

  @Test
  void severalCardsAreWholeOnesOrMemoryOfCgpu() {
    SharingChoice choice = needs("inference").cards(2).gpu("T4").anywhere();

    assertThat(fits(choice)).containsExactly("cGPU (memory)", "whole card");
    assertThat(fits(needs("inference").cards(2).computeGuaranteed().gpu("T4").anywhere()))
        .containsExactly("whole card");
  }

  @Test
  void memoryThatTwoPodsOfACardDoNotHaveLeavesReplicasOut() {
    SharingChoice choice = needs("inference").memory("8Gi").gpu("T4").anywhere();

    assertThat(whyNot(choice, Technique.TIME_SLICING))
        .isEqualTo(
            "time slicing: gpuMemory: 8Gi of a card requested; T4 has 15109Mi, no room for a second such pod");
    assertThat(fits(choice)).doesNotContain("MPS").contains("whole card", "qGPU (best-effort)");
  }

  @ParameterizedTest
  @CsvSource({
    "A100-40G, 4Gi, 1g.5gb",
    "A100-40G, 12Gi, 3g.20gb",
    "A100-80G, 12Gi, 1g.20gb",
    "A30, 8Gi, 2g.12gb",
  })
  void theSmallestMigInstanceWithTheMemoryIsNamed(String gpu, String memory, String profile) {
    SharingFit mig = needs("multi-tenant").memory(memory).gpu(gpu).anywhere().fits().get(0);

    assertThat(mig.reasons())
        .extracting(Note::message)
        .contains("with %s: %s of %s".formatted(memory, profile, gpu));
  }

  @Test
  void needsThatCannotBeHadTogetherAreToldAndTheAnswerIsStillAValue() {
    SharingChoice choice = needs("large-model").shared().anywhere();

    assertThat(choice.isEmpty()).isTrue();
    assertThat(choice.rejected()).hasSize(Technique.values().length);
    assertThat(choice.notes()).extracting(Note::id).containsExactly("share.contradiction");
    assertThat(choice)
        .hasToString("nothing serves; not MIG, qGPU, cGPU, MPS, time slicing, whole card");
  }

  @Test
  void aTechniqueOfOneCloudSaysSo() {
    assertThat(needs("mixed").gpu("T4").anywhere().fits().get(0).gaps())
        .extracting(Note::message)
        .contains("only on nodes of ACK");
  }

  @Test
  void aReasonNamesTheTableThatItIsFrom() {
    Note first = needs("training").anywhere().fits().get(0).reasons().get(0);

    assertThat(first.message()).isEqualTo("exclusive scheduling: the whole card for training");
    assertThat(first.citation().orElseThrow().status()).hasToString("unconfirmed");
  }

  @Test
  void everyTechniqueStandsInOneOfTheLists() {
    for (SharingUse workload : SharingUse.values()) {
      SharingChoice choice = SharingNeeds.of(workload).anywhere();
      assertThat(choice.fits().size() + choice.rejected().size())
          .as(workload.toString())
          .isEqualTo(Arrays.asList(Technique.values()).size());
    }
  }

  @Test
  void badInputIsRefused() {
    assertThatThrownBy(() -> needs("dev").gpu("T5").anywhere())
        .isInstanceOf(UnknownNameException.class)
        .hasMessageContaining("GPU 'T5' is not known; did you mean T4");
    assertThatThrownBy(() -> needs("dev").cards(65))
        .isInstanceOf(InvalidValueException.class)
        .hasMessage(
            "cards: '65' is not a number of cards of one pod; write 1 to 64; see docs/choose-sharing.md");
    assertThatThrownBy(() -> needs("dev").memory("-1Gi"))
        .isInstanceOf(InvalidValueException.class)
        .hasMessage(
            "memory: '-1Gi' is none of a card's; write an amount, such as 8Gi; see docs/choose-sharing.md");
  }
}
