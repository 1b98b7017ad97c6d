package io.gpuspec.share.dialect;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuspec.GpuModel;
import io.gpuspec.value.GpuSpecException;
import io.gpuspec.value.MemorySize;
import io.gpuspec.value.Note;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DialectShareTest {

  /** The first rows are the examples of each project's own documentation. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "nvidia.com/gpu=1 nvidia.com/gpumem=3000 nvidia.com/gpucores=30 | hami: 3000Mi and 3/10 of the compute of a card",
        "nvidia.com/gpu=2 nvidia.com/gpumem-percentage=50 | hami: 1/2 of the memory of each of 2 cards",
        "volcano.sh/vgpu-number=2 volcano.sh/vgpu-memory=3000 | volcano-vgpu: 3000Mi of each of 2 cards",
        "volcano.sh/gpu-memory=1024 | volcano-gpu-share: 1Gi of a card",
        "gpu-fraction=0.5 | kai: 1/2 of the memory of a card",
        "gpu-fraction=0.25 gpu-fraction-num-devices=2 | kai: 1/4 of the memory of each of 2 cards",
        "gpu-memory=2000 | kai: 2000Mi of a card",
        "koordinator.sh/gpu-core=50 koordinator.sh/gpu-memory-ratio=50 | koordinator: 1/2 of the memory and 1/2 of the compute of a card",
        "koordinator.sh/gpu=200 | koordinator: all of each of 2 cards",
        "koordinator.sh/gpu=50 | koordinator: 1/2 of the memory and 1/2 of the compute of a card",
        "koordinator.sh/gpu.shared=2 koordinator.sh/gpu-core=100 koordinator.sh/gpu-memory=16Gi | koordinator: 8Gi and 1/2 of the compute of each of 2 cards",
        "tencent.com/vcuda-core=20 tencent.com/vcuda-memory=8 | vcuda: 2Gi and 1/5 of the compute of a card",
        "tencent.com/vcuda-core=200 | vcuda: all of each of 2 cards",
        "aliyun.com/gpu-mem=3 | gpushare: 3Gi of a card",
        "aliyun.com/gpu-mem=3 aliyun.com/gpu-core.percentage=30 | cgpu: 3Gi and 3/10 of the compute of a card",
        "tke.cloud.tencent.com/qgpu-memory=5 tke.cloud.tencent.com/qgpu-core=30 | qgpu: 5Gi and 3/10 of the compute of a card",
        "tke.cloud.tencent.com/qgpu-core=200 | qgpu: all of each of 2 cards",
        "nvidia.com/gpu=2 | nvidia: all of each of 2 cards",
        "volcano.sh/vgpu-number=2 | volcano-vgpu: all of each of 2 cards",
        "koordinator.sh/gpu.shared=2 koordinator.sh/gpu-core=100 | koordinator: any memory and 1/2 of the compute of each of 2 cards",
        "koordinator.sh/gpu-core=50 koordinator.sh/gpu-memory=16G | koordinator: 16G and 1/2 of the compute of a card",
        "tencent.com/vcuda-core=20 | vcuda: any memory and 1/5 of the compute of a card",
        "aliyun.com/gpu-mem=2147483647 | gpushare: 2147483647Gi of a card",
      })
  void aRequestMeansWhatItsSchedulerMakesOfIt(String asked, String meaning) {
    assertThat(DialectShare.read(amounts(asked))).hasToString(meaning);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      value = {
        "nvidia.com/gpu=1 nvidia.com/gpumem=3000 nvidia.com/gpucores=30 | volcano-vgpu | - | volcano.sh/vgpu-number=1 volcano.sh/vgpu-memory=3000 volcano.sh/vgpu-cores=30 | -",
        "nvidia.com/gpu=1 nvidia.com/gpumem=3000 | cgpu | - | aliyun.com/gpu-mem=3 | share.rounded",
        "nvidia.com/gpu=1 nvidia.com/gpumem=3072 nvidia.com/gpucores=33 | qgpu | - | tke.cloud.tencent.com/qgpu-memory=3 tke.cloud.tencent.com/qgpu-core=35 | share.rounded",
        "gpu-fraction=0.5 | hami | - | nvidia.com/gpu=1 nvidia.com/gpumem-percentage=50 | -",
        "gpu-fraction=0.5 | volcano-gpu-share | 15Gi | volcano.sh/gpu-memory=7680 | -",
        "koordinator.sh/gpu=50 | kai | - | gpu-fraction=0.5 | share.compute-lost",
        "koordinator.sh/gpu=200 | vcuda | - | tencent.com/vcuda-core=200 | -",
        "koordinator.sh/gpu=200 | nvidia | - | nvidia.com/gpu=2 | -",
        "nvidia.com/gpu=2 | koordinator | - | koordinator.sh/gpu=200 | -",
        "nvidia.com/gpu=2 | hami | - | nvidia.com/gpu=2 nvidia.com/gpumem-percentage=100 nvidia.com/gpucores=100 | -",
        "nvidia.com/gpu=2 nvidia.com/gpumem=4096 | koordinator | - | koordinator.sh/gpu.shared=2 koordinator.sh/gpu-memory=8Gi | -",
        "nvidia.com/gpu=2 nvidia.com/gpumem=4096 | gpushare | - | aliyun.com/gpu-mem=4 | share.cards-lost",
        "koordinator.sh/gpu.shared=2 koordinator.sh/gpu-memory=8Gi | cgpu | - | aliyun.com/gpu-mem=8 | share.label",
        "nvidia.com/gpu=2 nvidia.com/gpumem=4096 nvidia.com/gpucores=100 | cgpu | - | aliyun.com/gpu-mem=8 | share.label",
        "koordinator.sh/gpu.shared=2 koordinator.sh/gpu-memory=8Gi koordinator.sh/gpu-core=60 | cgpu | - | aliyun.com/gpu-mem=4 aliyun.com/gpu-core.percentage=30 | share.cards-lost",
        "aliyun.com/gpu-mem=4 | qgpu | - | tke.cloud.tencent.com/qgpu-memory=4 | share.compute-unknown",
        "aliyun.com/gpu-mem=3 | vcuda | - | tencent.com/vcuda-memory=12 | share.compute-unknown",
        "aliyun.com/gpu-mem=3 | nvidia | - | nvidia.com/gpu=1 | share.whole-cards",
        "gpu-fraction=0.5 | vcuda | 16Gi | tencent.com/vcuda-memory=32 | share.compute-unknown",
        "tencent.com/vcuda-core=20 | hami | - | nvidia.com/gpu=1 nvidia.com/gpucores=20 | share.memory-unknown",
        "nvidia.com/gpu=2 nvidia.com/gpumem-percentage=50 nvidia.com/gpucores=30 | koordinator | - | koordinator.sh/gpu.shared=2 koordinator.sh/gpu-memory-ratio=100 koordinator.sh/gpu-core=60 | -",
        "nvidia.com/gpu=1 nvidia.com/gpumem=3072 nvidia.com/gpucores=100 | gpushare | - | aliyun.com/gpu-mem=3 | -",
        "nvidia.com/gpu=1 nvidia.com/gpumem=3072 nvidia.com/gpucores=33 | cgpu | - | aliyun.com/gpu-mem=3 aliyun.com/gpu-core.percentage=35 | share.rounded",
        "tencent.com/vcuda-core=100 tencent.com/vcuda-memory=30 | qgpu | - | tke.cloud.tencent.com/qgpu-core=100 | share.whole-cards",
      })
  void aTranslationRoundsUpAndTellsWhatIsLost(
      String asked, String dialect, String card, String expected, String notes) {
    DialectShare share = DialectShare.read(amounts(asked));
    ShareDialect to = ShareDialect.of(dialect);

    ShareTranslation translated =
        card == null ? share.to(to) : share.to(to, MemorySize.parse(card));

    assertThat(translated.resources().isEmpty() ? translated.annotations() : translated.resources())
        .containsExactlyEntriesOf(amounts(expected));
    assertThat(translated.notes())
        .extracting(Note::id)
        .isEqualTo(notes == null ? List.of() : List.of(notes));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      value = {
        "nvidia.com/gpu=1 nvidia.com/gpumem=15109 nvidia.com/gpucores=50 | qgpu | tke.cloud.tencent.com/qgpu-memory=14 tke.cloud.tencent.com/qgpu-core=50 | share.rounded",
        "gpu-memory=15109 | cgpu | aliyun.com/gpu-mem=14 | share.rounded",
        "koordinator.sh/gpu=50 | qgpu | tke.cloud.tencent.com/qgpu-memory=7 tke.cloud.tencent.com/qgpu-core=50 | -",
        "gpu-fraction=0.5 | volcano-gpu-share | volcano.sh/gpu-memory=7555 | share.rounded",
      })
  void aCardGivesItsMemoryInWholeUnitsAndNoMore(
      String asked, String dialect, String expected, String notes) {
    ShareTranslation translated =
        DialectShare.read(amounts(asked)).to(ShareDialect.of(dialect), GpuModel.find("T4").get(0));

    assertThat(translated.resources()).containsExactlyEntriesOf(amounts(expected));
    assertThat(translated.notes())
        .extracting(Note::id)
        .isEqualTo(notes == null ? List.of() : List.of(notes));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "nvidia.com/gpumem=3000 aliyun.com/gpu-mem=3 | share.unknown",
        "nvidia.com/gpuu=1 | share.unknown",
        "nvidia.com/gpu=0 | share.out-of-range",
        "aliyun.com/gpu-mem=2147483648 | share.out-of-range",
        "nvidia.com/gpu=1 nvidia.com/gpucores=130 | share.out-of-range",
        "tencent.com/vcuda-core=150 | share.out-of-range",
        "gpu-fraction=1.5 | share.malformed",
        "gpu-fraction=half | share.malformed",
      })
  void whatNoSchedulerTakesIsRefused(String asked, String id) {
    assertThatThrownBy(() -> DialectShare.read(amounts(asked)))
        .isInstanceOfSatisfying(GpuSpecException.class, e -> assertThat(e.id()).isEqualTo(id));
  }

  @Test
  void aPercentageAboveTheCardSaysHowMuchThereIs() {
    assertError(
        () -> DialectShare.read(amounts("nvidia.com/gpu=1 nvidia.com/gpucores=130")),
        "share.out-of-range",
        "nvidia.com/gpucores",
        "130");
    assertError(
        () -> DialectShare.read(amounts("tencent.com/vcuda-core=150")),
        "share.out-of-range",
        "tencent.com/vcuda-core",
        "150");
    assertError(
        () -> DialectShare.read(amounts("koordinator.sh/gpu.shared=2 koordinator.sh/gpu-core=201")),
        "share.out-of-range",
        "koordinator.sh/gpu-core",
        "201");
  }

  @Test
  void whatIsLostIsSaidInTheWordsOfTheDialect() {
    ShareTranslation memory =
        DialectShare.read(amounts("nvidia.com/gpu=1 nvidia.com/gpumem=3000"))
            .to(ShareDialect.of("cgpu"));
    ShareTranslation compute =
        DialectShare.read(amounts("nvidia.com/gpu=1 nvidia.com/gpumem=3072 nvidia.com/gpucores=33"))
            .to(ShareDialect.of("qgpu"));

    assertThat(memory.notes().get(0).message())
        .isEqualTo("aliyun.com/gpu-mem counts in GiB: 3000Mi was rounded up to 3Gi");
    assertThat(compute.notes().get(0).message())
        .isEqualTo(
            "tke.cloud.tencent.com/qgpu-core counts in steps of 5 percent: 33/100 of a card was rounded up to 35 percent");
  }

  @Test
  void aTranslationIsExactWhereNothingIsLostAndWrittenAsThePodSaysIt() {
    DialectShare half = DialectShare.read(Map.of("gpu-fraction", "0.5"));

    assertThat(half.dialect()).isSameAs(ShareDialect.of("kai"));
    assertThat(half.to(ShareDialect.of("hami")).isExact()).isTrue();
    assertThat(half.to(ShareDialect.of("hami")))
        .hasToString("hami: {nvidia.com/gpu=1, nvidia.com/gpumem-percentage=50}");
    assertThat(half.to(ShareDialect.of("kai"))).hasToString("kai: {gpu-fraction=0.5}");
    assertThat(half.to(ShareDialect.of("nvidia")).isExact()).isFalse();
  }

  @Test
  void aDialectHasItsProjectsNameAndSource() {
    assertThat(ShareDialect.of("hami").title()).isEqualTo("HAMi");
    assertThat(ShareDialect.of("hami").citation().title()).contains("HAMi");
    assertError(() -> ShareDialect.of("hamy"), "share.unknown", "hamy");
    assertError(
        () -> DialectShare.read(Map.of("nvidia.com/gpuu", "1")),
        "share.unknown",
        "nvidia.com/gpuu");
  }

  @Test
  void aPartOfAnUnknownCardIsNoAmount() {
    assertThatThrownBy(
            () -> DialectShare.read(Map.of("gpu-fraction", "0.5")).to(ShareDialect.of("gpushare")))
        .isInstanceOfSatisfying(
            GpuSpecException.class, e -> assertThat(e.id()).isEqualTo("share.missing"));
  }

  private static Map<String, String> amounts(String text) {
    Map<String, String> amounts = new LinkedHashMap<>();
    Arrays.stream(text.split(" "))
        .map(each -> each.split("=", 2))
        .forEach(each -> amounts.put(each[0], each[1]));
    return amounts;
  }
}
