package io.gpuspec.manifest;

import static io.gpuspec.manifest.DocumentExample.assertApproved;
import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.manifest.intent.DevicePluginFile;
import io.gpuspec.manifest.internal.tree.Trees;
import io.gpuspec.manifest.platform.DevicePlugin;
import io.gpuspec.manifest.platform.DevicePluginConfig;
import io.gpuspec.manifest.platform.PluginFlag;
import io.gpuspec.mig.MigStrategy;
import io.gpuspec.share.Replicas;
import io.gpuspec.value.Note;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The documents' manifests of NVIDIA's device plugin, each with what it got wrong. */
class DevicePluginDocumentsTest {
  private static final String CONTAINER =
      "spec template spec containers [nvidia-device-plugin-ctr] ";

  private static final Replicas SLICES = Replicas.timeSlicing(4).failRequestsGreaterThanOne(false);

  /** What the document has and the manifest that is built has not, or otherwise. */
  private static List<String> given(String file, int object, DevicePlugin plugin) {
    Object document = Trees.read(Documents.text(file + ".yaml")).get(0);
    Object ours = Trees.read(plugin.objects().yaml().toString()).get(object);
    return Differences.between(document, ours).stream()
        .filter(line -> line.startsWith("- "))
        .toList();
  }

  /** Device files are for the CPU manager, and take a privilege that the document drops. */
  @Test
  void deviceSpecsGetThePrivilegeThatTheyNeed() {
    assertApproved("ack-guide-ds-nvidia-device-plugin", plugin0105().objects().yaml());
    assertThat(given("ack-guide-ds-nvidia-device-plugin", 0, plugin0105()))
        .containsExactly(
            "- " + CONTAINER + "securityContext allowPrivilegeEscalation = (false)",
            "- " + CONTAINER + "securityContext capabilities drop [0] = ALL");
  }

  /** Its text has pods ask for nvidia.com/gpu.shared, which is there with renameByDefault alone. */
  @Test
  void timeSlicesKeepTheNameOfTheCardUnlessTheyAreRenamed() {
    assertApproved("ack-guide-device-plugin-timeslicing", plugin0156().objects().yaml());
    assertThat(SLICES.sharedResource()).isEqualTo("nvidia.com/gpu");
    assertThat(SLICES.renameByDefault().sharedResource()).isEqualTo("nvidia.com/gpu.shared");
  }

  @Test
  void theConfigOfTimeSlicesIsReadWithoutLoss() {
    String config = text("ack-guide-cm-time-slicing-config.yaml", "any");

    assertThat(DevicePluginFile.parse("config", config))
        .isEqualTo(DevicePluginConfig.empty().migStrategy(MigStrategy.NONE).sharing(SLICES));
    assertThat(DevicePluginFile.parse("config", config).notes())
        .extracting(Note::id)
        .contains("replicas.no-memory-isolation")
        .doesNotContain("device-plugin.ignored");
  }

  /** A fragment to merge into a DaemonSet, which then has no selector, image or socket. */
  @Test
  void theFragmentWithTheConfigIsAWholeDaemonSet() {
    assertThat(given("ack-guide-ds-device-plugin-timeslicing-fragment", 1, plugin0156()))
        .containsExactly(
            "- " + CONTAINER + "env [CONFIG_FILE] value = /etc/nvidia/time-slicing-config/any",
            "- "
                + CONTAINER
                + "volumeMounts [time-slicing-config] mountPath = /etc/nvidia/time-slicing-config",
            "- " + CONTAINER + "volumeMounts [time-slicing-config] name = time-slicing-config",
            "- spec template spec volumes [time-slicing-config] configMap name = time-slicing-config",
            "- spec template spec volumes [time-slicing-config] name = time-slicing-config");
  }

  /** The variable is NVIDIA_MIG_MONITOR_DEVICES, and instances are shown by a strategy alone. */
  @Test
  void migTakesAStrategyAndTheRightToWatchInstances() {
    assertApproved("node-pool-guide-ds-mig", plugin0106().objects().yaml());
    assertThat(given("node-pool-guide-ds-mig", 0, plugin0106()))
        .containsExactly(
            "- "
                + CONTAINER
                + "env [NVIDIA_MIG_MONITOR_ALL_DEVICES] name = NVIDIA_MIG_MONITOR_ALL_DEVICES",
            "- " + CONTAINER + "env [NVIDIA_MIG_MONITOR_ALL_DEVICES] value = true");
  }

  /**
   * The plugin reads {@code renameBy} and says nothing, and no DaemonSet of the document mounts it.
   */
  @Test
  void renameByIsNoFieldOfTheConfig() {
    String config =
        text("node-pool-guide-cm-nvidia-plugin-config.yaml", "time-slicing-config.yaml");

    assertError(
        () -> DevicePluginFile.parse("config", config),
        "manifest.malformed",
        "config:4:5",
        "renameBy");
    assertThat(
            DevicePluginFile.parse("config", config.replace("renameBy:", "renameByDefault:"))
                .replicas()
                .get(0)
                .sharedResource())
        .isEqualTo("nvidia.com/gpu.shared");
    assertApproved("node-pool-guide-nvidia-plugin-config", plugin0477().objects().yaml());
  }

  /**
   * {@code restartPolicy: Always} is the only one that a DaemonSet may have; the probe needs no
   * shell.
   */
  @Test
  void theProbeIsTheProgramItself() {
    assertApproved("node-pool-guide-ds-restartpolicy", plugin0550().objects().yaml());
    assertThat(given("node-pool-guide-ds-restartpolicy-fragment", 0, plugin0550()))
        .containsExactly(
            "- " + CONTAINER + "livenessProbe exec command [0] = /bin/sh",
            "- " + CONTAINER + "livenessProbe exec command [1] = -c",
            "- " + CONTAINER + "livenessProbe exec command [2] = nvidia-smi",
            "- spec template spec restartPolicy = Always");
  }

  /** The plugin knows no NVIDIA_CDI_ENABLED. */
  @Test
  void cdiIsAWayToPassTheDeviceList() {
    assertApproved("node-pool-guide-ds-cdi", plugin0076().objects().yaml());
    assertThat(given("node-pool-guide-ds-cdi-patch", 0, plugin0076()))
        .containsExactly(
            "- " + CONTAINER + "env [NVIDIA_CDI_ENABLED] name = NVIDIA_CDI_ENABLED",
            "- " + CONTAINER + "env [NVIDIA_CDI_ENABLED] value = true");
  }

  private static String text(String file, String key) {
    Map<?, ?> object = (Map<?, ?>) Trees.read(Documents.text(file)).get(0);
    return ((Map<?, ?>) object.get("data")).get(key).toString();
  }

  private static DevicePlugin plugin0105() {
    return DevicePlugin.version("v0.14.3")
        .with(PluginFlag.FAIL_ON_INIT_ERROR, false)
        .with(PluginFlag.MIG_STRATEGY, "mixed")
        .with(PluginFlag.DEVICE_LIST_STRATEGY, List.of("envvar"))
        .with(PluginFlag.PASS_DEVICE_SPECS, true)
        .nodeSelector("feature.node.kubernetes.io/pci-10de.present", "true");
  }

  private static DevicePlugin plugin0156() {
    return DevicePlugin.version("v0.14.3")
        .configMap("time-slicing-config")
        .config("any", DevicePluginConfig.empty().migStrategy(MigStrategy.NONE).sharing(SLICES));
  }

  private static DevicePlugin plugin0106() {
    return DevicePlugin.version("v0.16.1")
        .namespace("nvidia-device-plugin")
        .with(PluginFlag.MIG_STRATEGY, "mixed");
  }

  private static DevicePlugin plugin0477() {
    return DevicePlugin.version("v0.16.1")
        .namespace("nvidia-device-plugin")
        .configMap("nvidia-plugin-config")
        .config(
            "time-slicing-config.yaml",
            DevicePluginConfig.empty()
                .sharing(
                    Replicas.timeSlicing(4).renameByDefault().failRequestsGreaterThanOne(true)));
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
        .with(PluginFlag.DEVICE_LIST_STRATEGY, List.of("cdi-cri"));
  }
}
