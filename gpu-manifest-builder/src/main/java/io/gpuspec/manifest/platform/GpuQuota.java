package io.gpuspec.manifest.platform;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.Maps;
import io.gpuspec.kube.KubeNames;
import io.gpuspec.manifest.PlatformObjects;
import io.gpuspec.manifest.internal.tree.Checks;
import io.gpuspec.value.InvalidValueException;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A ResourceQuota: the maximum GPUs that the pods of a namespace can request together.
 *
 * <pre>{@code
 * GpuQuota.of("gpu-quota")
 *     .namespace("team-training")
 *     .gpus("nvidia.com/gpu", 16)
 *     .pods(50)
 *     .objects()
 *     .yaml();
 *     // ... kind: ResourceQuota ... hard: pods: "50" requests.nvidia.com/gpu: "16"
 * }</pre>
 *
 * <p>A quota is a ceiling and keeps nothing free. It counts devices by name: where all GPUs are
 * {@code nvidia.com/gpu}, an A100 counts as a T4 does. Of {@code nvidia.com/gpu.shared} it counts
 * shares, of {@code tke.cloud.tencent.com/qgpu-core} percent of a card, of {@code
 * aliyun.com/gpu-mem} GiB.
 *
 * <p>It is immutable.
 */
public final class GpuQuota {
  private final String name;
  private Optional<String> namespace = Optional.empty();
  private ImmutableMap<String, String> hard = ImmutableMap.of();
  private Optional<String> priorityClass = Optional.empty();

  private GpuQuota(String name) {
    this.name = name;
  }

  private GpuQuota with(Consumer<GpuQuota> step) {
    GpuQuota copy = new GpuQuota(name);
    copy.namespace = namespace;
    copy.hard = hard;
    copy.priorityClass = priorityClass;
    step.accept(copy);
    return copy;
  }

  /** Returns a quota of nothing yet. */
  public static GpuQuota of(String name) {
    return new GpuQuota(KubeNames.subdomain("quota", name));
  }

  /** Counts the pods of this namespace; by default of the one that the quota is applied to. */
  public GpuQuota namespace(String namespace) {
    KubeNames.label("namespace", namespace);
    return with(q -> q.namespace = Optional.of(namespace));
  }

  /**
   * Returns a copy with this maximum of a device, such as {@code nvidia.com/gpu}; with 0 the
   * namespace gets none.
   *
   * @throws InvalidValueException if it is not an extended resource, or below 0
   */
  public GpuQuota gpus(String resource, int most) {
    return hard(QuotaKey.of(resource), Integer.toString(Checks.atLeast(resource, 0, most)));
  }

  /**
   * Returns a copy with this maximum of devices that ResourceClaims request from a DeviceClass,
   * such as {@code gpu.nvidia.com}; with 0 the namespace can claim none. A maximum of {@code
   * nvidia.com/gpu} does not count these.
   *
   * @throws InvalidValueException if it is not the name of a DeviceClass, or below 0
   */
  public GpuQuota devices(String deviceClass, int most) {
    return hard(
        QuotaKey.ofClass(deviceClass), Integer.toString(Checks.atLeast(deviceClass, 0, most)));
  }

  /** Returns a copy with this maximum of pods that have not ended. */
  public GpuQuota pods(int most) {
    return hard(QuotaKey.PODS, Integer.toString(Checks.atLeast("pods", 0, most)));
  }

  /**
   * Returns a copy with this maximum of CPU and memory. From then on the namespace takes only pods
   * that state both; {@link GpuLimitRange#unstated} states them where a pod does not.
   */
  public GpuQuota requests(String cpu, String memory) {
    Checks.given("memory", memory);
    return hard(QuotaKey.CPU, cpu).hard(QuotaKey.MEMORY, memory);
  }

  /**
   * An entry of {@code spec.hard} as Kubernetes has it.
   *
   * @param key such as {@code requests.nvidia.com/gpu}, {@code pods} or {@code requests.cpu}
   * @throws InvalidValueException if a quota does not count the key, such as {@code
   *     limits.nvidia.com/gpu}, or the amount is not valid
   */
  public GpuQuota hard(String key, String amount) {
    String checked = QuotaKey.amount(key, amount);
    return with(q -> q.hard = ImmutableCopies.put(q.hard, key, checked));
  }

  /** Counts only the pods of a PriorityClass. */
  public GpuQuota priorityClass(String name) {
    KubeNames.subdomain("priority class", name);
    return with(q -> q.priorityClass = Optional.of(name));
  }

  /**
   * Returns the ResourceQuota, ready to apply.
   *
   * @throws InvalidValueException if it is one of nothing
   */
  public PlatformObjects objects() {
    if (isOfNothing()) {
      throw new InvalidValueException(
          "tenancy.missing",
          "quota: '%s' is of nothing; say gpus(\"nvidia.com/gpu\", 8)".formatted(name));
    }
    return Template.of("quota.yaml")
        .objects(
            ImmutableMap.<String, Object>builder()
                .put("name", name)
                .put("namespace", namespace)
                .put("devices", Maps.filterKeys(hard, QuotaKey::isOfDevice))
                .put("claims", Maps.filterKeys(hard, QuotaKey::isOfClaims))
                .put("stated", Maps.filterKeys(hard, QuotaKey::mustBeStated))
                .put("others", Maps.filterKeys(hard, QuotaKey.PODS::equals))
                .put("forOneClass", priorityClass.isPresent())
                .put("priorityClass", priorityClass)
                .buildOrThrow());
  }

  boolean isOfNothing() {
    return hard.isEmpty();
  }

  /**
   * Returns text such as {@code gpu-quota of team-training: {requests.nvidia.com/gpu=16, pods=50}}.
   */
  @Override
  public String toString() {
    return name + namespace.map(n -> " of " + n).orElse("") + ": " + hard;
  }
}
