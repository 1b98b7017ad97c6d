package io.gpuspec.internal;

import java.util.Arrays;
import java.util.List;

/** JSON pointers (RFC 6901) as strings. */
public final class Pointers {
  private Pointers() {}

  /** The pointer to a field. */
  public static String field(String parent, String name) {
    return parent + "/" + name.replace("~", "~0").replace("/", "~1");
  }

  /** The pointer to an item, from 0. */
  public static String item(String parent, int index) {
    return parent + "/" + index;
  }

  /** Returns the names and numbers on the way from the document. */
  public static List<String> steps(String pointer) {
    return Arrays.stream(pointer.split("/", -1))
        .skip(1)
        .map(step -> step.replace("~1", "/").replace("~0", "~"))
        .toList();
  }
}
