package io.gpuspec.scheduling;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.value.Citation;
import io.gpuspec.value.CpuAmount;
import io.gpuspec.value.MemorySize;
import java.util.List;
import org.junit.jupiter.api.Test;

class NodeAgentsTest {

  @Test
  void nodesAreSelectedByATermOrNotToldFromOthers() {
    NodeTerm gpus = new NodeTerm(List.of(NodeRequirement.in("gpu", "yes")));

    assertThat(NodeAgents.of(gpus).gpuNodes()).contains(gpus);
    assertThat(NodeAgents.of(gpus).devicePlugin()).isEmpty();
    assertThat(NodeAgents.of(gpus)).hasToString("GPU nodes: gpu In [yes]");
    assertThat(NodeAgents.UNKNOWN).hasToString("GPU nodes: not told from others");
  }

  @Test
  void whereTheCloudHasItsOwnADevicePluginMustNotBeInstalled() {
    Citation page = new Citation("A page", "2026", Citation.Status.DOCUMENTED);
    NodeAgents own = NodeAgents.without("the cloud runs its own", page);

    assertThat(own.gpuNodes()).isEmpty();
    assertThat(own.devicePlugin().orElseThrow().id()).isEqualTo("device-plugin.own");
    assertThat(own.devicePlugin().orElseThrow().citation()).contains(page);
    assertThat(own).hasToString("no device plugin: the cloud runs its own");
  }

  @Test
  void aPartOfANodeIsRoundedDownToMillicoresAndMebibytes() {
    Allocatable node = new Allocatable(CpuAmount.parse("7911m"), MemorySize.parse("3073Mi"));

    assertThat(node.part(1)).isEqualTo(node);
    assertThat(node.part(2))
        .isEqualTo(new Allocatable(CpuAmount.parse("3955m"), MemorySize.parse("1536Mi")));
    assertThat(node).hasToString("7.911 cores · about 3Gi");
    assertError(() -> node.part(0), "replicas.out-of-range", "0");
  }
}
