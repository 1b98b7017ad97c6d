package io.gpuspec.manifest;

import io.gpuspec.manifest.platform.GpuLabeler;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads what labels nodes: each field is a step of {@link GpuLabeler}. */
final class NodeLabelerReader {
  static final String KIND = "GpuNodeLabeler";

  private static final String DISCOVERY = "discovery";
  private static final String DRIVER = "driver";

  /** Stands in for an image that is a problem, so that the others are found too. */
  private static final String SOME_IMAGE = "image";

  /** What labels nodes. */
  static final IntentShape.Fields DOCUMENT =
      WorkloadShape.document(
          KIND,
          WorkloadShape.fields(
              "nodeLabeler",
              Set.of("from", "image"),
              Map.of(
                  "from", IntentShape.word(DISCOVERY, DRIVER),
                  "image", IntentShape.text(),
                  "schedule", IntentShape.text(),
                  "label", IntentShape.text(),
                  "values", new IntentShape.Entries(IntentShape.text()),
                  "nodes", new IntentShape.Entries(IntentShape.text()))));

  private NodeLabelerReader() {}

  /** Reads one; nothing comes of one with problems. */
  static Optional<PlatformIntent> read(YamlPlace place, List<ManifestException> problems) {
    Optional<Object> tree = DOCUMENT.read(place, problems);
    if (tree.isEmpty() || !problems.isEmpty()) {
      return Optional.empty();
    }
    Part document = new Part(place, tree.get(), problems);
    Part metadata = document.require("metadata");
    Part spec = document.require("spec");
    boolean discovered = spec.require("from").text().equals(DISCOVERY);
    Part image = spec.require("image");
    GpuLabeler labeler =
        image.step(of(discovered, SOME_IMAGE), other -> of(discovered, image.text()));
    labeler = metadata.step("name", labeler, (l, name) -> l.name(name.text()));
    labeler = metadata.step("namespace", labeler, (l, name) -> l.namespace(name.text()));
    labeler = spec.step("schedule", labeler, (l, schedule) -> l.schedule(schedule.text()));
    labeler = spec.step("label", labeler, (l, label) -> l.label(label.text()));
    for (Map.Entry<String, Part> value : spec.orEmpty("values").entries().entrySet()) {
      Part text = value.getValue();
      labeler = text.step(labeler, l -> l.value(value.getKey(), text.text()));
    }
    for (Map.Entry<String, Part> label : spec.orEmpty("nodes").entries().entrySet()) {
      Part text = label.getValue();
      labeler = text.step(labeler, l -> l.on(label.getKey(), text.text()));
    }
    PlatformObjects objects = labeler.objects();
    return problems.isEmpty()
        ? Optional.of(new PlatformIntent(KIND, metadata.require("name").text(), gpus -> objects))
        : Optional.empty();
  }

  private static GpuLabeler of(boolean discovered, String image) {
    return discovered ? GpuLabeler.ofDiscovered(image) : GpuLabeler.onNodes(image);
  }
}
