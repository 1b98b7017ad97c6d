package io.gpuspec.mig;

import io.gpuspec.internal.TextTable;
import io.gpuspec.value.MemorySize;
import io.gpuspec.value.Text;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.Collectors;

/** The text form of profiles and layouts. */
final class MigText {
  private static final BigDecimal GIBIBYTE = BigDecimal.valueOf(1L << 30);

  private MigText() {}

  static String profile(MigProfile profile) {
    List<String> parts = new ArrayList<>();
    parts.add(
        profile.computeSlices()
            + " compute and "
            + (profile.memorySlices() == 0 ? "unknown" : profile.memorySlices())
            + " memory slices");
    parts.add(
        profile
            .memory()
            .map(MigText::gibibytes)
            .orElse("memory unknown, nominal " + profile.nominalMemory()));
    parts.add("at most " + profile.maxInstances());
    parts.add(
        profile.placements().isEmpty()
            ? "placements unknown"
            : "at " + starts(profile.placements()));
    return profile.name() + ": " + String.join(", ", parts);
  }

  static Text table(Collection<MigProfile> profiles) {
    TextTable table =
        new TextTable(
            "PROFILE", "ID", "MEMORY", "NOMINAL", "COMPUTE", "SLICES", "SM", "MEDIA", "MOST", "AT");
    for (MigProfile profile : profiles) {
      table.row(
          profile.name(),
          number(profile.id()),
          profile.memory().map(MigText::gibibytes).orElse(""),
          profile.nominalMemory().toString(),
          String.valueOf(profile.computeSlices()),
          profile.memorySlices() == 0 ? "" : String.valueOf(profile.memorySlices()),
          number(profile.multiprocessors()),
          media(profile.engines()),
          String.valueOf(profile.maxInstances()),
          starts(profile.placements()));
    }
    return Text.of(table.toString());
  }

  private static String number(OptionalInt value) {
    return value.isPresent() ? String.valueOf(value.getAsInt()) : "";
  }

  /** Returns text such as {@code 1 NVDEC, 1 OFA}. */
  private static String media(MigEngines engines) {
    return engines.total() == 0 ? "" : engines.toString();
  }

  /**
   * Returns text such as {@code 9.75Gi}: two decimals, rounded down, so that it never seems that a
   * need fits.
   */
  static String gibibytes(MemorySize size) {
    return BigDecimal.valueOf(size.toBytes())
            .divide(GIBIBYTE, 2, RoundingMode.FLOOR)
            .stripTrailingZeros()
            .toPlainString()
        + "Gi";
  }

  static String starts(Collection<MigPlacement> placements) {
    return placements.stream()
        .map(placement -> String.valueOf(placement.start()))
        .collect(Collectors.joining(", "));
  }

  /** Returns text such as {@code 2 x 1g.5gb, 3g.20gb}, each profile once, in the order given. */
  static String counted(Collection<String> profiles) {
    Map<String, Integer> counts = new LinkedHashMap<>();
    profiles.forEach(profile -> counts.merge(profile, 1, Integer::sum));
    if (counts.isEmpty()) {
      return "none";
    }
    return counts.entrySet().stream()
        .map(each -> (each.getValue() == 1 ? "" : each.getValue() + " x ") + each.getKey())
        .collect(Collectors.joining(", "));
  }

  static String gpus(int count) {
    return count + (count == 1 ? " GPU" : " GPUs");
  }
}
