package io.gpuspec;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GpuModelTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "T4                   | T4",
        "tesla-t4             | T4",
        "V100                 | V100-16G, V100-32G",
        "A100                 | A100-40G, A100-80G",
        "Tesla-V100-SXM2-16GB | V100-16G",
        "A10                  | A10",
        "H100                 | H100-80G",
        "L40                  | L40",
        "l40s                 | L40S",
        "T                    | ''",
        "T4 x1                | ''",
        "''                   | ''"
      })
  void aNameStandsForTheModelsThatBearIt(String name, String models) {
    assertThat(String.join(", ", GpuModel.named(name).stream().map(GpuModel::name).toList()))
        .isEqualTo(models);
  }

  @Test
  void nominalAndReportedMemoryAreToldApart() {
    GpuModel t4 = GpuModel.named("T4").get(0);

    assertThat(t4).hasToString("T4 · 16Gi · Turing 7.5");
    assertThat(t4.memoryReported()).contains(MemorySize.ofMebibytes(15109));
    assertThat(t4.aliases()).containsExactly("Tesla-T4");
    assertThat(t4.architecture()).isEqualTo("Turing");
    assertThat(t4.computeCapability()).isEqualTo("7.5");
    assertThat(t4.hasMig()).isFalse();
    assertThat(GpuModel.named("A100-40G").get(0).hasMig()).isTrue();
    assertThat(GpuModel.named("V100-32G").get(0).memoryReported()).isEmpty();
  }

  @Test
  void noCardReportsMoreThanItIsSoldWith() {
    assertThat(GpuModel.all())
        .allSatisfy(
            model ->
                model
                    .memoryReported()
                    .ifPresent(
                        reported -> assertThat(reported).isLessThanOrEqualTo(model.memory())));
  }

  @Test
  void canonicalNamesAreUniqueAndNobodysAlias() {
    List<String> names = new ArrayList<>();
    GpuModel.all().forEach(model -> names.add(model.name()));

    assertThat(names).doesNotHaveDuplicates();
    assertThat(GpuModel.all())
        .allSatisfy(model -> assertThat(model.aliases()).doesNotContainAnyElementsOf(names));
  }
}
