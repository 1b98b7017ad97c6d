package io.gpuspec.spi;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.CapacityType;
import io.gpuspec.Devices;
import io.gpuspec.GpuRequest;
import io.gpuspec.GpuSpec;
import io.gpuspec.GpuUses;
import io.gpuspec.Gpus;
import io.gpuspec.Match;
import io.gpuspec.SpecCatalog;
import io.gpuspec.Target;
import io.gpuspec.TestCloud;
import io.gpuspec.scheduling.NodeView;
import io.gpuspec.scheduling.PodField;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.scheduling.Taint;
import io.gpuspec.share.NodeParts;
import io.gpuspec.value.Citation;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The nodes of a cloud whose provider says which labels and taints they have. */
class ProvidedNodeTest {
  private static final Citation PAGE = new Citation("A page", "2026", Citation.Status.DOCUMENTED);
  private static final Taint GPU = new Taint("nvidia.com/gpu", "", Taint.Effect.NO_SCHEDULE);

  /** It shares the cards of rows with four. */
  private static final class Cloud implements GpuProvider {
    private final SpecCatalog catalog = TestCloud.read(TestCloud.text("nodes-2025-03.json"));

    @Override
    public String id() {
      return "nodes";
    }

    @Override
    public List<String> editions() {
      return List.of("2025-03");
    }

    @Override
    public List<Option<?>> options() {
      return NodeParts.options();
    }

    @Override
    public SpecCatalog catalog(Options options) {
      return catalog.withParts(NodeParts.of(options));
    }

    @Override
    public List<Taint> taints(Options options) {
      return List.of(GPU);
    }

    @Override
    public NodeLabels nodeLabels(Options options) {
      return new NodeLabels() {
        @Override
        public Set<String> keys() {
          return Set.of("type", "capacity", "zone");
        }

        @Override
        public Optional<String> value(String key, GpuSpec row, CapacityType capacityType) {
          return switch (key) {
            case "type" -> Optional.of(row.name());
            case "capacity" -> Optional.of(capacityType.toString());
            default -> Optional.empty();
          };
        }
      };
    }

    @Override
    public PodReading read(PodView pod, SpecCatalog rows, Options options) {
      return PodReading.noGpu();
    }

    @Override
    public Placement place(Match.Found found, Options options) {
      return Placement.empty()
          .with(PodField.nodeSelector("type"), found.shape().spec().name(), "the type", PAGE)
          .with(PodField.toleration("nvidia.com/gpu"), "", "the taint", PAGE)
          .withDevices(found, "the GPUs", PAGE);
    }

    @Override
    public Optional<SharedNode> sharedNode(Match.Found found, Options options) {
      return found.shape().gpus() == 4
          ? Optional.of(SharedNode.of(found.shape(), Map.of("x/memory", 14)))
          : Optional.empty();
    }
  }

  private final Target cloud = Gpus.of(new Cloud()).in("nodes");

  @Test
  void aNodeHasTheLabelsThatItsRowAndTheWayOfBuyingDecide() {
    Match.Found found =
        cloud.match(GpuRequest.of("t.small").capacityType(CapacityType.SPOT)).orThrow();
    NodeView node = cloud.node(found);

    assertThat(node.labels()).isEqualTo(Map.of("type", "t.small", "capacity", "spot"));
    assertThat(node.taints()).containsExactly(GPU);
    assertThat(cloud.place(found).fits(node).fits()).isTrue();
  }

  /** A node takes a pod that carries what the placement says, labels of divided cards too. */
  @Test
  void aNodeWhoseCardsAreDividedHasTheLabelsThatSaySo() {
    Target sliced = cloud.with(NodeParts.REPLICAS, "time-slicing:4");
    Match.Found found = sliced.match(GpuRequest.of(Devices.of("T4").replica())).orThrow();
    NodeView node = sliced.node(found);
    Placement placement = sliced.place(found);

    assertThat(placement.entries(PodField.Kind.NODE_SELECTOR))
        .hasSizeGreaterThan(1)
        .allSatisfy(
            entry -> assertThat(node.labels()).containsEntry(entry.field().key(), entry.value()));
    assertThat(node.allocatable()).containsEntry("nvidia.com/gpu", "4");
    assertThat(placement.fits(node).fits()).isTrue();
    NodeView whole = cloud.node(cloud.match(GpuRequest.of(found.shape().spec().name())).orThrow());
    assertThat(placement.fits(whole).fits()).isFalse();
  }

  @Test
  void aNodeWhoseCardsAreSharedIsThatOne() {
    NodeView node = cloud.node(cloud.match(GpuRequest.of("t.four")).orThrow());

    assertThat(node.name()).isEqualTo("t.four");
    assertThat(node.cards()).hasSize(4);
  }

  @Test
  void aProviderWithoutATableOfUsesHasNone() {
    assertThat(new Cloud().uses(Options.of("2025-03"))).isEqualTo(GpuUses.none());
    assertThat(NodeLabels.NONE.isChosen("type")).isFalse();
    assertThat(NodeLabels.NONE.isPossible("type", "any")).isTrue();
    assertThat(NodeLabels.NONE.absence("type")).isEmpty();
    assertThat(NodeLabels.NONE.keys()).isEmpty();
    assertThat(NodeLabels.NONE.writers()).startsWith("nobody writes this label by default");
  }
}
