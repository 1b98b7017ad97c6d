package io.gpuspec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuspec.value.Arch;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.UnknownNameException;
import java.util.List;
import org.junit.jupiter.api.Test;

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
    assertThatThrownBy(() -> catalog.gpu("V101"))
        .isInstanceOf(UnknownNameException.class)
        .hasMessageStartingWith("GPU 'V101' is not known; did you mean V100?");
  }

  @Test
  void aMalformedQueryIsAnError() {
    assertThatThrownBy(() -> catalog.fraction("0.25")).isInstanceOf(InvalidValueException.class);
    assertThatThrownBy(() -> catalog.gpuMemoryAtLeast("20GB"))
        .isInstanceOf(InvalidValueException.class);
    assertThatThrownBy(() -> catalog.gpu(" ")).isInstanceOf(InvalidValueException.class);
  }
}
