package io.gpuspec.manifest.inspect;

import java.util.Set;

/** Types of objects without pods that some rule looks at, or that need none. */
final class KnownObjects {
  private static final Set<String> TYPES =
      Set.of(
          "ConfigMap",
          "LimitRange",
          "Namespace",
          "PersistentVolumeClaim",
          "ResourceQuota",
          "Secret",
          "Service",
          "ServiceAccount",
          "autoscaling/HorizontalPodAutoscaler",
          "imc.tke.cloud.tencent.com/ImageCache",
          "karpenter.k8s.aws/EC2NodeClass",
          "karpenter.sh/NodeOverlay",
          "karpenter.sh/NodePool",
          "karpenter.sh/Provisioner",
          "keda.sh/ScaledObject",
          "kubelet.config.k8s.io/KubeletConfiguration",
          "kueue.x-k8s.io/ClusterQueue",
          "kueue.x-k8s.io/LocalQueue",
          "kueue.x-k8s.io/ResourceFlavor",
          "monitoring.coreos.com/PrometheusRule",
          "networking.k8s.io/Ingress",
          "networking.k8s.io/NetworkPolicy",
          "node.k8s.io/RuntimeClass",
          "policy/PodDisruptionBudget",
          "rbac.authorization.k8s.io/ClusterRole",
          "rbac.authorization.k8s.io/ClusterRoleBinding",
          "rbac.authorization.k8s.io/Role",
          "rbac.authorization.k8s.io/RoleBinding",
          "resource.k8s.io/DeviceClass",
          "resource.k8s.io/ResourceClaim",
          "resource.k8s.io/ResourceClaimTemplate",
          "resource.k8s.io/ResourceSlice",
          "scheduling.k8s.io/PriorityClass",
          "scheduling.volcano.sh/PodGroup",
          "scheduling.volcano.sh/Queue",
          "storage.k8s.io/StorageClass");

  private KnownObjects() {}

  /** Returns group and kind, or the kind alone in the group of Kubernetes itself. */
  static String type(String apiVersion, String kind) {
    int slash = apiVersion.indexOf('/');
    return slash < 0 ? kind : apiVersion.substring(0, slash) + "/" + kind;
  }

  static boolean isKnown(String type) {
    return TYPES.contains(type);
  }
}
