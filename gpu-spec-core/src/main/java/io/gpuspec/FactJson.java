package io.gpuspec;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** Prices and citations in JSON, as catalogs, overlays and answers have them. */
final class FactJson {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private FactJson() {}

  /** Returns a price without its citation. */
  static ObjectNode node(Price price) {
    return NODES
        .objectNode()
        .put("amount", price.amount().toPlainString())
        .put("currency", price.currency())
        .put("per", price.per())
        .put("region", price.region())
        .put("capacityType", price.capacityType().toString());
  }

  /** Returns a citation. */
  static ObjectNode node(Citation citation) {
    return NODES
        .objectNode()
        .put("title", citation.title())
        .put("date", citation.date())
        .put("status", citation.status().toString());
  }
}
