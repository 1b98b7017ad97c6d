package io.gpuspec.manifest.platform;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.common.collect.ImmutableMap;
import com.google.common.hash.Hashing;
import io.gpuspec.manifest.Reason;
import io.gpuspec.manifest.WorkloadProbe;
import io.gpuspec.scheduling.NodeTerm;
import io.gpuspec.scheduling.Taint;
import io.gpuspec.scheduling.Toleration;
import io.gpuspec.value.Note;
import io.gpuspec.value.UnknownNameException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** The settings of a {@link DevicePlugin}, and what follows from them. */
final class PluginSettings {
  static final String DEFAULT_CONFIG = "default";
  private static final String MPS_ROOT = "/run/nvidia/mps";

  private static final String NAME = "nvidia-device-plugin-daemonset";
  private static final String POD_NAME = "nvidia-device-plugin-ds";
  private static final String NAMESPACE = "kube-system";
  private static final String MIG_MONITOR = "NVIDIA_MIG_MONITOR_DEVICES";
  private static final String MPS = "-mps-control-daemon";
  private static final int LONGEST_NAME = 63;
  private static final String IMAGE = "nvcr.io/nvidia/k8s-device-plugin:v";

  final ProgramVersion version;
  String name = NAME;
  String namespace = NAMESPACE;
  String image;
  String configMap = "";
  String defaultConfig = "";
  String priorityClass = "system-node-critical";
  Optional<String> runtimeClass = Optional.empty();
  Optional<WorkloadProbe> livenessProbe = Optional.empty();
  final Map<String, DevicePluginConfig> configs = new LinkedHashMap<>();
  final Map<PluginFlag<?>, Object> flags = new LinkedHashMap<>();
  final Map<String, String> variables = new LinkedHashMap<>();
  final Map<String, String> runtimeVariables = new LinkedHashMap<>();
  boolean createsNamespace;
  final Map<String, String> nodeSelector = new LinkedHashMap<>();

  /** The term that selects the GPU nodes of a target, in addition to NVIDIA's own labels. */
  Optional<NodeTerm> nodesOfTarget = Optional.empty();

  final List<Toleration> tolerations = new ArrayList<>();

  PluginSettings(ProgramVersion version) {
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
    runtimeVariables.putAll(other.runtimeVariables);
    createsNamespace = other.createsNamespace;
    nodeSelector.putAll(other.nodeSelector);
    nodesOfTarget = other.nodesOfTarget;
    tolerations.addAll(other.tolerations);
  }

  /** The label by which its pods are found: of the name that NVIDIA gave it, NVIDIA's. */
  String podName() {
    return name.equals(NAME) ? POD_NAME : name;
  }

  /** Returns whether nodes choose between configs. */
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
    return values(PluginFlag.MIG_STRATEGY).anyMatch(strategy -> !strategy.equals("none"));
  }

  boolean passesDeviceSpecs() {
    return values(PluginFlag.PASS_DEVICE_SPECS).anyMatch(Boolean::booleanValue);
  }

  boolean mountsDeviceList() {
    return values(PluginFlag.DEVICE_LIST_STRATEGY).anyMatch(ways -> ways.contains("volume-mounts"));
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
                Optional.ofNullable(PluginFlag.VARIABLES_ALONE.get(name))
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
    if (runtimeVariables.containsKey(MIG_MONITOR) && !hasMigInstances()) {
      problems.add(
          MIG_MONITOR
              + ": instances are advertised with a MIG strategy only; add one, such as single, or remove it");
    }
    paths(problems, PluginFlag.NVIDIA_DRIVER_ROOT);
    paths(problems, PluginFlag.MPS_ROOT);
    if (!defaultConfig.isEmpty() && !configs.containsKey(defaultConfig)) {
      problems.add(
          new UnknownNameException(
                  "config.unknown", "defaultConfig", defaultConfig, configs.keySet())
              .getMessage());
    }
    if (isPerNode() && defaultConfig.isEmpty() && !configs.containsKey(DEFAULT_CONFIG)) {
      problems.add(
          "defaultConfig: of several configs, %s, none is for nodes without the label %s; name one of them with defaultConfig, or call one 'default'"
              .formatted(configs.keySet(), DevicePlugin.NODE_LABEL));
    }
    return problems;
  }

  private void since(List<String> problems, String what, String least) {
    if (ProgramVersion.parse(least).compareTo(version) > 0) {
      problems.add(
          "%s: it needs device plugin %s or newer, and this is %s; take version v%s, or remove it"
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

  /** Returns what the templates of the plugin name. */
  Map<String, Object> values() {
    boolean isPrivileged = passesDeviceSpecs();
    boolean isAdmin = !isPrivileged && (hasMigInstances() || mountsDeviceList());
    Map<String, String> files = new LinkedHashMap<>();
    configs.forEach((config, content) -> files.put(config, content.yaml().toString()));
    String mpsRoot = path(PluginFlag.MPS_ROOT, MPS_ROOT);
    return ImmutableMap.<String, Object>builder()
        .put("name", name)
        .put("podName", podName())
        .put("mpsName", mpsName(name))
        .put("mpsPodName", mpsName(podName()))
        .put("namespace", namespace)
        .put("image", image)
        .put("priorityClass", priorityClass)
        .put("runtimeClass", runtimeClass)
        .put("livenessProbe", livenessProbe.map(WorkloadProbe::model).map(PluginSettings::tree))
        .put("nodeSelector", nodeSelector)
        .put("anyGpuNode", nodeSelector.isEmpty())
        .put("nodesOfTarget", nodesOfTarget.map(PluginSettings::term).stream().toList())
        .put("tolerations", tolerations.stream().map(PluginSettings::toleration).toList())
        .put("hasConfigs", !configs.isEmpty())
        .put("oneConfig", configs.size() == 1)
        .put("perNode", isPerNode())
        .put("configMap", configMap.isEmpty() ? name + "-configs" : configMap)
        .put("configs", files)
        .put("checksum", Hashing.sha256().hashString(files.toString(), UTF_8).toString())
        .put(
            "configFile",
            "/config/" + (isPerNode() ? "config.yaml" : String.join("", configs.keySet())))
        .put("defaultConfig", defaultConfig)
        .put("variables", variables())
        .put("visibleDevices", runtimeVariable("NVIDIA_VISIBLE_DEVICES"))
        .put("driverCapabilities", runtimeVariable("NVIDIA_DRIVER_CAPABILITIES"))
        .put("statesMigStrategy", flags.containsKey(PluginFlag.MIG_STRATEGY))
        .put("migStrategy", values(PluginFlag.MIG_STRATEGY).findFirst().orElseThrow())
        .put("watchesMig", hasMigInstances())
        .put("passesDeviceSpecs", isPrivileged)
        .put("needsAdminForMig", isAdmin && hasMigInstances())
        .put("needsAdminForMounts", isAdmin && !hasMigInstances())
        .put("addedCapabilities", isAdmin ? List.of("SYS_ADMIN") : List.of())
        .put("notPrivileged", !isPrivileged)
        .put("unprivileged", !isPrivileged && !isAdmin)
        // The driver's files are looked for there, and a CDI specification is made of them.
        .put("mountsDriver", usesCdi() || isStated(PluginFlag.NVIDIA_DRIVER_ROOT))
        .put("driverRoot", path(PluginFlag.NVIDIA_DRIVER_ROOT, "/"))
        .put(
            "containerDriverRoot",
            path(PluginFlag.CONTAINER_DRIVER_ROOT, PluginFlag.CONTAINER_DRIVER_ROOT.defaultValue()))
        .put("usesCdi", usesCdi())
        .put("usesMps", isMps())
        .put("statesMpsRoot", isMps() && !isStated(PluginFlag.MPS_ROOT))
        .put("mpsRoot", mpsRoot)
        .put("mpsShm", mpsRoot + "/shm")
        .buildOrThrow();
  }

  private static String mpsName(String plugin) {
    return plugin.substring(0, Math.min(plugin.length(), LONGEST_NAME - MPS.length())) + MPS;
  }

  private List<Map<String, String>> variables() {
    Map<String, String> all = new LinkedHashMap<>();
    flags.forEach((flag, value) -> all.put(flag.variable(), flag.text(value)));
    all.putAll(variables);
    return all.entrySet().stream()
        .map(each -> Map.of("name", each.getKey(), "value", each.getValue()))
        .toList();
  }

  private String runtimeVariable(String name) {
    String otherwise = Objects.requireNonNull(PluginFlag.OF_RUNTIME.get(name)).defaultValue();
    return runtimeVariables.getOrDefault(name, otherwise);
  }

  List<Note> notes() {
    return createsNamespace || namespace.equals(NAMESPACE)
        ? List.of()
        : List.of(
            Note.of(
                "device-plugin.namespace",
                "namespace '%s' must exist before these objects are applied; createNamespace writes it"
                    .formatted(namespace)));
  }

  private static Map<?, ?> tree(Object model) {
    return new ObjectMapper().convertValue(model, Map.class);
  }

  static Map<String, Object> term(NodeTerm term) {
    return Map.of(
        "matchExpressions",
        term.expressions().stream()
            .map(
                asked ->
                    Map.of(
                        "key", asked.key(), "operator", asked.operator(), "values", asked.values()))
            .toList());
  }

  static Map<String, String> toleration(Toleration toleration) {
    Map<String, String> tree = new LinkedHashMap<>();
    tree.put("key", toleration.key());
    tree.put("operator", toleration.operator());
    tree.put("value", toleration.value());
    tree.put("effect", toleration.effect());
    tree.values().removeIf(String::isEmpty);
    return tree;
  }

  /** Returns the reasons for a config's text: what pods request, and what is not guaranteed. */
  List<Reason> reasonsOfSharing() {
    List<Reason> reasons = new ArrayList<>();
    configs.forEach(
        (name, config) ->
            config.replicas().stream()
                .limit(1)
                .forEach(
                    shared -> {
                      String field = Template.child("data", name);
                      reasons.add(
                          new Reason(
                              "ConfigMap",
                              field,
                              "pods ask for " + shared.sharedResource(),
                              Sources.of("nvidia.readme")));
                      for (Note note : shared.notes()) {
                        note.citation()
                            .map(from -> new Reason("ConfigMap", field, note.message(), from))
                            .ifPresent(reasons::add);
                      }
                    }));
    return reasons;
  }
}
