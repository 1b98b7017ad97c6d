package io.gpuspec.scheduling;

import io.gpuspec.internal.Arguments;

/**
 * A taint, which keeps pods off a node unless they tolerate it.
 *
 * <pre>{@code
 * new Taint("nvidia.com/gpu", "true", Taint.Effect.NO_SCHEDULE);
 *     // nvidia.com/gpu=true:NoSchedule
 * }</pre>
 *
 * @param key the taint's key
 * @param value its value, empty for none
 * @param effect what it does to a pod that does not tolerate it
 */
public record Taint(String key, String value, Effect effect) {
  /** The taint of a cordoned node. */
  public static final Taint UNSCHEDULABLE =
      new Taint("node.kubernetes.io/unschedulable", "", Effect.NO_SCHEDULE);

  /** The effect of a taint on a pod that does not tolerate it. */
  public enum Effect {
    /** The pod is not scheduled there. */
    NO_SCHEDULE("NoSchedule"),
    /** The pod goes elsewhere if it can. */
    PREFER_NO_SCHEDULE("PreferNoSchedule"),
    /** The pod is not scheduled there, and leaves if it runs. */
    NO_EXECUTE("NoExecute");

    private final String word;

    Effect(String word) {
      this.word = word;
    }

    /** Returns the effect as Kubernetes writes it, such as {@code NoSchedule}. */
    @Override
    public String toString() {
      return word;
    }
  }

  /** Refuses null. */
  public Taint {
    Arguments.notNull("key, value, effect", key, value, effect);
  }

  /** Returns whether the scheduler keeps a pod off the node that does not tolerate it. */
  boolean isFilter() {
    return effect != Effect.PREFER_NO_SCHEDULE;
  }

  /** Returns the taint as kubectl writes it, such as {@code nvidia.com/gpu=true:NoSchedule}. */
  @Override
  public String toString() {
    return key + (value.isEmpty() ? "" : "=" + value) + ":" + effect;
  }
}
