package io.gpuspec.internal;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.CapacityType;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Names as NVIDIA's tools and Kubernetes write them. */
class NotationTest {
  /** NVIDIA's tools write 1g.10gb+me, a resource is nvidia.com/mig-1g.10gb.me. */
  @ParameterizedTest
  @CsvSource({
    "1g.5gb, 1g.5gb",
    "1G.5GB, 1g.5gb",
    "' 1g.5gb ', 1g.5gb",
    "MIG-1g.5gb, 1g.5gb",
    "nvidia.com/mig-3g.20gb, 3g.20gb",
    "nvidia.com/mig-1g.10gb.me, 1g.10gb+me",
    "1g.10gb.me, 1g.10gb+me",
    "1g.10gb+me, 1g.10gb+me",
    "1g.24gb+me.all, 1g.24gb+me.all",
    "1g.24gb.me.all, 1g.24gb+me.all",
    "7g, 7g"
  })
  void aMigProfileIsWrittenInSeveralWays(String given, String canonical) {
    assertThat(MigNames.canonical(given)).isEqualTo(canonical);
  }

  @ParameterizedTest
  @CsvSource({"1g.5gb, ''", "1g.10gb+me, +me", "1g.24gb+me.all, +me.all", "7g, ''"})
  void whatFollowsTheSizeIsItsAttribute(String profile, String attribute) {
    assertThat(MigNames.attribute(profile)).isEqualTo(attribute);
  }

  @Test
  void inKubernetesThereIsNoPlus() {
    assertThat(MigNames.inKubernetes("1g.10gb+me")).isEqualTo("1g.10gb.me");
  }

  /** IsExtendedResourceName and IsHugePageResourceName of Kubernetes. */
  @ParameterizedTest
  @CsvSource({
    "nvidia.com/gpu, true",
    "rdma/hca, true",
    "hugepages-2Mi, true",
    "cpu, false",
    "pods, false",
    "ephemeral-storage, false",
    "kubernetes.io/batch-cpu, false",
    "attachable-volumes-aws-ebs, false",
    "x.kubernetes.io/gpu, false",
    "requests.nvidia.com/gpu, false"
  })
  void aResourceIsExtendedOrNot(String resource, boolean isOne) {
    assertThat(ExtendedResources.isOne(resource)).isEqualTo(isOne);
  }

  @Test
  void hugePagesAreCountedInBytes() {
    assertThat(ExtendedResources.text("hugepages-2Mi", 2L << 30)).isEqualTo("2Gi");
    assertThat(ExtendedResources.text("nvidia.com/gpu", 4)).isEqualTo("4");
    assertThat(ExtendedResources.isExtended("hugepages-2Mi")).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "NVIDIA A100 80GB PCIe, NVIDIA-A100-80GB-PCIe",
    "Tesla T4, Tesla-T4",
    "NVIDIA A100-SXM4-40GB, NVIDIA-A100-SXM4-40GB",
    "NVIDIA RTX 6000 (Ada)  Generation, NVIDIA-RTX-6000-Ada-Generation",
    "'  Tesla P4 ', Tesla-P4"
  })
  void aDriversNameIsALabelsValue(String name, String label) {
    assertThat(GpuProduct.of(name)).isEqualTo(label);
  }

  @Test
  void theLabelsOfFeatureDiscoveryAreInOrder() {
    FeatureLabels labels = new FeatureLabels();
    labels.chip("nvidia.com/gpu", "Ada Lovelace", "8.9");
    labels.count("nvidia.com/gpu", 4, 2, "time-slicing");
    labels.put("nvidia.com/gpu.memory", OptionalInt.of(23034));
    labels.put("nvidia.com/gpu.unknown", OptionalInt.empty());
    labels.put("nvidia.com/mig.capable", false);
    labels.remove("nvidia.com/mig.capable");

    assertThat(labels.all())
        .containsExactly(
            Map.entry("nvidia.com/gpu.compute.major", "8"),
            Map.entry("nvidia.com/gpu.compute.minor", "9"),
            Map.entry("nvidia.com/gpu.count", "4"),
            Map.entry("nvidia.com/gpu.family", "ada-lovelace"),
            Map.entry("nvidia.com/gpu.memory", "23034"),
            Map.entry("nvidia.com/gpu.replicas", "2"),
            Map.entry("nvidia.com/gpu.sharing-strategy", "time-slicing"));
  }

  @Test
  void aWordThatIsNoneIsAnsweredWithThoseThatThereAre() {
    assertThat(EnumWords.parse("capacity type", CapacityType.class, "spot"))
        .isEqualTo(CapacityType.SPOT);
    assertError(
        () -> EnumWords.parse("capacity type", CapacityType.class, "Spot"),
        "value.unknown",
        "Spot");
  }

  /** As the tools print them: kubectl pads with blanks, and wide characters take two columns. */
  @Test
  void aColumnWithoutContentIsLeftOut() {
    TextTable table = new TextTable("NAME", "PRICE", "GPU");
    table.row("a", "", "T4");

    assertThat(table).hasToString("NAME  GPU\na     T4");
    assertThat(new TextTable("NAME", "GPU")).hasToString("NAME  GPU");
    assertThat(TextWidth.pad("显存", 6)).isEqualTo("显存  ");
    assertThat(TextWidth.pad("GPU", 2)).isEqualTo("GPU");
  }
}
