package io.gpuspec.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.gpuspec.Gpus;
import io.gpuspec.Use;
import io.gpuspec.json.GpuJson;
import io.gpuspec.recommend.Need;
import io.gpuspec.recommend.Precision;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RecommendCommandTest {
  private static final String TKE = "recommend --provider tke ";

  @Test
  void theAnswerIsOneCallAwayInJava() {
    Need need =
        Need.of(Use.TRAINING).gpus(2).gpuMemory("10Gi").model("1B", Precision.BF16).cheapest();
    Run run =
        Run.line(
            TKE
                + "--for training --gpus 2 --gpu-memory 10Gi --model-params 1B --precision bf16"
                + " --prefer cheapest -o json");

    assertThat(run.out().strip()).isEqualTo(GpuJson.write(need.on(Gpus.load().in("tke"))).strip());
    assertThat(run.status()).isZero();
    assertThat(run.err()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"inference", "training", "graphics", "dev"})
  void everyUseHasRecommendationsWithReasonAndSource(String use) {
    Run run = Run.line(TKE + "--for " + use + " -o json");

    assertThat(run.status()).isZero();
    assertThat(run.json().path("recommendations"))
        .isNotEmpty()
        .allSatisfy(
            one -> {
              assertThat(one.path("reason").asText()).isNotBlank();
              assertThat(one.at("/citation/title").asText()).isNotBlank();
              assertThat(one.at("/spec/provider").asText()).isEqualTo("tke");
              assertThat(one.at("/spec/cpu").isTextual()).isTrue();
            });
  }

  @Test
  void memoryAndCountNarrowIt() {
    JsonNode answer = Run.line(TKE + "--for training --gpus 4 --gpu-memory 20Gi -o json").json();
    List<String> names = new ArrayList<>();
    answer.path("recommendations").forEach(one -> names.add(one.at("/spec/name").asText()));

    assertThat(names).containsExactly("A10*PNV4 x4");
  }

  @Test
  void aNeedThatNothingServesIsStatus1WithReasons() {
    Run run = Run.line(TKE + "--for inference --model-params 405B -o json");

    assertThat(run.status()).isEqualTo(1);
    assertThat(run.json().path("recommendations")).isEmpty();
    assertThat(run.json().path("rejected"))
        .isNotEmpty()
        .allSatisfy(one -> assertThat(one.path("reasons")).isNotEmpty());
    assertThat(run.json().at("/model/parameters").asLong()).isEqualTo(405_000_000_000L);
    assertThat(Run.line(TKE + "--for dev --budget 1USD").out())
        .startsWith("nothing for dev on GPUs or shares, for 1 USD per hour at most\n")
        .contains("price: not known");
  }

  @Test
  void withoutAProviderEveryCloudAnswers() {
    Run run = Run.line("recommend --for inference");

    assertThat(run.status()).isZero();
    assertThat(run.out())
        .startsWith("for inference on GPUs or shares\n")
        .contains("T4 x1 · 8 cores · 32Gi  on tke\n  why       ");
  }
}
