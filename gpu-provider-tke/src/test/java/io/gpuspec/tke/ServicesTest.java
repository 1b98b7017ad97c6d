package io.gpuspec.tke;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.Gpus;
import io.gpuspec.tke.internal.SuperNode;
import org.junit.jupiter.api.Test;

class ServicesTest {
  @Test
  void loadFindsTheSuperNodeAndTheNodePoolWithQgpu() {
    assertThat(Gpus.load()).hasToString("targets: own, tke, tke/gpu, tke/qgpu");
    assertThat(Gpus.load().targets())
        .hasToString("own 2026-11\ntke 2026-01\ntke/gpu 2026-01\ntke/qgpu 2026-01");
    assertThat(Gpus.load().in("tke/qgpu").editions()).containsExactly("2026-01", "2022-01");
    assertThat(Gpus.load().in("tke").editions()).containsExactly("2026-01", "2023-06");
    assertThat(Gpus.load().in("tke").objectKinds()).hasToString("[ImageCache]");
    assertThat(Gpus.load(SuperNode.class.getClassLoader()).in("tke").id()).isEqualTo("tke");
  }
}
