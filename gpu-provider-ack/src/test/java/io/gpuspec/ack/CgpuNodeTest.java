package io.gpuspec.ack;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.Devices;
import io.gpuspec.GpuRequest;
import io.gpuspec.Gpus;
import io.gpuspec.Share;
import io.gpuspec.Target;
import io.gpuspec.spi.Option;
import io.gpuspec.spi.SharedNode;
import io.gpuspec.value.Note;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Nodes of ACK whose cards pods share: what they are labelled, and what they then show. */
class CgpuNodeTest {
  private static final Devices MEMORY = Devices.of("T4").shared(Share.of("4Gi"));
  private static final Devices COMPUTE = Devices.of("T4").shared(Share.of("4Gi", 25));

  private static final Target CGPU = Gpus.load().in("ack/cgpu");

  /** A T4 has 14, as kubectl inspect cgpu shows it on ACK's page. */
  @Test
  void aNodeThatGivesOutMemoryCountsMemoryAlone() {
    assertThat(CGPU.sharedNode(MEMORY).resources()).isEqualTo(Map.of("aliyun.com/gpu-mem", 14));
  }

  @Test
  void aNodeThatGivesOutComputeCountsBoth() {
    SharedNode node = CGPU.sharedNode(COMPUTE);

    assertThat(node.resources())
        .isEqualTo(Map.of("aliyun.com/gpu-mem", 14, "aliyun.com/gpu-core.percentage", 100));
    assertThat(node.commands("gpu-1"))
        .containsExactly("kubectl label node gpu-1 ack.node.gpu.schedule=core_mem");
  }

  /** Its eight V100 have 15 GiB each. */
  @Test
  void aNodeHasTheMemoryOfAllItsCards() {
    assertThat(
            CGPU.sharedNode(Devices.of("ecs.gn6v-c8g1.16xlarge").shared(Share.of("4Gi")))
                .resources())
        .isEqualTo(Map.of("aliyun.com/gpu-mem", 120));
  }

  @ParameterizedTest
  @CsvSource({"cgpu, binpack", "mps, spread", "share, spread"})
  void theModeAndTheOrderAreWritten(String mode, String placement) {
    assertThat(
            CGPU.with("card-sharing", mode)
                .with("card-placement", placement)
                .sharedNode(MEMORY)
                .commands("gpu-1"))
        .containsExactly(
            "kubectl label node gpu-1 ack.node.gpu.schedule=" + mode,
            "kubectl label node gpu-1 ack.node.gpu.placement=" + placement);
  }

  @ParameterizedTest
  @CsvSource({"false", "true"})
  void itTakesThePodsThatItIsFor(boolean withCompute) {
    Target target =
        CGPU.with("card-placement", "spread").with("nvidia-driver-version", "550.144.03");
    Devices devices = withCompute ? COMPUTE : MEMORY;
    Devices other = withCompute ? MEMORY : COMPUTE;
    var placement = target.place(target.match(GpuRequest.of(devices)).orThrow());

    assertThat(placement.fits(target.sharedNode(devices).view("gpu-1")).fits()).isTrue();
    assertThat(placement.fits(target.sharedNode(other).view("gpu-1")).fits()).isFalse();
  }

  @Test
  void kubectlDescribeNodeThenShowsIt() {
    assertThat(CGPU.sharedNode(COMPUTE).describe().toString())
        .startsWith(
            """
            Labels:             ack.node.gpu.schedule=core_mem
                                aliyun.accelerator/nvidia_count=1
                                aliyun.accelerator/nvidia_name=Tesla-T4
                                node.kubernetes.io/instance-type=ecs.gn6i-c4g1.xlarge
            Capacity:
              aliyun.com/gpu-core.percentage:  100
              aliyun.com/gpu-mem:              14
            Allocatable:
            """);
  }

  @Test
  void acksOwnComponentGivesOutTheDevices() {
    assertThat(CGPU.nodeAgents())
        .hasToString(
            "no device plugin: ACK's component for shared cards gives out the devices of these nodes");
    assertThat(CGPU.options())
        .isEqualTo(Cgpu.options())
        .extracting(Option::name)
        .startsWith("card-sharing", "card-placement", "card-memory")
        .doesNotContain("gpu-scheduling");
  }

  @Test
  void howModesAreChangedIsSaid() {
    assertThat(CGPU.sharedNode(MEMORY).notes())
        .extracting(Note::id)
        .containsExactly("node.pool", "node.one-mode", "node.add-on");
    assertThat(CGPU.sharedNode(MEMORY).addOn()).isEmpty();
  }
}
