package io.gpuspec.value;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.value.Quantities.Written;
import java.math.BigDecimal;
import java.math.BigInteger;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.LongRange;

class CpuAmountLaws {

  private static final long THIRD = Long.MAX_VALUE / 3;

  @Provide
  Arbitrary<Written> written() {
    return Quantities.within64Bits();
  }

  @Property
  void printingAndReadingGivesTheSameAmountAndText(@ForAll long millicores) {
    CpuAmount amount = CpuAmount.ofMillicores(millicores);
    CpuAmount again = CpuAmount.parse(amount.toString());

    assertThat(again).isEqualTo(amount).hasToString(amount.toString());
  }

  @Property
  void whatWasReadAndPrintedIsReadAndPrintedTheSame(@ForAll("written") Written written) {
    CpuAmount amount = CpuAmount.parse(written.text());
    CpuAmount again = CpuAmount.parse(amount.toString());

    assertThat(again).isEqualTo(amount);
    if (Quantities.losesItsNotation(amount.toString())) {
      assertThat(written.text()).endsWith("i");
    } else {
      assertThat(again).hasToString(amount.toString());
    }
  }

  @Property
  void roundingIsUpAndByLessThanAMillicore(@ForAll("written") Written written) {
    BigDecimal read = BigDecimal.valueOf(CpuAmount.parse(written.text()).toMillicores(), 3);

    assertThat(read).isGreaterThanOrEqualTo(written.exact());
    assertThat(read.subtract(new BigDecimal("0.001"))).isLessThan(written.exact());
  }

  @Property
  void orderIsThatOfTheNumbers(@ForAll long a, @ForAll long b) {
    CpuAmount first = CpuAmount.ofMillicores(a);
    CpuAmount second = CpuAmount.ofMillicores(b);
    int order = BigInteger.valueOf(a).compareTo(BigInteger.valueOf(b));

    assertThat(Integer.signum(first.compareTo(second))).isEqualTo(order);
    assertThat(first.equals(second)).isEqualTo(order == 0);
    assertThat(first.isAtLeast(second)).isEqualTo(order >= 0);
  }

  @Property
  void additionIsCommutativeAndAssociative(
      @ForAll @LongRange(min = -THIRD, max = THIRD) long a,
      @ForAll @LongRange(min = -THIRD, max = THIRD) long b,
      @ForAll @LongRange(min = -THIRD, max = THIRD) long c) {
    CpuAmount x = CpuAmount.ofMillicores(a);
    CpuAmount y = CpuAmount.ofMillicores(b);
    CpuAmount z = CpuAmount.ofMillicores(c);

    assertThat(x.plus(y)).isEqualTo(y.plus(x));
    assertThat(x.plus(y).plus(z)).isEqualTo(x.plus(y.plus(z)));
    assertThat(x.plus(y).minus(y)).isEqualTo(x);
  }
}
