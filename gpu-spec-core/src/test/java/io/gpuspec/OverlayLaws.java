package io.gpuspec;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gpuspec.SampleCatalog.Ask;
import io.gpuspec.SampleCatalog.Row;
import io.gpuspec.internal.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.PropertyDefaults;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.jspecify.annotations.Nullable;

@PropertyDefaults(tries = 150, edgeCases = EdgeCasesMode.NONE)
class OverlayLaws {

  /**
   * What is said of a row.
   *
   * @param cents the price, null for none said
   * @param lifecycle null for none said
   */
  record Say(@Nullable Integer cents, @Nullable String lifecycle, boolean policy) {}

  @Provide
  Arbitrary<SampleCatalog> worlds() {
    return SampleCatalog.worlds();
  }

  @Provide
  Arbitrary<Ask> asks() {
    return SampleCatalog.asks();
  }

  @Provide
  Arbitrary<List<Say>> sayings() {
    return Combinators.combine(
            Arbitraries.of(1, 2, 3).injectNull(0.5),
            Arbitraries.of("current", "retired", "unavailable").injectNull(0.5),
            Arbitraries.of(true, false))
        .as(Say::new)
        .list()
        .ofMaxSize(10);
  }

  private static SpecCatalog catalog(SampleCatalog world) {
    return TestCloud.read(world.toJson());
  }

  private static SpecCatalog with(SpecCatalog catalog, Overlay overlay) {
    return OverlayMerge.merge(catalog, List.of(overlay));
  }

  /** An overlay with these rows, which cites what a world cites under the same key. */
  private static Overlay overlay(List<JsonNode> rows) {
    ObjectNode root = (ObjectNode) Json.parse("{\"target\": \"cloud\", \"citation\": \"list\"}");
    root.putObject("citations")
        .putObject("list")
        .put("title", "A made-up list")
        .put("date", "2024")
        .put("status", "third-party");
    if (!rows.isEmpty()) {
      root.putArray("specs").addAll(rows);
    }
    return Overlay.parse("o.json", root.toString());
  }

  private static List<JsonNode> rows(SampleCatalog world) {
    List<JsonNode> rows = new ArrayList<>();
    Json.parse(world.toJson()).path("specs").forEach(rows::add);
    return rows;
  }

  @Property
  void anOverlayThatSaysNothingChangesNothing(@ForAll("worlds") SampleCatalog world) {
    SpecCatalog catalog = catalog(world);

    assertThat(with(catalog, overlay(List.of())).rows().file()).isEqualTo(catalog.rows().file());
  }

  @Property
  void anOverlayThatSaysWhatTheCatalogSaysChangesNothing(
      @ForAll("worlds") SampleCatalog world, @ForAll @IntRange(max = 10) int some) {
    SpecCatalog catalog = catalog(world);
    List<JsonNode> rows = rows(world);

    SpecCatalog same = with(catalog, overlay(rows.subList(0, Math.min(some, rows.size()))));

    assertThat(same.rows().file()).isEqualTo(catalog.rows().file());
  }

  @Property
  void theDifferenceIsExactlyWhatIsSaid(
      @ForAll("worlds") SampleCatalog world, @ForAll("sayings") List<Say> sayings) {
    SpecCatalog catalog = catalog(world);

    CatalogDiff difference = catalog.diff(with(catalog, overlay(world, sayings)));

    assertThat(difference.added()).isEmpty();
    assertThat(difference.removed()).isEmpty();
    assertThat(
            difference.changed().stream()
                .map(change -> change.name() + " " + change.field() + " " + change.to().get()))
        .containsExactlyInAnyOrderElementsOf(expected(world, sayings));
  }

  private static Overlay overlay(SampleCatalog world, List<Say> sayings) {
    Overlay overlay =
        Overlay.parse(
            "o.json",
            """
            {"target": "cloud", "citation": "list", "citations":
              {"list": {"title": "Ours", "date": "2026", "status": "third-party"}}}
            """);
    ObjectNode root = overlay.root().deepCopy();
    ArrayNode specs = root.putArray("specs");
    for (int i = 0; i < Math.min(sayings.size(), world.rows().size()); i++) {
      specs.add(spec(world.rows().get(i), sayings.get(i)));
    }
    return specs.isEmpty() ? overlay : Overlay.parse("o.json", root.toString());
  }

  private static JsonNode spec(Row row, Say say) {
    ObjectNode spec = (ObjectNode) Json.parse("{}");
    spec.put("name", row.name());
    if (say.cents() != null) {
      spec.putArray("prices")
          .addObject()
          .put("amount", "0.0" + say.cents())
          .put("currency", "USD")
          .put("per", "hour")
          .put("region", "here")
          .put("capacityType", "on-demand");
    }
    if (say.lifecycle() != null) {
      spec.put("lifecycle", say.lifecycle());
    }
    if (say.policy()) {
      spec.put("policy", "ours");
    }
    return spec;
  }

  private static Set<String> expected(SampleCatalog world, List<Say> sayings) {
    Set<String> expected = new TreeSet<>();
    for (int i = 0; i < Math.min(sayings.size(), world.rows().size()); i++) {
      Row row = world.rows().get(i);
      Say say = sayings.get(i);
      if (say.cents() != null) {
        expected.add(row.name() + " price.on-demand.citation Ours, 2026 (third-party)");
        if (!say.cents().equals(row.price())) {
          expected.add(
              "%s price.on-demand 0.0%d USD per hour (here, on-demand)"
                  .formatted(row.name(), say.cents()));
        }
      }
      String before = row.retired() ? "retired" : "current";
      if (say.lifecycle() != null && !say.lifecycle().equals(before)) {
        expected.add(row.name() + " lifecycle " + say.lifecycle());
        if (say.lifecycle().equals("unavailable")) {
          expected.add(row.name() + " notes overlay.unavailable: not available here");
        }
      }
      if (say.policy()) {
        expected.add(row.name() + " policy ours");
      }
    }
    return expected;
  }

  @Property
  void twiceIsOnce(@ForAll("worlds") SampleCatalog world, @ForAll("sayings") List<Say> sayings) {
    Overlay overlay = overlay(world, sayings);
    SpecCatalog once = with(catalog(world), overlay);

    assertThat(with(once, overlay).rows().file()).isEqualTo(once.rows().file());
  }

  @Property
  void theDifferenceTheOtherWayRoundIsTheSameTurnedRound(
      @ForAll("worlds") SampleCatalog one, @ForAll("worlds") SampleCatalog other) {
    CatalogDiff there = catalog(one).diff(catalog(other));
    CatalogDiff back = catalog(other).diff(catalog(one));

    assertThat(names(back.added())).isEqualTo(names(there.removed()));
    assertThat(names(back.removed())).isEqualTo(names(there.added()));
    assertThat(back.changed())
        .containsExactlyInAnyOrderElementsOf(
            there.changed().stream()
                .map(c -> new CatalogDiff.Change(c.name(), c.field(), c.to(), c.from()))
                .toList());
    assertThat(catalog(one).diff(catalog(one)).isEmpty()).isTrue();
  }

  private static List<String> names(List<GpuSpec> rows) {
    return rows.stream().map(GpuSpec::name).toList();
  }

  @Property
  void aRowMoreNeverChangesAnAnswerUnlessItWins(
      @ForAll("worlds") SampleCatalog world, @ForAll("asks") Ask any, @ForAll boolean cheapest) {
    Assume.that(world.rows().size() > 1);
    Ask ask = any.aimedAt(world);
    GpuRequest request = cheapest ? ask.toRequest().cheapest() : ask.toRequest();
    List<Row> rows = world.rows();
    Row last = rows.get(rows.size() - 1);
    List<JsonNode> json = rows(world);
    Target without = world.withRows(rows.subList(0, rows.size() - 1)).target();
    Target with = without.overlay(overlay(json.subList(json.size() - 1, json.size())));

    Optional<Shape> before = without.match(request).found().map(Match.Found::shape);
    Optional<Shape> after = with.match(request).found().map(Match.Found::shape);

    if (after.isEmpty() || !after.get().spec().name().equals(last.name())) {
      assertThat(after.map(Shape::toString)).isEqualTo(before.map(Shape::toString));
    }
  }

  @Property
  void aRowThatIsAddedIsAsOneThatWasThereFromTheStart(
      @ForAll("worlds") SampleCatalog world, @ForAll("asks") Ask ask) {
    Assume.that(world.rows().size() > 1);
    List<Row> rows = world.rows();
    List<JsonNode> json = rows(world);
    Target without = world.withRows(rows.subList(0, rows.size() - 1)).target();
    Target with = without.overlay(overlay(json.subList(json.size() - 1, json.size())));

    assertThat(with.catalog().diff(catalog(world)).isEmpty()).isTrue();
    assertThat(with.match(ask.toRequest()))
        .hasToString(world.target().match(ask.toRequest()).toString());
  }
}
