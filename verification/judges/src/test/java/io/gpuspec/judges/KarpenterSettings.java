package io.gpuspec.judges;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gpuspec.Gpus;
import io.gpuspec.Target;
import io.gpuspec.value.CpuAmount;
import io.gpuspec.value.MemorySize;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;

/**
 * The same settings twice: as options of the target {@code eks}, and as Karpenter's own and those
 * of its EC2NodeClass.
 *
 * @param options by name, such as {@code max-pods}, and value
 */
record KarpenterSettings(Map<String, String> options) {
  private static final List<String> AMI_FAMILIES =
      List.of("AL2023", "AL2", "Bottlerocket", "Custom");
  private static final BigDecimal DEFAULT_PERCENT = new BigDecimal("7.5");

  static final KarpenterSettings DEFAULTS = new KarpenterSettings(Map.of());

  /** Each option is changed or not, without regard to the others. */
  static KarpenterSettings random(Random random) {
    Map<String, String> options = new LinkedHashMap<>();
    sometimes(random, options, "vm-memory-overhead-percent", percent(random, 12, 3));
    sometimes(random, options, "ami-family", pick(random, AMI_FAMILIES).toLowerCase(Locale.ROOT));
    sometimes(random, options, "max-pods", String.valueOf(10 + random.nextInt(300)));
    sometimes(random, options, "kube-reserved-cpu", random.nextInt(500) + "m");
    sometimes(random, options, "kube-reserved-memory", random.nextInt(3000) + "Mi");
    sometimes(random, options, "system-reserved-cpu", random.nextInt(300) + "m");
    sometimes(random, options, "system-reserved-memory", random.nextInt(1000) + "Mi");
    sometimes(
        random,
        options,
        "eviction-memory",
        random.nextBoolean() ? percent(random, 101, 2) + "%" : random.nextInt(2000) + "Mi");
    sometimes(random, options, "daemonset-cpu", (1 + random.nextInt(900)) + "m");
    sometimes(random, options, "daemonset-memory", (1 + random.nextInt(2000)) + "Mi");
    if (options.getOrDefault("ami-family", "").equals("custom")) {
      options.put("user-data", "#!/bin/sh");
    }
    return new KarpenterSettings(options);
  }

  private static void sometimes(
      Random random, Map<String, String> options, String name, String value) {
    if (random.nextInt(3) == 0) {
      options.put(name, value);
    }
  }

  /** Whole or with decimals, 0 or from 1 up; an EC2NodeClass takes two at most. */
  private static String percent(Random random, int below, int most) {
    int decimals = random.nextInt(most + 1);
    int whole = random.nextInt(below);
    return whole == 0 || whole == 100 || decimals == 0
        ? String.valueOf(whole)
        : whole + "." + (1 + random.nextInt((int) Math.pow(10, decimals) - 1));
  }

  private static <T> T pick(Random random, List<T> of) {
    return of.get(random.nextInt(of.size()));
  }

  Target on(Gpus gpus) {
    Target eks = gpus.in("eks");
    for (Map.Entry<String, String> option : options.entrySet()) {
      eks = eks.with(option.getKey(), option.getValue());
    }
    return eks;
  }

  /** The millicores that the cluster's DaemonSets request. */
  long daemonSetMillicores() {
    return CpuAmount.parse(options.getOrDefault("daemonset-cpu", "0")).toMillicores();
  }

  /** The bytes that the cluster's DaemonSets request. */
  long daemonSetBytes() {
    return MemorySize.parse(options.getOrDefault("daemonset-memory", "0")).toBytes();
  }

  /** As karpenter-filter reads them. */
  ObjectNode json() {
    ObjectNode settings = JsonNodeFactory.instance.objectNode();
    BigDecimal percent =
        options.containsKey("vm-memory-overhead-percent")
            ? new BigDecimal(options.get("vm-memory-overhead-percent"))
            : DEFAULT_PERCENT;
    settings.put("vmMemoryOverheadPercent", percent.movePointLeft(2));
    ObjectNode nodeClass = settings.putObject("nodeClass");
    nodeClass.put("amiFamily", amiFamily());
    ObjectNode kubelet = nodeClass.putObject("kubelet");
    if (options.containsKey("max-pods")) {
      kubelet.put("maxPods", Integer.parseInt(options.get("max-pods")));
    }
    copy("kube-reserved", kubelet, "kubeReserved");
    copy("system-reserved", kubelet, "systemReserved");
    if (options.containsKey("eviction-memory")) {
      kubelet.putObject("evictionHard").put("memory.available", options.get("eviction-memory"));
    }
    copy("daemonset", settings, "daemonSets");
    return settings;
  }

  private String amiFamily() {
    String chosen = options.getOrDefault("ami-family", "al2023");
    return AMI_FAMILIES.stream().filter(chosen::equalsIgnoreCase).findFirst().orElseThrow();
  }

  private void copy(String prefix, ObjectNode into, String field) {
    for (String resource : List.of("cpu", "memory")) {
      String value = options.get(prefix + "-" + resource);
      if (value != null) {
        into.withObjectProperty(field).put(resource, value);
      }
    }
  }

  /** As it is typed in Java: {@code Gpus.load().in("eks").with("max-pods", "30")}. */
  @Override
  public String toString() {
    StringBuilder java = new StringBuilder("Gpus.load().in(\"eks\")");
    options.forEach((name, value) -> java.append(".with(\"%s\", \"%s\")".formatted(name, value)));
    return java.toString();
  }
}
