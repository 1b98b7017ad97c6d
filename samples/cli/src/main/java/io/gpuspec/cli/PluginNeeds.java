package io.gpuspec.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The device plugins of a cluster and what they need: the DaemonSets, of any name, that mount the
 * folder in which a kubelet looks for device plugins.
 */
final class PluginNeeds {
  private static final Set<String> FOLDER =
      Set.of("/var/lib/kubelet/device-plugins", "/var/lib/kubelet/device-plugins/");

  private static final Set<String> BUILT_IN = Set.of("cluster-admin", "admin", "edit", "view");

  private final Map<String, SavedObject> all = new LinkedHashMap<>();
  private final Set<String> wanted = new LinkedHashSet<>();
  private final Map<String, String> neededBy = new LinkedHashMap<>();

  PluginNeeds(List<SavedObject> objects) {
    objects.forEach(object -> all.put(object.toString(), object));
    objects.stream().filter(PluginNeeds::isPlugin).forEach(this::addPlugin);
  }

  private static boolean isPlugin(SavedObject object) {
    return object.kind().equals("DaemonSet")
        && SavedObject.items(pod(object), "volumes", "*", "hostPath", "path")
            .anyMatch(path -> FOLDER.contains(path.asText()));
  }

  private static JsonNode pod(SavedObject object) {
    return object.tree().at("/spec/template/spec");
  }

  private void addPlugin(SavedObject plugin) {
    wanted.add(plugin.toString());
    JsonNode pod = pod(plugin);
    configs(pod).forEach(config -> want(plugin, plugin.beside("ConfigMap", config)));
    String account = pod.path("serviceAccountName").asText();
    if (!account.isEmpty() && !account.equals("default")) {
      want(plugin, plugin.beside("ServiceAccount", account));
      addRights(plugin, account);
    }
    String runtime = pod.path("runtimeClassName").asText();
    if (!runtime.isEmpty()) {
      want(plugin, "RuntimeClass " + runtime);
    }
    String priority = pod.path("priorityClassName").asText();
    if (!priority.isEmpty() && !priority.startsWith("system-")) {
      want(plugin, "PriorityClass " + priority);
    }
  }

  private static List<String> configs(JsonNode pod) {
    List<JsonNode> containers =
        Stream.of("initContainers", "containers")
            .flatMap(part -> SavedObject.items(pod, part, "*"))
            .toList();
    Stream<JsonNode> mounted =
        Stream.concat(
            SavedObject.items(pod, "volumes", "*", "configMap"),
            SavedObject.items(pod, "volumes", "*", "projected", "sources", "*", "configMap"));
    Stream<JsonNode> read =
        containers.stream()
            .flatMap(
                container ->
                    Stream.concat(
                        SavedObject.items(container, "envFrom", "*", "configMapRef"),
                        SavedObject.items(container, "env", "*", "valueFrom", "configMapKeyRef")));
    return Stream.concat(mounted, read)
        .map(reference -> reference.path("name").asText())
        .filter(name -> !name.isEmpty())
        .distinct()
        .toList();
  }

  /** Adds what binds rights to its account, and the rights. */
  private void addRights(SavedObject plugin, String account) {
    for (SavedObject binding : all.values()) {
      boolean binds =
          SavedObject.items(binding.tree(), "subjects", "*")
              .anyMatch(
                  subject ->
                      subject.path("kind").asText().equals("ServiceAccount")
                          && subject.path("name").asText().equals(account)
                          && subject.path("namespace").asText().equals(plugin.namespace()));
      if (binds) {
        wanted.add(binding.toString());
        String role = binding.tree().at("/roleRef/name").asText();
        if (binding.tree().at("/roleRef/kind").asText().equals("Role")) {
          want(plugin, binding.beside("Role", role));
        } else if (!role.startsWith("system:") && !BUILT_IN.contains(role)) {
          want(plugin, "ClusterRole " + role);
        }
      }
    }
  }

  private void want(SavedObject plugin, String object) {
    wanted.add(object);
    neededBy.putIfAbsent(object, plugin.toString());
  }

  /** Returns the plugins and what was found of what they need. */
  List<SavedObject> found() {
    return wanted.stream().map(all::get).filter(Objects::nonNull).toList();
  }

  /** Returns what they need and was not there, by what needs it. */
  Map<String, String> missing() {
    Map<String, String> missing = new LinkedHashMap<>(neededBy);
    missing.keySet().removeAll(all.keySet());
    return missing;
  }
}
