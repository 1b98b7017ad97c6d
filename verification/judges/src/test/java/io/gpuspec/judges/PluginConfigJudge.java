package io.gpuspec.judges;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.GpuModel;
import io.gpuspec.judges.FeatureDiscovery.Card;
import io.gpuspec.manifest.intent.DevicePluginFile;
import io.gpuspec.manifest.platform.DevicePluginConfig;
import io.gpuspec.share.ReplicaNode;
import io.gpuspec.share.Replicas;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AfterContainer;
import org.junit.jupiter.api.Test;

/** Law 4: NVIDIA's own parser and labelers, before the configs that we write. */
class PluginConfigJudge {
  private static final Trial TRIAL =
      Trial.of("device plugin config", DevicePlugin.version(), "keeps every field of our configs");

  @AfterContainer
  static void table() {
    TRIAL.close();
  }

  @Property(tries = 250, edgeCases = EdgeCasesMode.NONE, seed = "20261127")
  void everyFieldOfOurConfigIsKept(@ForAll("configs") Said<DevicePluginConfig> config) {
    String file = config.get().yaml().toString();
    DevicePlugin plugin = DevicePlugin.reading(file);
    TRIAL.agreed(plugin.keepsEverything(), () -> config.java() + "\n" + file + plugin);
    assertThat(plugin.keepsEverything()).as("%s%n%s%s", config.java(), file, plugin).isTrue();
    assertThat(DevicePluginFile.parse("config", file)).isEqualTo(config.get());
  }

  @Provide
  Arbitrary<Said<DevicePluginConfig>> configs() {
    return PluginConfigs.configs();
  }

  @Test
  void theLabelsOfSharedCardsAreOurs() {
    List<ReplicaNode> nodes = new ArrayList<>();
    List<Card> cards = new ArrayList<>();
    for (GpuModel model : GpuModel.all()) {
      for (String name : model.aliases()) {
        if (name.startsWith("NVIDIA ") || name.startsWith("Tesla ")) {
          for (Replicas replicas : List.of(Replicas.timeSlicing(4), Replicas.mps(3))) {
            for (Replicas each : List.of(replicas, replicas.renameByDefault())) {
              nodes.add(each.node(name, 2).withCardMemory("1024Mi"));
              cards.add(
                  Card.of(name, model.computeCapability(), 1024)
                      .with(DevicePluginConfig.empty().sharing(each).yaml().toString(), 2));
            }
          }
        }
      }
    }
    try (Trial trial =
        Trial.of(
            "GPU feature discovery",
            DevicePlugin.version(),
            "its labels of a node with shared cards are ours")) {
      List<Map<String, String>> theirs = FeatureDiscovery.labels(cards);
      for (int i = 0; i < nodes.size(); i++) {
        Map<String, String> ours = new TreeMap<>(nodes.get(i).labels());
        // Other labelers', of the node as a whole.
        ours.remove("nvidia.com/mig.capable");
        ours.remove("nvidia.com/mps.capable");
        Map<String, String> said = new TreeMap<>(theirs.get(i));
        ReplicaNode node = nodes.get(i);
        trial.agreed(ours.equals(said), () -> node + "\nours:   " + ours + "\ntheirs: " + said);
      }
    }
  }
}
