package io.gpuspec.cluster;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KubernetesFeatureTest {

  /** By kube_features.go, and the pages of the gates that were removed. */
  @ParameterizedTest
  @CsvSource({
    "DRA, 1.25, absent, false",
    "DRA, 1.26, alpha, false",
    "DRA, 1.28, alpha, false",
    "DRA, 1.31, alpha, false",
    "DRA, 1.32, beta, false",
    "DRA, 1.33, beta, false",
    "DRA, 1.34, stable, true",
    "DRA structured parameters, 1.27, absent, false",
    "DRA structured parameters, 1.30, alpha, false",
    "gang scheduling, 1.32, absent, false",
    "gang scheduling, 1.34, absent, false",
    "gang scheduling, 1.35, alpha, false",
    "gang scheduling, 1.36, alpha, false",
    "gang scheduling, 1.37, beta, false",
    "device plugins, 1.9, alpha, false",
    "device plugins, 1.25, beta, true",
    "device plugins, 1.26, stable, true",
    "CDI devices, 1.28, alpha, false",
    "CDI devices, 1.29, beta, true",
    "CDI devices, 1.31, stable, true",
    "topology manager, 1.26, beta, true",
    "topology manager, 1.27, stable, true",
    "DRA partitionable devices, 1.35, alpha, false",
    "DRA partitionable devices, 1.36, beta, true",
    "DRA device taint rules, 1.36, beta, false",
    "DRA device taint rules, 1.37, stable, true",
    "DRA device taints, 1.37, stable, true",
    "DRA extended resource, 1.36, beta, true",
    "DRA extended resource, 1.37, stable, true",
    "DRA device status, 1.37, stable, true",
    "memory manager, 1.32, stable, true",
  })
  void aFeatureHasAStageInEachVersion(
      String name, String version, String stage, boolean onByDefault) {
    FeatureState state = KubernetesFeature.of(name).in(version);

    assertThat(state.stage()).hasToString(stage);
    assertThat(state.isOnByDefault()).isEqualTo(onByDefault);
  }

  @Test
  void aStateSaysSinceWhen() {
    assertThat(KubernetesFeature.of("DRA").in("1.33"))
        .hasToString("DRA in 1.33: beta since 1.32, off by default");
    assertThat(KubernetesFeature.of("gang scheduling").in("1.32"))
        .hasToString("gang scheduling in 1.32: not there before 1.35");
    assertThat(KubernetesFeature.of("DRA")).hasToString("DRA: alpha 1.26, beta 1.32, stable 1.34");
  }

  @Test
  void aStateIsOfAFeatureInTheVersionThatWasAskedAbout() {
    FeatureState state = KubernetesFeature.of("gang scheduling").in("v1.36.2");

    assertThat(state.feature()).isSameAs(KubernetesFeature.of("gang scheduling"));
    assertThat(state.kubernetes()).isEqualTo("v1.36.2");
    assertThat(state.since()).contains("1.35");
    assertThat(KubernetesFeature.of("gang scheduling").in("1.34").since()).isEmpty();
  }

  @Test
  void aFeatureSaysWhatItDoesAndWhatSwitchesItOn() {
    KubernetesFeature gangs = KubernetesFeature.of("gang scheduling");

    assertThat(gangs.gates()).containsExactly("GenericWorkload", "GangScheduling");
    assertThat(gangs.about()).isEqualTo("the scheduler places pods of a Workload all together");
    assertThat(gangs.note().orElseThrow()).contains("Volcano, Kueue, Coscheduling");
    assertThat(KubernetesFeature.of("CDI devices").note()).isEmpty();
    assertThat(gangs.citation().title()).contains("pkg/features/kube_features.go");
  }

  @Test
  void theHistoryHasEachVersionInWhichItChanged() {
    assertThat(KubernetesFeature.of("DRA").history())
        .extracting(FeatureState::toString)
        .containsExactly(
            "DRA in 1.26: alpha since 1.26, off by default",
            "DRA in 1.32: beta since 1.32, off by default",
            "DRA in 1.34: stable since 1.34, on by default");
  }

  /** 1.9 is older than 1.10, and a build is of its version. */
  @Test
  void versionsAreComparedByNumber() {
    assertThat(KubernetesFeature.of("device plugins").in("v1.9.7-gke.11").stage())
        .hasToString("alpha");
    assertThat(KubernetesFeature.of("DRA").in("v1.34.2+k3s1").stage()).hasToString("stable");
  }

  @Test
  void ofAVersionThatIsNotReadYetTheNewestIsSaidWithAWord() {
    FeatureState later = KubernetesFeature.of("gang scheduling").in("1.40");

    assertThat(later.isBeyondWhatIsKnown()).isTrue();
    assertThat(later)
        .hasToString("gang scheduling in 1.40: beta since 1.37, off by default (known up to 1.37)");
    assertThat(KubernetesFeature.of("DRA").in("1.37").isBeyondWhatIsKnown()).isFalse();
    assertThat(KubernetesFeature.of("DRA").in("1.37.9").isBeyondWhatIsKnown()).isFalse();
    assertThat(KubernetesFeature.of("DRA").in("2.0"))
        .hasToString("DRA in 2.0: stable since 1.34, on by default (known up to 1.37)");
  }

  @Test
  void aGateIsANameToo() {
    assertThat(KubernetesFeature.of("dynamicresourceallocation").name()).isEqualTo("DRA");
    assertThat(KubernetesFeature.of("GangScheduling").name()).isEqualTo("gang scheduling");
  }

  @Test
  void everyFeatureOnlyEverGrows() {
    assertThat(KubernetesFeature.all())
        .allSatisfy(
            feature -> {
              for (int minor = 1; minor < 40; minor++) {
                assertThat(feature.in("1." + (minor + 1)).stage())
                    .isGreaterThanOrEqualTo(feature.in("1." + minor).stage());
              }
            });
    assertThat(KubernetesFeature.allIn("1.33")).hasSameSizeAs(KubernetesFeature.all());
  }

  /** Corrections 40 to 43. */
  @Test
  void whatATextSaysWronglyIsSaid() {
    assertThat(KubernetesFeature.all())
        .filteredOn(feature -> feature.correction().isPresent())
        .extracting(KubernetesFeature::name)
        .containsExactly("device plugins", "DRA", "DRA structured parameters", "gang scheduling");
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "1.x", "latest", "", "1.33.1.2.3"})
  void whatIsNoVersionIsRefused(String version) {
    assertError(() -> KubernetesFeature.of("DRA").in(version), "components.malformed", version);
  }

  @Test
  void anUnknownFeatureIsRefused() {
    assertError(
        () -> KubernetesFeature.of("gang schedulin"), "components.unknown", "gang schedulin");
  }
}
