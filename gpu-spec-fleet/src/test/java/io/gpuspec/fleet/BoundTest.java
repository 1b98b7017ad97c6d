package io.gpuspec.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** Bounds from values of pods; the sums are worked out by hand. */
class BoundTest {
  private static final Offset<Double> NEAR = within(1e-6);
  private static final double[] VALUES = {5};

  /** Four pods, and a node for 10. */
  private static Problem four(int limit) {
    return Problems.of(List.of(Problems.type(10, limit, 4, 4, 1)), new long[] {1}, 4);
  }

  private static double bound(Problem problem, double filling) {
    return Bound.of(problem, VALUES, new double[0], new double[] {filling});
  }

  @Test
  void podsCostWhatTheyAreWorthIfNoFillingIsWorthMoreThanItsNode() {
    assertThat(bound(four(Problem.UNLIMITED), 10)).isCloseTo(20, NEAR);
    assertThat(bound(four(Problem.UNLIMITED), 8)).isCloseTo(20, NEAR);
    assertThat(bound(four(Problem.UNLIMITED), 0)).isCloseTo(20, NEAR);
    assertThat(bound(four(3), 10)).isCloseTo(20, NEAR);
  }

  @Test
  void valuesAreScaledDownToTheCostOfTheNode() {
    assertThat(bound(four(Problem.UNLIMITED), 12.5)).isCloseTo(20 * 0.8, NEAR);
  }

  /** Of one node 4 are taken off; of three 12, and scaling down to 10/14 is the better bound. */
  @Test
  void ofALimitedTypeWhatIsAboveIsTakenOffOnceForEachNode() {
    assertThat(bound(four(1), 14)).isCloseTo(20 - 4, NEAR);
    assertThat(bound(four(3), 14)).isCloseTo(20 * 10 / 14.0, NEAR);
  }

  /** Half a unit of cost for each of two units of a quota of 4. */
  @Test
  void aQuotaMakesNodesDearerAndIsTakenOff() {
    Problem quota = Problems.withQuota(four(Problem.UNLIMITED), 4, 2);
    double[] prices = {0.5};

    assertThat(Bound.cost(quota, 0, prices)).isEqualTo(11);
    assertThat(Bound.of(quota, VALUES, prices, new double[] {11})).isCloseTo(20 - 2, NEAR);
    assertThat(Bound.of(quota, new double[] {0}, prices, new double[] {0})).isZero();
  }

  /** Arithmetic on doubles may be slightly wrong, and a bound must hold. */
  @Test
  void aBoundIsSlightlyBelowWhatIsWorkedOut() {
    assertThat(bound(four(Problem.UNLIMITED), 10)).isLessThan(20);
    assertThat(bound(four(1), 14)).isLessThan(16);
  }
}
