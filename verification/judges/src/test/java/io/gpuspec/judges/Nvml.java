package io.gpuspec.judges;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.stream.StreamSupport;

/** What go-nvml and go-nvlib know of GPUs without a driver. */
final class Nvml {
  private Nvml() {}

  /** {@code go-nvml / go-nvlib}. */
  static String version() {
    return Pinned.version("nvidia", "github.com/NVIDIA/go-nvml")
        + " / "
        + Pinned.version("nvidia", "github.com/NVIDIA/go-nvlib");
  }

  /**
   * {@code architectures}: go-nvlib's words by NVML's numbers. {@code instances}: by NVML's numbers
   * of GPU instance profiles, what go-nvlib calls each on a card of 40 GiB, or its error. {@code
   * gpus}: the cards that go-nvml describes, with their MIG {@code profiles} and {@code
   * placements}; memory is in MiB.
   */
  static JsonNode names() {
    return Trees.ask("", "nvml-names");
  }

  /** One of the cards that go-nvml describes. */
  static JsonNode gpu(String name) {
    return one(names().path("gpus"), "name", name);
  }

  /** One of a card's MIG profiles, by NVML's number. */
  static JsonNode profile(JsonNode gpu, int number) {
    return one(gpu.path("profiles"), "profile", Integer.toString(number));
  }

  /** The sizes of a profile's placements, in memory slices. */
  static List<Integer> sizes(JsonNode profile) {
    return StreamSupport.stream(profile.path("placements").spliterator(), false)
        .map(placement -> placement.path("size").asInt())
        .toList();
  }

  private static JsonNode one(JsonNode list, String key, String value) {
    return StreamSupport.stream(list.spliterator(), false)
        .filter(item -> item.path(key).asText().equals(value))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no " + key + " " + value));
  }
}
