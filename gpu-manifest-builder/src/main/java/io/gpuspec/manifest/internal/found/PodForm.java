package io.gpuspec.manifest.internal.found;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How an object writes its pods: a form of {@code workload-kinds.json}.
 *
 * @param metadata the path of what has labels and annotations
 * @param spec the path of what has node selector, affinity and tolerations
 * @param containers the paths of containers, which need no name
 * @param init the paths of init containers
 * @param sidecars the paths of other containers that run beside them
 * @param resources the field of a container with its requests and limits
 * @param claims the field of the specification with resource claims
 * @param amounts names of resources that are not those of pods
 * @param isSkippedEmpty whether what has no container is no pod
 */
record PodForm(
    String name,
    PlacePath metadata,
    PlacePath spec,
    List<PlacePath> containers,
    List<PlacePath> init,
    List<PlacePath> sidecars,
    String resources,
    String claims,
    Map<String, String> amounts,
    boolean isSkippedEmpty) {
  private static final String TEMPLATE = "template";
  private static final String CLAIMS = "resourceClaims";

  static PodForm of(String name, JsonNode row) {
    Map<String, String> amounts = new LinkedHashMap<>();
    row.path("amounts")
        .properties()
        .forEach(amount -> amounts.put(amount.getKey(), amount.getValue().asText()));
    return new PodForm(
        name,
        PlacePath.of(row.path("metadata").asText()),
        PlacePath.of(row.path("spec").asText()),
        PlacePath.all(row, "containers"),
        PlacePath.all(row, "init"),
        PlacePath.all(row, "sidecars"),
        row.path("resources").asText("resources"),
        row.path("claims").asText(CLAIMS),
        amounts,
        row.path("skip").asBoolean());
  }

  /** Returns the form of a pod, and of a PodTemplateSpec. */
  static PodForm template() {
    return KnownKind.form(TEMPLATE);
  }

  /** Returns whether it is a PodTemplateSpec, whose fields are all known. */
  boolean isTemplate() {
    return name.equals(TEMPLATE);
  }

  /** Returns whether its amounts are Spark's. */
  boolean isSpark() {
    return name.equals("spark");
  }

  /** Returns whether its resource claims have names, as those of a pod do. */
  boolean namesClaims() {
    return claims.equals(CLAIMS);
  }

  /** Returns amounts by the names that pods have for them. */
  Map<String, String> renamed(Map<String, String> written) {
    if (amounts.isEmpty()) {
      return written;
    }
    Map<String, String> renamed = new LinkedHashMap<>();
    written.forEach((name, amount) -> renamed.put(amounts.getOrDefault(name, name), amount));
    return renamed;
  }

  /** Returns what the file calls a resource of pods. */
  String written(String resource) {
    return amounts.entrySet().stream()
        .filter(amount -> amount.getValue().equals(resource))
        .map(Map.Entry::getKey)
        .findFirst()
        .orElse(resource);
  }
}
