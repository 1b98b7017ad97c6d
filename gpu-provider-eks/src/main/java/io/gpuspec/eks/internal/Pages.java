package io.gpuspec.eks.internal;

/** The pages that the errors of this module lead to. */
public final class Pages {
  public static final String EKS = "docs/catalogs/eks.md";
  public static final String NODE_POOLS = "docs/node-pools.md";

  private Pages() {}
}
