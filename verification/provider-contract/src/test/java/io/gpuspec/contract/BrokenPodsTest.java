package io.gpuspec.contract;

import static io.gpuspec.contract.Broken.CALLS;
import static io.gpuspec.contract.Broken.annotated;
import static io.gpuspec.contract.Broken.broken;
import static io.gpuspec.contract.Broken.failures;
import static io.gpuspec.contract.Broken.placing;
import static io.gpuspec.contract.Broken.reading;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.GpuRequest;
import io.gpuspec.Match;
import io.gpuspec.scheduling.PodField;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.spi.Options;
import io.gpuspec.spi.Placement;
import io.gpuspec.spi.Placement.Entry;
import io.gpuspec.spi.PodReading;
import io.gpuspec.value.MemorySize;
import io.gpuspec.value.Note;
import io.gpuspec.value.Rejection;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** As {@link BrokenProvidersTest}, of what a provider writes into pods and reads from them. */
@Tag("slow")
class BrokenPodsTest {
  static Stream<Arguments> brokenPlacements() {
    return Stream.of(
        placing(
            "one device too many",
            placement ->
                placement.with(PodField.device("amd.com/gpu"), "1", "one more", Rack.HANDBOOK),
            "place-1",
            "read-5",
            // A foreign device to the reading.
            "read-1",
            "read-2"),
        broken(
            "each of several pods asks for the GPUs of all",
            () ->
                new Rack() {
                  @Override
                  public Placement place(Match.Found found, Options options) {
                    int all = found.devicesPerPod() * found.request().replicas();
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
            "selectors are ignored",
            (pod, need, reading) ->
                reading.rejected().isEmpty() && reading.request().isPresent()
                    ? Broken.of(need)
                    : reading,
            "read-1"),
        reading(
            "memory is forgotten",
            (pod, need, reading) ->
                reading.rejected().isEmpty()
                    ? reading
                        .request()
                        .map(request -> Broken.of(request.memory(MemorySize.ZERO)))
                        .orElse(reading)
                    : reading,
            "read-2"),
        reading(
            "another note every time",
            (pod, need, reading) ->
                reading.rejected().isEmpty()
                    ? reading
                        .request()
                        .map(
                            request ->
                                Broken.of(request, Note.of("n", "" + CALLS.incrementAndGet())))
                        .orElse(reading)
                    : reading,
            "read-3"),
        reading(
            "every pod asks for a GPU",
            (pod, need, reading) -> reading.request().isPresent() ? reading : Broken.of(need),
            "read-4"),
        reading(
            "foreign devices are ignored",
            (pod, need, reading) -> reading.rejected().isEmpty() ? reading : Broken.of(need),
            "read-5"),
        broken(
            "only the first container counts",
            () ->
                new Rack() {
                  @Override
                  public GpuRequest request(PodView pod, Options options) {
                    return super.request(
                        pod.runningContainers().stream()
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
                reading.rejected().isEmpty()
                    ? reading
                    : PodReading.refused(
                        need,
                        List.of(),
                        List.of(new Rejection(reading.rejected().toString(), List.of()))),
            "read-8"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource({"brokenPlacements", "brokenReadings"})
  void aBrokenProviderFailsTheClausesThatItBreaks(
      String how, Supplier<Rack> provider, String[] clauses, @TempDir Path database) {
    assertThat(failures(provider, database))
        // These racks are made for one test; nobody can find them.
        .filteredOn(clause -> !clause.startsWith("services-"))
        .containsExactlyInAnyOrder(clauses);
  }
}
