package io.gpuspec.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gpuspec.Allocatable;
import io.gpuspec.CpuAmount;
import io.gpuspec.GpuRequest;
import io.gpuspec.GpuSpecException;
import io.gpuspec.GpuUses;
import io.gpuspec.Match;
import io.gpuspec.MemorySize;
import io.gpuspec.Note;
import io.gpuspec.Rejection;
import io.gpuspec.Shape;
import io.gpuspec.SpecCatalog;
import io.gpuspec.spi.GpuProvider;
import io.gpuspec.spi.Option;
import io.gpuspec.spi.Options;
import io.gpuspec.spi.Placement;
import io.gpuspec.spi.Placement.Entry;
import io.gpuspec.spi.PodField;
import io.gpuspec.spi.PodReading;
import io.gpuspec.spi.PodView;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.platform.testkit.engine.EngineTestKit;

/** A provider that breaks a clause fails that clause, so that no clause holds by itself. */
class BrokenProvidersTest {
  private static final AtomicInteger CALLS = new AtomicInteger();

  /** The contract of whichever provider is broken just now. */
  static final class BrokenContract extends ProviderContract {
    private static Supplier<Rack> broken = Rack::new;

    @Override
    protected GpuProvider provider() {
      return broken.get();
    }

    @Override
    protected Optional<InputStream> catalogFile(String edition) throws IOException {
      return broken.get() instanceof EditedRack edited
          ? Optional.of(stream(edited.file))
          : super.catalogFile(edition);
    }
  }

  /** A rack with another catalog file, and perhaps another rule of what machines leave to pods. */
  private static class EditedRack extends Rack {
    private final String file;
    private final Function<Shape, Allocatable> rule;

    EditedRack(Consumer<ObjectNode> edit, Function<Shape, Allocatable> rule) {
      this.rule = rule;
      try (InputStream in = Rack.class.getResourceAsStream("2026-03.json")) {
        ObjectNode json = (ObjectNode) new ObjectMapper().readTree(in);
        edit.accept(json);
        file = json.toString();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public SpecCatalog catalog(Options options) {
      // So that an unknown edition stays one.
      super.catalog(options);
      return SpecCatalog.read(stream(file), "edited.json")
          .withAllocatable(rule, Note.of("allocatable", "some"));
    }
  }

  private static InputStream stream(String text) {
    return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
  }

  private static Arguments broken(String how, Supplier<Rack> provider, String... clauses) {
    return Arguments.of(how, provider, clauses);
  }

  private static Arguments edited(String how, Consumer<ObjectNode> edit, String... clauses) {
    return broken(how, () -> new EditedRack(edit, Rack::allocatable), clauses);
  }

  private static Arguments leaving(
      String how, Function<Shape, Allocatable> rule, String... clauses) {
    return broken(how, () -> new EditedRack(json -> secondSize(json), rule), clauses);
  }

  private static void secondSize(ObjectNode json) {
    json.withArray("/specs/0/upward").addObject().put("cpu", "16").put("memory", "64Gi");
  }

  private static ObjectNode at(ObjectNode json, String pointer) {
    return (ObjectNode) json.at(pointer);
  }

  private static Arguments placing(
      String how, Function<Placement, Placement> change, String... clauses) {
    return broken(
        how,
        () ->
            new Rack() {
              @Override
              public Placement place(Match.Found found, Options options) {
                return change.apply(super.place(found, options));
              }
            },
        clauses);
  }

  private static Placement annotated(Placement placement, String key, String value) {
    return placement.with(PodField.annotation(key), value, "a reason", Rack.HANDBOOK);
  }

  private static Arguments reading(String how, ReadingChange change, String... clauses) {
    return broken(
        how,
        () ->
            new Rack() {
              @Override
              public PodReading read(PodView pod, SpecCatalog catalog, Options options) {
                return change.apply(pod, need(pod, options), super.read(pod, catalog, options));
              }
            },
        clauses);
  }

  /** What a broken provider makes of a sound reading. */
  private interface ReadingChange {
    PodReading apply(PodView pod, GpuRequest need, PodReading reading);
  }

  private static PodReading of(GpuRequest request, Note... notes) {
    return PodReading.of(request, PodField.device(Rack.GPU), List.of(notes));
  }

  private static Arguments optionsAre(String how, List<Option<?>> options, String... clauses) {
    return broken(
        how,
        () ->
            new Rack() {
              @Override
              public List<Option<?>> options() {
                return options;
              }
            },
        clauses);
  }

  static Stream<Arguments> brokenTargets() {
    return Stream.of(
        broken("nothing is broken", Rack::new),
        broken(
            "a capital letter in the id",
            () ->
                new Rack() {
                  @Override
                  public String id() {
                    return "Rack";
                  }
                },
            "target-1",
            "catalog-2"),
        broken(
            "one edition twice",
            () ->
                new Rack() {
                  @Override
                  public List<String> editions() {
                    return List.of("2026-03", "2026-03");
                  }
                },
            "target-2"),
        broken(
            "any edition will do",
            () ->
                new Rack() {
                  @Override
                  public SpecCatalog catalog(Options options) {
                    return super.catalog(options.edition("2026-03"));
                  }
                },
            "target-3"),
        optionsAre("two options of one name", List.of(Rack.PINNED, Rack.PINNED), "target-4"),
        optionsAre(
            "an option without a meaning",
            List.of(Option.flag("fast", " ", Rack.HANDBOOK)),
            "target-4"),
        optionsAre(
            "a default that is not read as itself",
            List.of(
                Option.value(
                    "room",
                    "cellar",
                    "a room",
                    room -> room.toUpperCase(Locale.ROOT),
                    "the room",
                    Rack.HANDBOOK)),
            "target-5"),
        broken(
            "a table of uses that is not there",
            () ->
                new Rack() {
                  @Override
                  public GpuUses uses(Options options) {
                    throw new GpuSpecException("uses.json: cannot be read");
                  }
                },
            "target-6"));
  }

  static Stream<Arguments> brokenCatalogs() {
    return Stream.of(
        // A provider that read such a file would have no catalog at all.
        broken(
            "a field that no schema knows, in a file that is not the one that is read",
            () ->
                new EditedRack(json -> json.put("comment", "x"), Rack::allocatable) {
                  @Override
                  public SpecCatalog catalog(Options options) {
                    return new Rack().catalog(options);
                  }
                },
            "catalog-1"),
        edited("a file of another edition", json -> json.put("edition", "2026-04"), "catalog-2"),
        edited(
            "another CUDA version at every reading",
            json -> at(json, "/gpus/0").put("cuda", "11." + CALLS.incrementAndGet()),
            "catalog-3"),
        leaving(
            "more is left than there is",
            shape -> new Allocatable(shape.cpu().plus(CpuAmount.ofMillicores(1)), shape.memory()),
            "catalog-4"),
        leaving(
            "no memory is left of one machine",
            shape ->
                new Allocatable(shape.cpu(), shape.gpus() == 4 ? MemorySize.ZERO : shape.memory()),
            "catalog-4",
            "match-1",
            "match-2"),
        leaving(
            "less is left of the larger size",
            shape ->
                new Allocatable(
                    shape.cpu().equals(CpuAmount.ofCores(16)) ? CpuAmount.ofCores(4) : shape.cpu(),
                    shape.memory()),
            "catalog-5"),
        edited(
            "a GPU that answers to the name of another",
            json -> {
              at(json, "/gpus/0").putArray("aliases").add("A100-40G");
              at(json, "/specs/0").put("gpus", 4);
              at(json, "/specs/0/upward/0").put("cpu", "64").put("memory", "512Gi");
            },
            "match-1"),
        edited(
            "spot capacity that no placement asks for",
            json ->
                json.withArray("/specs").forEach(row -> ((ObjectNode) row).remove("capacityTypes")),
            "read-2"),
        edited(
            "a row that is called like the GPU of another",
            json -> at(json, "/specs/2").put("name", "T4"),
            "match-2",
            // A pod for it is read by the row's name, which is nobody's.
            "read-1",
            "read-2"));
  }

  static Stream<Arguments> brokenPlacements() {
    return Stream.of(
        placing(
            "one device too many",
            placement ->
                placement.with(PodField.device("amd.com/gpu"), "1", "one more", Rack.HANDBOOK),
            "place-1",
            // A foreign device to the reading.
            "read-1",
            "read-2"),
        broken(
            "each of several pods asks for the GPUs of all",
            () ->
                new Rack() {
                  @Override
                  public Placement place(Match.Found found, Options options) {
                    int all = found.devices() * found.request().replicas();
                    Placement placement = Placement.empty();
                    for (Entry each : super.place(found, options).entries()) {
                      boolean device = each.field().kind() == PodField.Kind.DEVICE;
                      placement =
                          placement.with(
                              each.field(),
                              device ? "" + all : each.value(),
                              each.reason(),
                              each.citation());
                    }
                    return placement;
                  }
                },
            "place-1",
            "read-1",
            "read-2"),
        placing("a key with a blank", p -> annotated(p, "rack.example/the gpu", "T4"), "place-2"),
        placing(
            "a label with a star",
            p -> p.with(PodField.label("rack.example/gpu"), "1/4*T4", "its GPU", Rack.HANDBOOK),
            "place-3"),
        placing(
            "an affinity with a star",
            p ->
                p.with(
                    PodField.nodeAffinity("rack.example/gpu"), "T4,1/4*T4", "one", Rack.HANDBOOK),
            "place-3",
            // Who is pinned to another machine has no T4.
            "read-2"),
        placing(
            "no reason",
            p -> p.with(PodField.annotation("rack.example/a"), "b", " ", Rack.HANDBOOK),
            "place-4"),
        placing(
            "an annotation without a value", p -> annotated(p, "rack.example/a", ""), "place-4"),
        placing(
            "one annotation twice",
            p -> annotated(annotated(p, "rack.example/a", "b"), "rack.example/a", "c"),
            "place-5"),
        placing(
            "another value every time",
            p -> annotated(p, "rack.example/a", "b" + CALLS.incrementAndGet()),
            "place-6"));
  }

  static Stream<Arguments> brokenReadings() {
    return Stream.of(
        reading(
            "selectors are passed over",
            (pod, need, reading) ->
                reading.refusals().isEmpty() && reading.request().isPresent() ? of(need) : reading,
            "read-1"),
        reading(
            "memory is forgotten",
            (pod, need, reading) ->
                reading.refusals().isEmpty()
                    ? reading
                        .request()
                        .map(request -> of(request.memory(MemorySize.ZERO)))
                        .orElse(reading)
                    : reading,
            "read-2"),
        reading(
            "another note every time",
            (pod, need, reading) ->
                reading.refusals().isEmpty()
                    ? reading
                        .request()
                        .map(request -> of(request, Note.of("n", "" + CALLS.incrementAndGet())))
                        .orElse(reading)
                    : reading,
            "read-3"),
        reading(
            "every pod asks for a GPU",
            (pod, need, reading) -> reading.request().isPresent() ? reading : of(need),
            "read-4"),
        reading(
            "foreign devices are passed over",
            (pod, need, reading) -> reading.refusals().isEmpty() ? reading : of(need),
            "read-5"),
        broken(
            "only the first container counts",
            () ->
                new Rack() {
                  @Override
                  public GpuRequest need(PodView pod, Options options) {
                    return super.need(
                        pod.running().stream()
                            .limit(1)
                            .reduce(PodView.empty(), PodView::container, (a, b) -> a),
                        options);
                  }
                },
            "read-6"),
        reading(
            "a selector is a bug",
            (pod, need, reading) -> {
              if (!pod.nodeSelector().isEmpty()) {
                throw new IllegalStateException("not written yet");
              }
              return reading;
            },
            "read-2",
            "read-7",
            "read-8"),
        reading(
            "refused without a reason",
            (pod, need, reading) ->
                reading.refusals().isEmpty()
                    ? reading
                    : PodReading.refused(
                        need,
                        List.of(),
                        List.of(new Rejection(reading.refusals().toString(), List.of()))),
            "read-8"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource({"brokenTargets", "brokenCatalogs", "brokenPlacements", "brokenReadings"})
  void aBrokenProviderFailsTheClausesThatItBreaks(
      String how, Supplier<Rack> provider, String[] clauses, @TempDir Path database) {
    BrokenContract.broken = provider;

    assertThat(failures(database))
        // These racks are made for one test; nobody can find them.
        .filteredOn(clause -> !clause.startsWith("services-"))
        .containsExactlyInAnyOrder(clauses);
  }

  /** Public, and listed nowhere. */
  public static class Unlisted extends Rack {
    /** As ServiceLoader wants it. */
    public Unlisted() {}
  }

  /** Made by a method on the module path, and by its constructor on the class path. */
  public static class MadeTwice extends Unlisted {
    /** As ServiceLoader wants it. */
    public MadeTwice() {}

    /** As the module path wants it. */
    public static GpuProvider provider() {
      return new MadeTwice();
    }
  }

  @Test
  void aProviderThatIsNotListedIsNotFound(@TempDir Path database) {
    BrokenContract.broken = Unlisted::new;

    assertThat(failures(database)).containsExactly("services-1");
  }

  @Test
  void aProviderThatIsMadeInTwoWaysIsBroken(@TempDir Path database) {
    BrokenContract.broken = MadeTwice::new;

    assertThat(failures(database)).containsExactlyInAnyOrder("services-1", "services-3");
  }

  /** The ids of the clauses that fail. */
  private static List<String> failures(Path database) {
    return Stream.of("junit-jupiter", "jqwik")
        .flatMap(
            engine ->
                EngineTestKit.engine(engine)
                    .selectors(selectClass(BrokenContract.class))
                    .configurationParameter("jqwik.database", database.resolve("runs").toString())
                    .configurationParameter("jqwik.reporting.usejunitplatform", "true")
                    .execute()
                    .testEvents()
                    .failed()
                    .stream())
        .map(event -> event.getTestDescriptor().getDisplayName())
        .map(name -> name.substring(1, name.indexOf(']')))
        .toList();
  }
}
