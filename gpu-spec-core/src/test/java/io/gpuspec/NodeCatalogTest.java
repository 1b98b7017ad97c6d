package io.gpuspec;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gpuspec.internal.Json;
import io.gpuspec.json.GpuJson;
import io.gpuspec.scheduling.Allocatable;
import io.gpuspec.value.Arch;
import io.gpuspec.value.CpuAmount;
import io.gpuspec.value.MemorySize;
import io.gpuspec.value.Note;
import io.gpuspec.value.Rejection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A catalog whose rows are nodes, of which each keeps half a core and 2 GiB for itself. */
class NodeCatalogTest {
  private static final Note HOW = Note.of("allocatable", "half a core and 2Gi stay with the node");

  private final SpecCatalog catalog =
      TestCloud.read(TestCloud.text("nodes-2025-03.json"))
          .withAllocatable(NodeCatalogTest::allocatable, HOW);
  private final Target nodes = TestCloud.of("nodes", catalog).target();

  private static Allocatable allocatable(Shape shape) {
    return new Allocatable(
        shape.cpu().minus(CpuAmount.parse("500m")),
        shape.memory().minus(MemorySize.ofGibibytes(2)));
  }

  private String found(GpuRequest request) {
    return nodes.match(request).orThrow().shape().spec().name();
  }

  private List<String> rejected(GpuRequest request) {
    return nodes.match(request).rejected().stream().map(Rejection::toString).toList();
  }

  @Test
  void aPodGetsWhatTheNodeLeavesAndNotItsCapacity() {
    Match.Found exact = nodes.match(GpuRequest.of("T4").cpu("3500m").memory("14Gi")).orThrow();
    Match.Found above = nodes.match(GpuRequest.of("T4").cpu(3).memory("16Gi")).orThrow();

    assertThat(exact).hasToString("t.small · 4 cores · 16Gi  on nodes (exact)");
    assertThat(exact.shape().allocatable()).hasToString("3.5 cores · 14Gi");
    assertThat(above).hasToString("t.large · 8 cores · 32Gi  on nodes (over by 4.5 cores, 14Gi)");
    assertThat(above.rejected().stream().map(Rejection::toString))
        .contains("t.small: memory: 16Gi requested, 14Gi allocatable of 16Gi, short 2Gi");
  }

  @Test
  void theAnswerSaysWhatIsLeftAndByWhichRule() {
    assertThat(nodes.match(GpuRequest.of("T4").memory("16Gi")).explain().toString())
        .contains("\n  usable    7.5 cores · 30Gi\n")
        .contains("\n  price     0.75 USD per hour (here, on-demand)\n")
        .contains("\n  quoted    9.9 CNY per hour in Nodes, a blog, 2024 (unconfirmed)\n")
        .contains("\n  note      allocatable: half a core and 2Gi stay with the node\n");
  }

  static Stream<Arguments> counts() {
    return Stream.of(
        Arguments.of(GpuRequest.of(2, "T4"), "t.four", 2),
        Arguments.of(GpuRequest.of(Devices.any().totalMemoryAtLeast(gib(40))), "t.four", 1),
        Arguments.of(GpuRequest.of(Devices.any().totalMemoryAtLeast(gib(64))), "t.four", 0),
        Arguments.of(GpuRequest.of(Devices.any().totalMemoryAtLeast(gib(65))), "p.eight", 6),
        Arguments.of(GpuRequest.of(Devices.any().totalMemoryAtLeast(gib(320))), "p.eight", 0));
  }

  private static MemorySize gib(int size) {
    return MemorySize.ofGibibytes(size);
  }

  @ParameterizedTest
  @MethodSource("counts")
  void moreGpusThanNeededAreWasted(GpuRequest request, String row, int wasted) {
    Match.Found found = nodes.match(request).orThrow();

    assertThat(found.shape().spec().name()).isEqualTo(row);
    assertThat(found.wastedGpus()).isEqualTo(wasted);
  }

  @Test
  void memoryOfAllTogetherIsShortWithItsAmount() {
    assertThat(rejected(GpuRequest.of(Devices.of("T4").totalMemoryAtLeast(gib(80)))))
        .first()
        .asString()
        .isEqualTo("t.four: totalGpuMemory: 80Gi requested, has 64Gi, short 16Gi");
  }

  /** The fix for each quality that a row's GPUs lack, and for a GPU of which it is not known. */
  @Test
  void whatARowsGpusLackIsToldWithWhatWouldDo() {
    assertThat(fixes(GpuRequest.of(Devices.of("t.small").memoryAtLeast(gib(40)))))
        .containsExactly("t.small: request GPUs of at most 16Gi");
    assertThat(fixes(GpuRequest.of(Devices.of("t.four").totalMemoryAtLeast(gib(80)))))
        .containsExactly("t.four: request at most 64Gi of GPU memory in all");
    assertThat(fixes(GpuRequest.of(Devices.of("t.small").architecture("Hopper"))))
        .containsExactly("t.small: request Turing");
    assertThat(fixes(GpuRequest.of(Devices.of("t.small").computeCapabilityAtLeast("9.0"))))
        .containsExactly("t.small: request compute capability 7.5");
    assertThat(rejected(GpuRequest.of(Devices.of("m.one").architecture("Hopper"))))
        .containsExactly("m.one: architecture: Hopper requested, not known here");
    assertThat(fixes(GpuRequest.of(Devices.of("m.one").architecture("Hopper"))))
        .containsExactly("m.one: nothing");
  }

  private List<String> fixes(GpuRequest request) {
    return nodes.match(request).rejected().stream()
        .map(each -> each.name() + ": " + each.toFit().orElse("nothing"))
        .toList();
  }

  @Test
  void withoutAPriceForTheWayOfBuyingTheSmallestIsTaken() {
    GpuRequest request = GpuRequest.of("a.amd").capacityType(CapacityType.SPOT).cheapest();

    assertThat(nodes.match(request).notes())
        .extracting(Note::toString)
        .contains(
            "price.unknown: no spot price is known for a.amd or any other match, so the smallest"
                + " was chosen");
  }

  @Test
  void generationAndComputeCapabilityNarrowTheChoice() {
    assertThat(found(GpuRequest.of(Devices.any().architecture("ampere")))).isEqualTo("a.amd");
    assertThat(found(GpuRequest.of(Devices.any().computeCapabilityAtLeast("8.6"))))
        .isEqualTo("a.amd");
    assertThat(found(GpuRequest.of(Devices.any().computeCapabilityAtLeast("7.5"))))
        .isEqualTo("t.small");
    assertThat(rejected(GpuRequest.of(Devices.any().computeCapabilityAtLeast("9.0"))))
        .contains("a.amd: computeCapability: 9.0 requested, is 8.6");
    assertThat(rejected(GpuRequest.of(Devices.any().architecture("Hopper"))))
        .contains("t.small: architecture: Hopper requested, is Turing");
    assertError(() -> Devices.any().architecture("Ampre"), "arch.unknown");
    assertError(() -> Devices.any().computeCapabilityAtLeast("sm_86"), "value.malformed", "sm_86");
  }

  @Test
  void aRowIsAskedForByItsOwnNameWhateverItIs() {
    assertThat(found(GpuRequest.of("t.large"))).isEqualTo("t.large");
    assertThat(found(GpuRequest.of("T.LARGE"))).isEqualTo("t.large");
    assertThat(found(GpuRequest.of("t.slice"))).isEqualTo("t.slice");
    assertThat(found(GpuRequest.of("m.one"))).isEqualTo("m.one");
    assertThat(found(GpuRequest.of("a.arm"))).isEqualTo("a.arm");
    assertThat(found(GpuRequest.of(Devices.anyOf("t.four", "t.large")))).isEqualTo("t.large");
    assertThat(rejected(GpuRequest.of("t.small").memory("16Gi")))
        .containsExactly("t.small: memory: 16Gi requested, 14Gi allocatable of 16Gi, short 2Gi");
  }

  @Test
  void whatIsNotIdentifiedIsFoundByItsRowsNameOnly() {
    GpuSpec row = nodes.catalog().gpu("m.one").specs().get(0);

    assertThat(row.fraction()).isEmpty();
    assertThat(found(GpuRequest.of(Devices.any().memoryAtLeast("30Gi")))).isEqualTo("p.eight");
    assertThat(rejected(GpuRequest.of("Mystery-32G")))
        .containsExactly(
            "m.one: gpu: Mystery-32G: it is not known what this is exactly; it is matched only by"
                + " its own name, m.one");
  }

  @Test
  void aGpuThatComesWithBothArchitecturesIsMatchedWithTheUsualOne() {
    assertThat(found(GpuRequest.of("A10G"))).isEqualTo("a.amd");
    assertThat(found(GpuRequest.of("A10G").arch(Arch.ARM64))).isEqualTo("a.arm");
    assertThat(found(GpuRequest.of("T4g"))).isEqualTo("g.arm");
    assertThat(found(GpuRequest.of(Devices.any()).arch(Arch.ARM64))).isEqualTo("g.arm");
  }

  @Test
  void whatAGpuComesWithIsStatedAndNotWorkedOutFromItsRows() {
    ObjectNode file = (ObjectNode) Json.resource(GpuSpec.class, "nodes-2025-03.json");
    // Nothing but arm64 is left for the A10G, and the T4g has an amd64 row beside its own.
    for (JsonNode row : file.path("specs")) {
      switch (row.path("name").asText()) {
        case "a.amd", "z.gone" -> ((ObjectNode) row).put("arch", "arm64");
        case "m.one" -> ((ObjectNode) row).put("gpu", "T4g");
        default -> {}
      }
    }
    Target turned = TestCloud.of("nodes", TestCloud.read(file.toString())).target();

    assertThat(turned.match(GpuRequest.of("A10G")).isFound()).isFalse();
    assertThat(turned.match(GpuRequest.of("A10G")).rejected().get(0))
        .hasToString("a.amd: arch: amd64 requested, is arm64");
    assertThat(turned.match(GpuRequest.of("a.arm")).isFound()).isTrue();
    assertThat(turned.match(GpuRequest.of("T4g")).orThrow().shape().spec().name())
        .isEqualTo("g.arm");
    assertThat(turned.match(GpuRequest.of("T4g").arch(Arch.AMD64)).orThrow().shape().spec().name())
        .isEqualTo("m.one");
  }

  @Test
  void memoryInAllThatNoRowHasTakesAllOfARow() {
    GpuSpec eight = nodes.catalog().gpu("p.eight").specs().get(0);

    assertThat(Devices.any().totalMemoryAtLeast(MemorySize.ofBytes(Long.MAX_VALUE)).countOn(eight))
        .isEqualTo(8);
    assertThat(Devices.any().totalMemoryAtLeast(gib(80)).countOn(eight)).isEqualTo(2);
  }

  @Test
  void pricesThatAreComparedThoughTheyAreOfSeveralRegionsAreSaidToBe() {
    String file = TestCloud.text("nodes-2025-03.json");
    int second = file.indexOf("\"here\"", file.indexOf("\"t.large\""));
    String moved = file.substring(0, second) + "\"there\"" + file.substring(second + 6);
    Target two = TestCloud.of("nodes", TestCloud.read(moved)).target();
    GpuRequest cheapest = GpuRequest.of("T4").cheapest();

    assertThat(two.match(cheapest).notes())
        .containsExactly(
            Note.of(
                "price.regions",
                "the prices that were compared are of several regions: here, there; the same row"
                    + " may cost something else elsewhere"));
    assertThat(two.match(cheapest.memory("20Gi")).notes()).isEmpty();
    assertThat(two.match(cheapest.capacityType(CapacityType.SPOT)).notes()).isEmpty();
    assertThat(two.match(GpuRequest.of("T4")).notes()).isEmpty();
  }

  @Test
  void jsonHasThePriceThatWasAskedForAndAllOfThemWhereThereAreOthers() {
    String asked =
        GpuJson.write(nodes.match(GpuRequest.of("t.small").capacityType(CapacityType.SPOT)));
    JsonNode spec = Json.parse(asked).path("spec");
    JsonNode row = Json.parse(GpuJson.write(nodes.catalog().gpu("t.small"))).at("/specs/0");

    assertThat(spec.at("/price/amount").asText()).isEqualTo("0.35");
    assertThat(row.at("/price/amount").asText()).isEqualTo("0.50");
    assertThat(row.at("/price/citation/title").asText()).isEqualTo("Nodes, list of prices");
    assertThat(row.path("prices").findValuesAsText("capacityType"))
        .containsExactly("on-demand", "spot");
  }

  @Test
  void aPriceOfSpotCapacityAloneIsNoPriceOfTheRow() {
    String file = TestCloud.text("nodes-2025-03.json");
    int first = file.indexOf("on-demand");
    SpecCatalog spot =
        TestCloud.read(file.substring(0, first) + "reserved" + file.substring(first + 9));
    JsonNode row = Json.parse(GpuJson.write(spot.gpu("t.small"))).at("/specs/0");

    assertThat(row.has("price")).isFalse();
    assertThat(row.path("prices").findValuesAsText("capacityType"))
        .containsExactly("reserved", "spot");
  }

  @Test
  void pricesGoByTheCapacityTypeAskedFor() {
    GpuRequest cheapest = GpuRequest.of("T4").cheapest();

    assertThat(found(cheapest)).isEqualTo("t.small");
    assertThat(found(cheapest.capacityType(CapacityType.SPOT))).isEqualTo("t.large");
    assertThat(rejected(GpuRequest.of(4, "T4").capacityType(CapacityType.SPOT)).get(0))
        .isEqualTo("t.four: capacityType: spot requested, is available on-demand");
  }

  @Test
  void whatIsUnavailableIsNeverMatched() {
    assertThat(rejected(GpuRequest.of("A10G").includeRetired()))
        .contains("z.gone: lifecycle: not available here");
    assertThat(rejected(GpuRequest.of("z.gone").includeRetired()))
        .containsExactly("z.gone: lifecycle: not available here");
  }

  @Test
  void noPodStatesTheShapeOfANode() {
    assertThat(rejected(GpuRequest.of("T4").cpu(4).memory("16Gi").explicit()))
        .contains("t.small: explicit: no pod can state its shape on nodes; ask without explicit");
  }

  @Test
  void aRejectionSaysWhatToAskForInstead() {
    Match none = nodes.match(GpuRequest.of(2, "A10G").cpu(4).memory("14.5Gi"));

    assertThat(none.rejected().get(0).name()).isEqualTo("a.amd");
    assertThat(none.rejected().get(0).toFit())
        .contains(
            "request 1 GPU, and request at most 3.5 cores, and request at most 14Gi of memory");
    assertThat(none.rejected().stream().filter(r -> r.name().equals("z.gone")).findFirst())
        .get()
        .extracting(Rejection::toFit)
        .isEqualTo(Optional.empty());
    assertThat(none.explain().toString())
        .contains("\n  to fit    a.amd: request 1 GPU, and request at most 3.5 cores");
  }

  @Test
  void whoAsksForWhatToAskForGetsIt() {
    for (Rejection rejection : nodes.match(GpuRequest.of("T4").memory("200Gi")).rejected()) {
      String most = rejection.toFit().orElseThrow().split(" ")[3];
      Match again = nodes.match(GpuRequest.of(rejection.name()).memory(most));

      assertThat(again.orThrow().shape().spec().name()).isEqualTo(rejection.name());
    }
  }

  @Test
  void aNodeThatLeavesNothingToPodsServesNone() {
    SpecCatalog kept =
        TestCloud.read(TestCloud.text("nodes-2025-03.json"))
            .withAllocatable(
                shape ->
                    shape.spec().name().equals("t.small")
                        ? new Allocatable(CpuAmount.ofCores(1), MemorySize.ZERO)
                        : allocatable(shape),
                HOW);
    Match match = TestCloud.of("nodes", kept).target().match(GpuRequest.of("T4"));

    assertThat(match.orThrow().shape().spec().name()).isEqualTo("t.large");
    assertThat(match.rejected().stream().map(Rejection::toString))
        .contains("t.small: memory: nothing of the 16Gi is left to pods");
  }

  @Test
  void whatLooksAlikeInWordsIsSaidExactly() {
    assertThat(rejected(GpuRequest.of("t.small").memory("14337Mi")))
        .containsExactly("t.small: memory: 14337Mi requested, 14Gi allocatable of 16Gi, short 1Mi");
    assertThat(rejected(GpuRequest.of("t.small").memory("14Gi").cpu("3501m")))
        .containsExactly("t.small: cpu: 3.501 requested, 3.5 allocatable of 4, short 0.001");
  }

  @Test
  void whereNothingHasAPriceTheSmallestIsSaidToBeTaken() {
    assertThat(nodes.match(GpuRequest.of("A10G").cheapest()).explain().toString())
        .contains("why       smallest that holds it");
    assertThat(nodes.match(GpuRequest.of("T4").cheapest()).explain().toString())
        .contains("why       cheapest that holds it");
  }

  @Test
  void whatIsNearHasTheUsualArchitectureUnlessAnotherWasMeant() {
    assertThat(nodes.match(GpuRequest.of("1/4*T4").cpu(3)).alternatives())
        .extracting(shape -> shape.spec().name())
        .contains("t.small")
        .doesNotContain("g.arm");
    assertThat(nodes.match(GpuRequest.of(Devices.any()).exactGpus().cpu(40)).alternatives())
        .extracting(shape -> shape.spec().name())
        .containsExactly("t.four", "p.eight");
    assertThat(nodes.match(GpuRequest.of(2, "T4g")).alternatives())
        .extracting(shape -> shape.spec().name())
        .doesNotContain("g.arm", "a.arm");
    assertThat(nodes.match(GpuRequest.of("1/4*T4").cpu(3).arch(Arch.ARM64)).alternatives())
        .extracting(shape -> shape.spec().name())
        .containsExactly("g.arm");
  }

  @Test
  void whatIsNearARowHasAsMuchGpuMemory() {
    assertThat(nodes.match(GpuRequest.of("p.eight").exactGpus()).alternatives())
        .extracting(shape -> shape.spec().name())
        .containsExactly("p.eight");
  }

  @Test
  void aCatalogIsQueriedByWhatItsGpusAre() {
    assertThat(nodes.catalog().architecture("Ampere").specs())
        .extracting(GpuSpec::name)
        .containsExactly("a.arm", "a.amd", "z.gone", "p.eight");
    assertThat(nodes.catalog().computeCapabilityAtLeast("8.6").specs())
        .extracting(GpuSpec::name)
        .containsExactly("a.arm", "a.amd", "z.gone");
    assertThat(nodes.catalog().totalGpuMemoryAtLeast("64Gi").specs())
        .extracting(GpuSpec::name)
        .containsExactly("t.four", "p.eight");
  }

  @Test
  void theTableShowsWhatIsKnown() {
    assertThat(nodes.catalog().gpu("T4").table())
        .hasToString(
            """
            NAME     GPU     GPU MEMORY  CPU  MEMORY  ALLOCATABLE         ARCH   PRICE     SOURCE
            t.small  1 x T4  16Gi        4    16Gi    3.5 cores · 14Gi    amd64  0.50 USD  2025-03 documented
            t.large  1 x T4  16Gi        8    32Gi    7.5 cores · 30Gi    amd64  0.75 USD  2025-03 documented
            t.four   4 x T4  16Gi        48   192Gi   47.5 cores · 190Gi  amd64            2025-03 documented\
            """);
    assertThat(nodes.catalog().gpu("z.gone").table().toString()).contains("unavailable");
    assertThat(nodes.catalog().gpu("T4").gpus(3).table()).hasToString("nodes 2025-03: no row");
  }

  @Test
  void whatAnotherTargetKnowsIsNoUnknownName() {
    Gpus two = Gpus.of(TestCloud.ofResources("cloud"), TestCloud.of("nodes", catalog));

    SpecCatalog none = two.in("nodes").catalog().gpu("A10*PNV4");

    assertThat(none.specs()).isEmpty();
    assertThat(none.notes().get(0).message()).startsWith("nodes 2025-03 has no A10*PNV4; it has");
    assertError(() -> two.in("cloud").catalog().gpu("t.lrge"), "gpu.unknown");
    assertError(() -> two.match(GpuRequest.of("t.lrge")), "gpu.unknown");
  }

  @Test
  void attributesAreTheRowsOrElseItsGpus() {
    GpuSpec row = nodes.catalog().gpu("t.small").specs().get(0);

    assertThat(row.attribute("maxPods")).contains("29");
    assertThat(row.attribute("label")).contains("t4");
    assertThat(row.attribute("network")).isEmpty();
    assertThat(row.gpuMemory()).contains(gib(16));
    assertThat(row.gpuMemoryReported()).contains(MemorySize.ofMebibytes(16384));
    assertThat(row.price(CapacityType.SPOT)).get().hasToString("0.35 USD per hour (here, spot)");
    assertThat(row.price(CapacityType.RESERVED)).isEmpty();
    assertThat(catalog.unit()).isEqualTo(GpuSpec.Unit.NODE);
  }

  @Test
  void jsonHasAllocatableBesideCapacityAndTheReferencePriceApart() {
    String json = GpuJson.write(nodes.match(GpuRequest.of("t.large").memory("20Gi")));

    assertThat(json)
        .contains("\"allocatable\": {\n      \"cpu\": \"7500m\",\n      \"memory\": \"30Gi\"")
        .contains("\"referencePrice\": {\n      \"amount\": \"9.9\"")
        .contains("\"waste\": {\n    \"cpu\": \"7500m\",\n    \"memory\": \"10Gi\"");
  }
}
