package io.gpuspec.tke.internal;

/** The pages that the errors of this module lead to. */
public final class Pages {
  public static final String TKE = "docs/catalogs/tke.md";
  public static final String TKE_GPU = "docs/catalogs/tke-gpu.md";
  public static final String QGPU = "docs/catalogs/tke-qgpu.md";

  private Pages() {}
}
