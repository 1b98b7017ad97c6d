package io.gpuspec;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.internal.GpuSpelling;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GpuSpellingTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "T4                                     | t4",
        "' T4 '                                 | t4",
        "NVIDIA A100 80GB PCIe                  | a100-80gb-pcie",
        "NVIDIA_A100__80GB - PCIe               | a100-80gb-pcie",
        "NVIDIA Tesla T4                        | t4",
        "Tesla NVIDIA T4                        | t4",
        "NVIDIA                                 | nvidia",
        "nvidia-                                | nvidia",
        "NVIDIA Tesla                           | tesla",
        "NVIDIAT4                               | nvidiat4",
        "A10*PNV4                               | a10*pnv4",
        "A16(GA107)                             | a16(ga107)",
        "accelerator=nvidia-a100                | a100",
        "Accelerator=NVIDIA-A100                | a100",
        "aliyun.accelerator/nvidia_name=Tesla-T4 | t4",
        "accelerator=                           | accelerator=",
        "accelerator= -                         | accelerator=",
        "accelerator=a=b                        | accelerator=a=b",
        "nvidia accelerator=t4                  | nvidia-accelerator=t4",
        "zone=T4                                | zone=t4",
        "''                                     | ''",
        "' -_'                                  | ''"
      })
  void writesANameInTheOneForm(String name, String form) {
    assertThat(GpuSpelling.of(name)).isEqualTo(form);
  }

  @Test
  void aNameOfAnyLengthIsRead() {
    assertThat(GpuSpelling.of("nvidia-".repeat(100_000) + "T4")).isEqualTo("t4");
  }
}
