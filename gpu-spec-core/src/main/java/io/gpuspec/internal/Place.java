package io.gpuspec.internal;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * A place in a document: a step, from the place around it. It takes the same memory however long
 * the names above it are; its text is only made when somebody reads it.
 *
 * @param around the place that it is in; empty for the document itself
 * @param step the name of a field or the number of an item
 */
public record Place(Optional<Place> around, String step) {
  /** The document itself. */
  public static final Place ROOT = new Place(Optional.empty(), "");

  /** A name in a message is recognized by its beginning. */
  private static final int LONGEST_STEP = 100;

  /** The place of a field. */
  public Place field(String name) {
    return new Place(Optional.of(this), name);
  }

  /** The place of an item, from 0. */
  public Place item(int index) {
    return new Place(Optional.of(this), Integer.toString(index));
  }

  /** Returns the names and numbers on the way from the document. */
  public List<String> steps() {
    List<String> steps = new ArrayList<>();
    for (Place here = this; here.around.isPresent(); here = here.around.get()) {
      steps.add(here.step);
    }
    Collections.reverse(steps);
    return Collections.unmodifiableList(steps);
  }

  /** Returns the JSON pointer (RFC 6901), in which very long names are shortened. */
  @Override
  public String toString() {
    StringBuilder pointer = new StringBuilder();
    for (String name : steps()) {
      String shown = name.length() > LONGEST_STEP ? name.substring(0, LONGEST_STEP) + "..." : name;
      pointer.append('/').append(shown.replace("~", "~0").replace("/", "~1"));
    }
    return pointer.toString();
  }
}
