package io.gpuspec.manifest.inspect;

import io.gpuspec.manifest.internal.tree.LabelledConfigs;
import io.gpuspec.manifest.internal.tree.PluginConfigs;
import io.gpuspec.manifest.internal.tree.YamlTree;
import java.util.Map;

/** Rules for labels of nodes that choose from what a ConfigMap of the same file has. */
final class ConfigRules {
  static final Map<String, Check> ALL =
      Map.of(
          "mig-layout-not-there", ConfigRules::noLayout,
          "plugin-config-not-there", ConfigRules::noConfig,
          "nodepool-replicas-not-made", ConfigRules::otherReplicas);

  private ConfigRules() {}

  private static void noLayout(Inspected object, Report report) {
    report.around().nodeConfigs(object).layouts().ifPresent(of -> others(of, object, report));
  }

  private static void noConfig(Inspected object, Report report) {
    report.around().nodeConfigs(object).configs().ifPresent(of -> others(of, object, report));
  }

  private static void others(LabelledConfigs of, Inspected object, Report report) {
    of.others(object.place())
        .forEach(
            value ->
                report.at(
                    value,
                    Map.of(
                        "key",
                        of.label(),
                        "value",
                        Places.textOf(value),
                        "name",
                        of.files(),
                        "has",
                        of.list())));
  }

  private static void otherReplicas(Inspected object, Report report) {
    if (!object.is(PoolRules.NODE_POOL)) {
      return;
    }
    report.around().nodeConfigs(object).plugin().ifPresent(of -> compare(of, object, report));
  }

  private static void compare(PluginConfigs of, Inspected pool, Report report) {
    Places.at(pool.place(), "spec", "template", "metadata", "labels", PluginConfigs.REPLICAS_LABEL)
        .filter(said -> said.template().isEmpty())
        .ifPresent(
            said ->
                of.otherThanSaid(YamlTree.mapping(YamlTree.of(pool.place().node())))
                    .ifPresent(
                        made ->
                            report.at(
                                said,
                                Map.of(
                                    "key",
                                    PluginConfigs.REPLICAS_LABEL,
                                    "value",
                                    Places.textOf(said),
                                    "name",
                                    made.config(),
                                    "file",
                                    of.file(),
                                    "limit",
                                    made.replicas()))));
  }
}
