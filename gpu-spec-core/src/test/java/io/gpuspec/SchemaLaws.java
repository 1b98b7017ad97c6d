package io.gpuspec;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gpuspec.internal.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

/** The library's reading of its schemas against a validator by somebody else. */
class SchemaLaws {

  /**
   * Values that are right in one place and wrong in another. None ends in a line feed: to ECMA 262,
   * by which schemas go, {@code $} is not before it, and the other validator takes it to be.
   */
  private static final List<String> VALUES =
      List.of(
          "null",
          "true",
          "false",
          "0",
          "1",
          "1.0",
          "1.5",
          "-1",
          "2000",
          "0.000001",
          "0.0000001",
          "1e99",
          "\"\"",
          "\" \"",
          "\"0\"",
          "\"0.0\"",
          "\"1\"",
          "\"1.006\"",
          "\"01\"",
          "\"2c\"",
          "\"500m\"",
          "\"8Gi\"",
          "\"8GiB\"",
          "\"T4\"",
          "\"1/4*T4\"",
          "\"USD\"",
          "\"usd\"",
          "\"hour\"",
          "\"spot\"",
          "\"retired\"",
          "\"node\"",
          "\"amd64\"",
          "\"a.note\"",
          "\"2024\"",
          "\"2024-02-31\"",
          "\"2024-13\"",
          "\"documented\"",
          "\"list\"",
          "\"fixed\"",
          "\"cloud\"",
          "\"11.4\"",
          "{}",
          "[]",
          "[1]",
          "[\"spot\", \"spot\"]",
          "{\"a\": \"b\"}",
          "[{\"cpu\": \"2\", \"memory\": \"8Gi\"}]",
          "{\"min\": \"2Gi\", \"max\": \"4Gi\"}",
          "{\"amount\": 0.5, \"currency\": \"USD\", \"per\": \"hour\", \"citation\": \"list\"}");

  private static final List<String> FIELDS =
      List.of(
          "name",
          "gpu",
          "gpus",
          "arch",
          "prices",
          "memory",
          "upward",
          "notes",
          "attributes",
          "lifecycle",
          "capacityTypes",
          "referencePrice",
          "citation",
          "unit",
          "identified",
          "cuda",
          "driver",
          "aliases",
          "amount",
          "step",
          "color",
          "maxPods");

  @Provide
  Arbitrary<String> values() {
    return Arbitraries.of(VALUES);
  }

  @Provide
  Arbitrary<String> fields() {
    return Arbitraries.of(FIELDS);
  }

  @Property(tries = 3000)
  void aValueIsWrongToBothOrToNeitherAndInTheSamePlaces(
      @ForAll boolean overlay,
      @ForAll @IntRange(max = 999) int place,
      @ForAll("values") String value) {
    ObjectNode document = sound(overlay);
    List<Spot> spots = spots(document);
    spots.get(place % spots.size()).put(Json.parse("[" + value + "]").get(0));

    assertSameVerdict(overlay, document);
  }

  @Property(tries = 2000)
  void aFieldMoreIsWrongToBothOrToNeither(
      @ForAll boolean overlay,
      @ForAll @IntRange(max = 999) int place,
      @ForAll("fields") String field,
      @ForAll("values") String value) {
    ObjectNode document = sound(overlay);
    List<ObjectNode> objects = objects(document);
    objects.get(place % objects.size()).set(field, Json.parse("[" + value + "]").get(0));

    assertSameVerdict(overlay, document);
  }

  @Property
  void aFieldLessIsWrongToBothOrToNeither(
      @ForAll boolean overlay, @ForAll @IntRange(max = 999) int place) {
    ObjectNode document = sound(overlay);
    List<Spot> spots = spots(document).stream().filter(spot -> spot.holder().isObject()).toList();
    Spot spot = spots.get(place % spots.size());
    ((ObjectNode) spot.holder()).remove(spot.field());

    assertSameVerdict(overlay, document);
  }

  private static void assertSameVerdict(boolean overlay, ObjectNode document) {
    Set<String> ours =
        (overlay ? Overlay.SCHEMA : CatalogReader.SCHEMA)
            .problems(document).stream()
                .map(problem -> problem.place().toString())
                .collect(Collectors.toSet());
    Set<String> theirs = CatalogSchemaTest.pointers(overlay, document);

    assertThat(ours).as(document.toPrettyString()).isEqualTo(theirs);
  }

  /** A document of either kind that uses every field there is. */
  static ObjectNode sound(boolean overlay) {
    ObjectNode file =
        (ObjectNode)
            Json.parse(
                """
                {"target": "cloud", "edition": "2024-05", "unit": "pod", "citation": "list",
                 "escalation": "list",
                 "citations": {"list": {"title": "A list", "date": "2024", "status": "documented"}},
                 "gpus": [
                   {"name": "T4", "card": "T4", "aliases": ["PVX"], "memory": "16Gi",
                    "memoryReported": "15Gi", "identified": true, "attributes": {"label": "t4"},
                    "cuda": "11.4", "driver": "470.1"}],
                 "specs": [
                   {"name": "a.big", "gpu": "T4", "gpus": 1, "arch": "amd64",
                    "memory": {"min": "2Gi", "max": "32Gi", "step": "1Gi"},
                    "upward": [{"cpu": "2", "memory": "8Gi"}, {"cpu": "4500m", "memory": "16Gi"}],
                    "typical": {"cpu": "2", "memory": "8Gi"},
                    "policy": "proportional", "lifecycle": "current",
                    "capacityTypes": ["spot", "on-demand"], "attributes": {"maxPods": "29"},
                    "prices": [
                      {"amount": "0.50", "currency": "USD", "per": "hour", "region": "here",
                       "capacityType": "on-demand", "citation": "list"},
                      {"amount": 0.2, "currency": "USD", "per": "hour", "region": "here",
                       "capacityType": "spot", "citation": "list"}],
                    "referencePrice": {"amount": "3", "currency": "CNY", "per": "hour",
                      "citation": "list"},
                    "citation": "list",
                    "notes": [{"id": "a.note", "message": "a note", "citation": "list"}]}]}
                """);
    return overlay ? file.without(List.of("edition", "unit", "escalation")) : file;
  }

  /** A place in a document where a value stands. */
  private record Spot(JsonNode holder, String field, int index) {
    void put(JsonNode value) {
      if (holder instanceof ArrayNode array) {
        array.set(index, value);
      } else {
        ((ObjectNode) holder).set(field, value);
      }
    }
  }

  private static List<Spot> spots(JsonNode node) {
    List<Spot> spots = new ArrayList<>();
    node.properties()
        .forEach(
            entry -> {
              spots.add(new Spot(node, entry.getKey(), 0));
              spots.addAll(spots(entry.getValue()));
            });
    if (node.isArray()) {
      for (int i = 0; i < node.size(); i++) {
        spots.add(new Spot(node, "", i));
        spots.addAll(spots(node.get(i)));
      }
    }
    return spots;
  }

  private static List<ObjectNode> objects(JsonNode node) {
    List<ObjectNode> objects = new ArrayList<>();
    if (node instanceof ObjectNode object) {
      objects.add(object);
    }
    node.forEach(part -> objects.addAll(objects(part)));
    return objects;
  }
}
