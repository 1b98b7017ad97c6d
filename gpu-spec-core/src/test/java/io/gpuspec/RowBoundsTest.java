package io.gpuspec;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.value.CpuAmount;
import io.gpuspec.value.MemorySize;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A match of any GPU takes as many steps as the logarithm of the catalog. */
class RowBoundsTest {
  /** The logarithms of the numbers of rows, to the base of 2. */
  private static final List<Integer> LOGARITHMS = List.of(8, 11, 14);

  /** To get down to a run, past another, and up again: a linear search takes thousands. */
  private static final int STEPS_OF_A_HALVING = 4;

  private static final List<String> GPUS = List.of("T4", "A10G", "L40S", "A100-80G", "H200");

  private static final Map<Integer, SpecCatalog> CATALOGS =
      LOGARITHMS.stream().collect(Collectors.toMap(each -> each, each -> catalog(1 << each)));

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
    GpuRequest request =
        GpuRequest.of(Devices.any().memoryAtLeast(gpuMemory)).cpu(10).memory("40Gi");

    assertThat(LOGARITHMS)
        .allSatisfy(
            each ->
                assertThat(steps(each, request)).isLessThanOrEqualTo(STEPS_OF_A_HALVING * each));
  }

  @Test
  void soDoesTheNumberOfGpusAndALargeSize() {
    GpuRequest request = GpuRequest.of(Devices.any().count(8)).cpu(190).memory("300Gi");

    assertThat(LOGARITHMS)
        .allSatisfy(
            each ->
                assertThat(steps(each, request)).isLessThanOrEqualTo(STEPS_OF_A_HALVING * each));
  }

  @Test
  void aRequestThatNoRowHoldsIsRefusedByTheWholeCatalog() {
    assertThat(LOGARITHMS)
        .allSatisfy(
            each -> assertThat(steps(each, GpuRequest.of(Devices.any()).cpu(1_000))).isEqualTo(1));
  }

  /** The memory of rows goes up and down in the order of the search. */
  private static SpecCatalog uneven(int rows) {
    return catalog(
        IntStream.range(0, rows)
            .mapToObj(
                i ->
                    """
                    {"name": "r%s", "gpu": "%s", "gpus": %s, "policy": "fixed",
                     "upward": [{"cpu": "%s", "memory": "%sGi"}]}
                    """
                        .formatted(
                            i,
                            GPUS.get(i % GPUS.size()),
                            1 + i / 13,
                            1 + i * 11 % 17,
                            1 + i * 37 % 71))
            .collect(Collectors.joining(",")));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 8, 9, 17, 40, 64, 65, 70})
  void aSearchFindsWhatLookingAtEveryRowFinds(int rows) {
    SpecCatalog catalog = uneven(rows);
    List<GpuSpec> all = catalog.specs();

    for (int gpus = 1; gpus <= 7; gpus += 2) {
      for (String least : List.of("0", "24Gi", "80Gi", "200Gi")) {
        for (int cpu = 0; cpu <= 18; cpu += 6) {
          for (int memory = 1; memory <= 72; memory += 3) {
            MemorySize each = MemorySize.parse(least);
            MemorySize asked = MemorySize.ofGibibytes(memory);
            CpuAmount cores = CpuAmount.ofCores(cpu);
            int count = gpus;
            Optional<Shape> expected =
                all.stream()
                    .filter(row -> row.gpus() >= count)
                    .filter(row -> row.gpuMemory().orElseThrow().isAtLeast(each))
                    .map(GpuSpec::largest)
                    .filter(shape -> shape.holds(cores, asked))
                    .min(Shape.SMALLEST);
            GpuRequest request =
                GpuRequest.of(Devices.any().count(gpus).memoryAtLeast(each))
                    .cpu(cores)
                    .memory(asked);

            assertThat(Optional.ofNullable(catalog.rows().any().best(request, Shape.SMALLEST)))
                .isEqualTo(expected);
          }
        }
      }
    }
  }

  private static int steps(int logarithm, GpuRequest request) {
    CatalogRows catalog = CATALOGS.get(logarithm).rows();
    Counted bounds = new Counted(catalog.all());
    Candidates all = new Candidates(Criteria.ANY, catalog.any().types(), catalog.all(), bounds);

    assertThat(all.best(request, Shape.SMALLEST))
        .isEqualTo(catalog.any().best(request, Shape.SMALLEST));
    return bounds.steps;
  }

  private static SpecCatalog catalog(int rows) {
    return catalog(
        IntStream.range(0, rows).mapToObj(RowBoundsTest::row).collect(Collectors.joining(",")));
  }

  private static SpecCatalog catalog(String specs) {
    String gpus =
        GPUS.stream()
            .map("{\"name\": \"%1$s\", \"card\": \"%1$s\"}"::formatted)
            .collect(Collectors.joining(","));
    return SpecCatalog.read(
        "a.json",
        new ByteArrayInputStream(
            """
            {"target": "a", "edition": "2026-01", "unit": "node", "citation": "c",
             "citations": {"c": {"title": "t", "date": "2026", "status": "example"}},
             "gpus": [%s], "specs": [%s]}
            """
                .formatted(gpus, specs)
                .getBytes(StandardCharsets.UTF_8)));
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
