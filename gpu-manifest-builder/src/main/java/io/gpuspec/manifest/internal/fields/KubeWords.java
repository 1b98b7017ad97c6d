package io.gpuspec.manifest.internal.fields;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The enumerated fields of Kubernetes' pods, with their valid words.
 *
 * <p>Source: Kubernetes 1.37, API reference, Pod (v1). A toleration's Lt and Gt are behind the
 * feature gate TaintTolerationComparisonOperators; words behind other gates that are off by default
 * are not included.
 */
public final class KubeWords {
  private static final List<String> PROFILES = List.of("Localhost", "RuntimeDefault", "Unconfined");
  private static final List<String> NODE_POLICIES = List.of("Honor", "Ignore");

  /** The words by object and field. */
  private static final Map<String, List<String>> WORDS =
      Map.ofEntries(
          Map.entry("AppArmorProfile.type", PROFILES),
          Map.entry("Container.imagePullPolicy", List.of("Always", "IfNotPresent", "Never")),
          Map.entry("Container.restartPolicy", List.of("Always", "OnFailure", "Never")),
          Map.entry("Container.terminationMessagePolicy", List.of("File", "FallbackToLogsOnError")),
          Map.entry("ContainerPort.protocol", List.of("TCP", "UDP", "SCTP")),
          Map.entry(
              "ContainerResizePolicy.restartPolicy", List.of("NotRequired", "RestartContainer")),
          Map.entry("HTTPGetAction.scheme", List.of("HTTP", "HTTPS")),
          Map.entry(
              "LabelSelectorRequirement.operator",
              List.of("In", "NotIn", "Exists", "DoesNotExist")),
          Map.entry(
              "NodeSelectorRequirement.operator",
              List.of("In", "NotIn", "Exists", "DoesNotExist", "Gt", "Lt")),
          Map.entry("PodOS.name", List.of("linux", "windows")),
          Map.entry("PodSecurityContext.fsGroupChangePolicy", List.of("Always", "OnRootMismatch")),
          Map.entry("PodSecurityContext.supplementalGroupsPolicy", List.of("Merge", "Strict")),
          Map.entry(
              "PodSpec.dnsPolicy",
              List.of("ClusterFirst", "ClusterFirstWithHostNet", "Default", "None")),
          Map.entry("PodSpec.preemptionPolicy", List.of("PreemptLowerPriority", "Never")),
          Map.entry("SeccompProfile.type", PROFILES),
          Map.entry("SecurityContext.procMount", List.of("Default", "Unmasked")),
          Map.entry("Toleration.effect", List.of("NoSchedule", "PreferNoSchedule", "NoExecute")),
          Map.entry("Toleration.operator", List.of("Equal", "Exists", "Lt", "Gt")),
          Map.entry("TopologySpreadConstraint.nodeAffinityPolicy", NODE_POLICIES),
          Map.entry("TopologySpreadConstraint.nodeTaintsPolicy", NODE_POLICIES),
          Map.entry(
              "TopologySpreadConstraint.whenUnsatisfiable",
              List.of("DoNotSchedule", "ScheduleAnyway")),
          Map.entry(
              "VolumeMount.mountPropagation", List.of("None", "HostToContainer", "Bidirectional")));

  private KubeWords() {}

  /** Returns what a field of an object takes, where that is not just any text. */
  public static Optional<List<String>> of(String object, String field) {
    return Optional.ofNullable(WORDS.get(object + "." + field));
  }
}
