package io.gpuspec.manifest.platform;

/**
 * How the kubelet's static CPU policy picks CPUs ({@code cpuManagerPolicyOptions}): those options
 * that need no feature gate of their own.
 */
public enum CpuOption {
  /** Whole cores only; a pod that asks for an odd number of CPUs of a core with two is refused. */
  FULL_PCPUS_ONLY("full-pcpus-only"),
  /** Evenly over the NUMA nodes, where one is not enough. */
  DISTRIBUTE_CPUS_ACROSS_NUMA("distribute-cpus-across-numa"),
  /** Reserved CPUs run no pod at all, also none without CPUs of its own. */
  STRICT_CPU_RESERVATION("strict-cpu-reservation"),
  /** From one last-level cache, where there is room. */
  PREFER_ALIGN_CPUS_BY_UNCORECACHE("prefer-align-cpus-by-uncorecache");

  private final String text;

  CpuOption(String text) {
    this.text = text;
  }

  /** The word that the kubelet uses. */
  @Override
  public String toString() {
    return text;
  }
}
