package io.gpuspec.manifest.internal.claim;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class VersionTest {
  private static Version version(String text) {
    return Version.parse(text).orElseThrow();
  }

  /**
   * The example of Semantic Versioning 2.0.0, item 11, with versions without a suffix around it.
   */
  @Test
  void versionsAreInTheOrderOfSemanticVersioning() {
    List<Version> ordered =
        List.of(
                "0.9.9",
                "1.0.0-1",
                "1.0.0-alpha",
                "1.0.0-alpha.1",
                "1.0.0-alpha.beta",
                "1.0.0-beta",
                "1.0.0-beta.2",
                "1.0.0-beta.11",
                "1.0.0-rc.1",
                "1.0.0",
                "1.0.1",
                "1.0.10",
                "1.2.0",
                "1.10.0",
                "2.0.0",
                "10.0.0")
            .stream()
            .map(VersionTest::version)
            .toList();
    List<Version> mixed = new ArrayList<>(ordered);
    Collections.reverse(mixed);
    Collections.sort(mixed);

    assertThat(mixed).isEqualTo(ordered);
    for (int i = 1; i < ordered.size(); i++) {
      assertThat(ordered.get(i)).isNotEqualTo(ordered.get(i - 1));
      assertThat(ordered.get(i)).isGreaterThan(ordered.get(i - 1));
    }
  }

  @Test
  void whatFollowsAPlusDoesNotCount() {
    Version build = version("1.2.3+build.5");

    assertThat(build).isEqualTo(version("1.2.3")).hasToString("1.2.3+build.5");
    assertThat(build.hashCode()).isEqualTo(version("1.2.3").hashCode());
    assertThat(version("1.2.3").hashCode()).isNotEqualTo(version("1.3.2").hashCode());
    assertThat(build).isNotEqualTo("1.2.3");
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "1.2", "1.2.3.4", "01.2.3", "1.2.03", "v1.2.3", "1.2.3-", "a.b.c"})
  void aVersionHasThreePartsWithoutLeadingZeros(String text) {
    assertThat(Version.parse(text)).isEmpty();
  }

  @Test
  void aVersionHasAtMost64Characters() {
    assertThat(Version.parse("1.2.3-" + "a".repeat(58))).isPresent();
    assertThat(Version.parse("1.2.3-" + "a".repeat(59))).isEmpty();
    assertThat(Version.normalized("1.2.3-" + "a".repeat(58))).isPresent();
    assertThat(Version.normalized("1.2-" + "a".repeat(61))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"v8,8.0.0", "8.9,8.9.0", "v01.002.3,1.2.3", "1.2-rc.1,1.2.0-rc.1"})
  void partsThatAreMissingAreZero(String text, String version) {
    assertThat(Version.normalized(text)).contains(version(version));
  }
}
