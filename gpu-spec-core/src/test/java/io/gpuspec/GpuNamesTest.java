package io.gpuspec;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.value.Citation;
import io.gpuspec.value.Note;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.CsvSource;

class GpuNamesTest {
  private final Target cloud = TestCloud.ofResources("cloud").target();

  @ParameterizedTest
  @CsvFileSource(resources = "gpu-names.csv", delimiter = '|', nullValues = "-nothing-")
  void aNameStandsForTheModelsThatBearItAndForNoOther(String name, String models, String where) {
    assertThat(names(GpuModel.find(name))).as(where).isEqualTo(models == null ? "" : models);
  }

  @Test
  void noSpellingIsAmbiguousButTheseTwo() {
    Map<String, String> ambiguous = new TreeMap<>();
    for (GpuModel model : GpuModel.all()) {
      for (String spelling : model.spellings()) {
        List<GpuModel> meanings = GpuModel.find(spelling);
        if (meanings.size() > 1) {
          ambiguous.put(spelling, names(meanings));
        }
      }
    }

    assertThat(ambiguous)
        .containsExactly(
            Map.entry("a100", "A100-40G, A100-80G"), Map.entry("v100", "V100-16G, V100-32G"));
  }

  @Test
  void everyFigureHasASource() {
    assertThat(GpuModel.all()).allSatisfy(model -> assertThat(model.citations()).isNotEmpty());
    assertThat(GpuModel.find("T4").get(0).citations())
        .extracting(Citation::toString)
        .containsExactly(
            "NVIDIA, CUDA GPU compute capability, 2026 (documented)",
            "Amazon EC2, DescribeInstanceTypes, 2026 (documented)",
            "TKE, qGPU, a node with a T4 of 15843721216 bytes, 2026 (documented)");
  }

  @ParameterizedTest
  @CsvSource({
    "NVIDIA-A100-SXM4-80GB,   big.a100",
    "accelerator=nvidia-a100, small.a100",
    "nvidia-tesla-t4,         T4 x1",
    "1/4*Tesla-T4,            1/4*T4 x1",
    "a10*pnv4,                A10*PNV4 x1",
    "nvidia a10*PNV4,         A10*PNV4 x1"
  })
  void aRequestMayUseAnySpelling(String name, String row) {
    assertThat(cloud.match(GpuRequest.of(name)).orThrow().shape().spec().name()).isEqualTo(row);
  }

  @Test
  void anAmbiguousLabelSaysWhatItCanMean() {
    assertThat(cloud.match(GpuRequest.of("accelerator=nvidia-a100")).notes())
        .extracting(Note::toString)
        .containsExactly(
            "gpu.ambiguous: accelerator=nvidia-a100 can mean A100-40G or A100-80G; in cloud 2024-05"
                + " it is A100-40G and A100-80G");
  }

  @Test
  void theCardsOtherSpellingsStayAwayFromACloudsOwnName() {
    assertThat(cloud.match(GpuRequest.of("NVIDIA A10")).isFound()).isFalse();
    assertThat(cloud.match(GpuRequest.of("A10G")).isFound()).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "A100-SXM4                 | A100-40G or A100-80G",
        "H1OO                      | H100-80G or A100-40G or A100-80G",
        "NVIDIA A1OO 8OGB          | A100-80G or A100-40G or H100-80G",
        "Tesla-T4-SHARED           | T4",
        "A100-SXM4-40GB-MIG-1g.5gb | A100-40G or A100-80G",
        "V100-64G                  | V100-16G or V100-32G or V100",
        "L40X                      | L40 or L40S",
        "A10*PNV5                  | A10*PNV4",
        "1/4*T5                    | 1/4*T4"
      })
  void anUnknownNameIsAnsweredWithCanonicalNames(String name, String suggestions) {
    assertError(() -> cloud.match(GpuRequest.of(name)), "gpu.unknown", name, suggestions);
    assertError(() -> cloud.catalog().gpu(name), "gpu.unknown", name, suggestions);
  }

  @Test
  void aTimeSlicedGpuIsNoWholeOne() {
    assertError(() -> cloud.match(GpuRequest.of("NVIDIA-A100-SXM4-80GB-SHARED")), "gpu.unknown");
  }

  @Test
  void theGuideListsEveryModelWithItsFigures() throws IOException {
    List<String> rows;
    try (Stream<String> lines = Files.lines(Path.of("../docs/gpu-names.md"))) {
      rows =
          lines
              .filter(line -> line.startsWith("| `") && line.contains("Gi |"))
              .map(line -> line.substring(0, line.lastIndexOf('|', line.length() - 2)))
              .map(String::strip)
              .toList();
    }

    assertThat(rows)
        .containsExactlyElementsOf(
            GpuModel.all().stream().map(GpuNamesTest::rowOfTheGuide).toList());
  }

  private static String rowOfTheGuide(GpuModel model) {
    return "| `%s` | %s | %s %s |%s"
        .formatted(
            model.name(),
            model.memory(),
            model.architecture(),
            model.computeCapability(),
            model.hasMig() ? " yes" : "");
  }

  private static String names(List<GpuModel> models) {
    return models.stream().map(GpuModel::name).collect(Collectors.joining(", "));
  }
}
