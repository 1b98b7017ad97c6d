package io.gpuspec.cuda;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.cuda.Driver.Reach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DriverTest {

  @ParameterizedTest
  @CsvSource({
    "470.182.03, 470.182.03, false",
    "570.26, 570.26, false",
    "' 535.54.03 ', 535.54.03, false",
    "470, 470, true",
    "R470, 470, true",
    "r580, 580, true",
    // Linux 2007; smaller numbers are versions of CUDA.
    "100.14.19, 100.14.19, false",
  })
  void readsAVersionOrABranch(String text, String printed, boolean isBranch) {
    assertThat(Driver.of(text)).hasToString(printed);
    assertThat(Driver.of(text).isBranch()).isEqualTo(isBranch);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "R",
        "47O.182.03",
        "470.",
        ".470",
        "470..03",
        "470.182.03.01",
        "470.182.03-0ubuntu1",
        "470,182",
        "v470",
        "R470.182.03",
        "-470",
        "+470",
        "latest",
        "99999",
        "470.12345",
        "\u0664\u0667\u0660",
      })
  void refusesWhatIsNoDriver(String text) {
    assertError(() -> Driver.of(text), "cuda.malformed", text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"11.4", "12.4.1", "13", "99"})
  void aVersionOfCudaIsRecognised(String text) {
    assertError(() -> Driver.of(text), "cuda.malformed", text);
  }

  @ParameterizedTest
  @CsvSource({
    "470.182.03, 450.80.02, ALL",
    "450.80.02, 450.80.02, ALL",
    "450.80.01, 450.80.02, NONE",
    // By number: as text, 105 would be less than 60.
    "525.105.17, 525.60.13, ALL",
    "525.9.1, 525.60.13, NONE",
    "570.26, 570.26.01, NONE",
    "570.26.01, 570.26, ALL",
    "579.99, 580, NONE",
    "580.65.06, 580, ALL",
    "470, 450.80.02, ALL",
    "450, 450.80.02, SOME",
    "440, 450.80.02, NONE",
    "580, 580, ALL",
    "575, 580, NONE",
  })
  void aBranchIsEveryVersionOfIt(String driver, String least, Reach reach) {
    assertThat(Driver.of(driver).reaches(Driver.of(least))).isEqualTo(reach);
  }

  @Test
  void versionsWithTheSameNumbersAreEqual() {
    assertThat(Driver.of("470.182.03"))
        .isEqualTo(Driver.of("470.182.3"))
        .hasSameHashCodeAs(Driver.of("470.182.3"))
        .isNotEqualTo(Driver.of("470"));
  }
}
