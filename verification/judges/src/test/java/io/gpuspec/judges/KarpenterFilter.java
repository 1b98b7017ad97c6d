package io.gpuspec.judges;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
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

  private KarpenterFilter() {}

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

  /** The same with a NodePool and an EC2NodeClass of ours. */
  static ObjectNode forPod(
      KarpenterSettings settings, JsonNode pod, JsonNode nodePool, JsonNode nodeClass) {
    ObjectNode question = forPod(settings, pod);
    question.set("nodePool", nodePool);
    question.withObjectProperty("settings").set("nodeClass", nodeClass.get("spec"));
    return question;
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
