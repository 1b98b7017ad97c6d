package io.gpuspec.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.kube.Tree;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TolerationTest {

  /**
   * The cases of Kubernetes' own tests of tolerations, and what its comments say of empty fields.
   */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          dedicated | Equal  | user1 | NoSchedule       | true
          dedicated | ''     | user1 | NoSchedule       | true
          dedicated | Equal  | user2 | NoSchedule       | false
          dedicated | Exists | ''    | NoSchedule       | true
          dedicated | Exists | ''    | ''               | true
          dedicated | Equal  | user1 | ''               | true
          dedicated | Equal  | user1 | PreferNoSchedule | false
          dedicated | Exists | ''    | NoExecute        | false
          other     | Exists | ''    | NoSchedule       | false
          ''        | Exists | ''    | ''               | true
          ''        | Exists | ''    | NoExecute        | false
          dedicated | Equal  | ''    | NoSchedule       | false
          dedicated | exists | ''    | NoSchedule       | false
          """)
  void aTaintIsToleratedAsTheSchedulerDecides(
      String key, String operator, String value, String effect, boolean tolerated) {
    Taint taint = new Taint("dedicated", "user1", Taint.Effect.NO_SCHEDULE);

    assertThat(new Toleration(key, operator, value, effect).tolerates(taint)).isEqualTo(tolerated);
  }

  @ParameterizedTest
  @CsvSource({"Gt,750", "Lt,1000"})
  void comparisonsTolerateNothingWhileTheirFeatureGateIsOff(String operator, String value) {
    Taint taint = new Taint("sla", "950", Taint.Effect.NO_SCHEDULE);

    assertThat(new Toleration("sla", operator, value, "").tolerates(taint)).isFalse();
  }

  @Test
  void factoriesWriteWhatKubernetesWrites() {
    assertThat(Toleration.exists("nvidia.com/gpu").effect(Taint.Effect.NO_SCHEDULE))
        .isEqualTo(new Toleration("nvidia.com/gpu", "Exists", "", "NoSchedule"))
        .hasToString("nvidia.com/gpu Exists NoSchedule");
    assertThat(Toleration.equal("dedicated", "ml").effect(Taint.Effect.NO_EXECUTE))
        .isEqualTo(new Toleration("dedicated", "Equal", "ml", "NoExecute"))
        .hasToString("dedicated Equal ml NoExecute");
    assertThat(new Toleration("", "Exists", "", "")).hasToString("any Exists");
    assertThat(new Toleration("dedicated", "", "ml", "")).hasToString("dedicated Equal ml");
  }

  @Test
  void anEntryOfAManifestIsReadByTheNamesOfItsFields() {
    Map<String, String> entry =
        Map.of("key", "spot", "operator", "Equal", "value", "yes", "effect", "NoExecute");

    assertThat(Toleration.of(Tree.of(entry)))
        .isEqualTo(new Toleration("spot", "Equal", "yes", "NoExecute"));
  }

  @Test
  void taintsPrintAsKubectlWritesThem() {
    assertThat(new Taint("nvidia.com/gpu", "true", Taint.Effect.NO_SCHEDULE))
        .hasToString("nvidia.com/gpu=true:NoSchedule");
    assertThat(new Taint("spot", "", Taint.Effect.PREFER_NO_SCHEDULE))
        .hasToString("spot:PreferNoSchedule");
  }
}
