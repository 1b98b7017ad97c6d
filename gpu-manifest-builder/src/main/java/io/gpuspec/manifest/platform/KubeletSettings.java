package io.gpuspec.manifest.platform;

import com.google.common.collect.ImmutableMap;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.gpuspec.InvalidValueException;
import io.gpuspec.Note;
import io.gpuspec.Text;
import io.gpuspec.UnknownNameException;
import io.gpuspec.manifest.PlatformObjects;
import io.gpuspec.manifest.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What the kubelet of a GPU node does about NUMA nodes and CPUs: a part of a KubeletConfiguration
 * ({@code kubelet.config.k8s.io/v1beta1}).
 *
 * <pre>{@code
 * KubeletSettings.of(TopologyPolicy.RESTRICTED).staticCpus().reservedCpus("0-1").yaml();
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
 * <p>It is immutable.
 */
public final class KubeletSettings {
  static final int FEWEST_MOST_NUMA_NODES = 8;

  private static final String KIND = "KubeletConfiguration";

  private static final Note OF_THE_NODE =
      Note.of(
          "kubelet.file",
          "it is a file of the node, and kubectl apply refuses it; put it into the kubelet's --config-dir, such as 10-gpu.conf",
          KubeletSources.DROP_IN);

  private final TopologyPolicy policy;
  private final ImmutableMap<String, Object> fields;

  private KubeletSettings(TopologyPolicy policy, Map<String, Object> fields) {
    this.policy = policy;
    this.fields = ImmutableMap.copyOf(fields);
  }

  /** Settings with this policy of the topology manager, and the kubelet's defaults otherwise. */
  public static KubeletSettings of(TopologyPolicy policy) {
    return new KubeletSettings(
        PlatformChecks.given("topology policy", policy),
        Map.of(KubeletField.TOPOLOGY_POLICY, policy.toString()));
  }

  /** All containers of a pod are aligned together; each by itself unless said. */
  public KubeletSettings perPod() {
    return with(KubeletField.TOPOLOGY_SCOPE, "pod");
  }

  /** Where one NUMA node is not enough, those that are closest to each other. */
  public KubeletSettings preferClosestNumaNodes() {
    return with(KubeletField.TOPOLOGY_OPTIONS, "prefer-closest-numa-nodes", "true");
  }

  /**
   * Up to so many NUMA nodes; on a machine with more than 8 the kubelet does not start unless said.
   *
   * @throws InvalidValueException if it is below 8
   */
  public KubeletSettings mostNumaNodes(int most) {
    PlatformChecks.atLeast("NUMA nodes", FEWEST_MOST_NUMA_NODES, most);
    return with(KubeletField.TOPOLOGY_OPTIONS, "max-allowable-numa-nodes", Integer.toString(most));
  }

  /**
   * Containers of Guaranteed pods that request whole CPUs get those for themselves: {@code
   * cpuManagerPolicy: static}. It needs reserved CPUs.
   */
  public KubeletSettings staticCpus(CpuOption... options) {
    KubeletSettings changed = with(KubeletField.CPU_POLICY, "static");
    for (CpuOption option : PlatformChecks.given("CPU options", options)) {
      changed =
          changed.with(
              KubeletField.CPU_OPTIONS,
              PlatformChecks.given("CPU option", option).toString(),
              "true");
    }
    return changed;
  }

  /**
   * These CPUs are the system's and the kubelet's own, whatever amounts are reserved.
   *
   * @param list such as {@code 0-1,32-33}; both threads of a core belong together
   * @throws InvalidValueException if it is no list of CPUs
   */
  public KubeletSettings reservedCpus(String list) {
    return with(KubeletField.RESERVED_CPUS, CpuList.checked(list));
  }

  /**
   * So much is kept for daemons of the system.
   *
   * @param resource {@code cpu}, {@code memory} or {@code ephemeral-storage}
   */
  public KubeletSettings systemReserved(String resource, String amount) {
    return reserved(KubeletField.SYSTEM_RESERVED, resource, amount);
  }

  /**
   * So much is kept for the kubelet and the container runtime.
   *
   * @param resource {@code cpu}, {@code memory} or {@code ephemeral-storage}
   */
  public KubeletSettings kubeReserved(String resource, String amount) {
    return reserved(KubeletField.KUBE_RESERVED, resource, amount);
  }

  private KubeletSettings reserved(String field, String resource, String amount) {
    PlatformChecks.given(field, resource);
    PlatformChecks.given(field + " " + resource, amount);
    return with(
        field,
        resource,
        switch (resource) {
          case KubeletField.CPU -> TenancyChecks.cpu(field, amount);
          case "memory", "ephemeral-storage" -> TenancyChecks.memory(field, amount);
          default ->
              throw new UnknownNameException(
                      "resource to reserve",
                      resource,
                      List.of(KubeletField.CPU, "memory", "ephemeral-storage"))
                  .see(Pages.KUBELET);
        });
  }

  private KubeletSettings with(String field, Object value) {
    return new KubeletSettings(
        policy,
        ImmutableMap.<String, Object>builder().putAll(fields).put(field, value).buildKeepingLast());
  }

  private KubeletSettings with(String field, String key, String value) {
    Map<String, String> more = new TreeMap<>(KubeletField.map(fields, field));
    more.put(key, value);
    return with(field, ImmutableMap.copyOf(more));
  }

  /** The file, ending with a line break. */
  public Text yaml() {
    return objects().yaml();
  }

  /** The same, with a comment above each entry that has a reason. */
  public Text yamlWithComments() {
    return objects().yamlWithComments();
  }

  /**
   * The file as an object, which has no name.
   *
   * @throws InvalidValueException with all reasons for which the kubelet would not start, or would
   *     not do what was asked
   */
  public PlatformObjects objects() {
    List<String> problems = KubeletRules.problems(policy, fields);
    if (!problems.isEmpty()) {
      throw new InvalidValueException("kubelet: " + String.join("; ", problems)).see(Pages.KUBELET);
    }
    GenericKubernetesResource file = new GenericKubernetesResource();
    file.setApiVersion("kubelet.config.k8s.io/v1beta1");
    file.setKind(KIND);
    file.setMetadata(null);
    fields.forEach(file::setAdditionalProperty);
    if (policy != TopologyPolicy.NONE) {
      file.getAdditionalProperties().putIfAbsent(KubeletField.TOPOLOGY_SCOPE, "container");
    }
    return PlatformObjects.of(List.of(file), reasons()).noting(List.of(OF_THE_NODE));
  }

  private List<Reason> reasons() {
    List<Reason> reasons = new ArrayList<>();
    reasons.add(
        new Reason(
            KIND,
            KubeletField.TOPOLOGY_POLICY,
            "guarantees %s; does not guarantee %s".formatted(policy.guarantees(), policy.lacks()),
            KubeletSources.TOPOLOGY));
    boolean isStatic = fields.containsKey(KubeletField.CPU_POLICY);
    if (policy != TopologyPolicy.NONE && !isStatic) {
      reasons.add(
          new Reason(
              KIND,
              KubeletField.TOPOLOGY_POLICY,
              "without static CPUs only devices are aligned: the CPUs are any of the machine",
              KubeletSources.TOPOLOGY));
    }
    if (isStatic) {
      reasons.add(
          new Reason(
              KIND,
              KubeletField.CPU_POLICY,
              "only containers that request whole CPUs, in pods whose requests of CPU and memory equal their limits, get CPUs of their own",
              KubeletSources.CPU_POLICY));
    }
    if (fields.containsKey(KubeletField.RESERVED_CPUS)) {
      reasons.add(
          new Reason(
              KIND,
              KubeletField.RESERVED_CPUS,
              "count in place of the CPU in kubeReserved and systemReserved",
              KubeletSources.RESERVED));
    }
    return reasons;
  }

  /**
   * Such as {@code topologyManagerPolicy restricted, cpuManagerPolicy static, reservedSystemCPUs
   * 0-1}.
   */
  @Override
  public String toString() {
    SortedSet<String> parts = new TreeSet<>();
    fields.forEach((field, value) -> parts.add(field + " " + value));
    return String.join(", ", parts);
  }
}
