package io.gpuspec.manifest.platform;

import com.google.common.collect.ImmutableMap;
import io.fabric8.kubernetes.api.model.LimitRange;
import io.fabric8.kubernetes.api.model.LimitRangeBuilder;
import io.fabric8.kubernetes.api.model.LimitRangeItem;
import io.fabric8.kubernetes.api.model.LimitRangeItemBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.gpuspec.InvalidValueException;
import io.gpuspec.manifest.PlatformObjects;
import io.gpuspec.manifest.Reason;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * How many GPUs one container or one pod of a namespace may have, and what a container requests
 * that says nothing: a LimitRange.
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
 * <p>A maximum never stands alone: Kubernetes would make it the default, and a pod that asks for no
 * GPU would get eight. Each comes with a default of 0. A minimum, or a default above 0, would force
 * GPUs on every container of the namespace, sidecars included; there is neither.
 *
 * <p>It is immutable.
 */
public final class GpuLimitRange {
  private static final String NONE = "0";
  private static final String CONTAINER = "Container";
  private static final String POD = "Pod";

  private final String name;
  private final Optional<String> namespace;
  private final Map<String, String> perContainer;
  private final Map<String, String> perPod;
  private final Map<String, String> unstated;

  private GpuLimitRange(
      String name,
      Optional<String> namespace,
      Map<String, String> perContainer,
      Map<String, String> perPod,
      Map<String, String> unstated) {
    this.name = name;
    this.namespace = namespace;
    this.perContainer = perContainer;
    this.perPod = perPod;
    this.unstated = unstated;
  }

  /** One without any limit yet. */
  public static GpuLimitRange of(String name) {
    return new GpuLimitRange(
        PlatformChecks.name("limit range", name), Optional.empty(), Map.of(), Map.of(), Map.of());
  }

  /** Whose pods it limits; those of the namespace that it is applied to unless given. */
  public GpuLimitRange namespace(String namespace) {
    return new GpuLimitRange(
        name,
        Optional.of(PlatformChecks.dnsLabel("namespace", namespace)),
        perContainer,
        perPod,
        unstated);
  }

  /**
   * At most so many of a device for a container.
   *
   * @throws InvalidValueException if it is no extended resource, or below 1
   */
  public GpuLimitRange perContainer(String resource, int most) {
    return new GpuLimitRange(name, namespace, with(perContainer, resource, most), perPod, unstated);
  }

  /**
   * At most so many of a device for all containers of a pod together.
   *
   * @throws InvalidValueException if it is no extended resource, or below 1
   */
  public GpuLimitRange perPod(String resource, int most) {
    return new GpuLimitRange(name, namespace, perContainer, with(perPod, resource, most), unstated);
  }

  /** What a container requests of CPU and memory where it states neither a request nor a limit. */
  public GpuLimitRange unstated(String cpu, String memory) {
    PlatformChecks.given("memory", memory);
    return new GpuLimitRange(
        name,
        namespace,
        perContainer,
        perPod,
        ImmutableMap.of(
            "cpu",
            TenancyChecks.cpu("cpu", cpu),
            "memory",
            TenancyChecks.memory("memory", memory)));
  }

  private static Map<String, String> with(Map<String, String> before, String resource, int most) {
    Map<String, String> more = new LinkedHashMap<>(before);
    more.put(
        TenancyChecks.resource(resource),
        Integer.toString(PlatformChecks.atLeast(resource, 1, most)));
    return more;
  }

  /**
   * The LimitRange, ready to apply.
   *
   * @throws InvalidValueException if it limits nothing
   */
  public PlatformObjects objects() {
    if (perContainer.isEmpty() && perPod.isEmpty() && unstated.isEmpty()) {
      throw new InvalidValueException(
              "limit range: '%s' limits nothing; say perPod(\"nvidia.com/gpu\", 8)".formatted(name))
          .see(Pages.TENANCY);
    }
    return PlatformObjects.of(List.of(limitRange()), reasons());
  }

  /** Kubernetes takes one item of each type. */
  private LimitRange limitRange() {
    List<LimitRangeItem> items = new ArrayList<>();
    items.add(containers());
    if (!perPod.isEmpty()) {
      items.add(new LimitRangeItemBuilder().withType(POD).withMax(quantities(perPod)).build());
    }
    return new LimitRangeBuilder()
        .withNewMetadata()
        .withName(name)
        .withNamespace(namespace.orElse(null))
        .endMetadata()
        .withNewSpec()
        .withLimits(items)
        .endSpec()
        .build();
  }

  private LimitRangeItem containers() {
    Map<String, String> none = none();
    Map<String, String> requests = new LinkedHashMap<>(none);
    requests.putAll(unstated);
    return new LimitRangeItemBuilder()
        .withType(CONTAINER)
        .withMax(quantities(perContainer))
        .withDefault(quantities(none))
        .withDefaultRequest(quantities(requests))
        .build();
  }

  /** What is limited has the default 0, so that who states none gets none and is let in. */
  private Map<String, String> none() {
    Map<String, String> none = new LinkedHashMap<>();
    perContainer.keySet().forEach(resource -> none.put(resource, NONE));
    perPod.keySet().forEach(resource -> none.put(resource, NONE));
    return none;
  }

  private static Map<String, Quantity> quantities(Map<String, String> amounts) {
    Map<String, Quantity> quantities = new LinkedHashMap<>();
    amounts.forEach((key, amount) -> quantities.put(key, new Quantity(amount)));
    return quantities;
  }

  private List<Reason> reasons() {
    List<Reason> reasons = new ArrayList<>();
    if (!none().isEmpty()) {
      reasons.add(
          new Reason(
              "LimitRange",
              "spec.limits[0].default",
              "without it a maximum is the default of each container that states no GPU; the default of a device equals its default request",
              TenancySources.LIMIT_DEFAULTS));
      reasons.add(
          new Reason(
              "LimitRange",
              "spec.limits[0].default",
              "where the API server runs ExtendedResourceToleration, 0 of a device counts as a request for it: such pods tolerate the taint of its nodes",
              TenancySources.RESOURCE_TOLERATION));
    }
    if (!perPod.isEmpty()) {
      reasons.add(
          new Reason(
              "LimitRange",
              "spec.limits[1].max",
              "a pod whose containers state no limit would be refused; by the default above each states 0",
              TenancySources.LIMIT_ADMISSION));
    }
    return reasons;
  }

  /** Such as {@code gpu-limit of team-training: {nvidia.com/gpu=8} a pod}. */
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
