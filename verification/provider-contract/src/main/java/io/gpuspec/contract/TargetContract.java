package io.gpuspec.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuspec.spi.GpuProvider;
import io.gpuspec.spi.Option;
import io.gpuspec.spi.Options;
import io.gpuspec.value.GpuSpecException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The clauses on a provider's target: id, editions, options. */
interface TargetContract extends Clauses {

  /** A cloud, or a cloud and a kind of capacity. */
  String ID = "[a-z][a-z0-9-]*(/[a-z][a-z0-9-]*)?";

  /** A month, or a day. */
  String EDITION = "[0-9]{4}-(0[1-9]|1[0-2])(-(0[1-9]|[12][0-9]|3[01]))?";

  /** Words in lower case with hyphens, as on the command line. */
  String OPTION = "[a-z][a-z0-9]*(-[a-z0-9]+)*";

  @Test
  @DisplayName("[target-1] the id is a cloud, or a cloud and a kind of capacity: a, a/b")
  default void theIdIsWellFormed() {
    assertThat(subject().provider().id()).matches(ID);
  }

  @Test
  @DisplayName("[target-2] editions are months or days, and none is a duplicate")
  default void editionsAreDatesAndDistinct() {
    assertThat(subject().provider().editions())
        .isNotEmpty()
        .doesNotHaveDuplicates()
        .allSatisfy(edition -> assertThat(edition).matches(EDITION));
  }

  @Test
  @DisplayName("[target-3] an edition that is not there is refused")
  default void anUnknownEditionIsRefused() {
    GpuProvider provider = subject().provider();
    assertThatThrownBy(() -> provider.catalog(Options.of("0000-00")))
        .isInstanceOf(GpuSpecException.class)
        .hasMessageContaining("0000-00");
  }

  @Test
  @DisplayName("[target-4] options have names of their own, a meaning and a source")
  default void optionsAreNamedAndExplained() {
    assertThat(subject().provider().options())
        .allSatisfy(
            option -> {
              assertThat(option.name()).matches(OPTION);
              assertThat(option.text()).isNotBlank();
              assertThat(option.allowed()).isNotBlank();
              Citations.assertComplete(option.citation());
            })
        .extracting(Option::name)
        .doesNotHaveDuplicates();
  }

  @Test
  @DisplayName("[target-5] an option takes its own default")
  default void optionsTakeTheirDefaults() {
    assertThat(subject().provider().options()).allSatisfy(TargetContract::takesItsDefault);
  }

  private static <T> void takesItsDefault(Option<T> option) {
    assertThat(option.checked(option.defaultValue())).isEqualTo(option.defaultValue());
  }

  @Test
  @DisplayName("[target-6] in every edition the table of uses can be read")
  default void usesCanBeRead() {
    GpuProvider provider = subject().provider();
    Cases.all(
        provider.editions(), edition -> assertThat(provider.uses(Options.of(edition))).isNotNull());
  }
}
