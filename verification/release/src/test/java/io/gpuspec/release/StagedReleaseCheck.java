package io.gpuspec.release;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The folder that {@code mvn -P release deploy} has filled. */
class StagedReleaseCheck {
  private final List<Component> release =
      Component.in(Path.of(System.getProperty("gpuspec.staging")));

  @Test
  void everythingThatUsersDependOnIsThere() {
    assertThat(release)
        .extracting(Component::artifact)
        .containsExactlyInAnyOrder(
            "gpu-spec-bom",
            "gpu-spec-core",
            "gpu-spec-advise",
            "gpu-spec-fleet",
            "gpu-manifest-builder",
            "gpu-manifest-claims",
            "gpu-manifest-inspect",
            "gpu-provider-tke",
            "gpu-provider-eks",
            "gpu-provider-ack",
            "provider-contract");
  }

  @Test
  void mavenCentralWouldTakeIt() {
    assertThat(release).flatExtracting(CentralRules::broken).isEmpty();
  }

  @Test
  void aStrangerCanUseIt() {
    assertThat(ReleaseRules.broken(release)).isEmpty();
  }

  /** Signed or not is for the one with the key; in part is always wrong. */
  @Test
  void allOfItIsSignedOrNothing() {
    long signed = release.stream().filter(CentralRules::isSigned).count();
    assertThat(signed).isIn(0L, (long) release.size());
    System.out.printf(
        "release: %d components, %s%n",
        release.size(),
        signed == 0
            ? "not signed: Maven Central asks for a signature of each file (see CONTRIBUTING.md)"
            : "all signed");
  }
}
