package io.gpuspec.manifest.platform;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.VolumeMountBuilder;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import java.util.ArrayList;
import java.util.List;

/** The DaemonSet of the daemon that starts MPS on each card and sets the limits of its clients. */
final class MpsDaemonSet {
  static final String CAPABLE = "nvidia.com/mps.capable";
  private static final String PROGRAM = "mps-control-daemon";
  private static final String ROOT = "mps-root";
  private static final String SHM = "mps-shm";
  private static final int LONGEST = 63;

  private final PluginSettings settings;

  MpsDaemonSet(PluginSettings settings) {
    this.settings = settings;
  }

  DaemonSet object() {
    PodSpecBuilder pod =
        PluginDaemonSet.pod(settings)
            .addToNodeSelector(CAPABLE, "true")
            .withHostPID(true)
            .addToInitContainers(mounter());
    if (settings.isPerNode()) {
      pod.addToInitContainers(ConfigManager.first(settings, PROGRAM + "-init"));
    }
    pod.addToContainers(daemon());
    if (settings.isPerNode()) {
      pod.addToContainers(
          ConfigManager.watching(settings, PROGRAM + "-sidecar", "/usr/bin/" + PROGRAM));
    }
    pod.addAllToVolumes(volumes(settings)).addAllToVolumes(PluginDaemonSet.configVolumes(settings));
    return PluginDaemonSet.around(settings, named(settings.name), named(settings.podName()), pod);
  }

  private static String named(String plugin) {
    String name = plugin.substring(0, Math.min(plugin.length(), LONGEST - PROGRAM.length() - 1));
    return name + "-" + PROGRAM;
  }

  private Container mounter() {
    return new ContainerBuilder()
        .withName(PROGRAM + "-mounts")
        .withImage(settings.image)
        .withCommand(PROGRAM, "mount-shm")
        .withNewSecurityContext()
        .withPrivileged(true)
        .endSecurityContext()
        .withVolumeMounts(
            new VolumeMountBuilder(PluginDaemonSet.mount(ROOT, "/mps"))
                .withMountPropagation("Bidirectional")
                .build())
        .build();
  }

  private Container daemon() {
    List<EnvVar> env = new ArrayList<>();
    env.add(NodeAccess.nodeName());
    if (settings.flags.containsKey(PluginFlag.MIG_STRATEGY)) {
      env.add(
          new EnvVar(
              PluginFlag.MIG_STRATEGY.variable(),
              settings.values(PluginFlag.MIG_STRATEGY).findFirst().orElseThrow().toString(),
              null));
    }
    env.addAll(PluginDaemonSet.shared(settings));
    List<VolumeMount> mounts = new ArrayList<>();
    mounts.add(PluginDaemonSet.mount(SHM, "/dev/shm"));
    mounts.add(PluginDaemonSet.mount(ROOT, "/mps"));
    mounts.addAll(PluginDaemonSet.configMounts(settings));
    return new ContainerBuilder()
        .withName(PROGRAM + "-ctr")
        .withImage(settings.image)
        .withCommand(PROGRAM)
        .withEnv(env)
        .withNewSecurityContext()
        .withPrivileged(true)
        .endSecurityContext()
        .withVolumeMounts(mounts)
        .build();
  }

  /** Where MPS and its clients meet. */
  static List<Volume> volumes(PluginSettings settings) {
    String root = settings.path(PluginFlag.MPS_ROOT, PluginSettings.MPS_ROOT);
    return List.of(
        PluginDaemonSet.host(ROOT, root, "DirectoryOrCreate"),
        new VolumeBuilder()
            .withName(SHM)
            .withNewHostPath()
            .withPath(root + "/shm")
            .endHostPath()
            .build());
  }
}
