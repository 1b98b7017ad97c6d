package io.gpuspec.eks.internal;

import io.gpuspec.CapacityType;
import io.gpuspec.GpuSpec;
import io.gpuspec.eks.internal.rules.InstanceLabels;
import io.gpuspec.eks.internal.rules.Labels;
import io.gpuspec.scheduling.NodeRequirement;
import io.gpuspec.spi.NodeLabels;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/** The labels of nodes that Karpenter launches. */
record KarpenterLabels() implements NodeLabels {
  private static final Set<String> KEYS = keySet();

  /** Labels of these domains that an instance type does not determine. */
  private static final Set<String> OF_CLUSTER =
      Set.of(
          // A NodePool can write it, as some do.
          Labels.NODE_GROUP,
          Labels.NODE_POOL,
          "karpenter.k8s.aws/ec2nodeclass",
          "karpenter.k8s.aws/capacity-reservation-id",
          "karpenter.k8s.aws/capacity-reservation-type",
          "karpenter.k8s.aws/capacity-reservation-interruptible",
          "karpenter.k8s.aws/instance-tenancy",
          "karpenter.k8s.aws/placement-group-id",
          "karpenter.k8s.aws/placement-group-partition");

  private static Set<String> keySet() {
    Set<String> keys = new LinkedHashSet<>(InstanceLabels.NAMES);
    keys.add(Labels.CAPACITY_TYPE);
    return Collections.unmodifiableSet(keys);
  }

  @Override
  public Set<String> keys() {
    return KEYS;
  }

  @Override
  public Optional<String> value(String key, GpuSpec row, CapacityType capacityType) {
    return key.equals(Labels.CAPACITY_TYPE)
        ? Optional.of(capacityType.toString())
        : InstanceLabels.value(key, row);
  }

  /** Only Karpenter can write into its domains, so an unknown label does not exist. */
  @Override
  public boolean isDecided(String key) {
    return KEYS.contains(key)
        || Labels.isName(key)
        || ((Labels.isOfKarpenter(key) || key.startsWith(Labels.OF_EKS))
            && !OF_CLUSTER.contains(key));
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
    return "Karpenter writes no such label, so the NodePool has to";
  }

  @Override
  public Optional<String> absence(String key) {
    if (Labels.isName(key)) {
      return Optional.of(Labels.NO_NAME);
    }
    if (key.startsWith(Labels.OF_EKS)) {
      return Optional.of(
          "only nodes of a managed node group have this label; match it on eks/nodegroup");
    }
    return Labels.isOfKarpenter(key) && !KEYS.contains(key)
        ? Optional.of(
            "Karpenter 1.14 knows no such label and lets nobody write it; select the pool by karpenter.sh/nodepool, or the instance by karpenter.k8s.aws/instance-...")
        : Optional.empty();
  }
}
