package io.gpuspec.manifest.internal.tree;

import io.fabric8.kubernetes.api.model.Quantity;
import io.gpuspec.value.CpuAmount;
import io.gpuspec.value.MemorySize;

/**
 * The only conversion of amounts to fabric8 quantities, which are lenient, mutable and inexact for
 * large values.
 */
public final class Quantities {
  private Quantities() {}

  public static Quantity of(CpuAmount cpu) {
    return Quantity.parse(cpu.toString());
  }

  public static Quantity of(MemorySize memory) {
    return Quantity.parse(memory.toString());
  }

  /** Devices are counted whole. */
  public static Quantity of(int devices) {
    return Quantity.parse(String.valueOf(devices));
  }
}
