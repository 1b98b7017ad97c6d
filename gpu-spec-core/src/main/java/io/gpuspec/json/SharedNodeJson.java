package io.gpuspec.json;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gpuspec.internal.FactJson;
import io.gpuspec.spi.AddOn;
import io.gpuspec.spi.SharedNode;
import java.util.Locale;

/** Writes a node whose cards pods share as a tree, for {@link GpuJson}. */
final class SharedNodeJson {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private SharedNodeJson() {}

  static ObjectNode node(SharedNode node, String name) {
    ObjectNode tree = NODES.objectNode().put("node", name);
    ObjectNode resources = tree.putObject("resources");
    node.resources().forEach(resources::put);
    ArrayNode labels = tree.putArray("labels");
    for (SharedNode.Label label : node.labels()) {
      labels
          .addObject()
          .put("key", label.key())
          .put("value", label.value())
          .put("writtenBy", label.writer().name().toLowerCase(Locale.ROOT))
          .put("reason", label.reason())
          .set("citation", FactJson.node(label.citation()));
    }
    ArrayNode commands = tree.putArray("commands");
    node.commands(name).forEach(commands::add);
    node.addOn().ifPresent(addOn -> tree.set("addOn", node(addOn)));
    tree.set("notes", GpuJson.notes(node.notes()));
    return tree;
  }

  private static ObjectNode node(AddOn addOn) {
    ObjectNode tree = NODES.objectNode().put("namespace", addOn.namespace());
    tree.putObject("onEachNode")
        .put("cpu", addOn.onEachNode().cpu().toString())
        .put("memory", addOn.onEachNode().memory().toString());
    ArrayNode objects = tree.putArray("objects");
    addOn.objects().forEach(objects::add);
    return tree.set("citation", FactJson.node(addOn.citation()));
  }
}
