package io.gpuspec.tke.internal.rules;

import io.gpuspec.spi.OptionFile;
import io.gpuspec.value.Citation;

/**
 * The documents that the rules of super nodes and qGPU come from, and the options: {@code
 * options.json}.
 */
public final class Documents {
  public static final String PAGE = "docs/catalogs/tke.md";
  public static final String TKE_GPU_PAGE = "docs/catalogs/tke-gpu.md";
  public static final String QGPU_PAGE = "docs/catalogs/tke-qgpu.md";

  public static final OptionFile OPTIONS =
      OptionFile.read("tke/options.json", Documents.class.getResourceAsStream("options.json"));

  public static final Citation ANNOTATIONS = OPTIONS.citation("annotations");
  public static final Citation SPECIFYING_RESOURCES = OPTIONS.citation("specifying-resources");
  public static final Citation VIRTUAL_NODES = OPTIONS.citation("virtual-nodes");
  public static final Citation BEST_PRACTICE = OPTIONS.citation("best-practice");
  public static final Citation IMAGE_CACHE = OPTIONS.citation("image-cache");
  public static final Citation QGPU = OPTIONS.citation("qgpu");
  public static final Citation QGPU_2022 = OPTIONS.citation("qgpu-2022");
  public static final Citation QGPU_HYBRID = OPTIONS.citation("qgpu-hybrid");
  public static final Citation QGPU_MIXING = OPTIONS.citation("qgpu-mixing");
  public static final Citation QGPU_MIXING_MIRROR = OPTIONS.citation("qgpu-mixing-mirror");
  public static final Citation QGPU_ADD_ON = OPTIONS.citation("qgpu-add-on");
  public static final Citation QGPU_CARD_MEMORY = OPTIONS.citation("qgpu-card-memory");
  public static final Citation GPU_NODES = OPTIONS.citation("gpu-nodes");
  public static final Citation ALLOCATABLE = OPTIONS.citation("allocatable");

  private Documents() {}
}
