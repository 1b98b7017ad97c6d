package io.gpuspec.manifest;

import io.fabric8.kubernetes.api.model.Quantity;
import io.gpuspec.value.CpuAmount;
import io.gpuspec.value.MemorySize;

/**
 * The only conversion of amounts to fabric8 quantities, which are lenient, mutable and inexact for
 * large values.
 */
final class Quantities {
  private Quantities() {}

  static Quantity of(CpuAmount cpu) {
    return Quantity.parse(cpu.toString());
  }

  static Quantity of(MemorySize memory) {
    return Quantity.parse(memory.toString());
  }

  /** Devices are counted whole. */
  static Quantity of(int devices) {
    return Quantity.parse(String.valueOf(devices));
  }
}
