package io.gpuspec.json;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gpuspec.cluster.ComponentReport;
import io.gpuspec.cluster.ComponentResult;
import io.gpuspec.cluster.FeatureState;
import io.gpuspec.internal.FactJson;
import io.gpuspec.scheduling.GpuResource;
import java.util.List;
import java.util.Optional;

/** Writes the answers of {@link io.gpuspec.cluster} as trees, for {@link GpuJson}. */
final class ClusterJson {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private ClusterJson() {}

  static ObjectNode node(ComponentReport report) {
    ObjectNode node = NODES.objectNode().put("ok", report.isOk());
    ArrayNode components = node.putArray("components");
    for (ComponentResult result : report.results()) {
      components
          .addObject()
          .put("component", result.component())
          .put("version", result.version())
          .put("standing", result.standing().toString())
          .put("reason", result.reason())
          .set("citation", FactJson.node(result.citation()));
    }
    node.set("notes", GpuJson.notes(report.notes()));
    return node;
  }

  static ObjectNode node(List<GpuResource> resources, List<FeatureState> features) {
    ObjectNode node = NODES.objectNode();
    ArrayNode all = node.putArray("resources");
    resources.forEach(resource -> all.add(node(resource)));
    ArrayNode states = node.putArray("features");
    features.forEach(state -> states.add(node(state)));
    return node;
  }

  static ObjectNode node(GpuResource resource) {
    ObjectNode node =
        NODES
            .objectNode()
            .put("name", resource.name())
            .put("vendor", resource.vendor())
            .put("real", resource.isReal())
            .put("integer", true);
    put(node, "advertisedBy", resource.advertisedBy());
    put(node, "counts", resource.counts());
    put(node, "since", resource.since());
    put(node, "instead", resource.instead());
    put(node, "note", resource.note());
    put(node, "correction", resource.correction());
    return node.set("citation", FactJson.node(resource.citation()));
  }

  static ObjectNode node(FeatureState state) {
    ObjectNode node =
        NODES
            .objectNode()
            .put("name", state.feature().name())
            .put("kubernetes", state.kubernetes())
            .put("stage", state.stage().toString())
            .put("onByDefault", state.isOnByDefault());
    put(node, "since", state.since());
    state.feature().gates().forEach(node.putArray("gates")::add);
    node.put("about", state.feature().about());
    put(node, "note", state.feature().note());
    put(node, "correction", state.feature().correction());
    return node.set("citation", FactJson.node(state.feature().citation()));
  }

  private static void put(ObjectNode node, String key, Optional<String> value) {
    value.ifPresent(text -> node.put(key, text));
  }
}
