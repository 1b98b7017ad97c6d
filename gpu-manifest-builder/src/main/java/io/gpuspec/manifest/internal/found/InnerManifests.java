package io.gpuspec.manifest.internal.found;

import io.gpuspec.internal.yaml.YamlScalar;
import io.gpuspec.manifest.internal.tree.YamlPlace;
import io.gpuspec.scheduling.GpuResource;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Manifests inside texts: of a config map, a secret, or a step of an Argo workflow; and values of a
 * Helm chart in an application of Argo CD.
 */
final class InnerManifests {
  /** Where texts are, how they are read, and what is said of those that request a GPU. */
  private record Texts(PlacePath path, UnaryOperator<String> reading, String what, String toSave) {}

  private static final Texts BASE64 =
      new Texts(
          PlacePath.of("data *"),
          InnerManifests::decoded,
          "a manifest in base64",
          "decode it into a file of its own");

  private static final Map<String, List<Texts>> TEXTS =
      Map.of(
          "/ConfigMap", List.of(manifests("data *")),
          "/Secret", List.of(manifests("stringData *"), BASE64),
          "argoproj.io/Application", List.of(values("source"), values("sources *")),
          "argoproj.io/Workflow", List.of(manifests("spec templates * resource manifest")),
          "argoproj.io/WorkflowTemplate", List.of(manifests("spec templates * resource manifest")),
          "argoproj.io/ClusterWorkflowTemplate",
              List.of(manifests("spec templates * resource manifest")),
          "argoproj.io/CronWorkflow",
              List.of(manifests("spec workflowSpec templates * resource manifest")));

  private static final Set<String> AMOUNTS = Set.of("limits", "requests");
  private static final Pattern KEY =
      Pattern.compile("(?<![\\w./-])[\"']?([A-Za-z][\\w./-]*)[\"']?\\s*:");

  private InnerManifests() {}

  private static Texts manifests(String path) {
    return new Texts(
        PlacePath.of(path),
        UnaryOperator.identity(),
        "a manifest in a text",
        "save it as a file of its own");
  }

  /** Source: Argo CD, Helm: {@code spec.source.helm.values} is a text of values. */
  private static Texts values(String source) {
    return new Texts(
        PlacePath.of("spec " + source + " helm values"),
        UnaryOperator.identity(),
        "values of a Helm chart in a text",
        "save what helm template writes with them");
  }

  /** Returns the texts that request a GPU. */
  static List<InnerText> in(YamlPlace object, String type) {
    return TEXTS.getOrDefault(type, List.of()).stream()
        .flatMap(
            texts ->
                texts.path().in(object, false).stream()
                    .map(PlacePath.Reached::place)
                    .filter(
                        text ->
                            text.node() instanceof YamlScalar scalar
                                && asksForGpu(texts.reading().apply(scalar.text())))
                    .map(text -> new InnerText(text, texts.what(), texts.toSave())))
        .toList();
  }

  /** Returns the decoded text of base64; empty if it is not base64. */
  private static String decoded(String base64) {
    try {
      return new String(
          Base64.getMimeDecoder().decode(base64.getBytes(StandardCharsets.US_ASCII)),
          StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return "";
    }
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
