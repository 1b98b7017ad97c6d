package io.gpuspec.mig;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.value.MemorySize;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MigGpuTest {

  @ParameterizedTest
  @CsvSource({
    "NVIDIA-A100-SXM4-80GB, A100-80GB",
    "A100-40G, A100-40GB",
    "nvidia.com/gpu.product=NVIDIA-A100-SXM4-40GB, A100-40GB",
    "H100 80GB HBM3, H100-80GB",
    "NVIDIA H100 NVL, H100-94GB",
    "NVIDIA A30, A30-24GB",
    "H200, H200-141GB",
    "GB200, GB200-186GB",
    "NVIDIA RTX PRO 6000 Blackwell Server Edition, RTX PRO 6000 Blackwell-96GB"
  })
  void itIsFoundByTheNamesThatDriversAndLabelsGiveIt(String name, String product) {
    assertThat(MigGpu.of(name).name()).isEqualTo(product);
  }

  @Test
  void aProfileHasTheVendorsFigures() {
    MigProfile profile = MigGpu.of("A100-40GB").profile("3g.20gb");

    assertThat(profile.id()).hasValue(9);
    assertThat(profile.computeSlices()).isEqualTo(3);
    assertThat(profile.memorySlices()).isEqualTo(4);
    assertThat(profile.maxInstances()).isEqualTo(2);
    assertThat(profile.multiprocessors()).hasValue(42);
    assertThat(profile.memory()).contains(MemorySize.ofMebibytes(19968));
    assertThat(profile.nominalMemory()).isEqualTo(MemorySize.ofGibibytes(20));
    assertThat(profile.engines()).isEqualTo(new MigEngines(2, 0, 0, 0));
    assertThat(profile.placements())
        .containsExactly(new MigPlacement("3g.20gb", 0, 4), new MigPlacement("3g.20gb", 4, 4));
    assertThat(profile)
        .hasToString("3g.20gb: 3 compute and 4 memory slices, 19.5Gi, at most 2, at 0, 4");
  }

  @Test
  void theSameNameMeansSomethingElseOnAnotherGpu() {
    assertThat(MigGpu.of("H200").profile("1g.35gb").maxInstances()).isEqualTo(4);
    assertThat(MigGpu.of("GB300").profile("1g.35gb").maxInstances()).isEqualTo(7);
  }

  @Test
  void anEighthOfAnH200HoldsLessThanItsNameSays() {
    assertThat(MigGpu.of("H200").profile("1g.18gb").memory()).contains(MemorySize.parse("16Gi"));
  }

  @Test
  void whatIsNotKnownIsAbsent() {
    MigProfile profile = MigGpu.of("B200").profile("3g.90gb");

    assertThat(profile.memory()).isEmpty();
    assertThat(profile.multiprocessors()).isEqualTo(OptionalInt.empty());
  }

  /** The Kubernetes API server refuses a plus in a resource's name. */
  @Test
  void inKubernetesThePlusOfAProfileIsADotAndTheMinusStays() {
    assertThat(MigGpu.of("A100-40GB").profile("1g.5gb+me").resourceName())
        .isEqualTo("nvidia.com/mig-1g.5gb.me");
    MigGpu rtx = MigGpu.of("RTX PRO 6000");
    assertThat(rtx.profile("1g.24gb+me.all").resourceName())
        .isEqualTo("nvidia.com/mig-1g.24gb.me.all");
    assertThat(rtx.profile("1g.24gb-me").resourceName()).isEqualTo("nvidia.com/mig-1g.24gb-me");
    assertThat(rtx.profile("1g.24gb+gfx").productSuffix()).isEqualTo("-MIG-1g.24gb.gfx");
  }

  @ParameterizedTest
  @CsvSource({
    "1g.24gb+me.all, 1g.24gb+me.all",
    "nvidia.com/mig-1g.24gb.me.all, 1g.24gb+me.all",
    "mig-1g.24gb-me, 1g.24gb-me",
    "2G.48GB.GFX, 2g.48gb+gfx"
  })
  void aProfileIsFoundAsKubernetesWritesIt(String given, String name) {
    MigProfile profile = MigGpu.of("RTX PRO 6000").profile(given);

    assertThat(profile.name()).isEqualTo(name);
    assertThat(profile.attribute()).isEqualTo(name.substring(name.indexOf("gb") + 2));
  }

  @Test
  void aProfileOfTheSmallerCardIsNamedAsTheLargerOneCallsIt() {
    assertError(() -> MigGpu.of("A100-80GB").profile("1g.5gb"), "mig.unknown", "1g.5gb");
  }

  @Test
  void aMisspeltProfileIsNamedByWhatIsNear() {
    assertError(() -> MigGpu.of("A100-40GB").profile("3g.2Ogb"), "mig.unknown");
  }

  @Test
  void aMisspeltGpuIsNamedByWhatIsNear() {
    assertError(() -> MigGpu.of("A100-4OGB"), "mig.unknown", "A100-4OGB");
  }

  @Test
  void aGpuWithoutMigIsToldFromAnUnknownOne() {
    assertError(() -> MigGpu.of("T4"), "mig.unsupported", "T4");
  }

  @ParameterizedTest
  @CsvSource({
    "A100, A100-40GB or A100-80GB",
    "A800, A800-40GB or A800-80GB",
    "H100, H100-80GB or H100-94GB or H100-96GB",
    "NVIDIA H100, H100-80GB or H100-94GB or H100-96GB",
    "GH200, GH200-96GB or GH200-144GB"
  })
  void anAmbiguousNameIsRefusedWithWhatItCanMean(String name, String meant) {
    assertError(() -> MigGpu.of(name), "mig.ambiguous", name, meant);
  }

  @ParameterizedTest
  @CsvSource({
    "A800-40GB, A100-40GB",
    "A800-80GB, A100-80GB",
    "H100-96GB, H100-96GB/GH200-96GB",
    "GH200-96GB, H100-96GB/GH200-96GB",
    "GH200-144GB, GH200-144GB"
  })
  void aNameToTakeInsteadOfAnAmbiguousOneIsAProducts(String name, String product) {
    assertThat(MigGpu.of(name).name()).isEqualTo(product);
  }

  /** A B200's 1g.23gb had 22.00 GiB with one driver and 20.50 GiB with the next. */
  @Test
  void aSizeCanBeTakenFromOnesOwnDriver() {
    MigGpu b200 = MigGpu.of("B200");
    MigGpu ours = b200.withMemory("1g.23gb", MemorySize.ofMebibytes(20992));

    assertThat(ours.profile("1g.23gb").memory()).contains(MemorySize.parse("20992Mi"));
    assertThat(ours.profile("2g.45gb").memory()).isEqualTo(b200.profile("2g.45gb").memory());
    assertThat(ours).isNotEqualTo(b200);
    assertThat(b200.profile("1g.23gb").memory()).contains(MemorySize.parse("22Gi"));
  }
}
