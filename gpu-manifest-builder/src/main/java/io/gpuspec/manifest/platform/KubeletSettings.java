package io.gpuspec.manifest.platform;

import com.google.common.collect.ImmutableMap;
import io.gpuspec.manifest.PlatformObjects;
import io.gpuspec.manifest.internal.tree.Checks;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.Note;
import io.gpuspec.value.Text;
import io.gpuspec.value.UnknownNameException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a GPU node's kubelet for NUMA nodes and CPUs: a part of a KubeletConfiguration
 * ({@code kubelet.config.k8s.io/v1beta1}).
 *
 * <pre>{@code
 * KubeletSettings.of("restricted").staticCpuManager().reservedCpus("0-1").yaml();
 *     // apiVersion: kubelet.config.k8s.io/v1beta1
 *     // kind: KubeletConfiguration
 *     // cpuManagerPolicy: static
 *     // reservedSystemCPUs: "0-1"
 *     // topologyManagerPolicy: restricted
 *     // topologyManagerScope: container
 * }</pre>
 *
 * <p>It is a file on the node and no object of the API server: {@code kubectl apply} refuses it. As
 * it has a few fields only, it goes into the kubelet's drop-in folder ({@code --config-dir}, {@code
 * 10-gpu.conf}) or is merged into its file. A kubelet whose policy changes refuses to start until
 * the node is drained and {@code cpu_manager_state} (and {@code memory_manager_state}) is removed.
 *
 * <p>All policies apply in the kubelet of a node that is already chosen: the scheduler does not see
 * NUMA nodes and can choose a node that then refuses the pod. CPUs take part only under the CPU
 * manager's static policy, memory only under the memory manager's, devices only if their plugin
 * reports NUMA nodes.
 *
 * <p>It is immutable.
 */
public final class KubeletSettings {
  private static final int FEWEST_MOST_NUMA_NODES = 8;
  private static final String NONE = "none";

  private static final List<String> POLICIES =
      List.of(NONE, "best-effort", "restricted", "single-numa-node");

  private static final String BY_CACHE = "prefer-align-cpus-by-uncorecache";
  private static final String ACROSS_NUMA = "distribute-cpus-across-numa";
  private static final List<String> CPU_OPTIONS =
      List.of("full-pcpus-only", ACROSS_NUMA, "strict-cpu-reservation", BY_CACHE);

  private static final String TOPOLOGY_POLICY = "topologyManagerPolicy";
  private static final String TOPOLOGY_SCOPE = "topologyManagerScope";
  private static final String TOPOLOGY_OPTIONS = "topologyManagerPolicyOptions";
  private static final String CPU_POLICY = "cpuManagerPolicy";
  private static final String CPU_POLICY_OPTIONS = "cpuManagerPolicyOptions";
  private static final String RESERVED_CPUS = "reservedSystemCPUs";
  private static final String SYSTEM_RESERVED = "systemReserved";
  private static final String KUBE_RESERVED = "kubeReserved";
  private static final List<String> FIELDS =
      List.of(
          TOPOLOGY_POLICY,
          TOPOLOGY_SCOPE,
          TOPOLOGY_OPTIONS,
          CPU_POLICY,
          CPU_POLICY_OPTIONS,
          RESERVED_CPUS,
          SYSTEM_RESERVED,
          KUBE_RESERVED);

  private static final String CPU = "cpu";

  /** A range of CPUs, as Linux writes it; no machine has a CPU of more digits. */
  private static final Pattern RANGE = Pattern.compile("([0-9]{1,6})(?:-([0-9]{1,6}))?");

  private final ImmutableMap<String, Object> fields;

  private KubeletSettings(ImmutableMap<String, Object> fields) {
    this.fields = fields;
  }

  /** Returns the policies of the topology manager, the weakest first. */
  public static List<String> topologyPolicies() {
    return POLICIES;
  }

  /** Returns the options of static CPUs that need no feature gate of their own. */
  public static List<String> cpuOptions() {
    return CPU_OPTIONS;
  }

  /**
   * Returns settings with this policy of the topology manager, and the kubelet's defaults
   * otherwise.
   *
   * @param topologyPolicy one of {@link #topologyPolicies}
   * @throws UnknownNameException if the name does not exist
   */
  public static KubeletSettings of(String topologyPolicy) {
    known("topology policy", topologyPolicy, POLICIES);
    return new KubeletSettings(ImmutableMap.of(TOPOLOGY_POLICY, topologyPolicy));
  }

  private static void known(String what, String word, List<String> words) {
    if (!words.contains(Checks.given(what, word))) {
      throw new UnknownNameException("kubelet.unknown", what, word, words);
    }
  }

  /** All containers of a pod are aligned together; by default each by itself. */
  public KubeletSettings podScope() {
    return with(TOPOLOGY_SCOPE, "pod");
  }

  /** Returns a copy that uses the closest NUMA nodes if one is not enough. */
  public KubeletSettings preferClosestNumaNodes() {
    return with(TOPOLOGY_OPTIONS, "prefer-closest-numa-nodes", "true");
  }

  /**
   * Up to so many NUMA nodes; by default the kubelet does not start on a machine with more than 8.
   *
   * @throws InvalidValueException if it is below 8
   */
  public KubeletSettings maxAllowableNumaNodes(int most) {
    Checks.atLeast("NUMA nodes", FEWEST_MOST_NUMA_NODES, most);
    return with(TOPOLOGY_OPTIONS, "max-allowable-numa-nodes", Integer.toString(most));
  }

  /**
   * Containers of Guaranteed pods that request whole CPUs get those for themselves: {@code
   * cpuManagerPolicy: static}. It needs reserved CPUs.
   *
   * @param options of {@link #cpuOptions}
   * @throws UnknownNameException if a name does not exist
   */
  public KubeletSettings staticCpuManager(String... options) {
    KubeletSettings changed = with(CPU_POLICY, "static");
    for (String option : Checks.all("CPU option", options)) {
      known("CPU option", option, CPU_OPTIONS);
      changed = changed.with(CPU_POLICY_OPTIONS, option, "true");
    }
    return changed;
  }

  /**
   * Returns a copy that reserves these CPUs for the system and the kubelet, whatever amounts are
   * reserved.
   *
   * @param list such as {@code 0-1,32-33}; both threads of a core belong together
   * @throws InvalidValueException if the list of CPUs is not valid
   */
  public KubeletSettings reservedCpus(String list) {
    for (String range : Checks.given("reserved CPUs", list).split(",", -1)) {
      Matcher matcher = RANGE.matcher(range);
      if (!matcher.matches() || isBackward(matcher)) {
        throw new InvalidValueException(
            "kubelet.malformed",
            "reserved CPUs: '%s' is not a list of CPUs; write numbers and ranges that ascend, such as 0-1,32-33"
                .formatted(list));
      }
    }
    return with(RESERVED_CPUS, list);
  }

  private static boolean isBackward(Matcher range) {
    @Nullable String last = range.group(2);
    return last != null && Integer.parseInt(range.group(1)) > Integer.parseInt(last);
  }

  /**
   * Returns a copy that reserves this amount for system daemons.
   *
   * @param resource {@code cpu}, {@code memory} or {@code ephemeral-storage}
   */
  public KubeletSettings systemReserved(String resource, String amount) {
    return reserved(SYSTEM_RESERVED, resource, amount);
  }

  /**
   * Returns a copy that reserves this amount for the kubelet and the container runtime.
   *
   * @param resource {@code cpu}, {@code memory} or {@code ephemeral-storage}
   */
  public KubeletSettings kubeReserved(String resource, String amount) {
    return reserved(KUBE_RESERVED, resource, amount);
  }

  private KubeletSettings reserved(String field, String resource, String amount) {
    Checks.given(field, resource);
    Checks.given(field + " " + resource, amount);
    known("resource to reserve", resource, List.of(CPU, "memory", "ephemeral-storage"));
    return with(
        field,
        resource,
        resource.equals(CPU)
            ? TenancyChecks.cpu(field, amount)
            : TenancyChecks.memory(field, amount));
  }

  private KubeletSettings with(String field, Object value) {
    return new KubeletSettings(ImmutableCopies.put(fields, field, value));
  }

  private KubeletSettings with(String field, String key, String value) {
    Map<String, Object> more = new TreeMap<>(map(field));
    more.put(key, value);
    return with(field, more);
  }

  @SuppressWarnings("unchecked")
  private Map<String, Object> map(String field) {
    return (Map<String, Object>) fields.getOrDefault(field, Map.of());
  }

  /** Returns the file, ending with a line break. */
  public Text yaml() {
    return objects().yaml();
  }

  /** Returns the same, with a comment above each entry that has a reason. */
  public Text yamlWithComments() {
    return objects().yamlWithComments();
  }

  /**
   * Returns the file as an object, which has no name.
   *
   * @throws InvalidValueException with all reasons why the kubelet would not start, or would not do
   *     what was requested
   */
  public PlatformObjects objects() {
    if (!problems().isEmpty()) {
      throw new InvalidValueException(
          "kubelet.invalid", "kubelet: " + String.join("; ", problems()));
    }
    boolean isNone = is(NONE);
    Map<String, Object> values = new LinkedHashMap<>();
    FIELDS.forEach(field -> values.put(field, Optional.ofNullable(fields.get(field))));
    if (!isNone && !fields.containsKey(TOPOLOGY_SCOPE)) {
      values.put(TOPOLOGY_SCOPE, "container");
    }
    POLICIES.forEach(policy -> values.put(policy, is(policy)));
    values.put("alignsDevicesAlone", !isNone && !fields.containsKey(CPU_POLICY));
    return Template.of("kubelet.yaml")
        .objects(values)
        .withNotes(
            List.of(
                Note.of(
                    "kubelet.file",
                    "it is a file of the node, and kubectl apply refuses it; put it into the kubelet's --config-dir, such as 10-gpu.conf",
                    Sources.of("kubelet.drop-in"))));
  }

  private boolean is(String policy) {
    return policy.equals(fields.get(TOPOLOGY_POLICY));
  }

  /**
   * Returns what does not go together. The kubelet's validation lets most of it pass and it stops a
   * moment later, or runs and ignores what was asked.
   */
  private List<String> problems() {
    List<String> problems = new ArrayList<>();
    boolean namesCpus = fields.containsKey(RESERVED_CPUS);
    List<String> reserving =
        Stream.of(SYSTEM_RESERVED, KUBE_RESERVED)
            .filter(field -> map(field).containsKey(CPU))
            .toList();
    if (fields.containsKey(CPU_POLICY) && !namesCpus && reserving.isEmpty()) {
      problems.add(
          "'static' CPUs need reserved ones, or the kubelet does not start; say reservedCpus(\"0-1\") or systemReserved(\"cpu\", \"500m\")");
    }
    for (String field : namesCpus ? reserving : List.<String>of()) {
      problems.add(
          "'%s' has CPU that does not count beside reservedSystemCPUs; reserve memory alone, or leave reservedCpus(...) out"
              .formatted(field));
    }
    Map<String, Object> options = map(CPU_POLICY_OPTIONS);
    if (options.containsKey(BY_CACHE) && options.containsKey(ACROSS_NUMA)) {
      problems.add(
          "'%s' and '%s' contradict each other; choose one".formatted(BY_CACHE, ACROSS_NUMA));
    }
    if (is(NONE)) {
      Stream.of(TOPOLOGY_SCOPE, TOPOLOGY_OPTIONS)
          .filter(fields::containsKey)
          .map("'none' aligns nothing, so %s would be ignored; choose another policy"::formatted)
          .forEach(problems::add);
    }
    return problems;
  }

  /**
   * Returns text such as {@code topologyManagerPolicy restricted, cpuManagerPolicy static,
   * reservedSystemCPUs 0-1}.
   */
  @Override
  public String toString() {
    TreeSet<String> parts = new TreeSet<>();
    fields.forEach((field, value) -> parts.add(field + " " + value));
    return String.join(", ", parts);
  }
}
