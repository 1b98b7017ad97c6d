package io.gpuspec.mig;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import com.google.common.collect.ImmutableList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.LongStream;
import java.util.stream.StreamSupport;

/** The legal layouts of some placements of a GPU; cached, because every question needs them. */
final class LayoutTable {
  private static final int KEPT = 256;

  /** The key of a table; a grid equals only itself. */
  private record Key(MigGrid grid, long among) {}

  private static final LoadingCache<Key, LayoutTable> TABLES =
      Caffeine.newBuilder().maximumSize(KEPT).executor(Runnable::run).build(LayoutTable::new);

  private final long[] all;
  private final long[] maximal;
  private final Map<Long, long[]> byCounts;
  private final ImmutableList<Long> greatest;

  private LayoutTable(Key key) {
    MigGrid grid = key.grid();
    this.all = walk(grid, key.among()).toArray();
    this.maximal =
        LongStream.of(all).filter(layout -> (grid.open(layout) & key.among()) == 0).toArray();
    Map<Long, LongStream.Builder> found = new HashMap<>();
    for (long layout : all) {
      found.computeIfAbsent(grid.counts(layout), counts -> LongStream.builder()).add(layout);
    }
    this.byCounts = new HashMap<>();
    found.forEach((counts, layouts) -> byCounts.put(counts, layouts.build().toArray()));
    long[] candidates = LongStream.of(maximal).map(grid::counts).distinct().toArray();
    this.greatest =
        LongStream.of(candidates)
            .filter(
                each ->
                    LongStream.of(candidates)
                        .noneMatch(other -> other != each && MigGrid.isWithin(each, other)))
            .boxed()
            .collect(ImmutableList.toImmutableList());
  }

  /** Returns the layouts of a whole GPU. */
  static LayoutTable of(MigGrid grid) {
    return of(grid, -1L);
  }

  /** Returns the layouts of some of its placements. */
  static LayoutTable of(MigGrid grid, long among) {
    return TABLES.get(new Key(grid, among));
  }

  /** The same as {@link #all} without a table. */
  static LongStream walk(MigGrid grid, long among) {
    LayoutWalk walk = new LayoutWalk(grid, among);
    Iterable<Long> layouts = () -> walk;
    return StreamSupport.stream(layouts.spliterator(), false).mapToLong(Long::longValue);
  }

  LongStream all() {
    return Arrays.stream(all);
  }

  LongStream maximal() {
    return Arrays.stream(maximal);
  }

  int count() {
    return all.length;
  }

  int countMaximal() {
    return maximal.length;
  }

  /** The layouts with exactly so many of each profile, in order; none where they do not fit. */
  LongStream having(long counts) {
    return Arrays.stream(byCounts.getOrDefault(counts, new long[0]));
  }

  /** The combinations of counts that fit and are within no other that does. */
  ImmutableList<Long> greatest() {
    return greatest;
  }
}
