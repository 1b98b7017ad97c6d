package io.gpuspec.judges;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class PinnedTest {
  @Test
  void theVersionOfAJudgeIsTheOneThatItsModuleRequires() {
    assertThat(Pinned.version("prometheus", "github.com/prometheus/prometheus"))
        .matches("\\d+\\.\\d+\\.\\d+");
    assertThat(Pinned.version("nvidia", "github.com/NVIDIA/go-nvml"))
        .matches("\\d+\\.\\d+\\.\\d+-\\d+");
  }

  @Test
  void aModuleThatIsNotRequiredHasNoVersion() {
    assertThatThrownBy(() -> Pinned.version("prometheus", "github.com/prometheus/prom"))
        .hasMessage("prometheus does not require github.com/prometheus/prom");
  }
}
