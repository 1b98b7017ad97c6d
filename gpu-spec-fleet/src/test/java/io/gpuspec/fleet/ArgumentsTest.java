package io.gpuspec.fleet;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuspec.GpuRequest;
import io.gpuspec.Target;
import io.gpuspec.TestCloud;
import io.gpuspec.value.CpuAmount;
import io.gpuspec.value.GpuSpecException;
import io.gpuspec.value.MemorySize;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Collections;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What callers may not give, and values at the edge. */
class ArgumentsTest {
  private static final Target TARGET = TestCloud.ofResources("cloud").target();

  static Stream<ThrowingCallable> doors() {
    return Stream.of(
        () -> WhatIf.table(Fleet.of(TARGET).plan(), null),
        () -> WhatIf.table(Fleet.of(TARGET).plan(), Arrays.asList((WhatIf) null)),
        () -> Fleet.of(TARGET).zones("a", null),
        () -> Fleet.of(TARGET).only("a", null),
        () -> Demand.of("a", GpuRequest.of("T4")).with(r -> null),
        () ->
            new FixedFleet.Pod(
                "p", CpuAmount.ZERO, MemorySize.ZERO, 1, 0, Collections.singleton(null)));
  }

  @ParameterizedTest
  @MethodSource("doors")
  void nullIsRefused(ThrowingCallable door) {
    assertThatThrownBy(door).isInstanceOf(GpuSpecException.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1e-2147483647",
        "1e2147483647",
        "1e-41",
        "1e41",
        "1e40",
        "12345678901234567890123456789012345678901",
        "0e-2147483640"
      })
  void aCostThatCannotBeWrittenOutIsRefusedWhereItIsMade(String amount) {
    BigDecimal number = new BigDecimal(amount);

    assertError(() -> new FleetCost(number, "USD", "hour"), "price.out-of-range", number);
  }
}
