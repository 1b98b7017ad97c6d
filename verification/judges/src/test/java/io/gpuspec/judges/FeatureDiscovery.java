package io.gpuspec.judges;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;

/**
 * The labels that NVIDIA's GPU Feature Discovery, which comes with the device plugin, gives a node.
 */
final class FeatureDiscovery {
  private FeatureDiscovery() {}

  /**
   * A GPU as the driver tells of it.
   *
   * @param migProfile of an instance of the card, such as {@code 1g.5gb}; empty for the card
   * @param replicas by time slicing; 1 where the card is not shared
   * @param config of the plugin, where the card is shared as it says
   * @param count how many such cards the node has
   */
  record Card(
      String name,
      int major,
      int minor,
      long memoryMiB,
      String migProfile,
      int replicas,
      String config,
      int count) {
    static Card of(String name, String computeCapability, long memoryMiB) {
      String[] parts = computeCapability.split("\\.");
      return new Card(
          name, Integer.parseInt(parts[0]), Integer.parseInt(parts[1]), memoryMiB, "", 1, "", 1);
    }

    Card shared(int times) {
      return new Card(name, major, minor, memoryMiB, migProfile, times, config, count);
    }

    Card instance(String profile) {
      return new Card(name, major, minor, memoryMiB, profile, replicas, config, count);
    }

    Card with(String file, int cards) {
      return new Card(name, major, minor, memoryMiB, migProfile, replicas, file, cards);
    }
  }

  /** The labels of a node with this card alone, by key. */
  static Map<String, String> labels(Card card) {
    return labels(List.of(card)).get(0);
  }

  /** The same for many cards, each alone on a node. */
  static List<Map<String, String>> labels(List<Card> cards) {
    JsonNode said = Trees.ask(Trees.json(cards), "gfd-labels");
    return StreamSupport.stream(said.spliterator(), false).map(FeatureDiscovery::map).toList();
  }

  private static Map<String, String> map(JsonNode labels) {
    Map<String, String> byKey = new LinkedHashMap<>();
    labels.properties().forEach(label -> byKey.put(label.getKey(), label.getValue().asText()));
    return byKey;
  }
}
