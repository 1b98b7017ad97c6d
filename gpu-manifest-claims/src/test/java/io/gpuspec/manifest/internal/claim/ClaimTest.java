package io.gpuspec.manifest.internal.claim;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClaimTest {
  /** As pods tolerate taints of nodes; the taint is {@code broken=xid:NoExecute}. */
  @ParameterizedTest
  @CsvSource({
    "broken, Equal, xid, NoExecute, true",
    "broken, Equal, xid, '', true",
    "broken, Equal, xid, NoSchedule, false",
    "broken, Equal, ecc, NoExecute, false",
    "broken, Exists, '', NoExecute, true",
    "other, Exists, '', NoExecute, false",
    "'', Exists, '', '', true"
  })
  void aTolerationIsForAKeyAValueAndAnEffect(
      String key, String operator, String value, String effect, boolean tolerates) {
    Device.Taint taint = new Device.Taint("broken", "xid", "NoExecute");

    assertThat(new Claim.Toleration(key, operator, value, effect).tolerates(taint))
        .isEqualTo(tolerates);
  }

  @Test
  void anAllocationIsForItsNodes() {
    assertThat(new Claim.Allocated("c", List.of(), Optional.empty()).isUsableOn("a")).isTrue();
    Claim.Allocated onB = new Claim.Allocated("c", List.of(), Optional.of(List.of("b")));
    assertThat(onB.isUsableOn("a")).isFalse();
    assertThat(onB.isUsableOn("b")).isTrue();
  }
}
