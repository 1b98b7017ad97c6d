package io.gpuspec.manifest.platform;

import io.gpuspec.Target;
import io.gpuspec.kube.KubeNames;
import io.gpuspec.manifest.PlatformObjects;
import io.gpuspec.manifest.WorkloadProbe;
import io.gpuspec.manifest.internal.tree.Checks;
import io.gpuspec.scheduling.NodeAgents;
import io.gpuspec.scheduling.NodeFit;
import io.gpuspec.scheduling.NodeView;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.scheduling.Taint;
import io.gpuspec.scheduling.Toleration;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.Listing;
import io.gpuspec.value.UnknownNameException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * NVIDIA's device plugin on every GPU node: the DaemonSet and the objects for its config.
 *
 * <pre>{@code
 * List<NodeView> nodes = List.of(node);
 * DevicePlugin plugin =
 *     DevicePlugin.version("v0.20.0")
 *         .config("default", DevicePluginConfig.empty())
 *         .config("shared", DevicePluginConfig.empty().sharing(Replicas.timeSlicing(4)))
 *         .tolerating(nodes);
 * plugin.objects().yaml();    // ... kind: DaemonSet ...
 * plugin.reaches(nodes);      // fits gpu-1
 *
 * // The label of a node that gets this config.
 * plugin.label("shared");     // nvidia.com/device-plugin.config=shared
 * }</pre>
 *
 * <p>One config is a file for the plugin; with several, each node's label names its config, and a
 * second container watches that label. A privilege is added only if a requested setting needs it.
 * It is immutable. Source: NVIDIA k8s-device-plugin 0.20.0, deployments/helm.
 */
public final class DevicePlugin {
  /** The node label that names its config. */
  public static final String NODE_LABEL = "nvidia.com/device-plugin.config";

  private static final String DAEMON_SET = "DaemonSet";

  private final PluginSettings settings;

  private DevicePlugin(PluginSettings settings) {
    this.settings = settings;
  }

  /**
   * The plugin of a version, as {@code nvidia-device-plugin-daemonset} in {@code kube-system}, with
   * NVIDIA's image.
   *
   * @param version such as {@code v0.20.0}
   */
  public static DevicePlugin version(String version) {
    return new DevicePlugin(new PluginSettings(ProgramVersion.parse(version)));
  }

  /**
   * Returns a copy that also runs on the GPU nodes of a target that NVIDIA's own labels do not
   * mark: {@code DevicePlugin.version("v0.20.0").on(gpus.in("eks/nodegroup"))}.
   *
   * @throws InvalidValueException if the cloud runs a device plugin of its own on these nodes, or
   *     they need none; a second one would assign the same cards twice
   */
  public DevicePlugin on(Target target) {
    NodeAgents agents = Checks.given("target", target).nodeAgents();
    agents
        .devicePlugin()
        .ifPresent(
            plugin -> {
              throw new InvalidValueException(
                  "device-plugin.unsupported",
                  "device plugin on %s: %s; remove it".formatted(target.id(), plugin.message()));
            });
    return with(s -> s.nodesOfTarget = agents.gpuNodes());
  }

  private DevicePlugin with(Consumer<PluginSettings> change) {
    PluginSettings changed = new PluginSettings(settings);
    change.accept(changed);
    return new DevicePlugin(changed);
  }

  /** The same by another name, which its pods have as the label {@code name}. */
  public DevicePlugin name(String name) {
    KubeNames.label("name", name);
    return with(s -> s.name = name);
  }

  /** Returns a copy in another namespace, which must exist unless {@link #createNamespace()}. */
  public DevicePlugin namespace(String namespace) {
    KubeNames.label("namespace", namespace);
    return with(s -> s.namespace = namespace);
  }

  /** Returns a copy whose objects begin with the Namespace. */
  public DevicePlugin createNamespace() {
    return with(s -> s.createsNamespace = true);
  }

  /** Returns a copy with another image than NVIDIA's of the version, such as a mirror's. */
  public DevicePlugin image(String image) {
    Checks.image(image);
    return with(s -> s.image = image);
  }

  /**
   * Returns a copy with this config. With several, nodes choose by their {@link #label}.
   *
   * @param name a label's value, and the key in the ConfigMap
   * @throws InvalidValueException if there is one of the name already
   */
  public DevicePlugin config(String name, DevicePluginConfig config) {
    Checks.word("config", KubeNames.labelValue("config", name));
    Checks.given("config " + name, config);
    if (settings.configs.containsKey(name)) {
      throw new InvalidValueException(
          "device-plugin.duplicate",
          "config: '%s' is a duplicate; give each its own name".formatted(name));
    }
    return with(s -> s.configs.put(name, config));
  }

  /** The same config under the name {@code default}, which nodes without a label have. */
  public DevicePlugin config(DevicePluginConfig config) {
    return config(PluginSettings.DEFAULT_CONFIG, config);
  }

  /**
   * Returns a copy with the configs in a ConfigMap of this name; {@code <name>-configs} by default.
   */
  public DevicePlugin configMap(String name) {
    KubeNames.label("configMap", name);
    return with(s -> s.configMap = name);
  }

  /**
   * Returns a copy with this config on nodes without a label; the one named {@code default} by
   * default.
   */
  public DevicePlugin defaultConfig(String name) {
    Checks.word("defaultConfig", KubeNames.labelValue("defaultConfig", name));
    return with(s -> s.defaultConfig = name);
  }

  /**
   * Returns a copy with this variable, which beats every config.
   *
   * @throws InvalidValueException if the flag cannot have the value, or is one of GPU Feature
   *     Discovery, which is another container
   */
  public <T> DevicePlugin with(PluginFlag<T> flag, T value) {
    if (Checks.given("flag", flag).isOfFeatureDiscovery()) {
      throw new InvalidValueException(
          "device-plugin.unsupported",
          "%s: GPU Feature Discovery reads it, and the plugin does not; say it in a config, which both read"
              .formatted(flag.path()));
    }
    T checked = flag.checked(value);
    return with(s -> s.flags.put(flag, checked));
  }

  /**
   * Returns a copy with a variable of the plugin's container, as a manifest has it. It is a flag's,
   * or one of {@code KUBELET_SOCKET}, {@code CDI_FEATURE_FLAGS} and {@code CDI_DISABLE_HOOKS},
   * which no config has, or one of the container runtime's, such as {@code
   * NVIDIA_DRIVER_CAPABILITIES}.
   *
   * @throws UnknownNameException if the plugin reads no such variable
   * @throws InvalidValueException if the flag cannot have the value
   */
  public DevicePlugin variable(String name, String value) {
    Checks.given("variable", name);
    Checks.given("variable " + name, value);
    List<PluginFlag<?>> flags =
        PluginFlag.all().stream().filter(flag -> !flag.isOfFeatureDiscovery()).toList();
    for (PluginFlag<?> flag : flags) {
      if (flag.isReadFrom(name)) {
        return parsed(flag, value);
      }
    }
    if (PluginFlag.OF_RUNTIME.containsKey(name)) {
      String checked = Objects.requireNonNull(PluginFlag.OF_RUNTIME.get(name)).checked(value);
      return with(s -> s.runtimeVariables.put(name, checked));
    }
    if (PluginFlag.INSTEAD.containsKey(name)) {
      throw UnknownNameException.suggesting(
          "device-plugin.unknown",
          "variable",
          name,
          List.of(),
          List.of(Objects.requireNonNull(PluginFlag.INSTEAD.get(name))));
    }
    if (!PluginFlag.VARIABLES_ALONE.containsKey(name)) {
      List<String> known = new ArrayList<>(PluginFlag.VARIABLES_ALONE.keySet());
      known.addAll(PluginFlag.OF_RUNTIME.keySet());
      known.addAll(PluginFlag.ALIASES.keySet());
      flags.forEach(flag -> known.add(flag.variable()));
      throw new UnknownNameException("device-plugin.unknown", "variable", name, known);
    }
    return with(s -> s.variables.put(name, value));
  }

  private <T> DevicePlugin parsed(PluginFlag<T> flag, String value) {
    return with(flag, flag.parse(value));
  }

  /** Returns a copy with one more toleration. */
  public DevicePlugin toleration(Toleration toleration) {
    Checks.given("toleration", toleration);
    return with(
        s -> {
          if (!s.tolerations.contains(toleration)) {
            s.tolerations.add(toleration);
          }
        });
  }

  /** Returns a copy that tolerates all taints of these nodes, each by its key and effect. */
  public DevicePlugin tolerating(Collection<NodeView> nodes) {
    DevicePlugin plugin = this;
    for (NodeView node : Checks.all("nodes", nodes)) {
      for (Taint taint : node.taints()) {
        if (taint.effect() != Taint.Effect.PREFER_NO_SCHEDULE && !plugin.tolerates(taint)) {
          plugin = plugin.toleration(Toleration.exists(taint.key()).effect(taint.effect()));
        }
      }
    }
    return plugin;
  }

  /** The same as {@link #tolerating(Collection)}. */
  public DevicePlugin tolerating(NodeView... nodes) {
    return tolerating(Checks.all("nodes", nodes));
  }

  private boolean tolerates(Taint taint) {
    return PodView.empty()
        .workloadKind(DAEMON_SET)
        .tolerations(settings.tolerations)
        .tolerates(taint);
  }

  /**
   * Returns a copy that runs only on nodes with this label, instead of those that have a GPU
   * according to Node Feature Discovery or {@code nvidia.com/gpu.present=true}.
   */
  public DevicePlugin nodeSelector(String key, String value) {
    KubeNames.key("nodeSelector", key);
    KubeNames.labelValue("nodeSelector " + key, value);
    return with(s -> s.nodeSelector.put(key, value));
  }

  /** Returns a copy with pods of another priority class than {@code system-node-critical}. */
  public DevicePlugin priorityClass(String name) {
    KubeNames.subdomain("priorityClass", name);
    return with(s -> s.priorityClass = name);
  }

  /**
   * Returns a copy with pods of this runtime class, where NVIDIA's runtime is not the nodes'
   * default.
   */
  public DevicePlugin runtimeClass(String name) {
    KubeNames.subdomain("runtimeClass", name);
    return with(s -> s.runtimeClass = Optional.of(name));
  }

  /** The same, started again while this probe fails. */
  public DevicePlugin livenessProbe(WorkloadProbe probe) {
    Checks.given("livenessProbe", probe);
    return with(s -> s.livenessProbe = Optional.of(probe));
  }

  /**
   * The node label that selects a config.
   *
   * @throws UnknownNameException if the name does not exist
   */
  public String label(String config) {
    if (!settings.configs.containsKey(Checks.given("config", config))) {
      throw new UnknownNameException(
          "device-plugin.unknown", "config", config, settings.configs.keySet());
    }
    return NODE_LABEL + "=" + config;
  }

  /**
   * Returns whether its pod is scheduled on each node, and if not, every reason. What the DaemonSet
   * controller has its pods tolerate, such as a node that is cordoned, is tolerated.
   */
  public Listing<NodeFit> reaches(Collection<NodeView> nodes) {
    PodView pod =
        Template.of("device-plugin.yaml")
            .objects(settings.values())
            .pods()
            .get(0)
            .workloadKind(DAEMON_SET);
    List<NodeFit> fits = new ArrayList<>();
    for (NodeView node : Checks.all("nodes", nodes)) {
      fits.add(pod.fits(node));
    }
    return Listing.copyOf(fits);
  }

  /** The same as {@link #reaches(Collection)}. */
  public Listing<NodeFit> reaches(NodeView... nodes) {
    return reaches(Checks.all("nodes", nodes));
  }

  /** Returns why it cannot be built; none where it can. */
  public Listing<String> problems() {
    return Listing.copyOf(settings.problems());
  }

  /**
   * The objects, in the order in which to create them.
   *
   * @throws InvalidValueException with every one of the {@link #problems}, if there are any
   */
  public PlatformObjects objects() {
    if (!problems().isEmpty()) {
      throw new InvalidValueException("device-plugin.invalid", String.join("\n", problems()));
    }
    ObjectCollector all = new ObjectCollector();
    if (settings.createsNamespace) {
      all.add(Template.of("namespace.yaml").objects(Map.of("name", settings.namespace)));
    }
    all.add(Template.of("device-plugin.yaml").objects(settings.values()));
    if (settings.isMps()) {
      all.add(Template.of("mps-control-daemon.yaml").objects(settings.values()));
    }
    settings.reasonsOfSharing().forEach(all::withReason);
    return all.objects().withNotes(settings.notes());
  }

  /**
   * Returns text such as {@code device plugin 0.20.0: kube-system/nvidia-device-plugin-daemonset}.
   */
  @Override
  public String toString() {
    return "device plugin %s: %s/%s".formatted(settings.version, settings.namespace, settings.name);
  }
}
