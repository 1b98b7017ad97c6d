package io.gpuspec.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.GpuModel;
import io.gpuspec.cluster.Xid.Cause;
import org.junit.jupiter.api.Test;

/** Facts about cards, against what is known elsewhere. */
class ClusterDataTest {

  @Test
  void everyBoardIsASpellingOfItsModel() {
    assertThat(RatedPower.all())
        .isNotEmpty()
        .allSatisfy(
            power -> {
              assertThat(GpuModel.find(power.board()))
                  .extracting(GpuModel::name)
                  .containsExactly(power.model());
              // It stands in a regular expression of Prometheus as it is.
              assertThat(power.board()).matches("[A-Za-z0-9 -]+");
            });
  }

  @Test
  void boardsOfOneGpuDiffer() {
    assertThat(RatedPower.find("A100-40G"))
        .extracting(RatedPower::toString)
        .containsExactly("NVIDIA A100-SXM4-40GB: 400 W", "NVIDIA A100-PCIE-40GB: 250 W");
    assertThat(RatedPower.find("H100")).extracting(RatedPower::watts).containsExactly(700, 350);
    assertThat(RatedPower.find("A16")).isEmpty();
  }

  /** NVIDIA's device plugin, internal/rm/health.go. */
  @Test
  void theseCodesLeaveAGpuHealthy() {
    assertThat(Xid.ofApplications()).extracting(Xid::code).containsExactly(13, 31, 43, 45, 68, 109);
  }

  @Test
  void aCodeHasACauseOrNobodySortsIt() {
    assertThat(Xid.find(79).orElseThrow())
        .hasToString("79: the GPU has fallen off the bus (hardware)");
    assertThat(Xid.find(48).orElseThrow().cause()).isEqualTo(Cause.HARDWARE);
    assertThat(Xid.find(1)).isEmpty();
    assertThat(Xid.all()).extracting(Xid::code).doesNotHaveDuplicates().isSorted();
  }
}
