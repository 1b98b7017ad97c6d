package io.gpuspec.manifest.platform;

/** A line of dcgm-exporter's counters file. */
record Counter(String name, String type, String help) {

  /**
   * Returns text such as {@code DCGM_FI_DEV_GPU_TEMP, gauge, Temperature of the GPU in Celsius.}
   */
  @Override
  public String toString() {
    return name + ", " + type + ", " + help;
  }
}
