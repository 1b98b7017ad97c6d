package io.gpuspec.judges;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/**
 * What NVIDIA's device plugin makes of its config file.
 *
 * @param refused why it would not start
 * @param unknown the paths of the fields that its types do not have; it says nothing of them
 * @param lost the paths of what it does not hold as it was written, the unknown among them
 * @param dropped the paths of what it holds and then drops, because it does not support it yet
 */
record DevicePlugin(
    List<String> refused, List<String> unknown, List<String> lost, List<String> dropped) {
  static String version() {
    return Pinned.version("nvidia", "github.com/NVIDIA/k8s-device-plugin");
  }

  static DevicePlugin reading(String yaml) {
    JsonNode said = Trees.ask(yaml, "device-plugin-config");
    List<String> refused = new ArrayList<>();
    for (String why : List.of("strict", "error")) {
      if (said.has(why)) {
        refused.add(said.get(why).asText());
      }
    }
    List<String> unknown = Trees.texts(said.path("unknown"));
    if (!said.has("config")) {
      return new DevicePlugin(refused, unknown, List.of(), List.of());
    }
    return new DevicePlugin(
        refused,
        unknown,
        Fields.lost(Trees.read(yaml), said.get("config")),
        Fields.lost(said.get("config"), said.get("effective")));
  }

  /** Whether it starts with the file and does all that the file says. */
  boolean keepsEverything() {
    return refused.isEmpty() && unknown.isEmpty() && lost.isEmpty() && dropped.isEmpty();
  }
}
