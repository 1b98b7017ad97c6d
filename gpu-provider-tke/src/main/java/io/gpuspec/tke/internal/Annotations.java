package io.gpuspec.tke.internal;

import io.gpuspec.Citation;
import io.gpuspec.Citation.Status;
import io.gpuspec.spi.PodField;

/** The annotations of a super node pod, and the documents that its rules come from. */
final class Annotations {
  private static final String PREFIX = "eks.tke.cloud.tencent.com/";

  static final PodField GPU_TYPE = PodField.annotation(PREFIX + "gpu-type");
  static final PodField GPU_COUNT = PodField.annotation(PREFIX + "gpu-count");
  static final PodField CPU = PodField.annotation(PREFIX + "cpu");
  static final PodField MEM = PodField.annotation(PREFIX + "mem");
  static final PodField SPOT = PodField.annotation(PREFIX + "spot-pod");
  static final PodField IMAGE_CACHE = PodField.annotation(PREFIX + "use-image-cache");
  static final PodField IMAGE_CACHE_DISK = PodField.annotation(PREFIX + "image-cache-disk-size");

  /** The key of the taint that TKE puts on super nodes. */
  static final String EKLET_TAINT = PREFIX + "eklet";

  static final Citation DOCUMENT =
      new Citation("TKE, annotations (product doc 457/44173)", "2023-06-30", Status.DOCUMENTED);
  static final Citation SPECIFYING_RESOURCES =
      new Citation(
          "TKE, specifying resources (product doc 457/44174)", "2026-01-09", Status.DOCUMENTED);
  static final Citation VIRTUAL_NODES =
      new Citation(
          "TKE Serverless, virtual node questions (虚拟节点相关问题)", "2023-06-30", Status.DOCUMENTED);
  static final Citation BEST_PRACTICE =
      new Citation(
          "TKE best practice, GPU pods on super nodes (超级节点上运行 GPU Pod 最佳实践)",
          "2026-01-07",
          Status.SEED_ONLY);

  private Annotations() {}
}
