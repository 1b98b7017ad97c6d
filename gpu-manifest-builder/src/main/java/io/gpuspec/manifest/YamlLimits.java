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
   * Nodes that the aliases of one document stand for, so that nine lines of aliases to aliases
   * ("billion laughs") stop at once. What is written out is not counted here.
   */
  static final int ALIASED_NODES = 1_000_000;

  /**
   * Nodes that are written out in one document, which is what decides on its memory: 50,000 small
   * pods are two million and take some 250 MiB, so this is some 400 MiB. Bytes alone would not do:
   * in {@code [x,x,x,...} two of them are a node of about eighty in memory.
   */
  static final int NODES = 3_000_000;

  /**
   * Bytes of one document, which is in memory as a whole. A List of a big cluster is one document:
   * 50,000 small pods have up to 15 MiB. With longer values than theirs there are fewer nodes to a
   * byte, so {@link #NODES} leaves room for twice that, but not for all of {@link #TOTAL_BYTES}.
   */
  static final int DOCUMENT_BYTES = 32 << 20;

  /** Bytes of one file: so that an endless pipe ends. */
  static final int TOTAL_BYTES = 64 << 20;

  /**
   * Duplicate keys of one document that are told: a file may have millions, and nobody reads them.
   */
  static final int DUPLICATES = 100;
}
