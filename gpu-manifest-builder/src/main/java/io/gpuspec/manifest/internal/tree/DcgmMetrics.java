package io.gpuspec.manifest.internal.tree;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The names of DCGM's metrics in what Prometheus and dcgm-exporter read. */
public final class DcgmMetrics {
  /** The key of a ConfigMap with the counters that an exporter mounts. */
  public static final String FILE = "dcgm-metrics.csv";

  private static final Pattern STRING =
      Pattern.compile("\"(\\\\.|[^\"\\\\])*+\"|'(\\\\.|[^'\\\\])*+'|`[^`]*`");
  private static final Pattern METRIC = Pattern.compile("\\bDCGM_\\w+");
  private static final Pattern COUNTER = Pattern.compile("(?m)^DCGM_\\w+");

  /** What of a PromQL expression is about labels or time. */
  private static final Pattern ASIDE =
      Pattern.compile(
          "\\{[^}]*+\\}|\\[[^\\]]*+\\]|\\b(by|without|on|ignoring|group_left|group_right)\\s*+\\([^)]*+\\)");

  /** Functions whose result does not need a series. */
  private static final Pattern CONSTANT =
      Pattern.compile("\\b(vector|absent|absent_over_time)\\s*+\\(");

  /** A name that is no function. */
  private static final Pattern NAME = Pattern.compile("\\b[A-Za-z_:][\\w:]*+(?!\\s*+\\()");

  private DcgmMetrics() {}

  /** Returns the metrics that an expression of PromQL reads, in order. */
  public static Set<String> in(String expression) {
    return found(METRIC, withoutStrings(expression));
  }

  /**
   * Returns whether an expression of PromQL reads such metrics and nothing else: no other metric,
   * no constant vector, no operator that falls back to one.
   */
  public static boolean areAllOf(String expression) {
    String bare = ASIDE.matcher(withoutStrings(expression)).replaceAll(" ");
    Set<String> names = found(NAME, bare);
    return !names.isEmpty()
        && names.stream().allMatch(name -> METRIC.matcher(name).matches())
        && !CONSTANT.matcher(bare).find();
  }

  /** Returns the metrics of dcgm-exporter's counters file, in order. */
  public static Set<String> ofCounters(String file) {
    return found(COUNTER, file);
  }

  /** Returns an expression whose strings are empty. */
  public static String withoutStrings(String expression) {
    return STRING.matcher(expression).replaceAll("\"\"");
  }

  private static Set<String> found(Pattern pattern, String text) {
    return pattern
        .matcher(text)
        .results()
        .map(MatchResult::group)
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }
}
