package io.gpuspec.manifest.platform;

import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.NodeSelectorTerm;
import io.fabric8.kubernetes.api.model.NodeSelectorTermBuilder;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import io.fabric8.kubernetes.api.model.SecurityContext;
import io.fabric8.kubernetes.api.model.SecurityContextBuilder;
import io.fabric8.kubernetes.api.model.TolerationBuilder;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.VolumeMountBuilder;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import io.fabric8.kubernetes.api.model.apps.DaemonSetBuilder;
import io.gpuspec.manifest.PlatformObjects;
import io.gpuspec.spi.NodeRequirement;
import io.gpuspec.spi.PodView;
import io.gpuspec.spi.Toleration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The DaemonSet of the plugin itself. */
final class PluginDaemonSet {
  static final String CONTAINER = "nvidia-device-plugin-ctr";

  /** The label of a node with a card where no Node Feature Discovery says so. */
  static final String PRESENT = "nvidia.com/gpu.present";

  private static final String SOCKETS = "/var/lib/kubelet/device-plugins";
  private static final String CDI = "/var/run/cdi";

  private final PluginSettings settings;

  PluginDaemonSet(PluginSettings settings) {
    this.settings = settings;
  }

  DaemonSet object() {
    PodSpecBuilder pod = pod(settings);
    if (settings.isPerNode()) {
      pod.withShareProcessNamespace(true)
          .addToInitContainers(ConfigManager.first(settings, "nvidia-device-plugin-init"));
    }
    pod.addToContainers(plugin().build());
    if (settings.isPerNode()) {
      pod.addToContainers(
          new ContainerBuilder(
                  ConfigManager.watching(
                      settings, "nvidia-device-plugin-sidecar", "nvidia-device-plugin"))
              .withSecurityContext(security())
              .build());
    }
    return around(settings, settings.name, settings.podName(), pod.addAllToVolumes(volumes()));
  }

  /** Its pod as the scheduler sees it. */
  PodView view() {
    return PlatformObjects.of(List.of(object()), List.of()).pods().get(0);
  }

  /** What the pods of both DaemonSets have: where they run, and as what. */
  static PodSpecBuilder pod(PluginSettings settings) {
    PodSpecBuilder pod =
        new PodSpecBuilder()
            .withPriorityClassName(settings.priorityClass)
            .withRuntimeClassName(settings.runtimeClass.orElse(null))
            .withTolerations(settings.tolerations.stream().map(PluginDaemonSet::of).toList());
    if (settings.isPerNode()) {
      pod.withServiceAccountName(settings.name);
    }
    if (settings.nodeSelector.isEmpty()) {
      return pod.withNewAffinity()
          .withNewNodeAffinity()
          .withNewRequiredDuringSchedulingIgnoredDuringExecution()
          .withNodeSelectorTerms(terms(settings))
          .endRequiredDuringSchedulingIgnoredDuringExecution()
          .endNodeAffinity()
          .endAffinity();
    }
    return pod.withNodeSelector(settings.nodeSelector);
  }

  private static List<NodeSelectorTerm> terms(PluginSettings settings) {
    List<NodeSelectorTerm> terms = new ArrayList<>();
    terms.add(term(NodeRequirement.in("feature.node.kubernetes.io/pci-10de.present", "true")));
    terms.add(term(NodeRequirement.in("feature.node.kubernetes.io/cpu-model.vendor_id", "NVIDIA")));
    terms.add(term(NodeRequirement.in(PRESENT, "true")));
    settings.nodesOfTarget.ifPresent(
        nodes -> terms.add(term(nodes.expressions().toArray(NodeRequirement[]::new))));
    return terms;
  }

  private static NodeSelectorTerm term(NodeRequirement... all) {
    NodeSelectorTermBuilder term = new NodeSelectorTermBuilder();
    for (NodeRequirement asked : all) {
      term.addNewMatchExpression()
          .withKey(asked.key())
          .withOperator(asked.operator())
          .withValues(asked.values())
          .endMatchExpression();
    }
    return term.build();
  }

  private static io.fabric8.kubernetes.api.model.Toleration of(Toleration toleration) {
    return new TolerationBuilder()
        .withKey(orNull(toleration.key()))
        .withOperator(orNull(toleration.operator()))
        .withValue(orNull(toleration.value()))
        .withEffect(orNull(toleration.effect()))
        .build();
  }

  private static @Nullable String orNull(String text) {
    return text.isEmpty() ? null : text;
  }

  static DaemonSet around(
      PluginSettings settings, String name, String podName, PodSpecBuilder pod) {
    DaemonSetBuilder set =
        new DaemonSetBuilder()
            .withNewMetadata()
            .withName(name)
            .withNamespace(settings.namespace)
            .endMetadata()
            .withNewSpec()
            .withNewSelector()
            .withMatchLabels(Map.of("name", podName))
            .endSelector()
            .withNewUpdateStrategy()
            .withType("RollingUpdate")
            .endUpdateStrategy()
            .withNewTemplate()
            .withNewMetadata()
            .withLabels(Map.of("name", podName))
            .endMetadata()
            .withSpec(pod.build())
            .endTemplate()
            .endSpec();
    if (!settings.configs.isEmpty()) {
      set.editSpec()
          .editTemplate()
          .editMetadata()
          .addToAnnotations("checksum/config", settings.checksum())
          .endMetadata()
          .endTemplate()
          .endSpec();
    }
    return set.build();
  }

  private ContainerBuilder plugin() {
    ContainerBuilder plugin =
        new ContainerBuilder()
            .withName(CONTAINER)
            .withImage(settings.image)
            .withCommand("nvidia-device-plugin")
            .withEnv(env())
            .withSecurityContext(security())
            .withVolumeMounts(mounts());
    settings.livenessProbe.ifPresent(probe -> plugin.withLivenessProbe(probe.model()));
    return plugin;
  }

  private List<EnvVar> env() {
    List<EnvVar> env = new ArrayList<>();
    settings.flags.forEach(
        (flag, value) -> env.add(new EnvVar(flag.variable(), flag.text(value), null)));
    settings.variables.forEach((name, value) -> env.add(new EnvVar(name, value, null)));
    if (settings.isMps() && !settings.isStated(PluginFlag.MPS_ROOT)) {
      env.add(new EnvVar(PluginFlag.MPS_ROOT.variable(), PluginSettings.MPS_ROOT, null));
    }
    env.addAll(shared(settings));
    return env;
  }

  /** What both DaemonSets say in the same words. */
  static List<EnvVar> shared(PluginSettings settings) {
    List<EnvVar> env = new ArrayList<>();
    if (!settings.configs.isEmpty()) {
      env.add(new EnvVar("CONFIG_FILE", configFile(settings), null));
    }
    if (settings.hasMigInstances()) {
      env.add(new EnvVar("NVIDIA_MIG_MONITOR_DEVICES", "all", null));
    }
    env.add(new EnvVar("NVIDIA_VISIBLE_DEVICES", "all", null));
    env.add(new EnvVar("NVIDIA_DRIVER_CAPABILITIES", "compute,utility", null));
    return env;
  }

  private static String configFile(PluginSettings settings) {
    return settings.isPerNode()
        ? ConfigManager.FILE
        : ConfigManager.FOLDER + "/" + settings.configs.keySet().iterator().next();
  }

  private SecurityContext security() {
    SecurityContextBuilder context = new SecurityContextBuilder();
    if (settings.passesDeviceSpecs()) {
      return context.withPrivileged(true).build();
    }
    if (settings.hasMigInstances() || settings.mountsDeviceList()) {
      return context.withNewCapabilities().withAdd("SYS_ADMIN").endCapabilities().build();
    }
    return context
        .withAllowPrivilegeEscalation(false)
        .withNewCapabilities()
        .withDrop("ALL")
        .endCapabilities()
        .build();
  }

  private List<VolumeMount> mounts() {
    List<VolumeMount> mounts = new ArrayList<>();
    mounts.add(mount("device-plugin", SOCKETS));
    if (mountsDriver()) {
      mounts.add(
          new VolumeMountBuilder(mount("driver-root", containerDriverRoot()))
              .withReadOnly(true)
              .build());
    }
    if (settings.usesCdi()) {
      mounts.add(mount("cdi-root", CDI));
    }
    if (settings.isMps()) {
      mounts.add(mount("mps-shm", "/dev/shm"));
      mounts.add(mount("mps-root", "/mps"));
    }
    mounts.addAll(configMounts(settings));
    return mounts;
  }

  /** The driver's files are looked for there, and a CDI specification is made of them. */
  private boolean mountsDriver() {
    return settings.usesCdi() || settings.isStated(PluginFlag.NVIDIA_DRIVER_ROOT);
  }

  private String containerDriverRoot() {
    return settings.path(
        PluginFlag.CONTAINER_DRIVER_ROOT, PluginFlag.CONTAINER_DRIVER_ROOT.defaultValue());
  }

  static List<VolumeMount> configMounts(PluginSettings settings) {
    if (settings.configs.isEmpty()) {
      return List.of();
    }
    return settings.isPerNode()
        ? ConfigManager.mounts()
        : List.of(mount(ConfigManager.CONFIG, ConfigManager.FOLDER));
  }

  static VolumeMount mount(String volume, String path) {
    return new VolumeMountBuilder().withName(volume).withMountPath(path).build();
  }

  private List<Volume> volumes() {
    List<Volume> volumes = new ArrayList<>();
    volumes.add(host("device-plugin", SOCKETS, "Directory"));
    if (mountsDriver()) {
      volumes.add(
          host("driver-root", settings.path(PluginFlag.NVIDIA_DRIVER_ROOT, "/"), "Directory"));
    }
    if (settings.usesCdi()) {
      volumes.add(host("cdi-root", CDI, "DirectoryOrCreate"));
    }
    if (settings.isMps()) {
      volumes.addAll(MpsDaemonSet.volumes(settings));
    }
    volumes.addAll(configVolumes(settings));
    return volumes;
  }

  static List<Volume> configVolumes(PluginSettings settings) {
    if (settings.configs.isEmpty()) {
      return List.of();
    }
    Volume available =
        new VolumeBuilder()
            .withName(settings.isPerNode() ? ConfigManager.AVAILABLE : ConfigManager.CONFIG)
            .withNewConfigMap()
            .withName(settings.configMapName())
            .endConfigMap()
            .build();
    return settings.isPerNode()
        ? List.of(
            available,
            new VolumeBuilder()
                .withName(ConfigManager.CONFIG)
                .withNewEmptyDir()
                .endEmptyDir()
                .build())
        : List.of(available);
  }

  static Volume host(String name, String path, String type) {
    return new VolumeBuilder()
        .withName(name)
        .withNewHostPath()
        .withPath(path)
        .withType(type)
        .endHostPath()
        .build();
  }
}
