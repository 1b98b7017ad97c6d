package io.gpuspec.manifest;

/** How much YAML is read before it is refused: far above any manifest, far below what hurts. */
final class YamlLimits {
  private YamlLimits() {}

  /**
   * Collections inside each other, aliases followed. A Deployment with node affinity has 12, a
   * custom resource definition a few times that; recursion this deep is safe on any thread.
   */
  static final int DEPTH = 100;

  /**
   * Nodes of one document, each alias counted as all it stands for, so that nine lines of aliases
   * to aliases ("billion laughs") stop at once. Without aliases it is about what fits into {@link
   * #DOCUMENT_BYTES} of ordinary lines, two nodes to a line.
   */
  static final int NODES = 1_000_000;

  /**
   * Bytes of one document, which is what is in memory at a time. The API server takes about 3 MiB
   * in one request; a List of objects on disk may be larger.
   */
  static final int DOCUMENT_BYTES = 16 << 20;

  /** Bytes of one file: so that an endless pipe ends. */
  static final int TOTAL_BYTES = 64 << 20;
}
