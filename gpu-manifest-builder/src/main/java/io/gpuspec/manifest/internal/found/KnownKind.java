package io.gpuspec.manifest.internal.found;

import com.fasterxml.jackson.databind.JsonNode;
import io.gpuspec.manifest.internal.tree.Json;
import io.gpuspec.manifest.internal.tree.YamlPlace;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * A kind of object whose pods are read: a row of {@code workload-kinds.json}.
 *
 * @param pods where its pods are
 * @param objects the paths of whole objects in it
 * @param asks fields that ask for GPUs in words of its own, which are not judged
 * @param note what its count leaves out
 */
record KnownKind(
    List<PodsPath> pods, List<PlacePath> objects, List<PlacePath> asks, Optional<String> note) {
  /** The groups of Kubernetes' own kinds, which have one version. */
  private static final Pattern KUBERNETES = Pattern.compile("(|apps|batch|extensions)/.*");

  private static final JsonNode DATA = read();
  private static final Map<String, PodForm> FORMS = forms();
  private static final Map<String, KnownKind> KINDS = kinds();

  /** Returns the kind of an API group and kind, such as {@code apps/Deployment}. */
  static Optional<KnownKind> of(String type) {
    return Optional.ofNullable(KINDS.get(type));
  }

  static PodForm form(String name) {
    return Objects.requireNonNull(FORMS.get(name), name);
  }

  /** Returns the pods of an object of this kind, in the order of the row. */
  List<FoundPods> in(YamlPlace object) {
    return pods.stream().flatMap(path -> path.in(object).stream()).toList();
  }

  private static Map<String, PodForm> forms() {
    Map<String, PodForm> forms = new LinkedHashMap<>();
    DATA.path("forms")
        .properties()
        .forEach(form -> forms.put(form.getKey(), PodForm.of(form.getKey(), form.getValue())));
    return forms;
  }

  private static Map<String, KnownKind> kinds() {
    Map<String, KnownKind> kinds = new LinkedHashMap<>();
    for (JsonNode row : DATA.path("kinds")) {
      String kind = row.path("kind").asText();
      boolean isRequired = KUBERNETES.matcher(kind).matches();
      kinds.put(
          kind,
          new KnownKind(
              rows(row, "pods").map(pods -> PodsPath.of(pods, isRequired)).toList(),
              PlacePath.all(row, "objects"),
              PlacePath.all(row, "asks"),
              Optional.ofNullable(row.get("note")).map(JsonNode::asText)));
    }
    return kinds;
  }

  private static Stream<JsonNode> rows(JsonNode row, String field) {
    return StreamSupport.stream(row.path(field).spliterator(), false);
  }

  private static JsonNode read() {
    try (InputStream in = KnownKind.class.getResourceAsStream("workload-kinds.json")) {
      return Json.MAPPER.readTree(Objects.requireNonNull(in));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
