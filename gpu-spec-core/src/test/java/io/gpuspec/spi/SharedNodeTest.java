package io.gpuspec.spi;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.GpuRequest;
import io.gpuspec.Shape;
import io.gpuspec.Target;
import io.gpuspec.TestCloud;
import io.gpuspec.scheduling.NodeView;
import io.gpuspec.spi.AddOn.Runs;
import io.gpuspec.spi.SharedNode.Writer;
import io.gpuspec.value.Citation;
import io.gpuspec.value.CpuAmount;
import io.gpuspec.value.MemorySize;
import io.gpuspec.value.Note;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SharedNodeTest {
  private static final Citation PAGE = new Citation("A page", "2026", Citation.Status.DOCUMENTED);
  private static final Target NODES =
      TestCloud.of("nodes", TestCloud.read(TestCloud.text("nodes-2025-03.json"))).target();

  /** 200m and 300M on each node, 1 CPU and 800M once. */
  private final AddOn addOn =
      AddOn.of("qGPU", "kube-system", PAGE)
          .with(
              "DaemonSet",
              "manager",
              Runs.ON_EACH_NODE,
              CpuAmount.parse("200m"),
              MemorySize.parse("300M"))
          .with(
              "Deployment", "scheduler", Runs.ONCE, CpuAmount.ofCores(1), MemorySize.parse("800M"))
          .with("ServiceAccount", "manager");

  private static Shape shape(GpuRequest request) {
    return NODES.match(request).orThrow().shape();
  }

  /** Four T4 of 14 GiB each, 48 cores and 192 GiB. */
  private final SharedNode four =
      SharedNode.of(shape(GpuRequest.of(4, "T4")), Map.of("x/memory", 14, "x/core", 100))
          .label("policy", "fixed", Writer.OWNER, "what pods may use", PAGE)
          .label("enable", "yes", Writer.VENDOR, "written by the vendor", PAGE);

  @Test
  void anAddOnIsItsObjectsAndWhatTheirPodsRequest() {
    assertThat(addOn.objects())
        .containsExactly(
            "DaemonSet manager: 200m CPU, 300M on each node",
            "Deployment scheduler: 1 CPU, 800M",
            "ServiceAccount manager");
    assertThat(addOn.onEachNode()).hasToString("200m CPU, 300M");
    assertThat(addOn.on(0)).hasToString("1 CPU, 800M");
    assertThat(addOn.on(10)).hasToString("3 CPU, 3800M");
    assertThat(addOn.namespace()).isEqualTo("kube-system");
    assertThat(addOn.citation()).isEqualTo(PAGE);
    assertThat(addOn).hasToString("qGPU: 200m CPU, 300M on each node, and 1 CPU, 800M once");
    assertError(() -> addOn.on(-1), "share.out-of-range", "-1");
  }

  @Test
  void aNodeHasWhatItsCardsHaveTogether() {
    assertThat(four.resources())
        .containsExactly(Map.entry("x/core", 400), Map.entry("x/memory", 56));
    assertThat(four).hasToString("t.four: {x/core=400, x/memory=56}");
  }

  @Test
  void theOwnerWritesTheLabelsThatTheVendorDoesNot() {
    assertThat(four.labels())
        .extracting(SharedNode.Label::toString)
        .containsExactly(
            "policy=fixed  # what pods may use", "enable=yes  # written by the vendor");
    assertThat(four.commands("gpu-1")).containsExactly("kubectl label node gpu-1 policy=fixed");
    assertError(() -> four.commands("gpu 1; rm"), "share.malformed", "gpu 1; rm");
  }

  @Test
  void theAddOnTakesItsPartOfTheNodeAndNeverMoreThanThereIs() {
    AddOn large =
        AddOn.of("qGPU", "kube-system", PAGE)
            .with(
                "DaemonSet", "m", Runs.ON_EACH_NODE, CpuAmount.ofCores(99), MemorySize.parse("1G"));

    assertThat(four.left().orElseThrow().cpu()).isEqualTo(CpuAmount.ofCores(48));
    assertThat(four.addOn(addOn).left().orElseThrow().cpu()).isEqualTo(CpuAmount.parse("47800m"));
    assertThat(four.addOn(addOn).left().orElseThrow().memory())
        .isEqualTo(MemorySize.ofGibibytes(192).minus(MemorySize.parse("300M")));
    assertThat(four.addOn(large).left().orElseThrow().cpu()).isEqualTo(CpuAmount.ZERO);
    assertThat(four.addOn(addOn).addOn()).contains(addOn);
    assertThat(four.addOn()).isEmpty();
  }

  @Test
  void theSchedulerSeesLabelsAmountsAndEmptyCards() {
    Map<String, String> card = Map.of("x/memory", "14", "x/core", "100");
    NodeView view = four.view("gpu-1");

    assertThat(view.name()).isEqualTo("gpu-1");
    assertThat(view.labels()).isEqualTo(Map.of("policy", "fixed", "enable", "yes"));
    assertThat(view.allocatable())
        .isEqualTo(Map.of("cpu", "48", "memory", "192Gi", "x/core", "400", "x/memory", "56"));
    assertThat(view.cards()).isEqualTo(List.of(card, card, card, card));
  }

  @Test
  void cpuAndMemoryThatAreNotKnownAreNotStated() {
    Target bare =
        TestCloud.of(
                "bare",
                TestCloud.read(
                    """
                    {"target": "bare", "edition": "2026-01", "unit": "node", "citation": "list",
                     "citations": {"list": {"title": "List", "date": "2026", "status": "documented"}},
                     "gpus": [{"name": "T4", "card": "T4"}],
                     "specs": [{"name": "t4", "gpu": "T4", "gpus": 1, "policy": "node", "citation": "list"}]}
                    """))
            .target();
    SharedNode node =
        SharedNode.of(bare.match(GpuRequest.of("T4")).orThrow().shape(), Map.of("x/memory", 14));

    assertThat(node.left()).isEmpty();
    assertThat(node.view("n").allocatable()).isEqualTo(Map.of("x/memory", "14"));
  }

  @Test
  void aNodeIsDescribedAsKubectlDoes() {
    assertThat(four.describe())
        .hasToString(
            """
            Labels:             enable=yes
                                policy=fixed
            Capacity:
              x/core:    400
              x/memory:  56
            Allocatable:
              cpu:       48
              memory:    192Gi
              x/core:    400
              x/memory:  56\
            """);
  }

  @Test
  void aNodeIsExplainedWithAllThatItNeeds() {
    assertThat(four.addOn(addOn).notes(List.of(Note.of("driver", "a new one"))).explain("gpu-1"))
        .hasToString(
            """
            t.four: {x/core=400, x/memory=56}
              label     policy=fixed  # what pods may use
              label     enable=yes  # written by the vendor
              command   kubectl label node gpu-1 policy=fixed
              add-on    qGPU: 200m CPU, 300M on each node, and 1 CPU, 800M once, in kube-system
              object    DaemonSet manager: 200m CPU, 300M on each node
              object    Deployment scheduler: 1 CPU, 800M
              object    ServiceAccount manager
              note      driver: a new one
              source    A page, 2026 (documented)\
            """);
    assertThat(four.explain("gpu-1").toString()).doesNotContain("add-on", "source");
    assertThat(four.notes(List.of(Note.of("a", "x"))).notes(List.of(Note.of("b", "y"))).notes())
        .extracting(Note::id)
        .containsExactly("a", "b");
  }
}
