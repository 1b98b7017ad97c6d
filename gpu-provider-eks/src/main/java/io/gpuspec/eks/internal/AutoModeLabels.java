package io.gpuspec.eks.internal;

import io.gpuspec.CapacityType;
import io.gpuspec.GpuSpec;
import io.gpuspec.eks.internal.rules.Documents;
import io.gpuspec.eks.internal.rules.InstanceLabels;
import io.gpuspec.eks.internal.rules.Labels;
import io.gpuspec.scheduling.NodeRequirement;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.spi.NodeLabels;
import io.gpuspec.value.Note;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The labels of nodes of EKS Auto Mode: those that Karpenter writes about the instance type, under
 * EKS's own prefix, and none under Karpenter's AWS prefix.
 *
 * <p>Source: Amazon EKS, create a node pool for EKS Auto Mode, supported labels.
 */
record AutoModeLabels() implements NodeLabels {
  private static final String PREFIX = Labels.OF_EKS + "instance-";
  private static final String COMPUTE_TYPE = Labels.OF_EKS + "compute-type";

  /** Karpenter's key for the same fact, by Auto Mode's key. */
  private static final Map<String, String> KEYS = karpentersKeys();

  private static Map<String, String> karpentersKeys() {
    Map<String, String> keys = new LinkedHashMap<>();
    keys.put(Labels.CAPACITY_TYPE, Labels.CAPACITY_TYPE);
    for (String name : InstanceLabels.NAMES) {
      keys.put(name.replace(Labels.OF_KARPENTER_AWS + "instance-", PREFIX), name);
    }
    keys.put(COMPUTE_TYPE, COMPUTE_TYPE);
    return Collections.unmodifiableMap(keys);
  }

  /** Returns whether a pod selects by a label that only nodes of Auto Mode have. */
  static boolean areMeantBy(PodView pod) {
    return pod.nodeRequirements().stream()
        .map(NodeRequirement::key)
        .anyMatch(AutoModeLabels::isOne);
  }

  private static boolean isOne(String key) {
    return key.equals(COMPUTE_TYPE) || key.startsWith(PREFIX);
  }

  static Note note() {
    return Note.of(
        "node.auto-mode",
        "%s... are labels of nodes of EKS Auto Mode; nodes of a Karpenter of your own have %sinstance-... instead"
            .formatted(PREFIX, Labels.OF_KARPENTER_AWS),
        Documents.AUTO_MODE);
  }

  @Override
  public Set<String> keys() {
    return KEYS.keySet();
  }

  @Override
  public Optional<String> value(String key, GpuSpec row, CapacityType capacityType) {
    String karpenters = KEYS.get(key);
    if (karpenters == null) {
      return Optional.empty();
    }
    return switch (karpenters) {
      case Labels.CAPACITY_TYPE -> Optional.of(capacityType.toString());
      case COMPUTE_TYPE -> Optional.of("auto");
      default -> InstanceLabels.value(karpenters, row);
    };
  }

  @Override
  public boolean isDecided(String key) {
    return KEYS.containsKey(key)
        || Labels.isName(key)
        || key.startsWith(Labels.OF_EKS)
        || (Labels.isOfKarpenter(key) && !key.equals(Labels.NODE_POOL));
  }

  @Override
  public boolean matches(NodeRequirement asked, GpuSpec row, CapacityType capacityType) {
    return Labels.isName(asked.key())
        ? asked.matchesValue("")
        : NodeLabels.super.matches(asked, row, capacityType);
  }

  @Override
  public boolean isPossible(String key, String value) {
    return Labels.isPossible(key, value);
  }

  @Override
  public String writers() {
    return "EKS Auto Mode writes no such label, so the NodePool has to";
  }

  @Override
  public Optional<String> absence(String key) {
    if (Labels.isName(key)) {
      return Optional.of(Labels.NO_NAME);
    }
    return KEYS.containsKey(key)
        ? Optional.empty()
        : Optional.of(
            "the pod also selects by labels of EKS Auto Mode, whose nodes do not have this one; select by %s... alone"
                .formatted(PREFIX));
  }
}
