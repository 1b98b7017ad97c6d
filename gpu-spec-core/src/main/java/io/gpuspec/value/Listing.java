package io.gpuspec.value;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.RandomAccess;
import java.util.Spliterator;
import java.util.stream.Collector;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * An unmodifiable list that prints one element per line, so that it is readable in JShell.
 *
 * <pre>{@code
 * Listing.copyOf(List.of("T4", "V100"));    // T4
 *                                       // V100
 * Listing.copyOf(List.of());                // (none)
 * }</pre>
 *
 * @param <T> what it lists
 */
public final class Listing<T> extends AbstractList<T> implements RandomAccess {
  // JShell echoes the first 1000 characters of an expression's value; 900 in all leave it room, and
  // the line that counts the rest takes up to 30 of them.
  private static final int PRINTED = 870;

  private final List<T> elements;

  private Listing(List<T> elements) {
    this.elements = elements;
  }

  /** A listing of the given elements, in their order. */
  public static <T> Listing<T> copyOf(Collection<? extends T> elements) {
    return new Listing<>(copied("elements", elements, "a collection"));
  }

  /**
   * Returns an unmodifiable copy; refuses null as a whole and among the elements. The packages that
   * use this one have {@code Arguments.copied}, on which it cannot depend.
   */
  static <T> List<T> copied(
      String what, @Nullable Collection<? extends @Nullable T> values, String allowed) {
    List<T> copy = new ArrayList<>();
    for (T value : InvalidValueException.requireNonNull(what, values, allowed)) {
      copy.add(
          value == null
              ? InvalidValueException.requireNonNull(
                  what + "[" + copy.size() + "]", value, "anything else")
              : value);
    }
    return List.copyOf(copy);
  }

  /** Returns a collector into a listing. */
  public static <T> Collector<T, ?, Listing<T>> collector() {
    return Collectors.collectingAndThen(Collectors.toUnmodifiableList(), Listing::new);
  }

  @Override
  public T get(int index) {
    return elements.get(index);
  }

  @Override
  public int size() {
    return elements.size();
  }

  @Override
  public Iterator<T> iterator() {
    return elements.iterator();
  }

  @Override
  public Spliterator<T> spliterator() {
    return elements.spliterator();
  }

  /** Returns every element on its own line, without a limit. */
  public Text all() {
    return Text.of(elements.stream().map(String::valueOf).collect(Collectors.joining("\n")));
  }

  /** The elements one a line, cut where JShell would cut, with a count of the rest. */
  @Override
  public String toString() {
    if (elements.isEmpty()) {
      return "(none)";
    }
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < elements.size(); i++) {
      String line = String.valueOf(elements.get(i));
      if (i > 0 && out.length() + 1 + line.length() > PRINTED) {
        return out.append("\n... and ")
            .append(elements.size() - i)
            .append(" more: all()")
            .toString();
      }
      out.append(i == 0 ? "" : "\n").append(line);
    }
    return out.toString();
  }
}
