package io.gpuspec.eks.internal;

import io.gpuspec.CapacityType;
import io.gpuspec.CpuAmount;
import io.gpuspec.InvalidValueException;
import io.gpuspec.MemorySize;
import io.gpuspec.UnknownNameException;
import io.gpuspec.eks.ConsolidationPolicy;
import io.gpuspec.eks.DisruptionBudget;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What Karpenter's API refuses of a NodePool, refused before it is sent.
 *
 * <p>Source: the custom resource definitions of Karpenter for AWS v1.14.1 (pkg/apis/crds) and
 * {@code RuntimeValidate} of Karpenter v1.14.1 (pkg/apis/v1/nodepool_validation.go), which keeps a
 * NodePool from becoming ready.
 */
public final class KarpenterRules {
  private static final int LONGEST_NAME = 63;
  private static final int LONGEST_DOMAIN = 253;
  private static final int MOST_BUDGETS = 50;
  private static final int GREATEST_WEIGHT = 100;

  private static final String LABEL = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
  private static final Pattern DOMAIN = Pattern.compile(LABEL + "(\\." + LABEL + ")*");
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?");
  private static final Pattern DURATION = Pattern.compile("([0-9]+[smh])+");
  private static final Pattern BUDGET = Pattern.compile("(100|[0-9]{1,2})%|[0-9]{1,9}");
  private static final Pattern BUDGET_DURATION = Pattern.compile("[0-9]+h[0-9]+m|[0-9]+[hm]");
  private static final Pattern SCHEDULE =
      Pattern.compile("@(annually|yearly|monthly|weekly|daily|midnight|hourly)|\\S+( \\S+){4}");
  private static final Pattern COUNT = Pattern.compile("0|[1-9][0-9]{0,8}");
  private static final String NEVER = "Never";

  /** What nodes with NVIDIA GPUs have of all that Karpenter adds up, and the nodes themselves. */
  private static final List<String> COUNTED =
      List.of(
          "nvidia.com/gpu",
          "cpu",
          "memory",
          "nodes",
          "pods",
          "ephemeral-storage",
          "vpc.amazonaws.com/efa",
          "vpc.amazonaws.com/pod-eni");

  /** Labels that a NodePool may require though their domain is Karpenter's. */
  private static final Set<String> OF_KARPENTER =
      new TreeSet<>(
          Stream.concat(
                  Stream.of(Labels.CAPACITY_TYPE),
                  Stream.of(
                          "capacity-reservation-id",
                          "capacity-reservation-interruptible",
                          "capacity-reservation-type",
                          "ec2nodeclass",
                          "instance-accelerator-count",
                          "instance-accelerator-manufacturer",
                          "instance-accelerator-name",
                          "instance-capability-flex",
                          "instance-category",
                          "instance-cpu",
                          "instance-cpu-manufacturer",
                          "instance-cpu-sustained-clock-speed-mhz",
                          "instance-ebs-bandwidth",
                          "instance-encryption-in-transit-supported",
                          "instance-family",
                          "instance-generation",
                          "instance-gpu-count",
                          "instance-gpu-manufacturer",
                          "instance-gpu-memory",
                          "instance-gpu-name",
                          "instance-hypervisor",
                          "instance-local-nvme",
                          "instance-memory",
                          "instance-network-bandwidth",
                          "instance-size",
                          "instance-tenancy",
                          "placement-group-id",
                          "placement-group-partition")
                      .map(name -> "karpenter.k8s.aws/" + name))
              .toList());

  private KarpenterRules() {}

  /** The value, unless it is null. */
  public static <T> T required(String what, @Nullable T value, String allowed) {
    if (value == null) {
      throw new InvalidValueException(what + ": null was given; give " + allowed)
          .see(Pages.NODE_POOLS);
    }
    return value;
  }

  /** The values, unless one is null. */
  public static <T> List<T> all(String what, T @Nullable [] values, String allowed) {
    List<T> copy = new ArrayList<>();
    for (T value : required(what, values, allowed)) {
      copy.add(required(what, value, allowed));
    }
    return List.copyOf(copy);
  }

  /** A name that becomes a label's value as well. */
  public static String name(String what, String name) {
    required(what, name, "a name such as gpu");
    if (name.length() > LONGEST_NAME || !DOMAIN.matcher(name).matches()) {
      throw new InvalidValueException(
              "%s: '%s' is no name; write at most 63 of a-z, 0-9, - and ., each part beginning and ending with a letter or digit, as nodes carry it in a label"
                  .formatted(what, name))
          .see(Pages.NODE_POOLS);
    }
    return name;
  }

  /** The key of a label or taint. */
  private static void key(String what, String key) {
    required(what, key, "a key such as node-type");
    int slash = key.indexOf('/');
    String domain = slash < 0 ? "" : key.substring(0, slash);
    boolean domainIsOne =
        slash < 0 || domain.length() <= LONGEST_DOMAIN && DOMAIN.matcher(domain).matches();
    if (!domainIsOne || !isName(key.substring(slash + 1))) {
      throw new InvalidValueException(
              "%s: '%s' is no key; write name or domain/name, such as example.com/team"
                  .formatted(what, key))
          .see(Pages.NODE_POOLS);
    }
  }

  private static boolean isName(String text) {
    return text.length() <= LONGEST_NAME && NAME.matcher(text).matches();
  }

  /** The key of a label that a NodePool writes or requires. */
  public static void labelKey(String key) {
    key("label", key);
    if (OF_KARPENTER.contains(key)) {
      return;
    }
    String domain = key.contains("/") ? key.substring(0, key.indexOf('/')) : "";
    if (domain.endsWith("karpenter.k8s.aws")) {
      throw new UnknownNameException("label", key, List.copyOf(OF_KARPENTER)).see(Pages.NODE_POOLS);
    }
    if (domain.endsWith("karpenter.sh") || key.equals("kubernetes.io/hostname")) {
      throw new InvalidValueException(
              "label: '%s' is Karpenter's to write; allowed: %s, and any domain but karpenter.sh and karpenter.k8s.aws, such as example.com/team"
                  .formatted(key, Labels.CAPACITY_TYPE))
          .see(Pages.NODE_POOLS);
    }
  }

  /** The value of a label. */
  public static void labelValue(String key, String value) {
    required("label " + key, value, "a text, empty for none");
    if (!value.isEmpty() && !isName(value)) {
      throw new InvalidValueException(
              "label %s: '%s' is no value of a label; write at most 63 of letters, digits, -, _ and ., beginning and ending with a letter or digit"
                  .formatted(key, value))
          .see(Pages.NODE_POOLS);
    }
    if (key.equals(Labels.CAPACITY_TYPE)) {
      capacityType(value);
    }
  }

  /** A text that is a label's value and not empty. */
  public static String labelText(String what, String text) {
    if (!isName(required(what, text, "a name"))) {
      throw new InvalidValueException(
              "write at most 63 letters, digits, - and _, beginning and ending with a letter or digit")
          .see(Pages.NODE_POOLS);
    }
    return text;
  }

  private static void capacityType(String value) {
    List<String> known = Stream.of(CapacityType.values()).map(CapacityType::toString).toList();
    if (!known.contains(value)) {
      throw new UnknownNameException(Labels.CAPACITY_TYPE, value, known).see(Pages.NODE_POOLS);
    }
  }

  /** The key and value of a taint. */
  public static void taint(String key, String value) {
    key("taint", key);
    if (!value.isEmpty() && !isName(value)) {
      throw new InvalidValueException(
              "taint %s: '%s' is no value of a taint; write it as a label's, or leave it empty"
                  .formatted(key, value))
          .see(Pages.NODE_POOLS);
    }
  }

  /** A time in hours, minutes and seconds, or none. */
  public static String duration(String field, String duration) {
    required(field, duration, "a duration such as 30s, or Never");
    if (!duration.equals(NEVER) && !DURATION.matcher(duration).matches()) {
      throw new InvalidValueException(
              "%s: '%s' is no duration of Karpenter's; write hours, minutes and seconds, such as 720h for 30 days or 1h30m, or Never"
                  .formatted(field, duration))
          .see(Pages.NODE_POOLS);
    }
    return duration;
  }

  /** How long a node must have been so. */
  public static void consolidateAfter(ConsolidationPolicy policy, String after) {
    if (after == null || after.isEmpty()) {
      throw new InvalidValueException(
              "consolidateAfter: '' was given with %s, and Karpenter requires it with every policy; write 30s, or 0s for at once"
                  .formatted(policy))
          .see(Pages.NODE_POOLS);
    }
    duration("consolidateAfter", after);
  }

  /** What a budget may say. */
  public static void budget(String nodes, Optional<String> schedule, Optional<String> duration) {
    required("budget", nodes, "a number of nodes or a percentage");
    if (!BUDGET.matcher(nodes).matches()) {
      throw new InvalidValueException(
              "budget: '%s' is neither a number of nodes nor a percentage up to 100; write 1, or 10%%"
                  .formatted(nodes))
          .see(Pages.NODE_POOLS);
    }
    required("schedule", schedule, "an Optional");
    required("duration", duration, "an Optional");
    if (schedule.isPresent() != duration.isPresent()) {
      throw new InvalidValueException(
              "budget: '%s' has a schedule or a duration alone; Karpenter takes both or neither: during(\"0 9 * * mon-fri\", \"8h\")"
                  .formatted(nodes))
          .see(Pages.NODE_POOLS);
    }
    schedule.ifPresent(KarpenterRules::schedule);
    duration.ifPresent(KarpenterRules::budgetDuration);
  }

  private static void schedule(String schedule) {
    if (!SCHEDULE.matcher(schedule).matches()) {
      throw new InvalidValueException(
              "budget schedule: '%s' is no cron line; write five fields in UTC, such as 0 9 * * mon-fri, or @daily"
                  .formatted(schedule))
          .see(Pages.NODE_POOLS);
    }
  }

  private static void budgetDuration(String duration) {
    if (!BUDGET_DURATION.matcher(duration).matches()) {
      throw new InvalidValueException(
              "budget duration: '%s' is not in hours and minutes, which is all that Karpenter takes here; write 8h or 8h30m"
                  .formatted(duration))
          .see(Pages.NODE_POOLS);
    }
  }

  /** So many as Karpenter takes. */
  public static List<DisruptionBudget> budgets(List<DisruptionBudget> budgets) {
    List<DisruptionBudget> copy =
        List.copyOf(required("budgets", budgets, "a list, empty for none"));
    if (copy.size() > MOST_BUDGETS) {
      throw new InvalidValueException(
              "budgets: %d are more than the %d that Karpenter takes; leave some out"
                  .formatted(copy.size(), MOST_BUDGETS))
          .see(Pages.NODE_POOLS);
    }
    return copy;
  }

  /** What orders pools. */
  public static int weight(int weight) {
    if (weight < 1 || weight > GREATEST_WEIGHT) {
      throw new InvalidValueException(
              "weight: '%d' is not from 1 to %d; the greater is tried first, and a pool without one last"
                  .formatted(weight, GREATEST_WEIGHT))
          .see(Pages.NODE_POOLS);
    }
    return weight;
  }

  /** An amount that a pool may have of a resource. */
  public static String limit(String resource, String amount) {
    if (!COUNTED.contains(required("limit", resource, "a resource such as nvidia.com/gpu"))) {
      throw new InvalidValueException(
              "limit: '%s' is nothing that Karpenter counts on these nodes, so it would limit nothing; write one of %s"
                  .formatted(resource, String.join(", ", COUNTED)))
          .see(Pages.NODE_POOLS);
    }
    required("limit " + resource, amount, "a quantity such as 8");
    switch (resource) {
      case "cpu" -> CpuAmount.parse(amount);
      case "memory", "ephemeral-storage" -> MemorySize.parse(amount);
      default -> {
        if (!COUNT.matcher(amount).matches()) {
          throw new InvalidValueException(
                  "limit %s: '%s' is no whole number; write it like 8".formatted(resource, amount))
              .see(Pages.NODE_POOLS);
        }
      }
    }
    return amount;
  }
}
