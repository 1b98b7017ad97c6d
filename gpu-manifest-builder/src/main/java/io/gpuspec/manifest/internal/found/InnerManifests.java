package io.gpuspec.manifest.internal.found;

import io.gpuspec.internal.yaml.YamlScalar;
import io.gpuspec.manifest.internal.tree.YamlPlace;
import io.gpuspec.scheduling.GpuResource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Manifests inside texts: of a config map, a secret, or a step of an Argo workflow. */
final class InnerManifests {
  private static final PlacePath STEPS = PlacePath.of("spec templates * resource manifest");

  private static final Map<String, PlacePath> TEXTS =
      Map.of(
          "/ConfigMap",
          PlacePath.of("data *"),
          "/Secret",
          PlacePath.of("stringData *"),
          "argoproj.io/Workflow",
          STEPS,
          "argoproj.io/WorkflowTemplate",
          STEPS,
          "argoproj.io/ClusterWorkflowTemplate",
          STEPS,
          "argoproj.io/CronWorkflow",
          PlacePath.of("spec workflowSpec templates * resource manifest"));

  private static final Set<String> AMOUNTS = Set.of("limits", "requests");
  private static final Pattern KEY =
      Pattern.compile("(?<![\\w./-])[\"']?([A-Za-z][\\w./-]*)[\"']?\\s*:");

  private InnerManifests() {}

  /** Returns the texts that request a GPU. */
  static List<YamlPlace> in(YamlPlace object, String type) {
    return Optional.ofNullable(TEXTS.get(type)).stream()
        .flatMap(path -> path.in(object, false).stream())
        .map(PlacePath.Reached::place)
        .filter(text -> text.node() instanceof YamlScalar scalar && asksForGpu(scalar.text()))
        .toList();
  }

  private static boolean asksForGpu(String text) {
    return keys(text).anyMatch(AMOUNTS::contains) && keys(text).anyMatch(InnerManifests::isGpu);
  }

  /** A word without a domain can be anything in a text. */
  private static boolean isGpu(String key) {
    return key.contains("/") && GpuResource.isGpu(key);
  }

  private static Stream<String> keys(String text) {
    return KEY.matcher(text).results().map((MatchResult found) -> found.group(1));
  }
}
