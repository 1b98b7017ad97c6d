package io.gpuspec;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gpuspec.internal.Json;
import io.gpuspec.value.Arch;
import io.gpuspec.value.CpuAmount;
import io.gpuspec.value.MemorySize;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import org.jspecify.annotations.Nullable;

/**
 * A made-up catalog in plain numbers, from which both the file that the library reads and the
 * answers of {@link BruteForce} come.
 */
record SampleCatalog(List<Kind> kinds, List<Row> rows) {
  static final long MEBI = 1L << 20;
  static final long GIBI = 1L << 30;

  /**
   * A GPU of the catalog.
   *
   * @param memory nominal GiB of each device, or null where nobody knows it
   * @param arm whether it comes with arm64
   * @param answersTo every name that a request may use for it, by hand
   */
  record Kind(
      String name,
      @Nullable String card,
      List<String> aliases,
      @Nullable Integer memory,
      boolean whole,
      boolean arm,
      Set<String> answersTo) {}

  /** A size in millicores and MiB. */
  record Size(long cpu, long memory) {}

  /** A row, its memory range in MiB, its price in cents an hour where it is known. */
  record Row(
      String name,
      Kind kind,
      int gpus,
      boolean arm,
      boolean retired,
      List<Size> sizes,
      long min,
      long max,
      @Nullable Integer price) {}

  private static Kind kind(String name, String card, int memory, String... others) {
    Set<String> names = new TreeSet<>(List.of(others));
    names.add(name);
    return new Kind(name, card, List.of(), memory, !name.contains("/"), name.equals("T4g"), names);
  }

  /**
   * Every kind there is: two spellings, a share, an alias, a cloud's own name, two meanings of one
   * name, one that comes with arm64, and two GPUs that no list of models has, one of them of
   * unknown memory.
   */
  static final List<Kind> KINDS =
      List.of(
          kind("T4", "T4", 16, "Tesla-T4", "t4"),
          kind("1/4*T4", "T4", 4, "1/4*Tesla-T4"),
          kind("1/2*T4", "T4", 8, "1/2*Tesla-T4"),
          kind("V100", "V100-32G", 32, "V100-32G", "Tesla-V100-SXM2-32GB"),
          new Kind(
              "L20",
              "L20",
              List.of("PNV5b"),
              48,
              true,
              false,
              Set.of("L20", "PNV5b", "NVIDIA-L20")),
          kind("A10*PNV4", "A10", 24),
          kind("T4g", "T4g", 16),
          kind("A100-40G", "A100-40G", 40, "A100"),
          kind("A100-80G", "A100-80G", 80, "A100"),
          new Kind("Vega", null, List.of(), 16, true, false, Set.of("Vega")),
          new Kind("K9", null, List.of(), null, true, false, Set.of("K9")));

  /** Names that a request may use: every kind's, and some that only the list of models has. */
  static final List<String> NAMES = names();

  private static List<String> names() {
    Set<String> names = new TreeSet<>(List.of("H100", "L40", "1/2*V100", "A10"));
    KINDS.forEach(kind -> names.addAll(kind.answersTo()));
    return List.copyOf(names);
  }

  static Arbitrary<SampleCatalog> worlds() {
    return Combinators.combine(
            Arbitraries.of(KINDS).set().ofMinSize(1).ofMaxSize(KINDS.size()),
            drafts().list().ofMinSize(1).ofMaxSize(10))
        .as(SampleCatalog::of);
  }

  /** A row before it has a name and one of the world's kinds. */
  private record Draft(
      int kind, int gpus, boolean arm, boolean retired, List<Size> steps, int slack) {}

  private static Arbitrary<Draft> drafts() {
    Arbitrary<Size> steps =
        Combinators.combine(
                Arbitraries.of(500, 1000, 2000, 4000), Arbitraries.integers().between(0, 24))
            .as((cpu, halves) -> new Size(cpu, halves * 512L));
    return Combinators.combine(
            Arbitraries.integers().between(0, 10),
            Arbitraries.of(1, 1, 1, 2, 2, 4),
            seldom(),
            seldom(),
            steps.list().ofMinSize(1).ofMaxSize(4),
            Arbitraries.integers().between(0, 4))
        .as(Draft::new);
  }

  private static SampleCatalog of(Set<Kind> some, List<Draft> drafts) {
    List<Kind> kinds = List.copyOf(some);
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < drafts.size(); i++) {
      Draft draft = drafts.get(i);
      Kind kind = kinds.get(draft.kind() % kinds.size());
      long min = 1024;
      long cpu = 0;
      long memory = min;
      List<Size> sizes = new ArrayList<>();
      for (Size step : draft.steps()) {
        cpu += step.cpu();
        memory += step.memory();
        sizes.add(new Size(cpu, memory));
      }
      rows.add(
          new Row(
              // Names that do not ascend with the rows, or a tie-break would never be noticed.
              "row-" + i * 7 % 11,
              kind,
              // A share of a card is one device.
              kind.whole() ? draft.gpus() : 1,
              // Either architecture beside any GPU, the other one seldom.
              draft.arm() != kind.arm(),
              draft.retired(),
              List.copyOf(sizes),
              min,
              memory + draft.slack() * 512L,
              // Equal prices, and none, often enough for both to decide.
              i % 4 == 3 ? null : 1 + i * 5 % 3));
    }
    return new SampleCatalog(kinds, List.copyOf(rows));
  }

  SampleCatalog withRows(List<Row> others) {
    return new SampleCatalog(kinds, List.copyOf(others));
  }

  /** The catalog file. */
  String toJson() {
    return toJson("2024-05");
  }

  private String toJson(String edition) {
    JsonNodeFactory nodes = JsonNodeFactory.instance;
    ObjectNode file = nodes.objectNode().put("target", "cloud").put("edition", edition);
    file.put("citation", "list");
    file.putObject("citations")
        .putObject("list")
        .put("title", "A made-up list")
        .put("date", "2024")
        .put("status", "third-party");
    ArrayNode gpus = file.putArray("gpus");
    for (Kind kind : kinds) {
      ObjectNode gpu = gpus.addObject().put("name", kind.name());
      if (kind.card() != null) {
        gpu.put("card", kind.card());
      } else if (kind.memory() != null) {
        gpu.put("memory", kind.memory() + "Gi");
      }
      if (kind.arm()) {
        gpu.put("arch", "arm64");
      }
      if (!kind.aliases().isEmpty()) {
        ArrayNode aliases = gpu.putArray("aliases");
        kind.aliases().forEach(aliases::add);
      }
    }
    ArrayNode specs = file.putArray("specs");
    for (Row row : rows) {
      ObjectNode spec =
          specs
              .addObject()
              .put("gpu", row.kind().name())
              .put("gpus", row.gpus())
              .put("name", row.name());
      spec.put("arch", row.arm() ? "arm64" : "amd64");
      if (row.retired()) {
        spec.put("lifecycle", "retired");
      }
      spec.putObject("memory")
          .put("min", row.min() + "Mi")
          .put("max", row.max() + "Mi")
          .put("step", "1Gi");
      ArrayNode upward = spec.putArray("upward");
      row.sizes()
          .forEach(
              size ->
                  upward
                      .addObject()
                      .put("cpu", size.cpu() + "m")
                      .put("memory", size.memory() + "Mi"));
      if (row.price() != null) {
        spec.putArray("prices")
            .addObject()
            .put("amount", "0.0" + row.price())
            .put("currency", "USD")
            .put("per", "hour")
            .put("region", "here")
            .put("capacityType", "on-demand")
            .put("citation", "list");
      }
      spec.put("policy", "made-up").put("citation", "list");
    }
    return Json.line(file);
  }

  /**
   * The target with this catalog. A second edition has the same rows and knows every kind, so that
   * a name missing from this one is no unknown name.
   */
  Target target() {
    return TestCloud.of(toJson(), new SampleCatalog(KINDS, rows).toJson("2023-01")).target();
  }

  /** The file and a line to read it with, to paste into JShell. */
  @Override
  public String toString() {
    return rows.stream().map(Row::name).collect(Collectors.joining(", ")) + " in\n" + toJson();
  }

  /**
   * A request in plain numbers.
   *
   * @param how {@code ordered}, {@code unordered} or {@code any}
   * @param gpuMemory least nominal GiB of a device, 0 for no matter
   * @param cpu millicores
   * @param memory MiB
   * @param arm null where no architecture is said
   */
  record Ask(
      String how,
      List<String> names,
      int count,
      int gpuMemory,
      long cpu,
      long memory,
      @Nullable Boolean arm,
      boolean explicit,
      boolean exact,
      boolean retiredToo) {

    GpuRequest toRequest() {
      String[] asked = names.toArray(String[]::new);
      Devices devices =
          switch (how) {
            case "ordered" -> Devices.of(asked);
            case "unordered" -> Devices.anyOf(asked);
            default -> Devices.any();
          };
      GpuRequest request =
          GpuRequest.of(devices.count(count).memoryAtLeast(MemorySize.ofGibibytes(gpuMemory)))
              .cpu(CpuAmount.ofMillicores(cpu))
              .memory(MemorySize.ofMebibytes(memory));
      request = arm == null ? request : request.arch(arm ? Arch.ARM64 : Arch.AMD64);
      request = explicit ? request.explicit() : request;
      request = exact ? request.exactGpus() : request;
      return retiredToo ? request.includeRetired() : request;
    }

    Ask explicitly() {
      return new Ask(
          how,
          names,
          count,
          gpuMemory,
          Math.max(500, cpu),
          Math.max(1024, memory),
          arm,
          true,
          exact,
          retiredToo);
    }

    /**
     * An explicit request moved to a size of some row, because one made blindly hardly ever meets
     * any; the memory stays, so that it may still lie outside the range.
     */
    Ask aimedAt(SampleCatalog world) {
      if (!explicit) {
        return this;
      }
      Row row = world.rows().get((int) (cpu / 500 % world.rows().size()));
      Size size = row.sizes().get((int) (memory / 512 % row.sizes().size()));
      return new Ask(
          how,
          how.equals("any") ? List.of() : List.of(row.kind().name()),
          row.gpus(),
          0,
          size.cpu(),
          memory,
          row.arm(),
          true,
          exact,
          true);
    }
  }

  private static Arbitrary<Boolean> seldom() {
    return Arbitraries.of(false, false, false, false, false, false, true);
  }

  static Arbitrary<Ask> asks() {
    Arbitrary<List<String>> names =
        Arbitraries.of(NAMES).list().uniqueElements().ofMinSize(1).ofMaxSize(4);
    Arbitrary<Ask> asks =
        Combinators.combine(
                Arbitraries.of("ordered", "ordered", "unordered", "any"),
                names,
                Arbitraries.of(1, 1, 1, 2, 3),
                Arbitraries.of(0, 0, 0, 0, 0, 8, 16, 24, 40),
                Arbitraries.integers().between(0, 16).map(halves -> halves * 500L),
                Arbitraries.integers().between(0, 40).map(halves -> halves * 512L),
                seldom().injectNull(0.5),
                seldom())
            .flatAs(
                (how, some, count, gpuMemory, cpu, memory, arm, exact) ->
                    seldom()
                        .map(
                            retiredToo ->
                                new Ask(
                                    how,
                                    how.equals("any") ? List.of() : some,
                                    !how.equals("any")
                                            && some.stream().anyMatch(n -> n.contains("/"))
                                        ? 1
                                        : count,
                                    gpuMemory,
                                    cpu,
                                    memory,
                                    arm,
                                    false,
                                    exact,
                                    retiredToo)));
    return Arbitraries.oneOf(asks, asks, asks.map(Ask::explicitly));
  }
}
