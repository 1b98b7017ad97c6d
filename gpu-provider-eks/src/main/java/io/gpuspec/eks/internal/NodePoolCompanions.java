package io.gpuspec.eks.internal;

import io.gpuspec.GpuSpec;
import io.gpuspec.Match;
import io.gpuspec.eks.AmiFamily;
import io.gpuspec.eks.Ec2NodeClass;
import io.gpuspec.eks.Eks;
import io.gpuspec.eks.NodePool;
import io.gpuspec.eks.internal.rules.Documents;
import io.gpuspec.eks.internal.rules.Labels;
import io.gpuspec.scheduling.Taint;
import io.gpuspec.spi.KubeObject;
import io.gpuspec.spi.Options;
import io.gpuspec.spi.Placement;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The objects that Karpenter needs to launch the nodes of a match. */
final class NodePoolCompanions {
  private final NodePool pool;
  private final Options options;

  NodePoolCompanions(Match.Found found, Options options) {
    this.pool = NodePool.of(found);
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
    List<String> slices =
        pool.instanceTypes().stream().filter(row -> !row.isWhole()).map(GpuSpec::name).toList();
    if (!slices.isEmpty()) {
      with =
          with.withCompanion(
              overlay(slices),
              "the API counts no GPU on a slice; this tells Karpenter of the one that the device plugin offers, with its feature gate NodeOverlay",
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

  private KubeObject overlay(List<String> types) {
    Map<String, Object> slices = new LinkedHashMap<>();
    slices.put("key", Labels.INSTANCE_TYPE);
    slices.put("operator", "In");
    slices.put("values", types);
    Map<String, Object> spec = new LinkedHashMap<>();
    spec.put("requirements", List.of(slices));
    spec.put("capacity", Map.of(Labels.GPU, "1"));
    return KubeObject.of("karpenter.sh/v1alpha1", "NodeOverlay", pool.name())
        .with("spec", spec)
        .withReason(List.of("spec", "requirements", "0"), "the slices", Documents.OVERLAYS)
        .withReason(List.of("spec", "capacity", Labels.GPU), "what they offer", Documents.OVERLAYS);
  }
}
