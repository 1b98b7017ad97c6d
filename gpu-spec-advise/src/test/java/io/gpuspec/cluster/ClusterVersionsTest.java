package io.gpuspec.cluster;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuspec.cluster.ComponentResult.Standing;
import io.gpuspec.value.UnknownNameException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClusterVersionsTest {

  @Test
  void theTextsVersionsAreAllAsRecommended() {
    ComponentReport report =
        ClusterVersions.of()
            .kubernetes("1.29")
            .driver("550.90.07")
            .cuda("12.4")
            .containerToolkit("1.16")
            .dcgm("3.5")
            .gpu("H100")
            .check();

    assertThat(report)
        .hasToString(
            "ok: kubernetes 1.29 ok, driver 550.90.07 ok, cuda 12.4 ok, container-toolkit 1.16 ok, dcgm 3.5 ok");
    assertThat(report.isOk()).isTrue();
  }

  /** The example of docs/components.md. */
  @Test
  void anExplanationIsATableWithNotesAndEachSourceOnce() {
    assertThat(
            ClusterVersions.of()
                .kubernetes("1.28")
                .driver("470.182.03")
                .cuda("12.4")
                .containerToolkit("1.16")
                .check()
                .explain())
        .hasToString(
            """
            not ok
            COMPONENT          VERSION     STANDING           WHY
            kubernetes         1.28        below-recommended  from 1.29 on: CDI devices are on by default
            driver             470.182.03  below-minimum      CUDA 12.4 needs 525.60.13 or newer: driver 470.182.03 is older than 525.60.13, from which on drivers run any CUDA 12.x
            cuda               12.4        ok                 from 12.4 on: libraries for H100
            container-toolkit  1.16        ok                 from 1.16 on: CDI
            note    cuda.forward-package: an image with the package cuda-compat-12-4 runs on branch 470 with a whole data-center GPU; this image is not known to have it
            source  GPUs on Kubernetes, NVIDIA Device Plugin and node pools (K8s GPU 资源管理), 2026 (unconfirmed)
            source  NVIDIA CUDA Compatibility, forward compatibility, 2026-09-09 (documented)""");
  }

  @Test
  void versionsSayWhatWasGivenInTheOrderInWhichItIsChecked() {
    assertThat(ClusterVersions.of()).hasToString("(no versions)");
    assertThat(
            ClusterVersions.of()
                .gpu("T4")
                .dcgm("3.3.5")
                .containerToolkit("1.16.0")
                .cuda("12.4")
                .driver("550.90.07")
                .kubernetes("v1.33.4-eks-1"))
        .hasToString(
            "kubernetes v1.33.4-eks-1, driver 550.90.07, cuda 12.4, container-toolkit 1.16.0,"
                + " dcgm 3.3.5, gpu T4");
  }

  @Test
  void aLineAboveEachCommandSaysWhatItShows() {
    List<String> lines = ClusterVersions.commands().toString().lines().toList();

    assertThat(lines).hasSizeGreaterThan(10).contains("nvidia-ctk --version", "dcgmi --version");
    for (int i = 0; i < lines.size(); i++) {
      assertThat(lines.get(i).startsWith("# ")).as(lines.get(i)).isEqualTo(i % 2 == 0);
    }
  }

  private static ComponentResult only(ClusterVersions versions) {
    assertThat(versions.check().results()).hasSize(1);
    return versions.check().results().get(0);
  }

  @ParameterizedTest
  @CsvSource({
    "1.9, below-minimum",
    "1.10, below-recommended",
    "1.28, below-recommended",
    "v1.28.9-eks-1, below-recommended",
    "1.29, ok",
    "1.37.2, ok",
  })
  void kubernetes(String version, String standing) {
    assertThat(only(ClusterVersions.of().kubernetes(version)).standing()).hasToString(standing);
  }

  @ParameterizedTest
  @CsvSource({"1.6.9, below-minimum", "1.7.0, below-recommended", "1.16.0-1, ok", "1.19.1, ok"})
  void containerToolkit(String version, String standing) {
    assertThat(only(ClusterVersions.of().containerToolkit(version)).standing())
        .hasToString(standing);
  }

  /** Only Hopper and Ada need DCGM 3.1.3. */
  @ParameterizedTest
  @CsvSource({
    "2.4.7, H100, below-minimum",
    "3.1.2, L40S, below-minimum",
    "3.1.3, H100, below-recommended",
    "2.4.7, T4, below-recommended",
    "4.2.3, H100, ok",
  })
  void dcgm(String version, String gpu, String standing) {
    assertThat(only(ClusterVersions.of().gpu(gpu).dcgm(version)).standing()).hasToString(standing);
  }

  /** Correction 74: 550 is no minimum of CUDA 12, 525.60.13 is. */
  @ParameterizedTest
  @CsvSource({
    "550.90.07, 12.4, ok",
    "535.161.07, 12.4, below-recommended",
    "525.60.13, 12.4, below-recommended",
    "525.60.12, 12.4, below-minimum",
    "470.182.03, 12.4, below-minimum",
    "470.182.03, 11.7, below-recommended",
    "570.124.06, 13.0, below-minimum",
    "580.65.06, 13.0, ok",
  })
  void whichDriverRunsACudaIsAskedOfCudaFit(String driver, String cuda, String standing) {
    ComponentResult result =
        ClusterVersions.of().driver(driver).cuda(cuda).check().results().get(0);

    assertThat(result.component()).isEqualTo("driver");
    assertThat(result.standing()).hasToString(standing);
  }

  @Test
  void theLeastDriverOfACudaIsNamed() {
    ComponentReport report = ClusterVersions.of().driver("470.182.03").cuda("12.4").check();

    assertThat(report.isOk()).isFalse();
    assertThat(report.results().get(0).reason()).startsWith("CUDA 12.4 needs 525.60.13 or newer: ");
    assertThat(report.explain().toString().lines().findFirst()).contains("not ok");
  }

  @Test
  void aCudaThatAGpuHasNoCodeForHelpsNoDriver() {
    ComponentResult result =
        ClusterVersions.of().gpu("V100").driver("580.65.06").cuda("13.0").check().results().get(1);

    assertThat(result.component()).isEqualTo("cuda");
    assertThat(result.standing()).isEqualTo(Standing.INCOMPATIBLE);
    assertThat(result.works()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "V100, 590.10, not ok: driver 590.10 incompatible",
    "V100, 580.65.06, ok: driver 580.65.06 ok",
    "Tesla-P4, 590, not ok: driver 590 incompatible",
    "T4, 590.10, ok: driver 590.10 ok",
  })
  void aDriverThatNoLongerDrivesAGpuDoesNotWithoutCudaEither(
      String gpu, String driver, String report) {
    assertThat(ClusterVersions.of().gpu(gpu).driver(driver).check()).hasToString(report);
  }

  /** Branch 580 is the last that drives V100, and CUDA 12 the last with code for it. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "H100 | 470 | 11.4 | not ok: driver 470 below-minimum, cuda 11.4 incompatible",
        "H100 | 535 | 11.4 | not ok: driver 535 below-recommended, cuda 11.4 incompatible",
        "H100 | 550.90.07 | 11.4 | not ok: driver 550.90.07 ok, cuda 11.4 incompatible",
        "V100 | 580.65.06 | 13.0 | not ok: driver 580.65.06 ok, cuda 13.0 incompatible",
        "V100 | 590 | 12.4 | not ok: driver 590 incompatible, cuda 12.4 ok",
      })
  void incompatibleIsWhatStandsInTheWay(String gpu, String driver, String cuda, String report) {
    assertThat(ClusterVersions.of().gpu(gpu).driver(driver).cuda(cuda).check()).hasToString(report);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "H100 | 450.80.02 | driver 450.80.02: below-minimum, driver 450.80.02 does not know H100-80G (compute capability 9.0); the first that does is 520.61.05, of CUDA 11.8",
        "B200 | 525.60.13 | driver 525.60.13: below-minimum, driver 525.60.13 does not know B200 (compute capability 10.0); the first that does is 570.26, of CUDA 12.8",
      })
  void aDriverThatDoesNotDriveTheGpuIsToldWithoutACuda(String gpu, String driver, String result) {
    assertThat(only(ClusterVersions.of().gpu(gpu).driver(driver))).hasToString(result);
  }

  @Test
  void aCudaWithoutCodeForTheGpuIsIncompatibleWithoutADriverToo() {
    assertThat(only(ClusterVersions.of().gpu("H100").cuda("11.4")))
        .hasToString(
            "cuda 11.4: incompatible, CUDA 11.4 has no code for H100-80G (compute capability 9.0); the first that has is CUDA 11.8");
  }

  @ParameterizedTest
  @CsvSource({
    "384.80, below-minimum",
    "384.81, below-recommended",
    "535, below-recommended",
    "550, below-recommended",
    "550.90.07, ok",
    "R570, ok",
  })
  void aDriverAlone(String driver, String standing) {
    assertThat(only(ClusterVersions.of().driver(driver)).standing()).hasToString(standing);
  }

  @Test
  void dcgmNeedsADriverToo() {
    assertThat(ClusterVersions.of().driver("418.87.01").dcgm("3.3.5").check())
        .hasToString("not ok: driver 418.87.01 below-minimum, dcgm 3.3.5 below-recommended");
  }

  @Test
  void aDriverBelowWhatIsRecommendedSaysWhyItRunsTheCudaAllTheSame() {
    ComponentReport report =
        ClusterVersions.of().gpu("T4").driver("535.161.07").cuda("12.4").check();

    assertThat(report.results().get(0).reason())
        .isEqualTo(
            "from 550.90.07 on: the driver of CUDA 12.4, with H100; driver 535.161.07 is not older than 525.60.13, from which on drivers run any CUDA 12.x");
  }

  @Test
  void badInputIsRefused() {
    assertError(() -> ClusterVersions.of().check(), "components.missing");
    assertError(() -> ClusterVersions.of().dcgm("three"), "components.malformed", "three");
    assertError(() -> ClusterVersions.of().driver("12.4"), "cuda.malformed");
    assertThatThrownBy(() -> ClusterVersions.of().gpu("H1000"))
        .isInstanceOf(UnknownNameException.class);
  }

  @Test
  void aVersionThatMayNotExistHasANote() {
    ComponentReport report =
        ClusterVersions.of()
            .kubernetes("1.99")
            .driver("999.1")
            .containerToolkit("9.9")
            .dcgm("9.9.1")
            .check();

    assertThat(report.notes())
        .extracting(note -> note.toString().replaceFirst(", the newest that.*", ""))
        .containsExactly(
            "components.newer: kubernetes 1.99 is newer than 1.37",
            "components.newer: driver 999.1 is newer than 615",
            "components.newer: container-toolkit 9.9 is newer than 1.18",
            "components.newer: dcgm 9.9.1 is newer than 4.7");
  }

  /** One home for each: the features and the drivers of CUDA know them too. */
  @Test
  void theNewestVersionsAreThoseOfTheOtherTables() {
    String newest = KubernetesFeature.newest().toString();

    assertThat(ClusterVersions.of().kubernetes(newest + ".9").driver("615.99").check().notes())
        .isEmpty();
    assertThat(
            ClusterVersions.of()
                .kubernetes("1." + (Integer.parseInt(newest.substring(2)) + 1))
                .check()
                .notes())
        .hasSize(1);
  }
}
