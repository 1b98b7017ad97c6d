package io.gpuspec.mig;

import java.util.Locale;

/**
 * How the device plugin shows MIG instances to Kubernetes: its flag {@code migStrategy}.
 *
 * <pre>{@code
 * MigNode.of(MigStrategy.MIXED, a100.cards(1).fit("3g.20gb").layouts()).resources();
 *     // {nvidia.com/mig-3g.20gb=1}
 * }</pre>
 */
public enum MigStrategy {
  /** A card counts as {@code nvidia.com/gpu} whatever it is cut into; no instance is shown. */
  NONE,
  /** Each instance counts as {@code nvidia.com/gpu}; all on a node must be alike. */
  SINGLE,
  /** Instances count by profile, such as {@code nvidia.com/mig-3g.20gb}. */
  MIXED;

  /** The word in the plugin's config, such as {@code mixed}. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
