package io.gpuspec;

import io.gpuspec.internal.MigNames;
import java.util.Optional;

/**
 * How much of each card is requested: all of it, a share, a MIG instance, or one of its replicas.
 *
 * @param share the share, by memory and compute
 * @param profile the profile of a MIG instance, as NVIDIA's tools write it
 * @param config the configuration of NVIDIA's MIG manager that cut the cards, if it was named
 * @param isReplica whether it is one of the replicas that the device plugin makes of a card
 */
record CardUse(
    Optional<Share> share, Optional<String> profile, Optional<String> config, boolean isReplica) {
  static final CardUse WHOLE =
      new CardUse(Optional.empty(), Optional.empty(), Optional.empty(), false);
  static final CardUse REPLICA =
      new CardUse(Optional.empty(), Optional.empty(), Optional.empty(), true);

  static CardUse of(Share share) {
    return new CardUse(Optional.of(share), Optional.empty(), Optional.empty(), false);
  }

  static CardUse ofProfile(String name) {
    return new CardUse(
        Optional.empty(), Optional.of(MigNames.canonical(name)), Optional.empty(), false);
  }

  CardUse cutBy(String name) {
    return new CardUse(share, profile, Optional.of(name), isReplica);
  }

  /** Returns whether the node's device plugin counts parts of cards as devices. */
  boolean isPart() {
    return profile.isPresent() || isReplica;
  }

  /** Returns whether a pod has cards whole. */
  boolean isWhole() {
    return share.isEmpty() && !isPart();
  }

  /** Returns whether both are shares, both instances, or both replicas. */
  boolean isLike(CardUse other) {
    return share.isPresent() == other.share.isPresent()
        && profile.isPresent() == other.profile.isPresent()
        && isReplica == other.isReplica;
  }

  /** Returns text such as {@code 1g.5gb of }; none for whole cards. */
  String prefix() {
    return isWhole() ? "" : this + " of ";
  }

  /**
   * Returns text such as {@code 4Gi and 25%}, {@code 1g.5gb}, {@code 1g.5gb (all-balanced)} or
   * {@code replica}.
   */
  @Override
  public String toString() {
    return share.map(Share::toString).or(() -> profile).orElse(isReplica ? "replica" : "whole")
        + config.map(name -> " (" + name + ")").orElse("");
  }
}
