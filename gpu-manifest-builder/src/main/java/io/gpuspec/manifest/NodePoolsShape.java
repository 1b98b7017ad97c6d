package io.gpuspec.manifest;

import io.gpuspec.manifest.platform.LabelScheme;
import io.gpuspec.spi.Taint.Effect;
import java.util.Map;
import java.util.Set;

/** What a table of node pools looks like in a file. */
final class NodePoolsShape {
  static final String KIND = "GpuNodePools";

  /** Instead of an effect, where the purpose has no taint. */
  static final String UNTAINTED = "None";

  private static final IntentShape.Fields TAINT =
      WorkloadShape.fields(
          "nodeTaint",
          Set.of("key", "effect"),
          Map.of(
              "key", IntentShape.text(),
              "value", IntentShape.text(),
              "effect", IntentShape.word((Object[]) Effect.values())));

  private static final IntentShape.Fields POOL =
      WorkloadShape.fields(
          "nodePool",
          Set.of("name", "gpu", "nodes", "cards"),
          Map.of(
              "name",
              IntentShape.text(),
              "gpu",
              IntentShape.text(),
              "nodes",
              IntentShape.either(IntentShape.from(1), IntentShape.some(IntentShape.text())),
              "cards",
              IntentShape.from(1),
              "purpose",
              IntentShape.text(),
              "effect",
              IntentShape.word(
                  Effect.NO_SCHEDULE, Effect.PREFER_NO_SCHEDULE, Effect.NO_EXECUTE, UNTAINTED),
              "taints",
              new IntentShape.Items(TAINT, 0),
              "labels",
              new IntentShape.Entries(IntentShape.text()),
              "labelled",
              new IntentShape.Entries(IntentShape.text()),
              "allocatable",
              new IntentShape.Entries(new IntentShape.Amount())));

  /** A table of node pools. */
  static final IntentShape.Fields DOCUMENT =
      WorkloadShape.document(
          KIND,
          QueueShape.METADATA,
          WorkloadShape.fields(
              "nodePools",
              Set.of("pools"),
              Map.of(
                  "scheme",
                  IntentShape.word(LabelScheme.all().stream().map(LabelScheme::name).toArray()),
                  "pools",
                  IntentShape.some(POOL))));

  private NodePoolsShape() {}
}
