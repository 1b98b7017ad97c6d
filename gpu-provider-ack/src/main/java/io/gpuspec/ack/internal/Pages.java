package io.gpuspec.ack.internal;

/** The pages that the errors of this module lead to. */
public final class Pages {
  public static final String ACK = "docs/catalogs/ack.md";

  private Pages() {}
}
