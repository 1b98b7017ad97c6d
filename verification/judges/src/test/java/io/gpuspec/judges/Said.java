package io.gpuspec.judges;

import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * A value with the Java that makes it, so that a counter-example can be pasted into JShell.
 *
 * <p>It is made when it is asked for: what refuses to be made is then found by the law, and shrunk.
 */
record Said<T>(String java, Supplier<T> value) {

  /** One call on a value, such as {@code .port(80)}. */
  record Step<T>(String java, UnaryOperator<T> change) {
    /** These calls, one after another. */
    static <T> Step<T> all(Iterable<Step<T>> steps) {
      Step<T> all = new Step<>("", UnaryOperator.identity());
      for (Step<T> step : steps) {
        all = all.then(step);
      }
      return all;
    }

    /** This call, then another. */
    Step<T> then(Step<T> next) {
      return new Step<>(java + next.java, before -> next.change.apply(change.apply(before)));
    }
  }

  Said<T> then(Step<T> step) {
    return new Said<>(java + step.java, () -> step.change.apply(value.get()));
  }

  Said<T> then(Iterable<Step<T>> steps) {
    return then(Step.all(steps));
  }

  T get() {
    return value.get();
  }

  /** A text as Java writes it, in ASCII. */
  static String literal(String text) {
    StringBuilder java = new StringBuilder("\"");
    for (char c : text.toCharArray()) {
      switch (c) {
        case '"', '\\' -> java.append('\\').append(c);
        case '\n' -> java.append("\\n");
        case '\r' -> java.append("\\r");
        case '\t' -> java.append("\\t");
        default -> java.append(isPlain(c) ? String.valueOf(c) : escaped(c));
      }
    }
    return java.append('"').toString();
  }

  private static boolean isPlain(char c) {
    return c >= ' ' && c <= '~';
  }

  /** Octal below 128, because Java reads Unicode escapes before it looks for the end of a line. */
  private static String escaped(char c) {
    return c < 128 ? String.format("\\%03o", (int) c) : String.format("\\u%04x", (int) c);
  }

  @Override
  public String toString() {
    return java;
  }
}
