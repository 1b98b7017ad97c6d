package io.gpuspec.manifest.platform;

import com.google.common.collect.ImmutableMap;
import com.google.common.hash.Hashing;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.gpuspec.UnknownNameException;
import io.gpuspec.manifest.WorkloadProbe;
import io.gpuspec.mig.MigStrategy;
import io.gpuspec.spi.NodeTerm;
import io.gpuspec.spi.Taint;
import io.gpuspec.spi.Toleration;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** What was said of a {@link DevicePlugin}, and what follows from it. */
final class PluginSettings {
  static final String DEFAULT_CONFIG = "default";
  static final String MPS_ROOT = "/run/nvidia/mps";

  /** Variables of the plugin that no config has, with the versions that first read them. */
  static final Map<String, String> VARIABLES_ALONE =
      ImmutableMap.of(
          "KUBELET_SOCKET", "0.17.0",
          "CDI_FEATURE_FLAGS", "0.18.1",
          "CDI_DISABLE_HOOKS", "0.20.0");

  private static final String NAME = "nvidia-device-plugin-daemonset";
  private static final String POD_NAME = "nvidia-device-plugin-ds";
  private static final String IMAGE = "nvcr.io/nvidia/k8s-device-plugin:v";

  final PluginVersion version;
  String name = NAME;
  String namespace = "kube-system";
  String image;
  String configMap = "";
  String defaultConfig = "";
  String priorityClass = "system-node-critical";
  Optional<String> runtimeClass = Optional.empty();
  Optional<WorkloadProbe> livenessProbe = Optional.empty();
  final Map<String, DevicePluginConfig> configs = new LinkedHashMap<>();
  final Map<PluginFlag<?>, Object> flags = new LinkedHashMap<>();
  final Map<String, String> variables = new LinkedHashMap<>();
  final Map<String, String> nodeSelector = new LinkedHashMap<>();

  /** What tells the GPU nodes of a target, beside NVIDIA's own labels. */
  Optional<NodeTerm> nodesOfTarget = Optional.empty();

  final List<Toleration> tolerations = new ArrayList<>();

  PluginSettings(PluginVersion version) {
    this.version = version;
    this.image = IMAGE + version;
    tolerations.add(Toleration.exists("nvidia.com/gpu").effect(Taint.Effect.NO_SCHEDULE));
  }

  PluginSettings(PluginSettings other) {
    version = other.version;
    name = other.name;
    namespace = other.namespace;
    image = other.image;
    configMap = other.configMap;
    defaultConfig = other.defaultConfig;
    priorityClass = other.priorityClass;
    runtimeClass = other.runtimeClass;
    livenessProbe = other.livenessProbe;
    configs.putAll(other.configs);
    flags.putAll(other.flags);
    variables.putAll(other.variables);
    nodeSelector.putAll(other.nodeSelector);
    nodesOfTarget = other.nodesOfTarget;
    tolerations.addAll(other.tolerations);
  }

  /** The label by which its pods are found: of the name that NVIDIA gave it, NVIDIA's. */
  String podName() {
    return name.equals(NAME) ? POD_NAME : name;
  }

  String configMapName() {
    return configMap.isEmpty() ? name + "-configs" : configMap;
  }

  /** Whether nodes choose one of several configs. */
  boolean isPerNode() {
    return configs.size() > 1;
  }

  boolean isMps() {
    return configs.values().stream().anyMatch(DevicePluginConfig::isMps);
  }

  /** The values that a flag has, on one node or another: the variable beats every config. */
  <T> Stream<T> values(PluginFlag<T> flag) {
    if (flags.containsKey(flag)) {
      return Stream.of(flag.typed(flags.get(flag)));
    }
    return configs.isEmpty()
        ? Stream.of(flag.defaultValue())
        : configs.values().stream().map(config -> config.value(flag));
  }

  boolean isStated(PluginFlag<?> flag) {
    return flags.containsKey(flag)
        || configs.values().stream().anyMatch(config -> config.stated(flag).isPresent());
  }

  boolean hasMigInstances() {
    return values(PluginFlag.MIG_STRATEGY).anyMatch(strategy -> strategy != MigStrategy.NONE);
  }

  boolean passesDeviceSpecs() {
    return values(PluginFlag.PASS_DEVICE_SPECS).anyMatch(Boolean::booleanValue);
  }

  boolean mountsDeviceList() {
    return values(PluginFlag.DEVICE_LIST_STRATEGY)
        .anyMatch(ways -> ways.contains(PluginFlag.DeviceList.VOLUME_MOUNTS));
  }

  boolean usesCdi() {
    return values(PluginFlag.DEVICE_LIST_STRATEGY).anyMatch(DevicePluginConfig::usesCdi);
  }

  /** The one directory of the host that a flag names. */
  String path(PluginFlag<String> flag, String unlessSaid) {
    return values(flag).filter(path -> !path.isEmpty()).findFirst().orElse(unlessSaid);
  }

  List<String> problems() {
    List<String> problems = new ArrayList<>();
    flags.forEach(
        (flag, value) ->
            flag.since(value).forEach(least -> since(problems, flag.variable(), least)));
    variables
        .keySet()
        .forEach(
            name ->
                Optional.ofNullable(VARIABLES_ALONE.get(name))
                    .ifPresent(least -> since(problems, name, least)));
    configs.forEach(
        (config, content) -> {
          since(problems, "config " + config, content.since());
          content
              .beatenBy(flags)
              .problems()
              .forEach(problem -> problems.add("config " + config + ": " + problem));
        });
    if (configs.isEmpty()) {
      problems.addAll(DevicePluginConfig.empty().beatenBy(flags).problems());
    }
    paths(problems, PluginFlag.NVIDIA_DRIVER_ROOT);
    paths(problems, PluginFlag.MPS_ROOT);
    if (!defaultConfig.isEmpty() && !configs.containsKey(defaultConfig)) {
      problems.add(
          new UnknownNameException("defaultConfig", defaultConfig, configs.keySet()).getMessage());
    }
    if (isPerNode() && defaultConfig.isEmpty() && !configs.containsKey(DEFAULT_CONFIG)) {
      problems.add(
          "defaultConfig: of several configs, %s, none is for nodes without the label %s; name one of them with defaultConfig, or call one 'default'"
              .formatted(configs.keySet(), DevicePlugin.NODE_LABEL));
    }
    return problems;
  }

  private void since(List<String> problems, String what, String least) {
    if (PluginVersion.parse(least).compareTo(version) > 0) {
      problems.add(
          "%s: it needs device plugin %s or newer, and this is %s; take version v%s, or leave it out"
              .formatted(what, least, version, least));
    }
  }

  private void paths(List<String> problems, PluginFlag<String> flag) {
    List<String> paths = values(flag).filter(path -> !path.isEmpty()).distinct().toList();
    if (paths.size() > 1) {
      problems.add(
          "%s: configs say %s, and one directory of the host is mounted; say the same in each"
              .formatted(flag.path(), paths));
    }
  }

  ConfigMap configMap() {
    ConfigMapBuilder builder =
        new ConfigMapBuilder()
            .withNewMetadata()
            .withName(configMapName())
            .withNamespace(namespace)
            .endMetadata();
    configs.forEach((config, content) -> builder.addToData(config, content.yaml().toString()));
    return builder.build();
  }

  /** Of the configs' texts: pods are made anew where it changes. */
  String checksum() {
    return Hashing.sha256()
        .hashString(configMap().getData().toString(), StandardCharsets.UTF_8)
        .toString();
  }
}
