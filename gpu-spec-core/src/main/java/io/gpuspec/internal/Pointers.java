package io.gpuspec.internal;

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

  /** Returns the pointer to the parent; the document's own pointer is empty and has none. */
  static String parent(String pointer) {
    return pointer.substring(0, pointer.lastIndexOf('/'));
  }
}
