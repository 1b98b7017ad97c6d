package io.gpuspec.judges;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;

/** One random change of an object: a slip of somebody who edits it by hand. */
final class Mutation {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  /** Texts that are right in few places. */
  private static final List<String> TEXTS =
      List.of("", "Bad_Name", "a b", "x".repeat(300), "-1", "1GB", "0.5", "always", "8", "true");

  private static final List<Long> NUMBERS = List.of(-1L, 0L, 70_000L, 3_000_000_000L);

  /** They say where an object goes, which is not what is judged. */
  private static final Set<String> KEPT =
      Set.of("/apiVersion", "/kind", "/metadata/namespace", "/metadata");

  /** A place in an object: the parent, and the key or index. */
  private record Place(JsonNode parent, String key, int index, String path) {
    JsonNode value() {
      return parent instanceof ObjectNode object ? object.get(key) : parent.get(index);
    }

    void set(JsonNode value) {
      if (parent instanceof ObjectNode object) {
        object.set(key, value);
      } else {
        ((ArrayNode) parent).set(index, value);
      }
    }

    void remove() {
      if (parent instanceof ObjectNode object) {
        object.remove(key);
      } else {
        ((ArrayNode) parent).remove(index);
      }
    }
  }

  private Mutation() {}

  /** Changes an object in one place; empty if the change changes nothing. */
  static Optional<String> of(ObjectNode object, Random random) {
    List<Place> places = new ArrayList<>();
    collect(object, "", places);
    places.removeIf(place -> KEPT.contains(place.path()));
    Place place = places.get(random.nextInt(places.size()));
    JsonNode before = object.deepCopy();
    String what = change(place, random);
    return before.equals(object) ? Optional.empty() : Optional.of(what + " at " + place.path());
  }

  private static void collect(JsonNode node, String path, List<Place> places) {
    if (node instanceof ObjectNode object) {
      object
          .properties()
          .forEach(
              field -> {
                String at = path + "/" + field.getKey();
                places.add(new Place(node, field.getKey(), 0, at));
                collect(field.getValue(), at, places);
              });
    } else if (node instanceof ArrayNode) {
      for (int i = 0; i < node.size(); i++) {
        places.add(new Place(node, "", i, path + "/" + i));
        collect(node.get(i), path + "/" + i, places);
      }
    }
  }

  private static String change(Place place, Random random) {
    JsonNode value = place.value();
    switch (random.nextInt(8)) {
      case 0 -> {
        place.remove();
        return "removed";
      }
      case 1 -> {
        place.set(JSON.nullNode());
        return "null";
      }
      case 2 -> {
        String text = TEXTS.get(random.nextInt(TEXTS.size()));
        place.set(JSON.textNode(text));
        return "'" + text + "'";
      }
      case 3 -> {
        long number = NUMBERS.get(random.nextInt(NUMBERS.size()));
        place.set(JSON.numberNode(number));
        return "" + number;
      }
      case 4 -> {
        place.set(JSON.booleanNode(true));
        return "true";
      }
      case 5 -> {
        place.set(random.nextBoolean() ? JSON.objectNode() : JSON.arrayNode());
        return "another type";
      }
      case 6 -> {
        if (place.parent() instanceof ObjectNode object) {
          object.remove(place.key());
          object.set(place.key() + "s", value);
          return "renamed";
        }
        ((ArrayNode) place.parent()).add(value.deepCopy());
        return "duplicated";
      }
      default -> {
        if (value.isTextual() && value.asText().matches("-?[0-9]{1,9}")) {
          place.set(JSON.numberNode(Long.parseLong(value.asText())));
          return "without quotes";
        }
        place.set(JSON.textNode(value.isValueNode() ? value.asText() : "text"));
        return "in quotes";
      }
    }
  }
}
