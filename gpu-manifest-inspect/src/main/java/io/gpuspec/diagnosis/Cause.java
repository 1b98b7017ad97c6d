package io.gpuspec.diagnosis;

import io.gpuspec.internal.Arguments;
import io.gpuspec.value.Answer;
import io.gpuspec.value.Facts;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A known problem that a text reports.
 *
 * <pre>{@code
 * Cause cause = Diagnosis.of("0/3 nodes are available: 3 Insufficient nvidia.com/gpu.")
 *     .causes()
 *     .get(0);
 * cause.problem().id();     // gpu-insufficient
 * cause.captured();         // {nodes=3, resource=nvidia.com/gpu}
 * cause.evidence();         // [line 1: 3 Insufficient nvidia.com/gpu]
 * }</pre>
 *
 * @param problem what is known of it
 * @param captured the parts of the message that differ, by name
 * @param evidence the first places of the text that report it
 * @param times how often the text reports it
 * @param where the places of manifests that it is about; empty without a manifest
 */
public record Cause(
    KnownProblem problem,
    Map<String, String> captured,
    List<Evidence> evidence,
    long times,
    List<Place> where)
    implements Answer {
  private static final Pattern NAME = Pattern.compile("\\{([a-z]++)\\}");
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._/:@-]*+");

  /**
   * A place of a text that reports a problem.
   *
   * @param line the number of the line, from 1
   * @param text the words that were matched
   */
  public record Evidence(int line, String text) implements Answer {

    /** Refuses null. */
    public Evidence {
      Arguments.required("text", text, "the matched text");
    }

    /** Adds {@code "line", "text"}. */
    @Override
    public void describe(Facts out) {
      out.put("line", line).put("text", text);
    }

    /** Returns text such as {@code line 3: 1 Insufficient nvidia.com/gpu}. */
    @Override
    public String toString() {
      return "line " + line + ": " + text;
    }
  }

  /**
   * A place of a manifest that a problem is about.
   *
   * @param file the file, as it was given
   * @param line the line of the value, from 1
   * @param column the column of the value, from 1
   * @param path the path of the value in its object, such as {@code spec.tolerations}
   * @param message what is there
   */
  public record Place(String file, int line, int column, String path, String message)
      implements Answer {

    /** Refuses null. */
    public Place {
      Arguments.notNull("file, path, message", file, path, message);
    }

    /** Adds {@code "file", "line", "column", "path", "message"}. */
    @Override
    public void describe(Facts out) {
      out.put("file", file)
          .put("line", line)
          .put("column", column)
          .put("path", path)
          .put("message", message);
    }

    /** Returns text such as {@code pod.yaml:9:29: container 'main': ...}. */
    @Override
    public String toString() {
      return file + ":" + line + ":" + column + ": " + message;
    }
  }

  /** Keeps unmodifiable copies. */
  public Cause {
    Arguments.required("problem", problem, "a KnownProblem");
    captured =
        java.util.Collections.unmodifiableMap(
            new LinkedHashMap<>(Arguments.required("captured", captured, "a Map")));
    evidence = Arguments.copied("evidence", evidence, "places");
    where = Arguments.copied("where", where, "places");
  }

  /** Returns the same with the places of manifests that it is about. */
  public Cause at(List<Place> places) {
    return new Cause(problem, captured, evidence, times, places);
  }

  /** Returns what it comes from, with what was captured. */
  public String cause() {
    return filled(problem.cause());
  }

  /** Returns what to do, with what was captured. */
  public String fix() {
    return filled(problem.fix());
  }

  /**
   * Returns the commands that confirm it, with what was captured. Captured text that a shell could
   * read as more than a name stays a placeholder, such as {@code <pod>}.
   */
  public List<String> commands() {
    return problem.checks().stream()
        .map(
            command ->
                replace(
                    command,
                    name ->
                        captured.containsKey(name) && PLAIN.matcher(captured.get(name)).matches()
                            ? captured.get(name)
                            : "<" + name + ">"))
        .toList();
  }

  private String filled(String text) {
    return replace(text, name -> captured.getOrDefault(name, "<" + name + ">"));
  }

  private static String replace(String text, java.util.function.UnaryOperator<String> value) {
    return NAME.matcher(text)
        .replaceAll(match -> Matcher.quoteReplacement(value.apply(match.group(1))));
  }

  /**
   * Adds {@code "id", "title", "severity", "symptom", "cause", "evidence": [{"line", "text"}],
   * "times", "captured", "commands", "program", "seen", "targets"?, "versions"?, "where"?:
   * [{"file", "line", "column", "path", "message"}], "fix", "citation"}.
   */
  @Override
  public void describe(Facts out) {
    problem
        .head(out)
        .put("cause", cause())
        .put("evidence", evidence)
        .put("times", times)
        .put("captured", captured)
        .put("commands", commands());
    problem
        .circumstances(out)
        .putUnlessEmpty("where", where)
        .put("fix", fix())
        .put("citation", problem.citation());
  }

  /** Returns text such as {@code gpu-insufficient: 3 Insufficient nvidia.com/gpu}. */
  @Override
  public String toString() {
    return problem.id()
        + ": "
        + evidence.stream().limit(1).map(Evidence::text).collect(Collectors.joining());
  }
}
