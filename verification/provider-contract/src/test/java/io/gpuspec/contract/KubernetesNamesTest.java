package io.gpuspec.contract;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The examples of Kubernetes' own tests of qualified names and label values. */
class KubernetesNamesTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "simple",
        "now-with-dashes",
        "1-starts-with-num",
        "1234",
        "simple/simple",
        "now-with-dashes/simple",
        "now.with.dots/simple",
        "1-num.2-num/3-num",
        "Uppercase_Is_OK_123",
        "example.com/Uppercase_Is_OK_123",
        "requests.storage-foo"
      })
  void aKeyIsANameOrADomainAndAName(String key) {
    assertThat(KubernetesNames.isKey(key)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "nospecialchars%^=@",
        "cantendwithadash-",
        "-cantstartwithadash",
        "only/one/slash",
        "Example.com/abc",
        "example_com/abc",
        "example.com/",
        "/simple",
        "has blank"
      })
  void anythingElseIsNoKey(String key) {
    assertThat(KubernetesNames.isKey(key)).isFalse();
  }

  @ParameterizedTest
  @CsvSource({"63, 253, true", "64, 253, false", "63, 254, false"})
  void lengthsAreLimited(int name, int prefix, boolean isKey) {
    assertThat(KubernetesNames.isKey("a".repeat(prefix) + "/" + "a".repeat(name))).isEqualTo(isKey);
  }

  @ParameterizedTest
  @CsvSource({
    "NVIDIA-A100-SXM4-80GB, true",
    "on-demand, true",
    "1/4*T4, false",
    "A10*PNV4, false",
    "'', false",
    "-a, false",
    "a b, false"
  })
  void aLabelValueIsAName(String value, boolean isLabelValue) {
    assertThat(KubernetesNames.isLabelValue(value)).isEqualTo(isLabelValue);
  }
}
