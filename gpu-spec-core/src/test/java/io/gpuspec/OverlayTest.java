package io.gpuspec;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuspec.scheduling.Allocatable;
import io.gpuspec.scheduling.Taint;
import io.gpuspec.value.Arch;
import io.gpuspec.value.Citation;
import io.gpuspec.value.CpuAmount;
import io.gpuspec.value.MemorySize;
import io.gpuspec.value.Note;
import io.gpuspec.value.Rejection;
import io.gpuspec.value.UnknownNameException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OverlayTest {
  private static final String HEAD =
      """
      target: nodes
      citation: contract
      citations:
        contract: {title: Our contract, date: 2026-03, status: third-party}
        # The catalog has another document under this key.
        list: {title: Our own list, date: 2026-02-01, status: third-party}
      """;
  private static final Citation CONTRACT =
      new Citation("Our contract", "2026-03", Citation.Status.THIRD_PARTY);
  private static final Citation OWN_LIST =
      new Citation("Our own list", "2026-02-01", Citation.Status.THIRD_PARTY);

  private final SpecCatalog catalog =
      TestCloud.read(TestCloud.text("nodes-2025-03.json"))
          .withAllocatable(OverlayTest::oneCoreLess, Note.of("allocatable", "one core stays"));
  private final Target nodes = TestCloud.of("nodes", catalog).target();

  private static Allocatable oneCoreLess(Shape shape) {
    return new Allocatable(shape.cpu().minus(CpuAmount.ofCores(1)), shape.memory());
  }

  private static Overlay overlay(String... rows) {
    return Overlay.parse(
        "o.yaml",
        HEAD
            + "specs:\n"
            + List.of(rows).stream().map(row -> "  - " + row + "\n").collect(Collectors.joining()));
  }

  private GpuSpec row(Overlay overlay, String name) {
    return nodes.overlay(overlay).catalog().gpu(name).specs().get(0);
  }

  private static List<String> notes(GpuSpec row) {
    return row.notes().stream().map(Note::toString).toList();
  }

  /** A node of your own that states no label has the one of its type. */
  @Test
  void aRowThatIsAddedIsSelectedByItsTypeUnlessItSaysMore() {
    Overlay added =
        overlay(
            "{name: mine, gpu: T4, gpus: 1, policy: fixed, upward: [{cpu: \"4\", memory: 16Gi}]}",
            "{name: ours, gpu: T4, gpus: 1, policy: fixed, upward: [{cpu: \"4\", memory: 16Gi}],"
                + " labels: {pool: gpu}, resources: {rdma/hca: \"4\", hugepages-2Mi: 4Mi},"
                + " taints: [\"a=b:NoExecute\", \"c:NoSchedule\"]}");

    assertThat(row(added, "mine").labels())
        .containsExactly(Map.entry("node.kubernetes.io/instance-type", "mine"));
    assertThat(row(added, "mine").isOwnNode()).isTrue();
    assertThat(row(added, "mine").resources()).isEmpty();
    assertThat(row(added, "mine").taints()).isEmpty();
    assertThat(row(added, "ours").labels()).containsExactly(Map.entry("pool", "gpu"));
    assertThat(row(added, "ours").resources())
        .containsExactly(Map.entry("rdma/hca", 4L), Map.entry("hugepages-2Mi", 4L << 20));
    assertThat(row(added, "ours").taints())
        .containsExactly(
            new Taint("a", "b", Taint.Effect.NO_EXECUTE),
            new Taint("c", "", Taint.Effect.NO_SCHEDULE));
    assertThat(row(added, "t.small").labels()).isEmpty();
    assertThat(row(added, "t.small").isOwnNode()).isFalse();
  }

  /** Merging is done once for one catalog, overlays and edition. */
  @Test
  void theSameOverlayIsMergedOnce() {
    Overlay one = overlay("{name: t.small, lifecycle: retired}");
    Overlay other = overlay("{name: t.large, lifecycle: retired}");

    assertThat(nodes.overlay(one).catalog().rows())
        .isSameAs(nodes.overlay(one).catalog().rows())
        .isNotSameAs(nodes.overlay(other).catalog().rows())
        .isNotSameAs(nodes.overlay(one).overlay(other).catalog().rows());
  }

  @Test
  void aPriceOfOneCapacityTypeIsChangedAndTheOthersStay() {
    GpuSpec row =
        row(
            overlay(
                "{name: t.small, prices: [{amount: 0.30, currency: USD, per: hour, region: there,"
                    + " capacityType: on-demand}]}"),
            "t.small");

    assertThat(row.price())
        .contains(
            new Price(
                new BigDecimal("0.30"), "USD", "hour", "there", CapacityType.ON_DEMAND, CONTRACT));
    assertThat(row.price(CapacityType.SPOT)).get().hasToString("0.35 USD per hour (here, spot)");
    assertThat(row.citation().title()).isEqualTo("Nodes, list of types");
    assertThat(row.notes())
        .containsExactly(
            Note.of(
                "overlay.changed",
                "prices as in Our contract, 2026-03 (third-party), not as in the catalog",
                CONTRACT));
  }

  @Test
  void aSlipInOneTargetIsToldAsOneThoughAnotherTargetsOverlayDoesNotFit() {
    Overlay added =
        Overlay.parse(
            "o.json",
            """
            {"target": "nodes", "citation": "ours",
             "citations": {"ours": {"title": "Ours", "date": "2026", "status": "third-party"}},
             "gpus": [{"name": "Ours-9"}], "specs": [{"name": "no.such.row", "gpus": 2}]}
            """);
    Gpus both =
        Gpus.of(
                TestCloud.of("nodes", TestCloud.read(TestCloud.text("nodes-2025-03.json"))),
                TestCloud.ofResources("cloud"))
            .overlay(added);

    assertError(() -> both.in("cloud").match(GpuRequest.of("T44")), "gpu.unknown", "T44");
    assertThat(both.in("cloud").match(GpuRequest.of("1/2*ours_9")).isFound()).isFalse();
    assertThat(both.in("cloud").match(GpuRequest.of("No.such.row")).isFound()).isFalse();
  }

  @Test
  void thePriceDecidesWhatIsCheapest() {
    GpuRequest cheapest = GpuRequest.of("T4").cheapest();
    Overlay dear =
        overlay(
            "{name: t.small, prices: [{amount: '9', currency: USD, per: hour, region: here,"
                + " capacityType: on-demand}]}");

    assertThat(nodes.match(cheapest).orThrow().shape().spec().name()).isEqualTo("t.small");
    assertThat(nodes.overlay(dear).match(cheapest).orThrow().shape().spec().name())
        .isEqualTo("t.large");
  }

  @Test
  void keysOfCitationsAreTheOverlaysOwn() {
    GpuSpec row =
        row(
            overlay(
                "{name: t.small, prices: [{amount: 0.30, currency: USD, per: hour, region: there,"
                    + " capacityType: on-demand, citation: list}]}"),
            "t.small");

    assertThat(row.price().map(Price::citation)).contains(OWN_LIST);
    assertThat(row.citation().title()).isEqualTo("Nodes, list of types");
  }

  @Test
  void whatIsNotThereIsNotMatchedAndTheAnswerSaysWhoSaysSo() {
    Target ours = nodes.overlay(overlay("{name: t.small, lifecycle: unavailable}"));

    Match match = ours.match(GpuRequest.of("T4"));

    assertThat(match.orThrow().shape().spec().name()).isEqualTo("t.large");
    assertThat(match.rejected().stream().map(Rejection::toString))
        .contains("t.small: lifecycle: not available here [Our contract, 2026-03 (third-party)]");
    assertThat(ours.catalog().specs()).extracting(GpuSpec::name).contains("t.small");
  }

  @Test
  void aLargerCountInItsPlaceIsSaidToBeForTheSameReason() {
    Overlay none =
        overlay(
            "{name: t.small, lifecycle: unavailable}", "{name: t.large, lifecycle: unavailable}");

    Match.Found found = nodes.overlay(none).match(GpuRequest.of("T4")).orThrow();

    assertThat(found.shape().spec().name()).isEqualTo("t.four");
    assertThat(found.notes())
        .filteredOn(note -> note.id().equals("gpus.escalated"))
        .extracting(Note::message)
        .containsExactly(
            "1 x T4 cannot be had: not available here [Our contract, 2026-03 (third-party)];"
                + " the next count that serves is 4, so 3 more are billed and unused");
  }

  @Test
  void whatIsThereAgainIsMatched() {
    Overlay back = overlay("{name: z.gone, lifecycle: current}");

    assertThat(nodes.match(GpuRequest.of("z.gone")).isFound()).isFalse();
    assertThat(nodes.overlay(back).match(GpuRequest.of("z.gone")).isFound()).isTrue();
  }

  @Test
  void whatAnOverlayTakesAwayAnotherCanPutBack() {
    Target without =
        nodes.overlay(overlay("{name: t.small, lifecycle: unavailable, policy: other}"));
    Overlay back = overlay("{name: t.small, lifecycle: current}");
    Overlay retired = overlay("{name: t.small, lifecycle: retired, citation: list}");

    assertThat(without.overlay(back).match(GpuRequest.of("T4")).orThrow().shape())
        .hasToString("t.small · 4 cores · 16Gi");
    assertThat(notesOnSmall(without))
        .containsExactly(changed("lifecycle, policy"), "overlay.unavailable: not available here");
    assertThat(notesOnSmall(without.overlay(back))).containsExactly(changed("policy"));
    assertThat(notesOnSmall(without.overlay(retired)))
        .containsExactly(changed("policy"), changed("lifecycle, citation"));
    assertThat(notesOnSmall(nodes.overlay(back))).isEmpty();
  }

  private static List<String> notesOnSmall(Target target) {
    return notes(target.catalog().includeRetired().gpu("t.small").specs().get(0));
  }

  private static String changed(String fields) {
    return "overlay.changed: "
        + fields
        + " as in Our contract, 2026-03 (third-party), not as in the catalog";
  }

  @Test
  void whoChangedAFieldLastIsNamedAndPricesAreAddedUp() {
    Overlay other =
        Overlay.parse(
            "other.yaml",
            HEAD.replace("citation: contract", "citation: list")
                + "specs: [{name: t.small, policy: other, prices: [{amount: 2, currency: USD, per:"
                + " hour, region: x, capacityType: spot}]}]");
    Overlay first =
        overlay(
            "{name: t.small, policy: odd, prices: [{amount: 1, currency: USD, per: hour, region: x,"
                + " capacityType: on-demand}]}");

    assertThat(notesOnSmall(nodes.overlay(first).overlay(other)))
        .containsExactly(
            changed("prices"),
            "overlay.changed: policy, prices as in Our own list, 2026-02-01 (third-party), not as"
                + " in the catalog");
  }

  @Test
  void aRowMoreComesUnderTheRulesOfTheCatalog() {
    Target ours =
        nodes.overlay(
            overlay(
                "{name: t.huge, gpu: T4, gpus: 8, upward: [{cpu: '96', memory: 384Gi}], policy:"
                    + " fixed}"));

    Match.Found found = ours.match(GpuRequest.of(8, "T4")).orThrow();

    assertThat(found.shape()).hasToString("t.huge · 96 cores · 384Gi");
    assertThat(found.shape().allocatable().cpu()).isEqualTo(CpuAmount.ofCores(95));
    assertThat(found.shape().spec().citation()).isEqualTo(CONTRACT);
    assertThat(found.notes())
        .extracting(Note::toString)
        .contains(
            "overlay.added: the row is from Our contract, 2026-03 (third-party), not from the"
                + " catalog",
            "allocatable: one core stays");
    assertThat(nodes.catalog().specs()).extracting(GpuSpec::name).doesNotContain("t.huge");
  }

  @Test
  void aGpuMoreCanBeAskedFor() {
    Overlay overlay =
        Overlay.parse(
            "o.yaml",
            HEAD
                + """
                gpus: [{name: Home*Grown, memory: 48Gi, aliases: [HG]}]
                specs:
                  - {name: h.one, gpu: Home*Grown, gpus: 1, policy: fixed,
                     upward: [{cpu: "4", memory: 16Gi}]}
                """);

    assertThat(nodes.overlay(overlay).match(GpuRequest.of("hg")).orThrow().shape())
        .hasToString("h.one · 4 cores · 16Gi");
    assertThatThrownBy(() -> nodes.match(GpuRequest.of("Home*Grown")))
        .isInstanceOf(UnknownNameException.class);
  }

  @Test
  void aGpuThatIsOneOfACloudsOverlayIsKnownToTheOtherClouds() {
    Gpus gpus =
        Gpus.of(TestCloud.of("nodes", catalog), TestCloud.ofResources("cloud"))
            .overlay(
                Overlay.parse(
                    "o.yaml",
                    HEAD
                        + """
                        gpus: [{name: HG, memory: 48Gi}]
                        specs:
                          - {name: h.one, gpu: HG, gpus: 1, policy: fixed,
                             upward: [{cpu: "4", memory: 16Gi}]}
                        """));

    assertThat(gpus.match(GpuRequest.of("HG")).answers())
        .extracting(match -> match.target().id() + " " + match.isFound())
        .containsExactly("cloud false", "nodes true");
  }

  @Test
  void aGpuThatIsChangedIsNotedOnItsRows() {
    Overlay overlay =
        Overlay.parse("o.yaml", HEAD + "gpus: [{name: T4, driver: '550', attributes: {zone: b}}]");

    GpuSpec row = row(overlay, "t.small");

    assertThat(row.driver()).contains("550");
    assertThat(row.attribute("label")).contains("t4");
    assertThat(row.attribute("zone")).contains("b");
    assertThat(notes(row))
        .containsExactly(
            "overlay.changed: driver of T4, attributes of T4 as in Our contract, 2026-03"
                + " (third-party), not as in the catalog");
    assertThat(row(overlay, "a.amd").notes()).isEmpty();
  }

  @Test
  void whatIsStatedReplacesWhatThereIsButAttributesAndNotesAreAdded() {
    GpuSpec row =
        row(
            overlay(
                "{name: t.small, attributes: {zone: b}, capacityTypes: [spot], arch: arm64, upward:"
                    + " [{cpu: '2', memory: 8Gi}], notes: [{id: our.note, message: slow}]}"),
            "t.small");

    assertThat(row.attribute("maxPods")).contains("29");
    assertThat(row.attribute("zone")).contains("b");
    assertThat(row.arch()).isEqualTo(Arch.ARM64);
    assertThat(row.shapes()).hasToString("t.small · 2 cores · 8Gi");
    assertThat(row.notes().get(0)).isEqualTo(Note.of("our.note", "slow", CONTRACT));
    assertThat(row.notes().get(1).message())
        .startsWith("attributes, capacityTypes, arch, upward as in Our contract");
  }

  @Test
  void aRowKeepsItsNameWhateverElseIsChanged() {
    Target cloud = TestCloud.ofResources("cloud").target();
    Overlay overlay =
        Overlay.parse("o.yaml", HEAD.replace("nodes", "cloud") + "specs: [{name: t4 X2, gpus: 3}]");

    assertThat(cloud.overlay(overlay).catalog().gpu("T4 x2").specs())
        .hasToString("T4 x2 · 40 cores · 160Gi on cloud 2024-05");
    assertThat(cloud.overlay(overlay).catalog().gpu("T4 x2").specs().get(0).gpus()).isEqualTo(3);
  }

  @Test
  void theLaterOfTwoHolds() {
    Overlay first = overlay("{name: t.small, capacityTypes: [spot], arch: arm64}");
    Overlay second = overlay("{name: t.small, capacityTypes: [on-demand]}");

    GpuSpec row = nodes.overlay(first).overlay(second).catalog().gpu("t.small").specs().get(0);

    assertThat(row.capacityTypes()).containsExactly(CapacityType.ON_DEMAND);
    assertThat(row.arch()).isEqualTo(Arch.ARM64);
    assertThat(row.notes()).hasSize(2);
  }

  @Test
  void notesAboutOtherEditionsGoByWhatIsPublished() {
    Target cloud = TestCloud.ofResources("cloud").target();
    Overlay overlay =
        Overlay.parse(
            "o.yaml",
            HEAD.replace("nodes", "cloud") + "specs: [{name: big.a100, lifecycle: retired}]");

    // The other edition has no such row, and would refuse the overlay.
    assertThat(cloud.overlay(overlay).match(GpuRequest.of("A100").cpu(500)).notes())
        .extracting(Note::id)
        .containsExactly("gpu.ambiguous");
  }

  @Test
  void inCodeItIsTheSameAsInAFile() {
    Price price =
        new Price(new BigDecimal("0.30"), "USD", "hour", "there", CapacityType.ON_DEMAND, CONTRACT);
    Overlay code =
        Overlay.of("nodes", CONTRACT)
            .price("t.large", price)
            .price(
                "t.large",
                new Price(
                    new BigDecimal("0.10"), "USD", "hour", "here", CapacityType.SPOT, OWN_LIST))
            .unavailable("t.small", "no quota")
            .row("t.huge", 8, "T4", CpuAmount.ofCores(96), MemorySize.ofGibibytes(384));
    Overlay file =
        overlay(
            "{name: t.large, prices: [{amount: 0.30, currency: USD, per: hour, region: there,"
                + " capacityType: on-demand}, {amount: 0.10, currency: USD, per: hour, region:"
                + " here, capacityType: spot, citation: list}]}",
            "{name: t.small, lifecycle: unavailable, notes: [{id: overlay.unavailable, message: no"
                + " quota}]}",
            "{name: t.huge, gpu: T4, gpus: 8, policy: fixed, upward: [{cpu: '96', memory:"
                + " 384Gi}]}");

    CatalogDiff difference = nodes.overlay(file).catalog().diff(nodes.overlay(code).catalog());

    assertThat(difference.isEmpty()).as("%s", difference.text()).isTrue();
    assertThat(code).hasToString("overlay of nodes: 3 rows of nodes, by " + CONTRACT);
    assertThat(nodes.overlay(code).match(GpuRequest.of("t.small")).rejected())
        .hasToString("t.small: lifecycle: no quota [Our contract, 2026-03 (third-party)]");
  }

  @Test
  void inCodeALaterPriceTakesThePlaceOfAnEarlierOne() {
    Overlay twice =
        Overlay.of("nodes", CONTRACT).price("t.small", price("1")).price("T.SMALL", price("2"));

    assertThat(row(twice, "t.small").price()).contains(price("2"));
    assertThat(row(twice, "t.small").prices()).hasSize(2);
  }

  private static Price price(String amount) {
    return new Price(
        new BigDecimal(amount), "USD", "hour", "here", CapacityType.ON_DEMAND, CONTRACT);
  }

  @Test
  void inCodeWhatIsMalformedIsRefusedToo() {
    Overlay empty = Overlay.of("nodes", CONTRACT);

    assertError(() -> empty.unavailable(" ", "no quota"), "overlay.malformed", " ");
    assertError(() -> Overlay.of("Nodes", CONTRACT), "overlay.malformed", "Nodes");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {name: t.smal, lifecycle: unavailable} | t.smal
          {name: new, gpu: T5, gpus: 1, policy: fixed, upward: [{cpu: '1', memory: 1Gi}]} | T5
          {name: t.small, upward: [{cpu: '2', memory: 1Gi}, {cpu: '1', memory: 1Gi}]} | t.small
          {name: t.small, prices: [{amount: 1, currency: CNY, per: hour, region: x, capacityType: spot}]} | CNY per hour
          """)
  void whatDoesNotFitTheCatalogIsRefusedWhereItStands(String row, String value) {
    Target ours = nodes.overlay(overlay(row));

    assertError(ours::catalog, "overlay.malformed", value);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {lifecycle: retired} | name
          {name: a, lifecyle: retired} | lifecyle
          {name: a, gpus: '2'} | 2
          {name: a, upward: [{cpu: 2, memory: 8Gi}]} | 2
          {name: a, notes: } | ''
          {name: a, citation: none} | none
          {name: a, prices: [{amount: 1, currency: USD, per: hour, region: x, capacityType: spot}, {amount: 2, currency: USD, per: hour, region: x, capacityType: spot}]} | spot
          """)
  void whatIsNoOverlayIsRefusedWhereItStands(String row, String value) {
    assertError(() -> overlay(row), "overlay.malformed", value);
  }

  @Test
  void everythingThatIsWrongIsToldTogether() {
    assertThatThrownBy(
            () ->
                Overlay.parse(
                    "o.json",
                    """
                    {"target": "nodes",
                     "citation": "none",
                     "citations": {"c": {"title": "C", "date": "2026", "status": "third-party"}},
                     "specs": [{"name": "a"},
                               {"name": "A"}]}
                    """))
        .isInstanceOfSatisfying(
            OverlayException.class,
            e ->
                assertThat(e.problems())
                    .containsExactly(
                        "o.json:1:1: citation 'none' is not listed under 'citations'; list it",
                        "o.json:5:12: /specs/1: 'A' is a duplicate; make it one"));
  }

  @Test
  void anOverlayIsForItsOwnTarget() {
    Gpus gpus = Gpus.of(TestCloud.ofResources("cloud"));

    assertError(
        () -> gpus.in("cloud").overlay(Overlay.parse("o.yaml", HEAD)),
        "provider.conflict",
        "cloud");
    assertError(() -> gpus.overlay(Overlay.parse("o.yaml", HEAD)), "provider.unknown", "nodes");
  }

  @Test
  void aFileWithoutEndIsNotReadToItsEnd(@TempDir Path folder) throws IOException {
    Path endless = folder.resolve("endless.yaml");
    try (RandomAccessFile file = new RandomAccessFile(endless.toFile(), "rw")) {
      file.setLength((64 << 20) + 1);
    }

    assertError(() -> Overlay.read(endless), "overlay.malformed", endless);
  }

  @Test
  void filesAreReadAndWhatCannotBeReadIsSaid(@TempDir Path folder) throws Exception {
    Path good = Files.writeString(folder.resolve("good.yaml"), HEAD);
    Path latin =
        Files.write(
            folder.resolve("latin.yaml"), "title: \u00e9".getBytes(StandardCharsets.ISO_8859_1));

    assertThat(Overlay.read(good))
        .isEqualTo(Overlay.parse(good.toString(), HEAD))
        .hasSameHashCodeAs(Overlay.parse(good.toString(), HEAD))
        .isNotEqualTo(Overlay.parse("other.yaml", HEAD))
        .hasToString(good + ": 0 rows of nodes, by Our contract, 2026-03 (third-party)");
    assertError(() -> Overlay.read(folder.resolve("none.yaml")), "overlay.malformed");
    assertError(() -> Overlay.read(latin), "overlay.malformed");
    assertError(() -> Overlay.read(folder), "overlay.malformed");
    assertError(() -> Overlay.parse("o.yaml", "- a"), "overlay.malformed", "o.yaml:1:1");
  }
}
