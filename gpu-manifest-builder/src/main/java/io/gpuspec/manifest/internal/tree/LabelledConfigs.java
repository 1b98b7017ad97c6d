package io.gpuspec.manifest.internal.tree;

import io.gpuspec.internal.yaml.YamlKind;
import io.gpuspec.internal.yaml.YamlMapping;
import io.gpuspec.internal.yaml.YamlScalar;
import io.gpuspec.internal.yaml.YamlSequence;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a label of nodes chooses from in one cluster: layouts of the MIG manager, or configs of the
 * device plugin.
 *
 * @param files the ConfigMaps that have them
 */
public record LabelledConfigs(String label, String files, Set<String> names) {
  private static final String LAYOUTS = "mig-configs";

  /**
   * Returns the layouts of the MIG manager of some objects: of the ConfigMap that the GPU Operator
   * or a DaemonSet among them reads; without either, of all. Empty if none of them has layouts.
   */
  public static Optional<LabelledConfigs> ofMig(List<Map<String, Object>> objects) {
    Optional<Set<String>> read = readByMigManager(objects);
    Set<String> layouts = new TreeSet<>();
    Set<String> files = new LinkedHashSet<>();
    ConfigMaps.in(objects)
        .filter(map -> read.map(all -> all.contains(ConfigMaps.metadata(map, "name"))).orElse(true))
        .forEach(
            map ->
                ConfigMaps.data(map).values().stream()
                    .filter(text -> text.contains(LAYOUTS))
                    .flatMap(text -> YamlTree.ofText(text).stream())
                    .map(tree -> YamlTree.map(tree, LAYOUTS).keySet())
                    .filter(names -> !names.isEmpty())
                    .forEach(
                        names -> {
                          layouts.addAll(names);
                          files.add(ConfigMaps.called(map));
                        }));
    return of("nvidia.com/mig.config", files, layouts);
  }

  /** Returns the names of the ConfigMaps; empty without a MIG manager. */
  private static Optional<Set<String>> readByMigManager(List<Map<String, Object>> objects) {
    Set<String> read = new TreeSet<>();
    List<Map<String, Object>> policies = ConfigMaps.ofKind(objects, "ClusterPolicy").toList();
    for (Map<String, Object> policy : policies) {
      read.add(String.valueOf(YamlTree.map(policy, "spec", "migManager", "config").get("name")));
    }
    List<Map<String, Object>> pods =
        ConfigMaps.ofKind(objects, "DaemonSet")
            .flatMap(set -> PodTrees.first(set).stream())
            .map(pod -> YamlTree.map(pod, "spec"))
            .filter(LabelledConfigs::isMigManager)
            .toList();
    for (Map<String, Object> pod : pods) {
      YamlTree.maps(pod, "volumes")
          .forEach(
              volume -> read.add(String.valueOf(YamlTree.map(volume, "configMap").get("name"))));
    }
    return policies.isEmpty() && pods.isEmpty() ? Optional.empty() : Optional.of(read);
  }

  private static boolean isMigManager(Map<String, Object> pod) {
    return YamlTree.maps(pod, "containers").stream()
        .anyMatch(each -> String.valueOf(each.get("image")).contains("mig-manager"));
  }

  /** Returns the configs of all device plugins of a cluster; empty if no label chooses one. */
  public static Optional<LabelledConfigs> ofPlugins(List<PluginConfigs> plugins) {
    Set<Optional<String>> labels =
        plugins.stream().map(PluginConfigs::label).collect(Collectors.toSet());
    return labels.size() == 1
        ? plugins
            .get(0)
            .label()
            .flatMap(
                label ->
                    of(
                        label,
                        plugins.stream()
                            .map(PluginConfigs::file)
                            .collect(Collectors.toCollection(LinkedHashSet::new)),
                        plugins.stream()
                            .flatMap(each -> each.configs().keySet().stream())
                            .collect(Collectors.toCollection(LinkedHashSet::new))))
        : Optional.empty();
  }

  /** What a template makes of a name is not known. */
  private static Optional<LabelledConfigs> of(String label, Set<String> files, Set<String> names) {
    return names.isEmpty() || names.stream().anyMatch(name -> name.contains("{{"))
        ? Optional.empty()
        : Optional.of(new LabelledConfigs(label, String.join(", ", files), names));
  }

  /** Returns the names as text. */
  public String list() {
    return String.join(", ", names);
  }

  /** Returns where an object gives, selects or requires another value of the label. */
  public List<YamlPlace> others(YamlPlace object) {
    List<YamlPlace> found = new ArrayList<>();
    addOthers(object, found);
    return found;
  }

  private void addOthers(YamlPlace part, List<YamlPlace> found) {
    if (part.node() instanceof YamlMapping) {
      Map<String, YamlPlace> fields = part.fields();
      Stream.concat(Stream.ofNullable(fields.get(label)), required(fields))
          .filter(this::isOther)
          .forEach(found::add);
      fields.values().stream()
          .filter(each -> !isObject(each))
          .forEach(each -> addOthers(each, found));
    } else if (part.node() instanceof YamlSequence) {
      part.items().stream().filter(each -> !isObject(each)).forEach(each -> addOthers(each, found));
    }
  }

  private Stream<YamlPlace> required(Map<String, YamlPlace> fields) {
    YamlPlace values = fields.get("values");
    return values != null
            && values.node() instanceof YamlSequence
            && is(fields.get("key"), label)
            && is(fields.get("operator"), "In")
        ? values.items().stream()
        : Stream.empty();
  }

  private static boolean is(@Nullable YamlPlace place, String text) {
    return place != null && place.node() instanceof YamlScalar scalar && scalar.text().equals(text);
  }

  private boolean isOther(YamlPlace value) {
    return value.node() instanceof YamlScalar scalar
        && scalar.kind() == YamlKind.STRING
        && !scalar.text().isEmpty()
        && value.template().isEmpty()
        && !names.contains(scalar.text());
  }

  /** An object in another is looked at by itself. */
  private static boolean isObject(YamlPlace part) {
    return part.node() instanceof YamlMapping mapping
        && mapping.entries().keySet().containsAll(List.of("apiVersion", "kind"));
  }
}
