package io.gpuspec.eks.internal;

import io.gpuspec.eks.AmiFamily;
import io.gpuspec.eks.Ec2NodeClass;
import io.gpuspec.eks.Eks;
import io.gpuspec.eks.NodePool;
import io.gpuspec.eks.internal.rules.Documents;
import io.gpuspec.eks.internal.rules.Labels;
import io.gpuspec.kube.KubeObject;
import io.gpuspec.scheduling.Taint;
import io.gpuspec.spi.Options;
import io.gpuspec.spi.Placement;
import java.util.List;

/** The objects that Karpenter needs to launch the nodes of a pool. */
final class NodePoolCompanions {
  private final NodePool pool;
  private final Options options;

  NodePoolCompanions(NodePool pool, Options options) {
    this.pool = pool;
    this.options = options;
  }

  /** The taints of the nodes that the options have Karpenter launch. */
  static List<Taint> taints(Options options) {
    return options.get(Eks.NODE_POOL) ? List.of(Labels.DEFAULT_TAINT) : List.of();
  }

  /** The class first, which the pool names. */
  Placement on(Placement placement) {
    Placement with =
        placement.withCompanion(
            Ec2NodeClass.of(pool.nodeClass(), options).toObject(),
            classReason(),
            Documents.NODE_CLASSES);
    for (KubeObject overlay : pool.overlays()) {
      with =
          with.withCompanion(
              overlay,
              "tells Karpenter, which knows the cards that the EC2 API counts, what the device plugin offers; it needs the feature gate NodeOverlay",
              Documents.OVERLAYS);
    }
    return with.withCompanion(
        pool.toObject(),
        "buys the nodes that these pods land on: %s".formatted(pool),
        Documents.NODE_POOLS);
  }

  private String classReason() {
    String cluster = options.get(Eks.CLUSTER_NAME);
    String placeholder =
        cluster.equals(Eks.CLUSTER_NAME.defaultValue())
            ? ", a placeholder: choose " + Eks.CLUSTER_NAME.name()
            : "";
    return "what the pool's nodes are made of, in the cluster '%s'%s%s"
        .formatted(cluster, placeholder, ofAl2());
  }

  private String ofAl2() {
    return options.get(Eks.AMI_FAMILY) == AmiFamily.AL2
        ? "; EKS has no AMI of al2 for Kubernetes 1.33 and newer, choose al2023 there"
        : "";
  }
}
