package io.gpuspec.judges;

import io.gpuspec.manifest.intent.DevicePluginFile;
import io.gpuspec.value.GpuSpecException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Law 4: what the device plugin makes of our config files. */
class DevicePluginJudge {
  private static final String TIME_SLICING =
      """
      version: v1
      sharing:
        timeSlicing:
          renameByDefault: false
          failRequestsGreaterThanOne: true
          resources:
          - name: nvidia.com/gpu
            replicas: 4
      """;

  private static final String EVERYTHING =
      """
      version: v1
      flags:
        migStrategy: mixed
        failOnInitError: false
        mpsRoot: /run/nvidia/mps
        nvidiaDriverRoot: /run/nvidia/driver
        nvidiaDevRoot: /
        gdrcopyEnabled: false
        gdsEnabled: true
        mofedEnabled: false
        useNodeFeatureAPI: true
        deviceDiscoveryStrategy: auto
        plugin:
          passDeviceSpecs: false
          deviceListStrategy: [envvar, cdi-cri]
          deviceIDStrategy: uuid
          cdiAnnotationPrefix: cdi.k8s.io/
          nvidiaCTKPath: /usr/bin/nvidia-ctk
          containerDriverRoot: /driver-root
        gfd:
          oneshot: false
          noTimestamp: true
          sleepInterval: 60s
          outputFile: /etc/kubernetes/node-feature-discovery/features.d/gfd
          machineTypeFile: /sys/class/dmi/id/product_name
      sharing:
        timeSlicing:
          renameByDefault: true
          failRequestsGreaterThanOne: true
          resources:
          - name: nvidia.com/gpu
            replicas: 4
          - name: mig-1g.5gb
            replicas: 2
      imex:
        channelIDs: [0]
        required: true
      """;

  @Test
  void everyFieldOfARightFileIsKept() {
    List<String> right =
        List.of(
            "version: v1\n",
            TIME_SLICING,
            TIME_SLICING.replace("timeSlicing", "mps"),
            "{\"version\": \"v1\", \"flags\": {\"plugin\": {\"deviceListStrategy\": \"envvar\"}}}",
            EVERYTHING);
    try (Trial trial = trial("keeps every field of a right file")) {
      for (String file : right) {
        DevicePlugin plugin = DevicePlugin.reading(file);
        trial.agreed(plugin.keepsEverything(), () -> file + plugin);
      }
    }
  }

  @Test
  void anUnknownFieldIsNamedAlthoughThePluginIgnoresIt() {
    try (Trial trial = trial("ignores an unknown field, which is named")) {
      unknown(
          trial,
          TIME_SLICING.replace("renameByDefault", "renameBy"),
          "sharing.timeSlicing.renameBy");
      unknown(
          trial,
          TIME_SLICING.replace("    replicas: 4", "    replicas: 4\n      count: 2"),
          "sharing.timeSlicing.resources[0].count");
      unknown(trial, "version: v1\nflags: {migstrategy: single}\n", "flags.migstrategy");
      unknown(trial, "version: v1\nmigStrategy: single\n", "migStrategy");
      unknown(
          trial, "version: v1\nflags: {plugin: {cdiEnabled: true}}\n", "flags.plugin.cdiEnabled");
    }
  }

  @Test
  void whatThePluginDoesNotSupportYetIsNamed() {
    try (Trial trial = trial("drops what it does not support, which is named")) {
      dropped(
          trial,
          TIME_SLICING.replace("    replicas: 4", "    devices: [0]\n      replicas: 4"),
          "sharing.timeSlicing.resources[0].devices");
      dropped(
          trial,
          TIME_SLICING.replace("    replicas: 4", "    rename: slow\n      replicas: 4"),
          "sharing.timeSlicing.resources[0].rename");
      dropped(
          trial,
          "version: v1\nresources: {gpus: [{pattern: A100*, name: a100}]}\n",
          "resources.gpus");
    }
  }

  /** Both are right from 0.20.0 on; take them from here when that can be pinned. */
  @Test
  void whatCameWithTheNextVersionIsNotHeld() {
    try (Trial trial = trial("does not hold what came with 0.20.0")) {
      String policy = "version: v1\nflags: {plugin: {sharedDevicesAllocationPolicy: packed}}\n";
      DevicePlugin unaware = DevicePlugin.reading(policy);
      trial.agreed(
          unaware.unknown().equals(List.of("flags.plugin.sharedDevicesAllocationPolicy")),
          () -> policy + unaware);
      String file =
          TIME_SLICING.replace("timeSlicing", "mps").replace("ThanOne: true", "ThanOne: false");
      DevicePlugin plugin = DevicePlugin.reading(file);
      trial.agreed(
          plugin.lost().equals(List.of("sharing.mps.failRequestsGreaterThanOne")),
          () -> file + plugin);
    }
  }

  @Test
  void aWrongFileIsRefusedWithItsReason() {
    try (Trial trial = trial("refuses a wrong file")) {
      refused(trial, TIME_SLICING.replace("v1", "v2"), "unknown version: v2");
      refused(
          trial,
          TIME_SLICING.replace("replicas: 4", "replicas: 1"),
          "number of replicas must be >= 2");
      refused(trial, TIME_SLICING.replace("replicas: 4", "devices: all"), "no replicas specified");
      refused(
          trial,
          "version: v1\nsharing: {timeSlicing: {resources: []}}\n",
          "no resources specified");
      refused(
          trial,
          TIME_SLICING.replace("nvidia.com/gpu", "nvidia.com/GPU"),
          "incorrect format for resource name 'nvidia.com/GPU'");
      refused(
          trial,
          TIME_SLICING.replace("nvidia.com/gpu", "g".repeat(53)),
          "fully-qualified resource name must be 63 characters or less");
      refused(
          trial,
          "version: v1\nflags: {plugin: {deviceListStrategy: cdi}}\n",
          "deviceListStrategy: invalid strategy: cdi");
      refused(trial, "version: v1\nimex: {channelIDs: [1]}\n", "channelIDs must be [] or [0]");
      refused(trial, TIME_SLICING + "version: v1\n", "key \"version\" already set in map");
    }
  }

  /** What the plugin refuses, or ignores without a word, our reader refuses. */
  private static boolean isRefusedByUs(String file) {
    try {
      DevicePluginFile.parse("config", file);
      return false;
    } catch (GpuSpecException e) {
      return true;
    }
  }

  /** What the plugin drops with a warning, our reader leaves out with a note. */
  private static boolean isIgnoredByUs(String file, String path) {
    return DevicePluginFile.parse("config", file).notes().stream()
        .anyMatch(
            note ->
                note.id().equals("device-plugin.ignored")
                    && path.startsWith(note.message().substring(0, note.message().indexOf(':'))));
  }

  private static Trial trial(String law) {
    return Trial.of("device plugin config", DevicePlugin.version(), law);
  }

  private static void unknown(Trial trial, String file, String path) {
    DevicePlugin plugin = DevicePlugin.reading(file);
    trial.agreed(
        plugin.refused().isEmpty()
            && plugin.unknown().equals(List.of(path))
            && plugin.lost().equals(List.of(path))
            && isRefusedByUs(file),
        () -> file + "expected as unknown: " + path + "\nsaid: " + plugin);
  }

  private static void dropped(Trial trial, String file, String path) {
    DevicePlugin plugin = DevicePlugin.reading(file);
    trial.agreed(
        plugin.refused().isEmpty()
            && plugin.unknown().isEmpty()
            && plugin.dropped().equals(List.of(path))
            && isIgnoredByUs(file, path),
        () -> file + "expected as dropped: " + path + "\nsaid: " + plugin);
  }

  private static void refused(Trial trial, String file, String reason) {
    DevicePlugin plugin = DevicePlugin.reading(file);
    trial.agreed(
        plugin.refused().stream().anyMatch(why -> why.contains(reason)) && isRefusedByUs(file),
        () -> file + "expected: " + reason + "\nsaid: " + plugin);
  }
}
