package io.gpuspec.manifest.internal.found;

import io.gpuspec.internal.yaml.YamlMapping;
import io.gpuspec.internal.yaml.YamlScalar;
import io.gpuspec.manifest.internal.tree.YamlPlace;
import io.gpuspec.scheduling.GpuResource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Manifests inside the texts of a config map or a secret. */
final class InnerManifests {
  private static final Map<String, List<String>> TEXTS =
      Map.of("/ConfigMap", List.of("data"), "/Secret", List.of("stringData"));

  private static final Set<String> AMOUNTS = Set.of("limits", "requests");
  private static final Pattern KEY =
      Pattern.compile("(?<![\\w./-])[\"']?([A-Za-z][\\w./-]*)[\"']?\\s*:");

  private InnerManifests() {}

  /** Returns the texts that request a GPU. */
  static List<YamlPlace> in(YamlPlace object, String type) {
    return TEXTS.getOrDefault(type, List.of()).stream()
        .flatMap(key -> object.find(key).stream())
        .filter(data -> data.node() instanceof YamlMapping)
        .flatMap(data -> data.fields().values().stream())
        .filter(text -> text.node() instanceof YamlScalar scalar && asksForGpu(scalar.text()))
        .toList();
  }

  private static boolean asksForGpu(String text) {
    return keys(text).anyMatch(AMOUNTS::contains) && keys(text).anyMatch(GpuResource::isGpu);
  }

  private static Stream<String> keys(String text) {
    return KEY.matcher(text).results().map((MatchResult found) -> found.group(1));
  }
}
