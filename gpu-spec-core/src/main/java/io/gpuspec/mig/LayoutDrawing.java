package io.gpuspec.mig;

import com.google.common.collect.ImmutableList;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * The contents of a card from left to right; both the line of text and the SVG are made from it.
 */
record LayoutDrawing(MigLayout layout, ImmutableList<Segment> segments) {

  enum Kind {
    INSTANCE(""),
    /** Free, and an instance can still take it. */
    FREE("."),
    /** Free, but no further instance can use it. */
    WASTED("x"),
    /** The content is unknown. */
    UNKNOWN("?");

    private final String mark;

    Kind(String mark) {
      this.mark = mark;
    }
  }

  /** Several slices: those of an instance together, all others one by one. */
  record Segment(Kind kind, int start, int size, String label) {
    String text() {
      return kind == Kind.INSTANCE ? "[" + label + "]" : kind.mark;
    }

    /** Returns text such as {@code slices 4 to 7: 3g.20gb}. */
    String title() {
      String slices =
          size == 1 ? "slice " + start : "slices " + start + " to " + (start + size - 1);
      return slices + ": " + (kind == Kind.INSTANCE ? label : word());
    }

    String word() {
      return kind.name().toLowerCase(Locale.ROOT);
    }
  }

  static LayoutDrawing of(MigLayout layout) {
    return of(layout, 0);
  }

  /** Returns the drawing of a card for which the content of some slices is unknown. */
  static LayoutDrawing of(MigLayout layout, int unknown) {
    ImmutableList.Builder<Segment> segments = ImmutableList.builder();
    int slice = 0;
    for (MigPlacement instance : layout.instances()) {
      addEmpty(segments, layout, unknown, slice, instance.start());
      segments.add(
          new Segment(
              Kind.INSTANCE,
              instance.start(),
              instance.size(),
              instance.profile() + (layout.instancesInUse().contains(instance) ? "*" : "")));
      slice = instance.end();
    }
    addEmpty(segments, layout, unknown, slice, layout.gpu().memorySlices());
    return new LayoutDrawing(layout, segments.build());
  }

  private static void addEmpty(
      ImmutableList.Builder<Segment> segments, MigLayout layout, int unknown, int from, int to) {
    for (int slice = from; slice < to; slice++) {
      segments.add(new Segment(kind(layout, unknown, slice), slice, 1, ""));
    }
  }

  private static Kind kind(MigLayout layout, int unknown, int slice) {
    if ((unknown >>> slice & 1) == 1) {
      return Kind.UNKNOWN;
    }
    return layout.isWasted(slice) ? Kind.WASTED : Kind.FREE;
  }

  /** Returns text such as {@code [2g.10gb*]..[3g.20gb]}. */
  String text() {
    return segments.stream().map(Segment::text).collect(Collectors.joining());
  }
}
