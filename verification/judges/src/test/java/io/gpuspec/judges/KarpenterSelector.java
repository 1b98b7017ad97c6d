package io.gpuspec.judges;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/**
 * Random pods as others write them: with a required node affinity by Karpenter's labels. Of a pod
 * that says no architecture we take its image to be for amd64, and Karpenter, which knows no
 * images, whatever the NodePool allows.
 */
final class KarpenterSelector {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
  private static final String ARCH = "kubernetes.io/arch";
  private static final List<List<String>> ARCHS =
      List.of(List.of("amd64"), List.of("amd64"), List.of("arm64"), List.of("arm64", "amd64"));

  /** Labels and some of their values, a few of which no type has. */
  private static final Map<String, List<String>> VALUES =
      new TreeMap<>(
          Map.of(
              "karpenter.k8s.aws/instance-gpu-name",
              List.of("t4", "t4g", "a10g", "l4", "l40s", "a100", "h100", "h200", "x1"),
              "karpenter.k8s.aws/instance-gpu-count",
              List.of("1", "2", "4", "8", "16"),
              "karpenter.k8s.aws/instance-gpu-memory",
              List.of("16384", "22888", "40960", "45776", "81920"),
              "karpenter.k8s.aws/instance-cpu",
              List.of("4", "8", "16", "48", "96", "192"),
              "karpenter.k8s.aws/instance-memory",
              List.of("16384", "65536", "262144", "1179648"),
              "karpenter.k8s.aws/instance-category",
              List.of("g", "gr", "p", "m"),
              "karpenter.k8s.aws/instance-generation",
              List.of("4", "5", "6", "7"),
              "karpenter.k8s.aws/instance-family",
              List.of("g4dn", "g5", "g5g", "g6e", "p5", "p4d", "m5"),
              "node.kubernetes.io/instance-type",
              List.of("g5.xlarge", "g5g.2xlarge", "g6.12xlarge", "p5.48xlarge"),
              ARCH,
              List.of("amd64", "arm64")));

  /** Labels whose values are numbers, which can be compared. */
  private static final List<String> NUMBERS =
      VALUES.keySet().stream()
          .filter(key -> VALUES.get(key).stream().allMatch(value -> value.matches("[0-9]+")))
          .toList();

  private final Random random;

  KarpenterSelector(Random random) {
    this.random = random;
  }

  /** A pod of which each term says the architecture. */
  ObjectNode pod() {
    return pod(true);
  }

  ObjectNode pod(boolean saysArch) {
    ObjectNode pod = JSON.objectNode().put("apiVersion", "v1").put("kind", "Pod");
    pod.putObject("metadata").put("name", "judged");
    ObjectNode spec = pod.putObject("spec");
    spec.putArray("tolerations").addObject().put("key", "nvidia.com/gpu").put("operator", "Exists");
    spec.putObject("affinity")
        .putObject("nodeAffinity")
        .putObject("requiredDuringSchedulingIgnoredDuringExecution")
        .set("nodeSelectorTerms", terms(saysArch));
    ObjectNode container = spec.putArray("containers").addObject();
    container.put("name", "main").put("image", "example.com/judged:v1");
    String gpus = String.valueOf(pick(List.of(1, 1, 1, 2, 4, 8)));
    ObjectNode resources = container.putObject("resources");
    resources
        .putObject("requests")
        .put("cpu", pick(List.of("0", "500m", "3920m", "3921m", "30", "95690m")))
        .put("memory", pick(List.of("0", "1Gi", "14162Mi", "14163Mi", "100Gi", "1082712Mi")))
        .put("nvidia.com/gpu", gpus);
    resources.putObject("limits").put("nvidia.com/gpu", gpus);
    return pod;
  }

  private ArrayNode terms(boolean saysArch) {
    ArrayNode terms = JSON.arrayNode();
    for (int i = pick(List.of(1, 1, 2, 3)); i > 0; i--) {
      ArrayNode requirements = terms.addObject().putArray("matchExpressions");
      if (saysArch) {
        ObjectNode arch = requirements.addObject().put("key", ARCH).put("operator", "In");
        pick(ARCHS).forEach(arch.putArray("values")::add);
      }
      for (int j = pick(List.of(1, 2, 2, 3)); j > 0; j--) {
        requirements.add(requirement());
      }
    }
    return terms;
  }

  /** Gives a pod a preferred node affinity. */
  void prefer(ObjectNode pod) {
    pod.withObject("/spec/affinity/nodeAffinity")
        .set("preferredDuringSchedulingIgnoredDuringExecution", preferences());
  }

  /** Preferences of weights that differ, because Karpenter's sort of equal ones is not stable. */
  private ArrayNode preferences() {
    ArrayNode preferences = JSON.arrayNode();
    List<Integer> weights = new ArrayList<>(List.of(1, 20, 50, 100));
    for (int i = pick(List.of(1, 1, 2, 3)); i > 0; i--) {
      ObjectNode preferred = preferences.addObject();
      preferred.put("weight", weights.remove(random.nextInt(weights.size())));
      ArrayNode requirements = preferred.putObject("preference").putArray("matchExpressions");
      for (int j = pick(List.of(1, 1, 2)); j > 0; j--) {
        requirements.add(requirement());
      }
    }
    return preferences;
  }

  private ObjectNode requirement() {
    ObjectNode requirement = JSON.objectNode();
    boolean compares = random.nextInt(4) == 0;
    String key = pick(compares ? NUMBERS : List.copyOf(VALUES.keySet()));
    String operator =
        compares ? pick(List.of("Gt", "Lt")) : pick(List.of("In", "In", "In", "NotIn", "Exists"));
    requirement.put("key", key).put("operator", operator);
    if (!operator.equals("Exists")) {
      ArrayNode values = requirement.putArray("values");
      List<String> some = new ArrayList<>(VALUES.get(key));
      int count = compares ? 1 : 1 + random.nextInt(2);
      for (int i = 0; i < count; i++) {
        values.add(some.remove(random.nextInt(some.size())));
      }
    }
    return requirement;
  }

  private <T> T pick(List<T> of) {
    return of.get(random.nextInt(of.size()));
  }
}
