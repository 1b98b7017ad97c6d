package io.gpuspec.internal.yaml;

/**
 * The limits on YAML input: far above any manifest, far below what is harmful.
 *
 * @param aliasedNodes the nodes that the aliases of one document expand to, so that nine lines of
 *     aliases to aliases ("billion laughs") stop at once. What is written out is not counted here
 * @param nodes the nodes that are written out in one document, which determine its memory; a limit
 *     on bytes is not enough, because in {@code [x,x,x,...} two bytes are a node that takes about
 *     eighty in memory
 * @param documentBytes bytes of one document, which is in memory as a whole
 * @param totalBytes bytes of one file: so that an endless pipe ends
 */
public record YamlLimits(int aliasedNodes, int nodes, int documentBytes, int totalBytes) {
  /**
   * The limits of every file. A List of a big cluster is one document: 50,000 small pods are two
   * million nodes in up to 15 MiB and take some 250 MiB of memory. With longer values than theirs
   * there are fewer nodes to a byte, so there is room for twice the bytes.
   */
  public static final YamlLimits DEFAULT = new YamlLimits(1_000_000, 3_000_000, 32 << 20, 64 << 20);

  /**
   * Collections inside each other, aliases followed. A Deployment with node affinity has 12, a
   * custom resource definition a few times that; recursion this deep is safe on any thread.
   */
  public static final int DEPTH = 100;

  /**
   * The characters of a key, in YAML and JSON. YAML 1.2 (7.4.3) has the same limit for a key that
   * is not marked with a question mark; Kubernetes' longest, an annotation's, has 317.
   */
  public static final int KEY = 1_024;

  /**
   * The number of duplicate keys of one document that are reported: a file can have millions, too
   * many to read.
   */
  public static final int DUPLICATES = 100;
}
