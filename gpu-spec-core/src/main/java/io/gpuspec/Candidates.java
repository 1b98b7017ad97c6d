package io.gpuspec;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * The rows that one name stands for in a catalog, or all rows, and what a row must have to match.
 *
 * @param types the rows' GPUs, and those named that have no row
 * @param rows in the order of their smallest shapes
 * @param bounds what these rows have at most
 */
record Candidates(
    Criteria criteria, ImmutableSet<GpuType> types, ImmutableList<GpuSpec> rows, RowBounds bounds) {

  /** The candidates of a name that the catalog does not have. */
  static final Candidates NONE =
      new Candidates(Criteria.GPU, ImmutableSet.of(), ImmutableList.of());

  Candidates(Criteria criteria, ImmutableSet<GpuType> types, ImmutableList<GpuSpec> rows) {
    this(criteria, types, rows, RowBounds.of(rows));
  }

  /** The row of a name that is its own. */
  static Candidates of(GpuSpec row) {
    return new Candidates(Criteria.ROW, ImmutableSet.of(row.type()), ImmutableList.of(row));
  }

  /** The first shape by an order that serves a request, or null. */
  @Nullable Shape best(GpuRequest request, Comparator<Shape> order) {
    // A stated shape can be smaller than all that a row gives by itself.
    boolean isInOrder = order == Shape.SMALLEST && !request.isExplicit();
    Shape best = null;
    // By index: an iterator would be the second object that a match makes.
    int count = rows.size();
    for (int i = bounds.next(0, count, request);
        i < count;
        i = bounds.next(i + 1, count, request)) {
      GpuSpec row = rows.get(i);
      if (best != null && isInOrder && order.compare(row.smallest(), best) > 0) {
        break;
      }
      Shape shape = criteria.serve(request, row);
      if (shape != null && (best == null || order.compare(shape, best) < 0)) {
        best = shape;
      }
    }
    return best;
  }
}
