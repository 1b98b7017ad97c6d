package io.gpuspec.manifest.inspect;

import io.gpuspec.manifest.inspect.InspectedPods.Box;
import io.gpuspec.manifest.internal.tree.DcgmMetrics;
import io.gpuspec.manifest.internal.tree.PrometheusDuration;
import io.gpuspec.manifest.internal.tree.YamlPlace;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Rules for metrics and alerts. */
final class MonitoringRules {
  static final Map<String, Check> ALL =
      Map.of(
          "alert-used-over-free", expressions(MonitoringRules::overFree),
          "alert-memory-as-percentage", expressions(MonitoringRules::percentage),
          "alert-ratio-as-percentage", expressions(MonitoringRules::ratio),
          "alert-duration-malformed", MonitoringRules::duration,
          "alert-xid-as-counter", expressions(MonitoringRules::xid),
          "alert-metric-not-exported", MonitoringRules::notExported,
          "alert-without-for", MonitoringRules::withoutFor,
          "exporter-without-pods", MonitoringRules::withoutPods,
          "exporter-without-profiling", MonitoringRules::withoutProfiling);

  private static final Pattern OVER_FREE =
      Pattern.compile("DCGM_FI_DEV_FB_USED(\\{[^}]*})?\\s*/\\s*DCGM_FI_DEV_FB_FREE");
  private static final Pattern PERCENTAGE =
      Pattern.compile("DCGM_FI_DEV_FB_USED(\\{[^}]*})?\\s*>=?\\s*([0-9]{1,2}(\\.[0-9]+)?)\\s*");

  /**
   * A profiling metric from 0 to 1, or its average or extreme, and what that is compared with; a
   * sum or a count is no ratio.
   */
  private static final Pattern RATIO =
      Pattern.compile(
          "\\s*+(?:(?:avg|max|min)(?:_over_time)?+\\s*+(?:by\\s*+\\([^)]*\\)\\s*+)?+\\(\\s*+)*+"
              + "(DCGM_FI_PROF_(?:GR_ENGINE_ACTIVE|SM_ACTIVE|SM_OCCUPANCY|DRAM_ACTIVE|PIPE_[A-Z0-9_]+?_ACTIVE))"
              + "(?:\\{[^}]*})?(?:\\[[^\\]]*])?[)\\s]*(?:by\\s*\\([^)]*\\)\\s*)?"
              + "[<>]=?\\s*([0-9]+(?:\\.[0-9]+)?)\\s*");

  private static final Pattern XID =
      Pattern.compile("(increase|rate|irate)\\(\\s*DCGM_FI_DEV_XID_ERRORS");

  /** Names that the exporter's own documents, or older texts, have and no exporter exports. */
  private static final Set<String> NOT_EXPORTED =
      Set.of("DCGM_FI_DEV_FB_TOTAL", "DCGM_FI_DEV_NVLINK_BANDWIDTH", "DCGM_FI_DEV_MEM_UTIL");

  private static final String EXPORTER = ".*dcgm-exporter.*";

  private MonitoringRules() {}

  private static List<YamlPlace> alerts(Inspected object) {
    YamlPlace owner =
        object.is("monitoring.coreos.com/PrometheusRule")
            ? Places.at(object.place(), "spec").orElse(object.place())
            : object.place();
    if (!object.is("monitoring.coreos.com/PrometheusRule", OtherFile.RULES)) {
      return List.of();
    }
    return Places.items(owner, "groups").stream()
        .flatMap(group -> Places.items(group, "rules").stream())
        .toList();
  }

  private static Check expressions(BiConsumer<YamlPlace, Report> check) {
    return (object, report) ->
        alerts(object).stream()
            .flatMap(alert -> Places.at(alert, "expr").stream())
            .forEach(expression -> check.accept(expression, report));
  }

  private static void overFree(YamlPlace expression, Report report) {
    if (OVER_FREE.matcher(Places.textOf(expression)).find()) {
      report.at(expression, Map.of());
    }
  }

  private static void percentage(YamlPlace expression, Report report) {
    Matcher matcher = PERCENTAGE.matcher(Places.textOf(expression));
    if (matcher.matches()) {
      report.at(expression, Map.of("value", matcher.group(2)));
    }
  }

  private static void ratio(YamlPlace expression, Report report) {
    Matcher matcher = RATIO.matcher(Places.textOf(expression));
    if (matcher.matches() && Double.parseDouble(matcher.group(2)) > 1) {
      report.at(expression, Map.of("key", matcher.group(1), "value", matcher.group(2)));
    }
  }

  private static void duration(Inspected object, Report report) {
    for (YamlPlace alert : alerts(object)) {
      Places.at(alert, "for")
          .filter(each -> each.template().isEmpty())
          .filter(each -> !PrometheusDuration.isOne(Places.textOf(each)))
          .ifPresent(each -> report.at(each, Map.of("value", Places.textOf(each))));
    }
  }

  private static void xid(YamlPlace expression, Report report) {
    Matcher matcher = XID.matcher(Places.textOf(expression));
    if (matcher.find()) {
      report.at(expression, Map.of("value", matcher.group(1)));
    }
  }

  private static void notExported(Inspected object, Report report) {
    Optional<Set<String>> counters = counters(object, report);
    expressions(
            (expression, found) ->
                DcgmMetrics.in(Places.textOf(expression)).stream()
                    .filter(
                        metric ->
                            NOT_EXPORTED.contains(metric)
                                || counters.filter(all -> !all.contains(metric)).isPresent())
                    .findFirst()
                    .ifPresent(metric -> found.at(expression, Map.of("value", metric))))
        .look(object, report);
  }

  /** The counters of the exporters of the same file; empty if it has none, or only a template. */
  private static Optional<Set<String>> counters(Inspected object, Report report) {
    List<YamlPlace> files =
        report.around().of("ConfigMap", object).stream()
            .flatMap(each -> Places.at(each.place(), "data", DcgmMetrics.FILE).stream())
            .toList();
    return files.isEmpty() || files.stream().anyMatch(each -> each.template().isPresent())
        ? Optional.empty()
        : Optional.of(
            files.stream()
                .flatMap(each -> DcgmMetrics.ofCounters(Places.textOf(each)).stream())
                .collect(Collectors.toSet()));
  }

  private static void withoutFor(Inspected object, Report report) {
    for (YamlPlace alert : alerts(object)) {
      if (Places.at(alert, "alert").isPresent()
          && Places.at(alert, "for").isEmpty()
          && Places.text(alert, "expr").contains("DCGM_FI_DEV_")
          && !Places.text(alert, "expr").contains("[")) {
        report.at(alert.require("alert"), Map.of("name", Places.text(alert, "alert")));
      }
    }
  }

  private static List<Box> exporters(Inspected object) {
    return !object.kind().equals("DaemonSet")
        ? List.of()
        : object.pods().stream()
            .flatMap(pods -> pods.mains().stream())
            .filter(box -> Places.text(box.place(), "image").matches(EXPORTER))
            .toList();
  }

  private static void withoutPods(Inspected object, Report report) {
    for (Box box : exporters(object)) {
      boolean mounts =
          Places.items(box.place(), "volumeMounts").stream()
              .anyMatch(each -> Places.text(each, "mountPath").contains("pod-resources"));
      boolean isOn =
          box.env("DCGM_EXPORTER_KUBERNETES").equals("true")
              || Places.items(box.place(), "args").stream()
                  .anyMatch(arg -> Places.textOf(arg).matches("-k|--kubernetes(=true)?"));
      if (!mounts || !isOn) {
        report.at(
            box.place(),
            Map.of(
                "value",
                isOn ? "no /var/lib/kubelet/pod-resources" : "no DCGM_EXPORTER_KUBERNETES=true"));
      }
    }
  }

  private static void withoutProfiling(Inspected object, Report report) {
    for (Box box : exporters(object)) {
      boolean can =
          Places.text(box.place(), "securityContext", "privileged").equals("true")
              || Places.items(box.place(), "securityContext", "capabilities", "add").stream()
                  .anyMatch(each -> Places.textOf(each).matches("(CAP_)?SYS_ADMIN|ALL"));
      if (!can) {
        report.at(box.place(), Map.of());
      }
    }
  }
}
