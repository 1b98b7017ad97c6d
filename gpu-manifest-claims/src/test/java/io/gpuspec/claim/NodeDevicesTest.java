package io.gpuspec.claim;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuspec.GpuSpec;
import io.gpuspec.SpecCatalog;
import io.gpuspec.kube.KubeObject;
import io.gpuspec.mig.MigGpu;
import io.gpuspec.value.GpuSpecException;
import io.gpuspec.value.MemorySize;
import io.gpuspec.value.Note;
import io.gpuspec.value.UnknownNameException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NodeDevicesTest {
  private final NodeDevices a100 = NodeDevices.of(MigGpu.of("A100-40GB"), 2).node("n");

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

  private static String text(String name) {
    try {
      return Files.readString(Path.of("../gpu-spec-core/src/test/resources/io/gpuspec", name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static SpecCatalog read(String catalog) {
    return SpecCatalog.read(
        "test.json", new ByteArrayInputStream(catalog.getBytes(StandardCharsets.UTF_8)));
  }

  private static GpuSpec row(String name) {
    return read(text("nodes-2025-03.json")).specs().stream()
        .filter(each -> each.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static List<String> ids(NodeDevices node) {
    return node.notes().stream().map(Note::id).toList();
  }

  private static Map<String, Object> firstDevice(NodeDevices node) {
    return at(node.slices().get(0).tree(), "spec", "devices", 0);
  }

  @Test
  void whatIsMadeForOnePodHasNoDriver() {
    SpecCatalog pods = read(text("cloud-2024-05.json"));

    assertError(() -> NodeDevices.in(pods), "claim.unsupported", "cloud");
    assertThat(NodeDevices.in(read(text("nodes-2025-03.json"))))
        .extracting(NodeDevices::node)
        .contains("t.small");
  }

  /** A driver reports 15360Mi for a T4, whatever the catalog says that the cloud's API does. */
  @Test
  void aRowOfACatalogHasTheCardsOfItsModel() {
    NodeDevices t4 = NodeDevices.of(row("t.small"));

    assertThat(t4).hasToString("t.small: 1 x T4");
    assertThat(t4.node()).isEqualTo("t.small");
    assertThat(t4.memory()).contains(MemorySize.parse("15360Mi"));
    assertThat(at(firstDevice(t4), "attributes").toString())
        .contains("architecture={string=Turing}")
        .contains("cudaComputeCapability={version=7.5.0}")
        .contains("productName={string=Tesla T4}")
        .contains("type={string=gpu}");
    assertThat(t4.canDivide()).isFalse();
    assertThat(ids(t4)).containsExactly("slices.unknown", "slices.uuid-stands-in");
  }

  @Test
  void aRowWithMigCanBeDivided() {
    NodeDevices eight = NodeDevices.of(row("p.eight"));

    assertThat(eight).hasToString("p.eight: 8 x A100-40G");
    assertThat(eight.canDivide()).isTrue();
    assertThat(eight.dynamicMig()).hasToString("p.eight: 8 x A100-40G, dynamic MIG");
    assertThat(eight.mig("3g.20gb@4", "1g.5gb@0").shares("4"))
        .hasToString("p.eight: 8 x A100-40G, each 1g.5gb@0 3g.20gb@4, shares by 4");
    assertThat(names(eight.mig("7g.40gb@0").slices().get(0))).hasSize(8);
  }

  /** The memory of a card is not that of its share, and a share cannot be divided. */
  @Test
  void aShareOfACardIsNotTheCard() {
    NodeDevices slice = NodeDevices.of(row("t.slice"));

    assertThat(slice.memory()).isEmpty();
    assertThat(slice.unknown()).containsEntry("productName", List.of()).containsKey("memory");
    assertThat(firstDevice(slice)).doesNotContainKey("capacity");
    assertThat(ids(slice)).startsWith("slices.memory-unknown");
    assertError(() -> slice.mig("1g.5gb@0"), "slices.unsupported");
  }

  /** A row with a GPU of this name. */
  private static NodeDevices ofOtherRow(String gpu, String fields) {
    SpecCatalog catalog =
        read(
            """
            {"target": "t", "edition": "2026-01", "unit": "node", "citation": "c",
             "citations": {"c": {"title": "T", "date": "2025", "status": "documented"}},
             "gpus": [{"name": "%s", %s}],
             "specs": [{"name": "G*Row_1 x2-", "gpu": "%s", "gpus": 1, "policy": "fixed",
               "upward": [{"cpu": "4", "memory": "16Gi"}], "citation": "c"}]}
            """
                .formatted(gpu, fields, gpu));
    return NodeDevices.of(catalog.specs().get(0));
  }

  @Test
  void memoryThatOnlyTheCloudsApiReportsIsSaidToBeSo() {
    NodeDevices known =
        ofOtherRow(
            "G", "\"memory\": \"32Gi\", \"memoryReported\": \"30Gi\", \"identified\": false");

    assertThat(known).hasToString("g-row-1-x2: 1 x G");
    assertThat(known.memory()).isEmpty();
    assertThat(known.leastMemory()).isEmpty();
    assertThat(at(firstDevice(known), "capacity", "memory", "value").toString()).isEqualTo("30Gi");
    assertThat(known.unknown())
        .containsKeys("architecture", "cudaComputeCapability")
        .doesNotContainKey("memory");
    assertThat(known.notes().get(0))
        .hasToString(
            "slices.memory-by-api: memory 30Gi of G is what the cloud's API reports; a driver can"
                + " report less");
  }

  /** A share of an A100: its own size, and none of the card's MIG. */
  @Test
  void aShareOfACardWithMigHasNone() {
    NodeDevices half =
        ofOtherRow("1/2*A100-40G", "\"card\": \"A100-40G\", \"memoryReported\": \"20Gi\"");

    assertThat(half.canDivide()).isFalse();
    assertThat(half.memory()).isEmpty();
    assertThat(at(firstDevice(half), "capacity", "memory", "value").toString()).isEqualTo("20Gi");
  }

  @Test
  void aCardIsCalledByItsMinorNumber() {
    assertThat(names(a100.slices().get(0))).containsExactly("gpu-0", "gpu-1");
  }

  @Test
  void theNodeIsThePool() {
    KubeObject slice = a100.slices().get(0);
    assertThat(at(slice.tree(), "spec", "pool").toString())
        .isEqualTo("{name=n, generation=1, resourceSliceCount=1}");
    assertThat(at(slice.tree(), "spec", "nodeName").toString()).isEqualTo("n");
    assertThat(at(slice.tree(), "spec", "driver").toString()).isEqualTo("gpu.nvidia.com");
  }

  @Test
  void aVersionHasThreeParts() {
    NodeDevices node =
        a100.attribute("driverVersion", "535.104.05").attribute("cudaDriverVersion", "13.0");
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
    assertThat(a100.unknown())
        .containsEntry("productName", List.of("NVIDIA A100-SXM4-40GB", "NVIDIA A100-PCIE-40GB"))
        .containsOnlyKeys(
            "uuid",
            "productName",
            "brand",
            "driverVersion",
            "cudaDriverVersion",
            "addressingMode",
            "resource.kubernetes.io/pciBusID",
            "resource.kubernetes.io/pcieRoot",
            "resource.kubernetes.io/numaNode");
    assertThat(a100.notes())
        .extracting(Note::toString)
        .containsExactly(
            "slices.unknown: left out, because their values are not known here: productName, brand,"
                + " driverVersion, cudaDriverVersion, addressingMode, resource.kubernetes.io/pciBusID,"
                + " resource.kubernetes.io/pcieRoot, resource.kubernetes.io/numaNode",
            "slices.uuid-stands-in: the UUIDs stand in for those of the cards, which only a node"
                + " knows");
  }

  @Test
  void theMemoryIsWhatADriverReportsAndNotWhatTheCardIsSoldWith() {
    NodeDevices h100 = NodeDevices.of(MigGpu.of("H100-80GB"), 1);
    Map<String, Object> capacity =
        at(h100.slices().get(0).tree(), "spec", "devices", 0, "capacity");
    assertThat(capacity).containsExactly(Map.entry("memory", Map.of("value", "81559Mi")));
  }

  @Test
  void theMemoryOfDividedCardsIsKnownWhereThatOfEveryProfileIs() {
    assertThat(a100.dynamicMig().unknown()).doesNotContainKey("memory");
    assertThat(a100.mig("1g.5gb@0").unknown()).doesNotContainKey("memory");
    MigGpu b300 = MigGpu.of("B300-288GB");
    assertThat(b300.profiles()).anyMatch(profile -> profile.memory().isEmpty());
    assertThat(NodeDevices.of(b300, 1).dynamicMig().unknown()).containsKey("memory");
  }

  /** Two UUIDs of devices of a node are never equal. */
  @Test
  void theCardsOfANodeAreToldApartByTheirUuids() {
    List<String> cards = uuids(a100);
    List<String> instances = uuids(a100.mig("1g.5gb@0", "3g.20gb@4"));

    assertThat(cards)
        .containsExactly(
            "GPU-00000000-0000-0000-0000-000000000000", "GPU-00000000-0000-0000-0000-000000000001");
    assertThat(instances)
        .containsExactly(
            "MIG-00000000-0000-0000-0001-000000000000",
            "MIG-00000000-0000-0000-0005-000000000000",
            "MIG-00000000-0000-0000-0001-000000000001",
            "MIG-00000000-0000-0000-0005-000000000001");
    assertThat(
            at(a100.mig("1g.5gb@0").slices().get(0).tree(), "spec", "devices", 1, "attributes")
                .toString())
        .contains("parentUUID={string=GPU-00000000-0000-0000-0000-000000000001}")
        .contains("profile={string=1g.5gb}")
        .contains("type={string=mig}");
  }

  private static List<String> uuids(NodeDevices node) {
    List<Map<String, Object>> devices = at(node.slices().get(0).tree(), "spec", "devices");
    return devices.stream()
        .map(device -> NodeDevicesTest.<String>at(device, "attributes", "uuid", "string"))
        .toList();
  }

  /** The API server takes 128 devices in a slice, and 64 if they consume counters. */
  @Test
  void aSliceHasAsManyDevicesAsTheApiServerTakes() {
    MigGpu gpu = MigGpu.of("A100-40GB");
    assertThat(NodeDevices.of(gpu, 128).slices()).hasSize(1);
    List<KubeObject> two = NodeDevices.of(gpu, 129).node("n").slices();
    assertThat(two).hasSize(2);
    assertThat(names(two.get(0))).hasSize(128);
    assertThat(names(two.get(1))).containsExactly("gpu-128");
    assertThat(two.get(1).name()).isEqualTo("n-gpu.nvidia.com-1");
    assertThat(at(two.get(1).tree(), "spec", "pool").toString())
        .isEqualTo("{name=n, generation=1, resourceSliceCount=2}");
    assertThat(NodeDevices.of(gpu, 1024)).hasToString("a100-40gb: 1024 x A100-40GB");
    for (int wrong : new int[] {0, -1, 1025}) {
      assertError(() -> NodeDevices.of(gpu, wrong), "slices.out-of-range", wrong);
    }
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
    KubeObject slice = a100.mig("3g.20gb@4", "1g.5gb@0").slices().get(0);
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
    List<KubeObject> slices = a100.dynamicMig().slices();
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

  /** A 3g.20gb instance takes half of the memory slices. */
  @Test
  void aDeviceConsumesTheCountersOfItsPlace() {
    KubeObject slice = a100.dynamicMig().slices().get(2);
    int last = names(slice).indexOf("gpu-1-mig-3g20gb-9-4");
    Map<String, Object> consumed = at(slice.tree(), "spec", "devices", last, "consumesCounters", 0);

    assertThat(consumed).containsEntry("counterSet", "gpu-1-counter-set");
    assertThat(NodeDevicesTest.<Map<String, Object>>at(consumed, "counters"))
        .containsEntry("memory", Map.of("value", "19968Mi"))
        .containsEntry("multiprocessors", Map.of("value", "42"))
        .containsEntry("copy-engines", Map.of("value", "3"))
        .containsKeys("memory-slice-4", "memory-slice-5", "memory-slice-6", "memory-slice-7")
        .doesNotContainKeys("memory-slice-3", "memory-slice-8");
    assertThat(firstDevice(a100)).doesNotContainKey("consumesCounters");
    assertThat(at(slice.tree(), "spec", "devices", last, "attributes").toString())
        .doesNotContain(" uuid=");
  }

  @Test
  void aSliceSaysWhereItsContentsComeFrom() {
    assertThat(a100.slices().get(0).reasons())
        .extracting(reason -> reason + ": " + reason.citation().title())
        .containsExactly(
            "spec devices  # what the driver publishes of A100-40GB: NVIDIA DRA driver for GPUs,"
                + " cmd/gpu-kubelet-plugin/deviceinfo.go");
    assertThat(a100.dynamicMig().slices().get(0).reasons())
        .extracting(reason -> reason + ": " + reason.citation().title())
        .containsExactly(
            "spec sharedCounters  # what the driver publishes of A100-40GB: NVIDIA DRA driver for"
                + " GPUs, cmd/gpu-kubelet-plugin/partitions.go, mig.go and nvlib.go");
  }

  /** On Ampere MIG mode is enabled beforehand, and a whole card is then no device. */
  @Test
  void whatAGateNeedsIsSaid() {
    assertThat(a100.dynamicMig().notes().get(2))
        .hasToString(
            "slices.dynamic-mig: needs the gate DynamicMIG, and MIG mode enabled beforehand; whole"
                + " cards are then no devices");
    NodeDevices h100 = NodeDevices.of(MigGpu.of("H100-80GB"), 1).dynamicMig();
    assertThat(h100.notes().get(2)).hasToString("slices.dynamic-mig: needs the gate DynamicMIG");
    assertThat(h100.notes()).hasSize(3);
    MigGpu inferred =
        MigGpu.all().stream()
            .filter(gpu -> gpu.geometry() == MigGpu.Geometry.INFERRED)
            .findFirst()
            .orElseThrow();
    assertThat(NodeDevices.of(inferred, 1).dynamicMig().notes())
        .extracting(Note::toString)
        .contains(
            "slices.placements-inferred: the placements of %s are inferred: %s"
                .formatted(inferred.name(), inferred.placementsFrom()));
    assertThat(a100.shares("memory").notes().get(2))
        .hasToString(
            "slices.shares: needs the gate ConsumableShares and --consumable-shares=memory; the"
                + " memory of a share is not isolated");
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
    List<KubeObject> slices = a100.dynamicMig().kubernetes("1.34").slices();
    assertThat(slices).hasSize(2);
    Map<String, Object> spec = at(slices.get(0).tree(), "spec");
    assertThat(spec).containsKeys("sharedCounters", "devices");
    assertThat(a100.dynamicMig().kubernetes("1.35.2").slices()).hasSize(3);
    for (String wrong : List.of("1.33", "banana", "2.40", "")) {
      assertError(() -> a100.kubernetes(wrong), "slices.malformed", wrong);
    }
  }

  @Test
  void theMemoryOfASharedInstanceHasAPolicyOfWholeMebibytes() {
    Map<String, Object> device =
        at(a100.mig("1g.5gb@0").shares("memory").slices().get(0).tree(), "spec", "devices", 0);
    assertThat(device).containsEntry("allowMultipleAllocations", true);
    assertThat(at(device, "capacity", "memory").toString())
        .contains("default=4864Mi", "min=1Mi", "step=1Mi");
  }

  /** The policies are those of the driver's consumable_shares.go. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "memory | 40960Mi 1Mi 40960Mi 1Mi | none",
        "unlimited | 0 0 40960Mi 1Mi | none",
        "4 | 0 0 40960Mi 1Mi | 1 1 4 1",
      })
  void whatIsCountedOfASharedCardHasAPolicy(String mode, String memory, String shares) {
    Map<String, Object> capacity = at(firstDevice(a100.shares(mode)), "capacity");

    assertThat(policy(capacity, "memory")).isEqualTo(memory.replace("40960Mi", "40Gi"));
    assertThat(capacity.containsKey("shares") ? policy(capacity, "shares") : "none")
        .isEqualTo(shares);
    assertThat(firstDevice(a100)).doesNotContainKey("allowMultipleAllocations");
  }

  private static String policy(Map<String, Object> capacity, String name) {
    Map<String, Object> policy = at(capacity, name, "requestPolicy");
    Map<String, Object> range = at(policy, "validRange");
    assertThat(NodeDevicesTest.<String>at(capacity, name, "value")).isEqualTo(range.get("max"));
    return "%s %s %s %s"
        .formatted(policy.get("default"), range.get("min"), range.get("max"), range.get("step"));
  }

  @Test
  void anAttributeIsWhatWasStatedLast() {
    Map<String, Object> attributes =
        at(
            firstDevice(
                a100.attribute("brand", "old")
                    .attribute("brand", "Tesla")
                    .attribute("resource.kubernetes.io/numaNode", "1")
                    .attribute("productName", "x".repeat(64))),
            "attributes");

    assertThat(attributes)
        .containsEntry("brand", Map.of("string", "Tesla"))
        .containsEntry("resource.kubernetes.io/numaNode", Map.of("int", 1L))
        .containsEntry("productName", Map.of("string", "x".repeat(64)));
    for (String wrong : List.of("", "x".repeat(65))) {
      assertError(() -> a100.attribute("brand", wrong), "slices.malformed", wrong);
    }
    assertError(
        () -> a100.attribute("resource.kubernetes.io/numaNode", "one"), "slices.malformed", "one");
  }

  @Test
  void aNodeIsCalledAsKubernetesAllows() {
    String longest = "a" + ".b".repeat(126);

    assertThat(a100.node(longest).node()).hasSize(253);
    for (String wrong : List.of(longest + "c", "", "-a", "a..b", "A")) {
      assertError(() -> a100.node(wrong), "slices.malformed");
    }
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
    assertError(() -> a100.shares("half"), "slices.malformed", "half");
    assertThatThrownBy(() -> a100.attribute("index", "0")).isInstanceOf(UnknownNameException.class);
    assertError(() -> a100.attribute("profile", "1g.5gb"), "slices.unsupported");
    assertError(() -> a100.attribute("driverVersion", "new"), "slices.malformed");
    assertError(() -> a100.node("A_1"), "slices.malformed", "A_1");
    assertError(
        () -> NodeDevices.of(MigGpu.of("RTX PRO 5000 Blackwell-48GB"), 1).dynamicMig(),
        "slices.unsupported");
  }

  @ParameterizedTest
  @ValueSource(ints = {1025, Integer.MAX_VALUE, 0})
  void aNodeHasAtMost1024Cards(int count) {
    MigGpu a100 = MigGpu.of("A100-40GB");

    assertThat(NodeDevices.of(a100, 1024).slices()).hasSize(8);
    assertThatThrownBy(() -> NodeDevices.of(a100, count))
        .isInstanceOfSatisfying(
            GpuSpecException.class,
            problem -> assertThat(problem.id()).isEqualTo("slices.out-of-range"));
  }
}
