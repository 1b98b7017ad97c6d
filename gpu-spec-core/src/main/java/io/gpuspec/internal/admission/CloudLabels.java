package io.gpuspec.internal.admission;

import com.google.common.collect.ImmutableSet;
import io.gpuspec.internal.GpuSpelling;
import io.gpuspec.internal.Json;
import io.gpuspec.scheduling.PodView;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The domains of the node labels that clouds write.
 *
 * <p>Source: the vendors' pages of node labels: Google Kubernetes Engine, Azure Kubernetes Service,
 * Amazon EKS and Karpenter, Container Service for Kubernetes, Tencent Kubernetes Engine, Oracle
 * Kubernetes Engine, DigitalOcean Kubernetes, CoreWeave Kubernetes Service.
 */
public final class CloudLabels {
  /**
   * Karpenter's own domain, whose labels AWS's nodes have; but it runs on other clouds too, ACK and
   * TKE among them (cloudpilot-ai's karpenter-provider-alibabacloud, tencentcloud's
   * karpenter-provider-tke).
   */
  private static final String KARPENTER = "karpenter.sh";

  /** The label of Karpenter's nodes with the NodePool that they are of. */
  public static final String NODE_POOL = KARPENTER + "/nodepool";

  private static final List<Cloud> CLOUDS =
      List.of(
          new Cloud(
              "eks",
              "Amazon EKS",
              List.of("amazonaws.com", "k8s.aws", "aws.com", KARPENTER, "eksctl.io")),
          new Cloud(
              "ack",
              "ACK",
              List.of(
                  "aliyun.com",
                  "aliyun.accelerator",
                  "alibabacloud.com",
                  "ack.node.gpu.schedule",
                  "ack.node.gpu.placement")),
          new Cloud(
              "tke", "TKE", List.of("tencent.com", "nvidia-device-enable", "qgpu-device-enable")),
          new Cloud("gke", "GKE", List.of("cloud.google.com", "gke.io")),
          new Cloud("aks", "AKS", List.of("azure.com")),
          new Cloud("oke", "Oracle Kubernetes Engine", List.of("oraclecloud.com")),
          new Cloud("doks", "DigitalOcean Kubernetes", List.of("digitalocean.com")),
          new Cloud(
              "cks", "CoreWeave Kubernetes Service", List.of("coreweave.com", "coreweave.cloud")));

  /** Labels that describe a GPU, which people write on nodes of any cloud. */
  private static final ImmutableSet<String> OF_GPUS =
      Stream.of("labels", "properties")
          .flatMap(
              part -> Json.resource(GpuSpelling.class, "gpu-labels.json").path(part).valueStream())
          .map(label -> label.path("key").asText())
          .collect(ImmutableSet.toImmutableSet());

  /**
   * @param id the id of its target, if there is one
   * @param domains the domains of its labels, which also have what is below them, and keys without
   *     a domain
   */
  private record Cloud(String id, String name, List<String> domains) {
    boolean has(String domain) {
      return domains.stream().anyMatch(own -> isIn(own, domain));
    }
  }

  private CloudLabels() {}

  private static boolean isIn(String own, String domain) {
    return domain.equals(own) || domain.endsWith("." + own);
  }

  private static String domain(String key) {
    int slash = key.indexOf('/');
    return slash < 0 ? key : key.substring(0, slash);
  }

  private static Optional<Cloud> of(String key) {
    String domain = domain(key);
    return CLOUDS.stream().filter(cloud -> cloud.has(domain)).findFirst();
  }

  /**
   * Returns the cloud whose nodes have a label, as targets name their clouds; empty for a label
   * that may be on any node. Where pods that move to another cloud keep such a label, this is worth
   * telling; that no node there has it is certain only of {@link #otherWriter}.
   */
  public static Optional<String> cloud(String key) {
    return of(key).map(Cloud::id);
  }

  /**
   * Returns the name of the other cloud that alone writes a label; empty for one that people write
   * as well, on nodes of any cloud.
   *
   * @param cloud the cloud whose nodes are asked about, such as {@code eks}; of nodes that are of
   *     none of these clouds, nothing is known
   */
  public static Optional<String> otherWriter(String key, String cloud) {
    return isOfAnybody(key) || CLOUDS.stream().noneMatch(each -> each.id().equals(cloud))
        ? Optional.empty()
        : of(key).filter(other -> !other.id().equals(cloud)).map(Cloud::name);
  }

  /** Returns the pod without what it requires of labels that other clouds alone write. */
  public static PodView withoutOthers(PodView pod, String cloud) {
    return pod.withNodeRequirements(
        asked -> Optional.of(asked).filter(each -> otherWriter(each.key(), cloud).isEmpty()));
  }

  /** Descriptions of GPUs, switches without a domain, and the labels of Karpenter. */
  private static boolean isOfAnybody(String key) {
    return OF_GPUS.contains(key) || key.indexOf('/') < 0 || isIn(KARPENTER, domain(key));
  }
}
