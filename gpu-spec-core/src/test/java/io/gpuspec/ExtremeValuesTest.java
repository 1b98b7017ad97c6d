package io.gpuspec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuspec.mig.MigSizing;
import io.gpuspec.scheduling.NodeRequirement;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.share.CardPrice;
import io.gpuspec.spi.ObjectField;
import io.gpuspec.spi.ObjectKind;
import io.gpuspec.spi.SharedNode;
import io.gpuspec.value.Citation;
import io.gpuspec.value.GpuSpecException;
import io.gpuspec.value.MemorySize;
import io.gpuspec.value.ReferencePrice;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Values through constructors that no file can contain: refused where they are made, or answered.
 */
class ExtremeValuesTest {
  private static final Citation CITATION = TestCloud.LIST;

  private static Price price(String amount) {
    return new Price(new BigDecimal(amount), "USD", "hour", "r", CapacityType.ON_DEMAND, CITATION);
  }

  private static void assertId(String id, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            GpuSpecException.class, problem -> assertThat(problem.id()).isEqualTo(id));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1e-2147483647",
        "1e2147483647",
        "1e-41",
        "1e41",
        "1e40",
        "12345678901234567890123456789012345678901"
      })
  void aPriceThatCannotBeWrittenOutIsRefusedWhereItIsMade(String amount) {
    BigDecimal number = new BigDecimal(amount);

    assertId("price.out-of-range", () -> price(amount));
    assertId("price.out-of-range", () -> new ReferencePrice(number, "USD", "hour", CITATION));
    Match match = TestCloud.ofResources("cloud").target().match(GpuRequest.of("T4"));
    assertId(
        "price.out-of-range", () -> new RankedMatches.Ranked(match, Optional.of(number), "hour"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"1e-40", "1e39", "0.000001", "1000000000", "1234567890123456789.000000001"})
  void everyOtherPriceIsWrittenOut(String amount) {
    Price price = price(amount);

    assertThat(price)
        .hasToString(new BigDecimal(amount).toPlainString() + " USD per hour (r, on-demand)");
    assertThat(CardPrice.of(price, 3).toString()).endsWith(" USD per hour");
    assertThat(Overlay.of("cloud", CITATION).price("T4", price).toString()).isNotEmpty();
  }

  @Test
  void aSelectorMayTurnIntoRequirementsThatNoSelectorCanSay() {
    PodView pod = PodView.empty().nodeSelector(Map.of("a", "b", "c", "d"));
    NodeRequirement exists = new NodeRequirement("k", "Exists", List.of());

    PodView none = pod.withNodeRequirements(each -> Optional.of(NodeRequirement.in("k")));
    PodView some = pod.withNodeRequirements(each -> Optional.of(exists));
    PodView same = pod.withNodeRequirements(each -> Optional.of(NodeRequirement.in("k", "v")));

    assertThat(none.nodeRequirements()).contains(NodeRequirement.in("k"));
    assertThat(some.nodeSelector()).isEmpty();
    assertThat(some.nodeRequirements()).contains(exists);
    assertThat(same.nodeSelector()).isEqualTo(Map.of("k", "v"));
  }

  @Test
  void theTextOfWhatIsTooLargeSaysSo() {
    assertId(
        "mig.out-of-range",
        () -> new MigSizing.Choice(MemorySize.ofBytes(Long.MIN_VALUE), Optional.empty()));
  }

  @Test
  void aSharedCardMayHaveAResourceOfTheNodesOwnNames() {
    Shape shape =
        TestCloud.ofResources("cloud").target().match(GpuRequest.of("T4")).orThrow().shape();

    assertThat(SharedNode.of(shape, Map.of("memory", 8)).describe().toString()).isNotEmpty();
  }

  @Test
  void aKindHasOneFieldOfAName() {
    ObjectKind<String> kind =
        ObjectKind.<String>of("Cache", "cache.md", (target, name, spec) -> name, made -> List.of())
            .field(ObjectField.text("images", "The images."));

    assertId("intent.duplicate", () -> kind.field(ObjectField.texts("images", "The images.")));
  }
}
