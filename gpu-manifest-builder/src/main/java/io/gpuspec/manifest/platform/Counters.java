package io.gpuspec.manifest.platform;

import io.gpuspec.UnknownNameException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** dcgm-exporter's counters file for some alerts: its own, and whatever else they read. */
final class Counters {
  private static final Pattern STRING =
      Pattern.compile("\"(\\\\.|[^\"\\\\])*\"|'(\\\\.|[^'\\\\])*'|`[^`]*`");
  private static final Pattern METRIC = Pattern.compile("\\bDCGM_\\w+");
  private static final Pattern RATE =
      Pattern.compile("\\b(?<function>rate|irate|increase)\\s*(?:\\(\\s*)+(?<metric>DCGM_\\w+)");

  private final Map<String, Counter> own;

  /** A file in which these are named beside those that are known. */
  Counters(List<Counter> own) {
    this.own = new LinkedHashMap<>();
    own.forEach(counter -> this.own.put(counter.name(), counter));
  }

  /** DCGM's metrics that an expression reads, in the order in which it names them. */
  static Set<String> metrics(String expression) {
    return METRIC
        .matcher(withoutStrings(expression))
        .results()
        .map(hit -> hit.group())
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  private static String withoutStrings(String expression) {
    return STRING.matcher(expression).replaceAll("\"\"");
  }

  private Optional<Counter> find(String metric) {
    return Optional.ofNullable(own.get(metric))
        .or(() -> DcgmField.of(metric).map(DcgmField::counter));
  }

  /** What is wrong with the metrics that an alert reads. */
  List<String> problems(GpuAlert alert) {
    List<String> problems = new ArrayList<>();
    for (String metric : metrics(alert.expression())) {
      if (find(metric).isEmpty()) {
        problems.add(unknown(alert, metric));
      }
    }
    Matcher rate = RATE.matcher(withoutStrings(alert.expression()));
    while (rate.find()) {
      if (find(rate.group("metric")).filter(c -> c.type() == CounterType.GAUGE).isPresent()) {
        problems.add(ofGauge(alert, rate.group("function"), rate.group("metric")));
      }
    }
    return problems;
  }

  private static String unknown(GpuAlert alert, String metric) {
    return "expr: alert '%s': %s; where dcgm-exporter has it, give its counter (in a file, moreCounters)"
        .formatted(
            alert.name(),
            new UnknownNameException(
                    "metric", metric, Arrays.stream(DcgmField.values()).map(Enum::name).toList())
                .getMessage());
  }

  private static String ofGauge(GpuAlert alert, String function, String metric) {
    return "expr: alert '%s' takes %s() of %s, which is a gauge; write changes() or delta(), or compare it as it is"
        .formatted(alert.name(), function, metric);
  }

  /** The file's lines: {@code field, type, help}. */
  String text(List<GpuAlert> alerts) {
    Set<String> read =
        alerts.stream()
            .flatMap(alert -> metrics(alert.expression()).stream())
            .collect(Collectors.toCollection(LinkedHashSet::new));
    List<String> lines = new ArrayList<>();
    lines.add("# DCGM field, type of the Prometheus metric, help");
    for (DcgmField field : DcgmField.values()) {
      if (!own.containsKey(field.name()) && (field.isByDefault() || read.contains(field.name()))) {
        lines.add(field.counter().toString());
      }
    }
    own.values().forEach(counter -> lines.add(counter.toString()));
    return String.join("\n", lines) + "\n";
  }
}
