package io.gpuspec.recommend;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.GpuSpec;
import io.gpuspec.Shape;
import io.gpuspec.Target;
import io.gpuspec.TestCloud;
import io.gpuspec.Use;
import io.gpuspec.value.MemorySize;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

class RecommendLaws {
  private static final Target NODES =
      TestCloud.of("nodes", TestCloud.read(TestCloud.text("nodes-2025-03.json"))).target();

  private static List<Shape> shapes(Need need) {
    return need.on(NODES).recommended().stream().map(Recommendation::shape).toList();
  }

  @Property
  void whatIsRecommendedServesTheNeed(
      @ForAll Use use,
      @ForAll @IntRange(min = 1, max = 9) int gpus,
      @ForAll @IntRange(max = 50) int gibibytes,
      @ForAll @LongRange(min = 1, max = 200_000_000_000L) long parameters) {
    MemorySize least = MemorySize.ofGibibytes(gibibytes);
    Need need = Need.of(use).gpus(gpus).gpuMemory(least).model("" + parameters, Precision.FP16);
    MemorySize model = need.model().orElseThrow().total();

    for (Shape shape : shapes(need)) {
      MemorySize each = shape.spec().gpuMemory().orElseThrow();
      assertThat(shape.gpus()).isGreaterThanOrEqualTo(gpus);
      assertThat(each.isAtLeast(least)).isTrue();
      assertThat(each.times(shape.gpus()).isAtLeast(model)).isTrue();
      assertThat(shape.spec().lifecycle()).isEqualTo(GpuSpec.Lifecycle.CURRENT);
    }
  }

  @Property
  void whereNothingIsRecommendedTheReasonsAreSaid(
      @ForAll Use use, @ForAll @IntRange(min = 1, max = 20) int gpus) {
    Recommendations answer = Need.of(use).gpus(gpus).on(NODES);

    assertThat(answer.isEmpty() && answer.rejected().isEmpty()).isFalse();
  }

  @Property
  void aLargerModelNeverHasMoreToChooseFrom(
      @ForAll Use use,
      @ForAll @LongRange(min = 1, max = 100_000_000_000L) long parameters,
      @ForAll @LongRange(max = 100_000_000_000L) long more) {
    int some = shapes(Need.of(use).model("" + parameters, Precision.FP16)).size();

    assertThat(shapes(Need.of(use).model("" + (parameters + more), Precision.FP16)))
        .hasSizeLessThanOrEqualTo(some);
  }
}
