package io.gpuspec.manifest;

import static io.gpuspec.manifest.DocumentExample.assertApproved;
import static io.gpuspec.manifest.DocumentExample.assertMeans;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuspec.Note;
import io.gpuspec.manifest.DocumentExample.Difference;
import io.gpuspec.manifest.platform.DevicePlugin;
import io.gpuspec.manifest.platform.DevicePluginConfig;
import io.gpuspec.manifest.platform.PluginFlag;
import io.gpuspec.mig.MigStrategy;
import io.gpuspec.share.Replicas;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The documents' manifests of NVIDIA's device plugin, each with what it got wrong. */
class DevicePluginDocumentsTest {
  private static final String POD = "spec template spec";

  @Test
  void printAll() {
    System.out.println(plugin0105().objects().yaml());
    System.out.println("=====");
    System.out.println(plugin0156().objects().yamlWithComments());
    System.out.println("=====");
    System.out.println(plugin0106().objects().yamlWithComments());
    System.out.println("=====");
    System.out.println(plugin0477().objects().yaml());
    System.out.println("=====");
    System.out.println(plugin0550().objects().yaml());
    System.out.println("=====");
    System.out.println(plugin0076().objects().yamlWithComments());
    System.out.println("=====");
    System.out.println(
        DevicePlugin.version("0.20.0")
            .config("default", DevicePluginConfig.empty())
            .config("mps", DevicePluginConfig.empty().sharing(Replicas.mps(4)))
            .objects()
            .yamlWithComments());
  }

  private static DevicePlugin plugin0105() {
    return DevicePlugin.version("v0.14.3")
        .with(PluginFlag.FAIL_ON_INIT_ERROR, false)
        .with(PluginFlag.MIG_STRATEGY, MigStrategy.MIXED)
        .with(PluginFlag.DEVICE_LIST_STRATEGY, List.of(PluginFlag.DeviceList.ENVVAR))
        .with(PluginFlag.PASS_DEVICE_SPECS, true)
        .nodeSelector("feature.node.kubernetes.io/pci-10de.present", "true");
  }

  private static DevicePlugin plugin0156() {
    return DevicePlugin.version("v0.14.3")
        .configMap("time-slicing-config")
        .config(
            "any",
            DevicePluginConfig.empty()
                .migStrategy(MigStrategy.NONE)
                .sharing(Replicas.timeSlicing(4).failRequestsGreaterThanOne(false)));
  }

  private static DevicePlugin plugin0106() {
    return DevicePlugin.version("v0.16.1")
        .namespace("nvidia-device-plugin")
        .with(PluginFlag.MIG_STRATEGY, MigStrategy.MIXED);
  }

  private static DevicePlugin plugin0477() {
    return DevicePlugin.version("v0.16.1")
        .namespace("nvidia-device-plugin")
        .configMap("nvidia-plugin-config")
        .config(
            "time-slicing-config.yaml",
            DevicePluginConfig.empty()
                .sharing(Replicas.timeSlicing(4).renamed().failRequestsGreaterThanOne(true)));
  }

  private static DevicePlugin plugin0550() {
    return DevicePlugin.version("v0.16.1")
        .name("nvidia-device-plugin")
        .namespace("nvidia-device-plugin")
        .with(PluginFlag.FAIL_ON_INIT_ERROR, true)
        .livenessProbe(
            WorkloadProbe.exec("nvidia-smi").initialDelaySeconds(30).timeoutSeconds(10));
  }

  private static DevicePlugin plugin0076() {
    return DevicePlugin.version("v0.16.1")
        .name("nvidia-device-plugin")
        .namespace("nvidia-device-plugin")
        .with(PluginFlag.DEVICE_LIST_STRATEGY, List.of(PluginFlag.DeviceList.CDI_CRI));
  }
}
