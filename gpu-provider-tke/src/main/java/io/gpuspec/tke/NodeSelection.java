package io.gpuspec.tke;

/**
 * How a pod finds a super node. TKE documents one label and one taint, its best-practice text uses
 * others; clusters of both kinds exist.
 */
public enum NodeSelection {
  /** A node affinity that takes a node with either label. */
  EITHER,
  /** A plain nodeSelector on {@code node.kubernetes.io/instance-type: eklet}, as documented. */
  EKLET,
  /** A plain nodeSelector on {@code type: virtual-kubelet}, as in the best-practice text. */
  VIRTUAL_KUBELET
}
