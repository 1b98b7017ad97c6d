package io.gpuspec.manifest.inspect;

import io.gpuspec.manifest.internal.tree.LabelledConfigs;
import io.gpuspec.manifest.internal.tree.PluginConfigs;
import io.gpuspec.manifest.internal.tree.YamlTree;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What the programs of the nodes of one file read of its ConfigMaps.
 *
 * @param layouts those of the MIG manager
 * @param configs those of the device plugin, if a label chooses one of them
 * @param plugin the device plugin, if all nodes have the same
 */
record NodeConfigs(
    Optional<LabelledConfigs> layouts,
    Optional<LabelledConfigs> configs,
    Optional<PluginConfigs> plugin) {
  private static final List<String> TYPES =
      List.of("ConfigMap", "apps/DaemonSet", "nvidia.com/ClusterPolicy");

  private static final NodeConfigs NONE =
      new NodeConfigs(Optional.empty(), Optional.empty(), Optional.empty());

  /** Returns those of the file that an object is in. */
  static NodeConfigs of(Surroundings around, Inspected beside) {
    if (around.of(OtherFile.MIG_PARTED).isEmpty() && around.of(OtherFile.PLUGIN).isEmpty()) {
      return NONE;
    }
    Stream<Inspected> read = TYPES.stream().flatMap(type -> around.of(type, beside).stream());
    return of(read.map(each -> YamlTree.mapping(YamlTree.of(each.place().node()))).toList());
  }

  private static NodeConfigs of(List<Map<String, Object>> objects) {
    List<PluginConfigs> plugins = PluginConfigs.in(objects);
    return new NodeConfigs(
        LabelledConfigs.ofMig(objects),
        LabelledConfigs.ofPlugins(plugins),
        plugins.stream().findFirst().filter(each -> plugins.size() == 1));
  }
}
