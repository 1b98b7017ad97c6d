package io.gpuspec.manifest.platform;

import com.google.common.collect.ImmutableMap;
import io.gpuspec.kube.KubeNames;
import io.gpuspec.manifest.PlatformObjects;
import io.gpuspec.manifest.internal.tree.Checks;
import io.gpuspec.value.InvalidValueException;
import java.util.Optional;

/**
 * A PriorityClass, which decides whose pods go first when GPUs are scarce.
 *
 * <pre>{@code
 * GpuPriorityClass.of("gpu-serving", 10_000).objects().yaml();
 *     // ... value: 10000 preemptionPolicy: PreemptLowerPriority
 * GpuPriorityClass.of("gpu-batch", 100).waits().objects().yaml();
 *     // ... value: 100 preemptionPolicy: Never
 * }</pre>
 *
 * <p>A pod of a higher class evicts pods of lower ones, in any namespace, if it finds no room; with
 * {@link #waits} it only moves ahead in the queue. Pods name a class, and nothing keeps a team from
 * naming any: {@link GpuQuota#priorityClass} limits how much they get by it.
 *
 * <p>It is immutable.
 */
public final class GpuPriorityClass {
  private static final int GREATEST = 1_000_000_000;
  private static final String RESERVED = "system-";

  private final String name;
  private final int value;
  private final boolean waits;
  private final boolean everybodys;
  private final Optional<String> description;

  private GpuPriorityClass(
      String name, int value, boolean waits, boolean everybodys, Optional<String> description) {
    this.name = name;
    this.value = value;
    this.waits = waits;
    this.everybodys = everybodys;
    this.description = description;
  }

  /**
   * A class of this value; pods without a class have 0.
   *
   * @throws InvalidValueException if the name is the system's, or the value above 1000000000
   */
  public static GpuPriorityClass of(String name, int value) {
    if (KubeNames.subdomain("priority class", name).startsWith(RESERVED)) {
      throw new InvalidValueException(
          "tenancy.malformed",
          "priority class: '%s' begins with system-, which Kubernetes keeps for its own; choose another name"
              .formatted(name));
    }
    if (value > GREATEST) {
      throw new InvalidValueException(
          "tenancy.out-of-range",
          "priority class %s: '%s' is above %s, where those of the system begin; give that or less"
              .formatted(name, value, GREATEST));
    }
    return new GpuPriorityClass(name, value, false, false, Optional.empty());
  }

  /** Returns a copy whose pods never preempt others: {@code preemptionPolicy: Never}. */
  public GpuPriorityClass waits() {
    return new GpuPriorityClass(name, value, true, everybodys, description);
  }

  /** The class of every pod that names none; a cluster has one of these at most. */
  public GpuPriorityClass globalDefault() {
    return new GpuPriorityClass(name, value, waits, true, description);
  }

  /** Returns a copy with a description of when to use it. */
  public GpuPriorityClass description(String description) {
    Checks.given("description", description);
    return new GpuPriorityClass(name, value, waits, everybodys, Optional.of(description));
  }

  String name() {
    return name;
  }

  boolean isGlobalDefault() {
    return everybodys;
  }

  /** Returns the PriorityClass, ready to apply; its value and policy cannot be changed later. */
  public PlatformObjects objects() {
    return Template.of("priority-class.yaml")
        .objects(
            ImmutableMap.of(
                "name", name,
                "value", value,
                "policy", waits ? "Never" : "PreemptLowerPriority",
                "everybodys", everybodys,
                "description", description));
  }

  /** Returns text such as {@code gpu-batch 100, waits}. */
  @Override
  public String toString() {
    return name + " " + value + (waits ? ", waits" : "") + (everybodys ? ", global default" : "");
  }
}
