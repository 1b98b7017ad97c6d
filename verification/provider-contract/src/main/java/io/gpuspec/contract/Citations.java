package io.gpuspec.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.value.Citation;

/** Checks that a source can be looked up. */
final class Citations {
  private static final String DATE = "[0-9]{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12][0-9]|3[01]))?)?";

  private Citations() {}

  static void assertComplete(Citation citation) {
    assertThat(citation.title()).as("title of a source").isNotBlank();
    assertThat(citation.date()).as("date of '%s'", citation.title()).matches(DATE);
  }
}
