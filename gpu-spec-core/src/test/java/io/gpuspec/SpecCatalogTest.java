package io.gpuspec;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuspec.value.Arch;
import io.gpuspec.value.InvalidValueException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SpecCatalogTest {
  private final SpecCatalog catalog = TestCloud.ofResources("cloud").target().catalog();

  private static List<String> names(SpecCatalog some) {
    return some.specs().stream().map(GpuSpec::name).toList();
  }

  @Test
  void rowsComeSmallestFirstWhateverTheirOrderInTheFileAndWithoutTheRetired() {
    assertThat(names(catalog))
        .containsExactly(
            "1/4*T4 x1",
            "T4 x1",
            "T4g x1",
            "A10*PNV4 x1",
            "V100 x1",
            "small.a100",
            "big.a100",
            "K9 x1",
            "T4 x2",
            "T4 x4",
            "V100 x8");
    assertThat(catalog)
        .hasToString("cloud 2024-05: 11 rows (Cloud, list of shapes, 2024-05 (documented))");
  }

  @Test
  void queriesNarrowAndCombine() {
    assertThat(names(catalog.gpu("T4"))).containsExactly("T4 x1", "T4 x2", "T4 x4");
    assertThat(names(catalog.gpu("Tesla-T4").gpus(2))).containsExactly("T4 x2");
    assertThat(names(catalog.gpu("1/4*T4"))).containsExactly("1/4*T4 x1");
    assertThat(names(catalog.gpu("A100"))).containsExactly("small.a100", "big.a100");
    assertThat(names(catalog.gpu("PVX"))).containsExactly("V100 x1", "V100 x8");
    assertThat(names(catalog.gpus(8))).containsExactly("V100 x8");
    assertThat(names(catalog.fraction("1/4"))).containsExactly("1/4*T4 x1");
    assertThat(names(catalog.fraction("1").gpus(1))).doesNotContain("1/4*T4 x1").contains("T4 x1");
    assertThat(names(catalog.arch(Arch.ARM64))).containsExactly("T4g x1");
    assertThat(names(catalog.gpuMemoryAtLeast("33Gi"))).containsExactly("small.a100", "big.a100");
    assertThat(names(catalog.gpuMemoryAtLeast("80Gi"))).containsExactly("big.a100");
    assertThat(names(catalog.gpuMemoryAtLeast("81Gi"))).isEmpty();
  }

  @Test
  void aQueryLeavesTheCatalogAsItWas() {
    catalog.gpu("T4").gpus(1).specs();

    assertThat(catalog.specs()).hasSize(11);
  }

  @Test
  void retiredRowsAreThereWhenAskedForBeforeOrAfterAQuery() {
    assertThat(names(catalog.gpu("V100").gpus(1).includeRetired()))
        .containsExactly("old.v100", "V100 x1");
    assertThat(names(catalog.includeRetired().gpu("V100").gpus(1)))
        .containsExactly("old.v100", "V100 x1");
  }

  @Test
  void aGpuThatOthersHaveHasNoRowsAndOneThatNobodyHasIsAnError() {
    assertThat(names(catalog.gpu("H100"))).isEmpty();
    assertThat(names(catalog.gpu("L40"))).isEmpty();
    assertError(() -> catalog.gpu("V101"), "gpu.unknown", "V101");
  }

  @Test
  void aRowIsFoundByItsName() {
    assertThat(catalog.row("Small.A100").name()).isEqualTo("small.a100");
    assertThat(catalog.row("old.v100").lifecycle()).isEqualTo(GpuSpec.Lifecycle.RETIRED);
    assertError(() -> catalog.row("smal.a100"), "catalog.unknown", "smal.a100");
  }

  @Test
  void aCatalogIsReadFromAFileThatIsThere(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("cloud.json");
    Files.writeString(file, TestCloud.text("cloud-2024-05.json"));

    assertThat(names(SpecCatalog.read(file))).isEqualTo(names(catalog));
    assertError(() -> SpecCatalog.read(folder.resolve("none.json")), "catalog.unreadable");
    assertError(() -> SpecCatalog.read(folder), "file.unreadable");
  }

  @Test
  void aCatalogOfItsOwnSuggestsItsGpusAndRows() {
    SpecCatalog alone = TestCloud.read(TestCloud.text("cloud-2024-05.json"));

    assertError(() -> alone.gpu("V101"), "gpu.unknown", "V101");
    assertThat(alone.notes()).isEmpty();
    assertThat(alone.shares()).isEmpty();
    assertThat(alone.parts()).isEmpty();
    assertThat(alone.tainted()).isEmpty();
    assertThat(alone.allocatableNote()).isEmpty();
  }

  @Test
  void rowsServeDevicesByNameAndQuality() {
    assertThat(names(catalog.serving(Devices.of("V100", "A100"))))
        .containsExactly("V100 x1", "small.a100", "big.a100", "V100 x8");
    assertThat(names(catalog.serving(Devices.of("V100", "A100").memoryAtLeast("40Gi"))))
        .containsExactly("small.a100", "big.a100");
    assertThat(names(catalog.serving(Devices.any().memoryAtLeast("80Gi"))))
        .containsExactly("big.a100");
  }

  @Test
  void theCheapestComeFirstAndWhatHasNoPriceLast() {
    SpecCatalog nodes = TestCloud.read(TestCloud.text("nodes-2025-03.json"));

    assertThat(names(nodes.cheapestFirst().gpu("T4")))
        .containsExactly("t.small", "t.large", "t.four");
    assertThat(names(nodes.where(row -> row.gpus() == 1).cheapestFirst()))
        .startsWith("t.small", "t.large", "t.slice");
  }

  /** For a target that offers some of the same rows. */
  @Test
  void theRowsOfAQueryAreThoseOfAnotherTarget() {
    SpecCatalog other = catalog.gpu("V100").forTarget("cloud/v100");

    assertThat(other.target()).isEqualTo("cloud/v100");
    assertThat(names(other)).containsExactly("V100 x1", "V100 x8");
    assertThat(names(other.includeRetired())).contains("old.v100");
    assertThat(other.gpuNames()).containsExactly("V100");
    assertThat(other.edition()).isEqualTo("2024-05");
  }

  @Test
  void rowsAreGroupedByGpuInTheOrderOfTheFile() {
    assertThat(catalog.byGpu())
        .extracting(rows -> rows.size())
        .containsExactly(3, 1, 3, 1, 1, 1, 1, 0, 1);
  }

  @Test
  void aMalformedQueryIsAnError() {
    assertThatThrownBy(() -> catalog.fraction("0.25")).isInstanceOf(InvalidValueException.class);
    assertThatThrownBy(() -> catalog.gpuMemoryAtLeast("20GB"))
        .isInstanceOf(InvalidValueException.class);
    assertThatThrownBy(() -> catalog.gpu(" ")).isInstanceOf(InvalidValueException.class);
  }
}
