package io.gpuspec.share;

import java.util.Collection;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Nodes in a policy's order, so that the first with room is found without looking at the others.
 */
final class NodeOrder {
  private final SharePolicy policy;
  private final TreeSet<ShareNode> nodes;

  NodeOrder(SharePolicy policy, Collection<ShareNode> all) {
    this.policy = policy;
    this.nodes = new TreeSet<>(policy.nodes());
    nodes.addAll(all);
  }

  void replace(ShareNode before, ShareNode after) {
    nodes.remove(before);
    nodes.add(after);
  }

  /**
   * Returns where a pod goes. Among nodes in use, the one where the pod opens the fewest cards
   * comes first; after these, an empty node is no better than the first with room.
   */
  Optional<Candidate> first(PodFit fit) {
    Optional<Candidate> best = Optional.empty();
    for (ShareNode node : nodes) {
      if (best.isPresent() && (node.isEmpty() || policy.opened(best.get()) == 0)) {
        break;
      }
      Optional<Candidate> here = fit.on(node, policy.cards());
      if (here.isPresent()
          && (best.isEmpty() || policy.opened(here.get()) < policy.opened(best.get()))) {
        best = here;
      }
    }
    return best;
  }
}
