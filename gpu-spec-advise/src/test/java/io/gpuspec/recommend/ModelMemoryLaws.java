package io.gpuspec.recommend;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.value.MemorySize;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

class ModelMemoryLaws {

  @Property
  void theTotalIsWeightsAndCacheAndOverhead(
      @ForAll @LongRange(min = 1, max = 1_000_000_000_000L) long parameters,
      @ForAll Precision precision,
      @ForAll @IntRange(max = 1000) int overhead) {
    ModelMemory memory =
        ModelMemory.inference("" + parameters, precision)
            .overhead(overhead)
            .kvCache(KvCache.of(4, 2, 64).tokens(100));

    // Half bytes are rounded up, and so are hundredths of the weights.
    long weights = (parameters * precision.bits() + 7) / 8;
    long cache = 2 * 4 * 2 * 64 * 100 * 2;
    assertThat(memory.total().toBytes())
        .isEqualTo(weights + cache + (weights * overhead + 99) / 100);
  }

  @Property
  void moreParametersNeverTakeLess(
      @ForAll @LongRange(min = 1, max = 1_000_000_000_000L) long some,
      @ForAll @LongRange(min = 0, max = 1_000_000_000L) long more,
      @ForAll Precision precision) {
    MemorySize smaller = ModelMemory.inference("" + some, precision).total();
    MemorySize larger = ModelMemory.inference("" + (some + more), precision).total();

    assertThat(larger.isAtLeast(smaller)).isTrue();
  }

  @Property
  void trainingTakesMoreThanTheWeights(
      @ForAll @LongRange(min = 1, max = 1_000_000_000_000L) long parameters,
      @ForAll Optimizer optimizer) {
    assertThat(
            ModelMemory.training("" + parameters, Precision.BF16, optimizer)
                .total()
                .isAtLeast(MemorySize.ofBytes(8 * parameters)))
        .isTrue();
  }

  @Property
  void aCountReadsBackAsItIsPrinted(
      @ForAll @LongRange(min = 1, max = 1_000_000_000_000_000L) long parameters) {
    ParameterCount count = new ParameterCount(parameters);

    assertThat(ParameterCount.parse(count.toString())).isEqualTo(count);
  }
}
