package io.gpuspec.manifest;

import io.gpuspec.manifest.gang.Gang;
import io.gpuspec.manifest.gang.GangJob;
import java.util.List;
import java.util.Optional;

/** Reads a gang of an intent file: each field is a step of {@link Gang} or of its worker. */
final class GangReader {
  private GangReader() {}

  /**
   * Reads a document, as far as it can be read; the gang itself only where its workers are right,
   * because it is made of them.
   *
   * @param problems where everything goes that is wrong with it
   */
  static Draft read(YamlPlace place, List<ManifestException> problems) {
    Part document =
        new Part(place, GangShape.DOCUMENT.read(place, problems).orElseThrow(), problems);
    Part spec = document.orEmpty("spec");
    GpuWorkload worker = WorkloadReader.worker(document);
    Optional<GangController> controller =
        spec.find("controller").map(word -> GangController.parse(word.text()));
    controller.ifPresent(known -> known.check(spec));
    if (controller.isEmpty() || spec.find("workers").isEmpty()) {
      return Draft.of(document, worker);
    }
    Gang gang = controller.get().read(job(spec, worker), spec);
    return Draft.of(document, worker, GangIntent.of(gang), GangIntent::in);
  }

  private static GangJob job(Part spec, GpuWorkload worker) {
    int workers = spec.require("workers").number();
    return spec.find("pytorch")
        .map(torch -> torch.find("script").map(Part::texts).orElse(new String[0]))
        .map(script -> GangJob.pytorch(workers, worker, script))
        .orElseGet(() -> GangJob.of(workers, worker));
  }
}
