package io.gpuspec.manifest;

import io.gpuspec.GpuSpecException;
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
    for (Map.Entry<String, Part> device :
        spec.find("capability").map(Part::entries).orElse(Map.of()).entrySet()) {
      Part most = device.getValue();
      queue = most.step(queue, q -> q.capability(device.getKey(), most.number()));
    }
    PlatformObjects objects = queue.objects();
    return problems.isEmpty()
        ? Optional.of(new PlatformIntent(QueueShape.VOLCANO, name.text(), gpus -> objects))
        : Optional.empty();
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
            new PlatformIntent(QueueShape.KUEUE, name.text(), gpus -> objects(queue, quotas, gpus)))
        : Optional.empty();
  }

  /** Which rows there are is known only now; what is wrong with them is told at their line. */
  private static PlatformObjects objects(KueueQueue empty, List<Part> quotas, Gpus gpus) {
    KueueQueue queue = empty;
    for (Part quota : quotas) {
      try {
        queue =
            queue.quota(
                WorkloadReader.target(quota.require("target")).in(gpus),
                quota.require("row").text(),
                quota.require("cards").number());
      } catch (GpuSpecException e) {
        ManifestException problem = quota.place().problem(e.getMessage());
        problem.initCause(e);
        throw problem;
      }
    }
    return queue.objects();
  }
}
