package io.gpuspec.manifest.platform;

import com.google.common.collect.ImmutableMap;
import io.gpuspec.Citation;
import io.gpuspec.InvalidValueException;
import io.gpuspec.cluster.Xid;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * One alert on a metric of dcgm-exporter: when it fires, for how long it must have been so, and
 * what it says.
 *
 * <pre>{@code
 * GpuAlert.temperature(85);
 *     // GPUHighTemperature: DCGM_FI_DEV_GPU_TEMP > 85 for 5m (critical)
 * GpuAlert.memoryUsed(95).lasting("5m").severity("critical");
 *     // GPUMemoryAlmostFull: DCGM_FI_DEV_FB_USED / (...) > 0.95 for 5m (critical)
 * GpuAlert.hardwareXid().summary("GPU broken").label("team", "infra");
 *     // GPUXIDError: DCGM_FI_DEV_XID_ERRORS > 0 != 13 != 31 ... (critical)
 * }</pre>
 *
 * <p>It is immutable. Percentages are whole numbers from 1 to 99, temperatures are in Celsius,
 * power is in watts; a value outside is refused with an {@link InvalidValueException}.
 */
public final class GpuAlert {
  private static final int MOST_PERCENT = 99;
  private static final int MOST_CELSIUS = 130;
  private static final int MOST_WATTS = 10_000;
  private static final String SEVERITY = "severity";
  private static final String SUMMARY = "summary";
  private static final String DESCRIPTION = "description";
  private static final String CARD =
      "GPU {{ $labels.gpu }} ({{ $labels.modelName }}) of {{ $labels.Hostname }}";

  /** What an alert is about, which its steps do not change. */
  private record Condition(String expression, String reason, Citation citation) {}

  private final String name;
  private final Condition condition;
  private final Optional<String> lasting;
  private final ImmutableMap<String, String> labels;
  private final ImmutableMap<String, String> annotations;

  private GpuAlert(
      String name,
      Condition condition,
      Optional<String> lasting,
      Map<String, String> labels,
      Map<String, String> annotations) {
    this.name = name;
    this.condition = condition;
    this.lasting = lasting;
    this.labels = ImmutableMap.copyOf(labels);
    this.annotations = ImmutableMap.copyOf(annotations);
  }

  private static GpuAlert of(String name, String expression, String reason, Citation citation) {
    return new GpuAlert(
        name,
        new Condition(expression, reason, citation),
        Optional.empty(),
        ImmutableMap.of(),
        ImmutableMap.of());
  }

  /** {@code GPUMemoryAlmostFull}: more than so many percent of a card's memory are used, for 5m. */
  public static GpuAlert memoryUsed(int percent) {
    return of(
            "GPUMemoryAlmostFull",
            "%1$s / (%1$s + %2$s) > %3$s"
                .formatted(
                    DcgmField.DCGM_FI_DEV_FB_USED, DcgmField.DCGM_FI_DEV_FB_FREE, part(percent)),
            "used of used and free: used / free passes 0.95 on a card that is half full, and the total is not exported by default",
            AlertSources.FIELDS)
        .lasting("5m")
        .severity("warning")
        .says("GPU memory almost full", "uses {{ $value | humanizePercentage }} of its memory");
  }

  /** {@code GPUHighUtilization}: a kernel runs for more than so many percent of the time, 10m. */
  public static GpuAlert utilizationAbove(int percent) {
    return of(
            "GPUHighUtilization",
            DcgmField.DCGM_FI_DEV_GPU_UTIL + " > " + percent("utilization", percent),
            "the part of the time in which any kernel ran, not how much of the card it kept busy",
            AlertSources.COUNTERS)
        .lasting("10m")
        .severity("warning")
        .says("GPU busy all the time", "runs kernels for {{ $value }}% of the time");
  }

  /** {@code GPULowUtilization}: a kernel runs for less than so many percent of the time, for 1h. */
  public static GpuAlert utilizationBelow(int percent) {
    return of(
            "GPULowUtilization",
            DcgmField.DCGM_FI_DEV_GPU_UTIL + " < " + percent("utilization", percent),
            "also a card that no pod has; ask for a label of pods, such as pod!=\"\", in an expression of your own to leave those out",
            AlertSources.COUNTERS)
        .lasting("1h")
        .severity("info")
        .says("GPU hardly used", "runs kernels for only {{ $value }}% of the time");
  }

  /** {@code GPUHighMemoryTraffic}: memory is read or written for more than so many percent, 10m. */
  public static GpuAlert memoryTraffic(int percent) {
    return of(
            "GPUHighMemoryTraffic",
            DcgmField.DCGM_FI_DEV_MEM_COPY_UTIL + " > " + percent("memory traffic", percent),
            "the part of the time in which memory was read or written, not how full it is",
            AlertSources.COUNTERS)
        .lasting("10m")
        .severity("warning")
        .says("GPU memory busy", "moves data in memory for {{ $value }}% of the time");
  }

  /** {@code GPUHighTemperature}: the GPU is hotter than so many degrees Celsius, for 5m. */
  public static GpuAlert temperature(int celsius) {
    return of(
            "GPUHighTemperature",
            DcgmField.DCGM_FI_DEV_GPU_TEMP
                + " > "
                + AlertChecks.within("temperature", celsius, 1, MOST_CELSIUS, "degrees Celsius"),
            "in degrees Celsius, of the GPU and not of its memory",
            AlertSources.COUNTERS)
        .lasting("5m")
        .severity("critical")
        .says("GPU too hot", "has {{ $value }} degrees Celsius");
  }

  /**
   * {@code GPUHighPower}: a card draws more than so many percent of its power limit, for 10m. The
   * card reports the limit itself, so no list of products is needed.
   */
  public static GpuAlert powerOfLimit(int percent) {
    return of(
            "GPUHighPower",
            "%s / %s > %s"
                .formatted(
                    DcgmField.DCGM_FI_DEV_POWER_USAGE,
                    DcgmField.DCGM_FI_DEV_POWER_MGMT_LIMIT,
                    part(percent)),
            "the limit is the card's own and in watts; dcgm-exporter exports it once the counters file names it",
            AlertSources.FIELDS)
        .lasting("10m")
        .severity("warning")
        .says("GPU near its power limit", "draws {{ $value | humanizePercentage }} of its limit");
  }

  /**
   * {@code GPUHighPower}: a card of one of these products draws more than so many percent of what
   * its board may, for 10m; boards are told apart, since SXM and PCIe differ.
   *
   * @param gpus names such as {@code T4} and {@code A100-40G}
   * @throws InvalidValueException if the power of one of them is not known
   */
  public static GpuAlert powerOfRated(int percent, String... gpus) {
    for (String gpu : PlatformChecks.given("gpus", gpus)) {
      PlatformChecks.given("gpu", gpu);
    }
    if (gpus.length == 0) {
      throw new InvalidValueException("power: no GPU is named; name some, such as T4")
          .see(Pages.ALERTS);
    }
    return of(
            "GPUHighPower",
            PowerExpression.above(percent("power", percent), List.of(gpus)),
            "%d %% of what each board may draw; the label modelName tells boards apart"
                .formatted(percent),
            AlertSources.COUNTERS)
        .lasting("10m")
        .severity("warning")
        .says("GPU near its rated power", "draws {{ $value }} W");
  }

  /** {@code GPUHighPower}: a card draws more than so many watts, for 10m. */
  public static GpuAlert powerAbove(int watts) {
    return of(
            "GPUHighPower",
            DcgmField.DCGM_FI_DEV_POWER_USAGE
                + " > "
                + AlertChecks.within("power", watts, 1, MOST_WATTS, "watts"),
            "in watts, whatever the card may draw",
            AlertSources.COUNTERS)
        .lasting("10m")
        .severity("warning")
        .says("GPU draws much power", "draws {{ $value }} W");
  }

  /** {@code GPUXIDError}: the driver has reported an error, whatever the cause. */
  public static GpuAlert xid() {
    return xid(
        DcgmField.DCGM_FI_DEV_XID_ERRORS + " > 0",
        "a gauge of the last code, which stands until the driver starts again: increase() misses it");
  }

  /** {@code GPUXIDError}: the last error is not one that an application causes. */
  public static GpuAlert hardwareXid() {
    return xid(
        Xid.ofApplications().stream()
            .map(xid -> " != " + xid.code())
            .collect(Collectors.joining("", DcgmField.DCGM_FI_DEV_XID_ERRORS + " > 0", "")),
        "the last code, without those after which the GPU is healthy; a code of an application hides one before it");
  }

  /**
   * {@code GPUXIDError}: another code than before within that time.
   *
   * @param window how far to look back, such as {@code 5m}
   */
  public static GpuAlert newXid(String window) {
    return xid(
        "changes(%1$s[%2$s]) > 0 and %1$s > 0"
            .formatted(DcgmField.DCGM_FI_DEV_XID_ERRORS, AlertChecks.window(window)),
        "changes() tells a new code; the same code again is no change");
  }

  /** {@code GPUXIDError}: errors within the exporter's window, 5 minutes unless it was changed. */
  public static GpuAlert xidCount() {
    return xid(
            DcgmField.DCGM_EXP_XID_ERRORS_COUNT + "{xid!=\"0\"} > 0",
            "dcgm-exporter counts by code itself, once the counters file names it; the code is a label")
        .description(CARD + " had XID {{ $labels.xid }}, {{ $value }} times");
  }

  private static GpuAlert xid(String expression, String reason) {
    return of("GPUXIDError", expression, reason, AlertSources.COUNTERS)
        .severity("critical")
        .says("GPU reports an XID error", "has XID {{ $value }}");
  }

  /**
   * An alert of your own.
   *
   * @param expression PromQL; whether it parses, Prometheus says
   * @throws InvalidValueException if one of them is empty
   */
  public static GpuAlert rule(String name, String expression) {
    PlatformChecks.given("expr", expression);
    return of(
        AlertChecks.text("alert", name),
        AlertChecks.expression(name, expression),
        "",
        AlertSources.PROMETHEUS);
  }

  private static int percent(String what, int percent) {
    return AlertChecks.within(what, percent, 1, MOST_PERCENT, "percent");
  }

  /** 95 percent are 0.95. */
  private static String part(int percent) {
    return BigDecimal.valueOf(percent("percent", percent), 2).stripTrailingZeros().toPlainString();
  }

  private GpuAlert says(String summary, String description) {
    return summary(summary).description(CARD + " " + description);
  }

  /** Under another name. */
  public GpuAlert named(String name) {
    return new GpuAlert(AlertChecks.text("alert", name), condition, lasting, labels, annotations);
  }

  /** It fires after it has been so for that long, such as {@code 10m}; {@code 0} for at once. */
  public GpuAlert lasting(String duration) {
    String checked = AlertChecks.duration("for", duration);
    return new GpuAlert(
        name,
        condition,
        checked.equals("0") ? Optional.empty() : Optional.of(checked),
        labels,
        annotations);
  }

  /** How bad it is, such as {@code warning} or {@code critical}: the label that routes go by. */
  public GpuAlert severity(String severity) {
    return label(SEVERITY, severity);
  }

  /** A label of the alert. */
  public GpuAlert label(String key, String value) {
    PlatformChecks.given("label", value);
    return new GpuAlert(
        name, condition, lasting, with(labels, AlertChecks.label(key), value), annotations);
  }

  /** What it says in one line. */
  public GpuAlert summary(String summary) {
    return annotation(SUMMARY, AlertChecks.text(SUMMARY, summary));
  }

  /** What it says at length; {@code {{ $labels.gpu }}} and {@code {{ $value }}} are filled in. */
  public GpuAlert description(String description) {
    return annotation(DESCRIPTION, AlertChecks.text(DESCRIPTION, description));
  }

  /** Another annotation, such as {@code runbook_url}. */
  public GpuAlert annotation(String key, String value) {
    PlatformChecks.given("annotation", value);
    return new GpuAlert(
        name, condition, lasting, labels, with(annotations, AlertChecks.label(key), value));
  }

  private static Map<String, String> with(Map<String, String> map, String key, String value) {
    Map<String, String> more = new LinkedHashMap<>(map);
    more.put(key, value);
    return more;
  }

  /** Its name, such as {@code GPUHighTemperature}. */
  public String name() {
    return name;
  }

  /** Its PromQL. */
  public String expression() {
    return condition.expression();
  }

  /** Why the expression is as it is; empty for one of the user's own. */
  String reason() {
    return condition.reason();
  }

  Citation citation() {
    return condition.citation();
  }

  /** By which Prometheus tells alerts apart. */
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

  /** Such as {@code GPUHighTemperature: DCGM_FI_DEV_GPU_TEMP > 85 for 5m (critical)}. */
  @Override
  public String toString() {
    List<String> words = new ArrayList<>();
    words.add(name + ": " + condition.expression());
    lasting.ifPresent(duration -> words.add("for " + duration));
    Optional.ofNullable(labels.get(SEVERITY)).ifPresent(word -> words.add("(" + word + ")"));
    return String.join(" ", words);
  }
}
