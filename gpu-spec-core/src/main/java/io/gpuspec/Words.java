package io.gpuspec;

/** Amounts with their units, in the singular where there is one. */
final class Words {
  private Words() {}

  static String cores(CpuAmount cpu) {
    return cpu + (cpu.toMillicores() == 1000 ? " core" : " cores");
  }

  static String gpus(int count) {
    return count + (count == 1 ? " GPU" : " GPUs");
  }
}
