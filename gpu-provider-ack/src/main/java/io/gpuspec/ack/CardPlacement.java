package io.gpuspec.ack;

/** How pods are laid on the cards of a node, as {@code ack.node.gpu.placement} of it says. */
public enum CardPlacement {
  /** As the node has it. */
  ANY,
  /** One card is filled before the next. */
  BINPACK,
  /** Over the cards, so that a broken one takes fewer pods with it. */
  SPREAD
}
