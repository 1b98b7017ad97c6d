package io.gpuspec.manifest.intent;

import io.gpuspec.Gpus;
import io.gpuspec.manifest.PlatformObjects;
import io.gpuspec.manifest.gang.KueueQueue;
import io.gpuspec.manifest.gang.VolcanoQueue;
import io.gpuspec.manifest.internal.fields.IntentTarget;
import io.gpuspec.manifest.internal.fields.Part;
import io.gpuspec.manifest.internal.fields.Schema;
import io.gpuspec.manifest.internal.fields.Table;
import io.gpuspec.manifest.internal.tree.Pages;
import java.util.Map;
import java.util.function.Function;

/**
 * The fields of the queues that gangs wait in: {@code kind: VolcanoQueue} and {@code kind:
 * KueueQueue}.
 */
final class QueueFields {
  private static final int GREATEST_WEIGHT = 65_535;

  private static final Table<VolcanoQueue> VOLCANO_SPEC =
      Table.<VolcanoQueue>of("volcanoQueue")
          .whole(
              "weight",
              1,
              GREATEST_WEIGHT,
              "Its share relative to the weights of other queues.",
              VolcanoQueue::weight)
          .field(
              "reclaimable",
              new Schema.Truth(),
              "What it uses beyond its share is reclaimed.",
              (queue, back) -> back.truth() ? queue : queue.notReclaimable())
          .entries(
              "capability",
              Schema.from(0),
              "The maximum of a device, by its name.",
              (queue, device, most) -> queue.capability(device, most.number()))
          .entries(
              "deserved",
              Schema.from(0),
              "So many of a device are its own; others use the rest.",
              (queue, device, count) -> queue.deserved(device, count.number()));

  static final PlatformKind<VolcanoQueue> VOLCANO =
      new PlatformKind<>(
          "VolcanoQueue",
          Pages.GANG,
          Table.clusterMetadata((any, name) -> VolcanoQueue.of(name)),
          VOLCANO_SPEC,
          spec -> VolcanoQueue.of("queue"),
          (queue, document) -> PlatformKind.made(document, queue::objects));

  /** Only a target knows its rows, so quotas are applied there. */
  private static final Schema.Fields QUOTA =
      Schema.all(
          "quota",
          Map.of(
              "target",
              IntentTarget.FIELDS.schema(),
              "row",
              Schema.text(),
              "cards",
              Schema.from(1)));

  private static final Schema.Fields LOCAL_QUEUE =
      Schema.all("localQueue", Map.of("namespace", Schema.text(), "name", Schema.text()));

  private static final Table<KueueQueue> KUEUE_SPEC =
      Table.<KueueQueue>of("kueueQueue", "quotas")
          .text(
              "cohort", "Queues of one cohort lend each other what is unused.", KueueQueue::cohort)
          .whole(
              "borrows", 0, "The maximum number of cards beyond each quota.", KueueQueue::borrows)
          .whole("lends", 0, "The maximum number of cards of each quota.", KueueQueue::lends)
          .flag(
              "reclaims",
              "Lent cards are reclaimed at once, and borrowers are evicted.",
              KueueQueue::reclaims)
          .items(
              "quotas",
              Schema.some(QUOTA),
              "Cards on nodes of one row each, tried in this order.",
              QueueFields::checkTarget)
          .items(
              "localQueues",
              Schema.list(LOCAL_QUEUE),
              "The names under which namespaces use it.",
              (queue, local) ->
                  queue.localQueue(
                      local.require("namespace").text(), local.require("name").text()));

  static final PlatformKind<KueueQueue> KUEUE =
      new PlatformKind<>(
          "KueueQueue",
          Pages.GANG,
          Table.clusterMetadata((any, name) -> KueueQueue.of(name)),
          KUEUE_SPEC,
          spec -> KueueQueue.of("queue"),
          QueueFields::kueue);

  private QueueFields() {}

  private static KueueQueue checkTarget(KueueQueue queue, Part quota) {
    IntentTarget.read(quota.require("target"));
    return queue;
  }

  private static Function<Gpus, PlatformObjects> kueue(KueueQueue empty, Part document) {
    Part spec = document.require("spec");
    return gpus -> {
      KueueQueue queue = empty;
      for (Part quota : spec.require("quotas").items()) {
        KueueQueue before = queue;
        queue =
            quota.report(
                () ->
                    before.quota(
                        IntentTarget.read(quota.require("target")).in(gpus),
                        quota.require("row").text(),
                        quota.require("cards").number()));
      }
      return spec.report(queue::objects);
    };
  }
}
