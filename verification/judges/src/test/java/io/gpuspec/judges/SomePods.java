package io.gpuspec.judges;

import io.gpuspec.scheduling.NodeRequirement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Random pods that ask something of nodes by their labels and resources: most of what one asks is
 * true of one node among those that are given, the rest is of others or of none.
 */
final class SomePods {
  /**
   * A node to be asked for.
   *
   * @param resources those beside CPU, memory and GPUs that it has
   */
  record Node(
      Map<String, String> labels,
      int gpus,
      long millicores,
      long mebibytes,
      Map<String, Long> resources) {
    Node {
      labels = new TreeMap<>(labels);
    }
  }

  private static final List<String> RESOURCES =
      List.of(
          "vpc.amazonaws.com/efa",
          "vpc.amazonaws.com/efa",
          "vpc.amazonaws.com/pod-eni",
          "rdma/hca",
          "hugepages-2Mi",
          "aws.amazon.com/neuron",
          "example.com/foo",
          "nvidia.com/hostdev");

  private static final List<String> WRONG = List.of("x1", "0", "m5.large", "true", "7", "any");

  private final Random random;
  private final List<Node> nodes;

  /** Of one kind of label each, which are asked about as often as each other. */
  private final List<List<String>> kinds;

  private final Map<String, Set<String>> values = new TreeMap<>();

  /**
   * @param kinds keys that are asked about, of which a pod uses one kind or several
   */
  SomePods(Random random, List<Node> nodes, List<List<String>> kinds) {
    this.random = random;
    this.nodes = nodes;
    this.kinds = kinds;
    for (Node node : nodes) {
      node.labels()
          .forEach((key, value) -> values.computeIfAbsent(key, k -> new TreeSet<>()).add(value));
    }
  }

  SomePod next() {
    Node node = pick(nodes);
    List<String> keys = keys();
    Map<String, String> selector = new TreeMap<>();
    for (int i = pick(List.of(0, 0, 1, 1, 2)); i > 0; i--) {
      String key = pick(keys);
      String value = isTrue() ? node.labels().get(key) : some(key);
      selector.put(key, value == null ? some(key) : value);
    }
    List<List<NodeRequirement>> terms = new ArrayList<>();
    for (int i = pick(List.of(0, 1, 1, 1, 2, 3)); i > 0; i--) {
      Node of = terms.isEmpty() ? node : pick(nodes);
      List<NodeRequirement> term = new ArrayList<>();
      for (int j = pick(List.of(1, 2, 3)); j > 0; j--) {
        term.add(requirement(pick(keys), of));
      }
      terms.add(term);
    }
    return new SomePod(selector, terms, amounts(node));
  }

  /** Those of one kind, or of two; seldom of all. */
  private List<String> keys() {
    List<String> keys = new ArrayList<>(pick(kinds));
    if (random.nextInt(3) == 0) {
      keys.addAll(pick(kinds));
    }
    if (random.nextInt(12) == 0) {
      kinds.forEach(keys::addAll);
    }
    return keys;
  }

  private boolean isTrue() {
    return random.nextInt(6) != 0;
  }

  private NodeRequirement requirement(String key, Node node) {
    String value = node.labels().get(key);
    if (!isTrue()) {
      return wrong(key);
    }
    if (value == null) {
      return random.nextBoolean()
          ? new NodeRequirement(key, "DoesNotExist", List.of())
          : new NodeRequirement(key, "NotIn", List.of(some(key)));
    }
    return switch (random.nextInt(8)) {
      case 0 -> new NodeRequirement(key, "Exists", List.of());
      case 1 -> new NodeRequirement(key, "NotIn", others(key, value));
      case 2, 3 ->
          isNumber(value)
              ? new NodeRequirement(
                  key, "Gt", List.of(String.valueOf(Math.max(0, Long.parseLong(value) - 1))))
              : NodeRequirement.in(key, value);
      case 4 ->
          isNumber(value)
              ? new NodeRequirement(key, "Lt", List.of(String.valueOf(Long.parseLong(value) + 1)))
              : NodeRequirement.in(key, value);
      case 5 ->
          new NodeRequirement(
              key,
              "In",
              Stream.concat(Stream.of(value), others(key, value).stream()).distinct().toList());
      default -> NodeRequirement.in(key, value);
    };
  }

  /** As people write it by mistake, or to keep a pod away. */
  private NodeRequirement wrong(String key) {
    return switch (random.nextInt(6)) {
      case 0 -> new NodeRequirement(key, "Exists", List.of());
      case 1 -> new NodeRequirement(key, "DoesNotExist", List.of());
      case 2 -> new NodeRequirement(key, "NotIn", List.of(some(key)));
      case 3 ->
          new NodeRequirement(
              key,
              pick(List.of("Gt", "Lt")),
              List.of(random.nextInt(5) == 0 ? "big" : someNumber(key)));
      default -> new NodeRequirement(key, "In", List.of(some(key)));
    };
  }

  private static boolean isNumber(String value) {
    return value.matches("[0-9]{1,9}");
  }

  private String someNumber(String key) {
    String value = some(key);
    return isNumber(value) ? value : String.valueOf(random.nextInt(20));
  }

  private List<String> others(String key, String value) {
    List<String> some = new ArrayList<>();
    for (int i = 1 + random.nextInt(2); i > 0; i--) {
      String other = some(key);
      if (!other.equals(value) && !some.contains(other)) {
        some.add(other);
      }
    }
    return some.isEmpty() ? List.of("other") : some;
  }

  /** A value of some node, or of none. */
  private String some(String key) {
    List<String> known = List.copyOf(values.getOrDefault(key, Set.of()));
    // Which zones there are, only a cluster knows.
    boolean isKnown = key.endsWith("/zone") || random.nextInt(10) != 0;
    return known.isEmpty() || !isKnown ? pick(WRONG) : pick(known);
  }

  private Map<String, String> amounts(Node node) {
    Map<String, String> amounts = new TreeMap<>();
    int gpus = random.nextInt(4) == 0 ? 1 + random.nextInt(8) : Math.max(1, node.gpus());
    amounts.put("nvidia.com/gpu", String.valueOf(random.nextInt(3) == 0 ? 1 : gpus));
    if (random.nextInt(3) == 0) {
      amounts.put("cpu", amount(node.millicores()) + "m");
    }
    if (random.nextInt(3) == 0) {
      amounts.put("memory", amount(node.mebibytes()) + "Mi");
    }
    if (random.nextInt(5) == 0) {
      String resource = pick(RESOURCES);
      long has = node.resources().getOrDefault(resource, 0L);
      long asked =
          switch (random.nextInt(4)) {
            case 0 -> random.nextInt(33);
            case 1 -> has + 1;
            default -> has;
          };
      amounts.put(resource, resource.startsWith("hugepages") ? 2 * asked + "Mi" : "" + asked);
    }
    return amounts;
  }

  private long amount(long has) {
    return switch (random.nextInt(5)) {
      case 0 -> has;
      case 1 -> has + 1;
      default -> Math.max(1, (long) (has * random.nextDouble()));
    };
  }

  private <T> T pick(List<T> of) {
    return of.get(random.nextInt(of.size()));
  }
}
