package io.gpuspec.manifest;

/** How much YAML is read before it is refused: far above any manifest, far below what hurts. */
final class YamlLimits {
  private YamlLimits() {}

  /**
   * Collections inside each other, aliases followed. A pod with affinity needs about 12, a custom
   * resource definition about 40; recursion this deep is safe on the smallest thread stack.
   */
  static final int DEPTH = 100;

  /**
   * Nodes of one document, each alias counted as all it stands for, so that nine lines of aliases
   * to aliases ("billion laughs") stop at once. A {@code kubectl get} list of 1,000 pods has about
   * 400,000.
   */
  static final int NODES = 1_000_000;

  /**
   * Bytes of one document, which is what is in memory at a time. The API server takes 3 MiB for one
   * object; a List of objects may be larger.
   */
  static final int DOCUMENT_BYTES = 16 << 20;

  /** Bytes of one file: so that an endless pipe ends. */
  static final int TOTAL_BYTES = 64 << 20;
}
