package io.gpuspec.manifest.platform;

import com.google.common.collect.ImmutableMap;
import io.gpuspec.GpuModel;
import io.gpuspec.kube.KubeNames;
import io.gpuspec.manifest.GpuWorkload;
import io.gpuspec.manifest.PlatformObjects;
import io.gpuspec.manifest.internal.tree.Checks;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.Text;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Objects that write the GPU's label on nodes that join later, for the plain {@link LabelScheme}: a
 * CronJob that reads the labels of GPU Feature Discovery, or a DaemonSet that asks the driver on
 * each node.
 *
 * <pre>{@code
 * GpuLabeler.ofDiscovered("registry.example/kubectl:1.36").objects().yaml();
 *     // ... kind: CronJob ...
 * GpuLabeler.onNodes("registry.example/kubectl:1.36").on("node-pool", "gpu").objects().yaml();
 *     // ... kind: DaemonSet ... nodeSelector: node-pool: gpu ...
 * }</pre>
 *
 * <p>The image needs {@code sh} and {@code kubectl}. The CronJob runs on any node: a pod sees only
 * the GPUs of its own node, so it learns about the others from their labels. In a DaemonSet {@code
 * nvidia-smi} comes from the node, put there by NVIDIA's runtime; no card is requested.
 *
 * <p>It is immutable, and no step depends on another's order.
 */
public final class GpuLabeler {
  private static final String NAME = "gpu-labeler";
  private static final String WEEKLY = "0 3 * * 1";
  private static final String PRODUCT = "nvidia.com/gpu.product";

  private final String image;

  /** The schedule of the CronJob; empty for a DaemonSet. */
  private Optional<String> schedule;

  private String name = NAME;
  private String namespace = "kube-system";
  private String label = LabelScheme.PLAIN.gpuLabel();
  private ImmutableMap<String, String> nodes = ImmutableMap.of();
  private ImmutableMap<String, String> values = ImmutableMap.of();

  private GpuLabeler(String image, Optional<String> schedule) {
    this.image = image;
    this.schedule = schedule;
  }

  private GpuLabeler with(Consumer<GpuLabeler> step) {
    GpuLabeler copy = new GpuLabeler(image, schedule);
    copy.name = name;
    copy.namespace = namespace;
    copy.label = label;
    copy.nodes = nodes;
    copy.values = values;
    step.accept(copy);
    return copy;
  }

  /** Returns a CronJob, weekly by default, that reads the labels of GPU Feature Discovery. */
  public static GpuLabeler ofDiscovered(String image) {
    return new GpuLabeler(Checks.image(image), Optional.of(WEEKLY));
  }

  /** Returns a DaemonSet that asks the driver of each node, once an hour. */
  public static GpuLabeler onNodes(String image) {
    return new GpuLabeler(Checks.image(image), Optional.empty());
  }

  /**
   * Returns a copy with this schedule of the CronJob, as five fields.
   *
   * @throws InvalidValueException if the schedule is not valid, or this is a DaemonSet
   */
  public GpuLabeler schedule(String schedule) {
    GpuWorkload.cronJob(NAME, Checks.given("schedule", schedule), image);
    if (this.schedule.isEmpty()) {
      throw new InvalidValueException(
          "node-pool.conflict",
          "schedule: '%s' was given for a DaemonSet, which runs always; take ofDiscovered(image), or remove it"
              .formatted(schedule));
    }
    return with(l -> l.schedule = Optional.of(schedule));
  }

  /**
   * Returns a copy that runs only on nodes with this label; for a DaemonSet, those with NVIDIA's
   * runtime, because a pod with a runtime that the node does not have never starts.
   */
  public GpuLabeler on(String key, String value) {
    KubeNames.labelValue("label " + KubeNames.key("label", key), value);
    return with(l -> l.nodes = ImmutableCopies.put(l.nodes, key, value));
  }

  /** Names its objects; {@code gpu-labeler} by default. */
  public GpuLabeler name(String name) {
    KubeNames.label("name", name);
    return with(l -> l.name = name);
  }

  /** Runs in this namespace, which has to exist; {@code kube-system} by default. */
  public GpuLabeler namespace(String namespace) {
    KubeNames.label("namespace", namespace);
    return with(l -> l.namespace = namespace);
  }

  /** Writes this label; {@code accelerator} by default. */
  public GpuLabeler label(String key) {
    KubeNames.key("label", key);
    return with(l -> l.label = key);
  }

  /**
   * Overrides the label value of one GPU model. The default is {@code nvidia-} and the model's name
   * without its memory size, such as {@code nvidia-a100}.
   *
   * @throws io.gpuspec.value.UnknownNameException if the GPU is unknown
   */
  public GpuLabeler value(String gpu, String value) {
    KubeNames.labelValue("value", value);
    String model = GpuPool.model(gpu).name();
    return with(l -> l.values = ImmutableCopies.put(l.values, model, value));
  }

  /**
   * Returns the script that it runs: one pass, for any {@code sh}. Names of GPUs are compared
   * whole, so that an L40S is never taken for an L4.
   */
  public Text script() {
    String cases =
        GpuModel.all().stream()
            .map(model -> "  %s) echo %s ;;\n".formatted(names(model), value(model)))
            .collect(Collectors.joining());
    String pass = schedule.isPresent() ? "label-discovered.sh" : "label-node.sh";
    return Text.of(
        "#!/bin/sh\nset -eu\nvalue_of() {\n  case $1 in\n"
            + cases
            + "  *) return 1 ;;\n  esac\n}\n"
            + PlatformData.text(pass)
                // In a jsonpath a dot would begin a field.
                .replace("@path@", label.replace(".", "\\."))
                .replace("@label@", label));
  }

  private static String names(GpuModel model) {
    Set<String> names = new LinkedHashSet<>(model.driverNames());
    names.addAll(model.labelValues(PRODUCT));
    return names.stream().map(name -> "'" + name + "'").collect(Collectors.joining(" | "));
  }

  private String value(GpuModel model) {
    return values.getOrDefault(
        model.name(), model.labelValues(LabelScheme.PLAIN.gpuLabel()).get(0));
  }

  /** Returns the account, its rights, the script and what runs it, ready to apply. */
  public PlatformObjects objects() {
    boolean isScheduled = schedule.isPresent();
    return Template.of("gpu-labeler.yaml")
        .objects(
            ImmutableMap.<String, Object>builder()
                .put("name", name)
                .put("namespace", namespace)
                .put("image", image)
                .put("scheduled", isScheduled)
                .put("onNodes", !isScheduled)
                .put("schedule", schedule)
                .put("nodes", nodes)
                .put("script", script().toString())
                .put(
                    "verbs",
                    isScheduled ? List.of("get", "list", "patch") : List.of("get", "patch"))
                .buildOrThrow());
  }

  /** Returns text such as {@code CronJob gpu-labeler, 0 3 * * 1: accelerator}. */
  @Override
  public String toString() {
    return schedule.map(at -> "CronJob " + name + ", " + at).orElse("DaemonSet " + name)
        + ": "
        + label;
  }
}
