package io.gpuspec.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.Gpus;
import io.gpuspec.Target;
import io.gpuspec.share.choice.SharingChoice;
import io.gpuspec.share.choice.SharingFit;
import io.gpuspec.share.choice.SharingNeeds;
import io.gpuspec.share.choice.SharingUse;
import io.gpuspec.share.choice.Technique;
import io.gpuspec.value.Rejection;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which techniques there are on the clouds that the library knows. */
class SharingOnTargetsTest {
  private static final Gpus GPUS = Gpus.load();

  private static String techniques(SharingChoice choice) {
    return choice.fits().stream()
        .map(SharingFit::technique)
        .map(Technique::word)
        .collect(Collectors.joining(" "));
  }

  private static String whyNot(SharingChoice choice, Technique technique) {
    return choice.rejected().stream()
        .filter(each -> each.name().equals(technique.toString()))
        .map(Rejection::toString)
        .findFirst()
        .orElseThrow();
  }

  @ParameterizedTest
  @CsvSource({
    "tke, whole-card",
    "tke/qgpu, qgpu whole-card",
    "eks, time-slicing mps mig whole-card",
    "eks/nodegroup, time-slicing mps mig whole-card",
    "ack, time-slicing mps cgpu mig whole-card",
    "ack/cgpu, cgpu",
    "ack/eci, whole-card",
  })
  void aTargetHasTheTechniquesOfItsNodes(String target, String techniques) {
    assertThat(techniques(SharingNeeds.of(SharingUse.DEV).on(GPUS.in(target))))
        .isEqualTo(techniques);
  }

  @Test
  void inTheTextOf2022QgpuNodesHaveNoWholeCards() {
    Target old = GPUS.in("tke/qgpu").edition("2022-01");
    SharingChoice choice = SharingNeeds.of(SharingUse.TRAINING).on(old);

    assertThat(techniques(choice)).isEqualTo("qgpu");
    assertThat(whyNot(choice, Technique.WHOLE_CARD))
        .isEqualTo(
            "whole card: target: the cards of tke/qgpu 2022-01 are given out as shares only; ask on tke or tke/gpu");
  }

  @ParameterizedTest
  @CsvSource({
    "training, ack, A10, whole-card",
    "inference, ack, T4, time-slicing",
    "mixed, ack, A10, cgpu",
    "multi-tenant, ack, A100-80G, mig",
    "multi-tenant, ack, T4, whole-card",
    "multi-tenant, eks, A100, mig",
    "dev, eks, T4, time-slicing",
    "dev, tke/qgpu, T4, qgpu",
    "large-model, eks, H100, whole-card",
  })
  void theDocumentsTablesHoldWhereTheTechniqueIsToBeHad(
      String work, String target, String gpu, String first) {
    SharingChoice choice = SharingNeeds.of(SharingUse.parse(work)).gpu(gpu).on(GPUS.in(target));

    assertThat(choice.fits().get(0).technique().word()).isEqualTo(first);
  }

  @Test
  void whatIsOnOtherNodesOfTheCloudIsSaid() {
    SharingChoice ack = SharingNeeds.of(SharingUse.MIXED).gpu("T4").on(GPUS.in("ack"));
    SharingChoice tke = SharingNeeds.of(SharingUse.MIXED).gpu("T4").on(GPUS.in("tke"));

    assertThat(ack.fits().get(0).gaps().get(0).message()).isEqualTo("only on nodes of ack/cgpu");
    assertThat(whyNot(tke, Technique.QGPU))
        .isEqualTo("qGPU: target: qGPU is not on tke; ask on tke/qgpu");
    assertThat(whyNot(tke, Technique.TIME_SLICING))
        .isEqualTo(
            "time slicing: target: tke makes a machine for each pod, and nobody sets up its cards; ask on tke/gpu");
  }

  @Test
  void aCardWithoutMigHasNone() {
    SharingChoice choice = SharingNeeds.of(SharingUse.MULTI_TENANT).gpu("T4").on(GPUS.in("eks"));

    assertThat(whyNot(choice, Technique.MIG)).isEqualTo("MIG: gpu: T4 has no MIG");
  }

  @Test
  void aCardThatTheTargetDoesNotHaveServesNothing() {
    SharingChoice choice = SharingNeeds.of(SharingUse.DEV).gpu("H100").on(GPUS.in("tke/qgpu"));

    assertThat(choice.isEmpty()).isTrue();
    assertThat(whyNot(choice, Technique.QGPU))
        .isEqualTo(
            "qGPU: gpu: tke/qgpu 2026-01 has no H100 that pods can share; it has T4, A10, V100, A100, L20, L40, L40S");
  }

  @Test
  void theOtherTargetsOfACloudAreItsSiblings() {
    assertThat(GPUS.in("ack").siblings())
        .extracting(Target::id)
        .containsExactly("ack/cgpu", "ack/eci");
    assertThat(GPUS.in("tke/qgpu").siblings())
        .extracting(Target::id)
        .containsExactly("tke", "tke/gpu");
  }
}
