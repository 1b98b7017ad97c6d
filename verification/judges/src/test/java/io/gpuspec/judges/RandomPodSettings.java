package io.gpuspec.judges;

import io.gpuspec.judges.Said.Step;
import io.gpuspec.manifest.GpuWorkload;
import io.gpuspec.manifest.WorkloadPods;
import io.gpuspec.scheduling.Taint;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiFunction;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/** Random wishes about where pods go and what they may, as {@link WorkloadPods} has steps for. */
final class RandomPodSettings {
  /** The runtime class that workloads name, which must be there. */
  static final String RUNTIME_CLASS = "nvidia.x";

  private static final List<String> TOPOLOGY =
      List.of("kubernetes.io/hostname", "topology.kubernetes.io/zone", "rack");

  private RandomPodSettings() {}

  /** Some of them. */
  static Arbitrary<List<Step<GpuWorkload>>> some() {
    Arbitrary<String> keys = Texts.keys();
    Arbitrary<String> values = Texts.labelValues();
    Arbitrary<String> domains = Arbitraries.of(TOPOLOGY);
    Arbitrary<Taint.Effect> effects = Arbitraries.of(Taint.Effect.values());
    return Containers.some(
            List.of(
                two("nodeSelector", keys, values, WorkloadPods::nodeSelector),
                two("preferredNodeAffinity", keys, values, WorkloadPods::preferredNodeAffinity),
                tolerations(keys, effects),
                tolerations(keys, values, effects),
                three("preferredPodAffinity", domains, WorkloadPods::preferredPodAffinity),
                one("requiredPodAntiAffinity", domains, WorkloadPods::requiredPodAntiAffinity),
                three("requiredPodAntiAffinity", domains, WorkloadPods::requiredPodAntiAffinity),
                spread("topologySpread", domains, WorkloadPods::topologySpread),
                spread("topologySpread", domains, WorkloadPods::topologySpread),
                spread("preferredTopologySpread", domains, WorkloadPods::preferredTopologySpread),
                one("runtimeClass", Arbitraries.just(RUNTIME_CLASS), WorkloadPods::runtimeClass),
                one("imagePullSecret", Arbitraries.of("a", "b.c"), WorkloadPods::imagePullSecret),
                number(
                    "terminationGracePeriodSeconds",
                    WorkloadPods::terminationGracePeriodSeconds,
                    0,
                    600),
                number("runAsNonRoot", WorkloadPods::runAsNonRoot, 1, Integer.MAX_VALUE),
                number("restricted", WorkloadPods::restricted, 1, 65_534)))
        .map(steps -> steps.stream().map(RandomPodSettings::ofWorkload).toList());
  }

  private static Step<GpuWorkload> ofWorkload(Step<WorkloadPods> step) {
    return new Step<>(".pods(p -> p" + step.java() + ")", w -> w.pods(step.change()));
  }

  private static Arbitrary<Step<WorkloadPods>> one(
      String step, Arbitrary<String> values, BiFunction<WorkloadPods, String, WorkloadPods> call) {
    return values.map(
        value ->
            new Step<>(".%s(%s)".formatted(step, Said.literal(value)), p -> call.apply(p, value)));
  }

  /** A step that takes two texts. */
  private interface Two {
    WorkloadPods apply(WorkloadPods pods, String one, String other);
  }

  private static Arbitrary<Step<WorkloadPods>> two(
      String step, Arbitrary<String> keys, Arbitrary<String> values, Two call) {
    return Combinators.combine(keys, values)
        .as(
            (key, value) ->
                new Step<>(
                    ".%s(%s, %s)".formatted(step, Said.literal(key), Said.literal(value)),
                    p -> call.apply(p, key, value)));
  }

  /** A step that takes a topology key, and a label. */
  private interface Three {
    WorkloadPods apply(WorkloadPods pods, String domain, String key, String value);
  }

  private static Arbitrary<Step<WorkloadPods>> three(
      String step, Arbitrary<String> domains, Three call) {
    return Combinators.combine(domains, Texts.keys(), Texts.labelValues())
        .as(
            (domain, key, value) ->
                new Step<>(
                    ".%s(\"%s\", %s, %s)"
                        .formatted(step, domain, Said.literal(key), Said.literal(value)),
                    p -> call.apply(p, domain, key, value)));
  }

  private static Arbitrary<Step<WorkloadPods>> tolerations(
      Arbitrary<String> keys, Arbitrary<Taint.Effect> effects) {
    return Combinators.combine(keys, effects)
        .as(
            (key, effect) ->
                new Step<>(
                    ".toleration(%s, Taint.Effect.%s)".formatted(Said.literal(key), effect.name()),
                    p -> p.toleration(key, effect)));
  }

  private static Arbitrary<Step<WorkloadPods>> tolerations(
      Arbitrary<String> keys, Arbitrary<String> values, Arbitrary<Taint.Effect> effects) {
    return Combinators.combine(keys, values, effects)
        .as(
            (key, value, effect) ->
                new Step<>(
                    ".toleration(%s, %s, Taint.Effect.%s)"
                        .formatted(Said.literal(key), Said.literal(value), effect.name()),
                    p -> p.toleration(key, value, effect)));
  }

  /** A step that takes a topology key and a number. */
  private interface Spread {
    WorkloadPods apply(WorkloadPods pods, String domain, int maxSkew);
  }

  private static Arbitrary<Step<WorkloadPods>> spread(
      String step, Arbitrary<String> domains, Spread call) {
    return Combinators.combine(domains, Arbitraries.of(1, Integer.MAX_VALUE))
        .as(
            (domain, skew) ->
                new Step<>(
                    ".%s(\"%s\", %d)".formatted(step, domain, skew),
                    p -> call.apply(p, domain, skew)));
  }

  private static Arbitrary<Step<WorkloadPods>> number(
      String step, BiFunction<WorkloadPods, Long, WorkloadPods> call, long... numbers) {
    return Arbitraries.of(Arrays.stream(numbers).boxed().toList())
        .map(n -> new Step<>("." + step + "(" + n + ")", p -> call.apply(p, n)));
  }
}
