package io.gpuspec.recommend;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ParameterCountTest {

  @ParameterizedTest
  @CsvSource({
    "7B, 7000000000, 7B",
    "6.74B, 6740000000, 6.74B",
    "6.738415616B, 6738415616, 6.738415616B",
    "6738415616, 6738415616, 6.738415616B",
    "350M, 350000000, 350M",
    "0.5b, 500000000, 500M",
    "1.5T, 1500000000000, 1.5T",
    "1000T, 1000000000000000, 1000T",
    "1000B, 1000000000000, 1T",
    "12k, 12000, 12K",
    "999, 999, 999",
    "1, 1, 1",
    "' 70B ', 70000000000, 70B",
  })
  void readsWhatModelNamesSayAndPrintsItShort(String text, long value, String printed) {
    ParameterCount count = ParameterCount.parse(text);

    assertThat(count.value()).isEqualTo(value);
    assertThat(count).hasToString(printed);
    assertThat(ParameterCount.parse(printed)).isEqualTo(count);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "B",
        "-7B",
        "7 B",
        "7GB",
        "8x7B",
        "1.5",
        "0.0001K",
        "1001T",
        "7e9",
        "1,000",
        "9999999999999999T",
        "٧B"
      })
  void refusesWhatIsNoCount(String text) {
    assertError(() -> ParameterCount.parse(text), "recommend.malformed", text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "0B", "0.0M"})
  void noneIsOutOfRange(String text) {
    assertError(() -> ParameterCount.parse(text), "recommend.out-of-range");
  }
}
