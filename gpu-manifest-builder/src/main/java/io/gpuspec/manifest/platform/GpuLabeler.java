package io.gpuspec.manifest.platform;

import com.google.common.collect.ImmutableMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.apps.DaemonSetBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.CronJobBuilder;
import io.gpuspec.InvalidValueException;
import io.gpuspec.Text;
import io.gpuspec.manifest.GpuWorkload;
import io.gpuspec.manifest.PlatformObjects;
import io.gpuspec.manifest.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What writes the label of the GPU on nodes that come later, where the {@link LabelScheme} is the
 * plain one: a CronJob that goes by the labels of GPU Feature Discovery, or a DaemonSet that asks
 * the driver on each node.
 *
 * <pre>{@code
 * GpuLabeler.ofDiscovered("registry.example/kubectl:1.36").objects().yaml();
 *     // ... kind: CronJob ...
 * GpuLabeler.onNodes("registry.example/kubectl:1.36").on("node-pool", "gpu").objects().yaml();
 *     // ... kind: DaemonSet ... nodeSelector: node-pool: gpu ...
 * }</pre>
 *
 * <p>The image needs {@code sh} and {@code kubectl}. Of a CronJob it runs on any node: a pod sees
 * only the GPUs of its own node, so what is on the others it learns from their labels. In a
 * DaemonSet {@code nvidia-smi} comes from the node, put there by NVIDIA's runtime; no card is
 * requested.
 *
 * <p>It is immutable, and no step depends on another's order.
 */
public final class GpuLabeler {
  private static final String NAME = "gpu-labeler";
  private static final String WEEKLY = "0 3 * * 1";
  private static final String SCRIPT = "label.sh";
  private static final String FOLDER = "/labeler";
  private static final long NOBODY = 65_534;

  private final Where where;
  private final Scope scope;
  private final ImmutableMap<String, String> values;

  /**
   * What runs it.
   *
   * @param schedule of the CronJob; empty for a DaemonSet
   * @param nodes labels of the nodes that a DaemonSet runs on
   */
  private record Where(String image, Optional<String> schedule, Map<String, String> nodes) {}

  /** What its objects are called and where they are, and the label that it writes. */
  private record Scope(String name, String namespace, String label) {}

  private GpuLabeler(Where where, Scope scope, Map<String, String> values) {
    this.where = where;
    this.scope = scope;
    this.values = ImmutableMap.copyOf(values);
  }

  private static GpuLabeler of(String image, Optional<String> schedule) {
    checkImage(image);
    return new GpuLabeler(
        new Where(image, schedule, Map.of()),
        new Scope(NAME, "kube-system", LabelScheme.PLAIN.gpuLabel()),
        Map.of());
  }

  private static void checkImage(String image) {
    GpuWorkload.pod(NAME, PlatformChecks.given("image", image));
  }

  /** A CronJob, weekly unless said, that goes by the labels of GPU Feature Discovery. */
  public static GpuLabeler ofDiscovered(String image) {
    return of(image, Optional.of(WEEKLY));
  }

  /** A DaemonSet that asks the driver of each node, once an hour. */
  public static GpuLabeler onNodes(String image) {
    return of(image, Optional.empty());
  }

  /**
   * When the CronJob runs, as five fields.
   *
   * @throws InvalidValueException if it is no schedule, or this is a DaemonSet
   */
  public GpuLabeler schedule(String schedule) {
    GpuWorkload.cronJob(NAME, PlatformChecks.given("schedule", schedule), where.image());
    if (where.schedule().isEmpty()) {
      throw new InvalidValueException(
              "schedule: '%s' was given for a DaemonSet, which runs always; take ofDiscovered(image), or leave it out"
                  .formatted(schedule))
          .see(Pages.NODE_PLAN);
    }
    return new GpuLabeler(
        new Where(where.image(), Optional.of(schedule), where.nodes()), scope, values);
  }

  /**
   * Only on nodes with this label: of a DaemonSet those with NVIDIA's runtime, because a pod that
   * asks for a runtime that a node has not is never started.
   */
  public GpuLabeler on(String key, String value) {
    Map<String, String> nodes =
        ImmutableMap.<String, String>builder()
            .putAll(where.nodes())
            .put(PlatformChecks.key("label", key), PlatformChecks.labelValue("label " + key, value))
            .buildKeepingLast();
    return new GpuLabeler(new Where(where.image(), where.schedule(), nodes), scope, values);
  }

  /** What its objects are called; {@code gpu-labeler} unless said. */
  public GpuLabeler name(String name) {
    return new GpuLabeler(
        where,
        new Scope(PlatformChecks.dnsLabel("name", name), scope.namespace(), scope.label()),
        values);
  }

  /** In this namespace, which has to be there; {@code kube-system} unless said. */
  public GpuLabeler namespace(String namespace) {
    return new GpuLabeler(
        where,
        new Scope(scope.name(), PlatformChecks.dnsLabel("namespace", namespace), scope.label()),
        values);
  }

  /** Under this label; {@code accelerator} unless said. */
  public GpuLabeler label(String key) {
    return new GpuLabeler(
        where,
        new Scope(scope.name(), scope.namespace(), PlatformChecks.key("label", key)),
        values);
  }

  /**
   * Of a model another value than {@code nvidia-} and its name without memory, such as {@code
   * nvidia-a100-80g}.
   *
   * @throws io.gpuspec.UnknownNameException if nobody knows that GPU
   */
  public GpuLabeler value(String gpu, String value) {
    PlatformChecks.labelValue("value", value);
    return new GpuLabeler(
        where,
        scope,
        ImmutableMap.<String, String>builder()
            .putAll(values)
            .put(GpuPool.model(gpu).name(), value)
            .buildKeepingLast());
  }

  /** What it runs: one pass, for any {@code sh}. */
  public Text script() {
    LabelerScript script = new LabelerScript(scope.label(), values);
    return Text.of(where.schedule().isPresent() ? script.ofDiscovered() : script.ofNode());
  }

  /** The account, its rights, the script and what runs it, ready to apply. */
  public PlatformObjects objects() {
    List<HasMetadata> objects = new ArrayList<>();
    objects.addAll(NodeAccess.of(meta(), verbs()));
    objects.add(
        new ConfigMapBuilder()
            .withMetadata(meta())
            .withData(Map.of(SCRIPT, script().toString()))
            .build());
    objects.add(where.schedule().map(this::cronJob).orElseGet(this::daemonSet));
    return PlatformObjects.of(objects, reasons());
  }

  private ObjectMeta meta() {
    return new ObjectMetaBuilder()
        .withName(scope.name())
        .withNamespace(scope.namespace())
        .withLabels(Map.of("app", scope.name()))
        .build();
  }

  private String[] verbs() {
    return where.schedule().isPresent()
        ? new String[] {"get", "list", "patch"}
        : new String[] {"get", "patch"};
  }

  private HasMetadata cronJob(String schedule) {
    return new CronJobBuilder()
        .withMetadata(meta())
        .withNewSpec()
        .withSchedule(schedule)
        .withConcurrencyPolicy("Forbid")
        .withNewJobTemplate()
        .withNewSpec()
        .withBackoffLimit(1)
        .withNewTemplate()
        .withNewMetadata()
        .addToLabels("app", scope.name())
        .endMetadata()
        .withSpec(pod("sh", FOLDER + "/" + SCRIPT).withRestartPolicy("Never").build())
        .endTemplate()
        .endSpec()
        .endJobTemplate()
        .endSpec()
        .build();
  }

  private HasMetadata daemonSet() {
    return new DaemonSetBuilder()
        .withMetadata(meta())
        .withNewSpec()
        .withNewSelector()
        .addToMatchLabels("app", scope.name())
        .endSelector()
        .withNewTemplate()
        .withNewMetadata()
        .addToLabels("app", scope.name())
        .endMetadata()
        .withSpec(podOnNode())
        .endTemplate()
        .endSpec()
        .build();
  }

  private PodSpec podOnNode() {
    return pod(
            "sh",
            "-c",
            "trap 'exit 0' TERM; while :; do sh %s/%s || true; sleep 3600 & wait $!; done"
                .formatted(FOLDER, SCRIPT))
        .withRuntimeClassName("nvidia")
        .addNewToleration()
        .withOperator("Exists")
        .endToleration()
        .editContainer(0)
        .addToEnv(NodeAccess.nodeName())
        .addNewEnv()
        .withName("NVIDIA_VISIBLE_DEVICES")
        .withValue("all")
        .endEnv()
        .addNewEnv()
        .withName("NVIDIA_DRIVER_CAPABILITIES")
        .withValue("utility")
        .endEnv()
        .endContainer()
        .build();
  }

  private PodSpecBuilder pod(String... command) {
    return new PodSpecBuilder()
        .withServiceAccountName(scope.name())
        .withNodeSelector(where.nodes())
        .withNewSecurityContext()
        .withRunAsNonRoot(true)
        .withRunAsUser(NOBODY)
        .withNewSeccompProfile()
        .withType("RuntimeDefault")
        .endSeccompProfile()
        .endSecurityContext()
        .withContainers(
            new ContainerBuilder()
                .withName(scope.name())
                .withImage(where.image())
                .withCommand(command)
                .withNewResources()
                .addToRequests("cpu", new Quantity("10m"))
                .addToRequests("memory", new Quantity("64Mi"))
                .addToLimits("cpu", new Quantity("100m"))
                .addToLimits("memory", new Quantity("128Mi"))
                .endResources()
                .withNewSecurityContext()
                .withAllowPrivilegeEscalation(false)
                .withReadOnlyRootFilesystem(true)
                .withNewCapabilities()
                .withDrop("ALL")
                .endCapabilities()
                .endSecurityContext()
                .addNewVolumeMount()
                .withName("script")
                .withMountPath(FOLDER)
                .withReadOnly(true)
                .endVolumeMount()
                .build())
        .addNewVolume()
        .withName("script")
        .withNewConfigMap()
        .withName(scope.name())
        .endConfigMap()
        .endVolume();
  }

  private List<Reason> reasons() {
    List<Reason> reasons = new ArrayList<>();
    reasons.add(
        new Reason(
            "ClusterRole",
            "rules",
            "kubectl label reads a node and patches it; rights cannot be given for labels alone, nor for a pod's own node",
            NodeSources.RBAC));
    if (where.schedule().isPresent()) {
      reasons.add(
          new Reason(
              "CronJob",
              "spec.schedule",
              "a pod sees only the GPUs of its own node, so this goes by the labels that GPU Feature Discovery writes on all",
              NodeSources.GFD));
      return reasons;
    }
    reasons.add(
        new Reason(
            "DaemonSet",
            "spec.template.spec.runtimeClassName",
            "NVIDIA's runtime brings nvidia-smi into the container; a node without it never starts the pod, so select those that have it",
            NodeSources.TOOLKIT));
    reasons.add(
        new Reason(
            "DaemonSet",
            "spec.template.spec.tolerations",
            "every taint, because a pool's is what the node may have before its label",
            NodeSources.TAINTS));
    return reasons;
  }

  /** Such as {@code CronJob gpu-labeler, 0 3 * * 1: accelerator}. */
  @Override
  public String toString() {
    return where
            .schedule()
            .map(at -> "CronJob " + scope.name() + ", " + at)
            .orElse("DaemonSet " + scope.name())
        + ": "
        + scope.label();
  }
}
