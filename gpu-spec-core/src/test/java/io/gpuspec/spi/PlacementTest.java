package io.gpuspec.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuspec.scheduling.NodeView;
import io.gpuspec.scheduling.PodField;
import io.gpuspec.value.Citation;
import io.gpuspec.value.InvalidValueException;
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
    assertThatThrownBy(() -> Placement.empty().with(PodField.limit("c", "cpu"), "1", "why", SOURCE))
        .isInstanceOf(InvalidValueException.class)
        .hasMessageContaining("the owner's to write");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "0", "-1", "0.5", "one", "16Gi"})
  void aDeviceIsCountedWhole(String value) {
    assertThatThrownBy(() -> Placement.empty().with(PodField.device("d"), value, "why", SOURCE))
        .isInstanceOf(InvalidValueException.class)
        .hasMessageContaining("'" + value + "'");
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
