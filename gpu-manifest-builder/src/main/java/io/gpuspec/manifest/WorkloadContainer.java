package io.gpuspec.manifest;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.EnvVarBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.SecurityContext;
import io.fabric8.kubernetes.api.model.SecurityContextBuilder;
import io.gpuspec.manifest.internal.tree.Checks;
import io.gpuspec.manifest.internal.tree.CpuAndMemory;
import io.gpuspec.value.InvalidValueException;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * A container of a workload.
 *
 * <pre>{@code
 * WorkloadContainer.of("inference", "registry.example/llm:v1")
 *     .command("python3", "serve.py")
 *     .requests("4", "16Gi").limits("8", "32Gi")
 *     .env("MODEL_PATH", "/models/model.pb")
 *     .port(8080, "http")
 *     .readinessProbe(WorkloadProbe.http("/ready", 8080))
 *     .mount("model-storage", "/models");
 * }</pre>
 *
 * <p>It is immutable, and no step depends on another's order. CPU comes before memory everywhere;
 * both are Kubernetes quantities. For anything without a step of its own, use {@link #edit}.
 */
public final class WorkloadContainer {
  private static final Map<String, Quantity> CPU_AND_MEMORY =
      Map.of("cpu", new Quantity(), "memory", new Quantity());

  private final Container model;

  private WorkloadContainer(Container model) {
    this.model = model;
  }

  /** A container of a file, which is judged with its pod. */
  static WorkloadContainer of(Container model) {
    return new WorkloadContainer(model);
  }

  /**
   * A container with a name and an image.
   *
   * @throws InvalidValueException if the name is no DNS label, or the image is empty or has blanks
   */
  public static WorkloadContainer of(String name, String image) {
    return new WorkloadContainer(
        new ContainerBuilder()
            .withName(Checks.dnsLabel("container name", name))
            .withImage(Checks.image(image))
            .build());
  }

  /** Returns a copy that runs this instead of the image's entry point. */
  public WorkloadContainer command(String... command) {
    List<String> words = Checks.all("command", command);
    return with(c -> c.withCommand(words));
  }

  /** The arguments of the command or of the image's entry point. */
  public WorkloadContainer args(String... args) {
    List<String> words = Checks.all("args", args);
    return with(c -> c.withArgs(words));
  }

  /**
   * Returns a copy with these requests, such as {@code requests("4", "16Gi")}; zero means none.
   *
   * @throws InvalidValueException if either is no quantity, negative, or both seem swapped
   */
  public WorkloadContainer requests(String cpu, String memory) {
    Map<String, Quantity> amounts = CpuAndMemory.parse("requests", cpu, memory).amounts();
    return with(
        c ->
            c.editOrNewResources()
                .removeFromRequests(CPU_AND_MEMORY)
                .addToRequests(amounts)
                .endResources());
  }

  /**
   * Returns a copy with these limits, such as {@code limits("8", "32Gi")}; zero means none.
   *
   * @throws InvalidValueException if either is no quantity, negative, or both seem swapped
   */
  public WorkloadContainer limits(String cpu, String memory) {
    Map<String, Quantity> amounts = CpuAndMemory.parse("limits", cpu, memory).amounts();
    return with(
        c ->
            c.editOrNewResources()
                .removeFromLimits(CPU_AND_MEMORY)
                .addToLimits(amounts)
                .endResources());
  }

  /**
   * An environment variable.
   *
   * @throws InvalidValueException for {@code NVIDIA_VISIBLE_DEVICES=all}, which shows the container
   *     every GPU of the node instead of those it was given
   */
  public WorkloadContainer env(String name, String value) {
    Checks.envName(name);
    Checks.variable(name, Checks.given("env " + name, value));
    EnvVar variable = new EnvVarBuilder().withName(name).withValue(value).build();
    return with(c -> c.removeMatchingFromEnv(e -> e.getName().equals(name)).addToEnv(variable));
  }

  /** An environment variable from a Secret's entry. */
  public WorkloadContainer envFromSecret(String name, String secret, String key) {
    Checks.dnsSubdomain("secret", secret);
    Checks.configKey("secret " + secret, key);
    EnvVar variable =
        new EnvVarBuilder()
            .withName(Checks.envName(name))
            .withNewValueFrom()
            .withNewSecretKeyRef(key, secret, null)
            .endValueFrom()
            .build();
    return with(c -> c.removeMatchingFromEnv(e -> e.getName().equals(name)).addToEnv(variable));
  }

  /** An environment variable from a ConfigMap's entry. */
  public WorkloadContainer envFromConfigMap(String name, String configMap, String key) {
    Checks.dnsSubdomain("config map", configMap);
    Checks.configKey("config map " + configMap, key);
    EnvVar variable =
        new EnvVarBuilder()
            .withName(Checks.envName(name))
            .withNewValueFrom()
            .withNewConfigMapKeyRef(key, configMap, null)
            .endValueFrom()
            .build();
    return with(c -> c.removeMatchingFromEnv(e -> e.getName().equals(name)).addToEnv(variable));
  }

  /** A port that the container listens on. */
  public WorkloadContainer port(int port) {
    Checks.port("port", port);
    return with(c -> c.addNewPort().withContainerPort(port).endPort());
  }

  /** A port that the container listens on, with a name. */
  public WorkloadContainer port(int port, String name) {
    Checks.port("port", port);
    Checks.portName(name);
    return with(c -> c.addNewPort().withContainerPort(port).withName(name).endPort());
  }

  /** A volume of the workload at a path. */
  public WorkloadContainer mount(String volume, String path) {
    Checks.dnsLabel("volume name", volume);
    Checks.mountPath(path);
    return with(c -> c.addNewVolumeMount().withName(volume).withMountPath(path).endVolumeMount());
  }

  /** A volume of the workload at a path, not to be written. */
  public WorkloadContainer mountReadOnly(String volume, String path) {
    Checks.dnsLabel("volume name", volume);
    Checks.mountPath(path);
    return with(
        c ->
            c.addNewVolumeMount()
                .withName(volume)
                .withMountPath(path)
                .withReadOnly(true)
                .endVolumeMount());
  }

  /** Restarts the container when it fails. */
  public WorkloadContainer livenessProbe(WorkloadProbe probe) {
    Checks.given("livenessProbe", probe);
    return with(c -> c.withLivenessProbe(probe.model()));
  }

  /** Sends no traffic while it fails. */
  public WorkloadContainer readinessProbe(WorkloadProbe probe) {
    Checks.given("readinessProbe", probe);
    return with(c -> c.withReadinessProbe(probe.model()));
  }

  /** Holds the other probes back until it succeeds: for models that load for minutes. */
  public WorkloadContainer startupProbe(WorkloadProbe probe) {
    Checks.given("startupProbe", probe);
    return with(c -> c.withStartupProbe(probe.model()));
  }

  /**
   * Runs as this user, never as root, without privileges and capabilities: what the "restricted"
   * Pod Security Standard asks of a container.
   */
  public WorkloadContainer restricted(long user) {
    Checks.user(user);
    return with(
        c ->
            c.withNewSecurityContext()
                .withRunAsNonRoot(true)
                .withRunAsUser(user)
                .withAllowPrivilegeEscalation(false)
                .withNewCapabilities()
                .withDrop("ALL")
                .endCapabilities()
                .withNewSeccompProfile()
                .withType("RuntimeDefault")
                .endSeccompProfile()
                .endSecurityContext());
  }

  /** Returns a copy without capabilities, whose processes cannot gain privileges. */
  public WorkloadContainer unprivileged() {
    return with(
        c -> {
          dropPrivileges(c);
          return c;
        });
  }

  /** Leaves what the container says itself. */
  static void dropPrivileges(ContainerBuilder container) {
    SecurityContext given =
        container.hasSecurityContext() ? container.buildSecurityContext() : new SecurityContext();
    SecurityContextBuilder dropped = new SecurityContextBuilder(given);
    if (given.getAllowPrivilegeEscalation() == null) {
      dropped.withAllowPrivilegeEscalation(false);
    }
    if (given.getCapabilities() == null) {
      dropped.withNewCapabilities().withDrop("ALL").endCapabilities();
    }
    container.withSecurityContext(dropped.build());
  }

  /** Returns a copy as a sidecar: an init container that keeps running next to the others. */
  public WorkloadContainer sidecar() {
    return with(c -> c.withRestartPolicy("Always"));
  }

  /** Anything else, with fabric8's own builder. */
  public WorkloadContainer edit(UnaryOperator<ContainerBuilder> change) {
    Checks.given("edit", change);
    return with(builder -> Checks.given("edited container", change.apply(builder)));
  }

  private WorkloadContainer with(UnaryOperator<ContainerBuilder> change) {
    return new WorkloadContainer(change.apply(new ContainerBuilder(model)).build());
  }

  Container model() {
    return model;
  }

  /** The name. */
  public String name() {
    return model.getName();
  }

  /** Returns text such as {@code inference (registry.example/llm:v1)}. */
  @Override
  public String toString() {
    return model.getName() + " (" + model.getImage() + ")";
  }
}
