package io.gpuspec.judges;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.stream.Stream;

/**
 * What the kubelet says of a KubeletConfiguration.
 *
 * @param decoding why it cannot be read, or which fields a strict reader refuses: the kubelet
 *     itself starts without those and only logs them
 * @param validation what its validation package refuses
 * @param start what its CPU and topology managers refuse when it starts on a node with two NUMA
 *     nodes of eight CPUs each
 * @param config what it would run with, defaults included
 */
record Kubelet(
    List<String> decoding, List<String> validation, List<String> start, JsonNode config) {
  /** The kubelet is of the same release as the rest of the control plane. */
  static String version() {
    return Pinned.version("kubernetes", "k8s.io/kubernetes");
  }

  static Kubelet reading(String yaml) {
    JsonNode said = Trees.ask(yaml, "kubelet-config");
    Stream<String> unreadable =
        said.has("decode") ? Stream.of(said.get("decode").asText()) : Stream.empty();
    return new Kubelet(
        Stream.concat(unreadable, Trees.texts(said.path("strict")).stream()).toList(),
        Trees.texts(said.path("validation")),
        Trees.texts(said.path("start")),
        said.path("config"));
  }

  /** Everything that is wrong with it. */
  List<String> complaints() {
    return Stream.of(decoding, validation, start).flatMap(List::stream).toList();
  }
}
