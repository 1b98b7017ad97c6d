package io.gpuspec.manifest.internal.found;

import io.gpuspec.internal.yaml.YamlText;
import io.gpuspec.manifest.internal.tree.YamlPlace;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.scheduling.PodView.Role;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a driver or an executor of Spark requests: its cores, and its memory with the overhead.
 *
 * <p>Source: Apache Spark 3.5, resource-managers/kubernetes, BasicExecutorFeatureStep and
 * BasicDriverFeatureStep; defaults from docs/running-on-kubernetes.md.
 *
 * @param role the driver or the executor
 * @param spec the application's specification
 */
record SparkPod(YamlPlace role, YamlPlace spec) {
  private static final Pattern SIZE = Pattern.compile("(\\d+)(b|[kmgtp]b?)?");
  private static final String UNITS = "bkmgtp";
  private static final int MEBI = 2;
  private static final long LEAST_OVERHEAD = 384;

  PodView.Container container() {
    Map<String, String> requests = new LinkedHashMap<>();
    Map<String, String> limits = new LinkedHashMap<>();
    requests.put("cpu", text("coreRequest").or(() -> text("cores")).orElse("1"));
    text("coreLimit").ifPresent(most -> limits.put("cpu", most));
    String memory = memory() + "Mi";
    requests.put("memory", memory);
    limits.put("memory", memory);
    role.find("gpu")
        .ifPresent(
            gpu -> limits.put(gpu.require("name").string(), gpu.require("quantity").quantity()));
    return new PodView.Container("spark", Role.MAIN, requests, limits);
  }

  /** In MiB. */
  private long memory() {
    long heap = role.find("memory").map(SparkPod::mebibytes).orElse(1024L);
    long overhead =
        role.find("memoryOverhead")
            .map(SparkPod::mebibytes)
            .orElseGet(() -> Math.max(LEAST_OVERHEAD, share(heap)));
    return Math.addExact(heap, overhead);
  }

  private long share(long heap) {
    BigDecimal factor =
        role.find("memoryOverheadFactor")
            .or(() -> spec.find("memoryOverheadFactor"))
            .map(SparkPod::fraction)
            .orElse(new BigDecimal(isJvm() ? "0.1" : "0.4"));
    return factor.multiply(BigDecimal.valueOf(heap)).longValue();
  }

  private static BigDecimal fraction(YamlPlace factor) {
    try {
      return new BigDecimal(factor.quantity());
    } catch (NumberFormatException e) {
      throw factor.problem(
          "'%s' is not a fraction; write it like '0.1'"
              .formatted(YamlText.shown(factor.quantity())));
    }
  }

  private boolean isJvm() {
    return spec.find("type")
        .map(YamlPlace::string)
        .filter(type -> type.equals("Python") || type.equals("R"))
        .isEmpty();
  }

  /** A size as the JVM writes it, in MiB unless it has a unit. */
  private static long mebibytes(YamlPlace size) {
    String text = size.quantity();
    Matcher matcher = SIZE.matcher(text.toLowerCase(Locale.ROOT));
    if (!matcher.matches() || matcher.group(1).length() > 12) {
      throw size.problem(
          "'%s' is not a size of Spark; write it like '8g' or '512m'"
              .formatted(YamlText.shown(text)));
    }
    long amount = Long.parseLong(matcher.group(1));
    int unit = matcher.group(2) == null ? MEBI : UNITS.indexOf(matcher.group(2).charAt(0));
    return unit < MEBI
        ? amount >> (10 * (MEBI - unit))
        : Math.multiplyExact(amount, 1L << (10 * (unit - MEBI)));
  }

  private Optional<String> text(String field) {
    return role.find(field).map(YamlPlace::quantity);
  }
}
