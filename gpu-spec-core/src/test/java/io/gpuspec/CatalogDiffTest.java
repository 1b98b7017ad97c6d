package io.gpuspec;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gpuspec.internal.Json;
import io.gpuspec.json.GpuJson;
import io.gpuspec.scheduling.Allocatable;
import io.gpuspec.spi.ShareRules;
import io.gpuspec.value.CpuAmount;
import io.gpuspec.value.MemorySize;
import io.gpuspec.value.Note;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class CatalogDiffTest {

  static Stream<Arguments> changes() {
    return Stream.of(
        change("gpu", row -> row.put("gpu", "T4"), "gpu: A100-80G -> T4"),
        change("gpus", row -> row.put("gpus", 2), "gpus: 1 -> 2"),
        change("arch", row -> row.put("arch", "arm64"), "arch: amd64 -> arm64"),
        change("policy", row -> row.put("policy", "other"), "policy: fixed -> other"),
        change(
            "lifecycle", row -> row.put("lifecycle", "retired"), "lifecycle: current -> retired"),
        change(
            "size",
            row -> {
              row.putArray("upward").addObject().put("cpu", "11").put("memory", "90Gi");
              row.withObject("/memory").put("min", "90Gi").put("max", "90Gi");
            },
            "cpu: 12 -> 11",
            "memory: 100Gi -> 90Gi"),
        change(
            "range",
            row -> row.withObject("/memory").put("min", "10Gi"),
            "memory: 100Gi -> 10Gi to 100Gi in steps of 1Gi",
            "upward: (none) -> 12c/100Gi"),
        change("explicit", row -> row.remove("memory"), "explicit: true -> false"),
        change(
            "typical",
            row -> row.putObject("typical").put("cpu", "2").put("memory", "8Gi"),
            "typical: (none) -> 2c/8Gi"),
        change(
            "capacity types",
            row -> row.putArray("capacityTypes").add("spot").add("reserved"),
            "capacityTypes: (none) -> spot, reserved"),
        change(
            "price",
            row -> CatalogReaderTest.priced(row, "1.50", "USD"),
            "price.on-demand: (none) -> 1.50 USD per hour (here, on-demand)",
            "price.on-demand.citation: (none) -> Cloud, list of shapes, 2024-05 (documented)"),
        change(
            "reference price",
            row ->
                row.putObject("referencePrice")
                    .put("amount", "9")
                    .put("currency", "CNY")
                    .put("per", "hour")
                    .put("citation", "blog"),
            "referencePrice: (none) -> 9 CNY per hour",
            "referencePrice.citation: (none) -> Cloud, a blog, 2023 (third-party)"),
        change(
            "citation",
            row -> row.put("citation", "blog"),
            "citation: Cloud, list of shapes, 2024-05 (documented) -> Cloud, a blog, 2023"
                + " (third-party)"),
        change(
            "attributes",
            row -> row.putObject("attributes").put("zone", "b").put("maxPods", "9"),
            "attributes.maxPods: (none) -> 9",
            "attributes.zone: (none) -> b"),
        change(
            "notes",
            row -> row.putArray("notes").addObject().put("id", "a.note").put("message", "a note"),
            "notes: (none) -> a.note: a note"));
  }

  private static Arguments change(String name, Consumer<ObjectNode> change, String... facts) {
    return Arguments.of(name, change, List.of(facts));
  }

  private static SpecCatalog catalog(Consumer<ObjectNode> change) {
    ObjectNode file = (ObjectNode) Json.parse(TestCloud.text("cloud-2024-05.json"));
    change.accept(file);
    return TestCloud.read(file.toString());
  }

  private static ObjectNode row(ObjectNode file) {
    return (ObjectNode) file.at("/specs/7");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("changes")
  void everyFactOfARowIsCompared(String name, Consumer<ObjectNode> change, List<String> facts) {
    CatalogDiff diff = catalog(file -> {}).diff(catalog(file -> change.accept(row(file))));

    assertThat(diff.added()).isEmpty();
    assertThat(diff.removed()).isEmpty();
    List<String> named = facts.stream().map(fact -> "big.a100: " + fact).toList();
    assertThat(diff.changed().stream().map(CatalogDiff.Change::toString).toList())
        .containsAll(named);
    // Another GPU has other facts of its own.
    if (!name.equals("gpu")) {
      assertThat(diff.changed()).hasSameSizeAs(named);
    }
  }

  @Test
  void factsOfTheGpuAreFactsOfItsRows() {
    CatalogDiff diff =
        catalog(file -> {})
            .diff(
                catalog(
                    file ->
                        ((ObjectNode) file.at("/gpus/4"))
                            .put("card", "A100-40G")
                            .put("memory", "39Gi")
                            .put("memoryReported", "38Gi")
                            .put("cuda", "12.4")
                            .put("driver", "550")
                            .put("identified", false)
                            .putObject("attributes")
                            .put("label", "a100")));

    assertThat(diff.changedByRow()).containsOnlyKeys("big.a100").containsValue(diff.changed());
    assertThat(diff.changed())
        .extracting(CatalogDiff.Change::toString)
        .containsExactly(
            "big.a100: model: A100-80G -> A100-40G",
            "big.a100: fraction: 1 -> (none)",
            "big.a100: gpuMemory: 80Gi -> 39Gi",
            "big.a100: gpuMemoryReported: (none) -> 38Gi",
            "big.a100: cuda: (none) -> 12.4",
            "big.a100: driver: (none) -> 550",
            "big.a100: attributes.label: (none) -> a100");
  }

  /** Amounts are decimals: how many zeros follow is no difference. */
  @Test
  void anAmountWrittenInAnotherWayIsTheSame() {
    SpecCatalog one = catalog(file -> priced(row(file), "1.5", "9"));

    assertThat(one.diff(catalog(file -> priced(row(file), "1.50", "9.00"))).isEmpty()).isTrue();
    assertThat(one.diff(catalog(file -> priced(row(file), "1.05", "9.01"))).changed())
        .extracting(CatalogDiff.Change::toString)
        .containsExactly(
            "big.a100: price.on-demand: 1.5 USD per hour (here, on-demand) -> 1.05 USD per hour"
                + " (here, on-demand)",
            "big.a100: referencePrice: 9 CNY per hour -> 9.01 CNY per hour");
  }

  private static void priced(ObjectNode row, String amount, String reference) {
    CatalogReaderTest.priced(row, amount, "USD");
    row.putObject("referencePrice")
        .put("amount", reference)
        .put("currency", "CNY")
        .put("per", "hour")
        .put("citation", "blog");
  }

  @Test
  void whatPodsCanUseIsCompared() {
    SpecCatalog nodes = TestCloud.read(TestCloud.text("nodes-2025-03.json"));
    SpecCatalog less =
        nodes.withAllocatable(
            shape -> new Allocatable(CpuAmount.ofCores(1), shape.memory()), Note.of("a.b", "less"));

    assertThat(nodes.gpu("t.small").diff(less.gpu("t.small")).changed())
        .hasToString("t.small: allocatable: (none) -> 1c/16Gi");
  }

  @Test
  void whatPodsCanShareIsCompared() {
    SpecCatalog whole = TestCloud.read(TestCloud.text("nodes-2025-03.json"));
    SpecCatalog shared =
        whole.withShares(
            ShareRules.of("cGPU", whole.citation())
                .offering(row -> Optional.of(MemorySize.ofGibibytes(14)), Note.of("a.b", "14")));

    assertThat(whole.gpu("t.small").diff(shared.gpu("t.small")).changed())
        .hasToString("t.small: shareMemory: (none) -> 14Gi");
  }

  /** A fact that a row gets later on is missed here, and then perhaps in a difference. */
  @Test
  void theFactsOfARowAreThese() {
    assertThat(
            Arrays.stream(GpuSpec.class.getDeclaredMethods())
                .filter(method -> Modifier.isPublic(method.getModifiers()))
                .map(Method::getName)
                .distinct()
                .sorted()
                .toList())
        .containsExactly(
            "arch",
            "attribute",
            "citation",
            "cuda",
            // It says them all.
            "describe",
            "driver",
            // Where it is from, which the difference says once.
            "edition",
            "fraction",
            "gpu",
            "gpuMemory",
            "gpuMemoryReported",
            "gpus",
            "hasWholeCards",
            // Nodes of a row are alike, and their number is a fact.
            "hostNames",
            // The labels say that.
            "isOwnNode",
            // The CPU says that.
            "isSized",
            "isWhole",
            "labels",
            "lifecycle",
            "memoryMax",
            "memoryMin",
            "model",
            "name",
            "nodeLabels",
            "nodes",
            "notes",
            "offers",
            "policy",
            "price",
            "prices",
            "referencePrice",
            "resources",
            "shapes",
            "shareMemory",
            "taints",
            "takesStatedShapes",
            "target",
            "toString",
            "typical");
  }

  private final SpecCatalog newer = TestCloud.read(TestCloud.text("cloud-2024-05.json"));
  private final SpecCatalog older = TestCloud.read(TestCloud.text("cloud-2022-11.json"));

  @Test
  void rowsThatOnlyOneCatalogHasAreAddedOrRemoved() {
    CatalogDiff diff = older.diff(newer);

    assertThat(diff.removed()).extracting(GpuSpec::name).containsExactly("Vega x1");
    assertThat(diff.added())
        .extracting(GpuSpec::name)
        .containsExactly(
            "1/4*T4 x1",
            "T4g x1",
            "A10*PNV4 x1",
            "old.v100",
            "V100 x1",
            "small.a100",
            "big.a100",
            "K9 x1",
            "T4 x2",
            "T4 x4",
            "V100 x8");
    assertThat(diff.text().toString())
        .startsWith(
            """
            cloud 2022-11 -> cloud 2024-05: 11 added, 1 removed, 1 changed
              added    1/4*T4 x1 · 500m, 4 cores · 2Gi to 16Gi on cloud 2024-05
            """)
        .endsWith(
            """
              removed  Vega x1 · 8 cores · 32Gi on cloud 2022-11
              changed  T4 x1
                       cuda: (none) -> 11.4
                       driver: (none) -> 470
                       cpu: 8 -> 2, 4, 8
                       memory: 32Gi -> 2Gi to 40Gi in steps of 1Gi
                       upward: (none) -> 2c/8Gi, 4c/16896Mi, 8c/32Gi
                       typical: (none) -> 8c/32Gi
                       policy: fixed -> proportional
                       citation: Cloud, list of shapes, 2022-11-30 (documented) -> Cloud, list of shapes, 2024-05 (documented)"""
                .indent(2)
                .stripTrailing());
  }

  @Test
  void jsonHasTheContractsKeys() {
    assertThat(Json.parse(GpuJson.write(older.gpu("T4").gpus(1).diff(newer.gpu("T4").gpus(1)))))
        .isEqualTo(
            Json.parse(
                """
                {"from": {"provider": "cloud", "edition": "2022-11"},
                 "to": {"provider": "cloud", "edition": "2024-05"},
                 "added": [], "removed": [],
                 "changed": [
                   {"name": "T4 x1", "field": "cuda", "from": null, "to": "11.4"},
                   {"name": "T4 x1", "field": "driver", "from": null, "to": "470"},
                   {"name": "T4 x1", "field": "cpu", "from": "8", "to": "2, 4, 8"},
                   {"name": "T4 x1", "field": "memory", "from": "32Gi",
                    "to": "2Gi to 40Gi in steps of 1Gi"},
                   {"name": "T4 x1", "field": "upward", "from": null,
                    "to": "2c/8Gi, 4c/16896Mi, 8c/32Gi"},
                   {"name": "T4 x1", "field": "typical", "from": null, "to": "8c/32Gi"},
                   {"name": "T4 x1", "field": "policy", "from": "fixed", "to": "proportional"},
                   {"name": "T4 x1", "field": "citation",
                    "from": "Cloud, list of shapes, 2022-11-30 (documented)",
                    "to": "Cloud, list of shapes, 2024-05 (documented)"}]}
                """));
    assertThat(Json.parse(GpuJson.write(older.diff(newer))).path("removed"))
        .isEqualTo(Json.parse("[\"Vega x1\"]"));
  }

  @Test
  void whatIsEqualHasNoDifference() {
    CatalogDiff none = newer.diff(TestCloud.read(TestCloud.text("cloud-2024-05.json")));

    assertThat(none.isEmpty()).isTrue();
    assertThat(older.diff(newer).isEmpty()).isFalse();
    assertThat(none).hasToString("cloud 2024-05 -> cloud 2024-05: 0 added, 0 removed, 0 changed");
  }
}
