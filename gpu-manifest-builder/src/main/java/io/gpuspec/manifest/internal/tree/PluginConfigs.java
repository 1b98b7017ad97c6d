package io.gpuspec.manifest.internal.tree;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The configs of NVIDIA's device plugin in a ConfigMap.
 *
 * @param file the ConfigMap
 * @param configs their texts by name
 * @param label the label of a node that names one of them; empty if all nodes have the same
 * @param ofOthers the config of nodes without the label; empty if they have none
 */
public record PluginConfigs(
    String file, Map<String, String> configs, Optional<String> label, Optional<String> ofOthers) {

  /**
   * How many replicas a config makes of each card.
   *
   * @param config its name
   */
  public record Made(String config, String replicas) {}

  /** The node label from which the plugin's chart and the GPU Operator choose its config. */
  public static final String LABEL = "nvidia.com/device-plugin.config";

  /** The label of a node that says how many replicas each of its cards has. */
  public static final String REPLICAS_LABEL = "nvidia.com/gpu.replicas";

  /** How a config shares cards, by its keys under {@code sharing}. */
  public static final List<String> WAYS = List.of("timeSlicing", "mps");

  /** NVIDIA's image, or a mirror's; AMD's has the same name. */
  private static final String IMAGE =
      "(?!(.*/)?(rocm|amd)/)(.*/)?(nvidia-)?k8s-device-plugin([:@].*)?";

  private static final String PROGRAM = "(.*/)?nvidia-device-plugin";
  private static final String CARDS = "nvidia.com/gpu";

  /**
   * Returns whether a container runs the plugin; its image has the programs of others too.
   *
   * @param words its command and arguments
   */
  public static boolean isPlugin(String image, List<String> words) {
    return image.matches(IMAGE)
        && words.stream()
            .limit(1)
            .allMatch(first -> first.startsWith("-") || first.matches(PROGRAM));
  }

  /**
   * Returns those of the objects of one cluster; none unless the configs of every plugin are among
   * them.
   */
  public static List<PluginConfigs> in(List<Map<String, Object>> objects) {
    List<Optional<PluginConfigs>> all = new ArrayList<>();
    ConfigMaps.ofKind(objects, "DaemonSet")
        .filter(PluginConfigs::isPlugin)
        .forEach(each -> all.add(ofDaemonSet(each, objects)));
    ConfigMaps.ofKind(objects, "ClusterPolicy")
        .filter(policy -> !Boolean.FALSE.equals(plugin(policy).get("enabled")))
        .forEach(each -> all.add(ofOperator(each, objects)));
    Set<PluginConfigs> found = new LinkedHashSet<>();
    all.forEach(each -> each.ifPresent(found::add));
    return all.stream().allMatch(Optional::isPresent) ? List.copyOf(found) : List.of();
  }

  private static boolean isPlugin(Map<String, Object> daemonSet) {
    return containers(daemonSet).stream()
        .anyMatch(
            each ->
                isPlugin(
                    String.valueOf(each.get("image")),
                    Stream.of("command", "args")
                        .flatMap(list -> YamlTree.texts(each, list).stream())
                        .toList()));
  }

  private static Map<String, Object> pod(Map<String, Object> daemonSet) {
    return YamlTree.map(PodTrees.first(daemonSet).orElse(Map.of()), "spec");
  }

  private static List<Map<String, Object>> containers(Map<String, Object> daemonSet) {
    return YamlTree.maps(pod(daemonSet), "containers");
  }

  /** The plugin's own file, or those of which config-manager puts one in its place. */
  private static Optional<PluginConfigs> ofDaemonSet(
      Map<String, Object> set, List<Map<String, Object>> objects) {
    Map<String, String> variables = new LinkedHashMap<>();
    for (Map<String, Object> container : containers(set)) {
      YamlTree.maps(container, "env")
          .forEach(
              each ->
                  variables.put(
                      String.valueOf(each.get("name")),
                      String.valueOf(each.getOrDefault("value", ""))));
    }
    String file = variables.getOrDefault("CONFIG_FILE", "");
    Optional<String> label = Optional.ofNullable(variables.get("NODE_LABEL"));
    return mounted(
            set,
            label.isPresent() ? variables.getOrDefault("CONFIG_FILE_SRCDIR", "") : file,
            objects)
        .map(
            map -> {
              Map<String, String> configs = ConfigMaps.data(map);
              Optional<String> ofOthers =
                  label.isEmpty()
                      ? Optional.of(file.substring(file.lastIndexOf('/') + 1))
                      : ofOthers(
                          configs.keySet(),
                          variables.getOrDefault("DEFAULT_CONFIG", ""),
                          variables.getOrDefault("FALLBACK_STRATEGIES", ""));
              return new PluginConfigs(ConfigMaps.called(map), configs, label, ofOthers);
            });
  }

  private static Map<String, Object> plugin(Map<String, Object> policy) {
    return YamlTree.map(policy, "spec", "devicePlugin");
  }

  /** The GPU Operator runs the plugin with those that its policy names, and else with none. */
  private static Optional<PluginConfigs> ofOperator(
      Map<String, Object> policy, List<Map<String, Object>> objects) {
    Map<String, Object> config = YamlTree.map(plugin(policy), "config");
    String name = String.valueOf(config.getOrDefault("name", ""));
    String byDefault = String.valueOf(config.getOrDefault("default", ""));
    return ConfigMaps.in(objects)
        .filter(map -> ConfigMaps.metadata(map, "name").equals(name))
        .findFirst()
        .map(
            map -> {
              Map<String, String> configs = ConfigMaps.data(map);
              return new PluginConfigs(
                  ConfigMaps.called(map),
                  configs,
                  Optional.of(LABEL),
                  ofOthers(configs.keySet(), byDefault, "empty"));
            });
  }

  /** Returns the ConfigMap that a container of pods sees, whole, as a folder with a path. */
  private static Optional<Map<String, Object>> mounted(
      Map<String, Object> set, String path, List<Map<String, Object>> objects) {
    List<String> volumes =
        containers(set).stream()
            .flatMap(each -> YamlTree.maps(each, "volumeMounts").stream())
            .filter(
                mount -> {
                  String folder = String.valueOf(mount.get("mountPath"));
                  return path.equals(folder) || path.startsWith(folder + "/");
                })
            .map(mount -> String.valueOf(mount.get("name")))
            .toList();
    return YamlTree.maps(pod(set), "volumes").stream()
        .filter(volume -> volumes.contains(String.valueOf(volume.get("name"))))
        .map(volume -> YamlTree.map(volume, "configMap"))
        .filter(source -> !source.containsKey("items"))
        .flatMap(
            source ->
                ConfigMaps.in(objects)
                    .filter(map -> ConfigMaps.metadata(map, "name").equals(source.get("name"))))
        .filter(
            map ->
                ConfigMaps.metadata(map, "namespace").equals(ConfigMaps.metadata(set, "namespace")))
        .findFirst();
  }

  /**
   * Returns the config of nodes without the label.
   *
   * <p>Source: NVIDIA k8s-device-plugin, cmd/config-manager/main.go, updateConfigName.
   */
  private static Optional<String> ofOthers(
      Set<String> configs, String byDefault, String strategies) {
    if (!byDefault.isEmpty()) {
      return Optional.of(byDefault).filter(configs::contains);
    }
    for (String strategy : strategies.split(",", -1)) {
      if (strategy.equals("named") && configs.contains("default")) {
        return Optional.of("default");
      }
      if (strategy.equals("single") && configs.size() == 1) {
        return configs.stream().findFirst();
      }
      if (strategy.equals("empty")) {
        return Optional.empty();
      }
    }
    return Optional.empty();
  }

  /**
   * Returns what the config of a pool's nodes makes, if that is known to be another number of
   * replicas than the labels of the pool, one of Karpenter's, say.
   */
  public Optional<Made> otherThanSaid(Map<String, Object> pool) {
    Map<String, Object> labels = YamlTree.map(pool, "spec", "template", "metadata", "labels");
    return labels.get(REPLICAS_LABEL) instanceof String said
        ? label
            .map(labels::get)
            .map(String::valueOf)
            .or(() -> ofOthers)
            .flatMap(this::made)
            .filter(made -> !made.replicas().equals(said))
        : Optional.empty();
  }

  /** Empty for a config that cannot be read as it is, such as one with a template. */
  private Optional<Made> made(String config) {
    return Optional.ofNullable(configs.get(config))
        .filter(text -> !text.contains("{{"))
        .flatMap(YamlTree::ofText)
        .map(tree -> replicas(YamlTree.map(tree, "sharing")))
        .filter(replicas -> replicas.matches("[0-9]+"))
        .map(replicas -> new Made(config, replicas));
  }

  private static String replicas(Map<String, Object> sharing) {
    return WAYS.stream()
        .flatMap(way -> YamlTree.maps(YamlTree.map(sharing, way), "resources").stream())
        .filter(each -> CARDS.equals(each.get("name")))
        .map(each -> String.valueOf(each.get("replicas")))
        .findFirst()
        .orElse("1");
  }
}
