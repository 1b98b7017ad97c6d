package io.gpuspec.claim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuspec.mig.MigGpu;
import io.gpuspec.spi.KubeObject;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.Note;
import io.gpuspec.value.UnknownNameException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NodeDevicesTest {
  private static final NodeDevices A100 = NodeDevices.of(MigGpu.of("A100-40GB"), 2).node("n");

  @SuppressWarnings("unchecked") // The trees are ours.
  private static <T> T at(Object tree, Object... path) {
    Object here = tree;
    for (Object step : path) {
      here =
          step instanceof Integer index
              ? ((List<Object>) here).get(index)
              : ((Map<String, Object>) here).get(step);
    }
    return (T) here;
  }

  private static List<String> names(KubeObject slice) {
    List<Map<String, Object>> devices = at(slice.tree(), "spec", "devices");
    return devices.stream().map(device -> (String) device.get("name")).toList();
  }

  @Test
  void aCardIsCalledByItsMinorNumber() {
    assertThat(names(A100.slices().get(0))).containsExactly("gpu-0", "gpu-1");
  }

  @Test
  void theNodeIsThePool() {
    KubeObject slice = A100.slices().get(0);
    assertThat(at(slice.tree(), "spec", "pool").toString())
        .isEqualTo("{name=n, generation=1, resourceSliceCount=1}");
    assertThat(at(slice.tree(), "spec", "nodeName").toString()).isEqualTo("n");
    assertThat(at(slice.tree(), "spec", "driver").toString()).isEqualTo("gpu.nvidia.com");
  }

  @Test
  void aVersionHasThreeParts() {
    NodeDevices node =
        A100.attribute("driverVersion", "535.104.05").attribute("cudaDriverVersion", "13.0");
    Map<String, Object> attributes =
        at(node.slices().get(0).tree(), "spec", "devices", 0, "attributes");
    assertThat(attributes)
        .containsEntry("cudaComputeCapability", Map.of("version", "8.0.0"))
        .containsEntry("driverVersion", Map.of("version", "535.104.5"))
        .containsEntry("cudaDriverVersion", Map.of("version", "13.0.0"));
  }

  @Test
  void whatIsNotKnownIsLeftOutAndSaid() {
    NodeDevices h20 = NodeDevices.of(MigGpu.of("H20-96GB"), 1);
    Map<String, Object> device = at(h20.slices().get(0).tree(), "spec", "devices", 0);
    assertThat(device).doesNotContainKey("capacity");
    assertThat(h20.notes()).extracting(Note::id).contains("slices.memory-unknown");
    assertThat(A100.unknown())
        .containsEntry("productName", List.of("NVIDIA A100-SXM4-40GB", "NVIDIA A100-PCIE-40GB"))
        .containsKeys("brand", "driverVersion", "resource.kubernetes.io/pcieRoot");
    assertThat(A100.notes())
        .extracting(Note::id)
        .containsExactly("slices.unknown", "slices.uuid-stands-in");
  }

  @Test
  void theMemoryIsWhatADriverReportsAndNotWhatTheCardIsSoldWith() {
    NodeDevices h100 = NodeDevices.of(MigGpu.of("H100-80GB"), 1);
    Map<String, Object> capacity =
        at(h100.slices().get(0).tree(), "spec", "devices", 0, "capacity");
    assertThat(capacity).containsExactly(Map.entry("memory", Map.of("value", "81559Mi")));
  }

  /** With dynamic MIG a card has the memory of its largest instance, which is less. */
  @Test
  void theLeastMemoryIsThatOfSlicesWithDynamicMig() {
    NodeDevices h100 = NodeDevices.of(MigGpu.of("H100-80GB"), 1);
    assertThat(h100.memory().map(Object::toString)).hasValue("81559Mi");
    assertThat(h100.leastMemory().map(Object::toString)).hasValue("81152Mi");
    assertThat(NodeDevices.of(MigGpu.of("A100-80GB"), 1).leastMemory().map(Object::toString))
        .hasValue("80Gi");
    assertThat(NodeDevices.of(MigGpu.of("H20-96GB"), 1).leastMemory()).isEmpty();
  }

  /** The names and figures are those of the driver's guide for an A100 of 40 GB. */
  @Test
  void aMigInstanceHasItsProfileIdAndStartInItsName() {
    KubeObject slice = A100.mig("3g.20gb@4", "1g.5gb@0").slices().get(0);
    assertThat(names(slice))
        .containsExactly(
            "gpu-0-mig-1g5gb-19-0",
            "gpu-0-mig-3g20gb-9-4",
            "gpu-1-mig-1g5gb-19-0",
            "gpu-1-mig-3g20gb-9-4");
    Map<String, Object> capacity = at(slice.tree(), "spec", "devices", 0, "capacity");
    assertThat(capacity)
        .containsEntry("memory", Map.of("value", "4864Mi"))
        .containsEntry("multiprocessors", Map.of("value", "14"))
        .containsEntry("copyEngines", Map.of("value", "1"))
        .containsEntry("memorySlice0", Map.of("value", "1"));
  }

  @Test
  void withDynamicMigEveryPlacementIsADeviceAndCountersAreInASliceOfTheirOwn() {
    List<KubeObject> slices = A100.dynamicMig().slices();
    assertThat(slices).hasSize(3);
    Map<String, Object> counters =
        at(slices.get(0).tree(), "spec", "sharedCounters", 0, "counters");
    assertThat(counters)
        .containsEntry("memory-slice-7", Map.of("value", "1"))
        .containsEntry("multiprocessors", Map.of("value", "98"))
        .containsEntry("copy-engines", Map.of("value", "7"))
        .containsEntry("memory", Map.of("value", "40192Mi"))
        .doesNotContainKey("memory-slice-8");
    assertThat(names(slices.get(1)))
        .hasSize(25)
        .isSorted()
        .contains("gpu-0-mig-1g5gb-me-20-6")
        .doesNotContain("gpu-0");
  }

  @Test
  void fromHopperOnAWholeCardIsADeviceBesideItsInstances() {
    NodeDevices h100 = NodeDevices.of(MigGpu.of("H100-80GB"), 1).dynamicMig();
    assertThat(names(h100.slices().get(1)).get(0)).isEqualTo("gpu-0");
    Map<String, Object> capacity =
        at(h100.slices().get(1).tree(), "spec", "devices", 0, "capacity");
    assertThat(capacity).containsEntry("multiprocessors", Map.of("value", "132"));
  }

  @Test
  void kubernetes134HasCountersBesideTheirDevices() {
    List<KubeObject> slices = A100.dynamicMig().kubernetes("1.34").slices();
    assertThat(slices).hasSize(2);
    Map<String, Object> spec = at(slices.get(0).tree(), "spec");
    assertThat(spec).containsKeys("sharedCounters", "devices");
    assertThat(A100.dynamicMig().kubernetes("1.35.2").slices()).hasSize(3);
    for (String wrong : List.of("1.33", "banana", "2.40", "")) {
      assertThatThrownBy(() -> A100.kubernetes(wrong))
          .hasMessage(
              "kubernetes: '%s' is not a version with resource.k8s.io/v1; write 1.34 or newer",
              wrong);
    }
  }

  @Test
  void theMemoryOfASharedInstanceHasAPolicyOfWholeMebibytes() {
    Map<String, Object> device =
        at(A100.mig("1g.5gb@0").shares("memory").slices().get(0).tree(), "spec", "devices", 0);
    assertThat(device).containsEntry("allowMultipleAllocations", true);
    assertThat(at(device, "capacity", "memory").toString())
        .contains("default=4864Mi", "min=1Mi", "step=1Mi");
    Map<String, Object> counted =
        at(
            A100.mig("1g.5gb@0").shares("4").slices().get(0).tree(),
            "spec",
            "devices",
            0,
            "capacity",
            "shares");
    assertThat(counted).containsEntry("value", "4");
  }

  @Test
  void everyProductWithKnownPlacementsHasSlices() {
    for (MigGpu gpu : MigGpu.all()) {
      if (gpu.geometry() != MigGpu.Geometry.UNVERIFIED) {
        NodeDevices node = NodeDevices.of(gpu, 8).dynamicMig();
        assertThat(node.slices()).as(gpu.name()).hasSize(9);
        assertThat(node.slices().stream().skip(1).flatMap(slice -> names(slice).stream()))
            .as(gpu.name())
            .doesNotHaveDuplicates()
            .allMatch(name -> name.matches("[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?"));
      }
    }
  }

  @Test
  void badInputNamesTheFix() {
    assertThatThrownBy(() -> A100.shares("half"))
        .isInstanceOf(InvalidValueException.class)
        .hasMessageContaining("'half'")
        .hasMessageContaining("memory, unlimited");
    assertThatThrownBy(() -> A100.attribute("index", "0")).isInstanceOf(UnknownNameException.class);
    assertThatThrownBy(() -> A100.attribute("profile", "1g.5gb"))
        .hasMessageContaining("a device's own");
    assertThatThrownBy(() -> A100.attribute("driverVersion", "new"))
        .hasMessageContaining("580.126.20");
    assertThatThrownBy(() -> A100.node("A_1")).hasMessageContaining("'A_1'");
    assertThatThrownBy(
            () -> NodeDevices.of(MigGpu.of("RTX PRO 5000 Blackwell-48GB"), 1).dynamicMig())
        .hasMessageContaining("placements");
  }
}
