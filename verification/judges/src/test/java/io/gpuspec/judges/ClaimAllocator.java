package io.gpuspec.judges;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.Quantity;
import io.gpuspec.kube.KubeObject;
import io.gpuspec.manifest.claim.Allocation;
import io.gpuspec.manifest.claim.ClaimFile;
import io.gpuspec.manifest.error.ManifestException;
import io.gpuspec.scheduling.ClaimedDevice;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * An allocator of others, asked many questions in one run: the scheduler's own ({@code
 * claim-allocator}) or Karpenter's ({@code karpenter-claims}).
 */
final class ClaimAllocator {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String OF_THE_SCHEDULER = "claim-allocator";
  private static final String OF_KARPENTER = "karpenter-claims";

  private ClaimAllocator() {}

  /** The version of Kubernetes whose allocator it is. */
  static String version() {
    return Pinned.version("claims", "k8s.io/dynamic-resource-allocation");
  }

  /**
   * What is in a cluster, and pods that are asked about one by one.
   *
   * @param node which node of the slices is tried
   * @param classes DeviceClasses beside NVIDIA's
   * @param pods the claims of each pod
   * @param allocated the results of claims of other pods
   */
  record Question(
      String node,
      List<KubeObject> slices,
      List<ObjectNode> classes,
      List<List<ObjectNode>> pods,
      List<JsonNode> allocated) {

    /** Where no other pod has a device. */
    Question(
        String node,
        List<KubeObject> slices,
        List<ObjectNode> classes,
        List<List<ObjectNode>> pods) {
      this(node, slices, classes, pods, List.of());
    }

    Question allocated(List<JsonNode> results) {
      return new Question(node, slices, classes, pods, results);
    }

    private ObjectNode json() {
      ObjectNode question = JSON.createObjectNode().put("node", node);
      ArrayNode allSlices = question.putArray("slices");
      slices.forEach(slice -> allSlices.add(JSON.<JsonNode>valueToTree(slice.tree())));
      question.putArray("classes").addAll(ClaimObjectTexts.classes()).addAll(classes);
      ArrayNode all = question.putArray("pods");
      pods.forEach(pod -> all.addArray().addAll(pod));
      if (!allocated.isEmpty()) {
        question.putArray("allocated").addAll(allocated);
      }
      return question;
    }

    /** The file that a person would give us. */
    String file(List<ObjectNode> pod) {
      List<ObjectNode> objects = new ArrayList<>(classes);
      objects.addAll(pod);
      if (!allocated.isEmpty()) {
        ObjectNode other = ClaimObjectTexts.object("ResourceClaim", "other");
        other.putObject("spec");
        other
            .putObject("status")
            .putObject("allocation")
            .putObject("devices")
            .putArray("results")
            .addAll(allocated);
        objects.add(other);
      }
      return ClaimObjectTexts.list(objects);
    }

    /** What we say. */
    Answer ours(List<ObjectNode> pod) {
      try {
        return Answer.of(ClaimFile.parse("claims.json", file(pod)).allocate(slices));
      } catch (ManifestException e) {
        return new Answer(false, List.of(), e.getMessage());
      }
    }
  }

  /**
   * Which devices the claims of a pod get.
   *
   * @param error why the scheduler stops, for every node; empty where it does not
   * @param results the devices as the API has them; none of ours
   */
  record Answer(boolean isFound, List<String> devices, String error, List<JsonNode> results) {
    Answer(boolean isFound, List<String> devices, String error) {
      this(isFound, devices, error, List.of());
    }

    static Answer of(Allocation allocation) {
      List<String> devices = new ArrayList<>();
      for (ClaimedDevice given : allocation.devices()) {
        devices.add(
            text(
                given.claim(),
                given.request(),
                given.driver(),
                given.pool(),
                given.device(),
                given.consumed()));
      }
      return new Answer(allocation.isFound(), devices, "");
    }

    private static Answer of(JsonNode json) {
      List<String> devices = new ArrayList<>();
      List<JsonNode> results = new ArrayList<>();
      for (JsonNode given : json.path("devices")) {
        devices.add(of(given.path("claim").asText(), given));
        results.add(given.<ObjectNode>deepCopy().without("claim"));
      }
      return new Answer(
          json.path("found").asBoolean(), devices, json.path("error").asText(""), results);
    }

    /** A result of a claim, as the API has it. */
    static String of(String claim, JsonNode result) {
      Map<String, String> consumed = new TreeMap<>();
      result
          .path("consumedCapacity")
          .properties()
          .forEach(each -> consumed.put(each.getKey(), each.getValue().asText()));
      return text(
          claim,
          result.path("request").asText(),
          result.path("driver").asText(),
          result.path("pool").asText(),
          result.path("device").asText(),
          consumed);
    }

    /** The same without the names of requests, which Karpenter does not say. */
    Answer withoutRequests() {
      return new Answer(
          isFound,
          devices.stream().map(device -> device.replaceFirst(" \\S* ", " ")).toList(),
          error);
    }

    private static String text(
        String claim,
        String request,
        String driver,
        String pool,
        String device,
        Map<String, String> consumed) {
      StringBuilder text = new StringBuilder();
      text.append("%s %s %s/%s/%s".formatted(claim, request, driver, pool, device));
      new TreeMap<>(consumed)
          .forEach(
              (name, amount) ->
                  text.append(' ')
                      .append(name)
                      .append('=')
                      .append(
                          Quantity.getAmountInBytes(Quantity.parse(amount))
                              .stripTrailingZeros()
                              .toPlainString()));
      return text.toString();
    }

    boolean isError() {
      return !error.isEmpty();
    }

    /** The same devices, none, or both an error, whose words differ. */
    boolean agreesWith(Answer other) {
      return isError() == other.isError()
          && isFound == other.isFound
          && devices.equals(other.devices);
    }
  }

  /** The scheduler's answers for the pods of all questions, in their order. */
  static List<List<Answer>> ask(List<Question> questions) {
    return ask(OF_THE_SCHEDULER, questions);
  }

  /** Karpenter's, for nodes that do not exist yet. */
  static List<List<Answer>> askKarpenter(List<Question> questions) {
    return ask(OF_KARPENTER, questions);
  }

  private static List<List<Answer>> ask(String tool, List<Question> questions) {
    StringBuilder lines = new StringBuilder();
    questions.forEach(question -> lines.append(question.json()).append('\n'));
    Tools.Output output = Tools.run(lines.toString(), tool);
    if (output.exit() != 0) {
      throw new IllegalStateException(output.err());
    }
    Iterator<String> answers = output.out().lines().iterator();
    List<List<Answer>> all = new ArrayList<>();
    for (Question question : questions) {
      List<Answer> ofQuestion = new ArrayList<>();
      for (int i = 0; i < question.pods().size(); i++) {
        ofQuestion.add(Answer.of(parse(answers.next())));
      }
      all.add(ofQuestion);
    }
    if (answers.hasNext()) {
      throw new IllegalStateException("more answers than pods");
    }
    return all;
  }

  private static JsonNode parse(String json) {
    try {
      return JSON.readTree(json);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }
}
