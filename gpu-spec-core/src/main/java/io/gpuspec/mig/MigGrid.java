package io.gpuspec.mig;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * The placements of a GPU, and which of them are possible together: no slice is used twice, and no
 * more engines than the card has.
 *
 * <p>Placements are numbered by start, then in the vendor's order of profiles. A layout is the set
 * of the numbers of its instances, as the bits of a long.
 */
final class MigGrid {
  static final int MOST = Long.SIZE;

  // A profile's count in four bits: no card holds more than 15 of one.
  private static final int COUNT_BITS = 4;

  private final ImmutableList<MigPlacement> placements;
  private final int[] profiles;
  private final int[] slices;
  private final long[] engines;
  private final long budget;

  private record Numbered(int profile, MigPlacement placement) {}

  MigGrid(List<MigProfile> all, MigEngines budget) {
    List<Numbered> sorted = new ArrayList<>();
    for (int profile = 0; profile < all.size(); profile++) {
      for (MigPlacement placement : all.get(profile).placements()) {
        sorted.add(new Numbered(profile, placement));
      }
    }
    sorted.sort(Comparator.comparingInt(each -> each.placement().start()));
    this.budget = budget.packed();
    this.placements =
        sorted.stream().map(Numbered::placement).collect(ImmutableList.toImmutableList());
    this.profiles = sorted.stream().mapToInt(Numbered::profile).toArray();
    this.slices = placements.stream().mapToInt(MigGrid::mask).toArray();
    this.engines =
        sorted.stream().mapToLong(each -> all.get(each.profile()).engines().packed()).toArray();
  }

  private static int mask(MigPlacement placement) {
    return (1 << placement.size()) - 1 << placement.start();
  }

  int size() {
    return placements.size();
  }

  MigPlacement placement(int number) {
    return placements.get(number);
  }

  int slicesOf(int number) {
    return slices[number];
  }

  long enginesOf(int number) {
    return engines[number];
  }

  long budget() {
    return budget;
  }

  /** The slices that a layout takes. */
  int slices(long layout) {
    int taken = 0;
    for (long rest = layout; rest != 0; rest &= rest - 1) {
      taken |= slices[Long.numberOfTrailingZeros(rest)];
    }
    return taken;
  }

  /** The engines that a layout leaves. */
  long enginesLeft(long layout) {
    long left = budget;
    for (long rest = layout; rest != 0; rest &= rest - 1) {
      left -= engines[Long.numberOfTrailingZeros(rest)];
    }
    return left;
  }

  /** The placements that could be taken next, each by itself. */
  long open(long layout) {
    int taken = slices(layout);
    long left = enginesLeft(layout);
    long open = 0;
    for (int number = 0; number < slices.length; number++) {
      if (isFree(number, taken, left)) {
        open |= 1L << number;
      }
    }
    return open;
  }

  /** Returns whether a placement can be taken where so much is taken and left. */
  boolean isFree(int number, int taken, long left) {
    return (slices[number] & taken) == 0 && MigEngines.isEnough(left, engines[number]);
  }

  /** The placements of a layout that share a slice with one. */
  long overlapping(int number, long layout) {
    long overlapping = 0;
    for (long rest = layout; rest != 0; rest &= rest - 1) {
      int other = Long.numberOfTrailingZeros(rest);
      if ((slices[other] & slices[number]) != 0) {
        overlapping |= 1L << other;
      }
    }
    return overlapping;
  }

  /**
   * Returns what each of some instances becomes among new ones, by their numbers: the first of its
   * profile that no other becomes. A start without one is not included.
   */
  SortedMap<Integer, Integer> homes(long moved, long created) {
    SortedMap<Integer, Integer> homes = new TreeMap<>();
    long free = created;
    for (long rest = moved; rest != 0; rest &= rest - 1) {
      int number = Long.numberOfTrailingZeros(rest);
      long own = free & placementsOf(List.of(profiles[number]));
      if (own != 0) {
        homes.put(number, Long.numberOfTrailingZeros(own));
        free &= ~Long.lowestOneBit(own);
      }
    }
    return homes;
  }

  /** The placements of the profiles with these indices. */
  long placementsOf(Iterable<Integer> indices) {
    long found = 0;
    for (int index : indices) {
      for (int number = 0; number < profiles.length; number++) {
        if (profiles[number] == index) {
          found |= 1L << number;
        }
      }
    }
    return found;
  }

  /** Returns how many of each profile a layout has, in one number. */
  long counts(long layout) {
    long counts = 0;
    for (long rest = layout; rest != 0; rest &= rest - 1) {
      counts += one(profiles[Long.numberOfTrailingZeros(rest)]);
    }
    return counts;
  }

  static long one(int profile) {
    return 1L << COUNT_BITS * profile;
  }

  static int count(long counts, int profile) {
    return (int) (counts >>> COUNT_BITS * profile) & (1 << COUNT_BITS) - 1;
  }

  /** Returns whether there are of no profile more than in another combination. */
  static boolean isWithin(long counts, long other) {
    return IntStream.range(0, Long.SIZE / COUNT_BITS)
        .allMatch(profile -> count(counts, profile) <= count(other, profile));
  }
}
