package io.gpuspec.eks;

import io.gpuspec.CapacityType;
import io.gpuspec.Devices;
import io.gpuspec.Target;
import io.gpuspec.eks.internal.rules.KarpenterRules;
import io.gpuspec.eks.internal.rules.Labels;
import io.gpuspec.spi.PlannedNode;
import io.gpuspec.value.Listing;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The NodePools that buy the new nodes of a plan. */
final class PlanPools {
  /** The longest name of a NodePool, without a number that tells it from another. */
  private static final int LONGEST = 59;

  /** What nodes of one pool have in common. */
  private record Kind(
      String spec,
      Optional<String> zone,
      Optional<CapacityType> capacityType,
      Map<String, String> labels,
      Optional<String> part) {

    static Kind of(PlannedNode node) {
      return new Kind(
          node.spec(), node.zone(), node.capacityType(), node.labels(), part(node.cards()));
    }

    private static Optional<String> part(Devices cards) {
      return cards
          .migProfile()
          .map(profile -> "mig-" + profile)
          .or(() -> cards.isReplica() ? Optional.of("replicas") : Optional.empty());
    }

    /** Returns text such as {@code fleet-g5-xlarge-us-east-1a-spot-team-a}. */
    String name() {
      String words =
          Stream.of(
                  Stream.of("fleet", spec),
                  zone.stream(),
                  capacityType.stream()
                      .filter(type -> type != CapacityType.ON_DEMAND)
                      .map(CapacityType::toString),
                  part.stream(),
                  labels.entrySet().stream()
                      .filter(label -> !label.getKey().startsWith("nvidia.com/"))
                      .map(
                          label -> label.getKey().replaceFirst(".*/", "") + "-" + label.getValue()))
              .flatMap(each -> each)
              .collect(Collectors.joining("-"))
              .toLowerCase(Locale.ROOT)
              .replaceAll("[^a-z0-9]++", "-");
      String name = words.length() > LONGEST ? words.substring(0, LONGEST) : words;
      return name.endsWith("-") ? name.substring(0, name.length() - 1) : name;
    }
  }

  private PlanPools() {}

  static Listing<NodePool> of(Target eks, Collection<? extends PlannedNode> planned) {
    Map<Kind, List<PlannedNode>> alike = new LinkedHashMap<>();
    for (PlannedNode node : planned) {
      if (!node.isExisting()) {
        check(node);
        alike.computeIfAbsent(Kind.of(node), kind -> new ArrayList<>()).add(node);
      }
    }
    Map<String, NodePool> pools = new TreeMap<>();
    alike.forEach(
        (kind, nodes) -> {
          String name = kind.name();
          for (int i = 2; pools.containsKey(name); i++) {
            name = kind.name() + "-" + i;
          }
          pools.put(
              name,
              NodePool.of(name, eks, nodes.get(0)).limit("nodes", String.valueOf(nodes.size())));
        });
    return Listing.copyOf(new ArrayList<>(pools.values()));
  }

  /** A node that no pool of a plan would give its pods. */
  private static void check(PlannedNode node) {
    node.zone()
        .filter(zone -> !Labels.isPossible(Labels.ZONE, zone))
        .ifPresent(
            zone -> {
              throw KarpenterRules.refused(
                  "node pools of a plan: '%s' is not a zone of AWS, so no node would be bought"
                      + " there; name yours, such as --zones us-east-1a,us-east-1b",
                  zone);
            });
    String pool = node.labels().get(Labels.NODE_POOL);
    if (pool != null) {
      throw KarpenterRules.refused(
          "node pools of a plan: its pods select the NodePool '%s' by name, so they would get no"
              + " node of another; leave %s out of the pods (of an intent, the option node-pool), or the"
              + " pools out of the plan",
          pool, Labels.NODE_POOL);
    }
  }
}
