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
 * and groups in pkg/webhooks/admission. The operators of other jobs make the group and name its
 * queue: Kubeflow's training-operator, pkg/controller.v1/common/job.go, and mpi-operator,
 * pkg/controller/podgroup.go; KubeRay, controllers/ray/batchscheduler/volcano; LeaderWorkerSet,
 * pkg/schedulerprovider.
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

  private static final String VOLCANO = "volcano";
  private static final String LABEL_OF_RAY = "volcano.sh/queue-name";
  private static final String SCHEDULER_OF_RAY = "ray.io/scheduler-name";

  /** Kinds of Kubernetes, whose pods Volcano itself puts into groups. */
  private static final String OF_KUBERNETES = "v1.*|(apps|batch|extensions)/.*";

  /** Kinds whose pods wait in the default queue if they name none. */
  private static final String KNOWN =
      OF_KUBERNETES + "|(kubeflow\\.org|ray\\.io|leaderworkerset\\.x-k8s\\.io)/.*";

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
    String type = type(text(object, "apiVersion"), workload.kind());
    String named = namedForOperator(object);
    if (type.equals(VOLCANO_JOB)) {
      volcano(specified(object, "queue"), namespace, keys);
    } else if (!named.isEmpty()) {
      volcano(named, namespace, keys);
    } else if (isOfVolcano(object, workload)) {
      volcano(type, object, namespace, pods, keys);
    }
    return keys;
  }

  /** Returns the queue that jobs of Kubeflow or objects of KubeRay name; their pods do not. */
  private static String namedForOperator(Map<String, Object> object) {
    String ofKubeflow =
        text(YamlTree.map(object, "spec", "runPolicy", "schedulingPolicy"), "queue");
    return ofKubeflow.isEmpty()
        ? text(YamlTree.map(object, "metadata", "labels"), LABEL_OF_RAY)
        : ofKubeflow;
  }

  private static boolean isOfVolcano(Map<String, Object> object, FoundWorkload workload) {
    Map<String, Object> pod = YamlTree.mapping(YamlTree.of(workload.pods().spec().node()));
    return text(pod, "schedulerName").equals(VOLCANO)
        || text(YamlTree.map(object, "metadata", "labels"), SCHEDULER_OF_RAY).equals(VOLCANO);
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

  private void volcano(
      String type, Map<String, Object> object, String namespace, PodView pods, Set<String> keys) {
    Optional<String> name = pods.annotation(GROUP).filter(each -> !each.isEmpty());
    Optional<Map<String, Object>> group =
        name.flatMap(each -> find(POD_GROUP, namespaced(namespace, each)));
    String queue =
        group
            .map(each -> specified(each, "queue"))
            .or(() -> pods.annotation(ANNOTATION_OF_VOLCANO))
            .orElseGet(() -> ofObject(type, object));
    boolean isKnown =
        name.isPresent() ? group.isPresent() : !queue.isEmpty() || type.matches(KNOWN);
    if (isKnown) {
      volcano(queue, namespace, keys);
    } else {
      all(VOLCANO_QUEUE).keySet().forEach(each -> keys.add(key(VOLCANO_QUEUE, each)));
    }
  }

  /** Operators hand on what their objects name; Volcano looks at the pods of other objects. */
  private static String ofObject(String type, Map<String, Object> object) {
    return type.matches(OF_KUBERNETES)
        ? ""
        : text(YamlTree.map(object, "metadata", "annotations"), ANNOTATION_OF_VOLCANO);
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
