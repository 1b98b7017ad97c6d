package io.gpuspec.manifest;

import io.gpuspec.Citation;
import io.gpuspec.Note;
import io.gpuspec.manifest.platform.DevicePlugin;
import io.gpuspec.manifest.platform.DevicePluginConfig;
import io.gpuspec.manifest.platform.PluginFlag;
import io.gpuspec.share.Replicas;
import io.gpuspec.spi.Toleration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;

/** Reads a device plugin of an intent file, and the plugin's own config. */
final class DevicePluginReader {
  private static final Citation SOURCE =
      new Citation(
          "NVIDIA k8s-device-plugin 0.20.0, api/config/v1/config.go",
          "2026-08-19",
          Citation.Status.DOCUMENTED);

  private static final String PREFIX = "nvidia.com/";

  private DevicePluginReader() {}

  /** Reads a document; nothing comes of one with problems. */
  static Optional<PlatformIntent> read(YamlPlace place, List<ManifestException> problems) {
    Optional<Object> tree = DevicePluginShape.DOCUMENT.read(place, problems);
    if (tree.isEmpty() || !problems.isEmpty()) {
      return Optional.empty();
    }
    Part document = new Part(place, tree.get(), problems);
    Part metadata = document.require("metadata");
    Part spec = document.require("spec");
    DevicePlugin plugin =
        spec.step(
            "version", DevicePlugin.version("v0.20.0"), (p, v) -> DevicePlugin.version(v.text()));
    plugin = metadata.step("name", plugin, (p, name) -> p.name(name.text()));
    plugin = metadata.step("namespace", plugin, (p, name) -> p.namespace(name.text()));
    plugin = spec.step("image", plugin, (p, image) -> p.image(image.text()));
    plugin = spec.step("configMap", plugin, (p, name) -> p.configMap(name.text()));
    for (Map.Entry<String, Part> config : spec.orEmpty("configs").entries().entrySet()) {
      plugin =
          config.getValue().step(plugin, p -> p.config(config.getKey(), config(config.getValue())));
    }
    plugin = spec.step("defaultConfig", plugin, (p, name) -> p.defaultConfig(name.text()));
    plugin = flags(spec.orEmpty("flags"), "flags", plugin);
    for (Map.Entry<String, Part> variable : spec.orEmpty("variables").entries().entrySet()) {
      Part value = variable.getValue();
      plugin = value.step(plugin, p -> p.variable(variable.getKey(), value.text()));
    }
    for (Map.Entry<String, Part> label : spec.orEmpty("nodeSelector").entries().entrySet()) {
      plugin =
          label
              .getValue()
              .step(plugin, p -> p.nodeSelector(label.getKey(), label.getValue().text()));
    }
    for (Part toleration : spec.find("tolerations").map(Part::items).orElse(List.of())) {
      plugin = toleration.step(plugin, p -> p.toleration(toleration(toleration)));
    }
    plugin = spec.step("priorityClassName", plugin, (p, name) -> p.priorityClass(name.text()));
    plugin = spec.step("runtimeClassName", plugin, (p, name) -> p.runtimeClass(name.text()));
    return objects(spec, metadata.require("name").text(), plugin);
  }

  private static Optional<PlatformIntent> objects(Part spec, String name, DevicePlugin plugin) {
    List<PlatformObjects> objects = new ArrayList<>();
    spec.check(() -> objects.add(plugin.objects()));
    return spec.problems().isEmpty()
        ? Optional.of(new PlatformIntent(DevicePluginShape.KIND, name, gpus -> objects.get(0)))
        : Optional.empty();
  }

  private static Toleration toleration(Part part) {
    return new Toleration(
        part.find("key").map(Part::text).orElse(""),
        part.find("operator").map(Part::text).orElse(""),
        part.find("value").map(Part::text).orElse(""),
        part.find("effect").map(Part::text).orElse(""));
  }

  private static DevicePlugin flags(Part section, String path, DevicePlugin before) {
    DevicePlugin plugin = before;
    for (PluginFlag<?> flag : PluginFlag.all()) {
      Optional<Part> part = find(section, path, flag.path());
      if (part.isPresent()) {
        plugin = part.get().step(plugin, p -> with(p, flag, part.get()));
      }
    }
    return plugin;
  }

  private static <T> DevicePlugin with(DevicePlugin plugin, PluginFlag<T> flag, Part part) {
    return plugin.with(flag, flag.read(part.tree()));
  }

  /** A field by its path in the plugin's config, below a section of it. */
  private static Optional<Part> find(Part section, String above, String path) {
    String below = above.isEmpty() ? path : path.replaceFirst("^" + above + "\\.", "");
    if (!above.isEmpty() && below.equals(path)) {
      return Optional.empty();
    }
    Optional<Part> part = Optional.of(section);
    for (String field : below.split("\\.")) {
      part = part.flatMap(each -> each.find(field));
    }
    return part;
  }

  /** Reads the plugin's own config, which has its shape. */
  static DevicePluginConfig config(Part file) {
    DevicePluginConfig config = DevicePluginConfig.empty();
    for (PluginFlag<?> flag : PluginFlag.all()) {
      Optional<Part> part = find(file, "", flag.path());
      if (part.isPresent()) {
        config = part.get().step(config, c -> with(c, flag, part.get()));
      }
    }
    if (file.find("resources").isPresent()) {
      config =
          config.ignoring(
              ignored(
                  "resources", "the plugin drops it with a warning: resources cannot be named"));
    }
    Part sharing = file.orEmpty("sharing");
    Optional<Part> mps = sharing.find("mps");
    Optional<Part> timeSlicing = sharing.find("timeSlicing");
    if (mps.isPresent() && timeSlicing.isPresent()) {
      config =
          config.ignoring(ignored("sharing.timeSlicing", "sharing.mps wins where both are there"));
    }
    if (mps.isPresent()) {
      return sharing(mps.get(), "sharing.mps", Replicas::mps, config);
    }
    return timeSlicing.isPresent()
        ? sharing(timeSlicing.get(), "sharing.timeSlicing", Replicas::timeSlicing, config)
        : config;
  }

  private static <T> DevicePluginConfig with(
      DevicePluginConfig config, PluginFlag<T> flag, Part part) {
    return config.with(flag, flag.read(part.tree()));
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
      replicas = replicas.renamed();
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
