package io.gpuspec.manifest.internal.tree;

import com.google.common.collect.Lists;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The conventional order of the keys in a manifest. */
final class YamlOrder {
  /**
   * One table for all levels, because no two levels order the same two keys differently. A key that
   * is not here comes after those that are, in alphabetical order.
   */
  private static final List<String> KEYS =
      List.of(
          // Any object.
          "apiVersion",
          "kind",
          "metadata",
          "name",
          "generateName",
          "namespace",
          // A rule of Prometheus.
          "alert",
          "expr",
          "for",
          "labels",
          "annotations",
          "spec",
          // A component's config.
          "version",
          "flags",
          "sharing",
          "renameByDefault",
          "failRequestsGreaterThanOne",
          // Who may do what.
          "apiGroup",
          "apiGroups",
          "roleRef",
          "subjects",
          // A gang.
          "controller",
          "workers",
          "queue",
          "kueue",
          "minAvailable",
          "minMember",
          "maxRetry",
          "maxRestarts",
          "plugins",
          "pytorch",
          // A workload around a pod.
          "schedule",
          "timeZone",
          "concurrencyPolicy",
          "suspend",
          "jobTemplate",
          "serviceName",
          "maxUnavailable",
          "replicas",
          "parallelism",
          "completions",
          "completionMode",
          "backoffLimit",
          "activeDeadlineSeconds",
          "ttlSecondsAfterFinished",
          // An intent.
          "target",
          "provider",
          "edition",
          "gpu",
          "match",
          "container",
          "pod",
          "selector",
          "strategy",
          "updateStrategy",
          "template",
          "volumeClaimTemplates",
          "accessModes",
          "storageClassName",
          // A container.
          "image",
          "imagePullPolicy",
          "restartPolicy",
          "command",
          "args",
          "workingDir",
          "containerPort",
          "hostPort",
          "path",
          "port",
          "targetPort",
          "protocol",
          "type",
          "clusterIP",
          "ports",
          "env",
          "envFrom",
          "resources",
          "requests",
          "limits",
          "cpu",
          "memory",
          "volumeMounts",
          "mountPath",
          "startupProbe",
          "livenessProbe",
          "readinessProbe",
          "exec",
          "httpGet",
          "tcpSocket",
          "initialDelaySeconds",
          "periodSeconds",
          "timeoutSeconds",
          "failureThreshold",
          // A pod; its security context and a container's both come late.
          "priorityClassName",
          "runtimeClassName",
          "schedulerName",
          "serviceAccountName",
          "nodeSelector",
          "affinity",
          "topologySpreadConstraints",
          "tolerations",
          "securityContext",
          "terminationGracePeriodSeconds",
          "imagePullSecrets",
          "initContainers",
          "containers",
          "volumes",
          // An image cache.
          "images",
          "imageCacheSize",
          "retentionDays",
          // Tolerations, selector terms and variables.
          "weight",
          "preference",
          "podAffinityTerm",
          "maxSkew",
          "labelSelector",
          "topologyKey",
          "whenUnsatisfiable",
          "nodeSelectorTerms",
          "matchLabels",
          "matchExpressions",
          "matchFields",
          "key",
          "operator",
          "value",
          "values",
          "valueFrom",
          "effect",
          "tolerationSeconds");

  /** Keys whose mapping holds the user's own keys: those stay as they were given. */
  private static final Set<String> DATA =
      Set.of(
          "labels",
          "annotations",
          "nodeSelector",
          "matchLabels",
          // Variables of an intent, which may name those before them.
          "env",
          "data",
          "stringData",
          "binaryData");

  private static final Map<String, Integer> RANKS = new HashMap<>();

  static {
    KEYS.forEach(key -> RANKS.put(key, RANKS.size()));
  }

  private record Ranked(String key, int rank) {
    static final Comparator<Ranked> WRITTEN =
        Comparator.comparingInt(Ranked::rank).thenComparing(Ranked::key);

    static Ranked of(String key) {
      return new Ranked(key, RANKS.getOrDefault(key, KEYS.size()));
    }
  }

  private YamlOrder() {}

  /** Returns the keys of the mapping under a key, in the order to write them. */
  static List<String> of(String parent, Iterable<String> keys) {
    List<Ranked> ordered = new ArrayList<>();
    keys.forEach(key -> ordered.add(Ranked.of(key)));
    if (!DATA.contains(parent)) {
      ordered.sort(Ranked.WRITTEN);
    }
    return Lists.transform(ordered, Ranked::key);
  }
}
