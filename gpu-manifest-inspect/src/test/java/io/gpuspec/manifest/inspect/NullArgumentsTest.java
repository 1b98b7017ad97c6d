package io.gpuspec.manifest.inspect;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuspec.Gpus;
import io.gpuspec.value.GpuSpecException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Null is refused with an error of this library. */
class NullArgumentsTest {
  private static final Inspector INSPECTOR = Inspector.of(Gpus.load());

  @SuppressWarnings("NullAway")
  static Stream<ThrowingCallable> calls() {
    return Stream.of(
        () -> new ManifestFinding.Suppression("a", null),
        () -> INSPECTOR.read(Collections.singletonMap(null, Path.of("a.yaml"))),
        () -> INSPECTOR.read((String) null, InputStream.nullInputStream()),
        () -> INSPECTOR.read("a.yaml", (InputStream) null),
        () -> INSPECTOR.parse("a.yaml", "a: [").in(Locale.CHINESE, words -> null).toString());
  }

  @ParameterizedTest
  @MethodSource("calls")
  void nullIsRefused(ThrowingCallable call) {
    assertThatThrownBy(call).isInstanceOf(GpuSpecException.class);
  }

  @Test
  void aNameThatNoFileCanHaveIsRefusedToo() {
    assertThatThrownBy(() -> INSPECTOR.read(Map.of("\ud800", Path.of("a.yaml"))))
        .isInstanceOf(GpuSpecException.class)
        .extracting(problem -> ((GpuSpecException) problem).id())
        .isEqualTo("file.unreadable");
  }
}
