package io.gpuspec;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gpuspec.internal.Place;
import io.gpuspec.internal.Problem;
import io.gpuspec.internal.Problems;
import io.gpuspec.internal.text.Quoted;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The rows of an overlay's tree: the checks that a schema cannot express, and how rows are merged.
 */
final class OverlayRows {

  /** A part of a row that cites a document. */
  private record Citing(JsonNode node, Place place) {}

  private final JsonNode overlay;
  private final Problems problems = new Problems();

  private OverlayRows(JsonNode overlay) {
    this.overlay = overlay;
  }

  /** Returns what is wrong with an overlay that conforms to its schema. */
  static List<Problem> problems(JsonNode overlay) {
    OverlayRows check = new OverlayRows(overlay);
    check.requireListed(new Citing(overlay, Place.ROOT));
    check.requireUnique("gpus");
    check.requireUnique("specs");
    JsonNode rows = overlay.path("specs");
    for (int i = 0; i < rows.size(); i++) {
      Place place = Place.ROOT.field("specs").item(i);
      check.requireListed(new Citing(rows.get(i), place));
      citingParts(rows.get(i), place).forEach(check::requireListed);
      check.requireOnePriceOfEach(rows.get(i).path("prices"), place.field("prices"));
    }
    return check.problems.all();
  }

  private void requireListed(Citing citing) {
    JsonNode key = citing.node().path("citation");
    if (key.isTextual() && !overlay.path("citations").has(key.asText())) {
      problems.add(
          citing.place(),
          "citation " + Quoted.of(key.asText()) + " is not listed under 'citations'; list it");
    }
  }

  private void requireUnique(String list) {
    Set<String> names = new HashSet<>();
    for (int i = 0; i < overlay.path(list).size(); i++) {
      String name = overlay.path(list).get(i).path("name").asText();
      if (!names.add(key(name))) {
        problems.add(
            Place.ROOT.field(list).item(i), Quoted.of(name) + " is a duplicate; make it one");
      }
    }
  }

  private void requireOnePriceOfEach(JsonNode prices, Place place) {
    Set<String> types = new HashSet<>();
    for (int i = 0; i < prices.size(); i++) {
      String type = prices.get(i).path("capacityType").asText();
      if (!types.add(type)) {
        problems.add(place.item(i), "a second price for '" + type + "'; remove one");
      }
    }
  }

  private static List<Citing> citingParts(JsonNode row, Place place) {
    List<Citing> all = new ArrayList<>();
    all.add(new Citing(row.path("referencePrice"), place.field("referencePrice")));
    for (String list : List.of("prices", "notes")) {
      for (int i = 0; i < row.path(list).size(); i++) {
        all.add(new Citing(row.path(list).get(i), place.field(list).item(i)));
      }
    }
    return all;
  }

  /** Returns the parts of a row that cite a document, without the row itself. */
  static List<ObjectNode> citingParts(ObjectNode row) {
    return citingParts(row, Place.ROOT).stream()
        .map(Citing::node)
        .filter(JsonNode::isObject)
        .map(ObjectNode.class::cast)
        .toList();
  }

  /** Names of rows are matched without regard to case. */
  static String key(String name) {
    return name.toLowerCase(Locale.ROOT);
  }

  static boolean isNamed(JsonNode entry, String name) {
    return key(entry.path("name").asText()).equals(key(name));
  }

  /** Returns the number of each entry of a list by its name, as names are compared. */
  static Map<String, Integer> byName(JsonNode entries) {
    Map<String, Integer> numbers = new HashMap<>();
    for (int i = 0; i < entries.size(); i++) {
      numbers.putIfAbsent(key(entries.get(i).path("name").asText()), i);
    }
    return numbers;
  }

  /** Puts a price into a row, in the place of one of the same capacity type. */
  static void putPrice(ObjectNode row, JsonNode price) {
    ArrayNode prices = row.withArray("/prices");
    for (int i = 0; i < prices.size(); i++) {
      if (prices.get(i).path("capacityType").equals(price.path("capacityType"))) {
        prices.set(i, price);
        return;
      }
    }
    prices.add(price);
  }

  /** Creates a note in the form of a file. */
  static ObjectNode note(ObjectNode row, String id, String message, String citation) {
    return row.objectNode().put("id", id).put("message", message).put("citation", citation);
  }

  /** Adds those of the notes to a row that it has not. */
  static void addNotes(ObjectNode row, Iterable<JsonNode> more) {
    ArrayNode notes = row.withArray("/notes");
    Set<JsonNode> known = new HashSet<>();
    notes.forEach(known::add);
    for (JsonNode note : more) {
      if (known.add(note)) {
        notes.add(note);
      }
    }
  }

  /** Removes the notes of a row that are such. */
  static void removeNotes(ObjectNode row, Predicate<JsonNode> such) {
    ArrayNode notes = row.withArray("/notes");
    for (Iterator<JsonNode> each = notes.iterator(); each.hasNext(); ) {
      if (such.test(each.next())) {
        each.remove();
      }
    }
    if (notes.isEmpty()) {
      row.remove("notes");
    }
  }

  /**
   * Lists a citation.
   *
   * @param key what to list it under, numbered where that is another document's
   * @return what it is listed under
   */
  static String addCitation(ObjectNode document, String key, JsonNode citation) {
    ObjectNode citations = document.withObject("/citations");
    String free = key;
    for (int i = 2; citations.has(free) && !citations.get(free).equals(citation); i++) {
      free = key + "-" + i;
    }
    citations.set(free, citation);
    return free;
  }
}
