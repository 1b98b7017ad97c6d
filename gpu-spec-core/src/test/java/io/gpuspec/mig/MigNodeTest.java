package io.gpuspec.mig;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import io.gpuspec.scheduling.PodView;
import io.gpuspec.value.InvalidValueException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MigNodeTest {
  private static final MigGpu A100 = MigGpu.of("A100-40GB");
  private static final String SXM = "NVIDIA A100-SXM4-40GB";
  private static final MigLayout UNEQUAL = A100.layout("1g.5gb+me@0", "1g.5gb@1", "3g.20gb@4");
  private static final MigLayout EQUAL = A100.layout("3g.20gb@0", "3g.20gb@4");

  @Test
  void mixedCountsByProfileWithADotForThePlus() {
    assertThat(MigNode.of(MigStrategy.MIXED, UNEQUAL, EQUAL).withWholeCards(2).resources())
        .containsExactly(
            entry("nvidia.com/gpu", 2),
            entry("nvidia.com/mig-1g.5gb", 1),
            entry("nvidia.com/mig-1g.5gb.me", 1),
            entry("nvidia.com/mig-3g.20gb", 3));
  }

  @Test
  void noneCountsCardsWhateverTheyAreCutInto() {
    assertThat(MigNode.of(MigStrategy.NONE, UNEQUAL, A100.layout()).resources())
        .containsExactly(entry("nvidia.com/gpu", 2));
  }

  @Test
  void singleCountsInstancesThatAreAlike() {
    assertThat(MigNode.of(MigStrategy.SINGLE, EQUAL, EQUAL).resources())
        .containsExactly(entry("nvidia.com/gpu", 4));
  }

  @Test
  void singleFailsInThePluginsWords() {
    assertThat(MigNode.of(MigStrategy.SINGLE, UNEQUAL).reasons())
        .containsExactly("more than one MIG device type present on node");
    assertThat(MigNode.of(MigStrategy.SINGLE, EQUAL, A100.layout()).reasons())
        .containsExactly("device 1 has no MIG devices configured");
    assertThat(MigNode.of(MigStrategy.SINGLE, EQUAL).withWholeCards(1).reasons())
        .containsExactly(
            "all devices on the node must be configured with the same migEnabled value");
    assertThat(MigNode.of(MigStrategy.SINGLE, UNEQUAL).resources()).isEmpty();
    assertThat(MigNode.of(MigStrategy.MIXED, A100.layout()).reasons()).isEmpty();
  }

  @Test
  void anInvalidSingleNodeIsLabelledSo() {
    assertThat(MigNode.of(MigStrategy.SINGLE, UNEQUAL).labels(SXM))
        .containsEntry("nvidia.com/gpu.product", "NVIDIA-A100-SXM4-40GB-MIG-INVALID")
        .containsEntry("nvidia.com/gpu.count", "0")
        .containsEntry("nvidia.com/gpu.replicas", "0")
        .containsEntry("nvidia.com/gpu.memory", "0")
        .containsEntry("nvidia.com/mig.strategy", "single");
  }

  /** The plugin compares what instances have, GPU Feature Discovery their names. */
  @Test
  void instancesThatDifferInNameAloneAreAdvertisedAndLabelledInvalid() {
    MigNode node =
        MigNode.of(
            MigStrategy.SINGLE, MigGpu.of("RTX PRO 6000").layout("1g.24gb@0", "1g.24gb+gfx@3"));

    assertThat(node.resources()).containsExactly(entry("nvidia.com/gpu", 2));
    assertThat(node.labels("NVIDIA RTX PRO 6000 Blackwell Server Edition"))
        .containsEntry(
            "nvidia.com/gpu.product", "NVIDIA-RTX-PRO-6000-Blackwell-Server-Edition-MIG-INVALID");
  }

  @Test
  void labelsOfASingleNodeAreThoseOfItsInstances() {
    assertThat(MigNode.of(MigStrategy.SINGLE, EQUAL).labels(SXM))
        .containsEntry("nvidia.com/gpu.product", "NVIDIA-A100-SXM4-40GB-MIG-3g.20gb")
        .containsEntry("nvidia.com/gpu.count", "2")
        .containsEntry("nvidia.com/gpu.replicas", "1")
        .containsEntry("nvidia.com/gpu.memory", "19968")
        .containsEntry("nvidia.com/gpu.multiprocessors", "42")
        .containsEntry("nvidia.com/gpu.slices.gi", "3")
        .containsEntry("nvidia.com/gpu.family", "ampere");
  }

  @Test
  void labelsOfAMixedNodeAreThoseOfItsCardsAndOfEachProfile() {
    assertThat(MigNode.of(MigStrategy.MIXED, UNEQUAL).labels(SXM))
        .containsEntry("nvidia.com/gpu.product", "NVIDIA-A100-SXM4-40GB")
        .containsEntry("nvidia.com/gpu.count", "1")
        .containsEntry("nvidia.com/gpu.replicas", "0")
        .containsEntry("nvidia.com/mig-1g.5gb.me.product", "NVIDIA-A100-SXM4-40GB-MIG-1g.5gb.me")
        .containsEntry("nvidia.com/mig-1g.5gb.me.engines.jpeg", "1")
        .containsEntry("nvidia.com/mig-1g.5gb.count", "1");
  }

  @Test
  void withNoneOnlyTheCardsAreLabelled() {
    assertThat(MigNode.of(MigStrategy.NONE, UNEQUAL).labels(SXM).keySet())
        .noneMatch(
            key -> key.startsWith("nvidia.com/mig-") || key.equals("nvidia.com/mig.strategy"));
  }

  @Test
  void whatAPodAsksAndTheNodeDoesNotHaveIsNamed() {
    MigNode node = MigNode.of(MigStrategy.MIXED, UNEQUAL);

    assertThat(node.problems(asking("nvidia.com/mig-3g.20gb", "1"))).isEmpty();
    assertThat(node.problems(asking("nvidia.com/mig-3g.20gb", "2")))
        .containsExactly("nvidia.com/mig-3g.20gb: 2 requested, the node has 1; request at most 1");
    assertThat(node.problems(asking("nvidia.com/mig-1g.5gb+me", "1")))
        .containsExactly(
            "nvidia.com/mig-1g.5gb+me: the API server takes no '+' in a resource's name;"
                + " write nvidia.com/mig-1g.5gb.me");
    assertThat(node.problems(asking("nvidia.com/gpu", "1")))
        .containsExactly(
            "nvidia.com/gpu: the node does not have it; with the strategy mixed it has"
                + " nvidia.com/mig-1g.5gb, nvidia.com/mig-1g.5gb.me, nvidia.com/mig-3g.20gb");
    assertThat(MigNode.of(MigStrategy.SINGLE, UNEQUAL).problems(asking("nvidia.com/gpu", "1")))
        .containsExactly(
            "nvidia.com/gpu: the node does not have it; the device plugin does not start:"
                + " more than one MIG device type present on node");
  }

  @Test
  void theSchedulerSeesTheSame() {
    MigNode node = MigNode.of(MigStrategy.MIXED, UNEQUAL);

    assertThat(asking("nvidia.com/mig-3g.20gb", "1").fits(node.view("gpu-1")).fits()).isTrue();
    assertThat(asking("nvidia.com/mig-3g.20gb", "2").fits(node.view("gpu-1")).fits()).isFalse();
  }

  @Test
  void thePluginsConfigNamesTheStrategy() {
    assertThat(MigNode.of(MigStrategy.SINGLE, EQUAL).pluginConfig())
        .hasToString("version: v1\nflags:\n  migStrategy: single\n");
  }

  @Test
  void aNodeHasCardsOfOneProduct() {
    assertThatThrownBy(() -> MigNode.of(MigStrategy.MIXED, List.of()))
        .isInstanceOf(InvalidValueException.class);
    assertError(
        () -> MigNode.of(MigStrategy.MIXED, EQUAL, MigGpu.of("A30").layout()), "mig.conflict");
    assertThatThrownBy(() -> MigNode.of(MigStrategy.MIXED, EQUAL).withWholeCards(-1))
        .isInstanceOf(InvalidValueException.class);
  }

  private static PodView asking(String resource, String count) {
    return PodView.empty().container("main", Map.of(resource, count), Map.of(resource, count));
  }

  @Test
  void labelsOfAnInstanceAreAllThatTheDiscoveryWrites() {
    assertThat(MigNode.of(MigStrategy.MIXED, EQUAL).withWholeCards(1).labels(SXM))
        .containsExactlyInAnyOrderEntriesOf(
            Map.ofEntries(
                entry("nvidia.com/gpu.compute.major", "8"),
                entry("nvidia.com/gpu.compute.minor", "0"),
                entry("nvidia.com/gpu.count", "2"),
                entry("nvidia.com/gpu.family", "ampere"),
                entry("nvidia.com/gpu.product", "NVIDIA-A100-SXM4-40GB"),
                entry("nvidia.com/gpu.replicas", "1"),
                entry("nvidia.com/gpu.sharing-strategy", "none"),
                entry("nvidia.com/mig-3g.20gb.count", "2"),
                entry("nvidia.com/mig-3g.20gb.engines.copy", "3"),
                entry("nvidia.com/mig-3g.20gb.engines.decoder", "2"),
                entry("nvidia.com/mig-3g.20gb.engines.encoder", "0"),
                entry("nvidia.com/mig-3g.20gb.engines.jpeg", "0"),
                entry("nvidia.com/mig-3g.20gb.engines.ofa", "0"),
                entry("nvidia.com/mig-3g.20gb.memory", "19968"),
                entry("nvidia.com/mig-3g.20gb.multiprocessors", "42"),
                entry("nvidia.com/mig-3g.20gb.product", "NVIDIA-A100-SXM4-40GB-MIG-3g.20gb"),
                entry("nvidia.com/mig-3g.20gb.replicas", "1"),
                entry("nvidia.com/mig-3g.20gb.sharing-strategy", "none"),
                entry("nvidia.com/mig-3g.20gb.slices.ci", "3"),
                entry("nvidia.com/mig-3g.20gb.slices.gi", "3"),
                entry("nvidia.com/mig.capable", "true"),
                entry("nvidia.com/mig.strategy", "mixed")));
  }

  @Test
  void withNoneCardsWithoutMigCountToo() {
    assertThat(MigNode.of(MigStrategy.NONE, UNEQUAL, EQUAL).withWholeCards(3).resources())
        .containsExactly(entry("nvidia.com/gpu", 5));
    assertThat(MigNode.of(MigStrategy.MIXED, EQUAL).withWholeCards(0).resources())
        .containsExactly(entry("nvidia.com/mig-3g.20gb", 2));
    assertError(
        () -> MigNode.of(MigStrategy.MIXED, EQUAL).withWholeCards(-1), "mig.out-of-range", "-1");
  }

  /** GPU Feature Discovery writes the strategy of sharing of an invalid node as an empty value. */
  @Test
  void anInvalidSingleNodeHasNoSharingStrategy() {
    assertThat(MigNode.of(MigStrategy.SINGLE, UNEQUAL).labels(SXM))
        .containsEntry("nvidia.com/gpu.sharing-strategy", "");
    assertThat(MigNode.of(MigStrategy.SINGLE, EQUAL).labels(SXM))
        .containsEntry("nvidia.com/gpu.sharing-strategy", "none");
  }

  @Test
  void whatAPodAsksOfTheMachineIsNoProblemOfItsInstances() {
    PodView pod =
        PodView.empty()
            .container(
                "c", Map.of("cpu", "64"), Map.of("rdma/hca", "1", "nvidia.com/mig-3g.20gb", "1"));

    assertThat(MigNode.of(MigStrategy.MIXED, UNEQUAL).problems(pod)).isEmpty();
  }
}
