package io.gpuspec.recommend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Estimates beside what was published or measured, each within the bound that the Javadoc says. */
class ModelMemoryFiguresTest {
  /** Between a checkpoint and what the rounded name of its model gives. */
  private static final int WEIGHTS = 5;

  /** Between a measured peak and the total with the usual overhead. */
  private static final int TOTAL = 20;

  private static final double GIBIBYTE = 1L << 30;

  private static long weights(String parameters, String precision) {
    return ModelMemory.inference(parameters, Precision.parse(precision))
        .parts()
        .get(0)
        .size()
        .toBytes();
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    // "total_size" of model.safetensors.index.json in each model's repository on Hugging Face.
    "Llama 2 7B, 7B, 13476835328",
    "Mistral 7B v0.1, 7B, 14483464192",
    "Falcon 7B, 7B, 13843441408",
    "Llama 3.1 70B, 70B, 141107412992",
    "BLOOM, 176B, 352494542848",
  })
  void theNameOfAModelGivesItsCheckpointIn16Bits(String model, String name, long bytes) {
    assertThat(weights(name, "bf16")).isCloseTo(bytes, withinPercentage(WEIGHTS));
  }

  @Test
  void theExactCountGivesTheCheckpointExactly() {
    // BLOOM's model card counts 176,247,271,424 parameters.
    assertThat(weights("176.247271424B", "bf16")).isEqualTo(352_494_542_848L);
  }

  @ParameterizedTest
  @CsvSource({
    // Hugging Face, Llama 3.1 - 405B, 70B & 8B with multilinguality and long context, 2024-07-23.
    "8B, fp16, 16",
    "8B, fp8, 8",
    "8B, int4, 4",
    "70B, fp16, 140",
    "70B, fp8, 70",
    "70B, int4, 35",
    "405B, fp16, 810",
    "405B, fp8, 405",
    "405B, int4, 203",
    // Hugging Face Transformers, Optimizing LLMs for Speed and Memory, 2023: GPT-3, BLOOM, Llama 2
    // 70B, Falcon 40B, MPT 30B, StarCoder.
    "175B, bf16, 350",
    "176B, bf16, 352",
    "70B, bf16, 140",
    "40B, bf16, 80",
    "30B, bf16, 60",
    "15.5B, bf16, 31",
    // NVIDIA, Mastering LLM Techniques: Inference Optimization, 2023-11-17: Llama 2 7B.
    "7B, fp16, 14",
  })
  void weightsAreThePublishedGigabytes(String parameters, String precision, double gigabytes) {
    assertThat((double) weights(parameters, precision))
        .isCloseTo(gigabytes * 1e9, withinPercentage(0.5));
  }

  @ParameterizedTest
  @CsvSource({
    // The same Llama 3.1 page, whose "GB" are 1024^3 bytes; its 1k is 1024 tokens, the others are
    // thousands. Its 405B has 16 key-value heads, as first released; with 8, as now, it is half.
    "32, 8, 128, 1024, 0.125",
    "32, 8, 128, 16000, 1.95",
    "32, 8, 128, 128000, 15.62",
    "80, 8, 128, 1024, 0.313",
    "80, 8, 128, 16000, 4.88",
    "80, 8, 128, 128000, 39.06",
    "126, 16, 128, 1024, 0.984",
    "126, 16, 128, 16000, 15.38",
    "126, 16, 128, 128000, 123.05",
    // NVIDIA's example: Llama 2 7B, whose 32 heads all have keys and values of their own.
    "32, 32, 128, 4096, 2",
  })
  void theCacheIsAsPublished(int layers, int heads, int dimension, long tokens, double gibibytes) {
    assertThat(KvCache.of(layers, heads, dimension).tokens(tokens).size().toBytes() / GIBIBYTE)
        .isCloseTo(gibibytes, withinPercentage(0.5));
  }

  @Test
  void gpt2TakesThe24GigabytesOfTheZeroPaper() {
    assertThat(ModelMemory.training("1.5B", Precision.FP16, Optimizer.ADAM).total().toBytes())
        .isEqualTo(24_000_000_000L);
  }

  @ParameterizedTest
  @CsvSource({
    // Peaks of OctoCoder, 15.5B, in Optimizing LLMs for Speed and Memory.
    "bf16, 29.0260648727417",
    "int8, 15.219234466552734",
    "int4, 9.543574333190918",
  })
  void theTotalOfAnInferenceIsNearItsMeasuredPeak(String precision, double gibibytes) {
    assertThat(
            ModelMemory.inference("15.5B", Precision.parse(precision)).total().toBytes() / GIBIBYTE)
        .isCloseTo(gibibytes, withinPercentage(TOTAL));
  }
}
