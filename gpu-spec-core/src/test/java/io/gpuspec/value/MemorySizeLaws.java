package io.gpuspec.value;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.value.Quantities.Written;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.function.Supplier;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.LongRange;

class MemorySizeLaws {

  private static final long THIRD = Long.MAX_VALUE / 3;

  @Provide
  Arbitrary<Written> written() {
    return Quantities.within64Bits();
  }

  @Property
  void printingAndReadingGivesTheSameSize(@ForAll long bytes) {
    MemorySize size = MemorySize.ofBytes(bytes);

    assertThat(MemorySize.parse(size.toString())).isEqualTo(size);
  }

  @Property
  void whatWasReadAndPrintedIsReadAndPrintedTheSame(@ForAll("written") Written written) {
    MemorySize size = MemorySize.parse(written.text());
    MemorySize again = MemorySize.parse(size.toString());

    assertThat(again).isEqualTo(size);
    if (Quantities.losesItsNotation(size.toString())) {
      assertThat(written.text()).endsWith("i");
    } else {
      assertThat(again).hasToString(size.toString());
    }
  }

  @Property
  void roundingIsUpAndByLessThanAByte(@ForAll("written") Written written) {
    BigDecimal read = BigDecimal.valueOf(MemorySize.parse(written.text()).toBytes());

    assertThat(read).isGreaterThanOrEqualTo(written.exact());
    assertThat(read.subtract(BigDecimal.ONE)).isLessThan(written.exact());
  }

  @Property
  void orderIsThatOfTheNumbers(@ForAll long a, @ForAll long b) {
    MemorySize first = MemorySize.ofBytes(a);
    MemorySize second = MemorySize.ofBytes(b);
    int order = BigInteger.valueOf(a).compareTo(BigInteger.valueOf(b));

    assertThat(Integer.signum(first.compareTo(second))).isEqualTo(order);
    assertThat(first.equals(second)).isEqualTo(order == 0);
    assertThat(first.isAtLeast(second)).isEqualTo(order >= 0);
    assertThat(MemorySize.max(first, second).toBytes()).isEqualTo(Math.max(a, b));
  }

  @Property
  void additionIsCommutativeAndAssociative(
      @ForAll @LongRange(min = -THIRD, max = THIRD) long a,
      @ForAll @LongRange(min = -THIRD, max = THIRD) long b,
      @ForAll @LongRange(min = -THIRD, max = THIRD) long c) {
    MemorySize x = MemorySize.ofBytes(a);
    MemorySize y = MemorySize.ofBytes(b);
    MemorySize z = MemorySize.ofBytes(c);

    assertThat(x.plus(y)).isEqualTo(y.plus(x));
    assertThat(x.plus(y).plus(z)).isEqualTo(x.plus(y.plus(z)));
    assertThat(x.plus(y).minus(y)).isEqualTo(x);
  }

  @Property
  void arithmeticIsExactOrRefused(@ForAll long a, @ForAll long b) {
    BigInteger sum = BigInteger.valueOf(a).add(BigInteger.valueOf(b));
    BigInteger product = BigInteger.valueOf(a).multiply(BigInteger.valueOf(b));

    assertThat(outcome(() -> MemorySize.ofBytes(a).plus(MemorySize.ofBytes(b))))
        .isEqualTo(within(sum));
    assertThat(outcome(() -> MemorySize.ofBytes(a).times(b))).isEqualTo(within(product));
  }

  @Property
  void wholeGibibytesAreTheLargestNotAboveTheSize(@ForAll long bytes) {
    MemorySize size = MemorySize.ofBytes(bytes);
    MemorySize floor = size.floorToGibibytes();

    assertThat(floor.isWholeGibibytes()).isTrue();
    assertThat(size.isAtLeast(floor)).isTrue();
    assertThat(size.minus(floor)).isLessThan(MemorySize.ofGibibytes(1));
  }

  private static String within(BigInteger bytes) {
    return bytes.bitLength() < Long.SIZE ? bytes.toString() : "refused";
  }

  private static String outcome(Supplier<MemorySize> calculation) {
    try {
      return Long.toString(calculation.get().toBytes());
    } catch (InvalidValueException e) {
      return "refused";
    }
  }
}
