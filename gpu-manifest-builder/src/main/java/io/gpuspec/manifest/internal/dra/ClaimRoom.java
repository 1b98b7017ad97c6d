package io.gpuspec.manifest.internal.dra;

/** How many pods of a workload the devices of nodes serve, given to one pod after the other. */
public interface ClaimRoom {
  /**
   * What a node serves.
   *
   * @param pods at least so many pods
   * @param isMost whether there are no more for certain
   */
  record Served(int pods, boolean isMost) {}

  /** Returns whether the pods have a claim in common, whose devices keep them on one node. */
  boolean isOfOneNode();

  /**
   * Returns how many pods a node serves with what the nodes before it have left.
   *
   * @param most at most so many pods
   */
  Served on(String node, int most);
}
