package io.gpuspec.eks.internal.rules;

import io.gpuspec.CapacityType;
import io.gpuspec.kube.KubeNames;
import io.gpuspec.value.CpuAmount;
import io.gpuspec.value.GpuSpecException;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.MemorySize;
import io.gpuspec.value.UnknownNameException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The rules of Karpenter's API for a NodePool, checked before it is sent.
 *
 * <p>Source: the custom resource definitions of Karpenter for AWS v1.14.1 (pkg/apis/crds) and
 * {@code RuntimeValidate} of Karpenter v1.14.1 (pkg/apis/v1/nodepool_validation.go), which keeps a
 * NodePool from becoming ready. v1.15.0 has the same rules, except that {@code consolidateAfter}
 * can be left out.
 */
public final class KarpenterRules {
  private static final int LONGEST_NAME = 63;
  private static final int GREATEST_WEIGHT = 100;

  private static final Pattern DURATION = Pattern.compile("([0-9]+[smh])++");
  private static final Pattern BUDGET = Pattern.compile("(100|[0-9]{1,2})%|[0-9]{1,9}");
  private static final Pattern BUDGET_DURATION = Pattern.compile("[0-9]+h[0-9]+m|[0-9]+[hm]");
  private static final Pattern SCHEDULE =
      Pattern.compile("@(annually|yearly|monthly|weekly|daily|midnight|hourly)|\\S+( \\S+){4}");
  private static final Pattern COUNT = Pattern.compile("0|[1-9][0-9]{0,8}");
  private static final String NEVER = "Never";

  private static final List<String> POLICIES =
      List.of("WhenEmpty", "WhenEmptyOrUnderutilized", "Balanced");

  /** The resources of nodes with NVIDIA GPUs that Karpenter adds up, and the nodes themselves. */
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

  /** Returns an error that ends with the page on NodePools. */
  public static GpuSpecException refused(String format, Object... values) {
    return new InvalidValueException("karpenter.malformed", format.formatted(values))
        .see(Documents.NODE_POOLS_PAGE);
  }

  /** The value, unless it is null. */
  public static <T> T required(String what, @Nullable T value, String allowed) {
    return InvalidValueException.requireNonNull(what, value, allowed);
  }

  /** The values, unless one is null. */
  public static <T> List<T> all(String what, T @Nullable [] values, String allowed) {
    List<T> copy = new ArrayList<>();
    for (T value : required(what, values, allowed)) {
      copy.add(required(what, value, allowed));
    }
    return List.copyOf(copy);
  }

  /** Checks a name that also becomes a label's value. */
  public static String name(String what, String name) {
    required(what, name, "a name such as gpu");
    if (name.length() > LONGEST_NAME || !KubeNames.isSubdomain(name)) {
      throw refused(
          "%s: '%s' is not a name; write at most 63 of a-z, 0-9, - and ., each part beginning and"
              + " ending with a letter or digit, as nodes carry it in a label",
          what, name);
    }
    return name;
  }

  /** The key of a label or taint. */
  private static void key(String what, String key) {
    required(what, key, "a key such as node-type");
    if (!KubeNames.isKey(key)) {
      throw refused(
          "%s: '%s' is not a key; write name or domain/name, such as example.com/team", what, key);
    }
  }

  /** The key of a label that a NodePool writes or requires. */
  public static void labelKey(String key) {
    key("label", key);
    if (OF_KARPENTER.contains(key)) {
      return;
    }
    String domain = key.contains("/") ? key.substring(0, key.indexOf('/')) : "";
    if (domain.endsWith("karpenter.k8s.aws")) {
      throw new UnknownNameException("karpenter.unknown", "label", key, List.copyOf(OF_KARPENTER))
          .see(Documents.NODE_POOLS_PAGE);
    }
    if (domain.endsWith("karpenter.sh") || key.equals("kubernetes.io/hostname")) {
      throw refused(
          "label: '%s' is Karpenter's to write; allowed: %s, and any domain but karpenter.sh and"
              + " karpenter.k8s.aws, such as example.com/team",
          key, Labels.CAPACITY_TYPE);
    }
  }

  /** The value of a label. */
  public static void labelValue(String key, String value) {
    required("label " + key, value, "a text, empty for none");
    if (!KubeNames.isLabelValue(value)) {
      throw refused(
          "label %s: '%s' is not a value of a label; write at most 63 of letters, digits, -, _ and"
              + " ., beginning and ending with a letter or digit",
          key, value);
    }
    if (key.equals(Labels.CAPACITY_TYPE)) {
      capacityType(value);
    }
    if (!Labels.isPossible(key, value)) {
      throw refused(
          "label %s: '%s' is not a name that AWS gives, so no node would be bought; name yours, such"
              + " as %s",
          key, value, key.endsWith("/zone") ? "us-east-1a" : "us-east-1");
    }
  }

  /** A text that is a label's value and not empty. */
  public static String labelText(String what, String text) {
    if (required(what, text, "a name").isEmpty() || !KubeNames.isLabelValue(text)) {
      throw refused(
          "write at most 63 letters, digits, - and _, beginning and ending with a letter or digit");
    }
    return text;
  }

  private static void capacityType(String value) {
    List<String> known = Stream.of(CapacityType.values()).map(CapacityType::toString).toList();
    if (!known.contains(value)) {
      throw new UnknownNameException("karpenter.unknown", Labels.CAPACITY_TYPE, value, known)
          .see(Documents.NODE_POOLS_PAGE);
    }
  }

  /** The key and value of a taint. */
  public static void taint(String key, String value) {
    key("taint", key);
    if (!KubeNames.isLabelValue(value)) {
      throw refused(
          "taint %s: '%s' is not a value of a taint; write it as a label's, or leave it empty",
          key, value);
    }
  }

  /** A time in hours, minutes and seconds, or none. */
  public static String duration(String field, String duration) {
    required(field, duration, "a duration such as 30s, or Never");
    if (!duration.equals(NEVER) && !DURATION.matcher(duration).matches()) {
      throw refused(
          "%s: '%s' is not a duration of Karpenter's; write hours, minutes and seconds, such as"
              + " 720h for 30 days or 1h30m, or Never",
          field, duration);
    }
    return duration;
  }

  /** Checks which nodes are removed, in Karpenter's words. */
  public static void consolidationPolicy(String policy) {
    required("consolidationPolicy", policy, "one of " + String.join(", ", POLICIES));
    if (policy.equals("WhenUnderutilized")) {
      throw refused(
          "consolidationPolicy: 'WhenUnderutilized' was the word of v1beta1; in v1 write"
              + " WhenEmptyOrUnderutilized");
    }
    if (!POLICIES.contains(policy)) {
      throw new UnknownNameException("karpenter.unknown", "consolidationPolicy", policy, POLICIES)
          .see(Documents.NODE_POOLS_PAGE);
    }
  }

  /** Checks how long a node must have been in this state. */
  public static void consolidateAfter(String policy, String after) {
    if (after == null || after.isEmpty()) {
      throw refused(
          "consolidateAfter: '' was given with %s, and Karpenter before 1.15 requires it with every"
              + " policy; write 30s, or 0s for at once",
          policy);
    }
    duration("consolidateAfter", after);
  }

  /** Checks the number of nodes of a budget. */
  public static void budget(String nodes) {
    required("budget", nodes, "a number of nodes or a percentage");
    if (!BUDGET.matcher(nodes).matches()) {
      throw refused(
          "budget: '%s' is neither a number of nodes nor a percentage up to 100; write 1, or 10%%",
          nodes);
    }
  }

  /** Checks a cron line. */
  public static void schedule(String schedule) {
    required("schedule", schedule, "a cron line in UTC, such as 0 9 * * mon-fri");
    if (!SCHEDULE.matcher(schedule).matches()) {
      throw refused(
          "budget schedule: '%s' is not a cron line; write five fields in UTC, such as 0 9 * *"
              + " mon-fri, or @daily",
          schedule);
    }
  }

  /** Checks how long a budget counts. */
  public static void budgetDuration(String duration) {
    required("duration", duration, "hours and minutes, such as 8h");
    if (!BUDGET_DURATION.matcher(duration).matches()) {
      throw refused(
          "budget duration: '%s' is not in hours and minutes, which is all that Karpenter takes"
              + " here; write 8h or 8h30m",
          duration);
    }
  }

  /** Returns what orders pools. */
  public static int weight(int weight) {
    if (weight < 1 || weight > GREATEST_WEIGHT) {
      throw refused(
          "weight: '%s' is not from 1 to %s; the greater is tried first, and a pool without one"
              + " last",
          weight, GREATEST_WEIGHT);
    }
    return weight;
  }

  /** An amount that a pool may have of a resource. */
  public static String limit(String resource, String amount) {
    if (!COUNTED.contains(required("limit", resource, "a resource such as nvidia.com/gpu"))) {
      throw refused(
          "limit: '%s' is nothing that Karpenter counts on these nodes, so it would limit nothing;"
              + " write one of %s",
          resource, String.join(", ", COUNTED));
    }
    required("limit " + resource, amount, "a quantity such as 8");
    switch (resource) {
      case "cpu" -> CpuAmount.parse(amount);
      case "memory", "ephemeral-storage" -> MemorySize.parse(amount);
      default -> {
        if (!COUNT.matcher(amount).matches()) {
          throw refused("limit %s: '%s' is not a whole number; write it like 8", resource, amount);
        }
      }
    }
    return amount;
  }
}
