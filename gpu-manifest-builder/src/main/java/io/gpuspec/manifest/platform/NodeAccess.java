package io.gpuspec.manifest.platform;

import com.google.common.collect.ImmutableMap;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.EnvVarBuilder;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import java.util.List;

/** What a pod needs that reads or writes nodes: an account that may, and the name of its own. */
final class NodeAccess {
  private static final String RBAC = "rbac.authorization.k8s.io";

  private NodeAccess() {}

  /** The account, and a role of its name that gives it these verbs on nodes. */
  static List<HasMetadata> of(ObjectMeta account, String... verbs) {
    String name = account.getName();
    return List.of(
        new ServiceAccountBuilder().withMetadata(account).build(),
        rbac("ClusterRole", name)
            .addToAdditionalProperties(
                "rules",
                List.of(
                    ImmutableMap.of(
                        "apiGroups", List.of(""),
                        "resources", List.of("nodes"),
                        "verbs", List.of(verbs))))
            .build(),
        rbac("ClusterRoleBinding", name)
            .addToAdditionalProperties(
                "subjects",
                List.of(
                    ImmutableMap.of(
                        "kind",
                        "ServiceAccount",
                        "name",
                        name,
                        "namespace",
                        account.getNamespace())))
            .addToAdditionalProperties(
                "roleRef", ImmutableMap.of("apiGroup", RBAC, "kind", "ClusterRole", "name", name))
            .build());
  }

  private static GenericKubernetesResourceBuilder rbac(String kind, String name) {
    return new GenericKubernetesResourceBuilder()
        .withApiVersion(RBAC + "/v1")
        .withKind(kind)
        .withNewMetadata()
        .withName(name)
        .endMetadata();
  }

  /** {@code NODE_NAME}: the node that the pod is on. */
  static EnvVar nodeName() {
    return new EnvVarBuilder()
        .withName("NODE_NAME")
        .withNewValueFrom()
        .withNewFieldRef()
        .withFieldPath("spec.nodeName")
        .endFieldRef()
        .endValueFrom()
        .build();
  }
}
