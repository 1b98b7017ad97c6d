package io.gpuspec.manifest;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.common.collect.ImmutableList;
import io.gpuspec.GpuSpecException;
import io.gpuspec.Text;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The manifests of several workloads in one file, for {@code kubectl apply -f -}.
 *
 * <pre>{@code
 * ManifestSet.of(List.of(train.on(tke), serve.on(tke))).yaml();
 * }</pre>
 */
public final class ManifestSet {
  private final ImmutableList<Manifests> parts;

  private ManifestSet(ImmutableList<Manifests> parts) {
    this.parts = parts;
  }

  /** These, in this order. */
  public static ManifestSet of(List<Manifests> parts) {
    Checks.given("manifests", parts).forEach(part -> Checks.given("manifests", part));
    return new ManifestSet(ImmutableList.copyOf(parts));
  }

  /** All objects as YAML documents. */
  public Text yaml() {
    return Text.of(YamlWriter.join(each(Manifests::yaml)));
  }

  /** The same, with a comment above each entry that the target asked for. */
  public Text yamlWithComments() {
    return Text.of(YamlWriter.join(each(Manifests::yamlWithComments)));
  }

  /** The commands that check what was applied, workload by workload. */
  public Text verify() {
    return Text.of(String.join("\n", each(Manifests::verify)));
  }

  private List<String> each(Function<Manifests, Text> written) {
    return parts.stream().map(part -> written.apply(part).toString()).toList();
  }

  /** All objects as one JSON document, a List. */
  public String json() {
    ObjectNode list = Json.MAPPER.createObjectNode().put("apiVersion", "v1").put("kind", "List");
    ArrayNode items = list.putArray("items");
    try {
      for (Manifests part : parts) {
        Json.MAPPER.readTree(part.json()).path("items").forEach(items::add);
      }
      return Json.writer().writeValueAsString(list);
    } catch (JsonProcessingException e) {
      throw new GpuSpecException("these manifests cannot be written: " + e.getMessage(), e);
    }
  }

  /** What each lands on, one a line. */
  @Override
  public String toString() {
    return parts.stream().map(Manifests::toString).collect(Collectors.joining("\n"));
  }
}
