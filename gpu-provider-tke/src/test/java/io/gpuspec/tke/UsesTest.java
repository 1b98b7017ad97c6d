package io.gpuspec.tke;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.gpuspec.GpuSpec;
import io.gpuspec.Gpus;
import io.gpuspec.Shape;
import io.gpuspec.Target;
import io.gpuspec.Use;
import io.gpuspec.recommend.Need;
import io.gpuspec.recommend.Precision;
import io.gpuspec.recommend.Recommendations;
import io.gpuspec.tke.internal.SuperNode;
import io.gpuspec.value.Rejection;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The selection table of the best-practice text of 2026-01-07, and what it recommends. */
class UsesTest {
  private static final Target TKE = Gpus.of(new SuperNode()).in("tke");

  private static JsonNode table() throws IOException {
    try (InputStream in = SuperNode.class.getResourceAsStream("uses.json")) {
      return new ObjectMapper().readTree(in);
    }
  }

  private static List<String> shapes(Recommendations answer) {
    return answer.recommended().stream().map(one -> one.shape().toString()).toList();
  }

  @Test
  void everyLineIsAboutARowAndASizeThatThereIs() throws IOException {
    List<String> rows = new ArrayList<>();
    for (GpuSpec row : TKE.catalog().specs()) {
      for (Shape size : row.shapes()) {
        rows.add(row.gpu() + " x" + row.gpus() + " " + size.cpu() + "/" + size.memory());
      }
    }
    for (JsonNode line : table().path("uses")) {
      String count = line.has("gpus") ? " x" + line.path("gpus").asText() + " " : " x";
      String size =
          line.has("size")
              ? line.at("/size/cpu").asText() + "/" + line.at("/size/memory").asText()
              : "";
      assertThat(rows)
          .as(line.toString())
          .anyMatch(row -> row.startsWith(line.path("gpu").asText() + count) && row.endsWith(size));
    }
  }

  static Stream<Arguments> selections() {
    return Stream.of(
        // Below 4 GB: a quarter or half of a T4; from there on the larger ones serve as well.
        selection(
            Need.of(Use.INFERENCE),
            "1/4*T4 x1 · 4 cores · 16Gi",
            "1/2*T4 x1 · 8 cores · 32Gi",
            "1/2*A10*GNV4v x1 · 8 cores · 32Gi",
            "T4 x1 · 8 cores · 32Gi",
            "V100 x1 · 8 cores · 40Gi",
            "A10*GNV4 x1 · 12 cores · 44Gi",
            "A10*GNV4v x1 · 28 cores · 116Gi",
            "L20 x1 · 48 cores · 192Gi"),
        // Who asks for a number of GPUs gets whole ones.
        selection(Need.of(Use.DEV).gpus(1), "V100 x1 · 2 cores · 10Gi", "T4 x1 · 8 cores · 32Gi"),
        // The text has the V100 for more than 16 GB, and says itself that it has 16.
        selection(
            Need.of(Use.INFERENCE).gpuMemory("20Gi"),
            "A10*GNV4 x1 · 12 cores · 44Gi",
            "A10*GNV4v x1 · 28 cores · 116Gi",
            "L20 x1 · 48 cores · 192Gi"),
        selection(Need.of(Use.INFERENCE).gpuMemory("40Gi"), "L20 x1 · 48 cores · 192Gi"),
        selection(
            Need.of(Use.TRAINING),
            "T4 x1 · 8 cores · 32Gi",
            "V100 x1 · 8 cores · 40Gi",
            "A10*GNV4v x1 · 28 cores · 116Gi",
            "A10*PNV4 x1 · 28 cores · 116Gi"),
        selection(
            Need.of(Use.TRAINING).gpus(2),
            "V100 x2 · 18 cores · 80Gi",
            "A10*PNV4 x2 · 56 cores · 232Gi",
            "T4 x4 · 80 cores · 320Gi"),
        selection(
            Need.of(Use.TRAINING).gpus(4),
            "V100 x4 · 36 cores · 160Gi",
            "T4 x4 · 80 cores · 320Gi",
            "A10*PNV4 x4 · 112 cores · 466Gi"),
        selection(Need.of(Use.TRAINING).gpus(5), "V100 x8 · 72 cores · 320Gi"),
        selection(
            Need.of(Use.GRAPHICS),
            "A10*GNV4 x1 · 12 cores · 44Gi",
            "A10*PNV4 x1 · 28 cores · 116Gi",
            "L20 x1 · 48 cores · 192Gi"),
        selection(Need.of(Use.GRAPHICS).gpus(3), "A10*PNV4 x4 · 112 cores · 466Gi"),
        selection(Need.of(Use.VIDEO), "T4 x1 · 8 cores · 32Gi"),
        selection(Need.of(Use.HPC), "V100 x1 · 8 cores · 40Gi", "A10*PNV4 x1 · 28 cores · 116Gi"),
        selection(
            Need.of(Use.HPC).gpus(4),
            "V100 x4 · 36 cores · 160Gi",
            "A10*PNV4 x4 · 112 cores · 466Gi"),
        selection(
            Need.of(Use.DEV),
            "1/4*T4 x1 · 2 cores · 8Gi",
            "V100 x1 · 2 cores · 10Gi",
            "T4 x1 · 8 cores · 32Gi"),
        // 8B in fp16 and a fifth: 19.2 GB, which 24 GB hold and 16 GB do not.
        selection(
            Need.of(Use.INFERENCE).model("8B", Precision.FP16),
            "A10*GNV4 x1 · 12 cores · 44Gi",
            "A10*GNV4v x1 · 28 cores · 116Gi",
            "L20 x1 · 48 cores · 192Gi",
            "V100 x2 · 18 cores · 80Gi",
            "T4 x2 · 40 cores · 160Gi"));
  }

  private static Arguments selection(Need need, String... shapes) {
    return Arguments.of(need, List.of(shapes));
  }

  @ParameterizedTest
  @MethodSource("selections")
  void whatSuitsStandsThereFromTheSmallest(Need need, List<String> expected) {
    assertThat(shapes(need.on(TKE))).isEqualTo(expected);
  }

  @Test
  void theV100OfTheOlderEditionHas32GigabytesAndServesMore() {
    assertThat(shapes(Need.of(Use.INFERENCE).gpuMemory("30Gi").on(TKE.edition("2023-06"))))
        .containsExactly("V100 x1 · 8 cores · 40Gi");
  }

  @Test
  void whatIsRetiredIsNotRecommended() {
    assertThat(shapes(Need.of(Use.DEV).on(TKE.edition("2023-06"))))
        .noneMatch(shape -> shape.startsWith("1/4*V100") || shape.startsWith("1/2*V100"));
  }

  @Test
  void noPriceIsKnownSoNothingIsWithinABudget() {
    Recommendations answer = Need.of(Use.DEV).budget("1000CNY").on(TKE);

    assertThat(answer.isEmpty()).isTrue();
    assertThat(answer.rejected())
        .isNotEmpty()
        .extracting(Rejection::toString)
        .allMatch(text -> text.contains("price: not known"));
  }

  @Test
  void everyRecommendationHasAReasonAndItsSource() {
    for (Use use : Use.values()) {
      assertThat(Need.of(use).on(TKE).recommended())
          .isNotEmpty()
          .allSatisfy(
              one -> {
                assertThat(one.reason()).isNotBlank();
                assertThat(one.citation().title()).containsPattern("^(TKE best practice|NVIDIA)");
              });
    }
  }
}
