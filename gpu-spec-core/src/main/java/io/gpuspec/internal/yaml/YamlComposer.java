package io.gpuspec.internal.yaml;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.snakeyaml.engine.v2.common.Anchor;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.CollectionEndEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.MappingStartEvent;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;

/** Composes the nodes of one document from its events. */
final class YamlComposer {
  /**
   * A node, the nesting depth of its collections, and its number of nodes with aliases expanded.
   */
  private record Part(YamlNode node, int height, int nodes) {}

  private static final String MERGE_KEY = "<<";

  private final YamlEvents events;
  private final Optional<Consumer<YamlDuplicate>> duplicates;
  private final Map<String, Part> anchors = new HashMap<>();
  private final Set<String> unfinished = new HashSet<>();
  private int nodes;
  private int aliasedNodes;
  private int ignoredKeys;

  /**
   * @param duplicates receives keys that are ignored, because a later one counts; empty if a
   *     duplicate is refused
   */
  YamlComposer(YamlEvents events, Optional<Consumer<YamlDuplicate>> duplicates) {
    this.events = events;
    this.duplicates = duplicates;
  }

  /** The document whose start was just read. */
  YamlNode document() {
    return part(events.next(), 0).node();
  }

  private Part part(Event event, int depth) {
    if (event instanceof AliasEvent alias) {
      return aliased(alias, depth);
    }
    countWritten(event);
    Optional<String> anchor = ((NodeEvent) event).getAnchor().map(Anchor::getValue);
    anchor.ifPresent(unfinished::add);
    Part part =
        event instanceof ScalarEvent scalar
            ? new Part(scalar(scalar), 0, 1)
            : collection((CollectionStartEvent) event, depth + 1);
    anchor.ifPresent(
        name -> {
          unfinished.remove(name);
          anchors.put(name, part);
        });
    return part;
  }

  private Part aliased(AliasEvent alias, int depth) {
    String name = alias.getAlias().getValue();
    if (unfinished.contains(name)) {
      throw events.problem(
          alias, "the alias *" + name + " stands inside what it stands for; write it out once");
    }
    Part part = anchors.get(name);
    if (part == null) {
      throw events.problem(
          alias,
          "the alias *"
              + name
              + " has no anchor; put &"
              + name
              + " before the value it stands for");
    }
    countAliased(alias, part.nodes());
    checkDepth(alias, depth + part.height());
    return part;
  }

  private Part collection(CollectionStartEvent start, int depth) {
    checkDepth(start, depth);
    boolean mapping = start instanceof MappingStartEvent;
    YamlTag.checkCollection(start, mapping, events);
    return mapping ? mapping(start, depth) : sequence(start, depth);
  }

  private Part sequence(CollectionStartEvent start, int depth) {
    List<YamlNode> items = new ArrayList<>();
    int height = 0;
    int size = 1;
    Event event = events.next();
    while (!(event instanceof CollectionEndEvent)) {
      Part item = part(event, depth);
      items.add(item.node());
      height = Math.max(height, item.height());
      size += item.nodes();
      event = events.next();
    }
    YamlNode node =
        new YamlSequence(List.copyOf(items), YamlEvents.line(start), YamlEvents.column(start));
    return new Part(node, height + 1, size);
  }

  private Part mapping(CollectionStartEvent start, int depth) {
    Map<String, YamlEntry> entries = new LinkedHashMap<>();
    List<YamlScalar> ignored = new ArrayList<>();
    List<YamlMapping> merged = List.of();
    int height = 0;
    int size = 1;
    Event event = events.next();
    while (!(event instanceof CollectionEndEvent)) {
      YamlScalar key = key(event, depth);
      boolean isMerge = events.dialect().merges() && key.plain() && key.text().equals(MERGE_KEY);
      YamlEntry first = entries.remove(key.text());
      if (first != null) {
        checkDuplicate(event, first);
        if (!isMerge) {
          ignored.add(first.key());
        }
      }
      Event valueEvent = events.next();
      Part value = part(valueEvent, depth);
      entries.put(key.text(), new YamlEntry(key, value.node()));
      if (isMerge) {
        // Of several, all are merged, and the later ones take precedence.
        merged = joined(merged(value.node(), valueEvent), merged);
      }
      height = Math.max(height, value.height());
      size += 1 + value.nodes();
      event = events.next();
    }
    ignored.forEach(key -> ignore(key, Objects.requireNonNull(entries.get(key.text()))));
    if (!merged.isEmpty()) {
      entries.remove(MERGE_KEY);
      merged.forEach(other -> other.entries().forEach(entries::putIfAbsent));
    }
    YamlNode node =
        new YamlMapping(
            Collections.unmodifiableMap(entries), YamlEvents.line(start), YamlEvents.column(start));
    return new Part(node, height + 1, size);
  }

  private void checkDuplicate(Event event, YamlEntry first) {
    if (duplicates.isEmpty()) {
      throw events.problem(
          event,
          "the key '"
              + YamlText.shown(first.key().text())
              + "' is already on line "
              + first.key().line()
              + "; keep one of them");
    }
  }

  private void ignore(YamlScalar key, YamlEntry last) {
    if (ignoredKeys < YamlLimits.DUPLICATES) {
      ignoredKeys++;
      YamlDuplicate duplicate =
          new YamlDuplicate(
              events.source(), key.text(), key.line(), key.column(), last.key().line());
      duplicates.ifPresent(told -> told.accept(duplicate));
    }
  }

  private YamlScalar key(Event event, int depth) {
    YamlNode node = part(event, depth).node();
    if (!(node instanceof YamlScalar key)) {
      // A template's part is a mapping, whose key is the mapping that its second brace begins.
      throw events
          .template(node.line(), node.column() - 1)
          .orElseGet(
              () ->
                  events.problem(
                      event,
                      "expected a string as key, found "
                          + node.described()
                          + "; write the key as a text"));
    }
    if (key.text().length() > YamlLimits.KEY) {
      throw events.problem(
          event,
          "found a key of %s characters; a key has at most %s, so write a shorter one"
              .formatted(key.text().length(), YamlLimits.KEY));
    }
    if (key.kind() == YamlKind.NULL) {
      throw events.problem(
          event, "expected a string as key, found " + node.described() + "; write the key");
    }
    return key;
  }

  private List<YamlMapping> merged(YamlNode value, Event event) {
    List<YamlNode> others =
        value instanceof YamlSequence sequence ? sequence.items() : List.of(value);
    List<YamlMapping> merged = new ArrayList<>();
    for (YamlNode other : others) {
      if (!(other instanceof YamlMapping mapping)) {
        throw events.problem(
            event,
            "expected a mapping or a list of mappings to merge after '<<', found "
                + other.described()
                + "; quote '<<' if it is meant as a key");
      }
      merged.add(mapping);
    }
    return merged;
  }

  private static List<YamlMapping> joined(List<YamlMapping> first, List<YamlMapping> more) {
    first.addAll(more);
    return first;
  }

  private YamlScalar scalar(ScalarEvent event) {
    String text = event.getValue();
    if (YamlText.hasHalfPair(text)) {
      throw events.problem(
          event, "found half of a surrogate pair in a string; escape the whole character");
    }
    YamlKind kind = YamlTag.kind(event, events);
    boolean plain = event.isPlain() && event.getTag().isEmpty();
    return new YamlScalar(text, plain, kind, YamlEvents.line(event), YamlEvents.column(event));
  }

  private void countWritten(Event event) {
    nodes++;
    if (nodes > events.limits().nodes()) {
      throw events.problem(
          event,
          "found more than "
              + events.limits().nodes()
              + " values in one document, the most that is read; split it with '---' lines");
    }
  }

  private void countAliased(AliasEvent alias, int more) {
    aliasedNodes += more;
    if (aliasedNodes > events.limits().aliasedNodes()) {
      throw events.problem(
          alias,
          "the aliases of one document stand for more than "
              + events.limits().aliasedNodes()
              + " values; split the document or write fewer aliases to aliases");
    }
  }

  private void checkDepth(Event event, int depth) {
    if (depth > YamlLimits.DEPTH) {
      throw events.problem(
          event,
          "found more than "
              + YamlLimits.DEPTH
              + " lists and mappings inside each other, counting aliases; write it flatter");
    }
  }
}
