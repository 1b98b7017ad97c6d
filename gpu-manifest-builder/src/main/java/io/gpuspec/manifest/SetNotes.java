package io.gpuspec.manifest;

import io.gpuspec.manifest.error.ManifestException;
import io.gpuspec.manifest.internal.tree.DcgmMetrics;
import io.gpuspec.manifest.internal.tree.PodTrees;
import io.gpuspec.manifest.internal.tree.YamlDocuments;
import io.gpuspec.manifest.internal.tree.YamlPlace;
import io.gpuspec.manifest.internal.tree.YamlTree;
import io.gpuspec.value.Note;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Where an object of a set relies on something that another of the same set does not provide. */
final class SetNotes {
  private static final String MIG_CONFIG = "nvidia.com/mig.config";
  private static final String PLUGIN_CONFIG = "nvidia.com/device-plugin.config";
  private static final String CARDS = "nvidia.com/gpu";
  private static final String REPLICAS = "nvidia.com/gpu.replicas";

  /** The key of the counters that {@code GpuMetricsExporter} and the GPU Operator mount. */
  private static final String MOUNTED = "dcgm-metrics.csv";

  /** The key of those that dcgm-exporter reads from the API server, if its arguments say so. */
  private static final String NAMED = "metrics";

  private final List<ManifestObject> objects;
  private final Optional<Plugin> plugin;

  private SetNotes(List<ManifestObject> objects) {
    this.objects = objects;
    this.plugin = plugin();
  }

  static List<Note> of(List<ManifestObject> objects) {
    SetNotes set = new SetNotes(objects);
    return Stream.of(set.migLayouts(), set.pluginConfigs(), set.replicas(), set.alerts())
        .flatMap(List::stream)
        .distinct()
        .toList();
  }

  /** The MIG manager gives a node with another name the state {@code failed}. */
  private List<Note> migLayouts() {
    Set<String> layouts = new TreeSet<>();
    List<ManifestObject> of = new ArrayList<>();
    for (ManifestObject each : configMaps()) {
      data(each)
          .forEach(
              (key, text) -> {
                Map<String, Object> configs = YamlTree.map(parsed(text), "mig-configs");
                if (!configs.isEmpty()) {
                  layouts.addAll(configs.keySet());
                  of.add(each);
                }
              });
    }
    return of.isEmpty()
        ? List.of()
        : otherNames(
            "set.mig-config",
            MIG_CONFIG,
            layouts,
            "%s has the layouts %s; the MIG manager that reads it has none of this name; add one"
                .formatted(names(of), String.join(", ", layouts)));
  }

  /** The plugin does not start on a node whose label names a config that it does not have. */
  private List<Note> pluginConfigs() {
    return plugin
        .filter(Plugin::isPerNode)
        .map(
            of ->
                otherNames(
                    "set.plugin-config",
                    PLUGIN_CONFIG,
                    of.configs().keySet(),
                    "%s has the configs %s; the device plugin has none for such nodes; name one of these"
                        .formatted(of.name(), String.join(", ", of.configs().keySet()))))
        .orElse(List.of());
  }

  private List<Note> otherNames(String id, String label, Set<String> known, String instead) {
    List<Note> notes = new ArrayList<>();
    for (ManifestObject object : objects) {
      Set<String> named = new LinkedHashSet<>();
      addValues(object.tree(), label, named);
      named.removeAll(known);
      for (String name : named) {
        notes.add(
            Note.of(
                id, "%s: the label %s is '%s', and %s".formatted(object, label, name, instead)));
      }
    }
    return notes;
  }

  /** Adds the values of a label, wherever it is written, selected or required. */
  private static void addValues(Object node, String label, Set<String> found) {
    if (node instanceof Map<?, ?> map) {
      if (map.get(label) instanceof String value) {
        found.add(value);
      }
      if (label.equals(map.get("key"))
          && "In".equals(map.get("operator"))
          && map.get("values") instanceof List<?> values) {
        values.forEach(value -> found.add(String.valueOf(value)));
      }
      map.values().forEach(each -> addValues(each, label, found));
    } else if (node instanceof List<?> list) {
      list.forEach(each -> addValues(each, label, found));
    }
  }

  /** Pools whose labels say other replicas than the config of their nodes makes. */
  private List<Note> replicas() {
    return plugin.stream()
        .flatMap(of -> of("NodePool").stream().flatMap(pool -> replicas(pool, of).stream()))
        .toList();
  }

  private static Optional<Note> replicas(ManifestObject pool, Plugin of) {
    Map<String, Object> labels =
        YamlTree.map(pool.tree(), "spec", "template", "metadata", "labels");
    if (!(labels.get(REPLICAS) instanceof String said)) {
      return Optional.empty();
    }
    return Optional.ofNullable(labels.get(PLUGIN_CONFIG))
        .map(String::valueOf)
        .filter(named -> of.isPerNode())
        .or(of::ofOthers)
        .filter(of.configs()::containsKey)
        .filter(config -> !of.replicas(config).equals(said))
        .map(
            config ->
                Note.of(
                    "set.replicas",
                    "%s: the label %s is '%s', and the config '%s' of %s, which its nodes have, makes %s of each card; say the same in both, or name another config with the option device-plugin-config"
                        .formatted(pool, REPLICAS, said, config, of.name(), of.replicas(config))));
  }

  /**
   * The configs of a device plugin.
   *
   * @param name of the ConfigMap
   * @param isPerNode whether a node's label names one of them
   * @param byDefault the name that the plugin is given for other nodes; empty for none
   */
  private record Plugin(
      String name, Map<String, String> configs, boolean isPerNode, String byDefault) {

    /** Returns the config of nodes without the label, in the order of config-manager. */
    Optional<String> ofOthers() {
      return Stream.concat(
              Stream.of(byDefault, "default").filter(name -> isPerNode),
              configs.keySet().stream().filter(name -> configs.size() == 1))
          .filter(configs::containsKey)
          .findFirst();
    }

    /** Returns how many replicas one of them makes of a card. */
    String replicas(String config) {
      Map<String, Object> sharing =
          YamlTree.map(parsed(configs.getOrDefault(config, "")), "sharing");
      return Stream.of("timeSlicing", "mps")
          .flatMap(way -> YamlTree.maps(YamlTree.map(sharing, way), "resources").stream())
          .filter(each -> CARDS.equals(each.get("name")))
          .map(each -> String.valueOf(each.get("replicas")))
          .findFirst()
          .orElse("1");
    }
  }

  /** Returns the plugin of the set; of several, which nodes have which is not known. */
  private Optional<Plugin> plugin() {
    Set<Plugin> all = new LinkedHashSet<>();
    for (ManifestObject object : of("DaemonSet")) {
      Map<String, Object> pod =
          YamlTree.map(PodTrees.first(object.tree()).orElse(Map.of()), "spec");
      Map<String, String> variables = new LinkedHashMap<>();
      for (Map<String, Object> container : YamlTree.maps(pod, "containers")) {
        YamlTree.maps(container, "env")
            .forEach(
                each ->
                    variables.put(
                        String.valueOf(each.get("name")),
                        String.valueOf(each.getOrDefault("value", ""))));
      }
      if (variables.containsKey("CONFIG_FILE")) {
        for (Map<String, Object> volume : YamlTree.maps(pod, "volumes")) {
          Object name = YamlTree.map(volume, "configMap").get("name");
          configMaps().stream()
              .filter(each -> metadata(each, "name").equals(String.valueOf(name)))
              .filter(each -> metadata(each, "namespace").equals(metadata(object, "namespace")))
              .forEach(
                  each ->
                      all.add(
                          new Plugin(
                              each.toString(),
                              data(each),
                              variables.containsKey("NODE_LABEL"),
                              variables.getOrDefault("DEFAULT_CONFIG", ""))));
        }
      }
    }
    return all.size() == 1 ? all.stream().findFirst() : Optional.empty();
  }

  /** Alerts on what the exporter of the set does not export, and counters that it does not read. */
  private List<Note> alerts() {
    List<ManifestObject> mounted =
        configMaps().stream().filter(each -> data(each).containsKey(MOUNTED)).toList();
    if (mounted.isEmpty()) {
      return List.of();
    }
    Set<String> exported =
        mounted.stream()
            .flatMap(each -> counters(each, MOUNTED).stream())
            .collect(Collectors.toSet());
    List<Note> notes = new ArrayList<>();
    for (ManifestObject object : objects) {
      for (Map<String, Object> group : groups(object)) {
        for (Map<String, Object> rule : YamlTree.maps(group, "rules")) {
          DcgmMetrics.in(String.valueOf(rule.get("expr"))).stream()
              .filter(metric -> !exported.contains(metric))
              .forEach(
                  metric ->
                      notes.add(
                          Note.of(
                              "set.alert-metric",
                              "%s: the alert %s reads %s, and %s, the counters of the exporter, does not have it; the exporter exports no such metric; add it to the metrics of the GpuMetricsExporter if its version has it, or use another alert"
                                  .formatted(object, rule.get("alert"), metric, names(mounted)))));
        }
      }
      if (!counters(object, NAMED).isEmpty()) {
        notes.add(
            Note.of(
                "set.counters",
                "%s: the exporter reads %s and not these counters; leave the counters of the GpuAlerts out, and add what is missing to the metrics of the GpuMetricsExporter"
                    .formatted(object, names(mounted))));
      }
    }
    return notes;
  }

  /** The groups of a PrometheusRule, or of a rule file in a ConfigMap. */
  private static List<Map<String, Object>> groups(ManifestObject object) {
    return isOf(object, "PrometheusRule")
        ? YamlTree.maps(YamlTree.map(object.tree(), "spec"), "groups")
        : data(object).values().stream()
            .flatMap(text -> YamlTree.maps(parsed(text), "groups").stream())
            .toList();
  }

  private static Set<String> counters(ManifestObject object, String key) {
    return DcgmMetrics.ofCounters(data(object).getOrDefault(key, ""));
  }

  private List<ManifestObject> configMaps() {
    return of("ConfigMap");
  }

  private List<ManifestObject> of(String kind) {
    return objects.stream().filter(each -> isOf(each, kind)).toList();
  }

  private static boolean isOf(ManifestObject object, String kind) {
    return kind.equals(object.tree().get("kind"));
  }

  private static String metadata(ManifestObject object, String field) {
    return String.valueOf(YamlTree.map(object.tree(), "metadata").getOrDefault(field, "default"));
  }

  /** Returns the files of a ConfigMap; none of another object. */
  private static Map<String, String> data(ManifestObject object) {
    Map<String, String> data = new LinkedHashMap<>();
    if (isOf(object, "ConfigMap")) {
      YamlTree.map(object.tree(), "data")
          .forEach((key, text) -> data.put(key, String.valueOf(text)));
    }
    return data;
  }

  private static String names(List<ManifestObject> objects) {
    return objects.stream().map(ManifestObject::toString).collect(Collectors.joining(", "));
  }

  /** Returns a file; nothing of what is no mapping in YAML. */
  private static Map<String, Object> parsed(String text) {
    try {
      for (YamlPlace document : YamlDocuments.of("data", text)) {
        return YamlTree.mapping(YamlTree.of(document.node()));
      }
    } catch (ManifestException notYaml) {
      return Map.of();
    }
    return Map.of();
  }
}
