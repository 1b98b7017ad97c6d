package io.gpuspec.judges;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gpuspec.GpuSpec;
import io.gpuspec.Gpus;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.StreamSupport;

/**
 * Karpenter's own filter, asked many questions in one run of {@code karpenter-filter}.
 *
 * <pre>{@code
 * KarpenterFilter.ask(List.of(KarpenterFilter.forPod(settings, pod)))
 * }</pre>
 */
final class KarpenterFilter {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** The NodePool of GPU nodes: any architecture, on demand or spot, tainted for other pods. */
  private static final String NODE_POOL =
      """
      {"apiVersion": "karpenter.sh/v1", "kind": "NodePool", "metadata": {"name": "gpu"},
       "spec": {"template": {
         "metadata": {"labels": {"node-type": "gpu"}},
         "spec": {
           "nodeClassRef": {"group": "karpenter.k8s.aws", "kind": "EC2NodeClass", "name": "gpu"},
           "taints": [{"key": "nvidia.com/gpu", "value": "true", "effect": "NoSchedule"}],
           "requirements": [
             {"key": "karpenter.k8s.aws/instance-category", "operator": "In", "values": ["g", "gr", "p"]},
             {"key": "karpenter.sh/capacity-type", "operator": "In", "values": ["on-demand", "spot"]},
             {"key": "kubernetes.io/arch", "operator": "In", "values": ["amd64", "arm64"]}]}}}}
      """;

  private static final String FAMILY = "karpenter.k8s.aws/instance-family";

  private KarpenterFilter() {}

  /** A NodePool of GPU nodes, on demand, without the types that have retired. */
  static JsonNode onDemandPool(List<String> archs) {
    return pool(archs, List.of("on-demand"), Map.of());
  }

  /**
   * A NodePool of GPU nodes without the types that have retired.
   *
   * @param archs what nodes it launches
   * @param capacityTypes how it buys them
   * @param labels what its nodes have besides what Karpenter writes
   */
  static JsonNode pool(List<String> archs, List<String> capacityTypes, Map<String, String> labels) {
    JsonNode pool = parse(NODE_POOL);
    ObjectNode template = (ObjectNode) pool.at("/spec/template");
    ObjectNode written = template.withObject("/metadata/labels");
    labels.forEach(written::put);
    ArrayNode requirements = template.withArray("/spec/requirements");
    requirement(requirements, "karpenter.sh/capacity-type", "In", capacityTypes);
    requirement(requirements, "kubernetes.io/arch", "In", archs);
    requirement(requirements, FAMILY, "NotIn", List.of("p3"));
    return pool;
  }

  private static void requirement(
      ArrayNode requirements, String key, String operator, List<String> values) {
    ObjectNode requirement = requirements.addObject().put("key", key).put("operator", operator);
    values.forEach(requirement.putArray("values")::add);
  }

  /** The question for all types and what pods can use of them. */
  static ObjectNode forTypes(KarpenterSettings settings) {
    return JSON.createObjectNode().set("settings", settings.json());
  }

  /** The question for the types that a pod can land on. */
  static ObjectNode forPod(KarpenterSettings settings, JsonNode pod) {
    ObjectNode question = forTypes(settings);
    question.set("nodePool", parse(NODE_POOL));
    question.set("pod", pod);
    return question;
  }

  /** The same with another NodePool. */
  static ObjectNode forPod(KarpenterSettings settings, JsonNode pod, JsonNode nodePool) {
    return forPod(settings, pod).set("nodePool", nodePool);
  }

  /** The same with a NodePool and an EC2NodeClass of ours. */
  static ObjectNode forPod(
      KarpenterSettings settings, JsonNode pod, JsonNode nodePool, JsonNode nodeClass) {
    ObjectNode question = forPod(settings, pod);
    question.set("nodePool", nodePool);
    question.withObjectProperty("settings").set("nodeClass", nodeClass.get("spec"));
    return question;
  }

  /**
   * The same with the NodeOverlays that the note {@code gpu.uncounted} of an answer asks for: they
   * add a GPU to each type that has a slice of one, where Karpenter counts none.
   */
  static ObjectNode withSlicesCounted(ObjectNode question) {
    ObjectNode counted = question.deepCopy();
    ObjectNode overlays = counted.withObjectProperty("settings").putObject("overlays");
    for (GpuSpec row : Gpus.load().in("eks").catalog().specs()) {
      if (!row.isWhole()) {
        overlays.putObject(row.name()).put("nvidia.com/gpu", "1");
      }
    }
    return counted;
  }

  /** The answers, in the order of the questions. */
  static List<JsonNode> ask(List<ObjectNode> questions) {
    StringBuilder lines = new StringBuilder();
    questions.forEach(question -> lines.append(question).append('\n'));
    Tools.Output output = Tools.run(lines.toString(), "karpenter-filter");
    if (output.exit() != 0) {
      throw new IllegalStateException(output.err());
    }
    List<JsonNode> answers = output.out().lines().map(KarpenterFilter::parse).toList();
    if (answers.size() != questions.size()) {
      throw new IllegalStateException(
          "%d questions, %d answers".formatted(questions.size(), answers.size()));
    }
    return answers;
  }

  /** The types of all alternatives of a pod together. */
  static Set<String> types(JsonNode answer) {
    Set<String> types = new LinkedHashSet<>();
    answer.get("attempts").forEach(attempt -> types.addAll(texts(attempt.get("types"))));
    return types;
  }

  /** What Karpenter launches: types of one price. Nothing where it launches none. */
  static Optional<KarpenterChoice> choice(JsonNode answer) {
    return Optional.ofNullable(answer.get("choice")).map(KarpenterChoice::of);
  }

  static List<String> texts(JsonNode array) {
    return new ArrayList<>(
        StreamSupport.stream(array.spliterator(), false).map(JsonNode::asText).toList());
  }

  static JsonNode parse(String json) {
    try {
      return JSON.readTree(json);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
