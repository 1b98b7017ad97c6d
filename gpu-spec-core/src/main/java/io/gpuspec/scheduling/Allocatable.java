package io.gpuspec.scheduling;

import io.gpuspec.internal.Arguments;
import io.gpuspec.internal.Words;
import io.gpuspec.value.CpuAmount;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.MemorySize;

/**
 * The part of a node that pods can use: its capacity minus what the node reserves for itself.
 *
 * <pre>{@code
 * Shape shape = gpus.in("eks").match(GpuRequest.of("A10G")).orThrow().shape();
 * shape.cpu();                  // 4
 * shape.allocatable().cpu();    // 3920m
 * }</pre>
 *
 * @param cpu in millicores
 * @param memory in bytes
 */
public record Allocatable(CpuAmount cpu, MemorySize memory) {

  /**
   * Refuses null.
   *
   * @throws InvalidValueException if either is negative
   */
  public Allocatable {
    Arguments.notNull("cpu, memory", cpu, memory);
    if (cpu.isNegative() || memory.isNegative()) {
      throw new InvalidValueException(
          "catalog.out-of-range",
          "allocatable: '%s' and '%s' were given; a node that keeps everything has 0 left, not less"
              .formatted(cpu, memory));
    }
  }

  /**
   * Returns what each of this many equal pods can have of it, in whole millicores and MiB.
   *
   * @throws InvalidValueException if there is no pod
   */
  public Allocatable part(int pods) {
    if (pods < 1) {
      throw new InvalidValueException(
          "replicas.out-of-range", "pods: '%s' was given; there is at least 1".formatted(pods));
    }
    return new Allocatable(
        CpuAmount.ofMillicores(cpu.toMillicores() / pods),
        MemorySize.ofMebibytes((memory.toBytes() >> 20) / pods));
  }

  /** Returns text such as {@code 7.91 cores · about 28.9Gi}. */
  @Override
  public String toString() {
    return Words.cores(cpu) + " · " + Words.memory(memory);
  }
}
