package io.gpuspec.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CudaFitCommandTest {
  private static final String PYTORCH = "pytorch/pytorch:2.0.1-cuda11.7-cudnn8-runtime";

  @Test
  void theDocumentsImageRunsOnTheDocumentsDriver() {
    Run run = Run.line("cuda-fit --image " + PYTORCH + " --driver 470.182.03");

    assertThat(run.status()).isZero();
    assertThat(run.err()).isEmpty();
    assertThat(run.out().lines())
        .startsWith(
            "fits: CUDA 11.7 on driver 470.182.03 (minor-version compatibility)",
            "  image     " + PYTORCH,
            "  why       driver 470.182.03 is not older than 450.80.02, from which on drivers run any CUDA 11.x");
  }

  @Test
  void theAnswerHasTheContractsKeys() {
    Run run = Run.line("cuda-fit --image " + PYTORCH + " --driver 470.182.03 -o json");
    JsonNode answer = run.json();

    assertThat(run.status()).isZero();
    assertThat(answer.fieldNames())
        .toIterable()
        .contains("fits", "cuda", "driver", "reason", "citation");
    assertThat(answer.path("fits").asBoolean()).isTrue();
    assertThat(answer.path("cuda").asText()).isEqualTo("11.7");
    assertThat(answer.path("driver").asText()).isEqualTo("470.182.03");
    assertThat(answer.at("/citation/status").asText()).isEqualTo("documented");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        // TKE documents branch 470 with CUDA 11.4 for whole cards, and 450 with 11.0 for shares.
        "--image " + PYTORCH + " --provider tke --gpu T4               | 0 | minor-version",
        "--image " + PYTORCH + " --provider tke --gpu Tesla-T4         | 0 | minor-version",
        "--image " + PYTORCH + " --provider tke --gpu 1/4*T4           | 0 | minor-version",
        "--image nvidia/cuda:11.4.0-base --provider tke --gpu A10*PNV4 | 0 | minor-version",
        "--image pytorch/pytorch:2.4.0-cuda12.4-cudnn9-devel --provider tke --gpu V100 | 1 | ''",
        "--image nvidia/cuda:12.4.0-base --provider tke --gpu T4       | 0 | forward",
        "--image nvidia/cuda:12.0-base --provider tke --gpu 1/4*T4     | 1 | ''",
        "--image r/llm:cu128 --provider tke --gpu PNV5b                | 0 | minor-version",
        "--image r/llm:v1 --cuda 12.8 --driver 570.26                  | 0 | backward",
        "--cuda 12.4 --driver R535                                     | 0 | minor-version",
        "--cuda 12.4 --driver 470.182.03                               | 1 | ''",
        "--cuda 12.4 --gpu L40S --driver 535.161.07                    | 0 | minor-version",
        "--cuda 13.0 --gpu V100 --driver 580.65.06                     | 1 | ''",
      })
  void theStatusIsTheAnswer(String flags, int status, String by) {
    Run run = Run.line("cuda-fit -o json " + flags);

    assertThat(run.status()).isEqualTo(status);
    assertThat(run.json().path("fits").asBoolean()).isEqualTo(status == 0);
    assertThat(run.json().path("by").asText()).isEqualTo(by);
  }

  /** The text of 2022 names the newest driver; the page of 2026 names several. */
  @Test
  void driversOfQgpuAreThoseOfTheEdition() {
    assertThat(
            Run.line("cuda-fit --cuda 12.4 --provider tke/qgpu --edition 2022-01 --gpu T4").out())
        .startsWith("does not fit: CUDA 12.4 on driver 450.102.04");
    assertThat(
            Run.line("cuda-fit --cuda 11.3 --provider tke/qgpu --edition 2022-01 --gpu T4").out())
        .startsWith("fits: CUDA 11.3");
    assertThat(Run.line("cuda-fit --cuda 12.4 --provider tke/qgpu --gpu T4").err())
        .contains("documents several (450, 470, 515, 525, 535, 550, 570) for 'T4'");
  }

  @Test
  void howANameWasReadIsTold() {
    assertThat(Run.line("cuda-fit --cuda 12.8 --provider tke --gpu PNV5b").out())
        .contains("gpu.alias: PNV5b was read as L20", "driver.from-cuda: tke documents CUDA 12.7");
  }
}
