package io.gpuspec.eks.internal;

import io.gpuspec.GpuSpec;
import io.gpuspec.Shape;
import io.gpuspec.eks.AmiFamily;
import io.gpuspec.eks.Eks;
import io.gpuspec.eks.internal.rules.Documents;
import io.gpuspec.scheduling.Allocatable;
import io.gpuspec.spi.Options;
import io.gpuspec.value.Arch;
import io.gpuspec.value.CpuAmount;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.MemorySize;
import io.gpuspec.value.Note;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The part of an instance that pods can use, as Karpenter computes it before the node exists.
 *
 * <p>Memory: what the instance type has, on arm64 less 64 MiB that Graviton machines keep; less the
 * share that virtual machines do not get to see, in whole MiB rounded up; less what is reserved for
 * the kubelet (255 MiB and 11 MiB for each pod that the node can run), for the system and against
 * eviction. CPU: less a share for the kubelet that falls from band to band, each in whole
 * millicores rounded down, and the system's.
 *
 * <p>What the caller's DaemonSets request comes off both.
 */
final class KarpenterAllocatable {

  /** A range of a machine's millicores, of which the kubelet gets a share. */
  private record Band(long from, long to, long tenThousandths) {
    long reservedOf(long millicores) {
      long within = Math.max(0, Math.min(millicores, to) - from);
      return within * tenThousandths / 10_000;
    }
  }

  private static final List<Band> BANDS =
      List.of(
          new Band(0, 1_000, 600),
          new Band(1_000, 2_000, 100),
          new Band(2_000, 4_000, 50),
          new Band(4_000, Long.MAX_VALUE, 25));

  private static final MemorySize KEPT_BY_GRAVITON = MemorySize.ofMebibytes(64);
  private static final MemorySize RESERVED = MemorySize.ofMebibytes(255);
  private static final MemorySize RESERVED_PER_POD = MemorySize.ofMebibytes(11);

  /** The kubelet's own {@code maxPods}, for a row that does not say. */
  private static final int KUBELET_MAX_PODS = 110;

  private final Options options;

  KarpenterAllocatable(Options options) {
    this.options = options;
  }

  Allocatable of(Shape shape) {
    return new Allocatable(cpu(shape.cpu()), memory(shape.spec(), shape.memory()));
  }

  private CpuAmount cpu(CpuAmount capacity) {
    return CpuAmount.max(
        CpuAmount.ZERO,
        capacity
            .minus(options.get(Eks.KUBE_RESERVED_CPU).orElseGet(() -> kubeReserved(capacity)))
            .minus(options.get(Eks.SYSTEM_RESERVED_CPU))
            .minus(options.get(Eks.DAEMONSET_CPU)));
  }

  private static CpuAmount kubeReserved(CpuAmount capacity) {
    return CpuAmount.ofMillicores(
        BANDS.stream().mapToLong(band -> band.reservedOf(capacity.toMillicores())).sum());
  }

  private MemorySize memory(GpuSpec row, MemorySize stated) {
    // Read even if another option overrides it, so that no option decides whether an overlay fits.
    int ofRow = podsOf(row);
    int pods = maxPods().orElse(ofRow);
    MemorySize capacity =
        seenOf(row.arch() == Arch.ARM64 ? stated.minus(KEPT_BY_GRAVITON) : stated);
    return MemorySize.max(
        MemorySize.ZERO,
        capacity
            .minus(options.get(Eks.KUBE_RESERVED_MEMORY).orElseGet(() -> kubeReserved(pods)))
            .minus(options.get(Eks.SYSTEM_RESERVED_MEMORY))
            .minus(options.get(Eks.EVICTION_MEMORY).of(capacity))
            .minus(options.get(Eks.DAEMONSET_MEMORY)));
  }

  private MemorySize seenOf(MemorySize memory) {
    // In floating point, as Karpenter does: a share such as 7 % rounds up to one MiB more at times.
    double share = options.get(Eks.VM_MEMORY_OVERHEAD_PERCENT).movePointLeft(2).doubleValue();
    long mebibytes = (long) Math.ceil(memory.toBytes() * share / 1024 / 1024);
    return memory.minus(MemorySize.ofMebibytes(mebibytes));
  }

  private static MemorySize kubeReserved(int pods) {
    return RESERVED.plus(RESERVED_PER_POD.times(pods));
  }

  /**
   * Returns how many pods a node takes besides those of DaemonSets. The kubelet keeps to its {@code
   * maxPods} with every AMI.
   */
  int podsOfYours(GpuSpec row) {
    int most = options.get(Eks.MAX_PODS).orElseGet(() -> podsOf(row));
    return Math.max(0, most - options.get(Eks.DAEMONSET_PODS));
  }

  private static int podsOf(GpuSpec row) {
    return row.attribute("maxPods").map(KarpenterAllocatable::count).orElse(KUBELET_MAX_PODS);
  }

  private static int count(String maxPods) {
    try {
      return Eks.MAX_PODS.parse(maxPods).orElse(KUBELET_MAX_PODS);
    } catch (InvalidValueException e) {
      throw new InvalidValueException(
          "catalog.malformed",
          "attribute maxPods: '"
              + maxPods
              + "' is not allowed; write a number of pods from 1 to 99999",
          e);
    }
  }

  /** The kubelet's setting, where the AMI reserves by it. */
  private Optional<Integer> maxPods() {
    return options
        .get(Eks.MAX_PODS)
        .filter(pods -> options.get(Eks.AMI_FAMILY) == AmiFamily.BOTTLEROCKET);
  }

  /** Returns the rule in words, with its parameters. */
  Note how() {
    return Note.of(
        "allocatable",
        "pods get a node's memory less %s; its CPU less %s"
            .formatted(String.join(", ", offMemory()), String.join(", ", offCpu())),
        Documents.ALLOCATABLE);
  }

  private List<String> offMemory() {
    List<String> off = new ArrayList<>();
    off.add(options.get(Eks.VM_MEMORY_OVERHEAD_PERCENT) + " % (VM)");
    off.add(kubeReservedMemory() + " (kubelet)");
    off.add(options.get(Eks.EVICTION_MEMORY) + " (eviction)");
    MemorySize system = options.get(Eks.SYSTEM_RESERVED_MEMORY);
    if (!system.isZero()) {
      off.add(system + " (system)");
    }
    MemorySize daemonSets = options.get(Eks.DAEMONSET_MEMORY);
    if (!daemonSets.isZero()) {
      off.add(daemonSets + " (DaemonSets)");
    }
    return off;
  }

  private String kubeReservedMemory() {
    return options
        .get(Eks.KUBE_RESERVED_MEMORY)
        .map(MemorySize::toString)
        .or(() -> maxPods().map(pods -> "%s for %s pods".formatted(kubeReserved(pods), pods)))
        .orElse("%s and %s per pod".formatted(RESERVED, RESERVED_PER_POD));
  }

  private List<String> offCpu() {
    List<String> off = new ArrayList<>();
    off.add(kubeReservedCpu() + " (kubelet)");
    CpuAmount system = options.get(Eks.SYSTEM_RESERVED_CPU);
    if (!system.isZero()) {
      off.add(system + " (system)");
    }
    CpuAmount daemonSets = options.get(Eks.DAEMONSET_CPU);
    if (!daemonSets.isZero()) {
      off.add(daemonSets + " (DaemonSets)");
    }
    return off;
  }

  private String kubeReservedCpu() {
    return options
        .get(Eks.KUBE_RESERVED_CPU)
        .map(CpuAmount::toString)
        .orElse("6 % of core 1, 1 % of core 2, 0.5 % of cores 3 and 4, 0.25 % of the rest");
  }
}
