package io.gpuspec.manifest.migrate;

import io.gpuspec.manifest.internal.found.FoundWorkload;
import io.gpuspec.manifest.internal.tree.YamlTree;
import io.gpuspec.scheduling.PodView;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The queues of a file in which its pods wait. Kueue and Volcano look at no other pods. Where a
 * link of the chain is not in the file, it may lead to any of its queues.
 *
 * <p>Source: Kueue 0.19.2, pkg/controller/jobframework/defaults.go, a ClusterQueue's cohort and a
 * Cohort's parent in apis/kueue; Volcano 1.15.1, pkg/controllers/podgroup, and the webhooks of jobs
 * and groups in pkg/webhooks/admission.
 */
final class Queues {
  static final String CLUSTER_QUEUE = "kueue.x-k8s.io/ClusterQueue";
  static final String COHORT = "kueue.x-k8s.io/Cohort";
  static final String VOLCANO_QUEUE = "scheduling.volcano.sh/Queue";

  private static final String LOCAL_QUEUE = "kueue.x-k8s.io/LocalQueue";
  private static final String POD_GROUP = "scheduling.volcano.sh/PodGroup";
  private static final String VOLCANO_JOB = "batch.volcano.sh/Job";
  private static final String NAMESPACE = "v1Namespace";

  private static final String LABEL_OF_KUEUE = "kueue.x-k8s.io/queue-name";
  private static final String ANNOTATION_OF_VOLCANO = "scheduling.volcano.sh/queue-name";
  private static final String GROUP = "scheduling.k8s.io/group-name";

  /** The name of a namespace, and of the queue of those who name none. */
  private static final String DEFAULT = "default";

  private final Map<String, Map<String, Map<String, Object>>> objects = new LinkedHashMap<>();

  /** Adds an object of the file, or those of a list. */
  void add(Object object) {
    Map<String, Object> tree = YamlTree.mapping(object);
    if (tree.get("items") instanceof List<?> items) {
      items.forEach(this::add);
    }
    String type = type(text(tree, "apiVersion"), text(tree, "kind"));
    Map<String, Object> metadata = YamlTree.map(tree, "metadata");
    String name = text(metadata, "name");
    boolean isNamespaced = type.equals(LOCAL_QUEUE) || type.equals(POD_GROUP);
    objects
        .computeIfAbsent(type, none -> new LinkedHashMap<>())
        .put(isNamespaced ? namespaced(text(metadata, "namespace"), name) : name, tree);
  }

  /** Returns the type of an object: the group of its API, if it has one, and its kind. */
  static String type(String apiVersion, String kind) {
    return apiVersion.replaceFirst("/.*", "/") + kind;
  }

  /** Returns what names a queue among those of the file. */
  static String key(String type, String name) {
    return type + " " + name;
  }

  /** Returns the keys of the queues in which the pods of a workload wait. */
  Set<String> of(FoundWorkload workload) {
    Set<String> keys = new HashSet<>();
    Map<String, Object> object = YamlTree.mapping(YamlTree.of(workload.object().node()));
    String namespace = workload.namespace().orElse(DEFAULT);
    PodView pods = workload.pods().view();
    kueue(object, namespace, pods, keys);
    if (type(text(object, "apiVersion"), workload.kind()).equals(VOLCANO_JOB)) {
      volcano(specified(object, "queue"), namespace, keys);
    } else if (text(YamlTree.mapping(YamlTree.of(workload.pods().spec().node())), "schedulerName")
        .equals("volcano")) {
      volcano(namespace, pods, keys);
    }
    return keys;
  }

  private void kueue(Map<String, Object> object, String namespace, PodView pods, Set<String> keys) {
    String own = text(YamlTree.map(object, "metadata", "labels"), LABEL_OF_KUEUE);
    String label = own.isEmpty() ? pods.label(LABEL_OF_KUEUE).orElse("") : own;
    Optional<Map<String, Object>> local =
        find(LOCAL_QUEUE, namespaced(namespace, label.isEmpty() ? DEFAULT : label));
    if (label.isEmpty() && local.isEmpty()) {
      return;
    }
    Collection<String> queues =
        local
            .<Collection<String>>map(queue -> List.of(specified(queue, "clusterQueue")))
            .orElseGet(() -> all(CLUSTER_QUEUE).keySet());
    for (String queue : queues) {
      keys.add(key(CLUSTER_QUEUE, queue));
      find(CLUSTER_QUEUE, queue)
          .ifPresent(
              each -> {
                climb(COHORT, specified(each, "cohortName"), "parentName", keys);
                climb(COHORT, specified(each, "cohort"), "parentName", keys); // Until v1beta1.
              });
    }
    if (queues.stream().noneMatch(all(CLUSTER_QUEUE)::containsKey)) {
      all(COHORT).keySet().forEach(cohort -> keys.add(key(COHORT, cohort)));
    }
  }

  private void volcano(String namespace, PodView pods, Set<String> keys) {
    Optional<String> name = pods.annotation(GROUP).filter(each -> !each.isEmpty());
    Optional<Map<String, Object>> group =
        name.flatMap(each -> find(POD_GROUP, namespaced(namespace, each)));
    if (name.isPresent() && group.isEmpty()) {
      all(VOLCANO_QUEUE).keySet().forEach(each -> keys.add(key(VOLCANO_QUEUE, each)));
    } else {
      volcano(
          group
              .map(each -> specified(each, "queue"))
              .orElseGet(() -> pods.annotation(ANNOTATION_OF_VOLCANO).orElse("")),
          namespace,
          keys);
    }
  }

  private void volcano(String queue, String namespace, Set<String> keys) {
    boolean isNamed = !queue.isEmpty() && !queue.equals(DEFAULT);
    climb(VOLCANO_QUEUE, isNamed ? queue : defaultOf(namespace), "parent", keys);
  }

  /** Returns the queue of Volcano for pods of a namespace that name none. */
  private String defaultOf(String namespace) {
    String name =
        find(NAMESPACE, namespace)
            .map(each -> text(YamlTree.map(each, "metadata", "annotations"), ANNOTATION_OF_VOLCANO))
            .orElse("");
    return name.isEmpty() ? DEFAULT : name;
  }

  /** Adds a queue and those above it, which count its pods too. */
  private void climb(String type, String first, String parent, Set<String> keys) {
    String name = first;
    while (!name.isEmpty() && keys.add(key(type, name))) {
      name = find(type, name).map(each -> specified(each, parent)).orElse("");
    }
  }

  private Map<String, Map<String, Object>> all(String type) {
    return objects.getOrDefault(type, Map.of());
  }

  private Optional<Map<String, Object>> find(String type, String name) {
    return Optional.ofNullable(all(type).get(name));
  }

  private static String namespaced(String namespace, String name) {
    return (namespace.isEmpty() ? DEFAULT : namespace) + "/" + name;
  }

  private static String specified(Map<String, Object> object, String field) {
    return text(YamlTree.map(object, "spec"), field);
  }

  private static String text(Map<String, Object> tree, String key) {
    return tree.get(key) instanceof String text ? text : "";
  }
}
