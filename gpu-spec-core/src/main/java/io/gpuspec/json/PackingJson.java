package io.gpuspec.json;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gpuspec.share.Card;
import io.gpuspec.share.Packing;
import io.gpuspec.share.Placed;
import io.gpuspec.value.Rejection;

/** Writes packings of shared cards as trees, for {@link GpuJson}. */
final class PackingJson {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private PackingJson() {}

  static ObjectNode node(Packing packing) {
    ObjectNode node = NODES.objectNode();
    ArrayNode placed = node.putArray("placed");
    for (Placed one : packing.placed()) {
      ObjectNode item =
          placed
              .addObject()
              .put("request", one.pod().name())
              .put("node", one.node())
              .put("card", one.cards().get(0));
      one.cards().forEach(item.withArray("/cards")::add);
    }
    ArrayNode unplaced = node.putArray("unplaced");
    for (Rejection pod : packing.unplaced()) {
      ObjectNode item = unplaced.addObject().put("request", pod.name());
      pod.reasons().forEach(reason -> item.withArray("/reasons").add(reason.text()));
    }
    ArrayNode cards = node.putArray("cards");
    packing.cards().all().forEach(card -> cards.add(node(card)));
    return node;
  }

  static ObjectNode node(Card card) {
    ObjectNode node =
        NODES
            .objectNode()
            .put("node", card.node())
            .put("card", card.number())
            .put("gpu", card.gpu())
            .put("memoryFree", card.memoryFree().toString())
            .put("coreFree", card.computeFree())
            .put("shares", card.shares().size());
    card.overcommitment().ifPresent(percent -> node.put("overcommitment", percent));
    return node;
  }
}
