package io.gpuspec.scheduling;

import io.gpuspec.internal.Arguments;
import io.gpuspec.value.InvalidValueException;
import java.util.Map;

/** Amounts by resource, as written in a map. */
final class Amounts {
  private Amounts() {}

  /**
   * Checks every amount.
   *
   * @throws InvalidValueException if an amount is not a valid quantity, or negative
   */
  static void check(String what, Map<String, String> stated) {
    Arguments.required(what, stated, "a map of quantities, empty for none")
        .forEach(
            (resource, text) -> {
              Arguments.required("resource", resource, "a resource's name");
              check(what + "[" + resource + "]", resource, text);
            });
  }

  private static void check(String field, String resource, String text) {
    Arguments.required(field, text, "a quantity");
    Amount amount;
    try {
      amount = Amount.parse(resource, text);
    } catch (InvalidValueException e) {
      throw new InvalidValueException(e.id(), field + ": " + e.getMessage(), e);
    }
    if (amount.isNegative()) {
      throw new InvalidValueException(
          "quantity.out-of-range", field + ": '" + text + "' is negative; write 0 or more");
    }
  }
}
