package io.gpuspec.tke;

/** A type of cloud disk, as Tencent Cloud names it. */
public enum CloudDisk {
  /** Hard disk. */
  CLOUD_BASIC,
  /** Premium, the default. */
  CLOUD_PREMIUM,
  /** SSD. */
  CLOUD_SSD,
  /** Enhanced SSD. */
  CLOUD_HSSD,
  /** ulTra SSD. */
  CLOUD_TSSD
}
