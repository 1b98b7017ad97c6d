package io.gpuspec.scheduling;

import io.gpuspec.internal.Arguments;
import io.gpuspec.kube.Tree;

/**
 * A toleration of one or several taints, as in an entry of {@code spec.tolerations}.
 *
 * <pre>{@code
 * Toleration gpus = Toleration.exists("nvidia.com/gpu").effect(Taint.Effect.NO_SCHEDULE);
 * gpus.tolerates(new Taint("nvidia.com/gpu", "true", Taint.Effect.NO_SCHEDULE));    // true
 * }</pre>
 *
 * <p>A field that a manifest leaves out is an empty string. How long the pod stays on a node with
 * the effect {@code NoExecute} ({@code tolerationSeconds}) does not matter to scheduling.
 *
 * <p>Source: Kubernetes 1.36, {@code k8s.io/api/core/v1/toleration.go}.
 *
 * @param key the taint's key; empty for any
 * @param operator {@code Exists}, which matches any value, or {@code Equal}, which is the default
 *     if it is empty. {@code Gt} and {@code Lt} tolerate nothing: the feature gate {@code
 *     TaintTolerationComparisonOperators} is off unless switched on
 * @param value the taint's value, for {@code Equal}
 * @param effect the taint's effect, as Kubernetes writes it; empty for any
 */
public record Toleration(String key, String operator, String value, String effect) {

  /** Refuses null. */
  public Toleration {
    Arguments.notNull("key, operator, value, effect", key, operator, value, effect);
  }

  /** Returns the toleration of an entry in a manifest. */
  public static Toleration of(Tree entry) {
    Arguments.required("entry", entry, "a Tree");
    return new Toleration(
        entry.get("key").text(),
        entry.get("operator").text(),
        entry.get("value").text(),
        entry.get("effect").text());
  }

  /** Returns a toleration of every taint with this key, with any value and effect. */
  public static Toleration exists(String key) {
    return new Toleration(key, "Exists", "", "");
  }

  /** Returns a toleration of every taint with this key and value, with any effect. */
  public static Toleration equal(String key, String value) {
    return new Toleration(key, "Equal", value, "");
  }

  /** The same toleration, of taints with this effect alone. */
  public Toleration effect(Taint.Effect only) {
    return new Toleration(
        key, operator, value, Arguments.required("effect", only, "an Effect").toString());
  }

  /** Returns whether a taint is one of those tolerated, as the scheduler decides. */
  public boolean tolerates(Taint taint) {
    Arguments.required("taint", taint, "a Taint");
    return (effect.isEmpty() || effect.equals(taint.effect().toString()))
        && (key.isEmpty() || key.equals(taint.key()))
        && switch (operator) {
          case "", "Equal" -> value.equals(taint.value());
          case "Exists" -> true;
          default -> false;
        };
  }

  /** Returns text such as {@code nvidia.com/gpu Exists NoSchedule}. */
  @Override
  public String toString() {
    return String.join(
            " ",
            key.isEmpty() ? "any" : key,
            operator.isEmpty() ? "Equal" : operator,
            value,
            effect)
        .replaceAll(" +", " ")
        .strip();
  }
}
