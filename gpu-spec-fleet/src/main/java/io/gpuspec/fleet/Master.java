package io.gpuspec.fleet;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * The master problem over the patterns found so far: how often to use each, in fractions, so that
 * the demand is covered at the least cost. A revised simplex with an explicit inverse, which goes
 * on where it was when patterns are added.
 *
 * <p>Rows: each class is covered, each limited type is used at most so often, each quota holds.
 * What it says about costs is never part of an answer; {@link Bound} works that out again from the
 * values of pods alone.
 */
final class Master {
  private static final double ZERO = 1e-9;
  private static final double STEP = 1e-7;
  private static final double SLACK = 1e-7;
  private static final double INEXACT = 1e-6;
  private static final double REFRESH = 150;
  private static final double SHAKE = 1e-4;
  private static final long SEED = 7;

  /** What leaving a pod out costs, as a multiple of the dearest node. */
  private static final double LEFT_OUT = 1000;

  /** A column: a pattern, or what a row lacks or has too much. */
  private record Column(double cost, int[] rows, double[] amounts) {
    double reducedCost(double[] duals) {
      double sum = cost;
      for (int i = 0; i < rows.length; i++) {
        sum -= duals[rows[i]] * amounts[i];
      }
      return sum;
    }
  }

  private final Problem problem;
  private final int rows;
  private final int[] rowOfType;
  private final int firstQuota;
  private final List<Column> columns = new ArrayList<>();
  private final List<Pattern> patterns = new ArrayList<>();
  private final int firstPattern;
  private final double[] right;

  /** The right sides as they are; what is solved has slightly uneven ones. */
  private final double[] exact;

  private final int[] basis;
  private final double[][] inverse;
  private final double[] level;
  private final double[] duals;
  private final double unit;
  private List<Boolean> inBasis = new ArrayList<>();
  private int sinceRefresh;
  private long work;

  Master(Problem problem) {
    this.problem = problem;
    this.unit = 1.0 / Math.max(1, problem.dearest);
    int classes = problem.classes();
    this.rowOfType = new int[problem.types.length];
    int next = classes;
    for (int t = 0; t < rowOfType.length; t++) {
      rowOfType[t] = problem.types[t].limit() == Problem.UNLIMITED ? -1 : next++;
    }
    this.firstQuota = next;
    this.rows = next + problem.quotas.size();
    this.right = new double[rows];
    this.exact = new double[rows];
    this.basis = new int[rows];
    this.inverse = new double[rows][rows];
    this.level = new double[rows];
    this.duals = new double[rows];
    fillRight();
    for (int r = 0; r < rows; r++) {
      boolean isClass = r < classes;
      // Leaving pods out, or what is left of a limit.
      add(new Column(isClass ? LEFT_OUT : 0, new int[] {r}, new double[] {1}));
      basis[r] = r;
      inBasis.set(r, true);
      inverse[r][r] = 1;
      level[r] = right[r];
      duals[r] = isClass ? LEFT_OUT : 0;
    }
    for (int r = 0; r < classes; r++) {
      add(new Column(0, new int[] {r}, new double[] {-1}));
    }
    this.firstPattern = columns.size();
  }

  /** Slightly uneven, because equal steps go round in circles. */
  private void fillRight() {
    SplittableRandom random = new SplittableRandom(SEED);
    int classes = problem.classes();
    for (int c = 0; c < classes; c++) {
      exact[c] = problem.demand[c];
    }
    for (int t = 0; t < rowOfType.length; t++) {
      if (rowOfType[t] >= 0) {
        exact[rowOfType[t]] = problem.types[t].limit();
      }
    }
    for (int q = 0; q < problem.quotas.size(); q++) {
      exact[firstQuota + q] = problem.quotas.get(q).limit();
    }
    for (int r = 0; r < rows; r++) {
      right[r] = exact[r] * (1 + SHAKE * random.nextDouble());
    }
  }

  private void add(Column column) {
    columns.add(column);
    inBasis.add(false);
  }

  /** Adds a pattern, which is new. */
  void add(Pattern pattern) {
    int type = pattern.type();
    int extra = rowOfType[type] >= 0 ? 1 : 0;
    for (Problem.Quota quota : problem.quotas) {
      extra += quota.weight()[type] > 0 ? 1 : 0;
    }
    int pods = pattern.classes().length;
    int[] at = Arrays.copyOf(pattern.classes(), pods + extra);
    double[] amounts = new double[pods + extra];
    for (int i = 0; i < pods; i++) {
      amounts[i] = pattern.counts()[i];
    }
    int next = pods;
    if (rowOfType[type] >= 0) {
      at[next] = rowOfType[type];
      amounts[next++] = 1;
    }
    for (int q = 0; q < problem.quotas.size(); q++) {
      long weight = problem.quotas.get(q).weight()[type];
      if (weight > 0) {
        at[next] = firstQuota + q;
        amounts[next++] = weight;
      }
    }
    add(new Column(problem.types[type].cost() * unit, at, amounts));
    patterns.add(pattern);
  }

  /** Moves to the optimum over the patterns there are; returns whether the work allowed it. */
  boolean solve(long mostWork) {
    while (work < mostWork) {
      int entering = cheapest();
      if (entering < 0) {
        return true;
      }
      double[] direction = direction(columns.get(entering));
      int leaving = leaving(direction);
      if (leaving < 0) {
        return true;
      }
      pivot(entering, leaving, direction);
      if (++sinceRefresh > REFRESH) {
        refresh();
      }
    }
    return false;
  }

  private int cheapest() {
    int best = -1;
    double least = -ZERO;
    for (int c = 0; c < columns.size(); c++) {
      if (!inBasis.get(c)) {
        double cost = columns.get(c).reducedCost(duals);
        if (cost < least) {
          least = cost;
          best = c;
        }
      }
    }
    work += columns.size();
    return best;
  }

  private double[] direction(Column column) {
    double[] direction = new double[rows];
    for (int r = 0; r < rows; r++) {
      double sum = 0;
      double[] row = inverse[r];
      for (int i = 0; i < column.rows().length; i++) {
        sum += row[column.rows()[i]] * column.amounts()[i];
      }
      direction[r] = sum;
    }
    return direction;
  }

  /**
   * Returns the row that leaves: of those that end first, within a tolerance, the one with the
   * largest step, because small ones make the inverse inexact.
   */
  private int leaving(double[] direction) {
    double least = Double.MAX_VALUE;
    for (int r = 0; r < rows; r++) {
      if (direction[r] > STEP) {
        least = Math.min(least, (Math.max(0, level[r]) + SLACK) / direction[r]);
      }
    }
    int leaving = -1;
    for (int r = 0; r < rows; r++) {
      if (direction[r] > STEP
          && Math.max(0, level[r]) / direction[r] <= least
          && (leaving < 0 || direction[r] > direction[leaving])) {
        leaving = r;
      }
    }
    return leaving;
  }

  private void pivot(int entering, int leaving, double[] direction) {
    double rate = columns.get(entering).reducedCost(duals);
    double[] row = inverse[leaving];
    double by = direction[leaving];
    for (int i = 0; i < rows; i++) {
      row[i] /= by;
    }
    level[leaving] = Math.max(0, level[leaving]) / by;
    for (int r = 0; r < rows; r++) {
      double factor = direction[r];
      if (r != leaving && Math.abs(factor) > 1e-12) {
        double[] other = inverse[r];
        for (int i = 0; i < rows; i++) {
          other[i] -= factor * row[i];
        }
        level[r] -= factor * level[leaving];
      }
    }
    for (int i = 0; i < rows; i++) {
      duals[i] += rate * row[i];
    }
    inBasis.set(basis[leaving], false);
    inBasis.set(entering, true);
    basis[leaving] = entering;
    work += (long) rows * rows / 8;
  }

  /** Works levels and duals out again, and the inverse if it has become inexact. */
  private void refresh() {
    sinceRefresh = 0;
    multiply();
    if (error() > INEXACT) {
      renew();
    }
  }

  /** Works out everything anew from the basis alone. */
  void renew() {
    invert();
    multiply();
  }

  private void multiply() {
    Arrays.fill(duals, 0);
    for (int r = 0; r < rows; r++) {
      double cost = columns.get(basis[r]).cost();
      double sum = 0;
      for (int i = 0; i < rows; i++) {
        sum += inverse[r][i] * right[i];
        duals[i] += cost * inverse[r][i];
      }
      level[r] = sum;
    }
    work += (long) rows * rows / 4;
  }

  /** By how much the levels of the basis miss the right sides. */
  double error() {
    double[] sums = new double[rows];
    for (int r = 0; r < rows; r++) {
      Column column = columns.get(basis[r]);
      for (int i = 0; i < column.rows().length; i++) {
        sums[column.rows()[i]] += column.amounts()[i] * level[r];
      }
    }
    double most = 0;
    for (int r = 0; r < rows; r++) {
      most = Math.max(most, Math.abs(sums[r] - right[r]) / (1 + Math.abs(right[r])));
    }
    return most;
  }

  /** Inverts the basis anew, by elimination. */
  private void invert() {
    double[][] matrix = new double[rows][rows];
    for (int c = 0; c < rows; c++) {
      Column column = columns.get(basis[c]);
      for (int i = 0; i < column.rows().length; i++) {
        matrix[column.rows()[i]][c] = column.amounts()[i];
      }
    }
    for (int r = 0; r < rows; r++) {
      Arrays.fill(inverse[r], 0);
      inverse[r][r] = 1;
    }
    for (int c = 0; c < rows; c++) {
      int best = c;
      for (int r = c + 1; r < rows; r++) {
        best = Math.abs(matrix[r][c]) > Math.abs(matrix[best][c]) ? r : best;
      }
      swap(matrix, c, best);
      swap(inverse, c, best);
      eliminate(matrix, c);
    }
    work += (long) rows * rows * rows / 8;
  }

  private void eliminate(double[][] matrix, int c) {
    double by = matrix[c][c];
    for (int i = 0; i < rows; i++) {
      matrix[c][i] /= by;
      inverse[c][i] /= by;
    }
    for (int r = 0; r < rows; r++) {
      double factor = matrix[r][c];
      if (r != c && factor != 0) {
        for (int i = 0; i < rows; i++) {
          matrix[r][i] -= factor * matrix[c][i];
          inverse[r][i] -= factor * inverse[c][i];
        }
      }
    }
  }

  private static void swap(double[][] matrix, int one, int other) {
    double[] row = matrix[one];
    matrix[one] = matrix[other];
    matrix[other] = row;
  }

  /** The cost of the fractional plan, in the problem's unit, for the demand as it is. */
  double cost() {
    double sum = 0;
    for (int i = 0; i < rows; i++) {
      sum += duals[i] * exact[i];
    }
    return sum / unit;
  }

  /** By class, what one more pod costs, in the problem's unit. */
  double[] values() {
    double[] values = new double[problem.classes()];
    for (int c = 0; c < values.length; c++) {
      values[c] = Math.max(0, duals[c] / unit);
    }
    return values;
  }

  /** By quota, what one more of its unit saves. */
  double[] quotaPrices() {
    double[] prices = new double[problem.quotas.size()];
    for (int q = 0; q < prices.length; q++) {
      prices[q] = Math.max(0, -duals[firstQuota + q] / unit);
    }
    return prices;
  }

  /** By type, what one more node of a limited type saves. */
  double limitPrice(int type) {
    return rowOfType[type] < 0 ? 0 : Math.max(0, -duals[rowOfType[type]] / unit);
  }

  List<Pattern> patterns() {
    return patterns;
  }

  /** A pattern of the fractional plan, and how often it is used. */
  record Used(Pattern pattern, double times) {}

  /** Returns the patterns of the fractional plan, for the demand as it is. */
  List<Used> used() {
    List<Used> used = new ArrayList<>();
    for (int r = 0; r < rows; r++) {
      double times = 0;
      for (int i = 0; i < rows; i++) {
        times += inverse[r][i] * exact[i];
      }
      if (basis[r] >= firstPattern && times > ZERO) {
        used.add(new Used(patterns.get(basis[r] - firstPattern), times));
      }
    }
    return used;
  }

  long work() {
    return work;
  }
}
