package io.gpuspec.judges;

import io.gpuspec.Target;
import io.gpuspec.judges.Said.Step;
import io.gpuspec.share.NodeParts;
import io.gpuspec.spi.Option;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/** A target with random values for its options. */
final class TargetOptions {
  /** Values by the name of the option, whichever target has it. */
  private static final Map<String, List<String>> VALUES =
      Map.ofEntries(
          Map.entry("card-memory", List.of("15109Mi", "48Gi")),
          Map.entry("ami-version", List.of("latest", "v20260710")),
          Map.entry("card-label", List.of("example.com/card")),
          Map.entry("cluster-name", List.of("ml")),
          Map.entry("daemonset-cpu", List.of("0", "250m")),
          Map.entry("daemonset-memory", List.of("0", "512Mi")),
          Map.entry("daemonset-pods", List.of("0", "5")),
          Map.entry("eviction-memory", List.of("100Mi", "1Gi")),
          Map.entry("extra-ephemeral-storage", List.of("1Gi", "500Gi")),
          Map.entry("gang-min-available", List.of("1", "9999")),
          Map.entry("gang-name", List.of("g", "tf-smoke.gpu-1")),
          Map.entry("gpu-driver-version", List.of("tesla=535", "tesla=550.90.07")),
          Map.entry("image-cache-id", List.of("imc-2zebxkiifuyzzlhl")),
          Map.entry("kube-reserved-cpu", List.of("0", "1")),
          Map.entry("kube-reserved-memory", List.of("0", "1Gi")),
          Map.entry("max-pods", List.of("1", "110")),
          Map.entry("nvidia-driver-version", List.of("418.181.07", "550.144.03")),
          Map.entry("node-cpu", List.of("191500m")),
          Map.entry("node-disk", List.of("50Gi", "1Ti")),
          // With more a row has another name than the one that is asked for.
          Map.entry("node-gpus", List.of("1")),
          // What stands beside the workload then, NodePoolJudge asks about.
          Map.entry("node-group", List.of("gpu-a10g")),
          Map.entry("node-memory", List.of("1Ti")),
          Map.entry("node-pool", List.of("false")),
          Map.entry("node-role", List.of("gpu-nodes")),
          Map.entry("qgpu-app-class", List.of("online", "offline")),
          Map.entry("qgpu-policy", List.of("best-effort", "fixed-share", "bs")),
          Map.entry("reserved-cpu", List.of("0", "1")),
          Map.entry("reserved-memory", List.of("0", "1Gi")),
          Map.entry("security-groups", List.of("sg-bp1dktddjsg5nktv", "sg-aaaa,sg-bbbb")),
          Map.entry("spot-price-limit", List.of("0.001", "5.25", "999999")),
          Map.entry("system-overhead", List.of("512Mi", "2Gi")),
          Map.entry("system-reserved-cpu", List.of("0", "100m")),
          Map.entry("system-reserved-memory", List.of("0", "100Mi")),
          Map.entry("user-data", List.of("#!/bin/sh")),
          Map.entry("vm-memory-overhead-percent", List.of("0", "7.5", "12.25")),
          Map.entry("vswitches", List.of("vsw-bp1xpiowfm5vo8o3c", "vsw-aaaa,vsw-bbbb")),
          Map.entry("zone-order", List.of("random", "ordered")));

  private TargetOptions() {}

  /** The target, each of its options chosen in a third of the cases. */
  static Arbitrary<Said<Target>> of(Target target) {
    Said<Target> plain =
        new Said<>("Gpus.load().in(%s)".formatted(Said.literal(target.id())), () -> target);
    List<Arbitrary<Chosen>> options =
        target.options().stream()
            // CardPartsJudge asks about nodes that have no whole cards.
            .filter(option -> !NodeParts.options().contains(option))
            .map(TargetOptions::chosen)
            .toList();
    return Combinators.combine(options.stream().map(option -> option.optional(0.33)).toList())
        .as(chosen -> chosen.stream().flatMap(Optional::stream).toList())
        .map(TargetOptions::together)
        .map(chosen -> plain.then(chosen.stream().map(Chosen::step).toList()));
  }

  /** An option and the value that was chosen. */
  private record Chosen(String option, String value) {
    Step<Target> step() {
      return new Step<>(
          ".with(\"%s\", \"%s\")".formatted(option, value), target -> target.with(option, value));
    }
  }

  private static Arbitrary<Chosen> chosen(Option<?> option) {
    List<String> values = values(option);
    if (values.isEmpty()) {
      throw new IllegalStateException("no values are known for the option " + option.name());
    }
    return Arbitraries.of(values).map(value -> new Chosen(option.name(), value));
  }

  private static List<String> values(Option<?> option) {
    if (VALUES.containsKey(option.name())) {
      return VALUES.get(option.name());
    }
    if (!option.words().isEmpty()) {
      return option.words();
    }
    if (option.defaultValue() instanceof Boolean || option.allowed().equals("true or false")) {
      return List.of("true", "false");
    }
    return SuperNodeValues.BY_OPTION.getOrDefault(option.name(), List.of());
  }

  /** Without those that are refused for want of another, or beside another. */
  private static List<Chosen> together(List<Chosen> chosen) {
    Map<String, String> values = new HashMap<>();
    chosen.forEach(one -> values.put(one.option(), one.value()));
    boolean gang = values.containsKey("gang-name") && values.containsKey("gang-min-available");
    boolean node = values.containsKey("node-cpu") && values.containsKey("node-memory");
    boolean zones = values.getOrDefault("vswitches", "").contains(",");
    return chosen.stream()
        .filter(one -> SuperNodeValues.goesWith(one.option(), values))
        .filter(one -> !values.containsKey("image-cache") || !one.option().equals("image-cache-id"))
        .filter(one -> gang || !one.option().startsWith("gang"))
        .filter(one -> node || !one.option().matches("node-(cpu|memory)"))
        .filter(one -> zones || !one.option().equals("zone-order"))
        .toList();
  }
}
