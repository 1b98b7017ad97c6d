package io.gpuspec.tke.internal;

import io.gpuspec.GpuSpec;
import io.gpuspec.spi.Placement;
import io.gpuspec.spi.PodField;
import java.util.Map;

/** A node of your own, which has its row's labels and none of TKE's. */
final class OwnNode {
  private OwnNode() {}

  static Placement selectedIn(Placement before, GpuSpec row) {
    Placement placement = before;
    for (Map.Entry<String, String> label : row.labels().entrySet()) {
      placement =
          placement.with(
              PodField.nodeSelector(label.getKey()),
              label.getValue(),
              "a node of your own",
              row.citation());
    }
    return placement;
  }
}
