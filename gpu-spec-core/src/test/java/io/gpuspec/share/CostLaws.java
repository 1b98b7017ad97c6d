package io.gpuspec.share;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.Devices;
import io.gpuspec.Share;
import io.gpuspec.mig.MigGpu;
import io.gpuspec.mig.MigLayout;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class CostLaws {
  private static final CardPrice PRICE = CardPrice.perHour("7", "CNY");

  @Provide
  Arbitrary<Share> shares() {
    return Combinators.combine(
            Arbitraries.integers().between(1, 14), Arbitraries.of(0, 5, 25, 30, 50, 100))
        .as((gib, percent) -> percent == 0 ? Share.of(gib + "Gi") : Share.of(gib + "Gi", percent));
  }

  @Property
  void whatPodsAreBilledAndWhatIsUnusedIsNeverLessThanWhatIsPaid(
      @ForAll @Size(min = 1, max = 12) List<@From("shares") Share> shares,
      @ForAll SharePolicy policy,
      @ForAll @IntRange(min = 1, max = 3) int nodes) {
    List<SharePod> pods = new ArrayList<>();
    shares.forEach(
        share -> pods.add(SharePod.of("pod-" + pods.size(), Devices.any().shared(share))));
    PackingCost cost =
        PackingCost.of(
            SharedCloud.t4(SharedCloud.RULES.sharesPerCard(row -> 4), nodes).pack(policy, pods),
            PRICE);

    assertThat(cost.billed().orElseThrow().plus(cost.unused().orElseThrow()))
        .isGreaterThanOrEqualTo(cost.paid().orElseThrow());
    assertThat(cost.unused().orElseThrow()).isLessThanOrEqualTo(cost.paid().orElseThrow());
  }

  @Property(tries = 50)
  void replicasOfACardCostTheCardTogether(@ForAll @IntRange(min = 2, max = 48) int replicas) {
    Cost one = PRICE.of(CardPart.of(Replicas.timeSlicing(replicas)));
    Cost all = one;
    for (int i = 1; i < replicas; i++) {
      all = all.plus(one);
    }

    assertThat(all).isEqualTo(PRICE.cost());
  }

  @Provide
  Arbitrary<MigLayout> fullLayouts() {
    List<MigLayout> full = new ArrayList<>();
    for (String name : List.of("A30", "A100-40GB", "H100-80GB")) {
      MigGpu gpu = MigGpu.of(name);
      gpu.layouts().maximal().stream().filter(CostLaws::isFull).forEach(full::add);
    }
    return Arbitraries.of(full);
  }

  private static boolean isFull(MigLayout layout) {
    MigGpu gpu = layout.gpu();
    int memory =
        layout.profiles().stream().mapToInt(each -> gpu.profile(each).memorySlices()).sum();
    int compute =
        layout.profiles().stream().mapToInt(each -> gpu.profile(each).computeSlices()).sum();
    return memory == gpu.memorySlices() || compute == gpu.computeSlices();
  }

  @Property(tries = 100)
  void migInstancesThatUseUpMemoryOrComputeCostAtLeastTheCard(
      @ForAll @From("fullLayouts") MigLayout layout) {
    Cost all =
        layout.profiles().stream()
            .map(profile -> PRICE.of(CardPart.of(layout.gpu(), profile)))
            .reduce(Cost::plus)
            .orElseThrow();

    assertThat(all).isGreaterThanOrEqualTo(PRICE.cost());
  }

  @Property(tries = 100)
  void moreMemoryOfACardNeverCostsLess(
      @ForAll @IntRange(min = 1, max = 13) int gib,
      @ForAll @IntRange(min = 1, max = 20) int steps) {
    CardKind kind = CardKind.of(SharedCloud.catalog(SharedCloud.RULES), "T4");

    assertThat(PRICE.of(CardPart.of(kind, Share.of(gib + 1 + "Gi", 5 * steps))))
        .isGreaterThanOrEqualTo(PRICE.of(CardPart.of(kind, Share.of(gib + "Gi", 5 * steps))));
  }
}
