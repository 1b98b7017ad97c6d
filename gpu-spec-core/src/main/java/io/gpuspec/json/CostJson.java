package io.gpuspec.json;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gpuspec.share.Cost;
import io.gpuspec.share.PackingCost;
import io.gpuspec.share.PartCost;

/** Writes costs of parts of cards as trees, for {@link GpuJson}; unknown values are absent. */
final class CostJson {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private CostJson() {}

  static ObjectNode node(PackingCost cost) {
    ObjectNode node = NODES.objectNode();
    ArrayNode pods = node.putArray("pods");
    cost.pods().forEach(pod -> pods.add(node(pod)));
    cost.billed().ifPresent(billed -> node.set("billed", node(billed)));
    cost.paid().ifPresent(paid -> node.set("paid", node(paid)));
    cost.unused().ifPresent(unused -> node.set("unused", node(unused)));
    ArrayNode unpriced = node.putArray("unpriced");
    cost.unpriced().forEach(unpriced::add);
    ArrayNode unplaced = node.putArray("unplaced");
    cost.unplaced().forEach(pod -> unplaced.add(GpuJson.node(pod)));
    return node;
  }

  static ObjectNode node(PartCost cost) {
    ObjectNode node =
        NODES
            .objectNode()
            .put("name", cost.name())
            .put("cards", cost.cards())
            .put("billed", cost.part().billed().toString());
    ObjectNode taken = node.putObject("taken");
    cost.part().taken().forEach((what, part) -> taken.put(what, part.toString()));
    cost.price()
        .ifPresent(each -> node.set("cardPrice", node(each.cost()).put("source", each.source())));
    cost.cost().ifPresent(known -> node.set("cost", node(known)));
    return node;
  }

  static ObjectNode node(Cost cost) {
    return NODES
        .objectNode()
        .put("amount", cost.amount().toPlainString())
        .put("currency", cost.currency())
        .put("per", cost.per())
        .put("exact", cost.isExact());
  }
}
