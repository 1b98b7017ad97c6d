package io.gpuspec.manifest.platform;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.common.collect.ImmutableMap;
import io.gpuspec.manifest.internal.tree.DcgmMetrics;
import io.gpuspec.value.UnknownNameException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The counters file of dcgm-exporter for some alerts: the default counters, and additional ones
 * that the alerts use.
 */
final class Counters {
  private static final Pattern RATE =
      Pattern.compile("\\b(?<function>rate|irate|increase)\\s*(?:\\(\\s*)++(?<metric>DCGM_\\w+)");

  /** A value that goes up and down; {@code rate} and {@code increase} mean nothing on it. */
  static final String GAUGE = "gauge";

  /** The metric types that Prometheus accepts. */
  static final List<String> TYPES = List.of(GAUGE, "counter");

  /** A metric that dcgm-exporter can export, and whether its default counters file has it. */
  private record Field(Counter counter, boolean isByDefault) {}

  private static final ImmutableMap<String, Field> KNOWN = known();

  private final Map<String, Counter> own;

  /** Creates a file with these counters in addition to the known ones. */
  Counters(List<Counter> own) {
    this.own = new LinkedHashMap<>();
    own.forEach(counter -> this.own.put(counter.name(), counter));
  }

  private static ImmutableMap<String, Field> known() {
    ImmutableMap.Builder<String, Field> known = ImmutableMap.builder();
    for (JsonNode field : PlatformData.read("dcgm-fields.json").path("fields")) {
      String name = field.path("name").asText();
      Counter counter = new Counter(name, field.path("type").asText(), field.path("help").asText());
      known.put(name, new Field(counter, field.path("byDefault").asBoolean()));
    }
    return known.buildOrThrow();
  }

  private Optional<Counter> find(String metric) {
    return Optional.ofNullable(own.get(metric))
        .or(() -> Optional.ofNullable(KNOWN.get(metric)).map(Field::counter));
  }

  /** Returns what is wrong with the metrics that an alert reads. */
  List<String> problems(GpuAlert alert) {
    List<String> problems = new ArrayList<>();
    for (String metric : DcgmMetrics.in(alert.expression())) {
      if (find(metric).isEmpty()) {
        problems.add(unknown(alert, metric));
      }
    }
    Matcher rate = RATE.matcher(DcgmMetrics.withoutStrings(alert.expression()));
    while (rate.find()) {
      if (find(rate.group("metric")).filter(c -> c.type().equals(GAUGE)).isPresent()) {
        problems.add(ofGauge(alert, rate.group("function"), rate.group("metric")));
      }
    }
    return problems;
  }

  private static String unknown(GpuAlert alert, String metric) {
    return "expr: alert '%s': %s; where dcgm-exporter has it, give its counter (in a file, moreCounters)"
        .formatted(
            alert.name(),
            new UnknownNameException("metric.unknown", "metric", metric, KNOWN.keySet())
                .getMessage());
  }

  private static String ofGauge(GpuAlert alert, String function, String metric) {
    return "expr: alert '%s' takes %s() of %s, which is a gauge; write changes() or delta(), or compare it as it is"
        .formatted(alert.name(), function, metric);
  }

  /** Returns whether the library knows a metric. */
  static boolean isKnown(String metric) {
    return KNOWN.containsKey(metric);
  }

  /** The metrics that the library knows. */
  static Set<String> names() {
    return KNOWN.keySet();
  }

  /** Returns a file with the default counters and these known ones. */
  static String text(Set<String> metrics) {
    return new Counters(List.of()).lines(metrics);
  }

  /** The file's lines: {@code field, type, help}. */
  String text(List<GpuAlert> alerts) {
    return lines(
        alerts.stream()
            .flatMap(alert -> DcgmMetrics.in(alert.expression()).stream())
            .collect(Collectors.toCollection(LinkedHashSet::new)));
  }

  private String lines(Set<String> read) {
    List<String> lines = new ArrayList<>();
    lines.add("# DCGM field, type of the Prometheus metric, help");
    KNOWN.forEach(
        (name, field) -> {
          if (!own.containsKey(name) && (field.isByDefault() || read.contains(name))) {
            lines.add(field.counter().toString());
          }
        });
    own.values().forEach(counter -> lines.add(counter.toString()));
    return String.join("\n", lines) + "\n";
  }
}
