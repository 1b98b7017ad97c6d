package io.gpuspec.manifest;

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
  void diffs() {
    print("002-0105-ds-nvidia-device-plugin", plugin0105(), 0);
    print("002-0156-cm-time-slicing-config", plugin0156(), 0);
    print("002-0156-ds-device-plugin-timeslicing-fragment", plugin0156(), 1);
    print("003-0106-ds-mig", plugin0106(), 0);
    print("003-0477-cm-nvidia-plugin-config", plugin0477(), 0);
    print("003-0550-ds-restartpolicy-fragment", plugin0550(), 0);
    print("003-0076-ds-cdi-patch", plugin0076(), 0);
  }

  private static void print(String file, DevicePlugin plugin, int object) {
    String yaml = plugin.objects().yaml().toString();
    System.out.println("#### " + file);
    if (object == 0) {
      System.out.println(yaml);
    }
    System.out.println("####");
    Differences.between(
            Trees.read(Documents.text(file + ".yaml")).get(0), Trees.read(yaml).get(object))
        .forEach(System.out::println);
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
        .livenessProbe(WorkloadProbe.exec("nvidia-smi").initialDelaySeconds(30).timeoutSeconds(10));
  }

  private static DevicePlugin plugin0076() {
    return DevicePlugin.version("v0.16.1")
        .name("nvidia-device-plugin")
        .namespace("nvidia-device-plugin")
        .with(PluginFlag.DEVICE_LIST_STRATEGY, List.of(PluginFlag.DeviceList.CDI_CRI));
  }
}
