package io.gpuspec.manifest;

import io.gpuspec.InvalidValueException;
import io.gpuspec.manifest.platform.AlertPreset;
import io.gpuspec.manifest.platform.CounterType;
import io.gpuspec.manifest.platform.GpuAlert;
import io.gpuspec.manifest.platform.GpuAlerts;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Reads alerts of an intent file: each field is a step of {@link GpuAlerts} or an alert. */
final class AlertsReader {
  /** Stands in for a name that is a problem, so that the others are found too. */
  private static final String SOME_NAME = "alerts";

  /** What an alert can be on, one of which each has. */
  private static final Map<String, Function<Part, GpuAlert>> CONDITIONS = conditions();

  private AlertsReader() {}

  private static Map<String, Function<Part, GpuAlert>> conditions() {
    Map<String, Function<Part, GpuAlert>> conditions = new LinkedHashMap<>();
    conditions.put("memoryUsedPercent", a -> GpuAlert.memoryUsed(number(a, "memoryUsedPercent")));
    conditions.put(
        "memoryTrafficPercent", a -> GpuAlert.memoryTraffic(number(a, "memoryTrafficPercent")));
    conditions.put(
        "utilizationAbovePercent",
        a -> GpuAlert.utilizationAbove(number(a, "utilizationAbovePercent")));
    conditions.put(
        "utilizationBelowPercent",
        a -> GpuAlert.utilizationBelow(number(a, "utilizationBelowPercent")));
    conditions.put(
        "temperatureCelsius", a -> GpuAlert.temperature(number(a, "temperatureCelsius")));
    conditions.put(
        "powerOfLimitPercent", a -> GpuAlert.powerOfLimit(number(a, "powerOfLimitPercent")));
    conditions.put(
        "powerOfRatedPercent",
        a -> GpuAlert.powerOfRated(number(a, "powerOfRatedPercent"), a.require("gpus").texts()));
    conditions.put("powerWatts", a -> GpuAlert.powerAbove(number(a, "powerWatts")));
    conditions.put("xid", a -> xid(a.require("xid").text()));
    conditions.put("newXidWithin", a -> GpuAlert.newXid(a.require("newXidWithin").text()));
    conditions.put("expr", a -> GpuAlert.rule(a.require("name").text(), a.require("expr").text()));
    return conditions;
  }

  private static int number(Part alert, String field) {
    return alert.require(field).number();
  }

  private static GpuAlert xid(String which) {
    return switch (which) {
      case "hardware" -> GpuAlert.hardwareXid();
      case "count" -> GpuAlert.xidCount();
      default -> GpuAlert.xid();
    };
  }

  /** Reads alerts; nothing comes of those with problems. */
  static Optional<PlatformIntent> read(YamlPlace place, List<ManifestException> problems) {
    Optional<Object> tree = AlertsShape.DOCUMENT.read(place, problems);
    if (tree.isEmpty() || !problems.isEmpty()) {
      return Optional.empty();
    }
    Part document = new Part(place, tree.get(), problems);
    Part metadata = document.require("metadata");
    Part name = metadata.require("name");
    GpuAlerts alerts = name.step(GpuAlerts.of(SOME_NAME), other -> GpuAlerts.of(name.text()));
    alerts = metadata.step("namespace", alerts, (a, part) -> a.namespace(part.text()));
    Part spec = document.require("spec");
    alerts = settings(spec, alerts);
    GpuAlerts counted = counters(spec, GpuAlerts.of(SOME_NAME));
    boolean isCounted = !spec.orEmpty("moreCounters").isWrong();
    for (Part part : spec.find("alerts").map(Part::items).orElse(List.of())) {
      Optional<GpuAlert> one =
          part.step(Optional.<GpuAlert>empty(), none -> Optional.of(alert(part)));
      alerts = one.map(alerts::alert).orElse(alerts);
      one.filter(alert -> isCounted)
          .ifPresent(
              alert -> part.find("expr").ifPresent(e -> e.check(counted.alert(alert)::objects)));
    }
    GpuAlerts read = alerts;
    spec.check(read::objects);
    return problems.isEmpty()
        ? Optional.of(new PlatformIntent(AlertsShape.KIND, name.text(), gpus -> read.objects()))
        : Optional.empty();
  }

  private static GpuAlerts settings(Part spec, GpuAlerts alerts) {
    GpuAlerts read = spec.step("group", alerts, (a, part) -> a.group(part.text()));
    for (Map.Entry<String, Part> label :
        spec.find("labels").map(Part::entries).orElse(Map.of()).entrySet()) {
      read = label.getValue().step(read, a -> a.label(label.getKey(), label.getValue().text()));
    }
    read = spec.step("preset", read, (a, part) -> a.preset(part.word(AlertPreset.class)));
    read = spec.step("counters", read, (a, part) -> a.withCounters(part.text()));
    read =
        spec.step("form", read, (a, part) -> part.text().equals("rule-file") ? a.asRuleFile() : a);
    return counters(spec, read);
  }

  private static GpuAlerts counters(Part spec, GpuAlerts alerts) {
    GpuAlerts read = alerts;
    for (Part part : spec.find("moreCounters").map(Part::items).orElse(List.of())) {
      read =
          part.step(
              read,
              a ->
                  a.counter(
                      part.require("metric").text(),
                      part.require("type").word(CounterType.class),
                      part.require("help").text()));
    }
    return read;
  }

  private static GpuAlert alert(Part part) {
    List<String> given = CONDITIONS.keySet().stream().filter(part.map()::containsKey).toList();
    if (given.size() != 1) {
      throw new InvalidValueException(
          "alert: %s; write one of %s"
              .formatted(
                  given.isEmpty()
                      ? "it does not say what it is on"
                      : String.join(" and ", given) + " are both given",
                  String.join(", ", CONDITIONS.keySet())));
    }
    if (part.map().containsKey("gpus") && !given.contains("powerOfRatedPercent")) {
      throw new InvalidValueException(
          "gpus: only powerOfRatedPercent goes by products; leave gpus out");
    }
    GpuAlert alert = Optional.ofNullable(CONDITIONS.get(given.get(0))).orElseThrow().apply(part);
    alert = part.step("name", alert, (a, name) -> a.named(name.text()));
    alert = part.step("for", alert, (a, duration) -> a.lasting(duration.text()));
    alert = part.step("severity", alert, (a, severity) -> a.severity(severity.text()));
    alert = part.step("summary", alert, (a, summary) -> a.summary(summary.text()));
    alert = part.step("description", alert, (a, text) -> a.description(text.text()));
    for (Map.Entry<String, Part> label : entries(part, "labels").entrySet()) {
      alert = label.getValue().step(alert, a -> a.label(label.getKey(), label.getValue().text()));
    }
    for (Map.Entry<String, Part> note : entries(part, "annotations").entrySet()) {
      alert = note.getValue().step(alert, a -> a.annotation(note.getKey(), note.getValue().text()));
    }
    return alert;
  }

  private static Map<String, Part> entries(Part part, String field) {
    return part.find(field).map(Part::entries).orElse(Map.of());
  }
}
