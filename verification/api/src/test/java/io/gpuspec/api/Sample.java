package io.gpuspec.api;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** One of each kind of member, to be written down. */
@SuppressWarnings("unused")
public abstract class Sample<T extends Comparable<? super T>> extends Hidden implements Runnable {
  public static final Map<String, List<String[]>> NONE = null;
  protected int changing;
  int notSeen;

  protected Sample(String name) {}

  private Sample() {}

  public abstract <R> R apply(Function<? super T, ? extends R> function, int[]... more)
      throws IOException;

  @Deprecated
  public final Sample<?> old() {
    return this;
  }

  void notSeenEither() {}

  @Override
  public String toString() {
    return "";
  }

  /** A tuple. */
  public record Pair<A>(A left, Colour right) {}

  /** Two of a kind. */
  public enum Colour {
    RED,
    GREEN
  }

  /** What others implement. */
  public sealed interface Shape permits Square {
    double area();

    default boolean isEmpty() {
      return false;
    }

    static Shape unit() {
      return new Square();
    }
  }

  /** One that does. */
  public static final class Square implements Shape {
    @Override
    public double area() {
      return 1;
    }
  }
}

abstract class Hidden {
  public void fromAParentThatNobodyCanName() {}

  @Deprecated
  protected void forSubclasses() {}
}
