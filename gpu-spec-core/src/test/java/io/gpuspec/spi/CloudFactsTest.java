package io.gpuspec.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.gpuspec.value.GpuSpecException;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CloudFactsTest {
  private static final String YARD =
      """
      {"clouds": [{"id": "yard", "name": "The Yard", "labels": ["yard.example", "yard-switch"],
        "sharedLabels": ["scaler.example"], "storageClasses": "heap|pile", "images": "[0-9]+\\\\.yard/.*"}]}
      """;

  private static List<CloudFacts> read(String file) {
    return CloudFacts.read("clouds.json", stream(file));
  }

  private static InputStream stream(String text) {
    return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
  }

  @ParameterizedTest
  @CsvSource({
    "yard.example/row, true",
    "a.yard.example/row, true",
    "yard-switch, true",
    "scaler.example/pool, true",
    "backyard.example/row, false",
    "yard.example.org/row, false",
    "example/yard.example, false"
  })
  void aDomainHasWhatIsBelowIt(String key, boolean isOwn) {
    assertThat(read(YARD).get(0).hasLabel(key)).isEqualTo(isOwn);
  }

  @Test
  void namesMatchAsAWholeAndWhatIsNotStatedIsNobodys() {
    CloudFacts yard = read(YARD).get(0);

    assertThat(yard.hasStorageClass("pile")).isTrue();
    assertThat(yard.hasStorageClass("stockpile")).isFalse();
    assertThat(yard.hasImage("12.yard/a/b:c")).isTrue();
    assertThat(yard.hasDriver("")).isFalse();
    assertThat(yard.hasVolume("nfs")).isFalse();
    assertThat(yard.sameLabels()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "{\"clouds\": [{\"name\": \"a\"}]}; 'id' is missing",
        "{\"clouds\": [{\"id\": \"a\", \"name\": \" \"}]}; 'name' is missing",
        "{\"clouds\": [{\"id\": \"a\", \"name\": \"a\", \"drivers\": \"(\"}]}; 'drivers' is no regular expression"
      })
  void aFileThatIsNoneIsRefused(String file, String problem) {
    assertThatExceptionOfType(GpuSpecException.class)
        .isThrownBy(() -> read(file))
        .satisfies(e -> assertThat(e.id()).isEqualTo("catalog.malformed"))
        .withMessageContaining(problem);
  }
}
