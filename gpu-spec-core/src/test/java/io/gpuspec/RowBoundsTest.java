package io.gpuspec;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A match of any GPU takes as many steps as the logarithm of the catalog. */
class RowBoundsTest {
  private static final int SMALL = 1_000;
  private static final int LARGE = 64_000;

  /** The logarithm of 64, and as much for the rows that are looked at one by one. */
  private static final int MORE_STEPS = 12;

  private static final List<String> GPUS = List.of("T4", "A10G", "L40S", "A100-80G", "H200");

  /** Counts the parts of the catalog that a search looks at. */
  private static final class Counted extends RowBounds {
    int steps;

    Counted(List<GpuSpec> rows) {
      super(rows);
    }

    @Override
    boolean maySatisfy(int part, GpuRequest request) {
      steps++;
      return super.maySatisfy(part, request);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"20Gi", "40Gi", "100Gi", "1Ti"})
  void anyGpuByMemoryTakesAsManyStepsAsTheLogarithm(String gpuMemory) {
    GpuRequest request = GpuRequest.of(Devices.withMemory(gpuMemory)).cpu(10).memory("40Gi");

    assertThat(steps(LARGE, request)).isLessThanOrEqualTo(steps(SMALL, request) + MORE_STEPS);
  }

  @Test
  void soDoesTheNumberOfGpusAndALargeSize() {
    GpuRequest request = GpuRequest.of(Devices.any().count(8)).cpu(190).memory("300Gi");

    assertThat(steps(LARGE, request)).isLessThanOrEqualTo(steps(SMALL, request) + MORE_STEPS);
  }

  @Test
  void aRequestThatNoRowHoldsIsRefusedByTheWholeCatalog() {
    assertThat(steps(LARGE, GpuRequest.of(Devices.any()).cpu(1_000))).isEqualTo(1);
  }

  private static int steps(int rows, GpuRequest request) {
    CatalogRows catalog = catalog(rows).rows();
    Counted bounds = new Counted(catalog.all());
    Candidates all =
        new Candidates(Criteria.ANY, catalog.any().types(), catalog.all(), bounds);

    assertThat(all.best(request, Shape.SMALLEST))
        .isEqualTo(catalog.any().best(request, Shape.SMALLEST));
    return bounds.steps;
  }

  private static SpecCatalog catalog(int rows) {
    String gpus =
        GPUS.stream()
            .map("{\"name\": \"%1$s\", \"card\": \"%1$s\"}"::formatted)
            .collect(Collectors.joining(","));
    String specs =
        IntStream.range(0, rows).mapToObj(RowBoundsTest::row).collect(Collectors.joining(","));
    return SpecCatalog.read(
        new ByteArrayInputStream(
            """
            {"target": "a", "edition": "2026-01", "unit": "node", "citation": "c",
             "citations": {"c": {"title": "t", "date": "2026", "status": "example"}},
             "gpus": [%s], "specs": [%s]}
            """
                .formatted(gpus, specs)
                .getBytes(StandardCharsets.UTF_8)),
        "a.json");
  }

  private static String row(int index) {
    int size = index / GPUS.size() / 4;
    return """
        {"name": "r%s", "gpu": "%s", "gpus": %s, "policy": "fixed",
         "upward": [{"cpu": "%s", "memory": "%sGi"}]}
        """
        .formatted(
            index,
            GPUS.get(index % GPUS.size()),
            1 << index / GPUS.size() % 4,
            4 + 4 * (size % 50),
            16 + 16 * size);
  }
}
