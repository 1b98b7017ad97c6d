package io.gpuspec.judges;

/** Manifests as a person writes them, each with a place for what is wrong. */
final class HandWritten {
  private HandWritten() {}

  /** A pod with this in its one container. */
  static String container(String fields) {
    return """
        apiVersion: v1
        kind: Pod
        metadata: {name: p}
        spec:
          containers:
          - {name: p, image: r/i:v1, %s}
        """
        .formatted(fields);
  }

  /** A pod with this in its spec, beside its one container. */
  static String spec(String fields) {
    return """
        apiVersion: v1
        kind: Pod
        metadata: {name: p}
        spec:
          containers: [{name: p, image: r/i:v1}]
          %s
        """
        .formatted(fields);
  }

  /** A pod with this in its metadata, beside its name. */
  static String metadata(String fields) {
    return """
        apiVersion: v1
        kind: Pod
        metadata: {name: p, %s}
        spec:
          containers: [{name: p, image: r/i:v1}]
        """
        .formatted(fields);
  }

  /** A pod with these containers. */
  static String containers(String list) {
    return """
        apiVersion: v1
        kind: Pod
        metadata: {name: p}
        spec:
          containers: [%s]
        """
        .formatted(list);
  }

  /** A pod with this in an init container, which runs to its end. */
  static String init(String fields) {
    return spec("initContainers: [{name: init, image: r/i:v1, " + fields + "}]");
  }

  /** A pod that requires nodes with this. */
  static String nodes(String requirement) {
    return spec(
        "affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: "
            + "{nodeSelectorTerms: [{matchExpressions: [{"
            + requirement
            + "}]}]}}}");
  }

  /** A pod with a volume that its container mounts at this path. */
  static String mounted(String path) {
    return """
        apiVersion: v1
        kind: Pod
        metadata: {name: p}
        spec:
          containers:
          - {name: p, image: r/i:v1, volumeMounts: [{name: v, mountPath: %s}]}
          volumes: [{name: v, emptyDir: {}}]
        """
        .formatted(path);
  }

  /** A Service with this in its spec, beside its selector. */
  static String service(String fields) {
    return """
        apiVersion: v1
        kind: Service
        metadata: {name: s}
        spec: {selector: {app: p}, %s}
        """
        .formatted(fields);
  }

  /** A Deployment with this in its spec, and this in the spec of its pods. */
  static String deployment(String fields, String pods) {
    return """
        apiVersion: apps/v1
        kind: Deployment
        metadata: {name: d}
        spec:
          %s
          selector: {matchLabels: {app: d}}
          template:
            metadata: {labels: {app: d}}
            spec:
              containers: [{name: d, image: r/i:v1}]
              %s
        """
        .formatted(fields, pods);
  }

  /** A Job of this name, with this in the spec of its pods. */
  static String job(String name, String pods) {
    return """
        apiVersion: batch/v1
        kind: Job
        metadata: {name: %s}
        spec:
          template:
            spec:
              containers: [{name: j, image: r/i:v1}]
              %s
        """
        .formatted(name, pods);
  }
}
