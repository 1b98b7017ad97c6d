package io.gpuspec.manifest.platform;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.VolumeMountBuilder;
import java.util.ArrayList;
import java.util.List;

/** The program that puts the config which a node's label names where the plugin reads it. */
final class ConfigManager {
  static final String AVAILABLE = "available-configs";
  static final String CONFIG = "config";
  static final String FOLDER = "/config";
  static final String FILE = FOLDER + "/config.yaml";

  private ConfigManager() {}

  /** It reads the labels of its node. */
  static List<HasMetadata> access(PluginSettings settings) {
    return NodeAccess.of(
        new ObjectMetaBuilder().withName(settings.name).withNamespace(settings.namespace).build(),
        "get",
        "list",
        "watch");
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
    env.add(NodeAccess.nodeName());
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
}
