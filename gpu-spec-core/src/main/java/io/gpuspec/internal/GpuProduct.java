package io.gpuspec.internal;

import java.util.regex.Pattern;

/**
 * A driver's name of a GPU as GPU Feature Discovery writes it into a label: {@code NVIDIA A100 80GB
 * PCIe} is {@code NVIDIA-A100-80GB-PCIe}.
 *
 * <p>Source: NVIDIA k8s-device-plugin 0.20.0, {@code internal/lm/resource.go}.
 */
public final class GpuProduct {
  /** What the label has before the profile, where the GPUs of a node are instances. */
  public static final String MIG = "-MIG-";

  /** What the label ends with where the GPUs of a node are slices of cards. */
  public static final String SHARED = "-SHARED";

  private static final Pattern NOT_IN_A_LABEL = Pattern.compile("[^A-Za-z0-9-_. ]");
  private static final Pattern SPACES = Pattern.compile("\\s+");

  private GpuProduct() {}

  /** The value of {@code nvidia.com/gpu.product}. */
  public static String of(String driverName) {
    return SPACES
        .matcher(NOT_IN_A_LABEL.matcher(driverName).replaceAll("").strip())
        .replaceAll("-");
  }

  /** Returns whether a label says that GPUs of the node are parts of cards: instances or slices. */
  public static boolean isOfParts(String label) {
    return label.contains(MIG) || label.endsWith(SHARED);
  }
}
