package io.gpuspec.manifest.inspect;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.CollectionEndEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.DocumentStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.MappingStartEvent;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/**
 * Changes of a YAML text that leave everything else byte for byte: the parser says where each value
 * begins and ends. What has an anchor is not changed, because other places share it.
 */
final class SourceEdits {
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_./][A-Za-z0-9_./-]*");

  /** A value, a key or an item in the text. */
  private static final class Span {
    private final @Nullable Span parent;
    private final boolean isMapping;
    private final boolean isFlow;
    private final boolean isShared;
    private final ScalarStyle style;
    private final int begin;
    private int end;
    private final List<Span> children = new ArrayList<>();

    private Span(
        @Nullable Span parent,
        boolean isMapping,
        boolean isFlow,
        boolean isShared,
        ScalarStyle style,
        int begin,
        int end) {
      this.parent = parent;
      this.isMapping = isMapping;
      this.isFlow = isFlow;
      this.isShared = isShared || (parent != null && parent.isShared);
      this.style = style;
      this.begin = begin;
      this.end = end;
    }
  }

  /** A part of the text, by its offsets, and what takes its place. */
  record Change(int begin, int end, String text) {}

  private final String text;
  private final Map<Long, Span> scalars = new HashMap<>();
  private final Map<Long, Span> collections = new HashMap<>();
  private final Map<Span, Integer> keys = new HashMap<>();
  private final List<Span> blocks = new ArrayList<>();

  /** The code point of what is parsed from where it is the text. */
  private int firstParsed;

  /** The last mark that was found: its code point of what is parsed, and its offset in the text. */
  private int atParsed;

  private int atText;

  private SourceEdits(String text) {
    this.text = text;
    read(text);
  }

  private void read(String parsed) {
    LoadSettings settings =
        LoadSettings.builder().setCodePointLimit(Integer.MAX_VALUE).setUseMarks(true).build();
    Iterator<Event> events = new Parse(settings).parseString(parsed).iterator();
    while (events.hasNext()) {
      if (events.next() instanceof DocumentStartEvent) {
        span(events, events.next(), null);
      }
    }
  }

  /**
   * Reads the block of text that a line is in, such as a file in a ConfigMap: below as many empty
   * lines as there are above it, so that places are those of the whole.
   */
  private void readBlockAt(int line) {
    for (Span block : List.copyOf(blocks)) {
      int first = lineAfter(block.begin);
      int above = Math.toIntExact(text.substring(0, first).lines().count());
      int below = above + Math.toIntExact(text.substring(first, block.end).lines().count());
      if (line > above && line <= below) {
        blocks.remove(block);
        firstParsed = above;
        atParsed = above;
        atText = first;
        read("\n".repeat(above) + text.substring(first, block.end));
        return;
      }
    }
  }

  /** Reads a text; empty if it is not YAML. */
  static Optional<SourceEdits> of(String text) {
    try {
      return Optional.of(new SourceEdits(text));
    } catch (YamlEngineException e) {
      return Optional.empty();
    }
  }

  /** Returns the changes of the text that some edits are; empty if one of them cannot be made. */
  Optional<List<Change>> changes(List<Edit> edits) {
    return edits.stream().allMatch(this::canBeMade)
        ? Optional.of(changesOf(List.of(edits)))
        : Optional.empty();
  }

  /**
   * Returns the changes that the edits of several findings are. Those of one are made together or
   * not at all; one that cannot be made does not keep the others from being made.
   */
  List<Change> changesOf(List<List<Edit>> all) {
    List<Change> changes = new ArrayList<>();
    Set<Span> removed = new LinkedHashSet<>();
    Map<Span, Set<String>> given = new HashMap<>();
    for (List<Edit> edits : all) {
      if (!edits.stream().allMatch(edit -> canBeMade(edit) && isNewName(edit, given))) {
        continue;
      }
      for (Edit edit : edits) {
        if (isRemoval(edit)) {
          removed.add(entry(spanOf(edit).orElseThrow()));
        } else {
          changes.add(change(edit).orElseThrow());
        }
      }
    }
    changes.addAll(removals(removed));
    return changes;
  }

  private boolean canBeMade(Edit edit) {
    return isFound(edit.line(), edit.column()) && change(edit).isPresent();
  }

  /** Two keys of a mapping may be meant for the same name; the first one gets it. */
  private boolean isNewName(Edit edit, Map<Span, Set<String>> given) {
    Span key = scalars.get(place(edit.line(), edit.column()));
    return edit.kind() != Edit.Kind.RENAME
        || key == null
        || key.parent == null
        || given.computeIfAbsent(key.parent, parent -> new HashSet<>()).add(edit.text());
  }

  private static boolean isRemoval(Edit edit) {
    return edit.kind() == Edit.Kind.REMOVE || edit.kind() == Edit.Kind.REMOVE_ITEM;
  }

  private Optional<Span> spanOf(Edit edit) {
    long place = place(edit.line(), edit.column());
    return Optional.ofNullable(
        edit.kind() == Edit.Kind.REMOVE_ITEM ? collections.get(place) : scalars.get(place));
  }

  /** Returns the item, or the key of the field, that a span is of. */
  private Span entry(Span span) {
    Span parent = span.parent;
    return parent != null && parent.isMapping ? parent.children.get(first(span)) : span;
  }

  /** Returns the place of a field's key, or of an item, among what its parent has. */
  private int first(Span node) {
    int at = keys.getOrDefault(node, 0);
    return node.parent != null && node.parent.isMapping ? at - at % 2 : at;
  }

  private static int width(Span parent) {
    return parent.isMapping ? 2 : 1;
  }

  /** Removes fields and items together: what would be empty then goes with them. */
  private List<Change> removals(Set<Span> removed) {
    Map<Span, Set<Integer>> byParent = new LinkedHashMap<>();
    Deque<Span> open = new ArrayDeque<>(removed);
    while (!open.isEmpty()) {
      Span node = open.remove();
      Span parent = node.parent;
      if (parent == null) {
        continue;
      }
      Set<Integer> gone = byParent.computeIfAbsent(parent, each -> new TreeSet<>());
      gone.add(first(node));
      Span owner = parent.parent;
      if (gone.size() * width(parent) == parent.children.size() && owner != null) {
        byParent.remove(parent);
        open.add(entry(parent));
      }
    }
    List<Change> changes = new ArrayList<>();
    byParent.forEach((parent, gone) -> changes.addAll(removals(parent, gone)));
    return changes;
  }

  private List<Change> removals(Span parent, Set<Integer> gone) {
    int width = width(parent);
    List<Change> changes = new ArrayList<>();
    for (int first : gone) {
      if (gone.contains(first - width)) {
        continue;
      }
      int last = first;
      while (gone.contains(last + width)) {
        last += width;
      }
      changes.addAll(removal(parent, first, last));
    }
    return changes;
  }

  /**
   * Returns the offsets of the value at a place, and after it; empty for none. Of a list or mapping
   * over several lines, it is the first scalar.
   */
  Optional<Change> value(int line, int column) {
    if (!isFound(line, column)) {
      return Optional.empty();
    }
    Span span = scalars.get(place(line, column));
    if (span == null) {
      span = collections.get(place(line, column));
    }
    while (span != null && !span.isFlow && !span.children.isEmpty()) {
      span = span.children.get(0);
    }
    return Optional.ofNullable(span).map(each -> new Change(each.begin, each.end, ""));
  }

  /** Returns whether there is a value at a place, in a block of text if not outside of them. */
  private boolean isFound(int line, int column) {
    if (!isRead(line, column)) {
      try {
        readBlockAt(line);
      } catch (YamlEngineException e) {
        return false;
      }
    }
    return isRead(line, column);
  }

  private Span span(Iterator<Event> events, Event event, @Nullable Span parent) {
    int begin = index(event.getStartMark());
    int end = index(event.getEndMark());
    boolean isShared = event instanceof AliasEvent || ((NodeEvent) event).getAnchor().isPresent();
    if (event instanceof ScalarEvent scalar) {
      Span span = new Span(parent, false, false, isShared, scalar.getScalarStyle(), begin, end);
      scalars.put(place(event), span);
      if (isBlock(span)) {
        blocks.add(span);
      }
      return span;
    }
    if (!(event instanceof CollectionStartEvent start)) {
      return new Span(parent, false, false, true, ScalarStyle.PLAIN, begin, end);
    }
    boolean isMapping = event instanceof MappingStartEvent;
    Span span =
        new Span(parent, isMapping, start.isFlow(), isShared, ScalarStyle.PLAIN, begin, end);
    collections.put(place(event), span);
    Event next = events.next();
    while (!(next instanceof CollectionEndEvent)) {
      Span child = span(events, next, span);
      keys.put(child, span.children.size());
      span.children.add(child);
      next = events.next();
    }
    span.end =
        span.isFlow
            ? index(next.getEndMark())
            : span.children.stream().mapToInt(child -> child.end).max().orElse(end);
    return span;
  }

  /** Returns the offset of a mark, which counts code points; it is near the last one. */
  private int index(Optional<Mark> mark) {
    int index = Math.max(firstParsed, mark.map(Mark::getIndex).orElse(0));
    atText = text.offsetByCodePoints(atText, index - atParsed);
    atParsed = index;
    return atText;
  }

  private static long place(Event event) {
    Mark mark = event.getStartMark().orElseThrow();
    return place(mark.getLine() + 1, mark.getColumn() + 1);
  }

  private static long place(int line, int column) {
    return ((long) line << Integer.SIZE) | column;
  }

  private boolean isRead(int line, int column) {
    long place = place(line, column);
    return scalars.containsKey(place) || collections.containsKey(place);
  }

  private Optional<Change> change(Edit edit) {
    long place = place(edit.line(), edit.column());
    Span scalar = scalars.get(place);
    return switch (edit.kind()) {
      case REPLACE, RENAME ->
          Optional.ofNullable(scalar)
              .filter(span -> !span.isShared && !isBlock(span))
              .map(span -> new Change(span.begin, span.end, quoted(span, edit.text())));
      case UNQUOTE ->
          Optional.ofNullable(scalar)
              .filter(span -> !span.isShared && !isBlock(span))
              .map(span -> new Change(span.begin, span.end, edit.text()));
      case REMOVE, REMOVE_ITEM ->
          spanOf(edit)
              .filter(this::isRemovable)
              .map(span -> removals(Set.of(entry(span))))
              .filter(changes -> !changes.isEmpty())
              .map(changes -> changes.get(0));
      case ADD ->
          Optional.ofNullable(collections.get(place))
              .filter(span -> !span.isShared && span.isMapping && !span.children.isEmpty())
              .map(span -> addition(span, edit.text()));
    };
  }

  private static boolean isBlock(Span span) {
    return span.style == ScalarStyle.LITERAL || span.style == ScalarStyle.FOLDED;
  }

  private static String quoted(Span span, String wanted) {
    boolean mustQuote = wanted.startsWith(Edit.QUOTED);
    String value = mustQuote ? wanted.substring(Edit.QUOTED.length()) : wanted;
    if (span.style == ScalarStyle.DOUBLE_QUOTED) {
      return '"' + value.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }
    if (span.style == ScalarStyle.SINGLE_QUOTED) {
      return "'" + value.replace("'", "''") + "'";
    }
    return PLAIN.matcher(value).matches() && !mustQuote
        ? value
        : "'" + value.replace("'", "''") + "'";
  }

  private Change addition(Span mapping, String entry) {
    Span first = mapping.children.get(0);
    if (mapping.isFlow) {
      return new Change(first.begin, first.begin, entry + ", ");
    }
    int column = first.begin - lineStart(first.begin);
    return new Change(first.begin, first.begin, entry + lineEnd() + " ".repeat(column));
  }

  private String lineEnd() {
    if (text.contains("\r\n")) {
      return "\r\n";
    }
    return text.contains("\r") && !text.contains("\n") ? "\r" : "\n";
  }

  /** Returns whether a key with its value, or an item, can be removed: not the whole document. */
  private boolean isRemovable(Span node) {
    Span parent = node.parent;
    if (parent == null || node.isShared || parent.isShared) {
      return false;
    }
    return parent.children.size() > width(parent)
        || (parent.parent != null && isRemovable(entry(parent)));
  }

  /**
   * Removes what a mapping or list has from one field or item to another that follow each other.
   */
  private List<Change> removal(Span parent, int first, int last) {
    int width = width(parent);
    Span begin = parent.children.get(first);
    int end = end(parent, last);
    Optional<Span> next =
        last + width < parent.children.size()
            ? Optional.of(parent.children.get(last + width))
            : Optional.empty();
    if (parent.isFlow) {
      int from = next.isEmpty() && first > 0 ? parent.children.get(first - 1).end : begin.begin;
      return List.of(new Change(from, next.map(span -> span.begin).orElse(end), ""));
    }
    Change whole = removalOfLines(begin.begin, end, next);
    if (whole.begin() == begin.begin) {
      return List.of(whole);
    }
    List<Change> changes = new ArrayList<>();
    for (int at = first; at <= last; at += width) {
      Optional<Span> own = at == last ? next : Optional.empty();
      changes.add(removalOfLines(parent.children.get(at).begin, end(parent, at), own));
    }
    return changes;
  }

  private static int end(Span parent, int first) {
    Span value = parent.children.get(first + width(parent) - 1);
    return Math.max(value.end, parent.children.get(first).end);
  }

  private Change removalOfLines(int begin, int end, Optional<Span> next) {
    int line = lineStart(begin);
    String before = text.substring(line, begin);
    boolean isItem = before.strip().equals("-") && !before.isBlank();
    int after = lineAfter(end);
    if (before.isBlank()) {
      return new Change(line, after, "");
    }
    // The first key of an item: its dash belongs to the next key. An item: the dash goes too.
    return isItem
            && next.isPresent()
            && text.charAt(lineStart(next.get().begin)) != '-'
            && column(next.get().begin) == begin - line
        ? firstKey(begin, line, next.get())
        : new Change(line, after, "");
  }

  private Change firstKey(int begin, int line, Span next) {
    String prefix = text.substring(lineStart(next.begin), next.begin);
    return prefix.isBlank()
        ? new Change(begin, next.begin, "")
        : new Change(line, lineStart(next.begin), "");
  }

  private int column(int index) {
    return index - lineStart(index);
  }

  private int lineStart(int index) {
    int start = index;
    while (start > 0 && !isLineEnd(start - 1)) {
      start--;
    }
    return start;
  }

  private int lineAfter(int index) {
    int after = index;
    while (after < text.length() && (after == 0 || !isLineEnd(after - 1))) {
      after++;
    }
    return after;
  }

  /** YAML ends a line at a carriage return alone too. */
  private boolean isLineEnd(int index) {
    char c = text.charAt(index);
    return c == '\n' || (c == '\r' && !text.startsWith("\n", index + 1));
  }

  /** Returns the changes without those that overlap with one further down. */
  static List<Change> apart(List<Change> changes) {
    TreeMap<Integer, Change> ordered = new TreeMap<>(Comparator.reverseOrder());
    changes.forEach(change -> ordered.putIfAbsent(change.begin(), change));
    List<Change> apart = new ArrayList<>();
    int limit = Integer.MAX_VALUE;
    for (Change change : ordered.values()) {
      if (change.end() <= limit) {
        apart.add(change);
        limit = change.begin();
      }
    }
    Collections.reverse(apart);
    return apart;
  }

  /** Returns the text with changes that are apart. */
  static String changed(String text, List<Change> apart) {
    StringBuilder result = new StringBuilder();
    int from = 0;
    for (Change change : apart) {
      result.append(text, from, change.begin()).append(change.text());
      from = change.end();
    }
    return result.append(text, from, text.length()).toString();
  }
}
