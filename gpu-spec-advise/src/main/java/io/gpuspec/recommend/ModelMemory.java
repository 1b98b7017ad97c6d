package io.gpuspec.recommend;

import io.gpuspec.internal.Arguments;
import io.gpuspec.internal.TextTable;
import io.gpuspec.internal.Words;
import io.gpuspec.value.Answer;
import io.gpuspec.value.Citation;
import io.gpuspec.value.Facts;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.Listing;
import io.gpuspec.value.MemorySize;
import io.gpuspec.value.Note;
import io.gpuspec.value.Text;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * An estimate of the GPU memory for a model, part by part, over all GPUs together.
 *
 * <pre>{@code
 * ModelMemory chat =
 *     ModelMemory.inference("8B", Precision.FP16)
 *         .kvCache(KvCache.of(32, 8, 128).tokens(8192).sequences(4));
 *     // about 21.9Gi for 8B parameters in fp16, inference
 * chat.parts();
 *     // weights about 14.9Gi = 8B parameters x 2 bytes
 *     // kv cache 4Gi = 2 x 32 layers x 8 heads x 128 x 8192 tokens x 4 sequences x 2 bytes
 *     // overhead about 3Gi = 20 % of the weights
 * ModelMemory.training("7B", Precision.BF16, Optimizer.ADAM);
 *     // about 104.3Gi for 7B parameters in bf16, training with adam
 * ModelMemory.lora("70B", Precision.INT4, "200M", Optimizer.ADAM);
 *     // about 35.6Gi for 70B parameters in int4, LoRA with adam
 * }</pre>
 *
 * <p>A count of parameters is written as in a model's name: {@code 7B}, {@code 6.74B}, {@code
 * 350M}. Sizes are exact for the numbers given and rounded up to a byte.
 *
 * <p><b>Bound.</b> Weights are within 5 % of the published size of a checkpoint, mostly because the
 * model's name is rounded. The total of an inference is within 20 % of a measured peak. {@code
 * docs/recommend.md} has the figures, and {@code ModelMemoryFiguresTest} checks them.
 *
 * <p><b>Not included.</b> The activations of a training are zero until {@link #activations} states
 * them, because they depend on batch, length and what is recomputed; a note says so. If GPUs share
 * a model, each is assumed to hold an equal part of everything.
 *
 * <p>It is immutable. Invalid values throw {@link InvalidValueException}.
 */
public final class ModelMemory implements Answer {
  /** The usual overhead of a forward pass, in percent of the weights (Transformer Math 101). */
  private static final int USUAL_OVERHEAD = 20;

  private static final int MOST_OVERHEAD = 1000;
  private static final int FP32_COPY_BYTES = 4;

  private static final Citation LOADING =
      new Citation(
          "Hugging Face Transformers, Optimizing LLMs for Speed and Memory",
          "2023",
          Citation.Status.THIRD_PARTY,
          Optional.of(
              "https://huggingface.co/docs/transformers/main/en/llm_tutorial_optimization"));
  private static final Citation CACHE =
      new Citation(
          "NVIDIA Technical Blog, Mastering LLM Techniques: Inference Optimization",
          "2023-11-17",
          Citation.Status.DOCUMENTED,
          Optional.of(
              "https://developer.nvidia.com/blog/mastering-llm-techniques-inference-optimization/"));
  private static final Citation ZERO =
      new Citation(
          "ZeRO: Memory Optimizations Toward Training Trillion Parameter Models"
              + " (arXiv 1910.02054)",
          "2020",
          Citation.Status.THIRD_PARTY,
          Optional.of("https://arxiv.org/abs/1910.02054"));
  private static final Citation TRANSFORMER_MATH =
      new Citation(
          "EleutherAI, Transformer Math 101",
          "2023-04-18",
          Citation.Status.THIRD_PARTY,
          Optional.of("https://blog.eleuther.ai/transformer-math/"));

  /**
   * One part of the memory.
   *
   * @param name such as {@code weights}
   * @param size how much
   * @param formula how it was worked out
   * @param citation where the formula comes from; empty for what the caller stated
   */
  public record Part(String name, MemorySize size, String formula, Optional<Citation> citation) {
    /** Refuses null. */
    public Part {
      Arguments.notNull("name, size, formula, citation", name, size, formula, citation);
    }

    /** Returns text such as {@code weights about 14.9Gi = 8B parameters x 2 bytes}. */
    @Override
    public String toString() {
      return name + " " + Words.memory(size) + " = " + formula;
    }
  }

  /** The trained parameters and the optimizer; absent for inference. */
  private record Trained(ParameterCount parameters, Optimizer optimizer) {}

  private final ParameterCount parameters;
  private final Precision precision;
  private final Optional<Trained> all;
  private final Optional<Trained> adapters;
  private final Optional<KvCache> cache;
  private final MemorySize activations;
  private final int overhead;

  private ModelMemory(
      ParameterCount parameters,
      Precision precision,
      Optional<Trained> all,
      Optional<Trained> adapters,
      Optional<KvCache> cache,
      MemorySize activations,
      int overhead) {
    this.parameters = parameters;
    this.precision = Arguments.required("precision", precision, "a Precision");
    this.all = all;
    this.adapters = adapters;
    this.cache = cache;
    this.activations = activations;
    this.overhead = overhead;
  }

  /**
   * Returns the memory for inference: weights, an optional KV cache, and 20 % of the weights as
   * overhead.
   *
   * @param parameters how many, such as {@code 8B}
   * @param precision what the weights are kept in
   */
  public static ModelMemory inference(String parameters, Precision precision) {
    return new ModelMemory(
        ParameterCount.parse(parameters),
        precision,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        MemorySize.ZERO,
        USUAL_OVERHEAD);
  }

  /**
   * Returns the memory for training the whole model: weights, gradients and the optimizer's states;
   * with fp16 and bf16, also a copy of the weights in fp32 (mixed precision).
   *
   * @param parameters how many, such as {@code 7B}
   * @param precision fp32, fp16 or bf16
   */
  public static ModelMemory training(String parameters, Precision precision, Optimizer optimizer) {
    if (Arguments.required("precision", precision, "a Precision").bits() < 16) {
      throw new InvalidValueException(
          "recommend.unsupported",
          "precision: '"
              + precision
              + "' weights are not trained as a whole; write fp32, fp16 or bf16, or estimate LoRA");
    }
    ParameterCount count = ParameterCount.parse(parameters);
    return new ModelMemory(
        count,
        precision,
        Optional.of(trained(count, optimizer)),
        Optional.empty(),
        Optional.empty(),
        MemorySize.ZERO,
        0);
  }

  /**
   * Returns the memory for training adapters (LoRA) in mixed precision while the model's weights
   * stay unchanged.
   *
   * @param parameters how many the model has, such as {@code 70B}
   * @param precision what its weights are kept in
   * @param adapters how many parameters the adapters have, such as {@code 200M}
   */
  public static ModelMemory lora(
      String parameters, Precision precision, String adapters, Optimizer optimizer) {
    return new ModelMemory(
        ParameterCount.parse(parameters),
        precision,
        Optional.empty(),
        Optional.of(trained(ParameterCount.parse(adapters), optimizer)),
        Optional.empty(),
        MemorySize.ZERO,
        0);
  }

  private static Trained trained(ParameterCount count, Optimizer optimizer) {
    return new Trained(count, Arguments.required("optimizer", optimizer, "an Optimizer"));
  }

  /**
   * Returns a copy with a KV cache.
   *
   * @throws InvalidValueException if the model is trained: only what answers keeps one
   */
  public ModelMemory kvCache(KvCache cache) {
    Arguments.required("kv cache", cache, "a KvCache");
    if (isTrained()) {
      throw new InvalidValueException(
          "recommend.conflict",
          "kv cache: '" + cache + "' belongs to inference; estimate that instead");
    }
    return with(Optional.of(cache), activations, overhead);
  }

  /** Returns a copy with this much memory for activations. */
  public ModelMemory activations(String size) {
    return activations(MemorySize.parse(size));
  }

  /**
   * Returns a copy with this much memory for activations.
   *
   * @throws InvalidValueException if it is negative
   */
  public ModelMemory activations(MemorySize size) {
    if (Arguments.required("activations", size, "a size").isNegative()) {
      throw new InvalidValueException(
          "recommend.out-of-range", "activations: '" + size + "' is negative; give 0 or more");
    }
    return with(cache, size, overhead);
  }

  /**
   * Returns a copy with this percentage of the weights as overhead, instead of 20 for inference and
   * none for training.
   *
   * @param percent from 0 to 1000
   */
  public ModelMemory overhead(int percent) {
    if (percent < 0 || percent > MOST_OVERHEAD) {
      throw new InvalidValueException(
          "recommend.out-of-range",
          "overhead: '%s' is out of range; give 0 to %s percent".formatted(percent, MOST_OVERHEAD));
    }
    return with(cache, activations, percent);
  }

  private ModelMemory with(Optional<KvCache> cache, MemorySize activations, int overhead) {
    return new ModelMemory(parameters, precision, all, adapters, cache, activations, overhead);
  }

  /** Returns how many parameters the model has. */
  public long parameters() {
    return parameters.value();
  }

  /** Returns what the weights are kept in. */
  public Precision precision() {
    return precision;
  }

  /** Returns whether the model, or adapters of it, are trained. */
  public boolean isTrained() {
    return all.isPresent() || adapters.isPresent();
  }

  /** Returns all parts together. */
  public MemorySize total() {
    return parts().stream().map(Part::size).reduce(MemorySize.ZERO, MemorySize::plus);
  }

  /** Returns the parts of the memory, without empty ones. */
  public Listing<Part> parts() {
    List<Part> parts = new ArrayList<>();
    parts.add(part("weights", parameters, precision, LOADING));
    all.ifPresent(trained -> addTrained(parts, trained, precision));
    adapters.ifPresent(
        trained -> {
          parts.add(part("adapters", trained.parameters(), Precision.BF16, LOADING));
          addTrained(parts, trained, Precision.BF16);
        });
    cache.ifPresent(
        kept -> parts.add(new Part("kv cache", kept.size(), kept.formula(), Optional.of(CACHE))));
    parts.add(new Part("activations", activations, "as stated", Optional.empty()));
    parts.add(overheadOf(parts.get(0).size()));
    return parts.stream().filter(part -> !part.size().isZero()).collect(Listing.collector());
  }

  private static Part part(String name, ParameterCount count, Precision each, Citation citation) {
    return new Part(
        name,
        each.of(BigInteger.valueOf(count.value())),
        count + " parameters x " + each.width(),
        Optional.of(citation));
  }

  private static void addTrained(List<Part> parts, Trained trained, Precision precision) {
    parts.add(part("gradients", trained.parameters(), precision, ZERO));
    Optimizer optimizer = trained.optimizer();
    boolean mixed = precision != Precision.FP32;
    int bytes = optimizer.stateBytes() + (mixed ? FP32_COPY_BYTES : 0);
    parts.add(
        new Part(
            "optimizer",
            MemorySize.ofBytes(trained.parameters().value()).times(bytes),
            "%s parameters x %s bytes (%s%s)"
                .formatted(
                    trained.parameters(),
                    bytes,
                    mixed ? "fp32 copy of the weights, " : "",
                    optimizer.states()),
            Optional.of(TRANSFORMER_MATH)));
  }

  private Part overheadOf(MemorySize weights) {
    BigInteger hundredths =
        BigInteger.valueOf(weights.toBytes()).multiply(BigInteger.valueOf(overhead));
    BigInteger roundedUp = hundredths.add(BigInteger.valueOf(99)).divide(BigInteger.valueOf(100));
    return new Part(
        "overhead",
        MemorySize.ofBytes(roundedUp.longValueExact()),
        overhead + " % of the weights",
        Optional.of(TRANSFORMER_MATH));
  }

  /** Returns what should be known about the estimate. */
  public Listing<Note> notes() {
    List<Note> notes = new ArrayList<>();
    if (isTrained() && activations.isZero()) {
      notes.add(
          Note.of(
              "model.activations",
              "activations are not counted; they depend on batch, length and what is recomputed,"
                  + " so state them where they matter"));
    }
    if (!isTrained() && cache.isEmpty()) {
      notes.add(
          Note.of(
              "model.kv-cache",
              "the KV cache is not counted, nor the CUDA context of each GPU; both take of what the"
                  + " GPUs have beyond the model, so leave room for as many tokens as are kept at"
                  + " once"));
    }
    if (precision.bits() < 16) {
      notes.add(
          Note.of(
              "model.quantized",
              "%s weights are counted at %s each; scales and layers kept in 16 bits come on top"
                  .formatted(precision, precision.width())));
    }
    return Listing.copyOf(notes);
  }

  /** The estimate in lines: the total, and each part with its formula and source. */
  public Text explain() {
    TextTable table = new TextTable("PART", "MEMORY", "FORMULA", "SOURCE");
    for (Part part : parts()) {
      table.row(
          part.name(),
          Words.memory(part.size()),
          part.formula(),
          part.citation().map(Citation::toString).orElse(""));
    }
    StringBuilder out = new StringBuilder(toString()).append('\n').append(table);
    notes().forEach(note -> out.append("\nnote: ").append(note.message()));
    return Text.of(out.toString());
  }

  /**
   * Adds {@code "parameters", "precision", "memory", "parts": [{"name", "memory", "formula",
   * "citation"?}]}.
   */
  @Override
  public void describe(Facts out) {
    out.put("parameters", parameters())
        .put("precision", precision())
        .put("memory", total())
        .put(
            "parts",
            parts(),
            (part, item) ->
                item.put("name", part.name())
                    .put("memory", part.size())
                    .put("formula", part.formula())
                    .put("citation", part.citation()));
  }

  /** Returns text such as {@code about 17.9Gi for 8B parameters in fp16, inference}. */
  @Override
  public String toString() {
    String how =
        all.map(trained -> "training with " + trained.optimizer())
            .or(() -> adapters.map(trained -> "LoRA with " + trained.optimizer()))
            .orElse("inference");
    return "%s for %s parameters in %s, %s"
        .formatted(Words.memory(total()), parameters, precision, how);
  }
}
