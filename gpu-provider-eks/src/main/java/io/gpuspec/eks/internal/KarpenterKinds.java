package io.gpuspec.eks.internal;

import io.gpuspec.CapacityType;
import io.gpuspec.GpuRequest;
import io.gpuspec.Target;
import io.gpuspec.eks.AmiFamily;
import io.gpuspec.eks.Disruption;
import io.gpuspec.eks.Ec2NodeClass;
import io.gpuspec.eks.GpuTier;
import io.gpuspec.eks.NodePool;
import io.gpuspec.eks.internal.rules.Documents;
import io.gpuspec.kube.KubeObject;
import io.gpuspec.scheduling.Taint;
import io.gpuspec.spi.ObjectField;
import io.gpuspec.spi.ObjectKind;
import io.gpuspec.spi.ObjectValues;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.MemorySize;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** The fields of Karpenter's objects in a file, with the names that the objects have. */
final class KarpenterKinds {
  private static final String GPUS = "gpus";
  private static final String TIER = "tier";
  private static final String AMI_FAMILY = "amiFamily";
  private static final String AMI_TAGS = "amiTags";
  private static final String IMAGES = "imagesSize";
  private static final String WORKSPACE = "workspace";

  /** A list, because a pool for each GPU in order is several. */
  static final ObjectKind<List<NodePool>> NODE_POOL =
      ObjectKind.of(
              "NodePool",
              Documents.NODE_POOLS_PAGE,
              KarpenterKinds::pools,
              pools -> pools.stream().flatMap(KarpenterKinds::objects).toList())
          .field(ObjectField.texts(GPUS, "GPUs or instance types, for example T4, g5.xlarge."))
          .field(
              ObjectField.text(
                  TIER, "A tier of the guide instead of gpus.", words(GpuTier.values())))
          .field(
              ObjectField.truth(
                  "inOrder", "A pool for each of gpus, tried in this order by their weights."))
          .field(
              ObjectField.texts("capacityTypes", "on-demand unless given; spot, reserved."),
              (pools, spec) -> {
                CapacityType[] types =
                    spec.texts("capacityTypes").stream()
                        .map(CapacityType::parse)
                        .toArray(CapacityType[]::new);
                return each(pools, pool -> pool.capacityTypes(types));
              })
          .field(
              ObjectField.lists("requirements", "Labels of nodes, each with its possible values."),
              (pools, spec) ->
                  all(
                      pools,
                      spec.lists("requirements"),
                      (pool, key, values) -> pool.requirement(key, values.toArray(String[]::new))))
          .field(
              ObjectField.entries("labels", "More labels of the nodes."),
              (pools, spec) -> all(pools, spec.entries("labels"), NodePool::label))
          .field(
              ObjectField.objects(
                  "taints",
                  "More taints of the nodes.",
                  ObjectField.text("key", "").required(),
                  ObjectField.text("value", ""),
                  ObjectField.text("effect", "", words(Taint.Effect.values())).required()),
              (pools, spec) -> {
                List<Taint> taints =
                    spec.objects("taints").stream().map(KarpenterKinds::taint).toList();
                return each(
                    pools,
                    pool -> {
                      NodePool tainted = pool;
                      for (Taint taint : taints) {
                        tainted = tainted.taint(taint);
                      }
                      return tainted;
                    });
              })
          .field(
              ObjectField.text("nodeClass", "The EC2NodeClass; gpu unless given."),
              (pools, spec) -> each(pools, pool -> pool.nodeClass(spec.text("nodeClass"))))
          .field(
              ObjectField.object(
                  "disruption",
                  "Which nodes are taken away, and when.",
                  ObjectField.text("consolidationPolicy", "").required(),
                  ObjectField.text("consolidateAfter", "For example 30s.").required(),
                  ObjectField.objects(
                      "budgets",
                      "",
                      ObjectField.text("nodes", "A number or a percentage.").required(),
                      ObjectField.text("schedule", "A cron line in UTC."),
                      ObjectField.text("duration", ""))),
              (pools, spec) -> {
                Disruption disruption = disruption(spec.object("disruption"));
                return each(pools, pool -> pool.disruption(disruption));
              })
          .field(
              ObjectField.text("expireAfter", "How long a node lives at most; 720h unless given."),
              (pools, spec) -> each(pools, pool -> pool.expireAfter(spec.text("expireAfter"))))
          .field(
              ObjectField.amounts("limits", "The most of each resource on all nodes of the pool."),
              (pools, spec) -> all(pools, spec.entries("limits"), NodePool::limit))
          .field(
              ObjectField.whole("weight", "Of several pools, the greatest is tried first."),
              (pools, spec) -> each(pools, pool -> pool.weight(spec.whole("weight"))));

  static final ObjectKind<Ec2NodeClass> NODE_CLASS =
      ObjectKind.of(
              "EC2NodeClass",
              Documents.NODE_POOLS_PAGE,
              (eks, name, spec) -> ami(Ec2NodeClass.of(name, spec.text("cluster")), spec),
              nodeClass -> List.of(nodeClass.toObject()))
          .field(ObjectField.text("cluster", "The cluster's name.").required())
          .field(ObjectField.text(AMI_FAMILY, "", families()))
          .field(ObjectField.text("amiVersion", "A release, for example v20260710."))
          .field(ObjectField.entries(AMI_TAGS, "Tags of AMIs of your own."))
          .field(
              ObjectField.text("userData", "What nodes run when they start."),
              (c, spec) -> c.userData(spec.text("userData")))
          .field(ObjectField.text("role", ""), (c, spec) -> c.role(spec.text("role")))
          .field(
              ObjectField.text("instanceProfile", "Instead of a role."),
              (c, spec) -> c.instanceProfile(spec.text("instanceProfile")))
          .field(
              ObjectField.entries("discoveredBy", "Tags of the subnets and security groups."),
              (c, spec) -> c.discoveredBy(spec.entries("discoveredBy")))
          .field(
              ObjectField.amount("disk", "The disk for images and pods."),
              (c, spec) -> c.disk(MemorySize.parse(spec.text("disk"))))
          .field(
              ObjectField.amount(IMAGES, "What images take; the disk is sized for them."),
              (c, spec) -> {
                MemorySize images = MemorySize.parse(spec.text(IMAGES));
                return spec.find(WORKSPACE)
                    .map(space -> c.diskForImages(images, MemorySize.parse(space)))
                    .orElseGet(() -> c.diskForImages(images));
              })
          .field(
              ObjectField.amount(WORKSPACE, "With imagesSize: what pods write; 50Gi unless given."))
          .field(
              ObjectField.truth("instanceStore", "Pods use the NVMe disks of the instance."),
              (c, spec) -> spec.truth("instanceStore") ? c.instanceStore() : c)
          .field(
              ObjectField.entries("tags", "Tags of what Karpenter creates."),
              (c, spec) -> {
                Ec2NodeClass tagged = c;
                for (Map.Entry<String, String> tag : spec.entries("tags").entrySet()) {
                  tagged = tagged.tag(tag.getKey(), tag.getValue());
                }
                return tagged;
              });

  /** A step with a key and a value. */
  private interface Entry<V> {
    NodePool of(NodePool pool, String key, V value);
  }

  private KarpenterKinds() {}

  private static List<NodePool> pools(Target eks, String name, ObjectValues spec) {
    if (spec.has(GPUS) == spec.has(TIER)) {
      throw new InvalidValueException(
          "object.conflict",
          "node pool %s: %s; write one of gpus and tier"
              .formatted(
                  name, spec.has(GPUS) ? "gpus and tier are both given" : "no GPU is named"));
    }
    if (spec.has(TIER)) {
      return List.of(GpuTier.valueOf(spec.text(TIER).toUpperCase(Locale.ROOT)).nodePool(name, eks));
    }
    String[] gpus = spec.texts(GPUS).toArray(String[]::new);
    return spec.truth("inOrder")
        ? NodePool.inOrder(name, eks.match(GpuRequest.of(gpus)).orThrow())
        : List.of(NodePool.of(name, eks, gpus));
  }

  /** The overlay first, without which Karpenter sees no GPU on slices. */
  private static Stream<KubeObject> objects(NodePool pool) {
    return Stream.concat(pool.overlays().stream(), Stream.of(pool.toObject()));
  }

  private static Ec2NodeClass ami(Ec2NodeClass made, ObjectValues spec) {
    AmiFamily family =
        AmiFamily.valueOf(spec.find(AMI_FAMILY).orElse("al2023").toUpperCase(Locale.ROOT));
    if (spec.has(AMI_TAGS)) {
      return made.amiByTags(family, spec.entries(AMI_TAGS));
    }
    Optional<String> version = spec.find("amiVersion");
    return version.isEmpty() && !spec.has(AMI_FAMILY)
        ? made
        : made.ami(family, version.orElse("latest"));
  }

  private static Taint taint(ObjectValues taint) {
    String effect = taint.text("effect");
    return new Taint(
        taint.text("key"),
        taint.find("value").orElse(""),
        Arrays.stream(Taint.Effect.values())
            .filter(each -> each.toString().equals(effect))
            .findFirst()
            .orElseThrow());
  }

  private static Disruption disruption(ObjectValues spec) {
    Disruption disruption =
        Disruption.of(spec.text("consolidationPolicy"), spec.text("consolidateAfter"));
    for (ObjectValues budget : spec.objects("budgets")) {
      disruption =
          budget.has("schedule") || budget.has("duration")
              ? disruption.budget(
                  budget.text("nodes"), budget.text("schedule"), budget.text("duration"))
              : disruption.budget(budget.text("nodes"));
    }
    return disruption;
  }

  private static List<NodePool> each(List<NodePool> pools, UnaryOperator<NodePool> step) {
    return pools.stream().map(step).toList();
  }

  private static <V> List<NodePool> all(
      List<NodePool> pools, Map<String, V> entries, Entry<V> step) {
    List<NodePool> changed = pools;
    for (Map.Entry<String, V> entry : entries.entrySet()) {
      changed = each(changed, pool -> step.of(pool, entry.getKey(), entry.getValue()));
    }
    return changed;
  }

  private static String[] words(Object[] constants) {
    return Arrays.stream(constants).map(Object::toString).toArray(String[]::new);
  }

  private static String[] families() {
    return Arrays.stream(AmiFamily.values())
        .map(family -> family.name().toLowerCase(Locale.ROOT))
        .toArray(String[]::new);
  }
}
