package io.gpuspec.manifest;

import java.util.Map;
import java.util.Set;

/** What the queues of a cluster look like in a file. */
final class QueueShape {
  static final String VOLCANO = "VolcanoQueue";
  static final String KUEUE = "KueueQueue";

  private static final int GREATEST_WEIGHT = 65_535;

  /** Of what is in no namespace. */
  static final IntentShape.Fields METADATA =
      WorkloadShape.fields("clusterMetadata", Set.of("name"), Map.of("name", IntentShape.text()));

  /** A queue of Volcano. */
  static final IntentShape.Fields VOLCANO_DOCUMENT =
      WorkloadShape.document(
          VOLCANO,
          METADATA,
          WorkloadShape.fields(
              "volcanoQueue",
              Set.of(),
              Map.of(
                  "weight", new IntentShape.Whole(1, GREATEST_WEIGHT),
                  "reclaimable", new IntentShape.Truth(),
                  "capability", new IntentShape.Entries(IntentShape.from(0)),
                  "deserved", new IntentShape.Entries(IntentShape.from(0)))));

  private static final IntentShape.Fields QUOTA =
      WorkloadShape.fields(
          "quota",
          Set.of("target", "row", "cards"),
          Map.of(
              "target", WorkloadShape.TARGET,
              "row", IntentShape.text(),
              "cards", IntentShape.from(1)));

  private static final IntentShape.Fields LOCAL_QUEUE =
      WorkloadShape.fields(
          "localQueue",
          Set.of("namespace", "name"),
          Map.of("namespace", IntentShape.text(), "name", IntentShape.text()));

  /** A queue of Kueue. */
  static final IntentShape.Fields KUEUE_DOCUMENT =
      WorkloadShape.document(
          KUEUE,
          METADATA,
          WorkloadShape.fields(
              "kueueQueue",
              Set.of("quotas"),
              Map.of(
                  "cohort", IntentShape.text(),
                  "borrows", IntentShape.from(0),
                  "lends", IntentShape.from(0),
                  "reclaims", new IntentShape.Truth(),
                  "quotas", IntentShape.some(QUOTA),
                  "localQueues", new IntentShape.Items(LOCAL_QUEUE, 0))));

  private QueueShape() {}
}
