package io.gpuspec.manifest;

import io.gpuspec.manifest.gang.Gang;
import io.gpuspec.manifest.gang.GangJob;
import java.util.List;
import java.util.Optional;

/** Reads a gang of an intent file: each field is a step of {@link Gang} or of its worker. */
final class GangReader {
  private GangReader() {}

  /**
   * Reads a document.
   *
   * @param problems where everything goes that is wrong with it; nothing is read if there is any
   */
  static Optional<Intent> read(YamlPlace place, List<ManifestException> problems) {
    Object tree = GangShape.DOCUMENT.read(place, problems);
    if (!problems.isEmpty()) {
      return Optional.empty();
    }
    Part document = new Part(place, tree, problems);
    Part spec = document.require("spec");
    GangJob job = job(spec, WorkloadReader.worker(document));
    GangController controller = GangController.parse(spec.require("controller").text());
    controller.check(spec);
    Gang gang = controller.read(job, spec);
    if (!problems.isEmpty()) {
      return Optional.empty();
    }
    GangIntent intent = GangIntent.of(gang);
    Intent there = spec.step("target", intent, (i, to) -> i.in(WorkloadReader.target(to)));
    return problems.isEmpty() ? Optional.of(there) : Optional.empty();
  }

  private static GangJob job(Part spec, GpuWorkload worker) {
    int workers = spec.require("workers").number();
    return spec.find("pytorch")
        .map(torch -> torch.find("script").map(Part::texts).orElse(new String[0]))
        .map(script -> GangJob.pytorch(workers, worker, script))
        .orElseGet(() -> GangJob.of(workers, worker));
  }
}
