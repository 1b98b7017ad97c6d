package io.gpuspec.mig;

import io.gpuspec.internal.Arguments;
import io.gpuspec.value.InvalidValueException;
import java.util.Collection;
import java.util.List;

/** The layouts of a node's cards. */
final class CardLayouts {
  private CardLayouts() {}

  static List<MigLayout> ofOneProduct(Collection<MigLayout> cards) {
    List<MigLayout> layouts = Arguments.copied("cards", cards, "a layout for each card");
    List<String> products = layouts.stream().map(each -> each.gpu().name()).distinct().toList();
    if (products.size() != 1) {
      throw new InvalidValueException(
          "mig.conflict",
          "cards: %s; give the layouts of one or more cards of one product"
              .formatted(
                  products.isEmpty()
                      ? "there are none"
                      : "'" + String.join("' and '", products) + "' are not one product"));
    }
    return layouts;
  }
}
