package io.gpuspec.judges;

import com.fasterxml.jackson.databind.JsonNode;
import io.gpuspec.mig.MigGpu;
import io.gpuspec.mig.MigLayout;
import io.gpuspec.mig.MigNode;
import io.gpuspec.mig.MigPartedConfig;
import io.gpuspec.mig.MigProfile;
import io.gpuspec.mig.MigStrategy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Law 4: nodes with MIG instances, as NVIDIA's own programs see them. */
class MigNodeJudge {
  /** Each product under a name that its driver could give, with marks that no label takes. */
  private static String driverName(MigGpu gpu) {
    return "NVIDIA " + gpu.name().replace("-", " (") + ")";
  }

  private record Case(MigNode node, int wholeCards) {
    Map<String, String> ours() {
      Map<String, String> labels =
          new TreeMap<>(node.labels(driverName(node.cards().get(0).gpu())));
      // Another labeler's, of the node as a whole.
      labels.remove("nvidia.com/mig.capable");
      return labels;
    }
  }

  @Test
  void itsLabelsAreOurs() {
    try (Trial trial =
        Trial.of(
            "GPU feature discovery", DevicePlugin.version(), "its labels of a MIG node are ours")) {
      for (MigGpu gpu : MigGpu.all()) {
        if (gpu.geometry() != MigGpu.Geometry.UNVERIFIED) {
          compare(trial, cases(gpu));
        }
      }
    }
  }

  private static void compare(Trial trial, List<Case> cases) {
    JsonNode said =
        Trees.ask(Trees.json(cases.stream().map(MigNodeJudge::asked).toList()), "gfd-node");
    for (int i = 0; i < cases.size(); i++) {
      Case each = cases.get(i);
      Map<String, String> theirs = new TreeMap<>();
      said.get(i)
          .properties()
          .forEach(label -> theirs.put(label.getKey(), label.getValue().asText()));
      trial.agreed(
          each.ours().equals(theirs),
          () ->
              "%s\n%s\nours:   %s\ntheirs: %s"
                  .formatted(each.node(), each.node().cards(), each.ours(), theirs));
    }
  }

  /** Some layouts, equal and unequal, alone, beside others, an empty card and whole cards. */
  private static List<Case> cases(MigGpu gpu) {
    List<MigLayout> all = gpu.layouts().all();
    List<MigLayout> some = new ArrayList<>(gpu.layouts().maximal());
    for (MigProfile profile : gpu.profiles()) {
      some.addAll(gpu.layouts(profile.name()).maximal());
    }
    List<Case> cases = new ArrayList<>();
    for (MigStrategy strategy : MigStrategy.values()) {
      for (int i = 0; i < some.size(); i += 1 + some.size() / 40) {
        MigLayout layout = some.get(i);
        cases.add(new Case(MigNode.of(strategy, layout), 0));
        cases.add(new Case(MigNode.of(strategy, layout, layout), 0));
        cases.add(new Case(MigNode.of(strategy, layout).withWholeCards(2), 2));
        cases.add(new Case(MigNode.of(strategy, layout, all.get(i * 7 % all.size())), 0));
      }
    }
    return cases;
  }

  private static Map<String, Object> asked(Case one) {
    MigGpu gpu = one.node().cards().get(0).gpu();
    String[] capability = gpu.computeCapability().orElse("0.0").split("\\.");
    return Map.of(
        "strategy", one.node().strategy().toString(),
        "name", driverName(gpu),
        "major", Integer.parseInt(capability[0]),
        "minor", Integer.parseInt(capability[1]),
        "memoryMiB", 0,
        "cards", one.node().cards().stream().map(MigNodeJudge::instances).toList(),
        "wholeCards", one.wholeCards());
  }

  private static List<Map<String, Object>> instances(MigLayout card) {
    return card.profiles().stream()
        .map(card.gpu()::profile)
        .<Map<String, Object>>map(
            profile ->
                Map.of(
                    "profile", profile.name().replace('+', '.'), "attributes", attributes(profile)))
        .toList();
  }

  /** What the driver tells of an instance, as far as it is known. */
  private static Map<String, Long> attributes(MigProfile profile) {
    Map<String, Long> attributes = new TreeMap<>();
    profile.memory().ifPresent(size -> attributes.put("memory", size.toBytes() >> 20));
    put(attributes, "multiprocessors", profile.multiprocessors());
    put(attributes, "engines.copy", profile.copyEngines());
    attributes.put("slices.gi", (long) profile.computeSlices());
    attributes.put("slices.ci", (long) profile.computeSlices());
    attributes.put("engines.decoder", (long) profile.engines().decoders());
    attributes.put("engines.encoder", (long) profile.engines().encoders());
    attributes.put("engines.jpeg", (long) profile.engines().jpeg());
    attributes.put("engines.ofa", (long) profile.engines().ofa());
    return attributes;
  }

  private static void put(Map<String, Long> attributes, String key, OptionalInt value) {
    value.ifPresent(known -> attributes.put(key, (long) known));
  }

  @Test
  void thePluginTakesOurConfig() {
    MigLayout layout = MigGpu.of("A30").layout("4g.24gb@0");
    try (Trial trial =
        Trial.of("device plugin config", DevicePlugin.version(), "keeps our MIG config")) {
      for (MigStrategy strategy : MigStrategy.values()) {
        String file = MigNode.of(strategy, layout).pluginConfig().toString();
        DevicePlugin plugin = DevicePlugin.reading(file);
        trial.agreed(plugin.keepsEverything(), () -> file + plugin);
      }
    }
  }

  @Test
  void migPartedTakesEveryMaximalLayout() {
    try (Trial trial =
        Trial.of("mig-parted", MigParted.version(), "keeps our config of all maximal layouts")) {
      for (MigGpu gpu : MigGpu.all()) {
        if (gpu.geometry() == MigGpu.Geometry.UNVERIFIED) {
          continue;
        }
        MigPartedConfig config =
            MigPartedConfig.of("true", List.of(gpu.layout(), gpu.layout()))
                .and(MigPartedConfig.of("1e3", gpu.layout()));
        int number = 0;
        for (MigLayout layout : gpu.layouts().maximal()) {
          number++;
          if (number <= 40) {
            config = config.and(MigPartedConfig.of("layout-" + number, layout));
          }
        }
        keeps(trial, config);
      }
      keeps(
          trial,
          MigPartedConfig.of("both", MigGpu.of("A30").layout("4g.24gb@0"))
              .and(MigPartedConfig.of("both", MigGpu.of("H200").layout("7g.141gb@0"))));
    }
  }

  private static void keeps(Trial trial, MigPartedConfig config) {
    MigParted parted = MigParted.reading(config.yaml().toString());
    trial.agreed(parted.keepsEverything(), () -> config + "\n" + parted);
  }
}
