package io.gpuspec;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gpuspec.internal.Json;
import io.gpuspec.scheduling.Allocatable;
import io.gpuspec.value.Arch;
import io.gpuspec.value.Citation;
import io.gpuspec.value.CpuAmount;
import io.gpuspec.value.Fraction;
import io.gpuspec.value.GpuSpecException;
import io.gpuspec.value.MemorySize;
import io.gpuspec.value.Note;
import java.io.InputStream;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class CatalogReaderTest {

  @Test
  void anEmptyFileIsSaidToBeEmpty() {
    assertError(
        () -> SpecCatalog.read("test.json", InputStream.nullInputStream()),
        "json.malformed",
        "test.json");
  }

  @Test
  void readsEverythingThatAFileStates() {
    SpecCatalog catalog = TestCloud.read(TestCloud.text("cloud-2024-05.json"));

    assertThat(catalog.target()).isEqualTo("cloud");
    assertThat(catalog.edition()).isEqualTo("2024-05");
    assertThat(catalog.citation())
        .isEqualTo(new Citation("Cloud, list of shapes", "2024-05", Citation.Status.DOCUMENTED));
    assertThat(catalog.gpuNames())
        .containsExactly(
            "T4", "1/4*T4", "V100", "A100-40G", "A100-80G", "A10*PNV4", "T4g", "L40", "K9");

    GpuSpec row = catalog.gpu("T4").gpus(1).specs().get(0);
    assertThat(row.name()).isEqualTo("T4 x1");
    assertThat(row.target()).isEqualTo("cloud");
    assertThat(row.edition()).isEqualTo("2024-05");
    assertThat(row.gpu()).isEqualTo("T4");
    assertThat(row.model().map(GpuModel::name)).contains("T4");
    assertThat(row.fraction()).contains(Fraction.WHOLE);
    assertThat(row.gpuMemory()).contains(MemorySize.ofGibibytes(16));
    assertThat(row.gpuMemoryReported()).contains(MemorySize.ofMebibytes(15109));
    assertThat(row.cuda()).contains("11.4");
    assertThat(row.driver()).contains("470");
    assertThat(row.arch()).isEqualTo(Arch.AMD64);
    assertThat(row.lifecycle()).isEqualTo(GpuSpec.Lifecycle.CURRENT);
    assertThat(row.shapes())
        .hasToString("T4 x1 · 2 cores · 8Gi\nT4 x1 · 4 cores · 16.5Gi\nT4 x1 · 8 cores · 32Gi");
    assertThat(row.memoryMin()).isEqualTo(MemorySize.ofGibibytes(2));
    assertThat(row.memoryMax()).isEqualTo(MemorySize.ofGibibytes(40));
    assertThat(row.typical()).get().hasToString("T4 x1 · 8 cores · 32Gi");
    assertThat(row.policy()).isEqualTo("proportional");
    assertThat(row.citation()).isEqualTo(catalog.citation());
    assertThat(row.notes()).isEmpty();
    assertThat(row).hasToString("T4 x1 · 2, 4, 8 cores · 2Gi to 40Gi on cloud 2024-05");
  }

  @Test
  void aRowWithoutADocumentHasThatOfTheEdition() {
    String text = TestCloud.text("cloud-2024-05.json");
    SpecCatalog with = TestCloud.read(text);
    SpecCatalog without =
        TestCloud.read(text.replaceAll(",\\s*\"citation\": \"list\"(?=\\s*})", ""));

    assertThat(without.specs())
        .extracting(row -> row + " " + row.citation())
        .isEqualTo(with.specs().stream().map(row -> row + " " + row.citation()).toList());
  }

  @Test
  void readsNotesWithAndWithoutASourceOfTheirOwn() {
    GpuSpec row =
        TestCloud.read(TestCloud.text("cloud-2024-05.json")).gpu("T4").gpus(2).specs().get(0);
    Citation blog = new Citation("Cloud, a blog", "2023", Citation.Status.THIRD_PARTY);

    assertThat(row.citation()).isEqualTo(blog);
    assertThat(row.notes())
        .containsExactly(
            Note.of("shape.hearsay", "only a blog knows this row", blog),
            Note.of("shape.rare", "seldom in stock"));
    assertThat(row.typical()).isEmpty();
  }

  @Test
  void aShareHasItsShareOfTheCardsMemoryAndReportsNone() {
    GpuSpec quarter =
        TestCloud.read(TestCloud.text("cloud-2024-05.json")).fraction("1/4").specs().get(0);

    assertThat(quarter.gpuMemory()).contains(MemorySize.ofGibibytes(4));
    assertThat(quarter.gpuMemoryReported()).isEmpty();
    assertThat(quarter.model().map(GpuModel::name)).contains("T4");
  }

  @Test
  void whatNobodyKnowsOfAGpuIsAbsent() {
    GpuSpec row = TestCloud.read(TestCloud.text("cloud-2024-05.json")).gpu("K9").specs().get(0);

    assertThat(row.model()).isEmpty();
    assertThat(row.gpuMemory()).isEmpty();
    assertThat(row.gpuMemoryReported()).isEmpty();
    assertThat(row.cuda()).isEmpty();
    assertThat(row.driver()).isEmpty();
  }

  static Stream<Arguments> broken() {
    return Stream.of(
        broken(file -> file.remove("target"), "'target' is missing; add it"),
        broken(
            file -> file.putNull("edition"), "/edition: has no value; write a text, or remove it"),
        broken(file -> file.remove("citations"), "'citations' is missing; add it"),
        broken(file -> file.remove("gpus"), "'gpus' is missing; add it"),
        broken(file -> file.remove("specs"), "'specs' is missing; add it"),
        broken(
            file -> file.put("citation", "letter"),
            "citation 'letter' is not listed under 'citations'"),
        broken(
            file -> row(file).put("citation", "letter"),
            "/specs/0: citation 'letter' is not listed under 'citations'"),
        broken(
            file ->
                row(file)
                    .putArray("notes")
                    .addObject()
                    .put("id", "a.b")
                    .put("message", "c")
                    .put("citation", "letter"),
            "/specs/0: citation 'letter' is not listed under 'citations'"),
        broken(
            file -> priced(row(file), "0", "USD"),
            "/specs/0/prices/0/amount: '0' is not allowed; write it like 1.006"),
        broken(
            file -> priced(row(file), "dear", "USD"),
            "/specs/0/prices/0/amount: 'dear' is not allowed; write it like 1.006"),
        broken(
            file -> {
              priced(row(file), "1", "USD");
              priced(file.withArray("specs").add(row(file).deepCopy()), "CNY");
            },
            "/specs/1: prices are in USD per hour and CNY per hour; one catalog has one unit of price"),
        broken(
            file -> gpu(file).put("card", "T5"),
            "/gpus/0: card 'T5' is not a canonical name of a GPU model"),
        // One alias may have two meanings, so a card goes by its canonical name.
        broken(
            file -> gpu(file).put("card", "V100"),
            "/gpus/0: card 'V100' is not a canonical name of a GPU model"),
        broken(
            file -> file.withArray("gpus").add(gpu(file).deepCopy()),
            "/gpus/1: GPU 'T4' is a duplicate; remove one"),
        broken(
            file -> row(file).put("gpu", "Vega"),
            "/specs/0: a row names the GPU 'Vega', which 'gpus' does not list"),
        broken(
            file -> file.withArray("specs").add(row(file).deepCopy()),
            "/specs/1: row 'T4 x1' is a duplicate; give one its own name"),
        broken(
            file -> row(file).putArray("upward"),
            "/specs/0/upward: is empty; fill it, or remove it"),
        broken(
            file -> row(file).putObject("memory").put("min", "8Gi").put("max", "4Gi"),
            "/specs/0: row 'T4 x1' has more memory at least than at most"),
        broken(
            file -> size(file, 1).put("cpu", "2"),
            "/specs/0: row 'T4 x1' offers 2 cores with 16Gi after 2 cores with 8Gi; sizes ascend within the"
                + " memory range"),
        broken(
            file -> size(file, 1).put("memory", "7Gi"),
            "/specs/0: row 'T4 x1' offers 4 cores with 7Gi after 2 cores with 8Gi; sizes ascend within the"
                + " memory range"),
        broken(
            file -> size(file, 0).put("memory", "1Gi"),
            "/specs/0: row 'T4 x1' offers 2 cores with 1Gi after 0 cores with 2Gi; sizes ascend within the"
                + " memory range"),
        broken(
            file -> size(file, 1).put("memory", "33Gi"),
            "/specs/0: row 'T4 x1' offers 4 cores with 33Gi after 2 cores with 8Gi; sizes ascend within the"
                + " memory range"),
        broken(
            file -> ((ObjectNode) file.at("/citations/list")).put("status", "rumour"),
            "/citations/list/status: 'rumour' is not known; write documented or unconfirmed or"
                + " example or third-party"),
        broken(
            file -> row(file).put("arch", "riscv64"),
            "/specs/0/arch: 'riscv64' is not known; write amd64 or arm64"));
  }

  private static Arguments broken(Consumer<ObjectNode> damage, String problem) {
    return Arguments.of(damage, problem);
  }

  private static ObjectNode gpu(ObjectNode file) {
    return (ObjectNode) file.path("gpus").get(0);
  }

  private static void priced(ArrayNode rows, String currency) {
    ObjectNode second = (ObjectNode) rows.get(rows.size() - 1);
    priced(second.put("name", "second"), "1", currency);
  }

  static void priced(ObjectNode row, String amount, String currency) {
    row.putArray("prices")
        .addObject()
        .put("amount", amount)
        .put("currency", currency)
        .put("per", "hour")
        .put("region", "here")
        .put("capacityType", "on-demand")
        .put("citation", "list");
  }

  @Test
  void aPriceIsReadWithItsSource() {
    ObjectNode file = sound();
    priced(row(file), "1.50", "USD");

    Price price = TestCloud.read(file.toString()).specs().get(0).price().orElseThrow();

    assertThat(price).hasToString("1.50 USD per hour (here, on-demand)");
    assertThat(price.citation().title()).isNotBlank();
  }

  static ObjectNode row(ObjectNode file) {
    return (ObjectNode) file.path("specs").get(0);
  }

  private static ObjectNode size(ObjectNode file, int index) {
    return (ObjectNode) row(file).path("upward").get(index);
  }

  /** A catalog with nothing wrong. */
  static ObjectNode sound() {
    return (ObjectNode)
        Json.parse(
            """
            {"target": "cloud", "edition": "2024-05", "citation": "list",
             "citations": {"list": {"title": "A list", "date": "2024", "status": "documented"}},
             "gpus": [{"name": "T4", "card": "T4"}],
             "specs": [{"gpu": "T4", "gpus": 1, "memory": {"min": "2Gi", "max": "32Gi"},
               "upward": [{"cpu": "2", "memory": "8Gi"}, {"cpu": "4", "memory": "16Gi"}],
               "policy": "proportional", "citation": "list"}]}
            """);
  }

  @ParameterizedTest(name = "{1}")
  @MethodSource("broken")
  void refusesABrokenCatalogAndNamesTheFile(Consumer<ObjectNode> damage, String problem) {
    ObjectNode file = sound();
    assertThat(TestCloud.read(file.toString()).specs()).hasSize(1);
    damage.accept(file);

    assertThatThrownBy(() -> TestCloud.read(file.toString()))
        .isInstanceOf(GpuSpecException.class)
        .hasMessage("test.json: not a catalog: " + problem + "; see docs/catalog-format.md");
  }

  @Test
  void aMalformedQuantityNamesTheFileToo() {
    ObjectNode file = sound();
    size(file, 0).put("memory", "8GiB");

    assertError(() -> TestCloud.read(file.toString()), "catalog.malformed", "test.json", "8GiB");
  }

  @Test
  void aPatternsEndIsTheEndOfTheText() {
    ObjectNode file = sound();
    gpu(file).put("driver", "470\n");

    assertError(() -> TestCloud.read(file.toString()), "catalog.malformed", "/gpus/0/driver");
  }

  @Test
  void noPodCanStateTheShapeOfANode() {
    ObjectNode file = sound().put("unit", "node");

    assertError(() -> TestCloud.read(file.toString()), "catalog.malformed", "test.json");
  }

  @Test
  void whatPodsCanUseHoldsForTheTypicalShapeAndForAStatedOneToo() {
    SpecCatalog half =
        TestCloud.read(TestCloud.text("cloud-2024-05.json"))
            .withAllocatable(
                shape ->
                    new Allocatable(shape.cpu().minus(CpuAmount.parse("500m")), shape.memory()),
                Note.of("allocatable", "half a core is kept"));
    GpuSpec row = half.gpu("T4").gpus(1).specs().get(0);
    Match.Found stated =
        TestCloud.of("cloud", half)
            .target()
            .match(GpuRequest.of("T4").cpu(4).memory("20Gi").explicit())
            .orThrow();

    assertThat(row.typical().orElseThrow().allocatable()).hasToString("7.5 cores · 32Gi");
    assertThat(stated.shape().allocatable()).hasToString("3.5 cores · 20Gi");
  }

  @Test
  void tellsEverythingThatIsWrongALineForEach() {
    ObjectNode file = sound();
    row(file).put("arch", "sparc").remove("policy");
    gpu(file).put("colour", "green");

    assertError(
        () -> TestCloud.read(file.toString()),
        "catalog.malformed",
        "test.json",
        "colour",
        "sparc",
        "policy");
  }

  @Test
  void aQuantityTooLargeForAnyMachineIsRefusedWhereItStands() {
    ObjectNode file = sound();
    size(file, 1).put("memory", "99999999999999Ti");

    assertError(
        () -> TestCloud.read(file.toString()),
        "catalog.malformed",
        "test.json",
        "99999999999999Ti");
  }

  @Test
  void anAmountIsTakenAsItsDigitsQuotedOrBare() {
    ObjectNode file = sound();
    priced(row(file), "0.526", "USD");
    String quoted = file.toString();
    String bare = quoted.replace("\"0.526\"", "0.526");

    assertThat(bare).isNotEqualTo(quoted);
    assertThat(TestCloud.read(bare).specs().get(0).price())
        .isEqualTo(TestCloud.read(quoted).specs().get(0).price());
  }

  @Test
  void refusesWhatIsNotJsonAndSaysWhere() {
    assertError(() -> TestCloud.read("{\n  \"target\": cloud}"), "json.malformed");
  }

  @Test
  void refusesAKeyThatStandsThereTwice() {
    assertError(() -> TestCloud.read("{\"target\": \"a\", \"target\": \"b\"}"), "json.malformed");
  }

  @Test
  void rowsOfOneGpuAndCountNeedNamesOfTheirOwnAndMayHaveThem() {
    ObjectNode file = sound();
    ArrayNode rows = file.withArray("specs");
    rows.add(row(file).deepCopy().put("name", "T4 x1 (more)"));

    assertThat(TestCloud.read(file.toString()).specs())
        .extracting(GpuSpec::name)
        .containsExactly("T4 x1", "T4 x1 (more)");
  }
}
