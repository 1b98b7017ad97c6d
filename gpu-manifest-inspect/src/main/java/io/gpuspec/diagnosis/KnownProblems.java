package io.gpuspec.diagnosis;

import com.fasterxml.jackson.databind.JsonNode;
import io.gpuspec.internal.DataFile;
import io.gpuspec.rule.Severity;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;

/** Every known problem, and an index of the words that their messages have. */
final class KnownProblems {
  private static final List<String> FILES =
      List.of(
          "xid.json",
          "scheduling.json",
          "node.json",
          "programs.json",
          "autoscaling.json",
          "sharing.json");
  private static final KnownProblems ALL = new KnownProblems();

  /** A message of a problem; each is equal to itself alone. */
  private static final class Known {
    private final KnownProblem problem;
    private final MessagePattern message;

    private Known(KnownProblem problem, MessagePattern message) {
      this.problem = problem;
      this.message = message;
    }
  }

  /** A message that a text has at a place. */
  record Found(KnownProblem problem, Map<String, String> captured, int start, int end) {
    private boolean isInside(Found other) {
      return start >= other.start && end <= other.end;
    }
  }

  private final Map<String, KnownProblem> byId = new LinkedHashMap<>();
  private final Map<Integer, List<Known>> byStart = new HashMap<>();
  private final BitSet starts = new BitSet(1 << 16);

  private KnownProblems() {
    for (String name : FILES) {
      DataFile file = new DataFile(Diagnosis.class, name);
      file.rows("problems", row -> read(file, row)).forEach(this::add);
    }
  }

  static KnownProblems all() {
    return ALL;
  }

  List<KnownProblem> list() {
    return List.copyOf(byId.values());
  }

  private static KnownProblem read(DataFile file, JsonNode row) {
    return new KnownProblem(
        file.text(row, "id"),
        file.text(row, "title"),
        file.text(row, "program"),
        file.text(row, "seen"),
        texts(row.path("targets")),
        file.maybe(row, "versions"),
        Severity.parse(file.maybe(row, "severity").orElse("error")),
        row.path("symptom").asBoolean(),
        texts(row.path("messages")),
        file.text(row, "example"),
        file.text(row, "cause"),
        texts(row.path("checks")),
        file.text(row, "fix"),
        texts(row.path("rules")),
        texts(row.path("fields")),
        file.cited(row));
  }

  private static List<String> texts(JsonNode list) {
    return list.valueStream().map(JsonNode::asText).toList();
  }

  private void add(KnownProblem problem) {
    if (byId.put(problem.id(), problem) != null) {
      throw new IllegalStateException("two problems are called " + problem.id());
    }
    for (String template : problem.messages()) {
      MessagePattern message = MessagePattern.of(template);
      int start = hash(message.literal(), 0);
      starts.set(start & 0xffff);
      byStart.computeIfAbsent(start, ignored -> new ArrayList<>()).add(new Known(problem, message));
    }
  }

  private static int hash(String text, int at) {
    int hash = 0;
    for (int i = at; i < at + MessagePattern.SHORTEST_LITERAL; i++) {
      hash = hash * 31 + text.charAt(i);
    }
    return hash;
  }

  /** Returns the messages that a line has, in its order; none inside another. */
  List<Found> in(String line) {
    Set<Known> candidates = new LinkedHashSet<>();
    for (int i = 0; i + MessagePattern.SHORTEST_LITERAL <= line.length(); i++) {
      int start = hash(line, i);
      if (starts.get(start & 0xffff)) {
        for (Known known : byStart.getOrDefault(start, List.of())) {
          if (line.startsWith(known.message.literal(), i)) {
            candidates.add(known);
          }
        }
      }
    }
    return candidates.isEmpty() ? List.of() : matched(candidates, line);
  }

  /** Returns whether a line reports the same problem a second time, with what it is about. */
  private static boolean isSaidBetter(Found found, List<Found> all) {
    return found.captured.isEmpty()
        && all.stream()
            .anyMatch(each -> each.problem.equals(found.problem) && !each.captured.isEmpty());
  }

  private static List<Found> matched(Set<Known> candidates, String line) {
    List<Found> all = new ArrayList<>();
    for (Known known : candidates) {
      for (MatchResult match : known.message.in(line)) {
        all.add(
            new Found(known.problem, known.message.captured(match), match.start(), match.end()));
      }
    }
    all.sort(
        Comparator.comparingInt(Found::start)
            .thenComparing(Comparator.comparingInt(Found::end).reversed()));
    List<Found> kept = new ArrayList<>();
    for (Found each : all) {
      if (kept.isEmpty() || !each.isInside(kept.get(kept.size() - 1))) {
        kept.add(each);
      }
    }
    return kept.stream().filter(each -> !isSaidBetter(each, kept)).toList();
  }
}
