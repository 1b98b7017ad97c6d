package io.gpuspec.manifest.platform;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The device plugins of a cluster and what they need: whatever their names are, they are the
 * DaemonSets that mount the folder in which a kubelet looks for device plugins.
 */
final class PluginObjects {
  private static final String FOLDER = "/var/lib/kubelet/device-plugins";

  private final Map<String, KubeTree> all = new LinkedHashMap<>();
  private final Set<String> wanted = new LinkedHashSet<>();
  private final Map<String, String> askedBy = new HashMap<>();

  PluginObjects(List<KubeTree> objects) {
    objects.forEach(object -> all.put(object.toString(), object));
    objects.stream().filter(PluginObjects::isPlugin).forEach(this::addPlugin);
  }

  private static boolean isPlugin(KubeTree object) {
    return object.kind().equals("DaemonSet")
        && KubeTree.maps(pod(object).get("volumes")).stream()
            .map(volume -> KubeTree.text(KubeTree.map(volume.get("hostPath")).get("path")))
            .anyMatch(path -> path.equals(FOLDER) || path.equals(FOLDER + "/"));
  }

  private static Map<String, Object> pod(KubeTree object) {
    return object.at("spec", "template", "spec");
  }

  private void addPlugin(KubeTree plugin) {
    wanted.add(plugin.toString());
    Map<String, Object> pod = pod(plugin);
    for (String config : configs(pod)) {
      want(plugin, "ConfigMap %s/%s".formatted(plugin.namespace(), config));
    }
    String account = KubeTree.text(pod.get("serviceAccountName"));
    if (!account.isEmpty() && !account.equals("default")) {
      want(plugin, "ServiceAccount %s/%s".formatted(plugin.namespace(), account));
      addRights(plugin, account);
    }
    String runtime = KubeTree.text(pod.get("runtimeClassName"));
    if (!runtime.isEmpty()) {
      want(plugin, "RuntimeClass " + runtime);
    }
    String priority = KubeTree.text(pod.get("priorityClassName"));
    if (!priority.isEmpty() && !priority.startsWith("system-")) {
      want(plugin, "PriorityClass " + priority);
    }
  }

  private static Set<String> configs(Map<String, Object> pod) {
    Set<String> names = new LinkedHashSet<>();
    for (Map<String, Object> volume : KubeTree.maps(pod.get("volumes"))) {
      names.add(KubeTree.text(KubeTree.map(volume.get("configMap")).get("name")));
      for (Map<String, Object> source :
          KubeTree.maps(KubeTree.map(volume.get("projected")).get("sources"))) {
        names.add(KubeTree.text(KubeTree.map(source.get("configMap")).get("name")));
      }
    }
    for (String part : List.of("initContainers", "containers")) {
      for (Map<String, Object> container : KubeTree.maps(pod.get(part))) {
        KubeTree.maps(container.get("envFrom"))
            .forEach(from -> names.add(nameIn(from, "configMapRef")));
        KubeTree.maps(container.get("env"))
            .forEach(
                env -> names.add(nameIn(KubeTree.map(env.get("valueFrom")), "configMapKeyRef")));
      }
    }
    names.remove("");
    return names;
  }

  private static String nameIn(Map<String, Object> from, String reference) {
    return KubeTree.text(KubeTree.map(from.get(reference)).get("name"));
  }

  /** What binds rights to its account, and the rights. */
  private void addRights(KubeTree plugin, String account) {
    for (KubeTree binding : all.values()) {
      boolean binds =
          KubeTree.maps(binding.tree().get("subjects")).stream()
              .anyMatch(
                  subject ->
                      KubeTree.text(subject.get("kind")).equals("ServiceAccount")
                          && KubeTree.text(subject.get("name")).equals(account)
                          && KubeTree.text(subject.get("namespace")).equals(plugin.namespace()));
      if (binds) {
        wanted.add(binding.toString());
        Map<String, Object> role = binding.at("roleRef");
        String name = KubeTree.text(role.get("name"));
        if (KubeTree.text(role.get("kind")).equals("Role")) {
          want(plugin, "Role %s/%s".formatted(binding.namespace(), name));
        } else if (!isBuiltIn(name)) {
          want(plugin, "ClusterRole " + name);
        }
      }
    }
  }

  private static boolean isBuiltIn(String role) {
    return role.startsWith("system:")
        || Set.of("cluster-admin", "admin", "edit", "view").contains(role);
  }

  private void want(KubeTree plugin, String object) {
    wanted.add(object);
    askedBy.putIfAbsent(object, plugin.toString());
  }

  /** The plugins and what was found of what they need. */
  List<KubeTree> found() {
    List<KubeTree> found = new ArrayList<>();
    for (String object : wanted) {
      KubeTree tree = all.get(object);
      if (tree != null) {
        found.add(tree);
      }
    }
    return found;
  }

  /** What they need and was not there, by what needs it. */
  Map<String, String> missing() {
    Map<String, String> missing = new LinkedHashMap<>();
    for (String object : wanted) {
      String plugin = askedBy.get(object);
      if (plugin != null && !all.containsKey(object)) {
        missing.put(object, plugin);
      }
    }
    return missing;
  }
}
