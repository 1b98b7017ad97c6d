package io.gpuspec.manifest.inspect;

import io.gpuspec.GpuSpec;
import io.gpuspec.manifest.inspect.InspectedPods.Box;
import io.gpuspec.manifest.internal.tree.PluginConfigs;
import io.gpuspec.manifest.internal.tree.YamlPlace;
import io.gpuspec.manifest.internal.tree.YamlTree;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

/** Rules for the device plugin and its files. */
final class PluginRules {
  static final Map<String, Check> ALL =
      Map.of(
          "plugin-twice", PluginRules::twice,
          "plugin-no-toleration", agents(PluginRules::noToleration),
          "plugin-on-every-node", agents(PluginRules::everywhere),
          "plugin-config-not-mounted", agents(PluginRules::notMounted),
          "plugin-mps-root-missing", PluginRules::noMpsRoot,
          "shared-name-not-offered", PluginRules::nameNotOffered,
          "renamed-name-not-asked", PluginRules::nameNotAsked,
          "shared-request-refused", PluginRules::requestRefused);

  /** Programs that run on every GPU node, and on no other. */
  private static final String AGENT =
      ".*(k8s-device-plugin|dcgm-exporter|gpu-feature-discovery|mig-manager|k8s-mig-manager).*";

  private static final Set<String> ALL_CARDS = Set.of("", "all");
  private static final String DAEMON_SET = "apps/DaemonSet";
  private static final String GPU = "nvidia.com/gpu";
  private static final String SHARED = "nvidia.com/gpu.shared";
  private static final String ONE_AT_A_TIME = "failRequestsGreaterThanOne";

  private PluginRules() {}

  private static Check agents(BiConsumer<InspectedPods, Report> check) {
    return (object, report) -> {
      if (object.kind().equals("DaemonSet")) {
        object.pods().stream()
            .filter(pods -> runs(pods, AGENT))
            .forEach(pods -> check.accept(pods, report));
      }
    };
  }

  private static boolean runs(InspectedPods pods, String image) {
    return pods.boxes().stream().anyMatch(box -> Places.text(box.place(), "image").matches(image));
  }

  private static void noToleration(InspectedPods pods, Report report) {
    boolean tolerates =
        Places.items(pods.spec(), "tolerations").stream()
            .map(each -> Places.text(each, "key"))
            .anyMatch(key -> key.isEmpty() || key.equals(GPU));
    if (!tolerates) {
      report.at(pods.spec(), Map.of("name", pods.boxes().get(0).name()));
    }
  }

  private static void everywhere(InspectedPods pods, Report report) {
    if (Places.at(pods.spec(), "nodeSelector").isEmpty()
        && Places.at(pods.spec(), "affinity", "nodeAffinity").isEmpty()) {
      report.at(pods.spec(), Map.of("name", pods.boxes().get(0).name()));
    }
  }

  private static void notMounted(InspectedPods pods, Report report) {
    for (Box box : pods.boxes()) {
      Places.named(box.place(), "CONFIG_FILE", "env")
          .flatMap(item -> Places.at(item, "value"))
          .filter(file -> !Places.textOf(file).isEmpty() && !isMounted(box, Places.textOf(file)))
          .ifPresent(file -> report.at(file, Map.of("value", Places.textOf(file))));
    }
  }

  private static boolean isMounted(Box box, String file) {
    return Places.items(box.place(), "volumeMounts").stream()
        .map(mount -> Places.text(mount, "mountPath"))
        .anyMatch(path -> !path.isEmpty() && (file.equals(path) || file.startsWith(path + "/")));
  }

  private static List<Inspected> configs(Report report) {
    return report.around().of(OtherFile.PLUGIN);
  }

  private static void noMpsRoot(Inspected object, Report report) {
    boolean byMps =
        configs(report).stream()
            .anyMatch(config -> Places.at(config.place(), "sharing", "mps").isPresent());
    if (!byMps || !object.kind().equals("DaemonSet")) {
      return;
    }
    for (InspectedPods pods : object.pods()) {
      for (Box box : pods.boxes()) {
        if (isPlugin(box) && !isMounted(box, "/mps")) {
          report.at(box.place(), Map.of("name", object.name()));
        }
      }
    }
  }

  /** Its image has the programs of its other containers too. */
  private static boolean isPlugin(Box box) {
    return PluginConfigs.isPlugin(
        Places.text(box.place(), "image"),
        Stream.of("command", "args")
            .flatMap(list -> Places.items(box.place(), list).stream())
            .map(Places::textOf)
            .toList());
  }

  /** Returns whether pods run NVIDIA's plugin. */
  static boolean hasPlugin(InspectedPods pods) {
    return pods.mains().stream().anyMatch(PluginRules::isPlugin);
  }

  /** Returns the container that is NVIDIA's plugin, and offers every card of its node. */
  static Optional<Box> pluginOfAllCards(InspectedPods pods) {
    return pods.mains().stream()
        .filter(PluginRules::isPlugin)
        .filter(box -> ALL_CARDS.contains(box.env("NVIDIA_VISIBLE_DEVICES")))
        .findFirst();
  }

  /** DaemonSets of the plugin in one file that state the same of their nodes. */
  private static void twice(Inspected object, Report report) {
    for (InspectedPods pods : object.is(DAEMON_SET) ? object.pods() : List.<InspectedPods>of()) {
      Optional<Box> plugin = pluginOfAllCards(pods);
      if (plugin.isEmpty()) {
        continue;
      }
      List<Optional<Object>> nodes = nodes(pods);
      report.around().of(DAEMON_SET, object).stream()
          .takeWhile(other -> !other.equals(object))
          .filter(other -> !nameOf(other).equals(nameOf(object)))
          .filter(other -> hasPluginOn(other, nodes))
          .findFirst()
          .ifPresent(
              other ->
                  report.at(
                      plugin.get().place().require("image"),
                      Map.of("name", nameOf(object), "value", nameOf(other))));
    }
  }

  private static boolean hasPluginOn(Inspected object, List<Optional<Object>> nodes) {
    return object.pods().stream()
        .anyMatch(each -> pluginOfAllCards(each).isPresent() && nodes(each).equals(nodes));
  }

  /** Returns what pods state of their nodes. */
  private static List<Optional<Object>> nodes(InspectedPods pods) {
    return Stream.of("nodeSelector", "affinity", "tolerations")
        .map(field -> Places.at(pods.spec(), field).map(at -> YamlTree.of(at.node())))
        .toList();
  }

  private static String nameOf(Inspected object) {
    return object.effectiveNamespace() + "/" + object.name();
  }

  /** Returns whether a file of the plugin in the input shares cards. */
  static boolean isSharing(Report report) {
    return configs(report).stream()
        .anyMatch(each -> Places.at(each.place(), "sharing").isPresent());
  }

  /**
   * Returns the plugin's files of the input; none for pods that a virtual node gives their cards.
   */
  static List<Inspected> configsOfNodes(Report report) {
    boolean isVirtual =
        report.target().filter(each -> each.catalog().unit() == GpuSpec.Unit.POD).isPresent();
    return isVirtual ? List.of() : configs(report);
  }

  /** Returns those that the nodes of pods may have: the one that they select by name, or any. */
  private static List<Inspected> configsOf(InspectedPods pods, Report report) {
    String selected = Places.text(pods.spec(), "nodeSelector", PluginConfigs.LABEL);
    return configsOfNodes(report).stream()
        .filter(
            config ->
                selected.isEmpty() || config.entry().isEmpty() || config.entry().equals(selected))
        .toList();
  }

  /** Returns how a file shares whole cards; empty if it does not. */
  private static Optional<YamlPlace> sharing(Inspected config) {
    return PluginConfigs.WAYS.stream()
        .flatMap(way -> Places.at(config.place(), "sharing", way).stream())
        .filter(way -> Places.named(way, GPU, "resources").isPresent())
        .findFirst();
  }

  private static boolean renames(YamlPlace sharing) {
    return Places.text(sharing, "renameByDefault").equals("true");
  }

  private static void nameNotOffered(Inspected object, Report report) {
    for (InspectedPods pods : object.pods()) {
      List<YamlPlace> ways =
          configsOf(pods, report).stream().flatMap(each -> sharing(each).stream()).toList();
      if (!ways.isEmpty() && ways.stream().noneMatch(PluginRules::renames)) {
        ask(pods, SHARED, report);
      }
    }
  }

  private static void nameNotAsked(Inspected object, Report report) {
    for (InspectedPods pods : object.pods()) {
      List<Inspected> configs = configsOf(pods, report);
      boolean areAllRenamed =
          configs.stream().allMatch(each -> sharing(each).filter(PluginRules::renames).isPresent());
      if (!configs.isEmpty() && areAllRenamed) {
        ask(pods, GPU, report);
      }
    }
  }

  private static void ask(InspectedPods pods, String name, Report report) {
    for (Box box : pods.boxes()) {
      YamlPlace amount = box.gpus().get(name);
      if (amount != null) {
        report.at(amount, Map.of("value", name));
      }
    }
  }

  /**
   * Containers that request more than one replica of a resource that allows only one, whichever
   * configuration of a file of the input their node has.
   */
  private static void requestRefused(Inspected object, Report report) {
    for (InspectedPods pods : object.pods()) {
      Map<String, String> refused = refused(configsOf(pods, report));
      for (Box box : pods.boxes()) {
        box.gpus()
            .forEach(
                (name, amount) -> {
                  String why = refused.get(name);
                  String count = Places.textOf(amount);
                  if (why != null && count.matches("[2-9]|[1-9][0-9]+")) {
                    report.at(amount, Map.of("key", name, "value", count, "limit", why));
                  }
                });
      }
    }
  }

  private static Map<String, String> refused(List<Inspected> configs) {
    Map<String, Map<String, String>> byFile = new TreeMap<>();
    for (Inspected config : configs) {
      Map<String, String> refused = oneAtATime(config);
      byFile
          .computeIfAbsent(config.place().source(), file -> new TreeMap<>(refused))
          .keySet()
          .retainAll(refused.keySet());
    }
    Map<String, String> refused = new TreeMap<>();
    byFile.values().forEach(refused::putAll);
    return refused;
  }

  /**
   * Returns the resources of a file that may be asked for one at a time, with what says so:
   * replicas of MPS unless the file says otherwise, those of time-slicing only if it says so.
   *
   * <p>Source: NVIDIA k8s-device-plugin, internal/rm/rm.go, ValidateRequest.
   */
  private static Map<String, String> oneAtATime(Inspected config) {
    Map<String, String> refused = new TreeMap<>();
    for (String way : PluginConfigs.WAYS) {
      Places.at(config.place(), "sharing", way)
          .ifPresent(
              sharing -> {
                String fails = Places.text(sharing, ONE_AT_A_TIME);
                if (fails.equals("true")) {
                  offered(sharing).forEach(name -> refused.putIfAbsent(name, ONE_AT_A_TIME));
                } else if (way.equals("mps") && !fails.equals("false")) {
                  offered(sharing).forEach(name -> refused.putIfAbsent(name, "sharing.mps"));
                }
              });
    }
    return refused;
  }

  private static List<String> offered(YamlPlace sharing) {
    List<String> offered = new ArrayList<>();
    for (YamlPlace each : Places.items(sharing, "resources")) {
      String name = Places.text(each, "name");
      String renamed = Places.text(each, "rename");
      boolean isOfAll = List.of("", "all").contains(Places.text(each, "devices"));
      if (isOfAll && Places.items(each, "devices").isEmpty()) {
        offered.add(
            !renamed.isEmpty()
                ? renamed
                : name + (Places.text(sharing, "renameByDefault").equals("true") ? ".shared" : ""));
      }
    }
    return offered;
  }
}
