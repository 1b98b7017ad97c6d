package io.gpuspec.manifest.platform;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.mig.MigGpu;
import io.gpuspec.mig.MigPartedConfig;
import org.junit.jupiter.api.Test;

class MigManagerConfigTest {
  @Test
  void theManagersConfigMapHasTheLayoutsAsAFile() {
    MigPartedConfig layouts = MigPartedConfig.of("halves", MigGpu.of("A30").layout("2g.12gb@0"));

    assertThat(
            MigManagerConfig.of(layouts).name("layouts").namespace("gpu-operator").objects().yaml())
        .hasToString(
            """
            apiVersion: v1
            kind: ConfigMap
            metadata:
              name: layouts
              namespace: gpu-operator
            data:
              config.yaml: |
                version: v1
                mig-configs:
                  all-disabled:
                  - devices: all
                    mig-enabled: false
                  halves:
                  - devices: all
                    mig-enabled: true
                    mig-devices:
                      2g.12gb: 1
            """);
    assertThat(layouts.label("halves")).isEqualTo("nvidia.com/mig.config=halves");
    assertThat(MigManagerConfig.of(layouts))
        .hasToString("MIG layouts [halves]: default/mig-parted-config");
  }
}
