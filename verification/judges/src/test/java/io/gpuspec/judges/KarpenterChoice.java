package io.gpuspec.judges;

import com.fasterxml.jackson.databind.JsonNode;
import io.gpuspec.GpuSpec;
import io.gpuspec.Price;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;

/**
 * What Karpenter launches for a pod.
 *
 * @param types those of the lowest price, of which EC2 takes one
 * @param price in USD an hour; none where Karpenter knows none
 */
record KarpenterChoice(List<String> types, Optional<BigDecimal> price, String capacityType) {
  static KarpenterChoice of(JsonNode choice) {
    return new KarpenterChoice(
        KarpenterFilter.texts(choice.get("types")),
        Optional.ofNullable(choice.get("price")).map(JsonNode::asText).map(BigDecimal::new),
        choice.get("capacityType").asText());
  }

  /** Whether this row is one of the types, and has their price. */
  boolean is(GpuSpec row) {
    Optional<BigDecimal> ours = row.price().map(Price::amount);
    return types.contains(row.name())
        && ours.isPresent() == price.isPresent()
        && (ours.isEmpty() || ours.get().compareTo(price.get()) == 0);
  }
}
