package io.gpuspec.ack.internal;

import io.gpuspec.Shape;
import io.gpuspec.ack.Ack;
import io.gpuspec.ack.internal.rules.Documents;
import io.gpuspec.scheduling.Allocatable;
import io.gpuspec.spi.Options;
import io.gpuspec.value.CpuAmount;
import io.gpuspec.value.MemorySize;
import io.gpuspec.value.Note;
import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * The part of an ECS instance in a node pool that pods can use.
 *
 * <p>Memory: the instance's, less what its kernel takes, less what is reserved for Kubernetes and
 * the system together, which is the smaller of 25 % and 11 MiB for each pod it can run and 255 MiB,
 * less the eviction threshold. CPU: less 6 % of the first core, 1 % of the second, 0.5 % of the
 * next two and 0.25 % of the rest, and at least the 100m that ACK's page shows for 4 cores. Both
 * less what DaemonSets request.
 *
 * <p>Source: ACK's resource reservation policy (product doc 330995). Its figures are taken from a
 * program that is based on the page, so they are cited as {@link Documents#RESERVATION}; the
 * kernel's part and the minimum CPU are the cautious end of what nodes were seen with.
 */
record NodeAllocatable(Options options) {
  private static final CpuAmount LEAST_RESERVED_CPU = CpuAmount.ofMillicores(100);
  private static final long MILLICORES = 1000;
  private static final String DAEMON_SETS = ", minus %s (DaemonSets)";

  static NodeAllocatable of(Options options) {
    return new NodeAllocatable(options);
  }

  Allocatable of(Shape shape) {
    return new Allocatable(cpu(shape.cpu()), memory(shape.memory()));
  }

  /** Returns how many pods a node takes besides those of DaemonSets. */
  int pods() {
    return Math.max(0, options.get(Ack.MAX_PODS) - options.get(Ack.DAEMONSET_PODS));
  }

  private CpuAmount cpu(CpuAmount capacity) {
    CpuAmount reserved = options.get(Ack.RESERVED_CPU).orElseGet(() -> reservedCpu(capacity));
    CpuAmount kept = reserved.plus(options.get(Ack.DAEMONSET_CPU));
    return capacity.isAtLeast(kept) ? capacity.minus(kept) : CpuAmount.ZERO;
  }

  private static CpuAmount reservedCpu(CpuAmount capacity) {
    long all = capacity.toMillicores();
    // In hundredths of a percent of a core.
    long share =
        between(all, 0, 1) * 600
            + between(all, 1, 2) * 100
            + between(all, 2, 4) * 50
            + Math.max(0, all - 4 * MILLICORES) * 25;
    return CpuAmount.max(LEAST_RESERVED_CPU, CpuAmount.ofMillicores((share + 9_999) / 10_000));
  }

  private static long between(long millicores, long from, long to) {
    return Math.min(Math.max(millicores - from * MILLICORES, 0), (to - from) * MILLICORES);
  }

  private MemorySize memory(MemorySize capacity) {
    MemorySize reserved =
        options.get(Ack.RESERVED_MEMORY).orElseGet(() -> reservedMemory(capacity));
    MemorySize kept =
        overhead(capacity)
            .plus(reserved)
            .plus(options.get(Ack.EVICTION_MEMORY))
            .plus(options.get(Ack.DAEMONSET_MEMORY));
    return capacity.isAtLeast(kept) ? capacity.minus(kept) : MemorySize.ZERO;
  }

  private MemorySize reservedMemory(MemorySize capacity) {
    MemorySize byPods = MemorySize.ofMebibytes(11L * options.get(Ack.MAX_PODS) + 255);
    MemorySize quarter = MemorySize.ofBytes(capacity.toBytes() / 4);
    return quarter.isAtLeast(byPods) ? byPods : quarter;
  }

  /** Returns the overhead in whole MiB, rounded up. */
  private MemorySize overhead(MemorySize capacity) {
    BigDecimal mebibytes =
        BigDecimal.valueOf(capacity.toBytes())
            .multiply(options.get(Ack.VM_MEMORY_OVERHEAD_PERCENT))
            .divide(BigDecimal.valueOf(100L << 20), 0, RoundingMode.CEILING);
    return MemorySize.ofMebibytes(mebibytes.longValueExact());
  }

  Note note() {
    return Note.of(
        "allocatable",
        "allocatable memory is the node's memory minus %s%% (kernel), minus the reservation (%s), minus %s (eviction threshold)%s; allocatable CPU is the node's CPU minus %s%s; ACK may reserve other amounts: compare with kubectl describe node, and set the options"
            .formatted(
                options.get(Ack.VM_MEMORY_OVERHEAD_PERCENT).toPlainString(),
                options
                    .get(Ack.RESERVED_MEMORY)
                    .map(MemorySize::toString)
                    .orElse(
                        "11Mi for each of %s pods plus 255Mi, at most 25%%"
                            .formatted(options.get(Ack.MAX_PODS))),
                options.get(Ack.EVICTION_MEMORY),
                daemonSets(options.get(Ack.DAEMONSET_MEMORY)),
                options
                    .get(Ack.RESERVED_CPU)
                    .map(CpuAmount::toString)
                    .orElse(
                        "6%% of the first core, 1%% of the second, 0.5%% of the third and fourth, and 0.25%% of the others (at least %s)"
                            .formatted(LEAST_RESERVED_CPU)),
                daemonSets(options.get(Ack.DAEMONSET_CPU))),
        Documents.RESERVATION);
  }

  private static String daemonSets(CpuAmount cpu) {
    return cpu.isZero() ? "" : DAEMON_SETS.formatted(cpu);
  }

  private static String daemonSets(MemorySize memory) {
    return memory.isZero() ? "" : DAEMON_SETS.formatted(memory);
  }
}
