package io.gpuspec.manifest.platform;

import static io.gpuspec.manifest.platform.CounterType.COUNTER;
import static io.gpuspec.manifest.platform.CounterType.GAUGE;

import java.util.Arrays;
import java.util.Optional;

/** Metrics that dcgm-exporter can export, in the order of its own counters file. */
enum DcgmField {
  DCGM_FI_DEV_SM_CLOCK(GAUGE, true, "Clock of the multiprocessors in MHz."),
  DCGM_FI_DEV_MEM_CLOCK(GAUGE, true, "Clock of the memory in MHz."),
  DCGM_FI_DEV_MEMORY_TEMP(GAUGE, true, "Temperature of the memory in Celsius."),
  DCGM_FI_DEV_GPU_TEMP(GAUGE, true, "Temperature of the GPU in Celsius."),
  DCGM_FI_DEV_POWER_USAGE(GAUGE, true, "Power drawn in watts."),
  DCGM_FI_DEV_POWER_MGMT_LIMIT(GAUGE, false, "Power that the card may draw in watts."),
  DCGM_FI_DEV_TOTAL_ENERGY_CONSUMPTION(COUNTER, true, "Energy since the start in millijoules."),
  DCGM_FI_DEV_PCIE_REPLAY_COUNTER(COUNTER, true, "Retries on PCIe."),
  DCGM_FI_DEV_GPU_UTIL(GAUGE, true, "Percent of the time in which a kernel ran."),
  DCGM_FI_DEV_MEM_COPY_UTIL(
      GAUGE, true, "Percent of the time in which memory was read or written."),
  DCGM_FI_DEV_ENC_UTIL(GAUGE, true, "Percent of the video encoder in use."),
  DCGM_FI_DEV_DEC_UTIL(GAUGE, true, "Percent of the video decoder in use."),
  DCGM_FI_DEV_XID_ERRORS(GAUGE, true, "Code of the last XID error."),
  DCGM_FI_DEV_POWER_VIOLATION(COUNTER, false, "Time throttled by the power limit."),
  DCGM_FI_DEV_THERMAL_VIOLATION(COUNTER, false, "Time throttled by heat."),
  DCGM_EXP_XID_ERRORS_COUNT(GAUGE, false, "XID errors by code within the exporter's window."),
  DCGM_EXP_XID_ERRORS_TOTAL(COUNTER, false, "XID errors by code since the exporter's start."),
  DCGM_FI_DEV_FB_FREE(GAUGE, true, "Memory free in MiB."),
  DCGM_FI_DEV_FB_USED(GAUGE, true, "Memory used in MiB."),
  DCGM_FI_DEV_FB_RESERVED(GAUGE, true, "Memory reserved by the driver in MiB."),
  DCGM_FI_DEV_ECC_SBE_VOL_TOTAL(COUNTER, false, "ECC errors of one bit since the driver's start."),
  DCGM_FI_DEV_ECC_DBE_VOL_TOTAL(COUNTER, false, "ECC errors of two bits since the driver's start."),
  DCGM_FI_DEV_ECC_SBE_AGG_TOTAL(COUNTER, false, "ECC errors of one bit ever."),
  DCGM_FI_DEV_ECC_DBE_AGG_TOTAL(COUNTER, false, "ECC errors of two bits ever."),
  DCGM_FI_DEV_RETIRED_SBE(COUNTER, false, "Pages retired after errors of one bit."),
  DCGM_FI_DEV_RETIRED_DBE(COUNTER, false, "Pages retired after errors of two bits."),
  DCGM_FI_DEV_RETIRED_PENDING(COUNTER, false, "Pages about to be retired."),
  DCGM_FI_DEV_NVLINK_CRC_FLIT_ERROR_COUNT_TOTAL(COUNTER, false, "Errors of NVLink's flow control."),
  DCGM_FI_DEV_NVLINK_CRC_DATA_ERROR_COUNT_TOTAL(COUNTER, false, "Errors of data on NVLink."),
  DCGM_FI_DEV_NVLINK_REPLAY_ERROR_COUNT_TOTAL(COUNTER, false, "Retries on NVLink."),
  DCGM_FI_DEV_NVLINK_RECOVERY_ERROR_COUNT_TOTAL(COUNTER, false, "Recoveries of NVLink."),
  DCGM_FI_DEV_NVLINK_BANDWIDTH_TOTAL(COUNTER, true, "Data over all lanes of NVLink."),
  DCGM_FI_DEV_VGPU_LICENSE_STATUS(GAUGE, true, "Whether a vGPU has its licence."),
  DCGM_FI_DEV_UNCORRECTABLE_REMAPPED_ROWS(COUNTER, true, "Rows remapped after lasting errors."),
  DCGM_FI_DEV_CORRECTABLE_REMAPPED_ROWS(COUNTER, true, "Rows remapped after passing errors."),
  DCGM_FI_DEV_ROW_REMAP_FAILURE(GAUGE, true, "Whether remapping of rows has failed."),
  DCGM_FI_PROF_GR_ENGINE_ACTIVE(GAUGE, true, "Part of the time in which the engine was active."),
  DCGM_FI_PROF_SM_ACTIVE(GAUGE, false, "Part of the cycles with a warp on a multiprocessor."),
  DCGM_FI_PROF_SM_OCCUPANCY(GAUGE, false, "Part of the warps that multiprocessors had."),
  DCGM_FI_PROF_PIPE_TENSOR_ACTIVE(GAUGE, true, "Part of the cycles of tensor cores in use."),
  DCGM_FI_PROF_DRAM_ACTIVE(GAUGE, true, "Part of the cycles in which memory moved data.");

  private final CounterType type;
  private final boolean byDefault;
  private final String help;

  DcgmField(CounterType type, boolean byDefault, String help) {
    this.type = type;
    this.byDefault = byDefault;
    this.help = help;
  }

  static Optional<DcgmField> of(String name) {
    return Arrays.stream(values()).filter(field -> field.name().equals(name)).findFirst();
  }

  /** Whether dcgm-exporter exports it with its own counters file. */
  boolean isByDefault() {
    return byDefault;
  }

  Counter counter() {
    return new Counter(name(), type, help);
  }
}
