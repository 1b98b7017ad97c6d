package io.gpuspec.internal;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;

/**
 * The problems of a document, in the order found. A file can have millions, too many to read: after
 * the first hundred, they are only counted.
 */
public final class Problems {
  /** The number of problems that are reported. */
  public static final int MOST = 100;

  private final List<Problem> first = new ArrayList<>();
  private int more;

  /** Adds a problem. */
  public void add(Place place, String message) {
    if (first.size() < MOST) {
      first.add(new Problem(place, message));
    } else {
      more++;
    }
  }

  /** The same with a message that is only made if it is reported. */
  public void add(Place place, Supplier<String> message) {
    if (first.size() < MOST) {
      add(place, message.get());
    } else {
      more++;
    }
  }

  /** Adds each of these problems. */
  public void addAll(Collection<Problem> problems) {
    problems.forEach(problem -> add(problem.place(), problem.message()));
  }

  public boolean isEmpty() {
    return first.isEmpty();
  }

  /** Returns the first problems, and at the document itself how many more there are. */
  public List<Problem> all() {
    List<Problem> all = new ArrayList<>(first);
    if (more > 0) {
      all.add(
          new Problem(
              Place.ROOT,
              "and " + more + " more " + (more == 1 ? "problem" : "problems") + " of this file"));
    }
    return List.copyOf(all);
  }
}
