package io.gpuspec.internal;

import io.gpuspec.value.InvalidValueException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Checks of the arguments of public methods. */
public final class Arguments {

  private Arguments() {}

  /**
   * Returns the value, or refuses null with an error of this library.
   *
   * @param what the name of the value, such as {@code memory}
   * @param value the argument
   * @param allowed what may be passed
   */
  public static <T> T required(String what, @Nullable T value, String allowed) {
    return value == null ? InvalidValueException.ifNull(what, value, allowed) : value;
  }

  /** Returns an unmodifiable copy, or refuses null as a whole and among the elements. */
  public static <T> List<T> copied(
      String what, @Nullable Collection<? extends @Nullable T> values, String allowed) {
    List<T> copy = new ArrayList<>();
    for (T value : required(what, values, allowed)) {
      copy.add(required(what, value, allowed));
    }
    return List.copyOf(copy);
  }
}
