package io.gpuspec.spi;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.Devices;
import io.gpuspec.GpuRequest;
import io.gpuspec.Gpus;
import io.gpuspec.Match;
import io.gpuspec.Overlay;
import io.gpuspec.Target;
import io.gpuspec.TestCloud;
import io.gpuspec.kube.KubeObject;
import io.gpuspec.scheduling.NodeView;
import io.gpuspec.scheduling.PodField;
import io.gpuspec.scheduling.Taint;
import io.gpuspec.scheduling.Toleration;
import io.gpuspec.share.NodeParts;
import io.gpuspec.value.Citation;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlacementTest {
  private static final Citation SOURCE = new Citation("A page", "2026", Citation.Status.DOCUMENTED);

  @Test
  void everyKindOfEntryThatABuilderWritesIsTaken() {
    Placement placement =
        Placement.empty()
            .with(PodField.annotation("a"), "1", "why", SOURCE)
            .with(PodField.toleration("t"), "", "why", SOURCE)
            .with(PodField.device("d"), "2", "why", SOURCE);

    assertThat(placement.entries()).hasSize(3);
    assertThat(placement.entries(PodField.Kind.DEVICE))
        .extracting(Placement.Entry::value)
        .containsExactly("2");
  }

  @Test
  void onlyANodeAffinityHasSeveralValues() {
    Placement placement =
        Placement.empty()
            .with(PodField.annotation("a"), "T4,V100", "why", SOURCE)
            .with(PodField.nodeAffinity("n"), "t4,v100", "why", SOURCE)
            .with(PodField.toleration("t"), "", "why", SOURCE);

    assertThat(placement.entries())
        .extracting(Placement.Entry::values)
        .containsExactly(List.of("T4,V100"), List.of("t4", "v100"), List.of(""));
  }

  @Test
  void requestsAndLimitsAreTheOwners() {
    assertError(
        () -> Placement.empty().with(PodField.limit("c", "cpu"), "1", "why", SOURCE),
        "placement.unsupported");
  }

  @Test
  void anEntryIsWrittenWithItsReason() {
    Placement placement =
        Placement.empty()
            .with(PodField.device("d"), "2", "the GPUs asked for", SOURCE)
            .with(PodField.toleration("t"), "", "keeps other pods off", SOURCE)
            .withCompanion(KubeObject.of("v1", "Pool", "gpu"), "where nodes come from", SOURCE)
            .requireScheduler("koord-scheduler", "it alone gives shares", SOURCE);

    assertThat(placement)
        .hasToString(
            "resources[d] = 2  # the GPUs asked for\nspec.tolerations[t]  # keeps other pods off");
    assertThat(placement.companions())
        .extracting(Placement.Companion::toString)
        .containsExactly("Pool gpu  # where nodes come from");
    assertThat(placement.scheduler().orElseThrow().value()).isEqualTo("koord-scheduler");
    assertThat(Placement.empty().scheduler()).isEmpty();
  }

  @Test
  void aTolerationIsWrittenOnce() {
    Placement one = Placement.empty().with(PodField.toleration("t"), "", "why", SOURCE);

    assertThat(one.with(PodField.toleration("t"), "", "again", SOURCE)).isSameAs(one);
    assertThat(
            one.with(PodField.toleration("t"), "NoExecute", "and leave", SOURCE)
                .with(PodField.toleration("u"), "", "another", SOURCE)
                .tolerations())
        .extracting(Toleration::toString)
        .containsExactly("t Exists NoSchedule", "t Exists NoExecute", "u Exists NoSchedule");
  }

  @Test
  void nodeTermsAreAlternativesOfWhatMustHoldTogether() {
    Placement.Entry gpu = new Placement.Entry(PodField.nodeAffinity("gpu"), "t4", "why", SOURCE);
    Placement.Entry zone = new Placement.Entry(PodField.nodeAffinity("zone"), "a", "why", SOURCE);
    Placement placement =
        Placement.empty()
            .withNodeTerm(List.of(gpu, zone))
            .with(PodField.nodeAffinity("gpu"), "v100", "why", SOURCE);

    assertThat(placement.nodeTerms()).hasSize(2);
    assertThat(placement.nodeTerms().get(0)).containsExactly(gpu, zone);
    assertThat(placement.fits(NodeView.of("n").label("gpu", "t4").label("zone", "a")).fits())
        .isTrue();
    assertThat(placement.fits(NodeView.of("n").label("gpu", "t4")).fits()).isFalse();
    assertThat(placement.fits(NodeView.of("n").label("gpu", "v100")).fits()).isTrue();
    for (List<Placement.Entry> none :
        List.of(
            List.<Placement.Entry>of(),
            List.of(gpu, new Placement.Entry(PodField.nodeSelector("gpu"), "t4", "why", SOURCE)))) {
      assertError(() -> Placement.empty().withNodeTerm(none), "placement.malformed");
    }
    assertThat(Placement.empty().withNodeSelectors(List.of(gpu, zone)).entries())
        .extracting(Placement.Entry::field)
        .containsExactly(PodField.nodeSelector("gpu"), PodField.nodeSelector("zone"));
  }

  private static Target own(String... nodes) {
    return Gpus.load()
        .in("own")
        .overlay(
            Overlay.parse(
                "nodes.json",
                "{\"kind\": \"List\", \"items\": [%s]}".formatted(String.join(",", nodes))));
  }

  private static String node(String name, String more, String spec, String amounts) {
    return """
    {"kind": "Node", "metadata": {"name": "%s", "labels": {"nvidia.com/gpu.product": "NVIDIA-A100-SXM4-40GB"%s}},
     "spec": {%s}, "status": {"allocatable": {"cpu": "30", "memory": "200Gi"%s}}}
    """
        .formatted(name, more, spec, amounts);
  }

  /** A pod goes where each of its alternatives could take it. */
  @Test
  void aPodToleratesTheTaintsOfEveryNodeOfYourOwnThatItMayGoTo() {
    String two = ", \"nvidia.com/gpu\": \"2\"";
    Target own =
        own(
            node(
                "a",
                ", \"pool\": \"p1\"",
                "\"taints\": [{\"key\": \"team\", \"value\": \"x\", \"effect\": \"NoSchedule\"},"
                    + " {\"key\": \"soft\", \"effect\": \"PreferNoSchedule\"}]",
                two),
            node(
                "b",
                ", \"pool\": \"p2\"",
                "\"taints\": [{\"key\": \"gpu\", \"effect\": \"NoExecute\"}]",
                two));
    Match.Found found = own.match(GpuRequest.of(Devices.of(2, "a", "b"))).orThrow();
    Placement placement = own.place(found);

    assertThat(placement.tolerations())
        .extracting(Toleration::toString)
        .containsExactlyInAnyOrder("team Exists NoSchedule", "gpu Exists NoExecute");
    assertThat(placement.nodeTerms()).hasSize(2);
    assertThat(placement.entries(PodField.Kind.DEVICE))
        .extracting(Placement.Entry::toString)
        .containsExactly("resources[nvidia.com/gpu] = 2  # the GPUs asked for");
    assertThat(placement.fits(own.node(found)).fits()).isTrue();
  }

  @Test
  void aNodeOfYourOwnIsSeenWithItsLabelsTaintsAndAmounts() {
    Target own =
        own(
            node(
                "Gpu_1",
                ", \"disk\": \"ssd\"",
                "\"taints\": [{\"key\": \"gpu\", \"effect\": \"NoSchedule\"}]",
                ", \"nvidia.com/gpu\": \"2\", \"rdma/hca\": \"4\", \"hugepages-2Mi\": \"4Mi\""));
    NodeView node = own.node(own.match(GpuRequest.of("A100-40G")).orThrow());

    assertThat(node.name()).isEqualTo("gpu-1");
    assertThat(node.labels())
        .isEqualTo(
            Map.of(
                "nvidia.com/gpu.product",
                "NVIDIA-A100-SXM4-40GB",
                "disk",
                "ssd",
                "kubernetes.io/arch",
                "amd64",
                "kubernetes.io/os",
                "linux"));
    assertThat(node.taints()).containsExactly(new Taint("gpu", "", Taint.Effect.NO_SCHEDULE));
    assertThat(node.allocatable())
        .isEqualTo(
            Map.of(
                "cpu",
                "30",
                "memory",
                "200Gi",
                "nvidia.com/gpu",
                "2",
                "rdma/hca",
                "4",
                "hugepages-2Mi",
                "4Mi"));
  }

  /** Instances have a resource of their own; replicas that are not renamed need a label. */
  @Test
  void partsOfCardsAreAskedForByTheirResourceAndLabels() {
    Target mig =
        own(node("mig", "", "", ", \"nvidia.com/gpu\": \"0\", \"nvidia.com/mig-1g.5gb\": \"7\""));
    Match.Found instances = mig.match(GpuRequest.of(Devices.any().mig("1g.5gb"))).orThrow();
    String labels = ", \"nvidia.com/gpu.count\": \"1\", \"nvidia.com/gpu.replicas\": \"4\"";
    Target sliced =
        own(node("sliced", labels, "", ", \"nvidia.com/gpu\": \"4\"")
                .replace("40GB", "40GB-SHARED"))
            .with(NodeParts.REPLICAS, "time-slicing:4");
    Match.Found replicas = sliced.match(GpuRequest.of(Devices.of("A100-40G").replica())).orThrow();

    assertThat(mig.place(instances).entries(PodField.Kind.DEVICE))
        .extracting(entry -> entry.field().key())
        .containsExactly("nvidia.com/mig-1g.5gb");
    assertThat(mig.node(instances).allocatable()).containsEntry("nvidia.com/mig-1g.5gb", "7");
    assertThat(sliced.place(replicas).entries(PodField.Kind.NODE_SELECTOR))
        .extracting(entry -> entry.field().key() + "=" + entry.value())
        .contains("nvidia.com/gpu.replicas=4")
        .doesNotHaveDuplicates();
    assertThat(sliced.node(replicas).allocatable()).containsEntry("nvidia.com/gpu", "4");
    assertThat(sliced.node(replicas).labels()).containsEntry("nvidia.com/gpu.replicas", "4");
    assertThat(sliced.place(replicas).fits(sliced.node(replicas)).fits()).isTrue();
  }

  /** A cloud's row as its provider's rules and the catalog have it. */
  @Test
  void aNodeOfACloudHasThePodsThatItsRowStates() {
    Target nodes =
        TestCloud.of("nodes", TestCloud.read(TestCloud.text("nodes-2025-03.json"))).target();
    NodeView node = nodes.node(nodes.match(GpuRequest.of("T4").cpu(8)).orThrow());

    assertThat(node.name()).isEqualTo("t.large");
    assertThat(node.labels()).isEmpty();
    assertThat(node.taints()).isEmpty();
    assertThat(node.allocatable())
        .isEqualTo(Map.of("cpu", "8", "memory", "32Gi", "nvidia.com/gpu", "1", "pods", "58"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "0", "-1", "0.5", "one", "16Gi"})
  void aDeviceIsCountedWhole(String value) {
    assertError(
        () -> Placement.empty().with(PodField.device("d"), value, "why", SOURCE),
        "placement.malformed",
        value);
  }

  /** The pod's label says that 8 are of two cards. */
  @Test
  void labelsHaveASayInWhetherANodeFits() {
    NodeView node =
        NodeView.of("cgpu-1")
            .allocatable(Map.of("aliyun.com/gpu-mem", "12"))
            .card(Map.of("aliyun.com/gpu-mem", "6"))
            .card(Map.of("aliyun.com/gpu-mem", "6"));
    Placement ofOne =
        Placement.empty().with(PodField.device("aliyun.com/gpu-mem"), "8", "why", SOURCE);

    assertThat(ofOne.fits(node).fits()).isFalse();
    assertThat(
            ofOne
                .with(PodField.label("aliyun.com/gpu-count"), "2", "why", SOURCE)
                .fits(node)
                .fits())
        .isTrue();
  }
}
