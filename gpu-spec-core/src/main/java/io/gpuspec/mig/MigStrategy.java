package io.gpuspec.mig;

import java.util.Locale;

/**
 * The way in which the device plugin shows MIG instances to Kubernetes: its flag {@code
 * migStrategy}.
 *
 * <pre>{@code
 * MigNode.of(MigStrategy.MIXED, a100.cards(1).fit("3g.20gb").layouts()).resources();
 *     // {nvidia.com/mig-3g.20gb=1}
 * }</pre>
 */
public enum MigStrategy {
  /**
   * A card counts as one {@code nvidia.com/gpu}, however it is divided; instances are not shown.
   */
  NONE,
  /** Each instance counts as one {@code nvidia.com/gpu}; all instances on a node must be equal. */
  SINGLE,
  /** Instances count by profile, such as {@code nvidia.com/mig-3g.20gb}. */
  MIXED;

  /** Returns the word in the plugin's config, such as {@code mixed}. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
