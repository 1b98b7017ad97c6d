package io.gpuspec.judges;

import io.gpuspec.judges.AlertRules.Firing;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Law 5: what Prometheus makes of our rules. */
class PromtoolJudge {
  private static final String FULL =
      "DCGM_FI_DEV_FB_USED / (DCGM_FI_DEV_FB_USED + DCGM_FI_DEV_FB_FREE) > 0.95";
  private static final String FULL_OF_THE_DOCUMENT =
      "DCGM_FI_DEV_FB_USED / DCGM_FI_DEV_FB_FREE > 0.95";
  private static final String FULL_OF_ANOTHER_DOCUMENT =
      "DCGM_FI_DEV_FB_USED / DCGM_FI_DEV_FB_TOTAL > 0.95";

  /** A gauge of the last error's code: it stands until the driver starts again. */
  private static final String XID = "DCGM_FI_DEV_XID_ERRORS > 0";

  private static final String XID_OF_THE_DOCUMENT = "increase(DCGM_FI_DEV_XID_ERRORS[5m]) > 0";

  private static final Map<String, String> HALF_FULL =
      Map.of(
          "DCGM_FI_DEV_FB_USED{gpu=\"0\"}", "8000x60", "DCGM_FI_DEV_FB_FREE{gpu=\"0\"}", "8000x60");
  private static final Map<String, String> NEARLY_FULL =
      Map.of(
          "DCGM_FI_DEV_FB_USED{gpu=\"0\"}", "15840x60", "DCGM_FI_DEV_FB_FREE{gpu=\"0\"}", "160x60");
  private static final Map<String, String> FULL_FOR_ONE_MINUTE =
      Map.of(
          "DCGM_FI_DEV_FB_USED{gpu=\"0\"}", "8000x28 15840 8000x30",
          "DCGM_FI_DEV_FB_FREE{gpu=\"0\"}", "8000x28 160 8000x30");
  private static final Map<String, String> NO_XID =
      Map.of("DCGM_FI_DEV_XID_ERRORS{gpu=\"0\"}", "0x60");
  private static final Map<String, String> STANDING_XID =
      Map.of("DCGM_FI_DEV_XID_ERRORS{gpu=\"0\"}", "0x5 79x60");

  private static final String COUNTERS =
      """
      # field, type, help
      DCGM_FI_DEV_FB_USED, gauge, Framebuffer memory used (in MiB).
      DCGM_FI_DEV_FB_FREE,  gauge, Framebuffer memory free (in MiB).

      DCGM_FI_DEV_XID_ERRORS, gauge, Value of the last XID error encountered.
      # DCGM_FI_DEV_FB_TOTAL, gauge, Total Frame Buffer of the GPU in MB.
      """;

  @Test
  void rightRulesAreTaken() {
    try (Trial trial = trial("takes right rules, of a file and of an object")) {
      for (String expression : List.of(FULL, XID)) {
        taken(trial, AlertRules.ofFile(file(expression)), expression);
        taken(trial, AlertRules.ofObject(object(expression)), expression);
      }
    }
  }

  @Test
  void brokenRulesAreRefusedWithTheirReason() {
    try (Trial trial = trial("refuses broken rules")) {
      refused(trial, file("DCGM_FI_DEV_FB_USED / > 0.95"), "unexpected");
      refused(trial, file("sum by gpu (DCGM_FI_DEV_FB_USED)"), "parse error");
      refused(trial, file("rate(DCGM_FI_DEV_FB_USED) > 0"), "expected type range vector");
      refused(trial, file("''"), "field 'expr' must be set");
      refused(trial, file(XID).replace("for: 5m", "for: five"), "not a valid duration");
      refused(trial, file(XID).replace("for: 5m", "fore: 5m"), "field fore not found");
      refused(trial, file(XID).replace("labels.gpu", "labels..gpu"), "unexpected <.> in operand");
      refused(trial, file(XID) + file(XID).substring("groups:\n".length()), "repeated");
    }
  }

  @Test
  void alertsFireWhenTheyMustAndNotOtherwise() {
    try (Trial trial = trial("alerts fire when they must and not otherwise")) {
      tested(trial, FULL, new Firing("Gpu", "30m", false, HALF_FULL));
      tested(trial, FULL, new Firing("Gpu", "30m", true, NEARLY_FULL));
      tested(trial, FULL, new Firing("Gpu", "30m", false, FULL_FOR_ONE_MINUTE));
      tested(trial, XID, new Firing("Gpu", "30m", false, NO_XID));
      tested(trial, XID, new Firing("Gpu", "30m", true, STANDING_XID));
    }
  }

  /** What the documents write, and Prometheus shows to be wrong. */
  @Test
  void theDocumentsAlertsAreWrong() {
    try (Trial trial = trial("the documents' alerts fire wrongly or never")) {
      tested(trial, FULL_OF_THE_DOCUMENT, new Firing("Gpu", "30m", true, HALF_FULL));
      tested(trial, FULL_OF_ANOTHER_DOCUMENT, new Firing("Gpu", "30m", false, NEARLY_FULL));
      tested(trial, XID_OF_THE_DOCUMENT, new Firing("Gpu", "30m", false, STANDING_XID));
    }
  }

  @Test
  void aTestOfTheWrongExpectationFails() {
    try (Trial trial = trial("says where an alert does not do what it must")) {
      for (Firing wrong :
          List.of(
              new Firing("Gpu", "30m", true, HALF_FULL),
              new Firing("Gpu", "30m", false, NEARLY_FULL),
              new Firing("Gpus", "30m", true, NEARLY_FULL))) {
        Tools.Output output = AlertRules.ofFile(file(FULL)).test(wrong);
        trial.agreed(
            output.exit() == 1 && (output.out() + output.err()).contains("FAILED"),
            () -> wrong + "\n" + output);
      }
    }
  }

  @Test
  void metricsThatNobodyExportsAreNamed() {
    try (Trial trial = trial("names the metrics of an expression")) {
      missing(trial, file(FULL), Set.of());
      missing(trial, object(XID_OF_THE_DOCUMENT), Set.of());
      missing(trial, file(FULL_OF_ANOTHER_DOCUMENT), Set.of("DCGM_FI_DEV_FB_TOTAL"));
      missing(
          trial,
          file("max_over_time(DCGM_FI_DEV_GPU_TEMP[5m:1m]) > 85 unless on (gpu) up == 0"),
          Set.of("DCGM_FI_DEV_GPU_TEMP", "up"));
      missing(trial, file("'{__name__=~\"DCGM_.*\"} > 0'"), Set.of("{__name__=~\"DCGM_.*\"}"));
      missing(
          trial,
          file("gpu:full:ratio > 0.95")
              + "  - record: gpu:full:ratio\n    expr: DCGM_FI_DEV_FB_USED\n",
          Set.of());
    }
  }

  private static String file(String expression) {
    return """
        groups:
        - name: gpu
          rules:
          - alert: Gpu
            expr: %s
            for: 5m
            labels: {severity: warning}
            annotations: {summary: "GPU {{ $labels.gpu }}: {{ $value }}"}
        """
        .formatted(expression);
  }

  private static String object(String expression) {
    return """
        apiVersion: monitoring.coreos.com/v1
        kind: PrometheusRule
        metadata: {name: gpu}
        spec:
        """
        + file(expression).indent(2);
  }

  private static void taken(Trial trial, AlertRules rules, String expression) {
    Tools.Output output = rules.check();
    trial.agreed(
        output.exit() == 0 && output.out().contains("SUCCESS: 1 rules found"),
        () -> expression + "\n" + output);
  }

  private static void refused(Trial trial, String file, String reason) {
    Tools.Output output = AlertRules.ofFile(file).check();
    trial.agreed(
        output.exit() != 0 && (output.out() + output.err()).contains(reason),
        () -> file + "expected: " + reason + "\nsaid: " + output);
  }

  private static void tested(Trial trial, String expression, Firing firing) {
    Tools.Output output = AlertRules.ofFile(file(expression)).test(firing);
    trial.agreed(output.exit() == 0, () -> expression + "\n" + firing + "\n" + output);
  }

  private static void missing(Trial trial, String rules, Set<String> expected) {
    AlertRules read =
        rules.startsWith("groups") ? AlertRules.ofFile(rules) : AlertRules.ofObject(rules);
    Set<String> missing = read.notIn(COUNTERS);
    trial.agreed(missing.equals(expected), () -> rules + "not exported: " + missing);
  }

  private static Trial trial(String law) {
    return Trial.of("promtool", AlertRules.version(), law);
  }
}
