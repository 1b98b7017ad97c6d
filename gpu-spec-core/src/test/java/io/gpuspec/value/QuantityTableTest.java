package io.gpuspec.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.gpuspec.internal.text.Quoted;
import io.gpuspec.value.Quantity.Unit;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Holds both types to what Kubernetes itself reads: see src/test/go/quantities. */
class QuantityTableTest {

  private static final BigInteger SMALLEST = BigInteger.valueOf(Long.MIN_VALUE);
  private static final BigInteger LARGEST = BigInteger.valueOf(Long.MAX_VALUE);

  /** Every way these types differ from Go, on purpose. A row none of them covers must agree. */
  enum Difference {
    /** Refused here: Go reads "Gi" and "." as zero (but refuses "Pi"); it is a slip, not zero. */
    NO_DIGITS {
      @Override
      boolean covers(Row row, Unit unit) {
        return row.accepted() && row.input.matches("[+-]?\\.?([a-zA-Z].*)?");
      }
    },

    /** Refused here: Go caps a binary amount, and lets Value() of a decimal one wrap. */
    BEYOND_64_BITS {
      @Override
      boolean covers(Row row, Unit unit) {
        return row.meant != null
            && (row.exact(unit).compareTo(SMALLEST) < 0 || row.exact(unit).compareTo(LARGEST) > 0);
      }
    },

    /** Refused here: Go keeps the low 32 bits of the exponent, so that 1e4294967296 is 1 to it. */
    EXPONENT_BEYOND_32_BITS {
      @Override
      boolean covers(Row row, Unit unit) {
        return row.accepted() && row.input.matches("1e-?[1-9][0-9]{9,}");
      }
    },

    /** Refused here: nobody writes 256 characters of zeros, and a limit keeps parsing cheap. */
    LONGER_THAN_256_CHARACTERS {
      @Override
      boolean covers(Row row, Unit unit) {
        return row.accepted() && row.input.length() > 256;
      }
    },

    /** Capped by Go, held in full here: -8Ei, the one amount of 64 bits that is above Go's cap. */
    THE_SMALLEST_AMOUNT {
      @Override
      boolean covers(Row row, Unit unit) {
        return row.capped && row.exact(unit).equals(SMALLEST);
      }
    },

    /** Go keeps billionths and rounds when asked; here an amount is rounded when it is read. */
    FINER_THAN_THE_UNIT {
      @Override
      boolean covers(Row row, Unit unit) {
        return row.meant != null && !row.isWhole(unit) && row.meant.signum() > 0;
      }
    },

    /** Here up is towards positive infinity; Go goes away from zero, or above even that. */
    NEGATIVE_AND_FINER_THAN_THE_UNIT {
      @Override
      boolean covers(Row row, Unit unit) {
        return row.meant != null && !row.isWhole(unit) && row.meant.signum() < 0;
      }
    },

    /** Go's Value() wraps where a negative amount is held as a big decimal of billionths. */
    VALUE_OF_A_LARGE_NEGATIVE {
      @Override
      boolean covers(Row row, Unit unit) {
        return row.meant != null
            && row.meant.movePointRight(9).compareTo(new BigDecimal(SMALLEST)) <= 0;
      }
    },

    /** Go's String() gives some inputs back as they were: "+1", "1.500". Here all are canonical. */
    STRING_IS_THE_INPUT {
      @Override
      boolean covers(Row row, Unit unit) {
        return row.accepted() && !row.string.equals(row.canonical);
      }
    };

    abstract boolean covers(Row row, Unit unit);
  }

  private static final List<Difference> REFUSED_HERE =
      List.of(
          Difference.NO_DIGITS,
          Difference.BEYOND_64_BITS,
          Difference.EXPONENT_BEYOND_32_BITS,
          Difference.LONGER_THAN_256_CHARACTERS);

  @ParameterizedTest
  @MethodSource("rows")
  void memoryReadsWhatKubernetesReads(Row row) {
    agrees(row, Unit.BYTES);
    if (row.accepted() && !isRefusedHere(row, Unit.BYTES)) {
      assertThat(MemorySize.parse(row.input).toBytes())
          .isEqualTo(Quantity.parse(Unit.BYTES, row.input).amount());
    }
  }

  @ParameterizedTest
  @MethodSource("rows")
  void aQuantityIsWhatKubernetesReads(Row row) {
    boolean hasAnyExponent = row.input.matches("[01]e[+-]?[0-9]{10,}");
    assertThat(MemorySize.isQuantity(row.input))
        .isEqualTo(
            hasAnyExponent || (row.accepted() && !Difference.NO_DIGITS.covers(row, Unit.BYTES)));
  }

  @ParameterizedTest
  @MethodSource("rows")
  void cpuReadsWhatKubernetesReads(Row row) {
    agrees(row, Unit.MILLICORES);
    if (row.accepted() && !isRefusedHere(row, Unit.MILLICORES)) {
      assertThat(CpuAmount.parse(row.input).toMillicores())
          .isEqualTo(Quantity.parse(Unit.MILLICORES, row.input).amount());
    }
  }

  private static void agrees(Row row, Unit unit) {
    if (!row.accepted() || isRefusedHere(row, unit)) {
      assertThatThrownBy(() -> Quantity.parse(unit, row.input))
          .isInstanceOf(InvalidValueException.class)
          .extracting(error -> ((InvalidValueException) error).id())
          .asString()
          .startsWith("quantity.");
      return;
    }
    Quantity parsed = Quantity.parse(unit, row.input);
    assertThat(BigInteger.valueOf(parsed.amount())).as("amount").isEqualTo(row.exact(unit));

    if (Difference.STRING_IS_THE_INPUT.covers(row, unit)) {
      assertThat(row.string).as("Go's String()").isEqualTo(row.input);
    }
    if (Difference.THE_SMALLEST_AMOUNT.covers(row, unit)) {
      assertThat(parsed).hasToString("-8Ei");
      return;
    }
    if (Difference.NEGATIVE_AND_FINER_THAN_THE_UNIT.covers(row, unit)) {
      return;
    }
    // Go's own rounding leaves a positive amount as it is rounded here, in the same notation.
    assertThat(parsed).hasToString(row.rounded(unit));
    if (!Difference.FINER_THAN_THE_UNIT.covers(row, unit)) {
      assertThat(parsed).hasToString(row.canonical);
    }
    if (!Difference.VALUE_OF_A_LARGE_NEGATIVE.covers(row, unit)) {
      assertThat(parsed.amount()).as("Go's value").isEqualTo(row.value(unit));
    }
  }

  private static boolean isRefusedHere(Row row, Unit unit) {
    return REFUSED_HERE.stream().anyMatch(difference -> difference.covers(row, unit));
  }

  @ParameterizedTest
  @EnumSource
  void everyDifferenceIsMetByARow(Difference difference) {
    assertThat(rows())
        .anyMatch(
            row -> difference.covers(row, Unit.BYTES) || difference.covers(row, Unit.MILLICORES));
  }

  @Test
  void mostOfTheTableIsFreeOfDifferences() {
    assertThat(rows()).hasSizeGreaterThan(400);
    assertThat(
            rows()
                .filter(
                    row ->
                        Stream.of(Difference.values())
                            .noneMatch(difference -> difference.covers(row, Unit.BYTES))))
        .hasSizeGreaterThan(400);
  }

  /** One input and what Go makes of it; null where the table has no such thing. */
  static final class Row {

    private final String input;
    private final String outcome;
    private final String string;
    private final String canonical;
    private final String roundedToOne;
    private final String roundedToMilli;
    private final String value;
    private final String milliValue;
    private final @Nullable BigDecimal meant;
    private final boolean capped;

    Row(String line) {
      String[] cells = line.split("\t", -1);
      assertThat(cells).hasSize(11);
      try {
        input = new ObjectMapper().readValue(cells[0], String.class);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      outcome = cells[1];
      string = cells[2];
      canonical = cells[3];
      roundedToOne = cells[4];
      roundedToMilli = cells[5];
      value = cells[6];
      milliValue = cells[7];
      meant = cells[9].equals("-") ? null : new BigDecimal(cells[9]);
      capped = cells[10].equals("yes");
    }

    boolean accepted() {
      return outcome.equals("ok");
    }

    String rounded(Unit unit) {
      return unit == Unit.BYTES ? roundedToOne : roundedToMilli;
    }

    long value(Unit unit) {
      return Long.parseLong(unit == Unit.BYTES ? value : milliValue);
    }

    boolean isWhole(Unit unit) {
      return inUnits(unit).stripTrailingZeros().scale() <= 0;
    }

    BigInteger exact(Unit unit) {
      return inUnits(unit).setScale(0, RoundingMode.CEILING).toBigIntegerExact();
    }

    private BigDecimal inUnits(Unit unit) {
      return unit == Unit.BYTES ? meant : meant.movePointRight(3);
    }

    @Override
    public String toString() {
      return Quoted.of(input);
    }
  }

  static Stream<Row> rows() {
    try (BufferedReader table =
        new BufferedReader(
            new InputStreamReader(
                Objects.requireNonNull(
                    QuantityTableTest.class.getResourceAsStream("quantities.tsv")),
                StandardCharsets.UTF_8))) {
      return table.lines().skip(2).map(Row::new).toList().stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
