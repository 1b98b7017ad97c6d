package io.gpuspec.ack;

import static io.gpuspec.testkit.Placements.entries;
import static io.gpuspec.testkit.Placements.place;
import static io.gpuspec.testkit.Placements.terms;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.CapacityType;
import io.gpuspec.Devices;
import io.gpuspec.GpuRequest;
import io.gpuspec.Gpus;
import io.gpuspec.Overlay;
import io.gpuspec.Share;
import io.gpuspec.Target;
import io.gpuspec.spi.Placement;
import io.gpuspec.spi.SharedNode;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A node of the owner's, which an overlay adds: it has none of the labels that ACK writes. */
class OwnNodesTest {
  private static final Target ACK = withRack("ack");

  private static Target withRack(String target) {
    return Gpus.load()
        .in(target)
        .overlay(
            Overlay.parse(
                "rack.yaml",
                """
                target: %s
                citation: rack
                citations:
                  rack: {title: Our rack, date: 2026-03-01, status: third-party}
                specs:
                - name: rack-a
                  gpu: L20
                  gpus: 4
                  upward: [{cpu: "64", memory: 512Gi}]
                  policy: fixed
                  labels: {rack: a}
                """
                    .formatted(target)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"gpu-name", "instance-type", "none"})
  void itIsSelectedByItsOwnLabelsAlone(String selection) {
    Placement placement =
        place(ACK.with("node-selection", selection), GpuRequest.of(4, "rack-a").exactGpus().cpu(4));

    assertThat(entries(placement))
        .containsExactly(
            "resources[nvidia.com/gpu] = 4",
            "spec.tolerations[nvidia.com/gpu] = ",
            "spec.nodeSelector[rack] = a");
  }

  @Test
  void besideTheCloudsItIsATermOfItsOwn() {
    assertThat(terms(place(ACK, GpuRequest.of(4, "V100-16G", "rack-a").exactGpus())))
        .containsExactly(
            List.of(
                "aliyun.accelerator/nvidia_name=Tesla-V100-SXM2-16GB",
                "aliyun.accelerator/nvidia_count=4"),
            List.of("rack=a"));
  }

  @Test
  void howACloudsNodesAreBoughtIsNotAskedOfTheOwners() {
    assertThat(
            terms(place(ACK, GpuRequest.of("T4", "rack-a").capacityType(CapacityType.ON_DEMAND))))
        .containsExactly(
            List.of(
                "aliyun.accelerator/nvidia_name=Tesla-T4",
                "node.alibabacloud.com/spot-strategy=!SpotAsPriceGo,SpotWithPriceLimit"),
            List.of("rack=a"));
  }

  /** Its owner labels it, also for the sharing of its cards: 44 GiB of each L20. */
  @Test
  void aNodeWhoseCardsAreSharedHasTheLabelsOfItsRow() {
    SharedNode node = withRack("ack/cgpu").sharedNode(Devices.of("rack-a").shared(Share.of("4Gi")));

    assertThat(node.commands("gpu-1"))
        .containsExactly(
            "kubectl label node gpu-1 rack=a",
            "kubectl label node gpu-1 ack.node.gpu.schedule=cgpu");
    assertThat(node.resources()).containsEntry("aliyun.com/gpu-mem", 176);
  }
}
