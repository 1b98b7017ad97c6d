package io.gpuspec.internal;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gpuspec.internal.text.Quoted;
import io.gpuspec.value.GpuSpecException;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.CollectionEndEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.DocumentStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.MappingStartEvent;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.events.StreamEndEvent;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.Tag;
import org.snakeyaml.engine.v2.resolver.CoreScalarResolver;

/**
 * Reads one YAML document by the core schema (YAML 1.2, 10.3), without tags, with the location of
 * all parts. Numbers keep their decimal digits. Its depth, and the expansion of its aliases, are
 * limited.
 */
final class YamlDocumentReader {
  /** Collections inside each other; a catalog has 6. */
  private static final int DEPTH = 40;

  /** The number of values, including the expansion of aliases. */
  private static final int VALUES = 500_000;

  private static final CoreScalarResolver RESOLVER = new CoreScalarResolver(false);

  private final String source;
  private final Iterator<Event> events;
  private final Map<String, JsonNode> anchors = new HashMap<>();
  private final Map<String, Document.Place> places = new HashMap<>();
  private int values;

  YamlDocumentReader(String source, String text) {
    this.source = source;
    LoadSettings settings = LoadSettings.builder().setLabel(source).build();
    this.events = new Parse(settings).parseString(text).iterator();
  }

  Document read() {
    next();
    Event start = next();
    if (!(start instanceof DocumentStartEvent)) {
      throw problem(start, "the document is empty; write a YAML or JSON object");
    }
    JsonNode root = node(next(), "", 0);
    next();
    Event end = next();
    if (!(end instanceof StreamEndEvent)) {
      throw problem(end, "a second document follows; one file holds one");
    }
    return new Document(source, root, places);
  }

  private Event next() {
    try {
      return events.next();
    } catch (MarkedYamlEngineException e) {
      String place =
          e.getProblemMark()
              .map(mark -> ":" + (mark.getLine() + 1) + ":" + (mark.getColumn() + 1))
              .orElse("");
      throw new GpuSpecException(source + place + ": not YAML: " + e.getProblem(), e);
    } catch (YamlEngineException e) {
      throw new GpuSpecException(source + ": not YAML: " + e.getMessage(), e);
    }
  }

  private GpuSpecException problem(Event event, String message) {
    Document.Place place = place(event);
    return new GpuSpecException(
        source + ":" + place.line() + ":" + place.column() + ": " + message);
  }

  private static Document.Place place(Event event) {
    return event
        .getStartMark()
        .map(mark -> new Document.Place(mark.getLine() + 1, mark.getColumn() + 1))
        .orElse(new Document.Place(1, 1));
  }

  private JsonNode node(Event event, String pointer, int depth) {
    places.put(pointer, place(event));
    if (event instanceof AliasEvent alias) {
      return aliased(alias, depth);
    }
    JsonNode node = written((NodeEvent) event, pointer, depth);
    ((NodeEvent) event).getAnchor().ifPresent(anchor -> anchors.put(anchor.getValue(), node));
    return node;
  }

  private JsonNode written(NodeEvent event, String pointer, int depth) {
    count(event, 1);
    refuseTag(event);
    if (event instanceof ScalarEvent scalar) {
      return scalar(scalar);
    }
    checkDepth(event, depth + 1);
    return event instanceof MappingStartEvent
        ? object(pointer, depth + 1)
        : array(pointer, depth + 1);
  }

  private JsonNode aliased(AliasEvent alias, int depth) {
    JsonNode node = anchors.get(alias.getAlias().getValue());
    if (node == null) {
      throw problem(
          alias,
          "the alias '*" + alias.getAlias() + "' has no anchor before it; write the value out");
    }
    count(alias, size(node));
    checkDepth(alias, depth + height(node));
    return node;
  }

  private static int size(JsonNode node) {
    int size = 1;
    for (JsonNode part : node) {
      size += size(part);
    }
    return size;
  }

  private static int height(JsonNode node) {
    int highest = 0;
    for (JsonNode part : node) {
      highest = Math.max(highest, height(part));
    }
    return node.isContainerNode() ? highest + 1 : 0;
  }

  private void count(Event event, int more) {
    values += more;
    if (values > VALUES) {
      throw problem(
          event,
          "more than " + VALUES + " values, those that aliases stand for included; split the file");
    }
  }

  private void checkDepth(Event event, int depth) {
    if (depth > DEPTH) {
      throw problem(
          event,
          "more than " + DEPTH + " lists and objects stand inside each other; write it flatter");
    }
  }

  private void refuseTag(NodeEvent event) {
    Optional<String> tag =
        event instanceof ScalarEvent scalar
            ? scalar.getTag()
            : ((CollectionStartEvent) event).getTag();
    tag.ifPresent(
        name -> {
          throw problem(event, "the tag '" + name + "' is not read; take it away");
        });
  }

  private ObjectNode object(String pointer, int depth) {
    ObjectNode object = JsonNodeFactory.instance.objectNode();
    for (Event event = next(); !(event instanceof CollectionEndEvent); event = next()) {
      String key = key(event);
      if (object.has(key)) {
        throw problem(event, "the key " + Quoted.of(key) + " is a duplicate; remove one");
      }
      object.set(key, node(next(), Pointers.field(pointer, key), depth));
    }
    return object;
  }

  private String key(Event event) {
    if (event instanceof ScalarEvent scalar && scalar.getAnchor().isEmpty()) {
      refuseTag(scalar);
      return scalar.getValue();
    }
    throw problem(event, "a key is a plain text; write it without anchor, alias or brackets");
  }

  private ArrayNode array(String pointer, int depth) {
    ArrayNode array = JsonNodeFactory.instance.arrayNode();
    for (Event event = next(); !(event instanceof CollectionEndEvent); event = next()) {
      array.add(node(event, Pointers.item(pointer, array.size()), depth));
    }
    return array;
  }

  private JsonNode scalar(ScalarEvent event) {
    JsonNodeFactory nodes = JsonNodeFactory.instance;
    String text = event.getValue();
    Tag tag = RESOLVER.resolve(text, event.isPlain());
    if (tag.equals(Tag.NULL)) {
      return nodes.nullNode();
    }
    if (tag.equals(Tag.BOOL)) {
      return nodes.booleanNode(text.equalsIgnoreCase("true"));
    }
    return tag.equals(Tag.INT) || tag.equals(Tag.FLOAT) ? number(event) : nodes.textNode(text);
  }

  private JsonNode number(ScalarEvent event) {
    String text = event.getValue();
    try {
      if (text.startsWith("0x")) {
        return Json.number(String.valueOf(Long.parseLong(text.substring(2), 16)));
      }
      if (text.startsWith("0o")) {
        return Json.number(String.valueOf(Long.parseLong(text.substring(2), 8)));
      }
      return Json.number(text);
    } catch (NumberFormatException e) {
      throw problem(event, Quoted.of(text) + " is not a decimal number; write it like 1.006");
    }
  }
}
