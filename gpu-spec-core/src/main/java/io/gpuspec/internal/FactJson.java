package io.gpuspec.internal;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gpuspec.value.Citation;
import java.math.BigDecimal;

/** Prices and citations in JSON, as catalogs, overlays and answers contain them. */
public final class FactJson {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private FactJson() {}

  /** Returns a price without its citation. */
  public static ObjectNode price(
      BigDecimal amount, String currency, String per, String region, Object capacityType) {
    return NODES
        .objectNode()
        .put("amount", amount.toPlainString())
        .put("currency", currency)
        .put("per", per)
        .put("region", region)
        .put("capacityType", capacityType.toString());
  }

  /** Returns a citation. */
  public static ObjectNode node(Citation citation) {
    ObjectNode node =
        NODES
            .objectNode()
            .put("title", citation.title())
            .put("date", citation.date())
            .put("status", citation.status().toString());
    citation.url().ifPresent(url -> node.put("url", url));
    return node;
  }
}
