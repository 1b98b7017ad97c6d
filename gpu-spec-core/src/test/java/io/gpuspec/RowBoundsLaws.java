package io.gpuspec;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.value.MemorySize;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** What a search skips never serves: the answer is that of looking at every row. */
class RowBoundsLaws {
  private static final List<String> GPUS = List.of("T4", "A10G", "A100-80G", "Unknown");
  private static final List<String> FIELDS =
      List.of(
          "",
          ", \"arch\": \"arm64\"",
          ", \"lifecycle\": \"retired\"",
          ", \"capacityTypes\": [\"spot\"]");

  /** Everything of a row but its name. */
  private record Row(int gpu, int gpus, int cores, int gibibytes, int sizes, int field) {
    String json(int index) {
      String upward =
          IntStream.rangeClosed(1, sizes)
              .mapToObj(
                  times ->
                      "{\"cpu\": \"%s\", \"memory\": \"%sGi\"}"
                          .formatted(cores * times, gibibytes * times))
              .collect(Collectors.joining(","));
      return "{\"name\": \"r%s\", \"gpu\": \"%s\", \"gpus\": %s, \"policy\": \"fixed\"%s%s}"
          .formatted(
              index,
              GPUS.get(gpu),
              gpus,
              FIELDS.get(field),
              sizes == 0 ? "" : ", \"upward\": [" + upward + "]");
    }
  }

  @Property
  void theAnswerIsThatOfEveryRow(
      @ForAll("catalogs") SpecCatalog catalog, @ForAll("requests") GpuRequest request) {
    Candidates any = catalog.rows().any();
    Optional<Shape> plainly =
        catalog.rows().all().stream()
            .map(row -> any.criteria().serve(request, row))
            .filter(Objects::nonNull)
            .min(Shape.SMALLEST);

    assertThat(Optional.ofNullable(any.best(request, Shape.SMALLEST))).isEqualTo(plainly);
  }

  @Provide
  Arbitrary<SpecCatalog> catalogs() {
    return Combinators.combine(
            Arbitraries.integers().between(0, GPUS.size() - 1),
            Arbitraries.of(1, 2, 4, 8),
            Arbitraries.integers().between(1, 64),
            Arbitraries.integers().between(1, 256),
            Arbitraries.integers().between(0, 2),
            Arbitraries.integers().between(0, FIELDS.size() - 1))
        .as(Row::new)
        .list()
        .ofMaxSize(100)
        .map(RowBoundsLaws::catalog);
  }

  @Provide
  Arbitrary<GpuRequest> requests() {
    return Combinators.combine(
            Arbitraries.of(1, 2, 3, 8),
            Arbitraries.of(0, 1, 16, 40, 90),
            Arbitraries.integers().between(0, 130),
            Arbitraries.integers().between(0, 520),
            Arbitraries.of(CapacityType.ON_DEMAND, CapacityType.SPOT),
            Arbitraries.of(true, false))
        .as(
            (gpus, gpuMemory, cores, gibibytes, capacityType, retired) -> {
              Devices devices =
                  gpuMemory == 0
                      ? Devices.any()
                      : Devices.any().memoryAtLeast(MemorySize.ofGibibytes(gpuMemory));
              GpuRequest request =
                  GpuRequest.of(devices.count(gpus))
                      .cpu(cores)
                      .memory(MemorySize.ofGibibytes(gibibytes))
                      .capacityType(capacityType);
              return retired ? request.includeRetired() : request;
            });
  }

  private static SpecCatalog catalog(List<Row> rows) {
    String gpus =
        GPUS.stream()
            .map(
                name ->
                    name.equals("Unknown")
                        ? "{\"name\": \"%s\"}".formatted(name)
                        : "{\"name\": \"%1$s\", \"card\": \"%1$s\"}".formatted(name))
            .collect(Collectors.joining(","));
    String specs =
        IntStream.range(0, rows.size())
            .mapToObj(i -> rows.get(i).json(i))
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
}
