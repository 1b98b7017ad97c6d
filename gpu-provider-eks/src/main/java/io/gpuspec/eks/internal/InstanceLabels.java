package io.gpuspec.eks.internal;

import io.gpuspec.GpuSpec;
import io.gpuspec.MemorySize;
import io.gpuspec.Shape;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The labels that Karpenter puts on a node of an instance type: those that follow from the type
 * alone. Sizes are in MiB.
 *
 * <p>A slice of a card has the count 0, because the API counts no whole GPU there.
 */
final class InstanceLabels {
  private static final long MEBIBYTE = 1L << 20;

  /** Category, generation, the rest of the family, and size: {@code gr6f.4xlarge}. */
  private static final Pattern TYPE = Pattern.compile("([a-z]+)([0-9]+)[^.]*\\.(.+)");

  private InstanceLabels() {}

  static Map<String, String> of(GpuSpec row) {
    Map<String, String> labels = new LinkedHashMap<>();
    labels.put(Labels.INSTANCE_TYPE, row.name());
    labels.put(Labels.ARCH, row.arch().toString());
    labels.put(Labels.OS, "linux");
    Matcher type = TYPE.matcher(row.name());
    if (type.matches()) {
      labels.put(Labels.CATEGORY, type.group(1));
      labels.put(Labels.GENERATION, type.group(2));
      labels.put(Labels.FAMILY, row.name().substring(0, row.name().indexOf('.')));
      labels.put(Labels.SIZE, type.group(3));
    }
    Shape machine = row.shapes().get(0);
    labels.put(Labels.CPU, String.valueOf(machine.cpu().toMillicores() / 1000));
    labels.put(Labels.MEMORY, mebibytes(machine.memory()));
    labels.put(Labels.GPU_MANUFACTURER, "nvidia");
    labels.put(Labels.GPU_COUNT, row.isWhole() ? String.valueOf(row.gpus()) : "0");
    labels.put(Labels.GPU_NAME, gpuName(row));
    labels.put(Labels.GPU_MEMORY, gpuMemory(row));
    return labels;
  }

  /** The GPU as the API calls it, in lower case with hyphens. */
  static String gpuName(GpuSpec row) {
    return row.attribute("karpenterName").orElseGet(() -> row.gpu().toLowerCase(Locale.ROOT));
  }

  /** The memory of one GPU as the API reports it. */
  static String gpuMemory(GpuSpec row) {
    return row.gpuMemoryReported().or(row::gpuMemory).map(InstanceLabels::mebibytes).orElse("");
  }

  private static String mebibytes(MemorySize size) {
    return String.valueOf(size.toBytes() / MEBIBYTE);
  }
}
