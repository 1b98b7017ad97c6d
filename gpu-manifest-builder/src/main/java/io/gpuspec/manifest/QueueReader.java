package io.gpuspec.manifest;

import io.gpuspec.Gpus;
import io.gpuspec.manifest.gang.KueueQueue;
import io.gpuspec.manifest.gang.VolcanoQueue;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads the queues of an intent file: each field is a step of {@link VolcanoQueue} or {@link
 * KueueQueue}.
 */
final class QueueReader {
  /** Stands in for a name that is a problem, so that the others are found too. */
  private static final String SOME_NAME = "queue";

  private QueueReader() {}

  /** Reads a queue of Volcano; nothing comes of one with problems. */
  static Optional<PlatformIntent> volcano(YamlPlace place, List<ManifestException> problems) {
    Optional<Object> tree = QueueShape.VOLCANO_DOCUMENT.read(place, problems);
    if (tree.isEmpty() || !problems.isEmpty()) {
      return Optional.empty();
    }
    Part document = new Part(place, tree.get(), problems);
    Part spec = document.require("spec");
    Part name = document.require("metadata").require("name");
    VolcanoQueue queue =
        name.step(VolcanoQueue.of(SOME_NAME), other -> VolcanoQueue.of(name.text()));
    queue = spec.step("weight", queue, (q, weight) -> q.weight(weight.number()));
    queue = spec.step("reclaimable", queue, (q, back) -> back.truth() ? q : q.keepsWhatItHas());
    queue = counts(spec, "capability", queue, VolcanoQueue::capability);
    VolcanoQueue read = counts(spec, "deserved", queue, VolcanoQueue::deserved);
    spec.check(read::objects);
    return problems.isEmpty()
        ? Optional.of(new PlatformIntent(QueueShape.VOLCANO, name.text(), gpus -> read.objects()))
        : Optional.empty();
  }

  /** A step that counts a device. */
  private interface Counting {
    VolcanoQueue count(VolcanoQueue queue, String device, int count);
  }

  private static VolcanoQueue counts(
      Part spec, String field, VolcanoQueue before, Counting counting) {
    VolcanoQueue queue = before;
    for (Map.Entry<String, Part> device : spec.orEmpty(field).entries().entrySet()) {
      Part count = device.getValue();
      queue = count.step(queue, q -> counting.count(q, device.getKey(), count.number()));
    }
    return queue;
  }

  /** Reads a queue of Kueue; nothing comes of one with problems. */
  static Optional<PlatformIntent> kueue(YamlPlace place, List<ManifestException> problems) {
    Optional<Object> tree = QueueShape.KUEUE_DOCUMENT.read(place, problems);
    if (tree.isEmpty() || !problems.isEmpty()) {
      return Optional.empty();
    }
    Part document = new Part(place, tree.get(), problems);
    Part spec = document.require("spec");
    Part name = document.require("metadata").require("name");
    KueueQueue read = name.step(KueueQueue.of(SOME_NAME), other -> KueueQueue.of(name.text()));
    read = spec.step("cohort", read, (q, cohort) -> q.cohort(cohort.text()));
    read = spec.step("borrows", read, (q, most) -> q.borrows(most.number()));
    read = spec.step("lends", read, (q, most) -> q.lends(most.number()));
    read = spec.step("reclaims", read, (q, back) -> back.truth() ? q.reclaims() : q);
    for (Part local : spec.find("localQueues").map(Part::items).orElse(List.of())) {
      read =
          local.step(
              read,
              q -> q.localQueue(local.require("namespace").text(), local.require("name").text()));
    }
    KueueQueue queue = read;
    List<Part> quotas = spec.require("quotas").items();
    quotas.forEach(quota -> WorkloadReader.target(quota.require("target")));
    return problems.isEmpty()
        ? Optional.of(
            new PlatformIntent(
                QueueShape.KUEUE, name.text(), gpus -> objects(queue, spec, quotas, gpus)))
        : Optional.empty();
  }

  /** Which rows there are is known only now; what is wrong with them is told at their line. */
  private static PlatformObjects objects(
      KueueQueue empty, Part spec, List<Part> quotas, Gpus gpus) {
    KueueQueue queue = empty;
    for (Part quota : quotas) {
      KueueQueue before = queue;
      queue =
          quota.told(
              () ->
                  before.quota(
                      WorkloadReader.target(quota.require("target")).in(gpus),
                      quota.require("row").text(),
                      quota.require("cards").number()));
    }
    return spec.told(queue::objects);
  }
}
