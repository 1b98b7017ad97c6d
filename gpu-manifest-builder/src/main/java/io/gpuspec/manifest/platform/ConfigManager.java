package io.gpuspec.manifest.platform;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.EnvVarBuilder;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.VolumeMountBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The program that puts the config which a node's label names where the plugin reads it. */
final class ConfigManager {
  static final String AVAILABLE = "available-configs";
  static final String CONFIG = "config";
  static final String FOLDER = "/config";
  static final String FILE = FOLDER + "/config.yaml";

  private static final String RBAC = "rbac.authorization.k8s.io";

  private ConfigManager() {}

  /** It reads the labels of its node. */
  static List<HasMetadata> access(PluginSettings settings) {
    String name = settings.name;
    return List.of(
        new ServiceAccountBuilder()
            .withNewMetadata()
            .withName(name)
            .withNamespace(settings.namespace)
            .endMetadata()
            .build(),
        new GenericKubernetesResourceBuilder()
            .withApiVersion(RBAC + "/v1")
            .withKind("ClusterRole")
            .withNewMetadata()
            .withName(name)
            .endMetadata()
            .addToAdditionalProperties(
                "rules",
                List.of(
                    Map.of(
                        "apiGroups", List.of(""),
                        "resources", List.of("nodes"),
                        "verbs", List.of("get", "list", "watch"))))
            .build(),
        new GenericKubernetesResourceBuilder()
            .withApiVersion(RBAC + "/v1")
            .withKind("ClusterRoleBinding")
            .withNewMetadata()
            .withName(name)
            .endMetadata()
            .addToAdditionalProperties(
                "subjects",
                List.of(
                    Map.of(
                        "kind", "ServiceAccount", "name", name, "namespace", settings.namespace)))
            .addToAdditionalProperties(
                "roleRef", Map.of("apiGroup", RBAC, "kind", "ClusterRole", "name", name))
            .build());
  }

  /** Once, before the others start. */
  static Container first(PluginSettings settings, String name) {
    return container(settings, name, variables(settings, "true", "false", "", ""));
  }

  /** While they run; the process that reads the config is told of another by SIGHUP. */
  static Container watching(PluginSettings settings, String name, String process) {
    return container(settings, name, variables(settings, "false", "true", "1", process));
  }

  private static Container container(PluginSettings settings, String name, List<EnvVar> env) {
    return new ContainerBuilder()
        .withName(name)
        .withImage(settings.image)
        .withCommand("config-manager")
        .withEnv(env)
        .withVolumeMounts(mounts())
        .build();
  }

  static List<VolumeMount> mounts() {
    return List.of(
        new VolumeMountBuilder().withName(AVAILABLE).withMountPath("/" + AVAILABLE).build(),
        new VolumeMountBuilder().withName(CONFIG).withMountPath(FOLDER).build());
  }

  private static List<EnvVar> variables(
      PluginSettings settings, String once, String signals, String signal, String process) {
    List<EnvVar> env = new ArrayList<>();
    env.add(new EnvVar("ONESHOT", once, null));
    env.add(new EnvVar("KUBECONFIG", "", null));
    env.add(node());
    env.add(new EnvVar("NODE_LABEL", DevicePlugin.NODE_LABEL, null));
    env.add(new EnvVar("CONFIG_FILE_SRCDIR", "/" + AVAILABLE, null));
    env.add(new EnvVar("CONFIG_FILE_DST", FILE, null));
    env.add(new EnvVar("DEFAULT_CONFIG", settings.defaultConfig, null));
    env.add(new EnvVar("FALLBACK_STRATEGIES", "named,single", null));
    env.add(new EnvVar("SEND_SIGNAL", signals, null));
    env.add(new EnvVar("SIGNAL", signal, null));
    env.add(new EnvVar("PROCESS_TO_SIGNAL", process, null));
    return env;
  }

  static EnvVar node() {
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
