package io.gpuspec.tke.internal;

import io.gpuspec.CapacityType;
import io.gpuspec.GpuSpec;
import io.gpuspec.Match;
import io.gpuspec.Shape;
import io.gpuspec.scheduling.PodField;
import io.gpuspec.spi.Options;
import io.gpuspec.spi.Placement;
import io.gpuspec.tke.Tke;
import io.gpuspec.tke.internal.rules.Documents;
import io.gpuspec.value.InvalidValueException;
import java.util.Optional;
import java.util.stream.Collectors;

/** The entries that a pod must carry to run on a super node with the matching shape. */
final class SuperNodePlacement {
  static final String INSTANCE_TYPE = "node.kubernetes.io/instance-type";
  static final String TYPE = "type";
  static final String EKLET = "eklet";
  static final String VIRTUAL_KUBELET = "virtual-kubelet";
  static final String SERVERLESS_TAINT = "serverless";

  private SuperNodePlacement() {}

  static Placement of(Match.Found found, Options options) {
    Placement cached = imageCache(spot(shape(found), found, options), options);
    return nodes(device(Annotations.write(cached, options), found), options);
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
                    ? "the GPU types in order of preference; the next is tried when one has no"
                        + " stock"
                    : "the GPU type, which every GPU pod on a super node must name",
                Documents.ANNOTATIONS);
    if (!found.request().isExplicit()) {
      return placement;
    }
    return placement
        .with(
            Annotations.GPU_COUNT,
            String.valueOf(found.shape().gpus()),
            "the shape is stated, not computed: its cards",
            Documents.ANNOTATIONS)
        .with(
            Annotations.CPU,
            found.shape().cpu().toString(),
            "its cores; cpu and mem go together",
            Documents.ANNOTATIONS)
        .with(
            Annotations.MEM,
            found.shape().memory().toString(),
            "its memory, in a binary unit",
            Documents.ANNOTATIONS);
  }

  private static Placement spot(Placement before, Match.Found found, Options options) {
    boolean isAsked = found.request().capacityType() == CapacityType.SPOT;
    if (options.get(Tke.SPOT) && !isAsked && found.request().isCapacityTypeStated()) {
      throw new InvalidValueException(
          "option.conflict",
          "spot: 'true' was given, and on-demand capacity asked for; leave out one of them");
    }
    return options.get(Tke.SPOT) || isAsked
        ? before.with(Annotations.SPOT, "true", "runs on spot capacity", Documents.ANNOTATIONS)
        : before;
  }

  private static Placement imageCache(Placement before, Options options) {
    Optional<String> cache = options.get(Tke.IMAGE_CACHE);
    Optional<Integer> disk =
        options
            .get(Tke.IMAGE_CACHE_DISK)
            .or(
                () ->
                    options
                        .get(Tke.IMAGES_SIZE)
                        .map(options.get(Tke.IMAGE_CACHE_DISK_RULE)::gigabytes));
    if (cache.isEmpty()) {
      if (disk.isPresent()) {
        throw new InvalidValueException(
            "option.conflict",
            "image cache: a disk of '%s' GB was asked for, and no cache to make it from; choose image-cache as well, such as auto"
                .formatted(disk.get()));
      }
      return before;
    }
    Placement placement =
        before.with(
            Annotations.IMAGE_CACHE,
            cache.get(),
            cache.get().equals("auto")
                ? "starts from the best matching image cache: same image and tag, then the"
                    + " smallest, then the newest"
                : "starts from this image cache; images that it does not hold are pulled",
            Documents.ANNOTATIONS);
    return disk.isEmpty()
        ? placement
        : placement.with(
            Annotations.IMAGE_CACHE_DISK,
            disk.get().toString(),
            "the size in GB of the disk made from the cache%s; pod-resource, which one text writes, is in no document of TKE"
                .formatted(enough(disk.get(), options)),
            Documents.ANNOTATIONS);
  }

  /** A larger disk than the images take is paid for nothing. */
  private static String enough(int disk, Options options) {
    return options
        .get(Tke.IMAGES_SIZE)
        .map(options.get(Tke.IMAGE_CACHE_DISK_RULE)::gigabytes)
        .filter(enough -> enough < disk)
        .map(enough -> ", larger than needed: %s would do for the images".formatted(enough))
        .orElse("");
  }

  private static Placement device(Placement before, Match.Found found) {
    return before.with(
        PodField.device(SuperNodeRequest.GPU),
        String.valueOf(found.devicesPerPod()),
        "the GPUs asked for; a share of a card counts as one",
        Documents.SPECIFYING_RESOURCES);
  }

  private static Placement nodes(Placement before, Options options) {
    Placement placement =
        switch (options.get(Tke.NODE_SELECTION)) {
          case EITHER ->
              before
                  .with(
                      PodField.nodeAffinity(TYPE),
                      VIRTUAL_KUBELET,
                      "the label of a super node in the best-practice text",
                      Documents.BEST_PRACTICE)
                  .with(
                      PodField.nodeAffinity(INSTANCE_TYPE),
                      EKLET,
                      "the label of a super node in TKE's documentation",
                      Documents.VIRTUAL_NODES);
          case EKLET ->
              before.with(
                  PodField.nodeSelector(INSTANCE_TYPE),
                  EKLET,
                  "the label of a super node in TKE's documentation",
                  Documents.VIRTUAL_NODES);
          case VIRTUAL_KUBELET ->
              before.with(
                  PodField.nodeSelector(TYPE),
                  VIRTUAL_KUBELET,
                  "the label of a super node in the best-practice text",
                  Documents.BEST_PRACTICE);
        };
    return placement
        .with(
            PodField.toleration(SERVERLESS_TAINT),
            "",
            "the taint of a super node in the best-practice text",
            Documents.BEST_PRACTICE)
        .with(
            PodField.toleration(Annotations.EKLET_TAINT),
            "",
            "the taint of a super node in TKE's documentation",
            Documents.VIRTUAL_NODES);
  }
}
