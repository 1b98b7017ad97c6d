package io.gpuspec.manifest.inspect;

import io.gpuspec.manifest.inspect.ManifestFinding.Suppression;
import io.gpuspec.manifest.internal.tree.YamlPlace;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What turns rules off in one file: annotations of objects and pods, and comments. */
final class Suppressions {
  static final String PREFIX = "ignore-check.gpuspec.io/";
  static final String ALL = "gpuspec.io/ignore-all";

  private static final Pattern COMMENT =
      Pattern.compile("#\\s*gpuspec:ignore\\s+([a-z0-9-]+)(?:\\s+(.*))?");

  /**
   * One of them.
   *
   * @param place the annotation's key; empty for a comment
   * @param line the line of a comment
   */
  record Entry(
      String rule,
      String reason,
      Optional<YamlPlace> place,
      Optional<Inspected> object,
      int line) {}

  private final List<Entry> entries = new ArrayList<>();
  private final Set<Entry> used = new HashSet<>();

  Suppressions(SourceLines text) {
    if (!text.text().contains("gpuspec:ignore")) {
      return;
    }
    for (int line = 1; line <= text.count(); line++) {
      Matcher comment = COMMENT.matcher(text.raw(line));
      if (comment.find()) {
        String reason = comment.group(2) == null ? "" : comment.group(2).strip();
        entries.add(new Entry(comment.group(1), reason, Optional.empty(), Optional.empty(), line));
      }
    }
  }

  /** Adds the annotations of an object and of its pods. */
  void add(Inspected object) {
    Stream.concat(Stream.of(object.place()), object.pods().stream().map(InspectedPods::pod))
        .distinct()
        .forEach(
            each ->
                Places.at(each, "metadata", "annotations")
                    .filter(Places::isMapping)
                    .ifPresent(all -> add(object, all)));
  }

  private void add(Inspected object, YamlPlace annotations) {
    for (Map.Entry<String, YamlPlace> each : annotations.fields().entrySet()) {
      String key = each.getKey();
      if (key.equals(ALL) || key.startsWith(PREFIX)) {
        entries.add(
            new Entry(
                key.equals(ALL) ? "*" : key.substring(PREFIX.length()),
                Places.textOf(each.getValue()),
                Optional.of(annotations.key(key)),
                Optional.of(object),
                0));
      }
    }
  }

  /** Returns the finding, suppressed if something turns it off. */
  ManifestFinding applied(ManifestFinding finding) {
    for (Entry entry : entries) {
      if (isMeant(entry, finding)) {
        used.add(entry);
        String by = entry.place().isPresent() ? "annotation" : "comment";
        return finding.suppressed(new Suppression(by, entry.reason()));
      }
    }
    return finding;
  }

  private static boolean isMeant(Entry entry, ManifestFinding finding) {
    if (!entry.rule().equals("*") && !entry.rule().equals(finding.rule().id())) {
      return false;
    }
    return entry.object().isPresent()
        ? finding.object().filter(entry.object().get()::equals).isPresent()
        : finding.line() == entry.line() || finding.line() == entry.line() + 1;
  }

  /** Returns those that turned nothing off. */
  List<Entry> unused() {
    return entries.stream().filter(entry -> !used.contains(entry)).toList();
  }
}
