package io.gpuspec.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The device plugins of a cluster and what they need: the DaemonSets, of any name, that mount the
 * folder in which a kubelet looks for device plugins, and those that run the daemon of MPS, without
 * which NVIDIA's plugin advertises no cards that MPS shares.
 */
final class PluginNeeds {
  private static final Set<String> FOLDER =
      Set.of("/var/lib/kubelet/device-plugins", "/var/lib/kubelet/device-plugins/");

  private static final String MPS = "mps-control-daemon";

  private static final Set<String> BUILT_IN = Set.of("cluster-admin", "admin", "edit", "view");

  private static final String DEFAULT = "default";

  /** What every cluster makes for itself begins with this. */
  private static final String OF_KUBERNETES = "system:";

  /** The groups of every service account. */
  private static final Set<String> GROUPS =
      Set.of("system:serviceaccounts", "system:authenticated");

  private final Map<String, SavedObject> all = new LinkedHashMap<>();
  private final Set<String> wanted = new LinkedHashSet<>();
  private final Map<String, String> neededBy = new LinkedHashMap<>();
  private final Map<String, String> secrets = new LinkedHashMap<>();

  PluginNeeds(List<SavedObject> objects) {
    objects.forEach(object -> all.put(object.toString(), object));
    objects.stream().filter(PluginNeeds::isPlugin).forEach(this::addPlugin);
  }

  private static boolean isPlugin(SavedObject object) {
    return object.kind().equals("DaemonSet")
        && (SavedObject.items(pod(object), "volumes", "*", "hostPath", "path")
                .anyMatch(path -> FOLDER.contains(path.asText()))
            || containers(pod(object))
                .flatMap(container -> SavedObject.items(container, "command", "*"))
                .anyMatch(word -> word.asText().equals(MPS)));
  }

  private static Stream<JsonNode> containers(JsonNode pod) {
    return Stream.of("initContainers", "containers")
        .flatMap(part -> SavedObject.items(pod, part, "*"));
  }

  private static JsonNode pod(SavedObject object) {
    return object.tree().at("/spec/template/spec");
  }

  private void addPlugin(SavedObject plugin) {
    wanted.add(plugin.toString());
    JsonNode pod = pod(plugin);
    configs(pod).forEach(config -> want(plugin, plugin.beside("ConfigMap", config)));
    addSecrets(plugin, pod);
    String named = pod.path("serviceAccountName").asText();
    String account = named.isEmpty() ? DEFAULT : named;
    if (!account.equals(DEFAULT)) {
      String name = plugin.beside("ServiceAccount", account);
      want(plugin, name);
      Optional.ofNullable(all.get(name)).ifPresent(found -> addSecrets(found, found.tree()));
    }
    addRights(plugin, account);
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
    return names(
        Stream.of(
                SavedObject.items(pod, "volumes", "*", "configMap", "name"),
                SavedObject.items(
                    pod, "volumes", "*", "projected", "sources", "*", "configMap", "name"),
                ofContainers(pod, "configMapRef", "configMapKeyRef"))
            .flatMap(all -> all));
  }

  /** Secrets are never read, so whoever restores has to have them. */
  private void addSecrets(SavedObject needing, JsonNode pod) {
    names(
            Stream.of(
                    SavedObject.items(pod, "imagePullSecrets", "*", "name"),
                    SavedObject.items(pod, "volumes", "*", "secret", "secretName"),
                    SavedObject.items(
                        pod, "volumes", "*", "projected", "sources", "*", "secret", "name"),
                    ofContainers(pod, "secretRef", "secretKeyRef"))
                .flatMap(all -> all))
        .forEach(
            secret -> secrets.putIfAbsent(needing.beside("Secret", secret), needing.toString()));
  }

  /** The names that containers read as a whole, or a key of. */
  private static Stream<JsonNode> ofContainers(JsonNode pod, String whole, String key) {
    return containers(pod)
        .flatMap(
            container ->
                Stream.concat(
                    SavedObject.items(container, "envFrom", "*", whole, "name"),
                    SavedObject.items(container, "env", "*", "valueFrom", key, "name")));
  }

  private static List<String> names(Stream<JsonNode> all) {
    return all.map(JsonNode::asText).filter(name -> !name.isEmpty()).distinct().toList();
  }

  /** Adds what binds rights to its account, and the rights. */
  private void addRights(SavedObject plugin, String account) {
    for (SavedObject binding : all.values()) {
      boolean binds =
          SavedObject.items(binding.tree(), "subjects", "*")
              .anyMatch(subject -> isOf(subject, plugin.namespace(), account));
      if (binds && !binding.name().startsWith(OF_KUBERNETES)) {
        wanted.add(binding.toString());
        String role = binding.tree().at("/roleRef/name").asText();
        if (binding.tree().at("/roleRef/kind").asText().equals("Role")) {
          want(plugin, binding.beside("Role", role));
        } else if (!role.startsWith(OF_KUBERNETES) && !BUILT_IN.contains(role)) {
          want(plugin, "ClusterRole " + role);
        }
      }
    }
  }

  /** Returns whether a subject is a service account, by its name, its user or one of its groups. */
  private static boolean isOf(JsonNode subject, String namespace, String account) {
    String name = subject.path("name").asText();
    return switch (subject.path("kind").asText()) {
      case "ServiceAccount" ->
          name.equals(account) && subject.path("namespace").asText().equals(namespace);
      case "User" -> name.equals("system:serviceaccount:" + namespace + ":" + account);
      case "Group" -> GROUPS.contains(name) || name.equals("system:serviceaccounts:" + namespace);
      default -> false;
    };
  }

  private void want(SavedObject plugin, String object) {
    wanted.add(object);
    neededBy.putIfAbsent(object, plugin.toString());
  }

  /** Returns the plugins and what was found of what they need. */
  List<SavedObject> found() {
    return wanted.stream().map(all::get).filter(Objects::nonNull).toList();
  }

  /** Returns the Secrets that they need, by what needs it. */
  Map<String, String> secrets() {
    return secrets;
  }

  /** Returns what they need and was not there, by what needs it. */
  Map<String, String> missing() {
    Map<String, String> missing = new LinkedHashMap<>(neededBy);
    missing.keySet().removeAll(all.keySet());
    return missing;
  }
}
