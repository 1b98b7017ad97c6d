package io.gpuspec.select;

import io.gpuspec.CapacityType;
import io.gpuspec.GpuSpec;
import io.gpuspec.internal.clouds.CloudLabels;
import io.gpuspec.kube.KubeNames;
import io.gpuspec.scheduling.NodeRequirement;
import io.gpuspec.spi.CloudFacts;
import io.gpuspec.spi.NodeLabels;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A target's labels, without those that only other clouds write on their nodes.
 *
 * @param cloud the cloud of the target
 * @param clouds what is known of clouds
 */
record LabelsOfOneCloud(NodeLabels own, String cloud, List<CloudFacts> clouds)
    implements NodeLabels {
  @Override
  public Set<String> keys() {
    return own.keys();
  }

  @Override
  public Optional<String> value(String key, GpuSpec row, CapacityType capacityType) {
    return own.value(key, row, capacityType);
  }

  @Override
  public boolean isDecided(String key) {
    return own.isDecided(key) || otherWriter(key).isPresent();
  }

  private Optional<String> otherWriter(String key) {
    return CloudLabels.otherWriter(clouds, key, cloud).map(CloudFacts::name);
  }

  /**
   * Returns a requirement under the key that is in use today: kubelets and clouds write both, and
   * Karpenter reads the old as the new. One that another cloud writes is another label.
   *
   * <p>Source: Karpenter 1.14, {@code pkg/apis/v1/labels.go}, NormalizedLabels, and the same of its
   * AWS provider.
   */
  NodeRequirement renamed(NodeRequirement asked) {
    String key = KubeNames.UNDER_BOTH_NAMES.getOrDefault(asked.key(), ofKubernetes(asked.key()));
    return key.equals(asked.key()) || otherWriter(asked.key()).isPresent()
        ? asked
        : new NodeRequirement(key, asked.operator(), asked.values());
  }

  private String ofKubernetes(String key) {
    return clouds.stream()
        .flatMap(each -> Optional.ofNullable(each.sameLabels().get(key)).stream())
        .findFirst()
        .orElse(key);
  }

  @Override
  public boolean matches(NodeRequirement requirement, GpuSpec row, CapacityType capacityType) {
    return own.isDecided(requirement.key())
        ? own.matches(requirement, row, capacityType)
        : NodeLabels.super.matches(requirement, row, capacityType);
  }

  @Override
  public boolean isPossible(String key, String value) {
    return own.isPossible(key, value);
  }

  @Override
  public boolean isChosen(String key) {
    return own.isChosen(key);
  }

  @Override
  public String writers() {
    return own.writers();
  }

  @Override
  public Optional<String> absence(String key) {
    return own.isDecided(key)
        ? own.absence(key)
        : otherWriter(key)
            .map(
                other ->
                    "only nodes of %s have this label; remove it, or state it in an overlay as a label of nodes of your own"
                        .formatted(other));
  }
}
