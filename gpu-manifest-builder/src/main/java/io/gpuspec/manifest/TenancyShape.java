package io.gpuspec.manifest;

import com.google.common.collect.ImmutableMap;
import java.util.Map;
import java.util.Set;

/** What the teams of a pool look like in a file. */
final class TenancyShape {
  static final String KIND = "GpuTenancy";

  private static final IntentShape.Fields AMOUNTS =
      WorkloadShape.fields(
          "cpuAndMemory",
          Set.of("cpu", "memory"),
          Map.of("cpu", new IntentShape.Amount(), "memory", new IntentShape.Amount()));

  private static final IntentShape.Fields TEAM =
      WorkloadShape.fields(
          "gpuTeam",
          Set.of("name", "cards"),
          ImmutableMap.<String, IntentShape>builder()
              .put("name", IntentShape.text())
              .put("cards", IntentShape.from(1))
              .put("namespace", IntentShape.text())
              .put("pods", IntentShape.from(0))
              .put("perPod", IntentShape.from(1))
              .put("requests", AMOUNTS)
              .put("unstated", AMOUNTS)
              .put("borrows", IntentShape.from(0))
              .put("lends", IntentShape.from(0))
              .buildOrThrow());

  private static final IntentShape.Fields RESERVE =
      WorkloadShape.fields(
          "gpuReserve",
          Set.of("name", "cards"),
          Map.of("name", IntentShape.text(), "cards", IntentShape.from(1)));

  private static final IntentShape.Fields PRIORITY =
      WorkloadShape.fields(
          "gpuPriority",
          Set.of("name", "value"),
          Map.of(
              "name", IntentShape.text(),
              "value", new IntentShape.Whole(Integer.MIN_VALUE, Integer.MAX_VALUE),
              "waits", new IntentShape.Truth(),
              "globalDefault", new IntentShape.Truth(),
              "description", IntentShape.text()));

  private static final IntentShape.Fields KUEUE =
      WorkloadShape.fields(
          "kueueTenancy",
          Set.of("target", "row"),
          Map.of("target", WorkloadShape.TARGET, "row", IntentShape.text()));

  static final IntentShape.Fields DOCUMENT =
      WorkloadShape.document(
          KIND,
          QueueShape.METADATA,
          WorkloadShape.fields(
              "gpuTenancy",
              Set.of("resource", "pool", "teams"),
              ImmutableMap.<String, IntentShape>builder()
                  .put("resource", IntentShape.text())
                  .put("pool", IntentShape.from(1))
                  .put("teams", IntentShape.some(TEAM))
                  .put("reserves", new IntentShape.Items(RESERVE, 0))
                  .put("priorities", new IntentShape.Items(PRIORITY, 0))
                  .put("noneIn", new IntentShape.Items(IntentShape.text(), 0))
                  .put("kueue", KUEUE)
                  .put("volcano", new IntentShape.Truth())
                  .buildOrThrow()));

  private TenancyShape() {}
}
