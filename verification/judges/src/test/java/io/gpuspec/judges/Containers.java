package io.gpuspec.judges;

import io.gpuspec.judges.Said.Step;
import io.gpuspec.manifest.WorkloadContainer;
import io.gpuspec.manifest.WorkloadProbe;
import io.gpuspec.value.CpuAmount;
import io.gpuspec.value.MemorySize;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/** Random containers, with everything that {@link WorkloadContainer} has a step for. */
final class Containers {
  private static final List<String> CPU =
      List.of("0", "1", "2", "500m", "1500m", "0.5", "0.1", "2.25", "1e0", "3", "1m", "1100m");
  private static final List<String> MEMORY =
      List.of(
          "0",
          "512Mi",
          "2Gi",
          "4G",
          "1.5Gi",
          "0.5Gi",
          "1e9",
          "129e6",
          "123456k",
          "4096Mi",
          "128974848000m",
          "1048577Ki",
          "6442450944");

  /** CPU and memory, as they are given to {@code requests} and {@code limits}. */
  private record Amounts(String cpu, String memory) {
    boolean within(Amounts limits) {
      CpuAmount cores = CpuAmount.parse(limits.cpu());
      MemorySize size = MemorySize.parse(limits.memory());
      return (cores.isZero() || cores.isAtLeast(CpuAmount.parse(cpu)))
          && (size.isZero() || size.isAtLeast(MemorySize.parse(memory)));
    }

    Step<WorkloadContainer> requests() {
      return new Step<>(
          ".requests(\"%s\", \"%s\")".formatted(cpu, memory), c -> c.requests(cpu, memory));
    }

    Step<WorkloadContainer> limits() {
      return new Step<>(
          ".limits(\"%s\", \"%s\")".formatted(cpu, memory), c -> c.limits(cpu, memory));
    }
  }

  private Containers() {}

  /** A container of this name. */
  static Said<WorkloadContainer> named(String name) {
    return new Said<>(
        "WorkloadContainer.of(%s, \"r/i:v1\")".formatted(Said.literal(name)),
        () -> WorkloadContainer.of(name, "r/i:v1"));
  }

  /**
   * Steps of a container that any other may have beside it.
   *
   * @param port its own, because two containers of a pod cannot listen on the same
   * @param portNames its own, because a Service finds the first
   */
  static Arbitrary<List<Step<WorkloadContainer>>> steps(int port, Arbitrary<String> portNames) {
    return some(
        List.of(
            resources(),
            Texts.anything().list().ofMaxSize(3).map(words -> words("command", words)),
            Texts.anything().list().ofMaxSize(3).map(words -> words("args", words)),
            Combinators.combine(Texts.variables(), Texts.anything()).as(Containers::env),
            Combinators.combine(Texts.variables(), Texts.anything()).as(Containers::env),
            Texts.variables().map(Containers::secret),
            Texts.variables().map(Containers::configMap),
            Arbitraries.just(new Step<>(".unprivileged()", WorkloadContainer::unprivileged)),
            Arbitraries.of(port, port + 1).map(Containers::port),
            portNames.map(name -> port(port + 2, name)),
            Arbitraries.of(1, 65534).map(Containers::restricted),
            Arbitraries.of("Always", "IfNotPresent").map(Containers::pullPolicy)));
  }

  /** Probes, which every container may have but one that runs to its end before the others. */
  static Arbitrary<List<Step<WorkloadContainer>>> probes() {
    return some(
        List.of(
            probe("livenessProbe", WorkloadContainer::livenessProbe),
            probe("readinessProbe", WorkloadContainer::readinessProbe),
            probe("startupProbe", WorkloadContainer::startupProbe)));
  }

  /** Each step in a third of the cases, none in the simplest. */
  static <T> Arbitrary<List<Step<T>>> some(List<Arbitrary<Step<T>>> steps) {
    return Combinators.combine(steps.stream().map(step -> step.optional(0.33)).toList())
        .as(chosen -> chosen.stream().flatMap(Optional::stream).toList());
  }

  private static Arbitrary<Step<WorkloadContainer>> resources() {
    Arbitrary<Amounts> amounts =
        Combinators.combine(Arbitraries.of(CPU), Arbitraries.of(MEMORY)).as(Amounts::new);
    return Arbitraries.oneOf(
        amounts.map(Amounts::requests),
        amounts.map(Amounts::limits),
        Combinators.combine(amounts, amounts)
            .filter(Amounts::within)
            .as((requests, limits) -> limits.limits().then(requests.requests())));
  }

  private static Step<WorkloadContainer> words(String step, List<String> words) {
    String[] all = words.toArray(String[]::new);
    String java =
        "." + step + "(" + String.join(", ", words.stream().map(Said::literal).toList()) + ")";
    return new Step<>(java, c -> step.equals("command") ? c.command(all) : c.args(all));
  }

  private static Step<WorkloadContainer> env(String name, String value) {
    return new Step<>(
        ".env(%s, %s)".formatted(Said.literal(name), Said.literal(value)), c -> c.env(name, value));
  }

  private static Step<WorkloadContainer> secret(String name) {
    return new Step<>(
        ".envFromSecret(%s, \"s.x\", \"k_1.a\")".formatted(Said.literal(name)),
        c -> c.envFromSecret(name, "s.x", "k_1.a"));
  }

  private static Step<WorkloadContainer> configMap(String name) {
    return new Step<>(
        ".envFromConfigMap(%s, \"c.x\", \"k_1.a\")".formatted(Said.literal(name)),
        c -> c.envFromConfigMap(name, "c.x", "k_1.a"));
  }

  private static Step<WorkloadContainer> restricted(int user) {
    return new Step<>(".restricted(" + user + ")", c -> c.restricted(user));
  }

  private static Step<WorkloadContainer> pullPolicy(String policy) {
    return new Step<>(
        ".edit(b -> b.withImagePullPolicy(\"" + policy + "\"))",
        c -> c.edit(b -> b.withImagePullPolicy(policy)));
  }

  private static Step<WorkloadContainer> port(int port) {
    return new Step<>(".port(" + port + ")", c -> c.port(port));
  }

  private static Step<WorkloadContainer> port(int port, String name) {
    return new Step<>(".port(%d, \"%s\")".formatted(port, name), c -> c.port(port, name));
  }

  private static Arbitrary<Step<WorkloadContainer>> probe(
      String name, BiFunction<WorkloadContainer, WorkloadProbe, WorkloadContainer> setter) {
    List<Said<WorkloadProbe>> handlers =
        List.of(
            new Said<>("WorkloadProbe.tcp(65535)", () -> WorkloadProbe.tcp(65535)),
            new Said<>("WorkloadProbe.http(\"/\", 1)", () -> WorkloadProbe.http("/", 1)),
            new Said<>(
                "WorkloadProbe.http(\"/a?b=c d\", 80)", () -> WorkloadProbe.http("/a?b=c d", 80)),
            new Said<>("WorkloadProbe.exec(\"yes\", \"\")", () -> WorkloadProbe.exec("yes", "")));
    Arbitrary<List<Step<WorkloadProbe>>> numbers =
        some(
            List.of(
                number("initialDelaySeconds", 0, WorkloadProbe::initialDelaySeconds),
                number("periodSeconds", 1, WorkloadProbe::periodSeconds),
                number("timeoutSeconds", 1, WorkloadProbe::timeoutSeconds),
                number("failureThreshold", 1, WorkloadProbe::failureThreshold)));
    return Combinators.combine(Arbitraries.of(handlers), numbers)
        .as(
            (handler, steps) -> {
              Said<WorkloadProbe> probe = handler.then(steps);
              return new Step<>("." + name + "(" + probe + ")", c -> setter.apply(c, probe.get()));
            });
  }

  private static Arbitrary<Step<WorkloadProbe>> number(
      String name, int least, BiFunction<WorkloadProbe, Integer, WorkloadProbe> setter) {
    Function<Integer, Step<WorkloadProbe>> step =
        n -> new Step<>("." + name + "(" + n + ")", probe -> setter.apply(probe, n));
    return Arbitraries.of(least, 30, Integer.MAX_VALUE).map(step);
  }
}
