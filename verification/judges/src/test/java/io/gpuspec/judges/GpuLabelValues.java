package io.gpuspec.judges;

import io.gpuspec.GpuModel;
import io.gpuspec.GpuSpec;
import java.util.Map;
import java.util.Optional;

/**
 * The labels that say something of the GPUs of a node, where NVIDIA's GPU Feature Discovery or
 * another writes them. By hand: what we make of them is what is judged.
 *
 * @param product {@code nvidia.com/gpu.product}
 * @param memory {@code nvidia.com/gpu.memory}, MiB as the driver reports them
 * @param gke {@code cloud.google.com/gke-accelerator}, empty where Google has no such GPU
 */
record GpuLabelValues(String product, String family, String memory, String gke) {
  static final String PRODUCT = "nvidia.com/gpu.product";
  static final String FAMILY = "nvidia.com/gpu.family";
  static final String MEMORY = "nvidia.com/gpu.memory";
  static final String COUNT = "nvidia.com/gpu.count";
  static final String GKE = "cloud.google.com/gke-accelerator";

  /** By our name of the card. */
  static final Map<String, GpuLabelValues> BY_CARD =
      Map.ofEntries(
          Map.entry("T4", new GpuLabelValues("Tesla-T4", "turing", "15360", "nvidia-tesla-t4")),
          Map.entry("T4g", new GpuLabelValues("NVIDIA-T4G", "turing", "15360", "")),
          Map.entry("A10", new GpuLabelValues("NVIDIA-A10", "ampere", "23028", "")),
          Map.entry("A10G", new GpuLabelValues("NVIDIA-A10G", "ampere", "23028", "")),
          Map.entry("L4", new GpuLabelValues("NVIDIA-L4", "ada-lovelace", "23034", "nvidia-l4")),
          Map.entry("L20", new GpuLabelValues("NVIDIA-L20", "ada-lovelace", "46068", "")),
          Map.entry("L40S", new GpuLabelValues("NVIDIA-L40S", "ada-lovelace", "46068", "")),
          Map.entry(
              "P100",
              new GpuLabelValues("Tesla-P100-PCIE-16GB", "pascal", "16280", "nvidia-tesla-p100")),
          Map.entry(
              "V100-16G",
              new GpuLabelValues("Tesla-V100-SXM2-16GB", "volta", "16384", "nvidia-tesla-v100")),
          Map.entry("V100-32G", new GpuLabelValues("Tesla-V100-SXM2-32GB", "volta", "32768", "")),
          Map.entry(
              "A100-40G",
              new GpuLabelValues("NVIDIA-A100-SXM4-40GB", "ampere", "40960", "nvidia-tesla-a100")),
          Map.entry(
              "A100-80G",
              new GpuLabelValues("NVIDIA-A100-SXM4-80GB", "ampere", "81920", "nvidia-a100-80gb")),
          Map.entry(
              "H100-80G",
              new GpuLabelValues("NVIDIA-H100-80GB-HBM3", "hopper", "81559", "nvidia-h100-80gb")),
          Map.entry(
              "H200", new GpuLabelValues("NVIDIA-H200", "hopper", "143771", "nvidia-h200-141gb")),
          Map.entry(
              "B200", new GpuLabelValues("NVIDIA-B200", "blackwell", "183359", "nvidia-b200")),
          Map.entry("B300", new GpuLabelValues("NVIDIA-B300-SXM6-AC", "blackwell", "275040", "")),
          Map.entry(
              "RTX-PRO-4500",
              new GpuLabelValues(
                  "NVIDIA-RTX-PRO-4500-Blackwell-Server-Edition", "blackwell", "32623", "")),
          Map.entry(
              "RTX-PRO-6000-Server",
              new GpuLabelValues(
                  "NVIDIA-RTX-PRO-6000-Blackwell-Server-Edition",
                  "blackwell",
                  "97887",
                  "nvidia-rtx-pro-6000")));

  static boolean isOne(String key) {
    return key.equals(PRODUCT)
        || key.equals(FAMILY)
        || key.equals(MEMORY)
        || key.equals(COUNT)
        || key.equals(GKE);
  }

  /** What a node of this row has under such a label; nothing where it cannot have it. */
  static Optional<String> of(String key, GpuSpec row) {
    Optional<GpuLabelValues> values = row.model().map(GpuModel::name).map(BY_CARD::get);
    return switch (key) {
      case PRODUCT -> values.map(GpuLabelValues::product);
      case FAMILY -> values.map(GpuLabelValues::family);
      case MEMORY -> values.map(GpuLabelValues::memory);
      case GKE -> values.map(GpuLabelValues::gke).filter(value -> !value.isEmpty());
      case COUNT -> Optional.of(String.valueOf(row.gpus()));
      default -> Optional.empty();
    };
  }
}
