package io.gpuspec.manifest;

import io.fabric8.kubernetes.api.model.Toleration;
import io.gpuspec.manifest.platform.PluginFlag;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;

/** What NVIDIA's device plugin looks like in a file, and its own config file. */
final class DevicePluginShape {
  static final String KIND = "GpuDevicePlugin";

  private static final IntentShape.Fields RESOURCE_PATTERN =
      WorkloadShape.fields(
          "devicePluginResourcePattern",
          Set.of("pattern", "name"),
          Map.of("pattern", IntentShape.text(), "name", IntentShape.text()));

  private static final IntentShape.Fields REPLICATED =
      WorkloadShape.fields(
          "devicePluginReplicas",
          Set.of("name", "replicas"),
          Map.of(
              "name",
              IntentShape.text(),
              "replicas",
              new IntentShape.Whole(2, Integer.MAX_VALUE),
              "rename",
              IntentShape.text(),
              "devices",
              IntentShape.either(
                  IntentShape.word("all"),
                  IntentShape.from(1),
                  new IntentShape.Items(
                      IntentShape.either(IntentShape.text(), IntentShape.from(0)), 0))));

  private static final IntentShape.Fields REPLICATION =
      WorkloadShape.fields(
          "devicePluginReplication",
          Set.of("resources"),
          Map.of(
              "renameByDefault",
              new IntentShape.Truth(),
              "failRequestsGreaterThanOne",
              new IntentShape.Truth(),
              "resources",
              IntentShape.some(REPLICATED)));

  /** The flags by the paths that they have in the plugin's config file. */
  private static final Map<String, IntentShape> SECTIONS = sections();

  /** The flags that are variables of the container as well. */
  private static final IntentShape FLAGS = Objects.requireNonNull(SECTIONS.get("flags"));

  /** The plugin's own config file. */
  static final IntentShape.Fields CONFIG =
      WorkloadShape.fields(
          "devicePluginConfig",
          Set.of(),
          with(
              SECTIONS,
              Map.of(
                  "version",
                  IntentShape.word("v1"),
                  "resources",
                  WorkloadShape.fields(
                      "devicePluginResources",
                      Set.of(),
                      Map.of(
                          "gpus", new IntentShape.Items(RESOURCE_PATTERN, 0),
                          "mig", new IntentShape.Items(RESOURCE_PATTERN, 0))),
                  "sharing",
                  WorkloadShape.fields(
                      "devicePluginSharing",
                      Set.of(),
                      Map.of("timeSlicing", REPLICATION, "mps", REPLICATION)))));

  /** A device plugin. */
  static final IntentShape.Fields DOCUMENT =
      WorkloadShape.document(
          KIND,
          WorkloadShape.fields(
              "devicePlugin",
              Set.of("version"),
              with(
                  Map.of(
                      "version",
                      IntentShape.text(),
                      "image",
                      IntentShape.text(),
                      "configMap",
                      IntentShape.text(),
                      "configs",
                      new IntentShape.Entries(CONFIG),
                      "defaultConfig",
                      IntentShape.text(),
                      "flags",
                      FLAGS,
                      "nodeSelector",
                      new IntentShape.Entries(IntentShape.text()),
                      "tolerations",
                      new IntentShape.Items(KubeShapes.object(Toleration.class), 0)),
                  Map.of(
                      "priorityClassName", IntentShape.text(),
                      "runtimeClassName", IntentShape.text(),
                      "variables", new IntentShape.Entries(IntentShape.text())))));

  private DevicePluginShape() {}

  private static Map<String, IntentShape> sections() {
    Map<String, Object> tree = new LinkedHashMap<>();
    PluginFlag.all().forEach(flag -> put(tree, flag.path(), shape(flag)));
    Map<String, IntentShape> sections = new TreeMap<>();
    tree.forEach((name, section) -> sections.put(name, fields("devicePlugin." + name, section)));
    return sections;
  }

  @SuppressWarnings("unchecked")
  private static void put(Map<String, Object> tree, String path, Object shape) {
    int dot = path.indexOf('.');
    if (dot < 0) {
      tree.put(path, shape);
    } else {
      put(
          (Map<String, Object>)
              tree.computeIfAbsent(path.substring(0, dot), key -> new LinkedHashMap<>()),
          path.substring(dot + 1),
          shape);
    }
  }

  private static IntentShape fields(String name, Object tree) {
    if (tree instanceof IntentShape shape) {
      return shape;
    }
    Map<String, IntentShape> fields = new TreeMap<>();
    ((Map<?, ?>) tree)
        .forEach((key, value) -> fields.put((String) key, fields(name + "." + key, value)));
    return WorkloadShape.fields(name, Set.of(), fields);
  }

  private static IntentShape shape(PluginFlag<?> flag) {
    return switch (flag.form()) {
      case TRUTH -> new IntentShape.Truth();
      case TEXT -> IntentShape.text();
      case WORD -> IntentShape.word(flag.words().toArray());
      case WORDS ->
          IntentShape.either(
              IntentShape.word(flag.words().toArray()),
              IntentShape.some(IntentShape.word(flag.words().toArray())));
      case NUMBERS -> new IntentShape.Items(IntentShape.from(0), 0);
    };
  }

  private static Map<String, IntentShape> with(
      Map<String, IntentShape> fields, Map<String, IntentShape> more) {
    Map<String, IntentShape> all = new TreeMap<>(fields);
    all.putAll(more);
    return all;
  }
}
