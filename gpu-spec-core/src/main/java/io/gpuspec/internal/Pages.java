package io.gpuspec.internal;

/** The pages that the errors of this module refer to, one for each family of errors. */
public final class Pages {
  public static final String CATALOG_FORMAT = "docs/catalog-format.md";
  public static final String CHOOSE_SHARING = "docs/choose-sharing.md";
  public static final String COMPONENTS = "docs/components.md";
  public static final String CUDA_FIT = "docs/cuda-fit.md";
  public static final String GPU_NAMES = "docs/gpu-names.md";
  public static final String MANIFESTS = "docs/manifests.md";
  public static final String MATCHING = "docs/matching.md";
  public static final String MIG = "docs/mig.md";
  public static final String NEW_PROVIDER = "docs/new-provider.md";
  public static final String OVERLAYS = "docs/overlays.md";
  public static final String RECOMMEND = "docs/recommend.md";
  public static final String SHARING = "docs/sharing.md";

  private Pages() {}
}
