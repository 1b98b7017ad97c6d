package io.gpuspec.contract;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gpuspec.GpuRequest;
import io.gpuspec.Match;
import io.gpuspec.Shape;
import io.gpuspec.SpecCatalog;
import io.gpuspec.scheduling.Allocatable;
import io.gpuspec.scheduling.PodField;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.spi.GpuProvider;
import io.gpuspec.spi.Option;
import io.gpuspec.spi.Options;
import io.gpuspec.spi.Placement;
import io.gpuspec.spi.PodReading;
import io.gpuspec.value.Note;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.platform.testkit.engine.EngineTestKit;

/** Providers that break a clause, and the clauses that they fail. */
final class Broken {
  /** So that something is another every time. */
  static final AtomicInteger CALLS = new AtomicInteger();

  private Broken() {}

  /** The contract of whichever provider is broken just now. */
  static final class BrokenContract extends ProviderContract {
    static Supplier<Rack> broken = Rack::new;

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

    /** Stands for the inspector, which this module cannot use. */
    @Override
    protected Optional<List<String>> broken(String manifest) {
      return Optional.of(manifest.contains("shelf: nine") ? List.of("rack-shelf-nine") : List.of());
    }
  }

  /** A rack with another catalog file, and perhaps another rule of what machines leave to pods. */
  static class EditedRack extends Rack {
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
      return SpecCatalog.read("edited.json", stream(file))
          .withAllocatable(rule, Note.of("allocatable", "some"));
    }
  }

  static InputStream stream(String text) {
    return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
  }

  static Arguments broken(String how, Supplier<Rack> provider, String... clauses) {
    return Arguments.of(how, provider, clauses);
  }

  static Arguments edited(String how, Consumer<ObjectNode> edit, String... clauses) {
    return broken(how, () -> new EditedRack(edit, Rack::allocatable), clauses);
  }

  static Arguments leaving(String how, Function<Shape, Allocatable> rule, String... clauses) {
    return broken(how, () -> new EditedRack(json -> secondSize(json), rule), clauses);
  }

  private static void secondSize(ObjectNode json) {
    json.withArray("/specs/0/upward").addObject().put("cpu", "16").put("memory", "64Gi");
  }

  static ObjectNode at(ObjectNode json, String pointer) {
    return (ObjectNode) json.at(pointer);
  }

  static Arguments placing(String how, Function<Placement, Placement> change, String... clauses) {
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

  static Placement annotated(Placement placement, String key, String value) {
    return placement.with(PodField.annotation(key), value, "a reason", Rack.HANDBOOK);
  }

  static Arguments reading(String how, ReadingChange change, String... clauses) {
    return broken(
        how,
        () ->
            new Rack() {
              @Override
              public PodReading read(PodView pod, SpecCatalog catalog, Options options) {
                return change.apply(pod, request(pod, options), super.read(pod, catalog, options));
              }
            },
        clauses);
  }

  /** What a broken provider makes of a sound reading. */
  interface ReadingChange {
    PodReading apply(PodView pod, GpuRequest need, PodReading reading);
  }

  static PodReading of(GpuRequest request, Note... notes) {
    return PodReading.of(request, PodField.device(Rack.GPU), List.of(notes));
  }

  static Arguments optionsAre(String how, List<Option<?>> options, String... clauses) {
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

  /** The ids of the clauses that a provider fails. */
  static List<String> failures(Supplier<Rack> provider, Path database) {
    BrokenContract.broken = provider;
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
