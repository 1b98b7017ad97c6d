package io.gpuspec.manifest.intent;

import io.gpuspec.manifest.internal.fields.Part;
import io.gpuspec.manifest.internal.fields.Schema;
import io.gpuspec.manifest.internal.fields.Table;
import io.gpuspec.manifest.internal.tree.Pages;
import io.gpuspec.manifest.platform.GpuAlert;
import io.gpuspec.manifest.platform.GpuAlerts;
import io.gpuspec.value.InvalidValueException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.IntFunction;

/** The fields of alerts for Prometheus: {@code kind: GpuAlerts}. */
final class AlertFields {
  /** The conditions of an alert; each alert has one. */
  private static final Map<String, Function<Part, GpuAlert>> CONDITIONS = new LinkedHashMap<>();

  private static final Table<GpuAlert> ALERT =
      Table.<GpuAlert>of("alert")
          .with(percent("memoryUsedPercent", GpuAlert::memoryUsed))
          .with(percent("memoryTrafficPercent", GpuAlert::memoryTraffic))
          .with(percent("utilizationAbovePercent", GpuAlert::utilizationAbove))
          .with(percent("utilizationBelowPercent", GpuAlert::utilizationBelow))
          .with(number("temperatureCelsius", 130, GpuAlert::temperature))
          .with(percent("powerOfLimitPercent", GpuAlert::powerOfLimit))
          .with(
              condition(
                  "powerOfRatedPercent",
                  new Schema.Whole(1, 99),
                  "",
                  a ->
                      GpuAlert.powerOfRated(
                          a.require("powerOfRatedPercent").number(), a.require("gpus").texts())))
          .field(
              "gpus",
              Schema.some(Schema.text()),
              "Products for powerOfRatedPercent, for example T4.")
          .with(number("powerWatts", 10_000, GpuAlert::powerAbove))
          .with(
              condition(
                  "xid",
                  Schema.word("any", "hardware", "count"),
                  "",
                  a -> xid(a.require("xid").text())))
          .with(
              condition(
                  "newXidWithin",
                  Schema.text(),
                  "",
                  a -> GpuAlert.newXid(a.require("newXidWithin").text())))
          .with(
              condition(
                  "expr",
                  Schema.text(),
                  "Your own PromQL, with a name.",
                  a -> GpuAlert.rule(a.require("name").text(), a.require("expr").text())))
          .text("name", "", GpuAlert::name)
          .text("for", "How long the condition must hold, for example 10m.", GpuAlert::forDuration)
          .text("severity", "", GpuAlert::severity)
          .text("summary", "", GpuAlert::summary)
          .text("description", "", GpuAlert::description)
          .entries("labels", "", GpuAlert::label)
          .entries("annotations", "", GpuAlert::annotation);

  private static final Schema.Fields COUNTER =
      Schema.all(
          "counter",
          Map.of(
              "metric",
              Schema.text(),
              "type",
              Schema.word("gauge", "counter"),
              "help",
              Schema.text()));

  private static final Table<GpuAlerts> SPEC =
      Table.<GpuAlerts>of("alerts")
          .text("group", "", GpuAlerts::group)
          .entries("labels", "", GpuAlerts::label)
          .field(
              "preset",
              Schema.word(GpuAlert.presets().toArray()),
              "The alerts to start with.",
              (alerts, preset) -> alerts.preset(preset.text()))
          .text(
              "counters",
              "The name of a ConfigMap with dcgm-exporter's metrics.",
              GpuAlerts::withCounters)
          .field(
              "form",
              Schema.word("prometheus-rule", "rule-file"),
              "A PrometheusRule by default, or a ConfigMap with the rule file.",
              (alerts, form) -> form.text().equals("rule-file") ? alerts.asRuleFile() : alerts)
          .items(
              "moreCounters",
              Schema.some(COUNTER),
              "Metrics that the library does not know.",
              AlertFields::counter)
          .items(
              "alerts",
              1,
              ALERT,
              AlertFields::condition,
              "",
              (alerts, alert) -> alerts.alert(alert));

  static final PlatformKind<GpuAlerts> KIND =
      new PlatformKind<>(
          "GpuAlerts",
          Pages.ALERTS,
          Table.metadata((any, name) -> GpuAlerts.of(name), GpuAlerts::namespace),
          SPEC,
          spec -> GpuAlerts.of("alerts"),
          (alerts, document) -> {
            checkExpressions(document.require("spec"));
            return PlatformKind.made(document, alerts::objects);
          });

  private AlertFields() {}

  private static Table<GpuAlert> percent(String field, IntFunction<GpuAlert> alert) {
    return number(field, 99, alert);
  }

  private static Table<GpuAlert> number(String field, int most, IntFunction<GpuAlert> alert) {
    return condition(
        field, new Schema.Whole(1, most), "", a -> alert.apply(a.require(field).number()));
  }

  private static Table<GpuAlert> condition(
      String field, Schema schema, String text, Function<Part, GpuAlert> alert) {
    CONDITIONS.put(field, alert);
    return Table.<GpuAlert>of(field).field(field, schema, text);
  }

  private static GpuAlert xid(String which) {
    return switch (which) {
      case "hardware" -> GpuAlert.hardwareXid();
      case "count" -> GpuAlert.xidCount();
      default -> GpuAlert.xid();
    };
  }

  /** The alert on its condition, before it is named and labelled. */
  private static GpuAlert condition(Part part) {
    List<String> given = CONDITIONS.keySet().stream().filter(part.map()::containsKey).toList();
    if (given.size() != 1) {
      throw new InvalidValueException(
          "intent.conflict",
          "alert: %s; write one of %s"
              .formatted(
                  given.isEmpty()
                      ? "it does not say what it is on"
                      : String.join(" and ", given) + " are both given",
                  String.join(", ", CONDITIONS.keySet())));
    }
    if (part.map().containsKey("gpus") && !given.contains("powerOfRatedPercent")) {
      throw new InvalidValueException(
          "intent.conflict", "gpus: only powerOfRatedPercent goes by products; leave gpus out");
    }
    return Objects.requireNonNull(CONDITIONS.get(given.get(0))).apply(part);
  }

  private static GpuAlerts counter(GpuAlerts alerts, Part part) {
    return alerts.counter(
        part.require("metric").text(), part.require("type").text(), part.require("help").text());
  }

  /** Checks each expression on its own, so that a problem is reported at its line. */
  private static void checkExpressions(Part spec) {
    GpuAlerts counted = GpuAlerts.of("alerts");
    for (Part more : spec.find("moreCounters").map(Part::items).orElse(List.of())) {
      if (more.isWrong()) {
        return;
      }
      counted = counter(counted, more);
    }
    GpuAlerts all = counted;
    for (Part part : spec.find("alerts").map(Part::items).orElse(List.of())) {
      if (!part.isWrong()) {
        part.find("expr")
            .ifPresent(expr -> expr.check(all.alert(ALERT.read(part, condition(part)))::objects));
      }
    }
  }
}
