package io.gpuspec.share.choice;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.gpuspec.Isolation;
import io.gpuspec.internal.Json;
import io.gpuspec.share.choice.Guarantee.Answer;
import io.gpuspec.value.Citation;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The file of techniques says what the vendors' pages and the documents' tables say. */
class TechniqueFileTest {
  private static final JsonNode FILE = Json.resource(TechniqueFile.class, TechniqueFile.NAME);

  @Test
  void everyCitationIsListedAndUsed() {
    Set<String> used = new TreeSet<>(FILE.findValuesAsText("citation"));
    Set<String> listed = new TreeSet<>();
    FILE.path("citations").fieldNames().forEachRemaining(listed::add);

    assertThat(used).isEqualTo(listed);
  }

  @Test
  void whatATechniqueGivesIsSaidByItsVendorAndByNoDocumentAlone() {
    for (SharingMode mode : SharingMode.all()) {
      for (Assurance assurance : Assurance.values()) {
        assertThat(mode.guarantee(assurance).citation().status())
            .as("%s, %s", mode, assurance)
            .isEqualTo(Citation.Status.DOCUMENTED);
      }
    }
  }

  @Test
  void theTablesOfTheDocumentsAreMarkedAsSuch() {
    assertThat(Strategy.all())
        .extracting(line -> line.citation().status())
        .containsOnly(Citation.Status.UNCONFIRMED);
  }

  @ParameterizedTest
  @EnumSource
  void everyTechniqueHasAWay(Technique technique) {
    assertThat(technique.modes()).isNotEmpty();
    assertThat(Technique.parse(technique.word())).isSameAs(technique);
  }

  @ParameterizedTest
  @EnumSource
  void everyWorkloadHasALineInATable(SharingUse workload) {
    assertThat(workload.strategies()).isNotEmpty();
    assertThat(SharingUse.parse(workload.toString())).isSameAs(workload);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "whole-card   |                    | YES | YES      | YES | YES",
        "mig          |                    | YES | YES      | YES | NO",
        "qgpu         | best-effort        | YES | UNSTATED | NO  | YES",
        "qgpu         | fixed-share        | YES | UNSTATED | YES | NO",
        "qgpu         | burst-share        | YES | UNSTATED | YES | YES",
        "cgpu         | memory             | YES | UNSTATED | NO  | YES",
        "cgpu         | memory-and-compute | YES | UNSTATED | YES | NO",
        "time-slicing |                    | NO  | NO       | NO  | YES",
        "mps          |                    | YES | NO       | NO  | NO",
      })
  void eachWayGivesWhatItsVendorSays(
      String technique, String way, Answer memory, Answer faults, Answer compute, Answer burst) {
    SharingMode mode =
        Technique.parse(technique).modes().stream()
            .filter(each -> each.name().orElse("").equals(way == null ? "" : way))
            .findFirst()
            .orElseThrow();

    assertThat(
            List.of(
                mode.guarantee(Assurance.MEMORY).answer(),
                mode.guarantee(Assurance.FAULTS).answer(),
                mode.guarantee(Assurance.COMPUTE).answer(),
                mode.guarantee(Assurance.BURST).answer()))
        .containsExactly(memory, faults, compute, burst);
  }

  @Test
  void mpsKeepsMemoryApartFromVoltaOn() {
    assertThat(Technique.MPS.modes().get(0).guarantee(Assurance.MEMORY).from()).hasValue("7.0");
  }

  @Test
  void onlyWholeCardsReachEachOthersMemory() {
    assertThat(SharingMode.all())
        .filteredOn(mode -> mode.guarantee(Assurance.PEER_TO_PEER).answer() == Answer.YES)
        .extracting(SharingMode::technique)
        .containsExactly(Technique.WHOLE_CARD);
  }

  @ParameterizedTest
  @CsvSource({
    "whole-card, 30-50",
    "time-slicing, 50-70",
    "cgpu, 70-90",
    "mig, 80-95",
  })
  void theDocumentsFiguresOfUtilisationAreKept(String technique, String percent) {
    assertThat(Strategy.all())
        .filteredOn(line -> line.techniques().equals(List.of(Technique.parse(technique))))
        .extracting(Strategy::utilisation)
        .contains(Optional.of(percent + "%"));
  }

  @Test
  void aModeOfQgpuIsAPolicyOfItsNodes() {
    assertThat(Technique.QGPU.modes())
        .extracting(mode -> mode.isolation().orElseThrow())
        .containsExactly(Isolation.BEST_EFFORT, Isolation.FIXED_SHARE, Isolation.BURST_SHARE);
    assertThat(Technique.CGPU.modes()).allMatch(mode -> mode.isolation().isEmpty());
  }

  @Test
  void anUnknownNameIsRefused() {
    assertError(() -> Technique.parse("timeslicing"), "sharing.unknown", "timeslicing");
    assertError(() -> SharingUse.parse("multitenant"), "sharing.unknown");
  }

  @Test
  void theTableHasALineForEachWay() {
    assertThat(SharingMode.table())
        .hasToString(
            """
            technique                  memory     faults    compute  burst  several-cards  peer-to-peer
            MIG                        yes        yes       yes      no     no             no
            qGPU (best-effort)         yes        unstated  no       yes    no             no
            qGPU (fixed-share)         yes        unstated  yes      no     no             no
            qGPU (burst-share)         yes        unstated  yes      yes    no             no
            cGPU (memory)              yes        unstated  no       yes    yes            unstated
            cGPU (memory-and-compute)  yes        unstated  yes      no     no             no
            MPS                        yes (7.0)  no        no       no     no             no
            time slicing               no         no        no       yes    no             no
            whole card                 yes        yes       yes      yes    yes            yes""");
  }

  @Test
  void whatAVendorAndATableSayIsWrittenInALine() {
    assertThat(Technique.MPS.modes().get(0).guarantee(Assurance.MEMORY))
        .hasToString(
            "yes from compute capability 7.0: each client is kept to 1/n of the memory, in an address space of its own from Volta on");
    assertThat(Technique.MIG.modes().get(0).guarantee(Assurance.BURST))
        .hasToString("no: an instance never uses what another leaves idle");
    assertThat(Strategy.all().get(0))
        .hasToString("training: exclusive scheduling: the whole card for training");
  }
}
