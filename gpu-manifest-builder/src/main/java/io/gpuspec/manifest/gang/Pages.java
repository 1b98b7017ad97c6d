package io.gpuspec.manifest.gang;

/** The pages that the errors of this package refer to. */
final class Pages {
  static final String GANG = "docs/gang.md";

  private Pages() {}
}
