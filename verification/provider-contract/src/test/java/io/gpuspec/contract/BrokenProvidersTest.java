package io.gpuspec.contract;

import static io.gpuspec.contract.Broken.CALLS;
import static io.gpuspec.contract.Broken.EditedRack;
import static io.gpuspec.contract.Broken.at;
import static io.gpuspec.contract.Broken.broken;
import static io.gpuspec.contract.Broken.edited;
import static io.gpuspec.contract.Broken.failures;
import static io.gpuspec.contract.Broken.leaving;
import static io.gpuspec.contract.Broken.optionsAre;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gpuspec.GpuUses;
import io.gpuspec.SpecCatalog;
import io.gpuspec.scheduling.Allocatable;
import io.gpuspec.spi.CloudFacts;
import io.gpuspec.spi.GpuProvider;
import io.gpuspec.spi.Option;
import io.gpuspec.spi.Options;
import io.gpuspec.value.CpuAmount;
import io.gpuspec.value.GpuSpecException;
import io.gpuspec.value.MemorySize;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A provider that breaks a clause fails that clause, so that no clause holds by itself. */
@Tag("slow")
class BrokenProvidersTest {
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
                    throw new GpuSpecException("file.unreadable", "uses.json: cannot be read");
                  }
                },
            "target-6"));
  }

  private static Arguments cloud(String how, String from, String to, String... clauses) {
    return broken(
        how,
        () ->
            new Rack() {
              @Override
              public List<CloudFacts> cloudFacts() {
                return CloudFacts.read("clouds.json", Broken.stream(CLOUD.replace(from, to)));
              }
            },
        clauses);
  }

  private static final String CLOUD =
      """
      {"clouds": [{"id": "rack", "name": "the rack", "labels": ["rack.example"], "citations": [
        {"title": "Handbook of the server room", "date": "2026-03", "status": "documented"}]}]}
      """;

  static Stream<Arguments> brokenClouds() {
    return Stream.of(
        cloud("a capital letter in the cloud", "\"rack\"", "\"Rack\"", "clouds-1"),
        cloud("a source without a date", "2026-03", "lately", "clouds-1"),
        cloud("labels of Kubernetes", "rack.example", "kubernetes.io", "clouds-2"),
        cloud(
            "any storage class",
            "\"labels\"",
            "\"storageClasses\": \".*\", \"labels\"",
            "clouds-2"));
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

  @ParameterizedTest(name = "{0}")
  @MethodSource({"brokenTargets", "brokenClouds", "brokenCatalogs"})
  void aBrokenProviderFailsTheClausesThatItBreaks(
      String how, Supplier<Rack> provider, String[] clauses, @TempDir Path database) {
    assertThat(failures(provider, database))
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
    assertThat(failures(Unlisted::new, database)).containsExactly("services-1");
  }

  @Test
  void aProviderThatIsMadeInTwoWaysIsBroken(@TempDir Path database) {
    assertThat(failures(MadeTwice::new, database))
        .containsExactlyInAnyOrder("services-1", "services-3");
  }
}
