package io.gpuspec.contract;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class CasesTest {

  private static void isEven(int number) {
    if (number % 2 != 0) {
      throw new IllegalStateException("odd");
    }
  }

  @Test
  void aFailureShowsHowManyFailAndTheFirstFew() {
    assertThatThrownBy(() -> Cases.all(List.of(1, 2, 3, 5, 7, 9, 11), CasesTest::isEven))
        .isInstanceOf(AssertionError.class)
        .hasMessageStartingWith("6 of 7 fail, such as\n\n1\njava.lang.IllegalStateException: odd\n")
        .hasMessageContaining("\n9\n")
        .hasMessageNotContaining("\n11\n");
  }

  @Test
  void casesThatHoldSayNothing() {
    assertThatCode(() -> Cases.all(List.of(2, 4), CasesTest::isEven)).doesNotThrowAnyException();
  }
}
