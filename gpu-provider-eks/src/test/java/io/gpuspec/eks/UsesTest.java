package io.gpuspec.eks;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.gpuspec.GpuSpec;
import io.gpuspec.Gpus;
import io.gpuspec.Target;
import io.gpuspec.Use;
import io.gpuspec.eks.internal.Karpenter;
import io.gpuspec.recommend.Need;
import io.gpuspec.recommend.Precision;
import io.gpuspec.recommend.Recommendation;
import io.gpuspec.recommend.Recommendations;
import io.gpuspec.value.Arch;
import io.gpuspec.value.Note;
import io.gpuspec.value.Rejection;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The tiers of the EKS guide, and what AWS and NVIDIA say of the GPUs that it does not know. */
class UsesTest {
  private static final Target EKS = Gpus.of(new Karpenter()).in("eks");

  private static JsonNode table() throws IOException {
    try (InputStream in = Karpenter.class.getResourceAsStream("uses.json")) {
      return new ObjectMapper().readTree(in);
    }
  }

  private static List<String> names(Need need) {
    return need.on(EKS).recommended().stream().map(one -> one.shape().spec().name()).toList();
  }

  @Test
  void theGuideIsTheOneThatTheCatalogCites() throws IOException {
    try (InputStream in = Karpenter.class.getResourceAsStream("2026-08.json")) {
      assertThat(table().at("/citations/guide"))
          .isEqualTo(new ObjectMapper().readTree(in).at("/citations/guide"));
    }
  }

  @Test
  void everyLineIsAboutARowThatThereIs() throws IOException {
    List<GpuSpec> rows = EKS.catalog().includeRetired().specs();

    for (JsonNode line : table().path("uses")) {
      assertThat(rows)
          .as(line.toString())
          .anyMatch(
              row ->
                  row.gpu().equals(line.path("gpu").asText())
                      && row.gpus() == line.path("gpus").asInt(row.gpus()));
    }
  }

  @Test
  void theGuidesInstancesComeOutForItsUses() {
    assertThat(names(Need.of(Use.DEV))).contains("g4dn.xlarge");
    assertThat(names(Need.of(Use.INFERENCE))).contains("g4dn.xlarge", "g5.xlarge");
    assertThat(names(Need.of(Use.TRAINING))).startsWith("g4dn.xlarge", "g5.xlarge");
    assertThat(names(Need.of(Use.GRAPHICS))).contains("g5.xlarge", "g6.xlarge", "g6e.xlarge");
  }

  @Test
  void theGuidesP3IsRetiredAndNewerOnesTakeItsPlace() {
    Recommendations answer = Need.of(Use.TRAINING).gpus(8).on(EKS);

    assertThat(names(Need.of(Use.TRAINING).gpus(8)))
        .contains("p4d.24xlarge", "p5.48xlarge", "p6-b200.48xlarge")
        .doesNotContain("p3.16xlarge");
    assertThat(answer.rejected())
        .extracting(Rejection::toString)
        .contains("p3.16xlarge: lifecycle: retired; it is never recommended");
  }

  @Test
  void aModelOf70BillionTakesSeveralGpus() {
    List<Recommendation> cheapest =
        Need.of(Use.INFERENCE).model("70B", Precision.FP16).cheapest().on(EKS).recommended();

    // 140 GB and a fifth: two cards of 96 GiB, four of 48, eight of 24; cheapest first.
    assertThat(cheapest.stream().limit(3).map(one -> one.shape().spec().name()))
        .containsExactly("g7e.12xlarge", "g6e.12xlarge", "g6.48xlarge");
    assertThat(cheapest.get(0).reason())
        .contains("the model takes about 156.5Gi of about 191.2Gi on 2 GPUs");
  }

  @Test
  void aCardHasWhatItsDriverReportsAndNotWhatTheApiSays() {
    // DescribeInstanceTypes says 16384 MiB of a T4 and 81920 MiB of an H100.
    assertThat(Need.of(Use.INFERENCE).model("7B", Precision.FP16).on(EKS).rejected())
        .extracting(Rejection::toString)
        .contains("g4dn.xlarge: model: about 15.6Gi needed, has about 14.8Gi, short about 912.7Mi");
    assertThat(names(Need.of(Use.INFERENCE).model("35.7B", Precision.FP16).gpuMemory("80Gi")))
        .doesNotContain("p5.4xlarge");
  }

  @Test
  void aBudgetLeavesWhatIsPricedWithinIt() {
    assertThat(names(Need.of(Use.INFERENCE).gpuMemory("16Gi").budget("1USD")))
        .containsExactly("g4dn.xlarge", "g6.xlarge");
  }

  @Test
  void besideAnArmCpuThereIsOnlyTheT4g() {
    assertThat(names(Need.of(Use.INFERENCE).arch(Arch.ARM64))).containsExactly("g5g.xlarge");
  }

  @ParameterizedTest
  @EnumSource
  void slicesThatKarpenterDoesNotLaunchAreNotRecommended(Use use) {
    assertThat(names(Need.of(use)))
        .isNotEmpty()
        .noneMatch(name -> name.startsWith("g6f") || name.startsWith("gr6f"));
  }

  @Test
  void whatShouldBeKnownOfARowAndOfWhatPodsCanUseIsSaid() {
    Recommendations answer = Need.of(Use.TRAINING).on(EKS);
    Recommendation g5 = answer.recommended().get(1);

    assertThat(g5.notes()).extracting(Note::id).contains("family.use");
    assertThat(answer.notes()).extracting(Note::id).contains("allocatable");
    assertThat(answer.explain().toString())
        .contains("\n  usable    ", "\n  note      family.use: G5");
  }
}
