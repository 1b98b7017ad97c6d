package io.gpuspec.spi;

import io.gpuspec.InvalidValueException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What every public method of this package does with the values it is handed. */
final class Arguments {

  private Arguments() {}

  /** Returns the value, or refuses null with an error of this library. */
  static <T> T required(String what, @Nullable T value, String allowed) {
    if (value == null) {
      throw new InvalidValueException(
          what + ": 'null' is not a value; allowed: " + allowed + "; pass one");
    }
    return value;
  }

  /** Returns an unmodifiable copy, or refuses null as a whole and among the elements. */
  static <T> List<T> copied(
      String what, @Nullable Collection<? extends @Nullable T> values, String allowed) {
    List<T> copy = new ArrayList<>();
    for (T value : required(what, values, allowed)) {
      copy.add(required(what, value, allowed));
    }
    return List.copyOf(copy);
  }
}
