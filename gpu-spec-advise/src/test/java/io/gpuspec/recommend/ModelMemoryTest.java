package io.gpuspec.recommend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.MemorySize;
import io.gpuspec.value.Note;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ModelMemoryTest {
  private static final KvCache LLAMA_8B = KvCache.of(32, 8, 128);

  private static List<String> parts(ModelMemory memory) {
    return memory.parts().stream()
        .map(part -> part.name() + " " + part.size().toBytes() + " = " + part.formula())
        .toList();
  }

  @Test
  void inferenceIsWeightsCacheAndOverhead() {
    ModelMemory memory =
        ModelMemory.inference("8B", Precision.FP16).kvCache(LLAMA_8B.tokens(8192).sequences(4));

    assertThat(parts(memory))
        .containsExactly(
            "weights 16000000000 = 8B parameters x 2 bytes",
            "kv cache 4294967296 = 2 x 32 layers x 8 heads x 128 x 8192 tokens x 4 sequences x 2 bytes",
            "overhead 3200000000 = 20 % of the weights");
    assertThat(memory.total().toBytes()).isEqualTo(23_494_967_296L);
    assertThat(memory.parameters()).isEqualTo(8_000_000_000L);
    assertThat(memory.precision()).isEqualTo(Precision.FP16);
    assertThat(memory.isTrained()).isFalse();
    assertThat(memory.notes()).isEmpty();
    assertThat(memory).hasToString("about 21.9Gi for 8B parameters in fp16, inference");
  }

  @Test
  void aCachePrintsAsItsExampleSays() {
    assertThat(LLAMA_8B.tokens(128_000).size()).hasToString("16000Mi");
    assertThat(LLAMA_8B.tokens(8192).sequences(4).size()).hasToString("4Gi");
  }

  @Test
  void trainingInMixedPrecisionWithAdamIsSixteenBytesAParameter() {
    ModelMemory memory = ModelMemory.training("7B", Precision.BF16, Optimizer.ADAM);

    assertThat(parts(memory))
        .containsExactly(
            "weights 14000000000 = 7B parameters x 2 bytes",
            "gradients 14000000000 = 7B parameters x 2 bytes",
            "optimizer 84000000000 = 7B parameters x 12 bytes (fp32 copy of the weights, momentum"
                + " and variance)");
    assertThat(memory.total().toBytes()).isEqualTo(7_000_000_000L * 16);
    assertThat(memory.isTrained()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    // Weights, gradients, fp32 copy where the precision is mixed, states.
    "fp32, adam, 16",
    "fp32, adam-8bit, 10",
    "fp32, sgd-momentum, 12",
    "fp32, sgd, 8",
    "bf16, adam, 16",
    "fp16, adam-8bit, 10",
    "fp16, sgd-momentum, 12",
    "bf16, sgd, 8",
  })
  void bytesOfAParameterThatIsTrained(String precision, String optimizer, long bytes) {
    ModelMemory memory =
        ModelMemory.training("1B", Precision.parse(precision), Optimizer.parse(optimizer));

    assertThat(memory.total().toBytes()).isEqualTo(bytes * 1_000_000_000);
  }

  @Test
  void onlyTheAdaptersOfLoraAreTrained() {
    ModelMemory memory = ModelMemory.lora("70B", Precision.INT4, "200M", Optimizer.ADAM);

    assertThat(parts(memory))
        .containsExactly(
            "weights 35000000000 = 70B parameters x 4 bits",
            "adapters 400000000 = 200M parameters x 2 bytes",
            "gradients 400000000 = 200M parameters x 2 bytes",
            "optimizer 2400000000 = 200M parameters x 12 bytes (fp32 copy of the weights, momentum"
                + " and variance)");
    assertThat(memory).hasToString("about 35.6Gi for 70B parameters in int4, LoRA with adam");
  }

  @Test
  void whatIsStatedIsAddedAndWhatIsNothingIsLeftOut() {
    ModelMemory memory =
        ModelMemory.training("1B", Precision.FP32, Optimizer.SGD).activations("10Gi").overhead(5);

    assertThat(parts(memory))
        .containsExactly(
            "weights 4000000000 = 1B parameters x 4 bytes",
            "gradients 4000000000 = 1B parameters x 4 bytes",
            "activations 10737418240 = as stated",
            "overhead 200000000 = 5 % of the weights");
  }

  @Test
  void halfABytesAndHalfAPercentAreRoundedUp() {
    ModelMemory memory = ModelMemory.inference("3", Precision.INT4).overhead(1);

    assertThat(parts(memory))
        .containsExactly("weights 2 = 3 parameters x 4 bits", "overhead 1 = 1 % of the weights");
  }

  @Test
  void whatIsNotCountedIsSaid() {
    assertThat(ModelMemory.training("1B", Precision.BF16, Optimizer.ADAM).notes())
        .extracting(Note::id)
        .containsExactly("model.activations");
    assertThat(
            ModelMemory.training("1B", Precision.BF16, Optimizer.ADAM).activations("1Gi").notes())
        .isEmpty();
    assertThat(ModelMemory.inference("1B", Precision.INT8).notes())
        .extracting(Note::id)
        .containsExactly("model.kv-cache", "model.quantized");
    assertThat(ModelMemory.inference("1B", Precision.FP16).kvCache(LLAMA_8B).notes()).isEmpty();
  }

  @Test
  void everyFormulaHasASourceAndWhatIsStatedHasNone() {
    ModelMemory memory = ModelMemory.inference("8B", Precision.FP16).kvCache(LLAMA_8B);

    assertThat(memory.parts())
        .extracting(part -> part.citation().orElseThrow().title())
        .containsExactly(
            "Hugging Face Transformers, Optimizing LLMs for Speed and Memory",
            "NVIDIA Technical Blog, Mastering LLM Techniques: Inference Optimization",
            "EleutherAI, Transformer Math 101");
    assertThat(memory.overhead(0).activations("1Gi").parts().get(2).citation()).isEmpty();
  }

  @Test
  void anExplanationShowsEveryPart() {
    assertThat(ModelMemory.inference("8B", Precision.INT4).overhead(0).explain())
        .hasToString(
            """
            about 3.7Gi for 8B parameters in int4, inference
            PART     MEMORY       FORMULA                 SOURCE
            weights  about 3.7Gi  8B parameters x 4 bits  Hugging Face Transformers, Optimizing LLMs for Speed and Memory, 2023 (third-party)
            note: the KV cache is not counted, nor the CUDA context of each GPU; both take of what the GPUs have beyond the model, so leave room for as many tokens as are kept at once
            note: int4 weights are counted at 4 bits each; scales and layers kept in 16 bits come on top""");
  }

  @Test
  void aKvCacheIsItsOwnValue() {
    KvCache cache = LLAMA_8B.tokens(10).sequences(2).precision(Precision.FP8);

    assertThat(cache).isEqualTo(LLAMA_8B.precision(Precision.FP8).sequences(2).tokens(10));
    assertThat(cache).hasSameHashCodeAs(LLAMA_8B.precision(Precision.FP8).sequences(2).tokens(10));
    assertThat(cache).isNotEqualTo(LLAMA_8B);
    for (KvCache other :
        List.of(
            KvCache.of(31, 8, 128),
            KvCache.of(32, 9, 128),
            KvCache.of(32, 8, 127),
            LLAMA_8B.tokens(2),
            LLAMA_8B.sequences(2),
            LLAMA_8B.precision(Precision.FP8))) {
      assertThat(other).isNotEqualTo(LLAMA_8B).doesNotHaveSameHashCodeAs(LLAMA_8B);
    }
    assertThat(LLAMA_8B).isEqualTo(LLAMA_8B.precision(Precision.FP16)).isNotEqualTo("32");
    assertThat(cache.size()).isEqualTo(MemorySize.parse("1280Ki"));
    assertThat(cache)
        .hasToString(
            "about 1.3Mi = 2 x 32 layers x 8 heads x 128 x 10 tokens x 2 sequences x 1 byte");
  }

  @Test
  void aCacheBeyond64BitsStillHasItsFormula() {
    assertThat(LLAMA_8B.tokens(Long.MAX_VALUE))
        .hasToString(
            "more than 64 bits = 2 x 32 layers x 8 heads x 128 x 9223372036854775807 tokens x 1"
                + " sequences x 2 bytes");
    assertThat(KvCache.of(1, 1, 1).precision(Precision.INT4).size().toBytes()).isEqualTo(1);
    assertThat(KvCache.of(1, 1, 1).precision(Precision.INT4))
        .asString()
        .endsWith(" x 1 tokens x 1 sequences x 4 bits");
  }

  @Test
  void boundsThemselvesAreAllowed() {
    ModelMemory memory = ModelMemory.inference("1B", Precision.FP16);

    assertThat(memory.overhead(0).total().toBytes()).isEqualTo(2_000_000_000L);
    assertThat(memory.overhead(1000).total().toBytes()).isEqualTo(22_000_000_000L);
    assertThat(memory.activations("0").total()).isEqualTo(memory.total());
    assertThat(memory.activations("1Gi").overhead(0).parts().get(1))
        .hasToString("activations 1Gi = as stated");
  }

  /** LoRA trains what its weights are not kept in. */
  @Test
  void notesAreOfWeightsAndOfTraining() {
    ModelMemory lora = ModelMemory.lora("70B", Precision.INT4, "200M", Optimizer.ADAM);

    assertThat(lora.isTrained()).isTrue();
    assertThat(lora.notes())
        .extracting(Note::id)
        .containsExactly("model.activations", "model.quantized");
    assertThat(lora.notes().get(0).message())
        .isEqualTo(
            "activations are not counted; they depend on batch, length and what is recomputed, so"
                + " state them where they matter");
    assertThat(ModelMemory.training("1B", Precision.FP32, Optimizer.SGD))
        .hasToString("about 7.5Gi for 1B parameters in fp32, training with sgd");
  }

  @Test
  void badInputNamesTheValueAndTheFix() {
    ModelMemory trained = ModelMemory.training("1B", Precision.BF16, Optimizer.ADAM);

    assertRefused(
        () -> ModelMemory.training("7B", Precision.INT8, Optimizer.ADAM),
        "'int8' weights are not trained as a whole; write fp32, fp16 or bf16");
    assertRefused(() -> trained.kvCache(LLAMA_8B), "belongs to inference");
    assertRefused(() -> trained.overhead(-1), "overhead: '-1' is out of range; give 0 to 1000");
    assertRefused(() -> trained.overhead(1001), "'1001'");
    assertRefused(() -> trained.activations("-1Gi"), "activations: '-1Gi' is negative");
    assertRefused(
        () -> Precision.parse("fp4"),
        "precision: 'fp4' is not known; write fp32, fp16, bf16, fp8, int8 or int4");
    assertRefused(
        () -> Optimizer.parse("lion"),
        "optimizer: 'lion' is not known; write adam, adam-8bit, sgd-momentum or sgd");
    assertRefused(() -> KvCache.of(0, 8, 128), "kv cache: '0' layers is not possible");
    assertRefused(() -> KvCache.of(1, -8, 128), "'-8' key-value heads");
    assertRefused(() -> KvCache.of(1, 8, 0), "'0' dimension of a head");
    assertRefused(() -> LLAMA_8B.tokens(0), "'0' tokens");
    assertRefused(() -> LLAMA_8B.sequences(0), "'0' sequences");
    assertRefused(
        () -> LLAMA_8B.tokens(Long.MAX_VALUE).size(),
        "out of range; allowed: up to 9223372036854775807 bytes");
  }

  private static void assertRefused(ThrowingCallable call, String says) {
    assertThatThrownBy(call).isInstanceOf(InvalidValueException.class).hasMessageContaining(says);
  }
}
