package io.gpuspec.eks.internal.rules;

import io.gpuspec.GpuRequest;
import io.gpuspec.GpuSpec;
import io.gpuspec.Shape;
import io.gpuspec.value.MemorySize;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The labels that Karpenter writes on a node and that follow from its instance type alone. Sizes
 * are in MiB.
 *
 * <p>A slice of a card has the count 0, because the API counts no whole GPU there.
 */
public final class InstanceLabels {
  /** The keys of all of them. */
  public static final List<String> NAMES =
      List.of(
          Labels.INSTANCE_TYPE,
          Labels.ARCH,
          Labels.OS,
          Labels.CATEGORY,
          Labels.GENERATION,
          Labels.FAMILY,
          Labels.SIZE,
          Labels.CPU,
          Labels.MEMORY,
          Labels.GPU_MANUFACTURER,
          Labels.GPU_COUNT,
          Labels.GPU_NAME,
          Labels.GPU_MEMORY,
          Labels.HYPERVISOR,
          Labels.ENCRYPTION,
          Labels.LOCAL_NVME,
          Labels.EBS_BANDWIDTH,
          Labels.NETWORK_BANDWIDTH,
          Labels.CPU_MANUFACTURER,
          Labels.CPU_CLOCK,
          Labels.FLEX);

  private static final long MEBIBYTE = 1L << 20;

  /** Family with its category and generation, and size: {@code gr6f.4xlarge}. */
  private static final Pattern TYPE =
      Pattern.compile("(?<family>(?<category>[a-z]+)(?<generation>[0-9]+)[^.]*)\\.(?<size>.+)");

  private InstanceLabels() {}

  /** Returns those of a row, by key. */
  public static Map<String, String> of(GpuSpec row) {
    Map<String, String> labels = new LinkedHashMap<>();
    NAMES.forEach(name -> value(name, row).ifPresent(value -> labels.put(name, value)));
    return labels;
  }

  /** The value of one of them; empty where a node of this type has no such label. */
  public static Optional<String> value(String label, GpuSpec row) {
    return switch (label) {
      case Labels.INSTANCE_TYPE -> Optional.of(row.name());
      case Labels.ARCH -> Optional.of(row.arch().toString());
      case Labels.OS -> Optional.of("linux");
      case Labels.CATEGORY -> part("category", row);
      case Labels.GENERATION -> part("generation", row);
      case Labels.FAMILY -> part("family", row);
      case Labels.SIZE -> part("size", row);
      case Labels.CPU -> Optional.of(String.valueOf(machine(row).cpu().toMillicores() / 1000));
      case Labels.MEMORY -> Optional.of(mebibytes(machine(row).memory()));
      case Labels.GPU_MANUFACTURER -> Optional.of("nvidia");
      case Labels.GPU_COUNT -> Optional.of(row.isWhole() ? String.valueOf(row.gpus()) : "0");
      case Labels.GPU_NAME -> Optional.of(gpuName(row));
      case Labels.GPU_MEMORY -> Optional.of(gpuMemory(row));
      case Labels.HYPERVISOR -> hypervisor(row);
      case Labels.ENCRYPTION -> row.attribute("encryptionInTransit");
      case Labels.LOCAL_NVME -> row.attribute("localNvme");
      case Labels.EBS_BANDWIDTH -> row.attribute("ebsBandwidth");
      case Labels.NETWORK_BANDWIDTH -> row.attribute("networkBandwidth");
      case Labels.CPU_MANUFACTURER -> row.attribute("cpuManufacturer");
      case Labels.CPU_CLOCK -> row.attribute("cpuClock");
      case Labels.FLEX -> row.attribute("capabilityFlex");
      default -> Optional.empty();
    };
  }

  /** A metal instance has the label, and no value there. */
  private static Optional<String> hypervisor(GpuSpec row) {
    return row.attribute("hypervisor")
        .or(() -> row.name().endsWith(".metal") ? Optional.of("") : Optional.empty());
  }

  private static Optional<String> part(String group, GpuSpec row) {
    Matcher type = TYPE.matcher(row.name());
    return type.matches() ? Optional.of(type.group(group)) : Optional.empty();
  }

  private static Shape machine(GpuSpec row) {
    return row.shapes().get(0);
  }

  /** The GPU as the API calls it, in lower case with hyphens. */
  public static String gpuName(GpuSpec row) {
    return row.attribute("karpenterName").orElseGet(() -> row.gpu().toLowerCase(Locale.ROOT));
  }

  /** The memory of one GPU as the API reports it. */
  public static String gpuMemory(GpuSpec row) {
    return row.gpuMemoryReported().or(row::gpuMemory).map(InstanceLabels::mebibytes).orElse("");
  }

  /**
   * Returns whether a row is requested by its own name, or is a slice, whose GPU's name is that of
   * the card.
   */
  public static boolean isAskedAsItself(GpuRequest request, GpuSpec row) {
    return !row.isWhole()
        || request.devices().names().stream().anyMatch(row.name()::equalsIgnoreCase);
  }

  private static String mebibytes(MemorySize size) {
    return String.valueOf(size.toBytes() / MEBIBYTE);
  }
}
