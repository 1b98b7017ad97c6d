package io.gpuspec.manifest.intent;

import io.gpuspec.manifest.internal.fields.Part;
import io.gpuspec.manifest.internal.fields.Schema;
import io.gpuspec.manifest.internal.fields.Table;
import io.gpuspec.manifest.internal.tree.Pages;
import io.gpuspec.manifest.platform.GpuLabeler;

/** The fields for labels of nodes that join later: {@code kind: GpuNodeLabeler}. */
final class NodeLabelerFields {
  private static final Table<GpuLabeler> SPEC =
      Table.<GpuLabeler>of("nodeLabeler", "from", "image")
          .field(
              "from",
              Schema.word("discovery", "driver"),
              "The labels of GPU Feature Discovery, or each node's driver.")
          .field("image", Schema.text(), "An image with sh and kubectl.")
          .text("schedule", "", GpuLabeler::schedule)
          .text("label", "What is written; accelerator unless given.", GpuLabeler::label)
          .entries("values", "Different label values by model.", GpuLabeler::value)
          .entries("nodes", "Labels of the nodes that it runs on.", GpuLabeler::on);

  static final PlatformKind<GpuLabeler> KIND =
      new PlatformKind<>(
          "GpuNodeLabeler",
          Pages.NODE_PLAN,
          Table.metadata(GpuLabeler::name, GpuLabeler::namespace),
          SPEC,
          NodeLabelerFields::start,
          (labeler, document) -> PlatformKind.made(document, labeler::objects));

  private NodeLabelerFields() {}

  private static GpuLabeler start(Part spec) {
    boolean isOnNodes = spec.find("from").map(Part::text).filter("driver"::equals).isPresent();
    return spec.step(
        "image", of(isOnNodes, "unnamed"), (any, image) -> of(isOnNodes, image.text()));
  }

  private static GpuLabeler of(boolean isOnNodes, String image) {
    return isOnNodes ? GpuLabeler.onNodes(image) : GpuLabeler.ofDiscovered(image);
  }
}
