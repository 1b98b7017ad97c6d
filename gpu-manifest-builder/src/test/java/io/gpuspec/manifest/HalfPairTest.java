package io.gpuspec.manifest;

import static io.gpuspec.testkit.Errors.assertError;

import io.gpuspec.Gpus;
import io.gpuspec.Target;
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

    assertError(() -> workload.on(TKE).yaml(), "manifest.unwritable");
    assertError(() -> workload.on(TKE).json(), "manifest.unwritable");
  }
}
