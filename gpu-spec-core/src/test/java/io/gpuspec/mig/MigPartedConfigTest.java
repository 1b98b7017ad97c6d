package io.gpuspec.mig;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuspec.value.InvalidValueException;
import java.util.List;
import org.junit.jupiter.api.Test;

class MigPartedConfigTest {
  private static final MigGpu A100 = MigGpu.of("A100-40GB");
  private static final MigLayout BALANCED =
      A100.layout("1g.5gb@0", "1g.5gb@1", "2g.10gb@2", "3g.20gb@4");

  /** The vendor's own all-balanced of this card. */
  @Test
  void aLayoutOnEveryCardIsWrittenByCounts() {
    assertThat(MigPartedConfig.of("all-balanced", BALANCED).yaml())
        .hasToString(
            """
            version: v1
            mig-configs:
              all-balanced:
              - devices: all
                mig-enabled: true
                mig-devices:
                  1g.5gb: 2
                  2g.10gb: 1
                  3g.20gb: 1
            """);
  }

  @Test
  void aLayoutForEachCardNamesTheCardsThatAreAlikeTogether() {
    MigLayout whole = A100.layout("7g.40gb@0");

    assertThat(
            MigPartedConfig.of("training", List.of(whole, BALANCED, whole.inUse(0), A100.layout()))
                .yaml())
        .hasToString(
            """
            version: v1
            mig-configs:
              training:
              - devices: [0, 2]
                mig-enabled: true
                mig-devices:
                  7g.40gb: 1
              - devices: [1]
                mig-enabled: true
                mig-devices:
                  1g.5gb: 2
                  2g.10gb: 1
                  3g.20gb: 1
              - devices: [3]
                mig-enabled: true
                mig-devices: {}
            """);
  }

  @Test
  void productsThatShareANameAreToldApartByTheirNumbers() {
    MigPartedConfig both =
        MigPartedConfig.of("on", A100.layout("1g.5gb+me@0"))
            .and(MigPartedConfig.of("on", MigGpu.of("A30").layout("4g.24gb@0")));

    assertThat(both.yaml())
        .hasToString(
            """
            version: v1
            mig-configs:
              "on":
              - device-filter: ["0x20B010DE", "0x20B110DE", "0x20F110DE", "0x20F610DE"]
                devices: all
                mig-enabled: true
                mig-devices:
                  1g.5gb+me: 1
              - device-filter: ["0x20B710DE"]
                devices: all
                mig-enabled: true
                mig-devices:
                  4g.24gb: 1
            """);
    assertThat(both.label("on")).isEqualTo("nvidia.com/mig.config=on");
  }

  @Test
  void aNameStandsForOneThing() {
    MigPartedConfig one = MigPartedConfig.of("a", BALANCED);

    assertError(() -> one.and(one), "mig.duplicate", "a");
    assertError(() -> one.label("b"), "mig.unknown", "b");
    assertError(() -> MigPartedConfig.of("no label", BALANCED), "mig.malformed", "no label");
    assertThatThrownBy(() -> MigPartedConfig.of("a", List.of()))
        .isInstanceOf(InvalidValueException.class);
    assertError(
        () -> MigPartedConfig.of("a", List.of(BALANCED, MigGpu.of("A30").layout())),
        "mig.conflict");
  }

  @Test
  void thatItClearsTheCardIsSaid() {
    assertThat(MigPartedConfig.of("a", BALANCED).notes().get(0).message())
        .contains("destroys all of its instances first");
  }
}
