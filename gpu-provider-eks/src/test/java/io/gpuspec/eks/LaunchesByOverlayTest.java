package io.gpuspec.eks;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.CapacityType;
import io.gpuspec.GpuRequest;
import io.gpuspec.GpuSpec;
import io.gpuspec.Gpus;
import io.gpuspec.Match;
import io.gpuspec.Overlay;
import io.gpuspec.Price;
import io.gpuspec.Target;
import io.gpuspec.spi.Placement;
import io.gpuspec.testkit.Pods;
import io.gpuspec.value.Citation;
import java.math.BigDecimal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Types that an overlay forbids: what launches nodes knows nothing of it, so the objects say it.
 */
class LaunchesByOverlayTest {
  private static final Citation POLICY =
      new Citation("Our policy", "2026-11", Citation.Status.THIRD_PARTY);

  private static final GpuRequest A10G = GpuRequest.of("A10G").cpu(3).memory("10Gi");

  private static Target without(String target, String type) {
    return Gpus.load()
        .in(target)
        .overlay(Overlay.of(target, POLICY).unavailable(type, "too small"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"eks", "eks/nodegroup"})
  void podsSelectTheTypesThatAreLeftAndAreReadBackAsTheyWere(String id) {
    Target target = without(id, "g5.xlarge");
    Match.Found found = target.match(A10G).orThrow();

    Placement placement = target.place(found);

    assertThat(placement.nodeTerms())
        .singleElement()
        .asString()
        .contains("g5.2xlarge,g5.4xlarge")
        .doesNotContain("g5.xlarge", "instance-gpu-name");
    assertThat(
            target
                .match(Pods.carrying(placement, "3", "10Gi"))
                .orElseThrow()
                .orThrow()
                .shape()
                .spec()
                .name())
        .isEqualTo("g5.2xlarge");
  }

  @Test
  void aPoolBuysTheTypesThatAreLeft() {
    Target eks = without("eks", "g5.xlarge");

    assertThat(NodePool.of(eks.match(A10G).orThrow()).instanceTypes())
        .extracting(GpuSpec::name)
        .contains("g5.2xlarge")
        .doesNotContain("g5.xlarge");
    assertThat(NodePool.of("p", eks, "A10G").explain().toString())
        .contains("requirements[node.kubernetes.io/instance-type]")
        .doesNotContain("g5.xlarge");
    assertError(
        () -> NodePool.of("p", eks, "g5.xlarge"),
        "karpenter.malformed",
        "the overlay says that no 'g5.xlarge' is available; there is ");
  }

  @Test
  void podsForAnotherGpuSelectItAsBefore() {
    Target eks = without("eks", "g5.xlarge");

    assertThat(eks.place(eks.match(GpuRequest.of("T4")).orThrow()).nodeTerms()).isEmpty();
  }

  /** Karpenter goes by AWS' list prices until it is told others. */
  @Test
  void pricesOfAnOverlayHaveToBeToldToKarpenter() {
    Price less =
        new Price(
            new BigDecimal("0.50"), "USD", "hour", "us-east-1", CapacityType.ON_DEMAND, POLICY);
    Target eks = Gpus.load().in("eks");
    String told = "it does not know the prices of the overlay";

    assertThat(
            eks.overlay(Overlay.of("eks", POLICY).price("g5.4xlarge", less))
                .match(A10G)
                .explain()
                .toString())
        .contains("g5.4xlarge", told);
    assertThat(eks.match(A10G).explain().toString()).contains("lowest price").doesNotContain(told);
  }
}
