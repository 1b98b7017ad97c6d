package io.gpuspec.mig;

import java.util.ArrayList;
import java.util.List;

/**
 * The conditions of the strategy {@code single} on a node, which the device plugin and GPU Feature
 * Discovery judge differently: the former by what instances have, the latter by their names.
 */
record SingleStrategy(MigNode node) {

  /** Returns why the device plugin does not start, with its messages in its order. */
  List<String> reasons() {
    List<String> reasons = new ArrayList<>();
    for (int card = 0; card < node.cards().size(); card++) {
      if (node.cards().get(card).instances().isEmpty()) {
        reasons.add("device %s has no MIG devices configured".formatted(card));
      }
    }
    if (node.instances().stream().map(SingleStrategy::equipment).distinct().count() > 1) {
      reasons.add("more than one MIG device type present on node");
    }
    if (node.wholeCards() > 0) {
      reasons.add("all devices on the node must be configured with the same migEnabled value");
    }
    return reasons;
  }

  private static List<Object> equipment(MigProfile profile) {
    return List.of(
        profile.nominalMemory(),
        profile.computeSlices(),
        profile.multiprocessors(),
        profile.copyEngines(),
        profile.engines());
  }

  /** Returns whether the node is labelled {@code MIG-INVALID}. */
  boolean isInvalid() {
    return node.wholeCards() > 0
        || node.cards().stream().anyMatch(card -> card.instances().isEmpty())
        || node.instances().stream().map(MigProfile::name).distinct().count() > 1;
  }
}
