package io.gpuspec.scheduling;

import io.gpuspec.internal.Arguments;

/**
 * A taint, or several, that a pod does not mind, as an entry of {@code spec.tolerations} says it.
 *
 * <pre>{@code
 * Toleration gpus = Toleration.exists("nvidia.com/gpu").effect(Taint.Effect.NO_SCHEDULE);
 * gpus.tolerates(new Taint("nvidia.com/gpu", "true", Taint.Effect.NO_SCHEDULE));    // true
 * }</pre>
 *
 * <p>What is left out of a manifest is an empty text. How long the pod stays on a node with the
 * effect {@code NoExecute} ({@code tolerationSeconds}) does not matter to scheduling.
 *
 * <p>Source: Kubernetes 1.36, {@code k8s.io/api/core/v1/toleration.go}.
 *
 * @param key the taint's key; empty for any
 * @param operator {@code Exists}, which takes any value, or {@code Equal}, which is meant where it
 *     is empty. {@code Gt} and {@code Lt} tolerate nothing: the feature gate {@code
 *     TaintTolerationComparisonOperators} is off unless switched on
 * @param value the taint's value, for {@code Equal}
 * @param effect the taint's effect, as Kubernetes writes it; empty for any
 */
public record Toleration(String key, String operator, String value, String effect) {

  /** Refuses null. */
  public Toleration {
    Arguments.required("key", key, "a taint's key, empty for any");
    Arguments.required("operator", operator, "Exists or Equal, empty for Equal");
    Arguments.required("value", value, "a taint's value, empty for none");
    Arguments.required("effect", effect, "an effect such as NoSchedule, empty for any");
  }

  /** Of every taint with this key, whatever its value and effect. */
  public static Toleration exists(String key) {
    return new Toleration(key, "Exists", "", "");
  }

  /** Of every taint with this key and value, whatever its effect. */
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
