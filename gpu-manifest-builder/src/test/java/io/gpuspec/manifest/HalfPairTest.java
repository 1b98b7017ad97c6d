package io.gpuspec.manifest;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuspec.Gpus;
import io.gpuspec.Target;
import io.gpuspec.value.GpuSpecException;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Half of a surrogate pair is not text: no file in UTF-8 can hold it. */
class HalfPairTest {
  private static final Target TKE = Gpus.load().in("tke");
  private static final String HALF = "\uD800";

  static Stream<UnaryOperator<GpuWorkload>> texts() {
    return Stream.of(
        w -> w.env("A", HALF),
        w -> w.main(c -> c.args("a", HALF)),
        w -> w.annotation("a", "b" + HALF));
  }

  @ParameterizedTest
  @MethodSource("texts")
  void halfAPairIsRefusedWithItsPlace(UnaryOperator<GpuWorkload> step) {
    GpuWorkload workload = step.apply(GpuWorkload.pod("a", "r/a:1").gpu("T4"));

    assertThatThrownBy(() -> workload.on(TKE).yaml())
        .isInstanceOf(GpuSpecException.class)
        .hasMessageContaining("half of a surrogate pair");
    assertThatThrownBy(() -> workload.on(TKE).json())
        .isInstanceOf(GpuSpecException.class)
        .hasMessageContaining("half of a surrogate pair");
  }
}
