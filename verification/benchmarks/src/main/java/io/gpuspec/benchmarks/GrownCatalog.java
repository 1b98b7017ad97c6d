package io.gpuspec.benchmarks;

import io.gpuspec.GpuRequest;
import io.gpuspec.Match;
import io.gpuspec.SpecCatalog;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.spi.GpuProvider;
import io.gpuspec.spi.Option;
import io.gpuspec.spi.Options;
import io.gpuspec.spi.Placement;
import io.gpuspec.spi.PodReading;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A target with only a catalog, of any number of rows: no two of them have the same size. */
final class GrownCatalog implements GpuProvider {
  static final String ID = "grown";

  private static final String EDITION = "2026-01";
  private static final List<String> GPUS =
      List.of(
          "T4", "A10G", "L4", "L40S", "A100-40G", "A100-80G", "H100-80G", "H200", "B200", "B300");

  /** The possible numbers of GPUs of a row. */
  private static final List<Integer> COUNTS = List.of(1, 2, 4, 8);

  private static final int CPU_SIZES = 50;

  private final byte[] file;

  GrownCatalog(int rows) {
    String gpus =
        GPUS.stream()
            .map("{\"name\": \"%1$s\", \"card\": \"%1$s\"}"::formatted)
            .collect(Collectors.joining(",\n"));
    String specs =
        IntStream.range(0, rows).mapToObj(GrownCatalog::row).collect(Collectors.joining(",\n"));
    file =
        """
        {"target": "%s", "edition": "%s", "unit": "node", "citation": "made",
         "citations": {"made": {"title": "Made for a benchmark", "date": "2026", "status": "example"}},
         "gpus": [%s],
         "specs": [%s]}
        """
            .formatted(ID, EDITION, gpus, specs)
            .getBytes(StandardCharsets.UTF_8);
  }

  private static String row(int index) {
    int size = index / GPUS.size() / COUNTS.size();
    return """
        {"name": "type-%d", "gpu": "%s", "gpus": %d, "policy": "fixed", "citation": "made",
         "upward": [{"cpu": "%d", "memory": "%dGi"}]}\
        """
        .formatted(
            index,
            GPUS.get(index % GPUS.size()),
            COUNTS.get(index / GPUS.size() % COUNTS.size()),
            4 + 4 * (size % CPU_SIZES),
            16 + 16 * size);
  }

  SpecCatalog read() {
    return SpecCatalog.read(ID, new ByteArrayInputStream(file));
  }

  @Override
  public String id() {
    return ID;
  }

  @Override
  public List<String> editions() {
    return List.of(EDITION);
  }

  @Override
  public List<Option<?>> options() {
    return List.of();
  }

  @Override
  public SpecCatalog catalog(Options options) {
    return read();
  }

  @Override
  public GpuRequest request(PodView pod, Options options) {
    throw new UnsupportedOperationException("it is asked for no pods");
  }

  @Override
  public PodReading read(PodView pod, SpecCatalog catalog, Options options) {
    throw new UnsupportedOperationException("it is asked for no pods");
  }

  @Override
  public Placement place(Match.Found found, Options options) {
    throw new UnsupportedOperationException("it is asked for no pods");
  }
}
