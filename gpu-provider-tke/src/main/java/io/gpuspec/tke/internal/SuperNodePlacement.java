package io.gpuspec.tke.internal;

import io.gpuspec.GpuSpec;
import io.gpuspec.Match;
import io.gpuspec.Shape;
import io.gpuspec.spi.Options;
import io.gpuspec.spi.Placement;
import io.gpuspec.spi.PodField;
import io.gpuspec.tke.Tke;
import java.util.stream.Collectors;

/** What a pod must carry to land on a super node with the found shape. */
final class SuperNodePlacement {
  private static final String INSTANCE_TYPE = "node.kubernetes.io/instance-type";
  private static final String TYPE = "type";
  private static final String SERVERLESS_TAINT = "serverless";

  private SuperNodePlacement() {}

  static Placement of(Match.Found found, Options options) {
    return nodes(device(imageCache(shape(found), options), found), options);
  }

  private static Placement shape(Match.Found found) {
    Placement placement =
        Placement.empty()
            .with(
                Annotations.GPU_TYPE,
                found.preferences().stream()
                    .map(Shape::spec)
                    .map(GpuSpec::gpu)
                    .distinct()
                    .collect(Collectors.joining(",")),
                found.preferences().size() > 1
                    ? "the GPU types in order of preference; the next is tried when one has no stock"
                    : "the GPU type, which every GPU pod on a super node must name",
                Annotations.DOCUMENT);
    if (!found.request().isExplicit()) {
      return placement;
    }
    return placement
        .with(
            Annotations.GPU_COUNT,
            String.valueOf(found.shape().gpus()),
            "the shape is stated, not computed: its cards",
            Annotations.DOCUMENT)
        .with(
            Annotations.CPU,
            found.shape().cpu().toString(),
            "its cores; cpu and mem go together",
            Annotations.DOCUMENT)
        .with(
            Annotations.MEM,
            found.shape().memory().toString(),
            "its memory, in a binary unit",
            Annotations.DOCUMENT);
  }

  private static Placement imageCache(Placement before, Options options) {
    Placement placement = before;
    if (options.get(Tke.SPOT)) {
      placement =
          placement.with(Annotations.SPOT, "true", "runs on spot capacity", Annotations.DOCUMENT);
    }
    if (options.get(Tke.IMAGE_CACHE).isPresent()) {
      String cache = options.get(Tke.IMAGE_CACHE).get();
      placement =
          placement.with(
              Annotations.IMAGE_CACHE,
              cache,
              cache.equals("auto")
                  ? "starts from the best matching image cache: same image and tag, then the smallest, then the newest"
                  : "starts from this image cache; images that it does not hold are pulled",
              Annotations.DOCUMENT);
    }
    if (options.get(Tke.IMAGE_CACHE_DISK).isPresent()) {
      placement =
          placement.with(
              Annotations.IMAGE_CACHE_DISK,
              options.get(Tke.IMAGE_CACHE_DISK).get().toString(),
              "the size in GB of the disk made from the cache",
              Annotations.DOCUMENT);
    }
    return placement;
  }

  private static Placement device(Placement before, Match.Found found) {
    return before.with(
        PodField.device(PodNeed.GPU),
        String.valueOf(found.request().devices().count()),
        "the GPUs asked for; a share of a card counts as one",
        Annotations.SPECIFYING_RESOURCES);
  }

  private static Placement nodes(Placement before, Options options) {
    Placement placement =
        switch (options.get(Tke.NODE_SELECTION)) {
          case EITHER ->
              before
                  .with(
                      PodField.nodeAffinity(TYPE),
                      "virtual-kubelet",
                      "the label of a super node in the best-practice text",
                      Annotations.BEST_PRACTICE)
                  .with(
                      PodField.nodeAffinity(INSTANCE_TYPE),
                      "eklet",
                      "the label of a super node in TKE's documentation",
                      Annotations.VIRTUAL_NODES);
          case EKLET ->
              before.with(
                  PodField.nodeSelector(INSTANCE_TYPE),
                  "eklet",
                  "the label of a super node in TKE's documentation",
                  Annotations.VIRTUAL_NODES);
          case VIRTUAL_KUBELET ->
              before.with(
                  PodField.nodeSelector(TYPE),
                  "virtual-kubelet",
                  "the label of a super node in the best-practice text",
                  Annotations.BEST_PRACTICE);
        };
    return placement
        .with(
            PodField.toleration(SERVERLESS_TAINT),
            "",
            "the taint of a super node in the best-practice text",
            Annotations.BEST_PRACTICE)
        .with(
            PodField.toleration(Annotations.EKLET_TAINT),
            "",
            "the taint of a super node in TKE's documentation",
            Annotations.VIRTUAL_NODES);
  }
}
