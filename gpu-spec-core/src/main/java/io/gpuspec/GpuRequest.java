package io.gpuspec;

import com.google.common.collect.ImmutableSet;
import com.google.common.collect.ImmutableSortedMap;
import com.google.common.collect.Iterables;
import com.google.common.collect.Sets;
import io.gpuspec.internal.Arguments;
import io.gpuspec.internal.ExtendedResources;
import io.gpuspec.internal.Words;
import io.gpuspec.value.Arch;
import io.gpuspec.value.CpuAmount;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.MemorySize;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The needs of a pod: GPUs, CPU and memory.
 *
 * <pre>{@code
 * GpuRequest.of("V100").cpu(6).memory("32Gi");               // V100 x1, 6 cores, 32Gi
 * GpuRequest.of("V100").cpu(8).memory("40Gi").explicit();    // V100 x1, 8 cores, 40Gi, explicit
 * GpuRequest.of(2, "A10*PNV4").cpu(100).exactGpus();
 *     // A10*PNV4 x2, 100 cores, exact GPU count
 * GpuRequest.of("T4").share("4Gi", 25).cpu(2);    // 4Gi and 25% of T4 x1, 2 cores
 * GpuRequest.of(Devices.any().memoryAtLeast("20Gi")).cpu("500m");
 *     // any GPU of at least 20Gi x1, 0.5 cores
 * }</pre>
 *
 * <p>It is immutable. CPU and memory that were not asked are zero.
 */
public final class GpuRequest {

  /** A preference for how the request is met. */
  private enum Wish {
    EXPLICIT("explicit", true),
    EXACT_GPUS("exact GPU count", false),
    CHEAPEST("cheapest", false),
    SMALLEST("smallest", false),
    INCLUDE_RETIRED("retired rows too", false),
    ON_CORDONED("cordoned nodes too", true);

    private final String text;
    private final boolean isStatedByPods;

    Wish(String text, boolean isStatedByPods) {
      this.text = text;
      this.isStatedByPods = isStatedByPods;
    }
  }

  private static final int MOST_REPLICAS = 1_000_000;

  private final Devices devices;
  private final CpuAmount cpu;
  private final MemorySize memory;
  private final Optional<Arch> arch;
  private final Optional<CapacityType> capacityType;
  private final int replicas;
  private final ImmutableSet<Wish> wishes;
  private final ImmutableSortedMap<String, Long> resources;

  /** The same request by price, created when a target first uses it; never requested directly. */
  private volatile @Nullable GpuRequest byPrice;

  private GpuRequest(
      Devices devices,
      CpuAmount cpu,
      MemorySize memory,
      Optional<Arch> arch,
      Optional<CapacityType> capacityType,
      int replicas,
      ImmutableSet<Wish> wishes,
      ImmutableSortedMap<String, Long> resources) {
    this.devices = devices;
    this.cpu = cpu;
    this.memory = memory;
    this.arch = arch;
    this.capacityType = capacityType;
    this.replicas = replicas;
    this.wishes = wishes;
    this.resources = resources;
  }

  /** Returns a request for one GPU of the first name that fits. */
  public static GpuRequest of(String... gpus) {
    return of(Devices.of(gpus));
  }

  /** Returns a request for several GPUs of the first name that fits. */
  public static GpuRequest of(int count, String... gpus) {
    return of(Devices.of(count, gpus));
  }

  /** Returns a request for these devices, without CPU and memory. */
  public static GpuRequest of(Devices devices) {
    return new GpuRequest(
        required(devices),
        CpuAmount.ZERO,
        MemorySize.ZERO,
        Optional.empty(),
        Optional.empty(),
        1,
        ImmutableSet.of(),
        ImmutableSortedMap.of());
  }

  /** The same need on other devices. */
  public GpuRequest devices(Devices devices) {
    return new GpuRequest(
        required(devices), cpu, memory, arch, capacityType, replicas, wishes, resources);
  }

  /**
   * Returns a copy whose devices are each this much memory of a GPU ({@code 8Gi}).
   *
   * @throws InvalidValueException as {@link Devices#share(String)}
   */
  public GpuRequest share(String memory) {
    return devices(devices.share(memory));
  }

  /**
   * Returns a copy whose devices are each this much memory of a GPU, and this percentage of its
   * compute.
   *
   * @throws InvalidValueException as {@link Devices#share(String, int)}
   */
  public GpuRequest share(String memory, int percent) {
    return devices(devices.share(memory, percent));
  }

  /**
   * Returns a copy whose devices are each a MIG instance of this profile ({@code 1g.5gb}).
   *
   * @throws InvalidValueException as {@link Devices#mig}
   */
  public GpuRequest mig(String profile) {
    return devices(devices.mig(profile));
  }

  /**
   * Returns a copy whose devices are each a replica of a GPU.
   *
   * @throws InvalidValueException as {@link Devices#replica}
   */
  public GpuRequest replica() {
    return devices(devices.replica());
  }

  /** Returns a copy with at least this many cores. */
  public GpuRequest cpu(int cores) {
    return cpu(CpuAmount.ofCores(cores));
  }

  /**
   * Returns a copy with at least this much CPU, as a Kubernetes quantity: {@code 6}, {@code 500m}.
   */
  public GpuRequest cpu(String cpu) {
    return cpu(CpuAmount.parse(cpu));
  }

  /**
   * Returns a copy with at least this much CPU.
   *
   * @throws InvalidValueException if it is negative
   */
  public GpuRequest cpu(CpuAmount cpu) {
    Arguments.required("cpu", cpu, "an amount, such as CpuAmount.ZERO for none");
    if (cpu.isNegative()) {
      throw new InvalidValueException(
          "cpu.out-of-range", "cpu: '" + cpu + "' is negative; ask for 0 or more");
    }
    return new GpuRequest(devices, cpu, memory, arch, capacityType, replicas, wishes, resources);
  }

  /** Returns a copy with at least this much memory, as a Kubernetes quantity: {@code 32Gi}. */
  public GpuRequest memory(String memory) {
    return memory(MemorySize.parse(memory));
  }

  /**
   * Returns a copy with at least this much memory.
   *
   * @throws InvalidValueException if it is negative
   */
  public GpuRequest memory(MemorySize memory) {
    Arguments.required("memory", memory, "a size, such as MemorySize.ZERO for none");
    if (memory.isNegative()) {
      throw new InvalidValueException(
          "memory.out-of-range", "memory: '" + memory + "' is negative; ask for 0 or more");
    }
    return new GpuRequest(devices, cpu, memory, arch, capacityType, replicas, wishes, resources);
  }

  /**
   * Returns a copy for this CPU architecture. The default is amd64, or the architecture that the
   * requested GPU comes with.
   */
  public GpuRequest arch(Arch arch) {
    Arguments.required("arch", arch, "amd64 or arm64");
    return new GpuRequest(
        devices, cpu, memory, Optional.of(arch), capacityType, replicas, wishes, resources);
  }

  /**
   * Bought in this way; on demand by default, which also selects the prices. If it is stated that
   * the capacity is on demand, pods are kept off spot nodes wherever a pod can say so.
   */
  public GpuRequest capacityType(CapacityType capacityType) {
    Arguments.required("capacityType", capacityType, "a CapacityType");
    return new GpuRequest(
        devices, cpu, memory, arch, Optional.of(capacityType), replicas, wishes, resources);
  }

  /**
   * Returns a copy for this many identical pods, which share nodes if a node has room for several.
   * Smallest and cheapest then compare all their nodes together.
   *
   * @throws InvalidValueException if it is below 1, or more than any cluster runs
   */
  public GpuRequest replicas(int replicas) {
    if (replicas < 1 || replicas > MOST_REPLICAS) {
      throw new InvalidValueException(
          "replicas.out-of-range",
          "replicas: '%s' is not a number of pods; ask for 1 to %s"
              .formatted(replicas, MOST_REPLICAS));
    }
    return new GpuRequest(devices, cpu, memory, arch, capacityType, replicas, wishes, resources);
  }

  /** Exactly this shape, as a pod states it in annotations; nothing is rounded up. */
  public GpuRequest explicit() {
    return with(Wish.EXPLICIT);
  }

  /**
   * Returns a copy that excludes shapes with more GPUs than requested, even if only those have
   * enough CPU and memory.
   */
  public GpuRequest exactGpus() {
    return with(Wish.EXACT_GPUS);
  }

  /**
   * Returns a copy that prefers the cheapest shape, whatever the target's default is; rows without
   * a price come last. Of {@link #smallest} and this, the later call wins; without either, the
   * target's own rule decides.
   */
  public GpuRequest cheapest() {
    return without(Wish.SMALLEST).with(Wish.CHEAPEST);
  }

  /** Returns a copy that prefers the smallest shape, whatever the target's default is. */
  public GpuRequest smallest() {
    return without(Wish.CHEAPEST).with(Wish.SMALLEST);
  }

  /**
   * Returns a copy that also needs this amount of an extended resource or of huge pages on the
   * node: {@code GpuRequest.of(8, "H100").resource("vpc.amazonaws.com/efa", 32)}. Zero removes it.
   *
   * @param name such as {@code vpc.amazonaws.com/efa} or {@code hugepages-2Mi}
   * @param amount how many, or how many bytes of huge pages
   * @throws InvalidValueException if the name is not that of an extended resource or of huge pages,
   *     or the amount is negative
   */
  public GpuRequest resource(String name, long amount) {
    if (!ExtendedResources.isOne(Arguments.required("resource", name, "a resource's name"))) {
      throw new InvalidValueException(
          "resource.malformed",
          "resource: '%s' is not an extended resource; write its domain too, which is not that of Kubernetes, such as vpc.amazonaws.com/efa, and ask for CPU and memory by cpu() and memory()"
              .formatted(name));
    }
    if (amount < 0) {
      throw new InvalidValueException(
          "resource.out-of-range",
          "resource %s: '%s' is negative; ask for 0 or more".formatted(name, amount));
    }
    SortedMap<String, Long> all = new TreeMap<>(resources);
    all.put(name, amount);
    all.values().removeIf(each -> each == 0);
    return new GpuRequest(
        devices, cpu, memory, arch, capacityType, replicas, wishes, ImmutableSortedMap.copyOf(all));
  }

  /** Returns a copy that also matches retired rows. */
  public GpuRequest includeRetired() {
    return with(Wish.INCLUDE_RETIRED);
  }

  /**
   * Returns a copy with the preferences of the other request that pods cannot state: what comes
   * first, whether shapes may have more GPUs, and whether retired rows may serve.
   */
  public GpuRequest preferringLike(GpuRequest other) {
    Arguments.required("other", other, "a GpuRequest");
    return with(
        Sets.union(
            Sets.filter(wishes, wish -> wish.isStatedByPods),
            Sets.filter(other.wishes, wish -> !wish.isStatedByPods)));
  }

  /** Returns a copy for a pod that tolerates that its node is cordoned. */
  GpuRequest onCordonedNodes() {
    return with(Wish.ON_CORDONED);
  }

  /** Returns whether cordoned nodes may serve. */
  boolean isOnCordonedNodes() {
    return wishes.contains(Wish.ON_CORDONED);
  }

  /** Returns the requested GPUs. */
  public Devices devices() {
    return devices;
  }

  /** Returns the requested CPU, zero by default. */
  public CpuAmount cpu() {
    return cpu;
  }

  /** Returns the requested memory, zero by default. */
  public MemorySize memory() {
    return memory;
  }

  /** Returns the requested extended resources and huge pages in addition to the GPUs, by name. */
  public Map<String, Long> resources() {
    return resources;
  }

  /** Returns the requested CPU architecture, if any. */
  public Optional<Arch> arch() {
    return arch;
  }

  /** Returns how the capacity is bought, on demand by default. */
  public CapacityType capacityType() {
    return capacityType.orElse(CapacityType.ON_DEMAND);
  }

  /** Returns whether the capacity type is stated, and not just the default. */
  public boolean isCapacityTypeStated() {
    return capacityType.isPresent();
  }

  /** Returns how many pods. */
  public int replicas() {
    return replicas;
  }

  /** Returns whether exactly this shape is requested. */
  public boolean isExplicit() {
    return wishes.contains(Wish.EXPLICIT);
  }

  /** Refuses to be explicit about half a shape. */
  void checkExplicit() {
    if (isExplicit() && (cpu.isZero() || memory.isZero())) {
      throw new InvalidValueException(
          "explicit.missing",
          "explicit: cpu '%s' and memory '%s' were asked for; an explicit shape states both, so add the missing one"
              .formatted(cpu, memory));
    }
  }

  /** Returns whether only the requested number of GPUs is accepted. */
  public boolean isExactGpus() {
    return wishes.contains(Wish.EXACT_GPUS);
  }

  /**
   * Returns whether price comes before size, as asked or by the rule of the target that answered.
   */
  public boolean isCheapest() {
    return wishes.contains(Wish.CHEAPEST) || isByPriceHere();
  }

  /** Returns whether the smallest shape is preferred, whatever the target's default is. */
  public boolean isSmallest() {
    return wishes.contains(Wish.SMALLEST);
  }

  /** The same request on a target that decides by price unless the request says otherwise. */
  GpuRequest cheapestByDefault() {
    if (isCheapest() || isSmallest()) {
      return this;
    }
    GpuRequest made = byPrice;
    if (made == null) {
      made = with(wishes);
      made.byPrice = made;
      byPrice = made;
    }
    return made;
  }

  /** The same request with nothing in it that a target decided. */
  GpuRequest asAsked() {
    return isByPriceHere() ? with(wishes) : this;
  }

  /** Returns whether price comes first because the target decides so. */
  boolean isByPriceHere() {
    return byPrice == this;
  }

  /** Returns whether retired rows may serve. */
  public boolean isIncludeRetired() {
    return wishes.contains(Wish.INCLUDE_RETIRED);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof GpuRequest that
        && devices.equals(that.devices)
        && cpu.equals(that.cpu)
        && memory.equals(that.memory)
        && arch.equals(that.arch)
        && capacityType.equals(that.capacityType)
        && replicas == that.replicas
        && wishes.equals(that.wishes)
        && resources.equals(that.resources);
  }

  @Override
  public int hashCode() {
    return Objects.hash(devices, cpu, memory, arch, capacityType, replicas, wishes, resources);
  }

  /** Returns text such as {@code V100 x1, 6 cores, 32Gi}. */
  @Override
  public String toString() {
    StringBuilder out = new StringBuilder();
    out.append(devices);
    if (!cpu.isZero()) {
      out.append(", ").append(Words.cores(cpu));
    }
    if (!memory.isZero()) {
      out.append(", ").append(Words.memory(memory));
    }
    resources.forEach(
        (name, amount) ->
            out.append(", ").append(ExtendedResources.text(name, amount)).append(' ').append(name));
    arch.ifPresent(asked -> out.append(", ").append(asked));
    capacityType.ifPresent(asked -> out.append(", ").append(asked));
    if (replicas > 1) {
      out.append(", ").append(replicas).append(" replicas");
    }
    wishes.forEach(wish -> out.append(", ").append(wish.text));
    return out.toString();
  }

  private static Devices required(Devices devices) {
    return Arguments.required("devices", devices, "Devices, such as Devices.any()");
  }

  /** Returns the same request, but with larger counts and larger shapes accepted. */
  GpuRequest withAnyCountAndShape() {
    return with(Sets.filter(wishes, wish -> wish != Wish.EXPLICIT && wish != Wish.EXACT_GPUS));
  }

  private GpuRequest without(Wish unwanted) {
    return with(Sets.filter(wishes, wish -> wish != unwanted));
  }

  private GpuRequest with(Wish wish) {
    return with(Iterables.concat(wishes, ImmutableSet.of(wish)));
  }

  private GpuRequest with(Iterable<Wish> all) {
    return new GpuRequest(
        devices, cpu, memory, arch, capacityType, replicas, Sets.immutableEnumSet(all), resources);
  }
}
