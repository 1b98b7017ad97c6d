package io.gpuspec.internal.clouds;

import com.google.common.collect.ImmutableSet;
import io.gpuspec.internal.GpuSpelling;
import io.gpuspec.internal.Json;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.spi.CloudFacts;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Labels that only the nodes of one cloud have, by what providers say of their clouds. */
public final class CloudLabels {
  /** The label of Karpenter's nodes, on any cloud, with the NodePool that they are of. */
  public static final String NODE_POOL = "karpenter.sh/nodepool";

  /** Labels that describe a GPU, which people write on nodes of any cloud. */
  private static final ImmutableSet<String> OF_GPUS =
      Stream.of("labels", "properties")
          .flatMap(
              part -> Json.resource(GpuSpelling.class, "gpu-labels.json").path(part).valueStream())
          .map(label -> label.path("key").asText())
          .collect(ImmutableSet.toImmutableSet());

  private CloudLabels() {}

  /**
   * Returns the cloud whose nodes have a label; empty for a label that may be on any node. Where
   * pods that move to another cloud keep such a label, this is worth telling; that no node there
   * has it is certain only of {@link #otherWriter}.
   */
  public static Optional<CloudFacts> cloud(List<CloudFacts> clouds, String key) {
    return clouds.stream().filter(cloud -> cloud.hasLabel(key)).findFirst();
  }

  /**
   * Returns the other cloud that alone writes a label; empty for one that people write as well, on
   * nodes of any cloud.
   *
   * @param cloud the cloud whose nodes are asked about; of nodes that are of none of these clouds,
   *     nothing is known
   */
  public static Optional<CloudFacts> otherWriter(
      List<CloudFacts> clouds, String key, String cloud) {
    return isOfAnybody(key) || clouds.stream().noneMatch(each -> each.id().equals(cloud))
        ? Optional.empty()
        : cloud(clouds, key).filter(other -> !other.id().equals(cloud) && !other.isShared(key));
  }

  /** Returns the pod without what it requires of labels that other clouds alone write. */
  public static PodView withoutOthers(List<CloudFacts> clouds, PodView pod, String cloud) {
    return pod.withNodeRequirements(
        asked ->
            Optional.of(asked).filter(each -> otherWriter(clouds, each.key(), cloud).isEmpty()));
  }

  /** Descriptions of GPUs, and switches without a domain. */
  private static boolean isOfAnybody(String key) {
    return OF_GPUS.contains(key) || key.indexOf('/') < 0;
  }
}
