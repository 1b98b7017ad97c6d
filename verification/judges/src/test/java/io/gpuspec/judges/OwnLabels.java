package io.gpuspec.judges;

import io.gpuspec.GpuSpec;
import io.gpuspec.Match;
import io.gpuspec.scheduling.NodeRequirement;
import io.gpuspec.value.Note;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The labels that a node must have besides those that its row decides, as an answer names them. */
final class OwnLabels {
  private static final Pattern NOT_JUDGED = Pattern.compile("^label ([A-Za-z0-9._/-]+)");
  private static final Pattern OF_OTHERS = Pattern.compile("^(\\S+) (In|NotIn|Exists|Gt|Lt)\\b");

  private static final String ZONE = "topology.kubernetes.io/zone";

  /** The zones of a cluster of AWS's that is asked about; those of other clouds may be numbers. */
  static final List<String> ZONES = List.of("us-east-1a", "us-east-1b");

  private OwnLabels() {}

  /** The keys that the notes of an answer name. */
  static Set<String> named(Match.Found found) {
    Set<String> keys = new TreeSet<>();
    for (Note note : found.notes()) {
      Pattern pattern =
          switch (note.id()) {
            case "node.label-not-judged" -> NOT_JUDGED;
            case "node.label-of-others" -> OF_OTHERS;
            default -> null;
          };
      if (pattern != null) {
        Matcher key = pattern.matcher(note.message());
        if (!key.find()) {
          throw new AssertionError("which label? " + note);
        }
        keys.add(key.group(1));
      }
    }
    return keys;
  }

  /**
   * These labels with values that meet what is required together: of a GPU the value that a node of
   * this row has, where it is one's, of any other one that will do. A label that may as well be
   * absent is.
   *
   * @param zones those that there are; empty where any will do
   * @return nothing where no value will do
   */
  static Optional<Map<String, String>> supplied(
      Set<String> keys, List<NodeRequirement> together, Optional<GpuSpec> row, List<String> zones) {
    Map<String, String> labels = new TreeMap<>();
    for (String key : keys) {
      List<NodeRequirement> asked =
          together.stream()
              .map(OldLabels::renamed)
              .filter(requirement -> requirement.key().equals(key))
              .toList();
      Optional<Map<String, String>> value =
          candidates(key, asked, row, zones)
              .filter(label -> asked.stream().allMatch(requirement -> requirement.matches(label)))
              .findFirst();
      if (value.isEmpty()) {
        return Optional.empty();
      }
      labels.putAll(value.get());
    }
    return Optional.of(labels);
  }

  private static Stream<Map<String, String>> candidates(
      String key, List<NodeRequirement> asked, Optional<GpuSpec> row, List<String> zones) {
    if (key.equals(ZONE) && !zones.isEmpty()) {
      return zones.stream().map(zone -> Map.of(key, zone));
    }
    // Who has a label of a cloud that has no such GPU writes there what he likes.
    Stream<String> values =
        GpuLabelValues.isOne(key) && row.isPresent()
            ? Stream.of(GpuLabelValues.of(key, row.get()).orElse("of-your-own"))
            : Stream.concat(
                asked.stream().flatMap(each -> each.values().stream()).flatMap(OwnLabels::around),
                Stream.of("of-your-own"));
    Stream<Map<String, String>> absent =
        !key.equals(ZONE) && asked.stream().allMatch(each -> each.matches(Map.of()))
            ? Stream.of(Map.of())
            : Stream.of();
    return Stream.concat(absent, values.map(value -> Map.of(key, value)));
  }

  private static Stream<String> around(String value) {
    if (!value.matches("[0-9]{1,9}")) {
      return Stream.of(value);
    }
    long number = Long.parseLong(value);
    return Stream.of(value, String.valueOf(number + 1), String.valueOf(Math.max(0, number - 1)));
  }
}
