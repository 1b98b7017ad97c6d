package io.gpuspec.manifest;

import com.google.common.collect.ImmutableMap;
import io.gpuspec.manifest.platform.AlertPreset;
import io.gpuspec.manifest.platform.CounterType;
import java.util.Map;
import java.util.Set;

/** What alerts on GPUs look like in a file. */
final class AlertsShape {
  static final String KIND = "GpuAlerts";

  private static final IntentShape TEXTS = new IntentShape.Entries(IntentShape.text());
  private static final IntentShape PERCENT = new IntentShape.Whole(1, 99);

  private static final IntentShape.Fields ALERT =
      WorkloadShape.fields(
          "alert",
          Set.of(),
          ImmutableMap.<String, IntentShape>builder()
              .put("memoryUsedPercent", PERCENT)
              .put("memoryTrafficPercent", PERCENT)
              .put("utilizationAbovePercent", PERCENT)
              .put("utilizationBelowPercent", PERCENT)
              .put("temperatureCelsius", new IntentShape.Whole(1, 130))
              .put("powerOfLimitPercent", PERCENT)
              .put("powerOfRatedPercent", PERCENT)
              .put("gpus", IntentShape.some(IntentShape.text()))
              .put("powerWatts", new IntentShape.Whole(1, 10_000))
              .put("xid", IntentShape.word("any", "hardware", "count"))
              .put("newXidWithin", IntentShape.text())
              .put("expr", IntentShape.text())
              .put("name", IntentShape.text())
              .put("for", IntentShape.text())
              .put("severity", IntentShape.text())
              .put("summary", IntentShape.text())
              .put("description", IntentShape.text())
              .put("labels", TEXTS)
              .put("annotations", TEXTS)
              .buildOrThrow());

  private static final IntentShape.Fields COUNTER =
      WorkloadShape.fields(
          "counter",
          Set.of("metric", "type", "help"),
          Map.of(
              "metric",
              IntentShape.text(),
              "type",
              IntentShape.word((Object[]) CounterType.values()),
              "help",
              IntentShape.text()));

  /** A whole document. */
  static final IntentShape.Fields DOCUMENT =
      WorkloadShape.document(
          KIND,
          WorkloadShape.fields(
              "alerts",
              Set.of(),
              ImmutableMap.<String, IntentShape>builder()
                  .put("form", IntentShape.word("prometheus-rule", "rule-file"))
                  .put("group", IntentShape.text())
                  .put("labels", TEXTS)
                  .put("preset", IntentShape.word((Object[]) AlertPreset.values()))
                  .put("alerts", IntentShape.some(ALERT))
                  .put("counters", IntentShape.text())
                  .put("moreCounters", IntentShape.some(COUNTER))
                  .buildOrThrow()));

  private AlertsShape() {}
}
