package io.gpuspec.manifest.gang;

/** The pages that the errors of this package lead to. */
final class Pages {
  static final String GANG = "docs/gang.md";

  private Pages() {}
}
