package io.gpuspec.judges;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Prometheus rules, put to promtool.
 *
 * <pre>{@code
 * AlertRules rules = AlertRules.ofObject(prometheusRule);
 * rules.check().exit();                                  // 0: Prometheus takes them
 * rules.test(new Firing("GPUXid", "30m", true, Map.of("DCGM_FI_DEV_XID_ERRORS", "0x5 79x60")));
 * rules.notIn(countersFile);                             // metrics that nobody would export
 * }</pre>
 */
final class AlertRules {
  private final JsonNode groups;

  private AlertRules(JsonNode groups) {
    this.groups = groups;
  }

  static String version() {
    return Pinned.version("prometheus", "github.com/prometheus/prometheus");
  }

  /** Those of a rule file. */
  static AlertRules ofFile(String yaml) {
    return new AlertRules(Trees.read(yaml));
  }

  /** Those of a PrometheusRule object: its {@code spec} is a rule file. */
  static AlertRules ofObject(String yaml) {
    return new AlertRules(Trees.read(yaml).path("spec"));
  }

  /**
   * Whether an alert fires.
   *
   * @param at how long after the first sample, such as {@code 30m}
   * @param fires whether it must
   * @param series samples a minute apart in promtool's notation, by series: {@code 0x5 79x60} is 0
   *     six times, then 79
   */
  record Firing(String alert, String at, boolean fires, Map<String, String> series) {}

  /** {@code promtool check rules}, whose complaints are errors. */
  Tools.Output check() {
    return promtool(
        Map.of("rules.json", Trees.json(groups)),
        "check",
        "rules",
        "--lint=all",
        "--lint-fatal",
        "rules.json");
  }

  /** {@code promtool test rules}: exit status 0 where the alert does what it must. */
  Tools.Output test(Firing firing) {
    return promtool(
        Map.of("rules.json", Trees.json(groups), "test.json", Trees.json(unitTest(firing))),
        "test",
        "rules",
        "test.json");
  }

  /** The metrics that the expressions read and no rule of these records. */
  Set<String> metrics() {
    List<JsonNode> rules = groups.findValues("rules");
    List<String> expressions =
        rules.stream().flatMap(list -> list.findValuesAsText("expr").stream()).toList();
    Set<String> metrics = new TreeSet<>();
    for (JsonNode use : Trees.ask(Trees.json(expressions), "promql-metrics")) {
      if (use.has("error")) {
        throw new IllegalArgumentException(use.get("error").asText());
      }
      metrics.addAll(Trees.texts(use.path("metrics")));
    }
    rules.forEach(list -> list.findValuesAsText("record").forEach(metrics::remove));
    return metrics;
  }

  /**
   * The metrics that the expressions read and a counters file of dcgm-exporter does not name. Its
   * lines are {@code field, type, help}; those that start with {@code #} are comments.
   */
  Set<String> notIn(String countersFile) {
    Set<String> exported =
        countersFile
            .lines()
            .map(String::strip)
            .filter(line -> !line.isEmpty() && !line.startsWith("#"))
            .map(line -> line.split(",", 2)[0].strip())
            .collect(Collectors.toSet());
    Set<String> missing = new TreeSet<>(metrics());
    missing.removeAll(exported);
    return missing;
  }

  /** As a query, not as an expected alert: that would have to repeat labels and annotations. */
  private static Map<String, Object> unitTest(Firing firing) {
    String fires =
        "(count(ALERTS{alertname=\"%s\", alertstate=\"firing\"}) > bool 0) or vector(0)"
            .formatted(firing.alert());
    return Map.of(
        "rule_files",
        List.of("rules.json"),
        "evaluation_interval",
        "1m",
        "tests",
        List.of(
            Map.of(
                "interval",
                "1m",
                "input_series",
                firing.series().entrySet().stream()
                    .map(one -> Map.of("series", one.getKey(), "values", one.getValue()))
                    .toList(),
                "promql_expr_test",
                List.of(
                    Map.of(
                        "expr",
                        fires,
                        "eval_time",
                        firing.at(),
                        "exp_samples",
                        List.of(Map.of("labels", "{}", "value", firing.fires() ? 1 : 0)))))));
  }

  /** Runs promtool on files of these names, the last argument being one of them. */
  private static Tools.Output promtool(Map<String, String> files, String... arguments) {
    try {
      Path folder = Files.createTempDirectory("judges");
      try {
        for (Map.Entry<String, String> file : files.entrySet()) {
          Files.writeString(folder.resolve(file.getKey()), file.getValue());
        }
        String[] absolute = arguments.clone();
        absolute[absolute.length - 1] = folder.resolve(arguments[arguments.length - 1]).toString();
        return Tools.run("", "promtool", absolute);
      } finally {
        for (String name : files.keySet()) {
          Files.deleteIfExists(folder.resolve(name));
        }
        Files.delete(folder);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
