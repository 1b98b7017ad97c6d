package io.gpuspec.manifest.inspect;

import io.gpuspec.manifest.inspect.InspectedPods.Box;
import io.gpuspec.manifest.internal.tree.YamlPlace;
import io.gpuspec.scheduling.GpuResource;
import java.util.LinkedHashMap;
import java.util.Map;

/** Rules for shares. */
final class SharingRules {
  static final Map<String, Check> ALL = Map.of("share-dialects-mixed", SharingRules::mixed);

  private SharingRules() {}

  private static void mixed(Inspected object, Report report) {
    for (InspectedPods pods : object.pods()) {
      for (Box box : pods.containers()) {
        Map<String, String> systems = new LinkedHashMap<>();
        for (Map.Entry<String, YamlPlace> each : box.gpus().entrySet()) {
          String name = each.getKey();
          if (GpuResource.find(name).isEmpty()) {
            continue;
          }
          String system = name.substring(0, Math.max(0, name.indexOf('/')));
          systems.putIfAbsent(system, name);
          if (systems.size() == 2) {
            String first = systems.values().iterator().next();
            report.at(each.getValue(), Map.of("value", first, "key", name));
            break;
          }
        }
      }
    }
  }
}
