package io.gpuspec;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuspec.scheduling.PodView;
import io.gpuspec.scheduling.Taint;
import io.gpuspec.spi.FileProvider;
import io.gpuspec.spi.GpuProvider;
import io.gpuspec.spi.NodeLabels;
import io.gpuspec.spi.Option;
import io.gpuspec.spi.Options;
import io.gpuspec.spi.Placement;
import io.gpuspec.spi.PodReading;
import io.gpuspec.value.InvalidValueException;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A provider is somebody else's code; what it does wrong is told with its name. */
class UnusableProviderTest {

  /** A provider that answers what it is told to. */
  private record Odd(
      Supplier<String> named, Supplier<List<String>> published, Supplier<SpecCatalog> rows)
      implements GpuProvider {
    @Override
    public String id() {
      return named.get();
    }

    @Override
    public List<String> editions() {
      return published.get();
    }

    @Override
    public List<Option<?>> options() {
      return List.of();
    }

    @Override
    public SpecCatalog catalog(Options options) {
      return rows.get();
    }

    @Override
    public GpuRequest request(PodView pod, Options options) {
      throw new UnsupportedOperationException();
    }

    @Override
    public PodReading read(PodView pod, SpecCatalog catalog, Options options) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Placement place(Match.Found found, Options options) {
      throw new UnsupportedOperationException();
    }
  }

  private static <T> T boom() {
    throw new IllegalStateException("boom");
  }

  private static final List<String> EDITIONS = List.of("2026-01");

  @SuppressWarnings("NullAway")
  static Stream<Arguments> unusable() {
    return Stream.of(
        Arguments.of(
            new Odd(UnusableProviderTest::boom, () -> EDITIONS, () -> null),
            "id() failed: java.lang.IllegalStateException: boom"),
        Arguments.of(new Odd(() -> null, () -> EDITIONS, () -> null), "id() returned null"),
        Arguments.of(
            new Odd(() -> "", () -> EDITIONS, () -> null), "has the id ''; an id is like eks"),
        Arguments.of(new Odd(() -> "odd", () -> null, () -> null), "editions() returned null"),
        Arguments.of(
            new Odd(() -> "odd", UnusableProviderTest::boom, () -> null), "editions() failed"),
        Arguments.of(new Odd(() -> "odd", () -> EDITIONS, () -> null), "catalog() returned null"),
        Arguments.of(
            new Odd(() -> "odd", () -> EDITIONS, UnusableProviderTest::boom),
            "catalog() failed: java.lang.IllegalStateException: boom"));
  }

  @ParameterizedTest
  @MethodSource("unusable")
  void whatAProviderDoesWrongIsToldWithItsName(GpuProvider provider, String problem) {
    assertThatThrownBy(() -> Gpus.of(provider).in("odd").catalog().specs())
        .isInstanceOf(ProviderException.class)
        .hasMessageContaining("UnusableProviderTest$Odd")
        .hasMessageContaining(problem);
  }

  /** A provider whose catalog is good, and whose other answers are none. */
  @SuppressWarnings("NullAway")
  private static final class Forgetful extends FileProvider {
    Forgetful() {
      super(
          "odd",
          "docs/odd.md",
          List.of("2025-03"),
          List.of(),
          file ->
              file.equals("2025-03.json")
                  ? new ByteArrayInputStream(
                      TestCloud.text("nodes-2025-03.json")
                          .replace("\"target\" : \"nodes\"", "\"target\" : \"odd\"")
                          .getBytes(StandardCharsets.UTF_8))
                  : null);
    }

    @Override
    public PodReading read(PodView pod, SpecCatalog catalog, Options options) {
      return null;
    }

    @Override
    public Placement place(Match.Found found, Options options) {
      return boom();
    }

    @Override
    public NodeLabels nodeLabels(Options options) {
      throw new InvalidValueException("labels.unknown", "labels: 'x' are not known");
    }

    @Override
    public List<Taint> taints(Options options) {
      return Arrays.asList((Taint) null);
    }

    @Override
    public void checkKind(String kind, Options options) {}
  }

  @Test
  void whatAProviderDoesWrongLaterIsToldWithItsName() {
    Target odd = Gpus.of(new Forgetful()).in("odd");
    Match.Found found = odd.match(GpuRequest.of("T4")).orThrow();
    Map<String, String> one = Map.of("nvidia.com/gpu", "1");

    assertError(() -> odd.match(PodView.empty().container("c", one, one)), "providers.unusable");
    assertThatThrownBy(() -> odd.place(found))
        .isInstanceOf(ProviderException.class)
        .hasMessageContaining("place() failed: java.lang.IllegalStateException: boom")
        .hasCauseInstanceOf(IllegalStateException.class);
    assertError(() -> odd.taints(found.shape().spec()), "providers.unusable");
    assertError(() -> odd.node(found), "labels.unknown", "x");
    odd.checkKind("Deployment");
  }
}
