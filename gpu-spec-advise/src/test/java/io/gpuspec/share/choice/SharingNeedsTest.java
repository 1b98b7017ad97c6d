package io.gpuspec.share.choice;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.value.Note;
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
  void aGapIsNoneOnCardsThatHaveTheGuarantee() {
    assertThat(gaps("T4", Technique.MPS))
        .containsExactly("share.faults", "share.compute", "share.burst");
    assertThat(gaps("Tesla-P4", Technique.MPS))
        .containsExactly("share.memory", "share.faults", "share.compute", "share.burst");
    assertThat(gaps("A100-40G", Technique.MIG)).containsExactly("share.burst");
  }

  private static List<String> gaps(String gpu, Technique technique) {
    return needs("dev").gpu(gpu).anywhere().fits().stream()
        .filter(fit -> fit.technique() == technique)
        .flatMap(fit -> fit.gaps().stream().map(Note::id))
        .toList();
  }

  @Test
  void aWishIsAReasonWhereItIsMetAndNoneIsAskedForNothing() {
    SharingChoice bursty = needs("training").bursty().gpu("A100-40G").anywhere();
    SharingFit whole = bursty.fits().get(0);
    SharingFit mig =
        bursty.fits().stream()
            .filter(fit -> fit.technique() == Technique.MIG)
            .findFirst()
            .orElseThrow();

    assertThat(whole.mode()).hasToString("whole card");
    assertThat(whole.reasons()).extracting(Note::id).containsOnly("share.strategy", "share.burst");
    assertThat(whole.unmetWishes()).isEmpty();
    assertThat(mig.reasons()).extracting(Note::id).containsExactly("share.free");
    assertThat(mig.unmetWishes()).containsExactly(Assurance.BURST);
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

  @Test
  void aPodCanHaveAllOfACardAndTwoHalves() {
    SharingNeeds needs = needs("dev").gpu("A100-40G");

    assertThat(fits(needs.memory("20Gi").anywhere())).contains("time slicing", "MPS", "whole card");
    assertThat(fits(needs.memory("40Gi").anywhere()))
        .containsExactly("qGPU (best-effort)", "cGPU (memory)", "whole card");
    SharingChoice tooMuch = needs.memory("41Gi").anywhere();
    assertThat(tooMuch.isEmpty()).isTrue();
    assertThat(whyNot(tooMuch, Technique.WHOLE_CARD))
        .isEqualTo("whole card: gpuMemory: 41Gi of a card requested; A100-40G has 40Gi");
    assertThat(whyNot(tooMuch, Technique.MPS))
        .isEqualTo("MPS: gpuMemory: 41Gi of a card requested; A100-40G has 40Gi");
    assertThat(whyNot(tooMuch, Technique.MIG))
        .isEqualTo("MIG: gpuMemory: 41Gi of a card requested; no profile of A100-40G has so much");
  }

  /** A 3g.20gb has 19968Mi, a 7g.40gb is the card. */
  @Test
  void aCardThatMustBeSharedHasRoomForASecondSuchPod() {
    SharingNeeds needs = needs("dev").shared().gpu("A100-40G");

    assertThat(fits(needs.memory("19Gi").anywhere()))
        .containsExactlyInAnyOrder(
            "time slicing", "MPS", "MIG", "qGPU (best-effort)", "cGPU (memory)");
    assertThat(fits(needs.memory("20Gi").anywhere())).doesNotContain("MIG");
    SharingChoice tooMuch = needs.memory("21Gi").anywhere();
    assertThat(tooMuch.isEmpty()).isTrue();
    assertThat(whyNot(tooMuch, Technique.QGPU))
        .isEqualTo(
            "qGPU: gpuMemory: 21Gi of a card requested; A100-40G has 40Gi, no room for a second such pod");
    assertThat(whyNot(tooMuch, Technique.MIG))
        .isEqualTo(
            "MIG: gpuMemory: 21Gi of a card requested; no profile of A100-40G has so much and is on a card twice");
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
    assertThat(whyNot(choice, Technique.MIG))
        .startsWith("MIG: gpus: peer-to-peer transfers for large-model; ");
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
  void anExplanationHasTheReasonsAndGapsOfEachFitAndWhatIsMissingOfTheOthers() {
    SharingNeeds needs = needs("multi-tenant").memory("12Gi").latencySensitive().gpu("A100-40G");

    assertThat(needs).hasToString("multi-tenant, latency-sensitive, 12Gi of a card, A100-40G only");
    assertThat(needs.anywhere().needs()).isSameAs(needs);
    assertThat(needs.anywhere().explain())
        .hasToString(
            """
            for multi-tenant, latency-sensitive, 12Gi of a card, A100-40G only on nodes of your own, best first
            1. MIG on A100-40G
               why MIG slices: partitions in hardware for several tenants [GPU scheduling and management on ACK (GPU调度与管理)]
               why MIG, with memory and cores of its own for each instance, suits several tenants [GPU resources on Kubernetes, device plugin and node pools (K8s GPU 资源管理)]
               why memory isolation: each instance has memory, cache and memory bandwidth of its own [NVIDIA, MIG user guide (concepts, deployment considerations)]
               why fault isolation: an error stays in its instance [NVIDIA, MIG user guide (concepts, deployment considerations)]
               why guaranteed compute: each instance has multiprocessors of its own [NVIDIA, MIG user guide (concepts, deployment considerations)]
               why with 12Gi: 3g.20gb of A100-40G
               but bursts: an instance never uses what another leaves idle [NVIDIA, MIG user guide (concepts, deployment considerations)]
               figure of a document, which decides nothing: 80-95% of the card in use
            2. whole card on A100-40G
               why memory isolation: no other pod is on the card [Kubernetes, schedule GPUs]
               why fault isolation: no other pod is on the card [Kubernetes, schedule GPUs]
               why guaranteed compute: all of the card's compute is the pod's [Kubernetes, schedule GPUs]
               but what the pod leaves idle of the card, nobody else can use
               figure of a document, which decides nothing: 30-50% of the card in use
            not qGPU
               faults: fault isolation for multi-tenant; the vendor's pages say nothing of faults
            not cGPU
               faults: fault isolation for multi-tenant; the vendor says that memory and compute are isolated and nothing of faults
            not MPS
               faults: fault isolation for multi-tenant; a fatal error of one client ends all clients of the card
            not time slicing
               gpuMemory: memory isolation for multi-tenant; each pod can allocate all of the card's memory
               faults: fault isolation for multi-tenant; the pods of a card are one fault domain: if one crashes, all do""");
  }

  @Test
  void anExplanationShortensTheListOfCardsAndBeginsWithANoIfNothingServes() {
    String cards =
        needs("training").cards(2).anywhere().explain().toString().lines().toList().get(1);
    String nothing = needs("large-model").shared().anywhere().explain().toString();

    assertThat(cards).startsWith("1. whole card on Tesla-P4, ").matches(".*, A10G and [0-9]+ more");
    assertThat(nothing)
        .startsWith(
            """
            nothing serves large-model, shared on nodes of your own
            note: shared cards and large-model contradict each other""")
        .contains("not whole card\n   gpus: several pods of a card requested");
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
    assertError(() -> needs("dev").gpu("T5").anywhere(), "gpu.unknown", "T5");
    assertThat(needs("dev").cards(1)).hasToString("dev");
    assertThat(needs("dev").cards(64)).hasToString("dev, 64 cards");
    assertError(() -> needs("dev").cards(0), "sharing.out-of-range", "0");
    assertError(() -> needs("dev").cards(65), "sharing.out-of-range", "65");
    assertError(() -> needs("dev").memory("-1Gi"), "sharing.out-of-range", "-1Gi");
  }
}
