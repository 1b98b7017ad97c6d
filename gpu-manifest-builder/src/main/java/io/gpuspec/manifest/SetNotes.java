package io.gpuspec.manifest;

import io.gpuspec.manifest.internal.tree.ConfigMaps;
import io.gpuspec.manifest.internal.tree.DcgmMetrics;
import io.gpuspec.manifest.internal.tree.LabelledConfigs;
import io.gpuspec.manifest.internal.tree.PluginConfigs;
import io.gpuspec.manifest.internal.tree.YamlPlace;
import io.gpuspec.manifest.internal.tree.YamlTree;
import io.gpuspec.value.Note;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Where an object of a set relies on something that another of the same set does not provide. */
final class SetNotes {
  /**
   * The key of the counters that dcgm-exporter reads from the API server, if its arguments say so.
   */
  private static final String NAMED = "metrics";

  private final List<ManifestObject> objects;
  private final List<Map<String, Object>> trees;
  private final List<PluginConfigs> plugins;

  private SetNotes(List<ManifestObject> objects) {
    this.objects = objects;
    this.trees = objects.stream().map(ManifestObject::tree).toList();
    this.plugins = PluginConfigs.in(trees);
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
    return LabelledConfigs.ofMig(trees)
        .map(
            of ->
                otherNames(
                    "set.mig-config",
                    of,
                    "the layouts in %s are %s; the MIG manager has none of this name; add one"
                        .formatted(of.files(), of.list())))
        .orElse(List.of());
  }

  /** The plugin does not start on a node whose label names a config that it does not have. */
  private List<Note> pluginConfigs() {
    return LabelledConfigs.ofPlugins(plugins)
        .map(
            of ->
                otherNames(
                    "set.plugin-config",
                    of,
                    "the configs in %s are %s; the device plugin has none for such nodes; name one of these"
                        .formatted(of.files(), of.list())))
        .orElse(List.of());
  }

  private List<Note> otherNames(String id, LabelledConfigs of, String instead) {
    List<Note> notes = new ArrayList<>();
    for (ManifestObject object : objects) {
      of.others(YamlTree.place("set", object.tree())).stream()
          .map(YamlPlace::string)
          .forEach(
              name ->
                  notes.add(
                      Note.of(
                          id,
                          "%s: the label %s is '%s', and %s"
                              .formatted(object, of.label(), name, instead))));
    }
    return notes;
  }

  /** Pools whose labels say other replicas than the config of their nodes makes. */
  private List<Note> replicas() {
    List<Note> notes = new ArrayList<>();
    for (ManifestObject pool : plugins.size() == 1 ? of("NodePool") : List.<ManifestObject>of()) {
      PluginConfigs of = plugins.get(0);
      of.otherThanSaid(pool.tree())
          .ifPresent(
              made ->
                  notes.add(
                      Note.of(
                          "set.replicas",
                          "%s: the label %s is '%s', and the config '%s' of %s, which its nodes have, makes %s of each card; say the same in both, or name another config with the option device-plugin-config"
                              .formatted(
                                  pool,
                                  PluginConfigs.REPLICAS_LABEL,
                                  YamlTree.map(
                                          pool.tree(), "spec", "template", "metadata", "labels")
                                      .get(PluginConfigs.REPLICAS_LABEL),
                                  made.config(),
                                  of.file(),
                                  made.replicas()))));
    }
    return notes;
  }

  /** Alerts on what the exporter of the set does not export, and counters that it does not read. */
  private List<Note> alerts() {
    List<ManifestObject> mounted =
        objects.stream().filter(each -> data(each).containsKey(DcgmMetrics.FILE)).toList();
    if (mounted.isEmpty()) {
      return List.of();
    }
    Set<String> exported =
        mounted.stream()
            .flatMap(each -> counters(each, DcgmMetrics.FILE).stream())
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
            .flatMap(text -> YamlTree.ofText(text).stream())
            .flatMap(tree -> YamlTree.maps(tree, "groups").stream())
            .toList();
  }

  private static Set<String> counters(ManifestObject object, String key) {
    return DcgmMetrics.ofCounters(data(object).getOrDefault(key, ""));
  }

  private List<ManifestObject> of(String kind) {
    return objects.stream().filter(each -> isOf(each, kind)).toList();
  }

  private static boolean isOf(ManifestObject object, String kind) {
    return kind.equals(object.tree().get("kind"));
  }

  private static Map<String, String> data(ManifestObject object) {
    return ConfigMaps.data(object.tree());
  }

  private static String names(List<ManifestObject> objects) {
    return objects.stream().map(ManifestObject::toString).collect(Collectors.joining(", "));
  }
}
