package io.gpuspec.internal;

import com.google.common.collect.ImmutableSortedMap;
import io.gpuspec.internal.text.Decimals;
import io.gpuspec.value.InvalidValueException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
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
    return value == null ? InvalidValueException.requireNonNull(what, value, allowed) : value;
  }

  /**
   * Refuses null among the arguments of a method or the components of a record.
   *
   * @param names their names, with commas between
   */
  public static void notNull(String names, @Nullable Object... values) {
    for (int i = 0; i < values.length; i++) {
      if (values[i] == null) {
        throw new InvalidValueException(
            "value.missing", "%s: 'null' is not a value; pass one".formatted(names.split(", ")[i]));
      }
    }
  }

  /**
   * Returns a function that refuses to answer null; refuses null itself, too.
   *
   * @param allowed what the function is on, and what it has to return
   */
  public static <A, B> Function<A, B> function(
      String what, @Nullable Function<? super A, ? extends @Nullable B> value, String allowed) {
    Function<? super A, ? extends @Nullable B> function = required(what, value, allowed);
    return argument -> Arguments.<B>required(what, function.apply(argument), allowed);
  }

  /**
   * Returns the amount of a price, or refuses null and one of more digits than can be written out.
   */
  public static BigDecimal price(String what, @Nullable BigDecimal amount) {
    BigDecimal given = required(what, amount, "a decimal number");
    Decimals.problem(given)
        .ifPresent(
            problem -> {
              throw new InvalidValueException("price.out-of-range", problem);
            });
    return given;
  }

  /** Returns an unmodifiable copy, or refuses null as a whole and among the elements. */
  public static <T> List<T> copied(
      String what, @Nullable Collection<? extends @Nullable T> values, String allowed) {
    List<T> copy = new ArrayList<>();
    for (T value : required(what, values, allowed)) {
      copy.add(value == null ? required(what + "[" + copy.size() + "]", value, allowed) : value);
    }
    return List.copyOf(copy);
  }

  /** Returns an unmodifiable set, or refuses null as a whole and among the elements. */
  public static <T> Set<T> set(
      String what, @Nullable Collection<? extends @Nullable T> values, String allowed) {
    return Set.copyOf(Arguments.<T>copied(what, values, allowed));
  }

  /** Returns a copy in the order of its keys, or refuses null as a whole and within. */
  public static <T> ImmutableSortedMap<String, T> sorted(
      String what,
      @Nullable Map<? extends @Nullable String, ? extends @Nullable T> values,
      String allowed) {
    ImmutableSortedMap.Builder<String, T> copy = ImmutableSortedMap.naturalOrder();
    for (Map.Entry<? extends @Nullable String, ? extends @Nullable T> each :
        required(what, values, allowed).entrySet()) {
      copy.put(required(what, each.getKey(), allowed), required(what, each.getValue(), allowed));
    }
    return copy.build();
  }
}
