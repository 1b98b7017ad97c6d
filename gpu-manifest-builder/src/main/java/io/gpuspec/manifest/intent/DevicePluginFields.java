package io.gpuspec.manifest.intent;

import io.fabric8.kubernetes.api.model.Toleration;
import io.gpuspec.manifest.WorkloadProbe;
import io.gpuspec.manifest.internal.fields.KubeShapes;
import io.gpuspec.manifest.internal.fields.Part;
import io.gpuspec.manifest.internal.fields.Schema;
import io.gpuspec.manifest.internal.fields.Table;
import io.gpuspec.manifest.internal.tree.Pages;
import io.gpuspec.manifest.platform.DevicePlugin;
import io.gpuspec.manifest.platform.DevicePluginConfig;
import io.gpuspec.manifest.platform.PluginFlag;
import io.gpuspec.share.Replicas;
import io.gpuspec.value.Citation;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.Note;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.stream.Stream;

/**
 * The fields of NVIDIA's device plugin, and of the plugin's own config file: {@code kind:
 * GpuDevicePlugin}.
 */
final class DevicePluginFields {
  private static final Citation SOURCE =
      new Citation(
          "NVIDIA k8s-device-plugin 0.20.0, api/config/v1/config.go",
          "2026-08-19",
          Citation.Status.DOCUMENTED,
          Optional.of(
              "https://github.com/NVIDIA/k8s-device-plugin/blob/v0.20.0/api/config/v1/config.go"));

  private static final String PREFIX = "nvidia.com/";

  private static final Schema.Fields RESOURCE_PATTERN =
      Schema.all(
          "devicePluginResourcePattern", Map.of("pattern", Schema.text(), "name", Schema.text()));

  private static final Schema.Fields RESOURCES =
      Table.of("devicePluginResources")
          .field("gpus", Schema.list(RESOURCE_PATTERN), "")
          .field("mig", Schema.list(RESOURCE_PATTERN), "")
          .schema();

  private static final Schema.Fields REPLICATED =
      Table.of("devicePluginReplicas", "name", "replicas")
          .field("name", Schema.text(), "")
          .field("replicas", Schema.from(2), "")
          .field("rename", Schema.text(), "")
          .field(
              "devices",
              Schema.either(
                  Schema.word("all"),
                  Schema.from(1),
                  Schema.list(Schema.either(Schema.text(), Schema.from(0)))),
              "")
          .schema();

  private static final Schema.Fields REPLICATION =
      Table.of("devicePluginReplication", "resources")
          .field("renameByDefault", new Schema.Truth(), "")
          .field("failRequestsGreaterThanOne", new Schema.Truth(), "")
          .field("resources", Schema.some(REPLICATED), "")
          .schema();

  private static final Schema.Fields SHARING =
      Table.of("devicePluginSharing")
          .field("timeSlicing", REPLICATION, "")
          .field("mps", REPLICATION, "")
          .schema();

  /** The plugin's own config file. */
  private static final Table<DevicePluginConfig> CONFIG =
      flags(Table.<DevicePluginConfig>of("devicePluginConfig"), "", DevicePluginFields::configured)
          .field("version", Schema.word("v1"), "")
          .field(
              "resources",
              RESOURCES,
              "",
              (config, any) ->
                  config.ignoring(
                      ignored(
                          "resources",
                          "the plugin drops it with a warning: resources cannot be named")))
          .field("sharing", SHARING, "", DevicePluginFields::sharing);

  private static final Schema PORT = Schema.port();

  private static final Schema.Fields PROBE =
      Table.of("devicePluginProbe")
          .field(
              "httpGet",
              Schema.all("devicePluginHttpGet", Map.of("path", Schema.text(), "port", PORT)),
              "")
          .field("tcpSocket", Schema.all("devicePluginTcpSocket", Map.of("port", PORT)), "")
          .field(
              "exec",
              Schema.all("devicePluginExec", Map.of("command", Schema.some(Schema.text()))),
              "")
          .field("initialDelaySeconds", Schema.from(0), "")
          .field("periodSeconds", Schema.from(1), "")
          .field("timeoutSeconds", Schema.from(1), "")
          .field("failureThreshold", Schema.from(1), "")
          .schema();

  private static final Table<DevicePlugin> SPEC =
      Table.<DevicePlugin>of("devicePlugin", "version")
          .field(
              "version",
              Schema.text(),
              "The version of NVIDIA's device plugin, for example v0.20.0.")
          .text("image", "The image; by default NVIDIA's for that version.", DevicePlugin::image)
          .text("configMap", "Its name; <name>-configs unless given.", DevicePlugin::configMap)
          .entries(
              "configs",
              CONFIG.schema(),
              "Config files by name; a node's label chooses one.",
              (plugin, name, config) -> plugin.config(name, config(config)))
          .text(
              "defaultConfig",
              "The config of nodes without the label.",
              DevicePlugin::defaultConfig)
          .group(
              "flags",
              flags(Table.of("devicePlugin.flags"), "flags.", DevicePluginFields::flagged),
              "Variables of the container, which override a config.")
          .entries("variables", "", DevicePlugin::variable)
          .entries(
              "nodeSelector",
              "Labels of the nodes; by default, all nodes with a GPU.",
              DevicePlugin::nodeSelector)
          .items(
              "tolerations",
              Schema.list(KubeShapes.object(Toleration.class)),
              "",
              (plugin, toleration) -> plugin.toleration(toleration(toleration)))
          .text("priorityClassName", "", DevicePlugin::priorityClass)
          .text("runtimeClassName", "", DevicePlugin::runtimeClass)
          .flag(
              "createNamespace",
              "Whether the Namespace is written too.",
              DevicePlugin::createNamespace)
          .field(
              "livenessProbe",
              PROBE,
              "With httpGet, tcpSocket or exec.",
              (plugin, probe) -> plugin.livenessProbe(probe(probe)));

  static final PlatformKind<DevicePlugin> KIND =
      new PlatformKind<>(
          "GpuDevicePlugin",
          Pages.DEVICE_PLUGIN,
          Table.metadata(DevicePlugin::name, DevicePlugin::namespace),
          SPEC,
          spec ->
              spec.step(
                  "version",
                  DevicePlugin.version("v0.20.0"),
                  (any, version) -> DevicePlugin.version(version.text())),
          (plugin, document) -> PlatformKind.made(document, plugin::objects));

  private DevicePluginFields() {}

  /** Returns the schema of the plugin's own config. */
  static Schema.Fields config() {
    return CONFIG.schema();
  }

  /** Reads the plugin's own config, which has its schema. */
  static DevicePluginConfig config(Part file) {
    return CONFIG.read(file, DevicePluginConfig.empty());
  }

  private static <T> DevicePluginConfig configured(
      DevicePluginConfig config, PluginFlag<T> flag, Part value) {
    return config.with(flag, flag.read(value.tree()));
  }

  private static <T> DevicePlugin flagged(DevicePlugin plugin, PluginFlag<T> flag, Part value) {
    return plugin.with(flag, flag.read(value.tree()));
  }

  /** A function that sets a flag. */
  private interface Setting<T> {
    T set(T before, PluginFlag<?> flag, Part value);
  }

  /** Adds the flags below a path of the plugin's config, section by section. */
  private static <T> Table<T> flags(Table<T> table, String above, Setting<T> setting) {
    Map<String, Boolean> sections = new TreeMap<>();
    for (PluginFlag<?> flag : PluginFlag.all()) {
      if (flag.path().startsWith(above)) {
        String below = flag.path().substring(above.length());
        int dot = below.indexOf('.');
        if (dot >= 0) {
          sections.put(below.substring(0, dot), true);
        } else {
          table.field(below, schema(flag), "", (t, value) -> setting.set(t, flag, value));
        }
      }
    }
    for (String section : sections.keySet()) {
      String path = above + section;
      table.group(section, flags(Table.of("devicePlugin." + path), path + ".", setting), "");
    }
    return table;
  }

  private static Schema schema(PluginFlag<?> flag) {
    Schema word = Schema.word(flag.words().toArray());
    return switch (flag.form()) {
      case TRUTH -> new Schema.Truth();
      case TEXT -> Schema.text();
      case WORD -> word;
      case WORDS -> Schema.either(word, Schema.some(word));
      case NUMBERS -> Schema.list(Schema.from(0));
    };
  }

  private static WorkloadProbe probe(Part part) {
    List<String> actions =
        Stream.of("httpGet", "tcpSocket", "exec").filter(part.map()::containsKey).toList();
    if (actions.size() != 1) {
      throw new InvalidValueException(
          "intent.conflict",
          "livenessProbe: it has %s; write one of httpGet, tcpSocket and exec"
              .formatted(actions.isEmpty() ? "no action" : String.join(" and ", actions)));
    }
    Part action = part.require(actions.get(0));
    WorkloadProbe probe =
        switch (actions.get(0)) {
          case "httpGet" ->
              WorkloadProbe.http(action.require("path").text(), action.require("port").number());
          case "tcpSocket" -> WorkloadProbe.tcp(action.require("port").number());
          default -> WorkloadProbe.exec(action.require("command").texts());
        };
    probe = part.step("initialDelaySeconds", probe, (p, v) -> p.initialDelaySeconds(v.number()));
    probe = part.step("periodSeconds", probe, (p, v) -> p.periodSeconds(v.number()));
    probe = part.step("timeoutSeconds", probe, (p, v) -> p.timeoutSeconds(v.number()));
    return part.step("failureThreshold", probe, (p, v) -> p.failureThreshold(v.number()));
  }

  static io.gpuspec.scheduling.Toleration toleration(Part part) {
    return new io.gpuspec.scheduling.Toleration(
        part.find("key").map(Part::text).orElse(""),
        part.find("operator").map(Part::text).orElse(""),
        part.find("value").map(Part::text).orElse(""),
        part.find("effect").map(Part::text).orElse(""));
  }

  private static DevicePluginConfig sharing(DevicePluginConfig before, Part sharing) {
    Optional<Part> mps = sharing.find("mps");
    Optional<Part> timeSlicing = sharing.find("timeSlicing");
    if (mps.isEmpty()) {
      return timeSlicing
          .map(all -> sharing(all, "sharing.timeSlicing", Replicas::timeSlicing, before))
          .orElse(before);
    }
    DevicePluginConfig config =
        timeSlicing.isEmpty()
            ? before
            : before.ignoring(
                ignored("sharing.timeSlicing", "sharing.mps wins where both are there"));
    return sharing(mps.get(), "sharing.mps", Replicas::mps, config);
  }

  private static DevicePluginConfig sharing(
      Part section, String path, IntFunction<Replicas> strategy, DevicePluginConfig before) {
    boolean renamed = section.find("renameByDefault").map(Part::truth).orElse(false);
    Optional<Boolean> fail = section.find("failRequestsGreaterThanOne").map(Part::truth);
    List<Replicas> all = new ArrayList<>();
    DevicePluginConfig config = before;
    List<Part> items = section.require("resources").items();
    for (int i = 0; i < items.size(); i++) {
      Part item = items.get(i);
      item.check(() -> all.add(replicas(item, strategy, renamed, fail)));
      for (Note note : ignored(item, path + ".resources[" + i + "]", renamed)) {
        config = config.ignoring(note);
      }
    }
    return all.size() < items.size()
        ? config
        : section.step(config, c -> c.sharing(all.toArray(Replicas[]::new)));
  }

  private static Replicas replicas(
      Part item, IntFunction<Replicas> strategy, boolean renamed, Optional<Boolean> fail) {
    Replicas replicas =
        strategy.apply(item.require("replicas").number()).ofResource(item.require("name").text());
    if (renamed) {
      replicas = replicas.renameByDefault();
    }
    return fail.isPresent() ? replicas.failRequestsGreaterThanOne(fail.get()) : replicas;
  }

  private static List<Note> ignored(Part item, String path, boolean renamed) {
    List<Note> notes = new ArrayList<>();
    String byDefault = prefixed(item.require("name").text()) + ".shared";
    item.find("rename")
        .filter(rename -> !(renamed && prefixed(rename.text()).equals(byDefault)))
        .ifPresent(
            rename ->
                notes.add(
                    ignored(
                        path + ".rename",
                        "the plugin drops it with a warning: only renameByDefault renames, to "
                            + byDefault)));
    item.find("devices")
        .filter(devices -> !devices.tree().equals("all"))
        .ifPresent(
            devices ->
                notes.add(
                    ignored(
                        path + ".devices",
                        "the plugin drops it with a warning: all cards of a node are shared alike")));
    return notes;
  }

  private static String prefixed(String resource) {
    return resource.startsWith(PREFIX) ? resource : PREFIX + resource;
  }

  private static Note ignored(String path, String why) {
    return Note.of("device-plugin.ignored", path + ": does not count; " + why, SOURCE);
  }
}
