package io.gpuspec.manifest.platform;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import io.gpuspec.cluster.Xid;
import io.gpuspec.manifest.internal.tree.Checks;
import io.gpuspec.manifest.internal.tree.DcgmMetrics;
import io.gpuspec.value.Citation;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.Listing;
import io.gpuspec.value.UnknownNameException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * An alert on a metric of dcgm-exporter: its condition, its duration, and its message.
 *
 * <pre>{@code
 * GpuAlert.temperature(85);
 *     // GPUHighTemperature: DCGM_FI_DEV_GPU_TEMP > 85 for 5m (critical)
 * GpuAlert.memoryUsed(95).forDuration("5m").severity("critical");
 *     // GPUMemoryAlmostFull: DCGM_FI_DEV_FB_USED / (...) > 0.95 for 5m (critical)
 * GpuAlert.hardwareXid().summary("GPU broken").label("team", "infra");
 *     // GPUXIDError: DCGM_FI_DEV_XID_ERRORS > 0 != 13 != 31 ... (critical)
 * }</pre>
 *
 * <p>It is immutable. Percentages are whole numbers from 1 to 99, temperatures are in Celsius,
 * power is in watts; a value outside is refused with an {@link InvalidValueException}.
 */
public final class GpuAlert {
  private static final JsonNode DATA = PlatformData.read("alerts.json");
  private static final JsonNode ALERTS = DATA.path("alerts");
  private static final List<String> PRESETS =
      ImmutableList.copyOf(DATA.path("presets").fieldNames());

  private static final int MOST_PERCENT = 99;
  private static final int MOST_CELSIUS = 130;
  private static final int MOST_WATTS = 10_000;
  private static final String SEVERITY = "severity";
  private static final String SUMMARY = "summary";
  private static final String DESCRIPTION = "description";
  private static final String CARD =
      "GPU {{ $labels.gpu }} ({{ $labels.modelName }}) of {{ $labels.Hostname }}";

  /** The condition of an alert, which its steps do not change. */
  private record Condition(String expression, String reason, Citation citation) {}

  private String name;
  private Condition condition;
  private Optional<String> lasting = Optional.empty();
  private ImmutableMap<String, String> labels = ImmutableMap.of();
  private ImmutableMap<String, String> annotations = ImmutableMap.of();

  private GpuAlert(String name, Condition condition) {
    this.name = name;
    this.condition = condition;
  }

  private GpuAlert with(Consumer<GpuAlert> step) {
    GpuAlert copy = new GpuAlert(name, condition);
    copy.lasting = lasting;
    copy.labels = labels;
    copy.annotations = annotations;
    step.accept(copy);
    return copy;
  }

  /** Returns an alert of {@code alerts.json} with this threshold. */
  private static GpuAlert of(String key, Object threshold) {
    JsonNode data = ALERTS.path(key);
    GpuAlert alert =
        new GpuAlert(
                data.path("alert").asText(),
                new Condition(
                    data.path("expr").asText().replace("$threshold", threshold.toString()),
                    data.path("reason").asText(),
                    Sources.of(data.path("source").asText())))
            .severity(data.path("severity").asText())
            .summary(data.path("summary").asText())
            .description(CARD + " " + data.path("description").asText());
    return data.has("for") ? alert.forDuration(data.path("for").asText()) : alert;
  }

  /** {@code GPUMemoryAlmostFull}: more than so many percent of a card's memory are used, for 5m. */
  public static GpuAlert memoryUsed(int percent) {
    return of("memoryUsed", part(percent));
  }

  /** {@code GPUHighUtilization}: a kernel runs for more than so many percent of the time, 10m. */
  public static GpuAlert utilizationAbove(int percent) {
    return of("utilizationAbove", percent("utilization", percent));
  }

  /** {@code GPULowUtilization}: a kernel runs for less than so many percent of the time, for 1h. */
  public static GpuAlert utilizationBelow(int percent) {
    return of("utilizationBelow", percent("utilization", percent));
  }

  /** {@code GPUHighMemoryTraffic}: memory is read or written for more than so many percent, 10m. */
  public static GpuAlert memoryTraffic(int percent) {
    return of("memoryTraffic", percent("memory traffic", percent));
  }

  /** {@code GPUHighTemperature}: the GPU is hotter than so many degrees Celsius, for 5m. */
  public static GpuAlert temperature(int celsius) {
    return of(
        "temperature",
        AlertChecks.within("temperature", celsius, 1, MOST_CELSIUS, "degrees Celsius"));
  }

  /**
   * {@code GPUHighPower}: a card draws more than so many percent of its power limit, for 10m. The
   * card reports the limit itself, so no list of products is needed.
   */
  public static GpuAlert powerOfLimit(int percent) {
    return of("powerOfLimit", part(percent));
  }

  /**
   * Returns {@code GPUHighPower}: a card of one of these products draws more than this percentage
   * of its board's rated power, for 10m; boards are distinguished, because SXM and PCIe differ.
   *
   * @param gpus names such as {@code T4} and {@code A100-40G}
   * @throws InvalidValueException if the power of one of them is not known
   */
  public static GpuAlert powerOfRated(int percent, String... gpus) {
    List<String> names = Checks.all("gpus", gpus);
    if (names.isEmpty()) {
      throw new InvalidValueException(
          "alert.missing", "power: no GPU is named; name some, such as T4");
    }
    GpuAlert alert = of("powerOfRated", PowerExpression.above(percent("power", percent), names));
    Condition about = alert.condition;
    return alert.with(
        a ->
            a.condition =
                new Condition(
                    about.expression(),
                    about.reason().replace("$percent", Integer.toString(percent)),
                    about.citation()));
  }

  /** {@code GPUHighPower}: a card draws more than so many watts, for 10m. */
  public static GpuAlert powerAbove(int watts) {
    return of("powerAbove", AlertChecks.within("power", watts, 1, MOST_WATTS, "watts"));
  }

  /** Returns {@code GPUXIDError}: the driver has reported an error, of any cause. */
  public static GpuAlert xid() {
    return of("xid", "");
  }

  /** {@code GPUXIDError}: the last error is not one that an application causes. */
  public static GpuAlert hardwareXid() {
    return of(
        "hardwareXid",
        Xid.ofApplications().stream()
            .map(xid -> " != " + xid.code())
            .collect(Collectors.joining()));
  }

  /**
   * {@code GPUXIDError}: another code than before within that time.
   *
   * @param window how far to look back, such as {@code 5m}
   */
  public static GpuAlert newXid(String window) {
    return of("newXid", AlertChecks.window(window));
  }

  /** {@code GPUXIDError}: errors within the exporter's window, 5 minutes unless it was changed. */
  public static GpuAlert xidCount() {
    return of("xidCount", "");
  }

  /**
   * An alert of your own.
   *
   * @param expression PromQL; whether it parses, Prometheus says
   * @throws InvalidValueException if one of them is empty
   */
  public static GpuAlert rule(String name, String expression) {
    Checks.given("expr", expression);
    return new GpuAlert(
        AlertChecks.text("alert", name),
        new Condition(
            AlertChecks.expression(name, expression), "", Sources.of("prometheus.rules")));
  }

  /** The metrics that the library's own alerts read, whatever their thresholds. */
  static Set<String> metrics() {
    return ALERTS.properties().stream()
        .flatMap(alert -> DcgmMetrics.in(alert.getValue().path("expr").asText()).stream())
        .collect(Collectors.toUnmodifiableSet());
  }

  /**
   * Returns the names of the presets: {@code default} is the library's own, the others are the
   * thresholds of texts, with corrected expressions.
   */
  public static List<String> presets() {
    return PRESETS;
  }

  /**
   * Returns the alerts of a preset, to which more can be added.
   *
   * @param name one of {@link #presets}
   * @throws UnknownNameException if the name does not exist
   */
  public static Listing<GpuAlert> preset(String name) {
    if (!PRESETS.contains(Checks.given("preset", name))) {
      throw new UnknownNameException("alert.unknown", "preset", name, PRESETS);
    }
    List<GpuAlert> alerts = new ArrayList<>();
    for (JsonNode each : DATA.path("presets").path(name).path("alerts")) {
      GpuAlert alert = preset(each.path("alert").asText(), each.path("threshold").asInt());
      alert = each.has("name") ? alert.name(each.path("name").asText()) : alert;
      alert = each.has("for") ? alert.forDuration(each.path("for").asText()) : alert;
      alerts.add(each.has("severity") ? alert.severity(each.path("severity").asText()) : alert);
    }
    return Listing.copyOf(alerts);
  }

  private static GpuAlert preset(String alert, int threshold) {
    return switch (alert) {
      case "memoryUsed" -> memoryUsed(threshold);
      case "memoryTraffic" -> memoryTraffic(threshold);
      case "utilizationAbove" -> utilizationAbove(threshold);
      case "temperature" -> temperature(threshold);
      case "powerOfLimit" -> powerOfLimit(threshold);
      case "hardwareXid" -> hardwareXid();
      case "xid" -> xid();
      default -> throw new IllegalStateException(alert);
    };
  }

  private static int percent(String what, int percent) {
    return AlertChecks.within(what, percent, 1, MOST_PERCENT, "percent");
  }

  /** 95 percent are 0.95. */
  private static String part(int percent) {
    return BigDecimal.valueOf(percent("percent", percent), 2).stripTrailingZeros().toPlainString();
  }

  /** Under another name. */
  public GpuAlert name(String name) {
    AlertChecks.text("alert", name);
    return with(a -> a.name = name);
  }

  /**
   * Returns a copy that fires after the condition has held for this duration, such as {@code 10m};
   * {@code 0} for at once.
   */
  public GpuAlert forDuration(String duration) {
    AlertChecks.duration("for", duration);
    return with(a -> a.lasting = Optional.of(duration).filter(text -> !text.equals("0")));
  }

  /**
   * Returns a copy with this severity, such as {@code warning} or {@code critical}: the label that
   * routes alerts.
   */
  public GpuAlert severity(String severity) {
    return label(SEVERITY, severity);
  }

  /** A label of the alert. */
  public GpuAlert label(String key, String value) {
    Checks.given("label", value);
    AlertChecks.label(key);
    return with(a -> a.labels = ImmutableCopies.put(a.labels, key, value));
  }

  /** Returns a copy with this summary in one line. */
  public GpuAlert summary(String summary) {
    return annotation(SUMMARY, AlertChecks.text(SUMMARY, summary));
  }

  /**
   * Returns a copy with this longer description; {@code {{ $labels.gpu }}} and {@code {{ $value }}}
   * are filled in.
   */
  public GpuAlert description(String description) {
    return annotation(DESCRIPTION, AlertChecks.text(DESCRIPTION, description));
  }

  /** Another annotation, such as {@code runbook_url}. */
  public GpuAlert annotation(String key, String value) {
    Checks.given("annotation", value);
    AlertChecks.label(key);
    return with(a -> a.annotations = ImmutableCopies.put(a.annotations, key, value));
  }

  /** Its name, such as {@code GPUHighTemperature}. */
  public String name() {
    return name;
  }

  /** Its PromQL. */
  public String expression() {
    return condition.expression();
  }

  /** Returns the reason for the expression; empty for the user's own. */
  String reason() {
    return condition.reason();
  }

  Citation citation() {
    return condition.citation();
  }

  /** Returns what Prometheus uses to distinguish alerts. */
  List<Object> identity() {
    return List.of(name, labels);
  }

  /** The rule as Prometheus has it. */
  Map<String, Object> tree() {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("alert", name);
    tree.put("expr", condition.expression());
    lasting.ifPresent(duration -> tree.put("for", duration));
    if (!labels.isEmpty()) {
      tree.put("labels", labels);
    }
    if (!annotations.isEmpty()) {
      tree.put("annotations", annotations);
    }
    return tree;
  }

  /**
   * Returns text such as {@code GPUHighTemperature: DCGM_FI_DEV_GPU_TEMP > 85 for 5m (critical)}.
   */
  @Override
  public String toString() {
    List<String> words = new ArrayList<>();
    words.add(name + ": " + condition.expression());
    lasting.ifPresent(duration -> words.add("for " + duration));
    Optional.ofNullable(labels.get(SEVERITY)).ifPresent(word -> words.add("(" + word + ")"));
    return String.join(" ", words);
  }
}
