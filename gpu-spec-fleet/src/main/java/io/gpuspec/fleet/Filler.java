package io.gpuspec.fleet;

import com.google.common.math.LongMath;
import java.util.Arrays;

/**
 * Fills one node of a type with the pods that are worth most: a knapsack of several resources with
 * bounded counts.
 *
 * <p>Multipliers price all resources but the devices; with them the rest is a dynamic programme
 * over the number of devices, whose value no filling exceeds. Depth-first branch and bound then
 * finds the best filling, pruned by the same programme over the items that are left.
 */
final class Filler {
  private static final int RELAXATIONS = 12;
  private static final int FIRST_RELAXATIONS = 40;
  private static final double SLIGHT = 1e-9;

  private static final int INDEX_BITS = 0xFFFF;
  private static final int NONE = 0;

  /** After so many steps, a dearer table pays. */
  private static final int SIMPLE = 1500;

  private static final int MOST_LEVELS = 1000;
  private static final int MOST_CELLS = 2_000_000;

  private final Problem problem;
  private final Problem.Type node;
  private final int resources;
  private final int devices;
  private final int[] alone;

  /** The multipliers, of amounts as parts of the node's; kept from one call to the next. */
  private double[] price;

  private boolean isFirst = true;

  // The items: classes that this call can use.
  private int items;
  private final int[] cls;
  private final int[] size;
  private final int[] most;
  private final double[] value;
  private final double[][] part;
  private final double[] reduced;

  // The dynamic programme: for each size, the best copies.
  private final int[] sizes;
  private final int[] groupOf;
  private final double[][] topValue;
  private final int[][] topItem;
  private final int[] topCount;
  private final double[][] table;
  private final int[][] taken;

  // The search.
  private final int[] order;
  private final long[] keys;
  private double[] suffix;
  private final long[] room;
  private final int[] counts;
  private final int[] best;
  private double bestValue;
  private boolean isFound;
  private int steps;

  /** The resource that the table counts too, its unit there and how many of them there are. */
  private int exact = NONE;

  private long levelSize;
  private int levels;

  /** What the fillings that were not looked at are worth at most. */
  private double open;

  private long work;

  Filler(Problem problem, int type) {
    this.problem = problem;
    this.node = problem.types[type];
    this.resources = problem.resources();
    this.devices = (int) node.capacity()[Problem.DEVICES];
    int all = problem.classes();
    this.alone = new int[all];
    for (int c = 0; c < all; c++) {
      alone[c] = problem.most(type, c);
    }
    this.price = new double[resources];
    this.cls = new int[all];
    this.size = new int[all];
    this.most = new int[all];
    this.value = new double[all];
    this.part = new double[all][resources];
    this.reduced = new double[all];
    this.sizes = Arrays.stream(node.devices()).filter(d -> d > 0).distinct().sorted().toArray();
    this.groupOf = new int[devices + 1];
    this.topValue = new double[sizes.length][];
    this.topItem = new int[sizes.length][];
    this.topCount = new int[sizes.length];
    this.table = new double[sizes.length + 1][devices + 1];
    this.taken = new int[sizes.length][devices + 1];
    for (int s = 0; s < sizes.length; s++) {
      if (sizes[s] <= devices) {
        groupOf[sizes[s]] = s;
      }
      topValue[s] = new double[devices / sizes[s]];
      topItem[s] = new int[devices / sizes[s]];
    }
    this.order = new int[all];
    this.keys = new long[all];
    this.suffix = new double[devices + 1];
    this.room = new long[resources];
    this.counts = new int[all];
    this.best = new int[all];
  }

  /**
   * Looks for the filling of most value above a threshold, and returns a value that none exceeds,
   * at least the threshold.
   *
   * @param left how many pods of each class there are
   * @param atLeast fillings that are not worth more are of no use
   * @param precision by what part a filling that is not found may be better
   * @param budget how many steps the search may take
   */
  double fill(double[] values, int[] left, double atLeast, double precision, int budget) {
    load(values, left);
    bestValue = atLeast;
    isFound = false;
    work += items + 1;
    if (items == 0) {
      return atLeast;
    }
    double limit = relax();
    double tolerance = Math.max(SLIGHT, precision) * limit;
    if (limit <= bestValue + tolerance) {
      return Math.max(limit, bestValue);
    }
    int simple = Math.min(budget, SIMPLE);
    double proven = search(devices, simple, tolerance);
    if (proven > bestValue + tolerance && budget > simple) {
      exact = binding();
      prepareExact();
      proven = Math.min(proven, search(devices * (levels + 1) + levels, budget, tolerance));
      exact = NONE;
    }
    return Math.min(limit, proven);
  }

  /** Searches by the table over devices, or over devices and one other resource. */
  private double search(int full, int budget, double tolerance) {
    sort();
    tabulate(full + 1);
    steps = budget;
    open = 0;
    double slack = 0;
    for (int r = 1; r < resources; r++) {
      slack += r == exact ? 0 : price[r];
    }
    Arrays.fill(counts, 0, items, 0);
    System.arraycopy(node.capacity(), 0, room, 0, resources);
    search(0, devices, 0, slack, tolerance);
    work += budget - steps;
    return Math.max(bestValue + tolerance, open);
  }

  /** The resource besides devices that is dearest. */
  private int binding() {
    int most = NONE;
    for (int r = 1; r < resources; r++) {
      if (node.capacity()[r] > 0 && (most == NONE || price[r] > price[most])) {
        most = r;
      }
    }
    return most;
  }

  /** Drops items that others replace, and counts the exact resource in levels. */
  private void prepareExact() {
    dropDominated();
    long has = node.capacity()[exact];
    long most = Math.max(1, Math.min(MOST_LEVELS, MOST_CELLS / ((devices + 1L) * (items + 1))));
    long common = 0;
    for (int i = 0; i < items; i++) {
      common = LongMath.gcd(problem.need[cls[i]][exact], common);
    }
    // Amounts are rounded down to levels, unless they are all multiples of one.
    long unit = common > 0 && has / common <= most ? common : has / most + 1;
    levelSize = unit;
    levels = (int) (has / unit);
    for (int i = 0; i < items; i++) {
      reduced[i] = value[i];
      for (int r = 1; r < resources; r++) {
        reduced[i] -= r == exact ? 0 : price[r] * part[i][r];
      }
    }
  }

  /** Returns whether the last call found a filling above its threshold. */
  boolean isFound() {
    return isFound;
  }

  /** The value of the filling found. */
  double bestValue() {
    return bestValue;
  }

  /** The filling found. */
  Pattern pattern(int type) {
    return Pattern.of(type, best);
  }

  /** Returns the steps taken so far. */
  long work() {
    return work;
  }

  /**
   * An item is of no use if there are enough others of its size that need and lack nothing more.
   */
  private void dropDominated() {
    boolean[] isDropped = new boolean[items];
    for (int i = 0; i < items; i++) {
      int enough = devices / size[i];
      for (int o = 0; o < items && enough > 0; o++) {
        if (o != i && !isDropped[o] && dominates(o, i)) {
          enough -= most[o];
        }
      }
      isDropped[i] = enough <= 0;
    }
    int kept = 0;
    for (int i = 0; i < items; i++) {
      if (!isDropped[i]) {
        move(i, kept++);
      }
    }
    items = kept;
  }

  private boolean dominates(int one, int other) {
    if (size[one] > size[other] || value[one] < value[other]) {
      return false;
    }
    for (int r = 1; r < resources; r++) {
      if (problem.need[cls[one]][r] > problem.need[cls[other]][r]) {
        return false;
      }
    }
    return true;
  }

  private void move(int from, int to) {
    if (from != to) {
      cls[to] = cls[from];
      size[to] = size[from];
      most[to] = most[from];
      value[to] = value[from];
      System.arraycopy(part[from], 0, part[to], 0, resources);
    }
  }

  private void load(double[] values, int[] left) {
    items = 0;
    for (int c = 0; c < alone.length; c++) {
      if (alone[c] > 0 && left[c] > 0 && values[c] > 0) {
        cls[items] = c;
        size[items] = node.devices()[c];
        most[items] = Math.min(alone[c], left[c]);
        value[items] = values[c];
        for (int r = 1; r < resources; r++) {
          long has = node.capacity()[r];
          part[items][r] = has == 0 ? 0 : (double) problem.need[c][r] / has;
        }
        items++;
      }
    }
  }

  /** Returns the least upper bound by multipliers, which are kept; stops below the threshold. */
  private double relax() {
    double least = Double.MAX_VALUE;
    double[] kept = price.clone();
    double[] now = price.clone();
    double pace = 1;
    int rounds = isFirst ? FIRST_RELAXATIONS : RELAXATIONS;
    isFirst = false;
    double[] over = new double[resources];
    for (int round = 0; round < rounds; round++) {
      double bound = programme(now);
      if (bound < least) {
        least = bound;
        System.arraycopy(now, 0, kept, 0, resources);
      } else {
        pace /= 2;
      }
      if (least <= bestValue) {
        break;
      }
      improve(over);
      double length = 0;
      for (int r = 1; r < resources; r++) {
        if (over[r] < 0 && now[r] == 0) {
          over[r] = 0;
        }
        length += over[r] * over[r];
      }
      double gap = bound - Math.max(0, bestValue);
      if (length == 0 || gap <= SLIGHT * bound) {
        break;
      }
      double step = pace * gap / length;
      for (int r = 1; r < resources; r++) {
        now[r] = Math.max(0, now[r] + step * over[r]);
      }
    }
    price = kept;
    for (int i = 0; i < items; i++) {
      reduced[i] = reduced(i, price);
    }
    work += (long) rounds * items / 8;
    return least;
  }

  /**
   * Reads the programme's filling, and keeps it if it is a better one.
   *
   * @param over is filled with what it has more of each resource than the node, as a part of that
   */
  private void improve(double[] over) {
    Arrays.fill(counts, 0, items, 0);
    int left = devices;
    for (int s = sizes.length - 1; s >= 0; s--) {
      int copies = taken[s][left];
      for (int i = 0; i < copies; i++) {
        counts[topItem[s][i]]++;
      }
      left -= copies * sizes[s];
    }
    Arrays.fill(over, -1);
    double sum = 0;
    for (int i = 0; i < items; i++) {
      if (counts[i] > 0) {
        sum += counts[i] * value[i];
        for (int r = 1; r < resources; r++) {
          over[r] += counts[i] * part[i][r];
        }
      }
    }
    if (sum > bestValue && fits()) {
      keep(sum);
    }
  }

  private boolean fits() {
    for (int r = 1; r < resources; r++) {
      long left = node.capacity()[r];
      for (int i = 0; i < items; i++) {
        left -= counts[i] * problem.need[cls[i]][r];
      }
      if (left < 0) {
        return false;
      }
    }
    return true;
  }

  private double reduced(int item, double[] prices) {
    double worth = value[item];
    for (int r = 1; r < resources; r++) {
      worth -= prices[r] * part[item][r];
    }
    return worth;
  }

  /** The dynamic programme under these multipliers: its value, which no filling exceeds. */
  private double programme(double[] prices) {
    Arrays.fill(topCount, 0);
    for (int i = 0; i < items; i++) {
      double worth = reduced(i, prices);
      if (worth > 0) {
        insert(groupOf[size[i]], i, worth);
      }
    }
    double[] before = table[0];
    Arrays.fill(before, 0);
    for (int s = 0; s < sizes.length; s++) {
      double[] after = table[s + 1];
      for (int k = 0; k <= devices; k++) {
        double most = before[k];
        int copies = 0;
        double sum = 0;
        for (int m = 1; m <= topCount[s] && m * sizes[s] <= k; m++) {
          sum += topValue[s][m - 1];
          if (before[k - m * sizes[s]] + sum > most) {
            most = before[k - m * sizes[s]] + sum;
            copies = m;
          }
        }
        after[k] = most;
        taken[s][k] = copies;
      }
      before = after;
    }
    double bound = before[devices];
    for (int r = 1; r < resources; r++) {
      bound += prices[r];
    }
    return bound;
  }

  /** Puts the copies of an item among the best of their size. */
  private void insert(int group, int item, double worth) {
    double[] values = topValue[group];
    int[] which = topItem[group];
    int count = topCount[group];
    if (count == values.length && values[count - 1] >= worth) {
      return;
    }
    int place = count;
    while (place > 0 && values[place - 1] < worth) {
      place--;
    }
    int copies = Math.min(most[item], values.length - place);
    int moved = Math.min(count, values.length - copies) - place;
    System.arraycopy(values, place, values, place + copies, moved);
    System.arraycopy(which, place, which, place + copies, moved);
    Arrays.fill(values, place, place + copies, worth);
    Arrays.fill(which, place, place + copies, item);
    topCount[group] = place + copies + moved;
  }

  /** Orders the items by their reduced value for each device, the best first. */
  private void sort() {
    for (int i = 0; i < items; i++) {
      double key = Math.max(0, reduced[i] / size[i]);
      keys[i] = (Double.doubleToLongBits(key) & ~INDEX_BITS) | i;
    }
    Arrays.sort(keys, 0, items);
    for (int i = 0; i < items; i++) {
      order[i] = (int) (keys[items - 1 - i] & INDEX_BITS);
    }
  }

  /** The most that the items from each place on can add, by the devices and levels left. */
  private void tabulate(int width) {
    if (suffix.length < (items + 1) * width) {
      suffix = new double[(items + 1) * width];
    }
    Arrays.fill(suffix, items * width, (items + 1) * width, 0);
    int rows = exact == NONE ? 1 : levels + 1;
    for (int p = items - 1; p >= 0; p--) {
      int item = order[p];
      int row = p * width;
      System.arraycopy(suffix, row + width, suffix, row, width);
      if (reduced[item] > 0) {
        int each = exact == NONE ? 0 : (int) (problem.need[cls[item]][exact] / levelSize);
        for (int k = size[item]; k <= devices; k++) {
          for (int u = each; u < rows; u++) {
            add(item, row, width, rows, k, u, each);
          }
        }
      }
    }
  }

  private void add(int item, int row, int width, int rows, int k, int u, int each) {
    double sum = 0;
    int from = row + width + k * rows + u;
    int step = size[item] * rows + each;
    double best = suffix[row + k * rows + u];
    int copies = Math.min(most[item], k / size[item]);
    for (int m = 1; m <= copies && m * each <= u; m++) {
      sum += reduced[item];
      from -= step;
      best = Math.max(best, suffix[from] + sum);
    }
    suffix[row + k * rows + u] = best;
  }

  /** Where the table has what can be added now. */
  private int cell(int left) {
    return exact == NONE ? left : left * (levels + 1) + (int) (room[exact] / levelSize);
  }

  private void search(int from, int left, double sum, double slack, double tolerance) {
    if (sum > bestValue) {
      keep(sum);
    }
    int cell = cell(left);
    int width = exact == NONE ? devices + 1 : (devices + 1) * (levels + 1);
    for (int p = from; p < items; p++) {
      double limit = sum + slack + suffix[p * width + cell];
      if (limit <= bestValue + tolerance) {
        return;
      }
      if (--steps < 0) {
        open = Math.max(open, limit);
        return;
      }
      int item = order[p];
      if (size[item] > left || counts[item] >= most[item] || !take(item)) {
        continue;
      }
      double used = value[item] - reduced[item];
      search(p, left - size[item], sum + value[item], slack - used, tolerance);
      release(item);
    }
  }

  private void keep(double sum) {
    bestValue = sum;
    isFound = true;
    Arrays.fill(best, 0);
    for (int i = 0; i < items; i++) {
      best[cls[i]] = counts[i];
    }
  }

  private boolean take(int item) {
    long[] need = problem.need[cls[item]];
    for (int r = 1; r < resources; r++) {
      if (room[r] < need[r]) {
        return false;
      }
    }
    for (int r = 1; r < resources; r++) {
      room[r] -= need[r];
    }
    counts[item]++;
    return true;
  }

  private void release(int item) {
    long[] need = problem.need[cls[item]];
    for (int r = 1; r < resources; r++) {
      room[r] += need[r];
    }
    counts[item]--;
  }
}
