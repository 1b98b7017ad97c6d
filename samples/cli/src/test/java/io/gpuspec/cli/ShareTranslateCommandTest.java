package io.gpuspec.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.json.GpuJson;
import io.gpuspec.share.dialect.DialectShare;
import io.gpuspec.share.dialect.ShareDialect;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ShareTranslateCommandTest {
  @Test
  void anExactTranslationIsAYes() {
    Run run = Run.line("share translate --to volcano-vgpu nvidia.com/gpu=1 nvidia.com/gpumem=3000");

    assertThat(run.status()).isZero();
    assertThat(run.out())
        .isEqualTo(
            """
            hami: 3000Mi of a card
            resource    volcano.sh/vgpu-number: 1
            resource    volcano.sh/vgpu-memory: 3000
            """);
  }

  @Test
  void whatIsRoundedIsToldAndIsANo() {
    Run run = Run.line("share translate --to cgpu --card-memory 15Gi gpu-fraction=0.5");

    assertThat(run.status()).isEqualTo(1);
    assertThat(run.out())
        .isEqualTo(
            """
            kai: 1/2 of the memory of a card
            resource    aliyun.com/gpu-mem: 8
            note        share.rounded: aliyun.com/gpu-mem counts in GiB: 7680Mi was rounded up to 8Gi
            """);
  }

  @Test
  void theAnswerIsOneCallAwayInJava() {
    Run run = Run.line("share translate --to kai -o json koordinator.sh/gpu=50");

    assertThat(run.out().strip())
        .isEqualTo(
            GpuJson.write(
                    DialectShare.read(Map.of("koordinator.sh/gpu", "50"))
                        .to(ShareDialect.of("kai")))
                .strip());
    assertThat(run.json().at("/annotations/gpu-fraction").asText()).isEqualTo("0.5");
    assertThat(run.json().at("/exact").asBoolean()).isFalse();
  }
}
