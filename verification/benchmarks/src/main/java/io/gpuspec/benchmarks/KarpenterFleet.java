package io.gpuspec.benchmarks;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gpuspec.GpuRequest;
import io.gpuspec.GpuSpec;
import io.gpuspec.Gpus;
import io.gpuspec.Match;
import io.gpuspec.Shape;
import io.gpuspec.Target;
import io.gpuspec.fleet.Demand;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Karpenter's own scheduler, asked for the nodes of a fleet: the judges' program {@code
 * karpenter-fleet}, in a separate process.
 *
 * <p>It gets the types that EKS's catalog has on demand, with what pods can use of an empty node,
 * the DaemonSets as pods, and pods that select their types by name.
 */
public final class KarpenterFleet {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String HOSTNAME = "kubernetes.io/hostname";
  private static final String WORKLOAD = "gpuspec.io/workload";
  private static final String ZONE = "us-east-1";

  private static final String DAEMON_CPU = "300m";
  private static final String DAEMON_MEMORY = "768Mi";
  private static final int DAEMON_PODS = 5;

  private static final Target EMPTY_NODES = Gpus.load().in("eks");

  /** What NodePools there are. */
  public enum Pools {
    /** One, of all types. */
    ONE,
    /** One of the types with one GPU, and one of all others, which comes second. */
    TWO
  }

  /**
   * A node that Karpenter launches.
   *
   * @param type the cheapest of the types that are left
   * @param pods as {@link io.gpuspec.fleet.FleetNode#pods} names them
   */
  public record Node(String type, List<String> pods) {}

  /**
   * What Karpenter launches.
   *
   * @param cost all nodes, each of its cheapest type
   * @param unplaced the pods without a node, with Karpenter's reason
   * @param cpuSeconds of scheduling, without reading and writing
   */
  public record Plan(
      List<Node> nodes, BigDecimal cost, Map<String, String> unplaced, double cpuSeconds) {}

  private final JudgeProgram program;
  private final Map<String, GpuSpec> types = new LinkedHashMap<>();

  /**
   * @param program {@code karpenter-fleet}, as {@code verification/judges/tools/build} builds it
   */
  public KarpenterFleet(Path program) {
    this.program = new JudgeProgram(program);
    EMPTY_NODES.catalog().specs().stream()
        .filter(spec -> spec.isWhole() && spec.price().isPresent())
        .forEach(spec -> types.put(spec.name(), spec));
  }

  /** Returns EKS as the planner sees it: its nodes without what the same DaemonSets take. */
  public static Target target() {
    return EMPTY_NODES
        .with("daemonset-cpu", DAEMON_CPU)
        .with("daemonset-memory", DAEMON_MEMORY)
        .with("daemonset-pods", String.valueOf(DAEMON_PODS));
  }

  /** Returns the nodes that Karpenter launches for all these pods at once. */
  public Plan plan(List<Demand> demands, Pools pools) throws IOException {
    JsonNode answer = program.answer(question(demands, pools));
    List<Node> nodes = new ArrayList<>();
    BigDecimal cost = BigDecimal.ZERO;
    for (JsonNode node : answer.get("nodes")) {
      String type = node.get("types").get(0).asText();
      nodes.add(new Node(type, texts(node.get("pods"))));
      cost = cost.add(price(types.get(type)));
    }
    Map<String, String> unplaced = new TreeMap<>();
    answer
        .get("unplaced")
        .properties()
        .forEach(pod -> unplaced.put(pod.getKey(), pod.getValue().asText()));
    return new Plan(nodes, cost, unplaced, answer.get("cpuSeconds").asDouble());
  }

  private static List<String> texts(JsonNode array) {
    List<String> texts = new ArrayList<>();
    array.forEach(each -> texts.add(each.asText()));
    return texts;
  }

  private ObjectNode question(List<Demand> demands, Pools pools) {
    ObjectNode question = JSON.createObjectNode();
    question.putArray("zones").add(ZONE + "a").add(ZONE + "b").add(ZONE + "c");
    ArrayNode all = question.putArray("types");
    types.values().forEach(spec -> all.add(type(spec)));
    ArrayNode nodePools = question.putArray("nodePools");
    if (pools == Pools.ONE) {
      nodePools.add(pool("all", 50, spec -> true));
    } else {
      nodePools
          .add(pool("one-gpu", 90, spec -> spec.gpus() == 1))
          .add(pool("larger", 80, spec -> spec.gpus() > 1));
    }
    question.putArray("daemonSets").addAll(daemonSets());
    ArrayNode workloads = question.putArray("workloads");
    for (Demand demand : demands) {
      workloads.addObject().put("replicas", demand.request().replicas()).set("pod", pod(demand));
    }
    return question;
  }

  private static ObjectNode type(GpuSpec spec) {
    Shape shape = spec.shapes().get(0);
    ObjectNode type =
        JSON.createObjectNode()
            .put("name", spec.name())
            .put("arch", spec.arch().toString())
            .put("price", price(spec));
    type.putObject("allocatable")
        .put("cpu", shape.allocatable().cpu().toString())
        .put("memory", String.valueOf(shape.allocatable().memory().toBytes()))
        .put("nvidia.com/gpu", String.valueOf(spec.gpus()))
        .put("pods", String.valueOf(EMPTY_NODES.podsPerNode(spec).orElseThrow()));
    return type;
  }

  private static BigDecimal price(GpuSpec spec) {
    return spec.price().orElseThrow().amount();
  }

  private ObjectNode pool(String name, int weight, Predicate<GpuSpec> has) {
    ObjectNode pool = JSON.createObjectNode().put("name", name).put("weight", weight);
    ArrayNode names = pool.putArray("types");
    types.values().stream().filter(has).map(GpuSpec::name).forEach(names::add);
    return pool;
  }

  /** The first requests what all of them do; the number of pods matters too. */
  private static Collection<ObjectNode> daemonSets() {
    List<ObjectNode> pods = new ArrayList<>();
    for (int i = 0; i < DAEMON_PODS; i++) {
      ObjectNode pod = JSON.createObjectNode();
      pod.putObject("metadata").put("name", "daemon-" + i);
      ObjectNode container = container(pod.putObject("spec"));
      if (i == 0) {
        container
            .putObject("resources")
            .putObject("requests")
            .put("cpu", DAEMON_CPU)
            .put("memory", DAEMON_MEMORY);
      }
      pods.add(pod);
    }
    return pods;
  }

  private static ObjectNode container(ObjectNode spec) {
    return spec.putArray("containers").addObject().put("name", "c");
  }

  private ObjectNode pod(Demand demand) {
    GpuRequest request = demand.request();
    ObjectNode pod = JSON.createObjectNode();
    pod.putObject("metadata")
        .put("name", demand.name())
        .putObject("labels")
        .put(WORKLOAD, demand.name());
    ObjectNode spec = pod.putObject("spec");
    ObjectNode resources = container(spec).putObject("resources");
    String gpus = String.valueOf(request.devices().count());
    resources
        .putObject("requests")
        .put("cpu", request.cpu().toString())
        .put("memory", String.valueOf(request.memory().toBytes()))
        .put("nvidia.com/gpu", gpus);
    resources.putObject("limits").put("nvidia.com/gpu", gpus);
    ArrayNode names = selected(spec).putArray("values");
    typesOf(request).forEach(names::add);
    demand.maxPerNode().ifPresent(most -> limitPerNode(spec, demand.name(), most));
    return pod;
  }

  private static ObjectNode selected(ObjectNode spec) {
    return spec.putObject("affinity")
        .putObject("nodeAffinity")
        .putObject("requiredDuringSchedulingIgnoredDuringExecution")
        .putArray("nodeSelectorTerms")
        .addObject()
        .putArray("matchExpressions")
        .addObject()
        .put("key", "node.kubernetes.io/instance-type")
        .put("operator", "In");
  }

  /** The types with the models, whether the pod has room there or not: that is for Karpenter. */
  private Stream<String> typesOf(GpuRequest request) {
    Match.Found found = EMPTY_NODES.match(GpuRequest.of(request.devices().count(1))).orThrow();
    return Stream.concat(Stream.of(found.shape()), found.alternatives().stream())
        .map(shape -> shape.spec().name())
        .filter(types::containsKey);
  }

  private static void limitPerNode(ObjectNode spec, String workload, int most) {
    spec.putArray("topologySpreadConstraints")
        .addObject()
        .put("maxSkew", most)
        .put("topologyKey", HOSTNAME)
        .put("whenUnsatisfiable", "DoNotSchedule")
        .putObject("labelSelector")
        .putObject("matchLabels")
        .put(WORKLOAD, workload);
  }
}
