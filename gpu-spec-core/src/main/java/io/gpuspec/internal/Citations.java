package io.gpuspec.internal;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.common.collect.ImmutableMap;
import io.gpuspec.value.Citation;
import io.gpuspec.value.GpuSpecException;
import java.util.Optional;

/** The documents that a data file lists under {@code citations}, by key. */
public final class Citations {
  public static final Citations NONE = new Citations(ImmutableMap.of());

  private final ImmutableMap<String, Citation> byKey;

  private Citations(ImmutableMap<String, Citation> byKey) {
    this.byKey = byKey;
  }

  public static Citations of(JsonNode file) {
    return new Citations(
        file.path("citations").properties().stream()
            .collect(
                ImmutableMap.toImmutableMap(
                    entry -> entry.getKey(), entry -> read(entry.getValue()))));
  }

  /** Reads one document: {@code {"title", "date", "status", "url"?}}. */
  public static Citation read(JsonNode node) {
    return new Citation(
        node.path("title").asText(),
        node.path("date").asText(),
        Citation.Status.parse(node.path("status").asText()),
        Optional.ofNullable(node.get("url")).map(JsonNode::asText));
  }

  /**
   * The document of a key.
   *
   * @throws GpuSpecException if the file lists none
   */
  public Citation get(String key) {
    Citation citation = byKey.get(key);
    if (citation == null) {
      throw new GpuSpecException(
          "catalog.unknown", "citation '" + key + "' is not listed under 'citations'");
    }
    return citation;
  }
}
