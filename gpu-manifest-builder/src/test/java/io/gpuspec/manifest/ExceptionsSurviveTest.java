package io.gpuspec.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.GpuRequest;
import io.gpuspec.Gpus;
import io.gpuspec.Match;
import io.gpuspec.NoMatchException;
import io.gpuspec.Overlay;
import io.gpuspec.manifest.error.InvalidWorkloadException;
import io.gpuspec.manifest.intent.IntentFile;
import io.gpuspec.manifest.read.WorkloadFile;
import io.gpuspec.scheduling.PodField;
import io.gpuspec.scheduling.PodFieldException;
import io.gpuspec.value.GpuSpecException;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.MemorySize;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Errors reach another process, as Gradle's workers, Spark and RMI send them, with all they say.
 */
class ExceptionsSurviveTest {
  private static final Gpus GPUS = Gpus.load();

  /** Code that is refused. */
  private interface Refused {
    Object run();
  }

  static Stream<GpuSpecException> errors() {
    return Stream.of(
        error(() -> MemorySize.parse("1GiB")),
        error(() -> GPUS.in("ekss")),
        error(() -> GPUS.in("tke").match(GpuRequest.of("H100")).orThrow()),
        error(() -> Gpus.load(ClassLoader.getPlatformClassLoader())),
        error(() -> Overlay.parse("o", "{\"target\": 1, \"x\": 2}")),
        error(() -> WorkloadFile.parse("f", "a: [")),
        new PodFieldException("pod.malformed", PodField.limit("c", "cpu"), "is odd"),
        new PodFieldException(
            PodField.label("a"), new InvalidValueException("label.malformed", "is odd")),
        new InvalidWorkloadException(
            List.of(
                new InvalidValueException("a.b", "first"),
                new InvalidValueException("a.c", "second"))),
        IntentFile.parse("f", "apiVersion: gpuspec.io/v1\nkind: GpuWorkload\nmetadata: {}\n")
            .problems()
            .get(0),
        new GpuSpecException("a.b", "said", new IllegalStateException("beneath"))
            .see("docs/mig.md"));
  }

  private static GpuSpecException error(Refused code) {
    try {
      code.run();
    } catch (GpuSpecException e) {
      return e;
    }
    throw new AssertionError("nothing was thrown");
  }

  @ParameterizedTest
  @MethodSource("errors")
  void anErrorSaysTheSameAfterARoundTrip(GpuSpecException error) throws Exception {
    GpuSpecException back = read(written(error));

    assertThat(back).isExactlyInstanceOf(error.getClass()).hasMessage(error.getMessage());
    for (Method method : error.getClass().getMethods()) {
      boolean isOurs =
          GpuSpecException.class.isAssignableFrom(method.getDeclaringClass())
              && method.getParameterCount() == 0
              && method.getReturnType() != Optional.class
              && !Modifier.isStatic(method.getModifiers());
      if (isOurs) {
        assertThat(method.invoke(back).toString())
            .as(method.getName())
            .isEqualTo(method.invoke(error).toString());
      }
    }
  }

  /** A match is as large as its catalog. */
  @Test
  void theMatchStaysInTheProcess() throws Exception {
    GpuSpecException none =
        error(() -> GPUS.in("tke").match(GpuRequest.of("H100").cpu(3)).orThrow());

    assertThat(((NoMatchException) none).match())
        .get()
        .isInstanceOf(Match.None.class)
        .extracting(Match::request)
        .isEqualTo(GpuRequest.of("H100").cpu(3));
    assertThat(((NoMatchException) read(written(none))).match()).isEmpty();
  }

  private static byte[] written(GpuSpecException error) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(error);
    }
    return bytes.toByteArray();
  }

  private static GpuSpecException read(byte[] bytes) throws Exception {
    try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
      return (GpuSpecException) in.readObject();
    }
  }
}
