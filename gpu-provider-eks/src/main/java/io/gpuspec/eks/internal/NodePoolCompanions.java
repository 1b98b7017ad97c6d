package io.gpuspec.eks.internal;

import io.gpuspec.Devices;
import io.gpuspec.GpuSpec;
import io.gpuspec.Match;
import io.gpuspec.eks.AmiFamily;
import io.gpuspec.eks.Ec2NodeClass;
import io.gpuspec.eks.Eks;
import io.gpuspec.eks.NodePool;
import io.gpuspec.eks.internal.rules.Documents;
import io.gpuspec.eks.internal.rules.Labels;
import io.gpuspec.scheduling.Taint;
import io.gpuspec.spi.CardParts;
import io.gpuspec.spi.KubeObject;
import io.gpuspec.spi.Options;
import io.gpuspec.spi.Placement;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The objects that Karpenter needs to launch the nodes of a match. */
final class NodePoolCompanions {
  private final Match.Found found;
  private final NodePool pool;
  private final Options options;

  NodePoolCompanions(Match.Found found, Options options) {
    this.found = found;
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
    Optional<KubeObject> slices = NodeOverlays.ofSlices(pool);
    if (slices.isPresent()) {
      with =
          with.withCompanion(
              slices.get(),
              "the API counts no GPU on a slice; this tells Karpenter of the one that the device plugin offers, with its feature gate NodeOverlay",
              Documents.OVERLAYS);
    }
    return withParts(with)
        .withCompanion(
            pool.toObject(),
            "buys the nodes that these pods land on: %s".formatted(pool),
            Documents.NODE_POOLS);
  }

  /** An overlay for all types that have as many parts. */
  private Placement withParts(Placement before) {
    Devices devices = found.request().devices();
    if (devices.migProfile().isEmpty() && !devices.isReplica()) {
      return before;
    }
    CardParts parts = found.catalog().parts().orElseThrow();
    Map<Integer, List<String>> byCount =
        pool.instanceTypes().stream()
            .collect(
                Collectors.groupingBy(
                    row -> parts.count(row, devices),
                    TreeMap::new,
                    Collectors.mapping(GpuSpec::name, Collectors.toList())));
    Placement with = before;
    for (Map.Entry<Integer, List<String>> each : byCount.entrySet()) {
      with =
          with.withCompanion(
              NodeOverlays.of(
                  pool,
                  pool.name() + "-x" + each.getKey(),
                  each.getValue(),
                  "the types with so many",
                  Map.of(parts.resource(devices), String.valueOf(each.getKey()))),
              "tells Karpenter, which knows physical cards, what the device plugin offers; it needs the feature gate NodeOverlay",
              Documents.OVERLAYS);
    }
    return with;
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
