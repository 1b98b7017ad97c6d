package io.gpuspec.manifest.platform;

import com.google.common.collect.ImmutableMap;
import io.gpuspec.kube.KubeNames;
import io.gpuspec.manifest.PlatformObjects;
import io.gpuspec.manifest.internal.tree.Checks;
import io.gpuspec.value.InvalidValueException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * A LimitRange: the maximum GPUs of a container or a pod in a namespace, and the default requests
 * of a container that states none.
 *
 * <pre>{@code
 * GpuLimitRange.of("gpu-limit")
 *     .namespace("team-training")
 *     .perPod("nvidia.com/gpu", 8)
 *     .objects()
 *     .yaml();
 *     // ... kind: LimitRange ... type: "Pod" max: nvidia.com/gpu: "8"
 * }</pre>
 *
 * <p>A maximum is always written with a default: Kubernetes would use the maximum as the default,
 * and a pod that requests no GPU would get eight. Each comes with a default of 0. A minimum, or a
 * default above 0, would force GPUs on every container of the namespace, sidecars included; there
 * is neither.
 *
 * <p>It is immutable.
 */
public final class GpuLimitRange {
  private final String name;
  private Optional<String> namespace = Optional.empty();
  private ImmutableMap<String, String> perContainer = ImmutableMap.of();
  private ImmutableMap<String, String> perPod = ImmutableMap.of();
  private ImmutableMap<String, String> unstated = ImmutableMap.of();

  private GpuLimitRange(String name) {
    this.name = name;
  }

  private GpuLimitRange with(Consumer<GpuLimitRange> step) {
    GpuLimitRange copy = new GpuLimitRange(name);
    copy.namespace = namespace;
    copy.perContainer = perContainer;
    copy.perPod = perPod;
    copy.unstated = unstated;
    step.accept(copy);
    return copy;
  }

  /** Returns one without any limit yet. */
  public static GpuLimitRange of(String name) {
    return new GpuLimitRange(KubeNames.subdomain("limit range", name));
  }

  /** Limits the pods of this namespace; by default of the one that it is applied to. */
  public GpuLimitRange namespace(String namespace) {
    KubeNames.label("namespace", namespace);
    return with(r -> r.namespace = Optional.of(namespace));
  }

  /**
   * Returns a copy with this maximum of a device for a container.
   *
   * @throws InvalidValueException if it is not an extended resource, or below 1
   */
  public GpuLimitRange perContainer(String resource, int most) {
    String checked = limit(resource, most);
    return with(r -> r.perContainer = ImmutableCopies.put(r.perContainer, resource, checked));
  }

  /**
   * Returns a copy with this maximum of a device for all containers of a pod together.
   *
   * @throws InvalidValueException if it is not an extended resource, or below 1
   */
  public GpuLimitRange perPod(String resource, int most) {
    String checked = limit(resource, most);
    return with(r -> r.perPod = ImmutableCopies.put(r.perPod, resource, checked));
  }

  private static String limit(String resource, int most) {
    TenancyChecks.resource(resource);
    return Integer.toString(Checks.atLeast(resource, 1, most));
  }

  /**
   * Returns a copy with these default requests of CPU and memory for a container that states
   * neither a request nor a limit.
   */
  public GpuLimitRange unstated(String cpu, String memory) {
    Checks.given("memory", memory);
    ImmutableMap<String, String> checked =
        ImmutableMap.of(
            "cpu", TenancyChecks.cpu("cpu", cpu), "memory", TenancyChecks.memory("memory", memory));
    return with(r -> r.unstated = checked);
  }

  /**
   * Returns the LimitRange, ready to apply.
   *
   * @throws InvalidValueException if it limits nothing
   */
  public PlatformObjects objects() {
    if (perContainer.isEmpty() && perPod.isEmpty() && unstated.isEmpty()) {
      throw new InvalidValueException(
          "tenancy.missing",
          "limit range: '%s' limits nothing; say perPod(\"nvidia.com/gpu\", 8)".formatted(name));
    }
    // Every limited resource has the default 0, so that a container without one is admitted.
    Map<String, String> none = new LinkedHashMap<>();
    perContainer.keySet().forEach(resource -> none.put(resource, "0"));
    perPod.keySet().forEach(resource -> none.put(resource, "0"));
    Map<String, String> requests = new LinkedHashMap<>(none);
    requests.putAll(unstated);
    return Template.of("limit-range.yaml")
        .objects(
            ImmutableMap.<String, Object>builder()
                .put("name", name)
                .put("namespace", namespace)
                .put("perContainer", perContainer)
                .put("perPod", perPod)
                .put("limitsPods", !perPod.isEmpty())
                .put("none", none)
                .put("requests", requests)
                .buildOrThrow());
  }

  /** Returns text such as {@code gpu-limit of team-training: {nvidia.com/gpu=8} a pod}. */
  @Override
  public String toString() {
    List<String> parts = new ArrayList<>();
    if (!perContainer.isEmpty()) {
      parts.add(perContainer + " a container");
    }
    if (!perPod.isEmpty()) {
      parts.add(perPod + " a pod");
    }
    if (!unstated.isEmpty()) {
      parts.add(new TreeMap<>(unstated) + " unless stated");
    }
    return name + namespace.map(n -> " of " + n).orElse("") + ": " + String.join(", ", parts);
  }
}
