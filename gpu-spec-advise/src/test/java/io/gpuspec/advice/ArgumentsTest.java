package io.gpuspec.advice;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuspec.TestCloud;
import io.gpuspec.Use;
import io.gpuspec.cluster.ClusterVersions;
import io.gpuspec.cuda.CudaImage;
import io.gpuspec.recommend.KvCache;
import io.gpuspec.recommend.ModelMemory;
import io.gpuspec.recommend.Need;
import io.gpuspec.recommend.Precision;
import io.gpuspec.value.Citation;
import io.gpuspec.value.GpuSpecException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What callers may not give, and values at the edge. */
class ArgumentsTest {
  private static final Citation CITATION = TestCloud.LIST;

  static Stream<ThrowingCallable> doors() {
    return Stream.of(
        () -> CudaImage.of(null),
        () -> ModelMemory.inference(null, Precision.FP16),
        () -> Need.of(Use.TRAINING).gpuMemory((String) null),
        () -> ClusterVersions.of().gpu(null),
        () ->
            new Advice(
                "a", "b", List.of(), Arrays.asList((List<String>) null), List.of(), CITATION),
        () ->
            new Advice(
                "a",
                "b",
                List.of("c"),
                List.of(Arrays.asList((String) null)),
                List.of(),
                CITATION));
  }

  @ParameterizedTest
  @MethodSource("doors")
  void nullIsRefused(ThrowingCallable door) {
    assertThatThrownBy(door).isInstanceOf(GpuSpecException.class);
  }

  @Test
  void aCacheThatIsTooLargeSaysSo() {
    assertThat(KvCache.of(100, 7, 1).sequences(Long.MAX_VALUE).toString())
        .startsWith("more than 64 bits = 2 x 100 layers");
  }

  @Test
  void aRowOfAdviceHasATextForEachColumn() {
    assertError(
        () ->
            new Advice(
                "a", "b", List.of("x"), List.of(List.of("1", "2", "3")), List.of(), CITATION),
        "advice.conflict");
  }
}
