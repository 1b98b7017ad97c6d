package io.gpuspec.recommend;

import io.gpuspec.Gpus;
import io.gpuspec.Target;
import io.gpuspec.Use;
import io.gpuspec.internal.Arguments;
import io.gpuspec.internal.Words;
import io.gpuspec.value.Arch;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.MemorySize;
import java.util.Optional;

/**
 * The purpose of a GPU, before a GPU is chosen.
 *
 * <pre>{@code
 * Need.of(Use.INFERENCE).gpuMemory("20Gi");     // inference on GPUs or shares of at least 20Gi
 * Need.of(Use.TRAINING).gpus(4).budget("20USD");
 *     // training on 4 GPUs or more, for 20 USD per hour at most
 * Need.of(Use.INFERENCE).model("8B", Precision.FP16);
 *     // inference on GPUs or shares, with about 17.9Gi for 8B parameters in fp16, inference
 * Need.of(Use.TRAINING).gpus(4).on(gpus.in("tke")).recommended().get(0).shape();
 *     // V100 x4 · 36 cores · 160Gi
 * }</pre>
 *
 * <p>It is immutable, and no step depends on another's order.
 */
public final class Need {
  private static final int ANY_NUMBER = 0;

  private final Use use;
  private final int gpus;
  private final MemorySize gpuMemory;
  private final Arch arch;
  private final Optional<ModelMemory> model;
  private final Optional<Budget> budget;
  private final boolean cheapest;

  private Need(
      Use use,
      int gpus,
      MemorySize gpuMemory,
      Arch arch,
      Optional<ModelMemory> model,
      Optional<Budget> budget,
      boolean cheapest) {
    this.use = use;
    this.gpus = gpus;
    this.gpuMemory = gpuMemory;
    this.arch = arch;
    this.model = model;
    this.budget = budget;
    this.cheapest = cheapest;
  }

  /**
   * GPUs for this use, in any number; also shares of a GPU, where the vendor's document takes them
   * for it.
   */
  public static Need of(Use use) {
    return new Need(
        Arguments.required("use", use, "a Use, such as Use.INFERENCE"),
        ANY_NUMBER,
        MemorySize.ZERO,
        Arch.AMD64,
        Optional.empty(),
        Optional.empty(),
        false);
  }

  /**
   * Returns a copy with at least this many whole GPUs; if a GPU is not available in that number,
   * the next larger one.
   *
   * @throws InvalidValueException if it is below 1
   */
  public Need gpus(int count) {
    if (count < 1) {
      throw new InvalidValueException(
          "gpus.out-of-range", "gpus: '" + count + "' is not a number of GPUs; ask for 1 or more");
    }
    return new Need(use, count, gpuMemory, arch, model, budget, cheapest);
  }

  /** GPUs with at least this much nominal memory each ({@code 20Gi}). */
  public Need gpuMemory(String least) {
    return gpuMemory(MemorySize.parse(least));
  }

  /**
   * GPUs with at least this much nominal memory each.
   *
   * @throws InvalidValueException if it is negative
   */
  public Need gpuMemory(MemorySize least) {
    if (Arguments.required("gpuMemory", least, "a size, such as MemorySize.ZERO for any")
        .isNegative()) {
      throw new InvalidValueException(
          "memory.out-of-range", "gpuMemory: '" + least + "' is negative; ask for 0 or more");
    }
    return new Need(use, gpus, least, arch, model, budget, cheapest);
  }

  /** On nodes with CPUs of this architecture; amd64 by default. */
  public Need arch(Arch arch) {
    Arguments.required("arch", arch, "amd64 or arm64");
    return new Need(use, gpus, gpuMemory, arch, model, budget, cheapest);
  }

  /**
   * GPUs that together hold a model of so many parameters: for training, trained with Adam; for any
   * other use, answering. {@link #model(ModelMemory)} says more.
   *
   * @param parameters such as {@code 8B}
   * @throws InvalidValueException if the count is not positive, or for a training in less than 16
   *     bits
   */
  public Need model(String parameters, Precision precision) {
    return model(
        use == Use.TRAINING
            ? ModelMemory.training(parameters, precision, Optimizer.ADAM)
            : ModelMemory.inference(parameters, precision));
  }

  /** Returns a copy for GPUs that hold this model together, with an equal part on each. */
  public Need model(ModelMemory memory) {
    Arguments.required("model", memory, "a ModelMemory");
    return new Need(use, gpus, gpuMemory, arch, Optional.of(memory), budget, cheapest);
  }

  /**
   * Nothing that costs more an hour, at the list price on demand ({@code 5USD}). A price that is
   * not known, or in another currency, is not taken as within it.
   *
   * @throws InvalidValueException if it is not an amount with a currency
   */
  public Need budget(String perHour) {
    return new Need(
        use, gpus, gpuMemory, arch, model, Optional.of(Budget.parse(perHour)), cheapest);
  }

  /** The cheapest first instead of the smallest; rows without a price come last. */
  public Need cheapest() {
    return new Need(use, gpus, gpuMemory, arch, model, budget, true);
  }

  /** Returns what the GPUs are for. */
  Use use() {
    return use;
  }

  /** Returns how many GPUs at least; 1 unless a number was asked. */
  int gpus() {
    return Math.max(1, gpus);
  }

  /** Returns whether shares of a GPU do not serve, because a number of GPUs was asked. */
  boolean isWholeOnly() {
    return gpus != ANY_NUMBER;
  }

  /** The nominal memory that each must have, where that was asked. */
  Optional<MemorySize> gpuMemory() {
    return gpuMemory.isZero() ? Optional.empty() : Optional.of(gpuMemory);
  }

  /** The CPU architecture. */
  Arch arch() {
    return arch;
  }

  /** The model that must fit, where one was given. */
  public Optional<ModelMemory> model() {
    return model;
  }

  /** Returns whether price comes before size. */
  boolean isCheapest() {
    return cheapest;
  }

  MemorySize leastGpuMemory() {
    return gpuMemory;
  }

  Optional<Budget> budget() {
    return budget;
  }

  /**
   * Returns what of a target's catalog suits the need, by the tables of uses.
   *
   * @throws io.gpuspec.OverlayException if an overlay does not fit the catalog
   */
  public Recommendations on(Target target) {
    Arguments.required("target", target, "a Target, such as gpus.in(\"tke\")");
    return Recommender.recommend(target.catalog(), target.uses(), this);
  }

  /**
   * Returns what suits the need, cloud by cloud, in the order of their ids.
   *
   * @throws io.gpuspec.OverlayException if an overlay does not fit its target's catalog
   */
  public Recommendations on(Gpus gpus) {
    Arguments.required("gpus", gpus, "Gpus, such as Gpus.installed()");
    return Recommendations.of(this, gpus.clouds().stream().map(this::on).toList());
  }

  /** Returns text such as {@code training on 4 GPUs or more of at least 20Gi}. */
  @Override
  public String toString() {
    return use
        + " on "
        + (isWholeOnly() ? Words.gpus(gpus) + " or more" : "GPUs or shares")
        + gpuMemory().map(least -> " of at least " + least).orElse("")
        + (arch == Arch.AMD64 ? "" : ", " + arch)
        + model.map(memory -> ", with " + memory).orElse("")
        + budget.map(most -> ", for " + most + " at most").orElse("")
        + (cheapest ? ", cheapest" : "");
  }
}
