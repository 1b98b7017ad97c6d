package io.gpuspec.manifest;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.gpuspec.manifest.internal.fields.IntentPath;
import io.gpuspec.manifest.internal.fields.KubeShapes;
import io.gpuspec.manifest.internal.fields.Problems;
import io.gpuspec.manifest.internal.fields.Schema;
import io.gpuspec.manifest.internal.tree.Checks;
import io.gpuspec.manifest.internal.tree.ContainerForm;
import io.gpuspec.manifest.internal.tree.CpuAndMemory;
import io.gpuspec.manifest.internal.tree.YamlTree;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Checks of the fields of complete pods that the API server would refuse, based on the schemas and
 * {@link KubeRules}, so that files and {@code edit} follow the same rules.
 */
final class PodChecks {
  private static final Schema.Fields POD = KubeShapes.object(PodSpec.class);
  private static final Schema.Fields CONTAINER = KubeShapes.object(Container.class);

  /** Source: Kubernetes, API machinery, resource.Quantity. */
  private static final Pattern QUANTITY =
      Pattern.compile(
          "[+-]?([0-9]+(\\.[0-9]*)?|\\.[0-9]+)([KMGTPE]i|[numkMGTPE]|[eE][+-]?[0-9]+)?");

  private final Problems problems;

  PodChecks(Problems problems) {
    this.problems = problems;
  }

  /**
   * Finds what is wrong.
   *
   * @param pod the tree of a pod's {@code spec}
   */
  void check(Map<String, Object> pod) {
    Map<String, Object> tree = new LinkedHashMap<>(pod);
    if (tree.remove("containers") instanceof List<?> containers) {
      for (int i = 0; i < containers.size(); i++) {
        check(CONTAINER, containers.get(i), IntentPath.container(i));
      }
    }
    check(POD, tree, IntentPath.POD);
    checkNames(pod);
    checkUsers(pod);
  }

  private void checkNames(Map<String, Object> pod) {
    YamlTree.map(pod, "nodeSelector")
        .forEach(
            (key, value) ->
                problems.check(
                    () -> Checks.labelValue(Checks.nodeLabel(key), text(value)),
                    IntentPath.POD.child("nodeSelector").child(key)));
    List<Map<String, Object>> secrets = YamlTree.maps(pod, "imagePullSecrets");
    for (int i = 0; i < secrets.size(); i++) {
      String name = text(secrets.get(i).get("name"));
      IntentPath secret = IntentPath.POD.child("imagePullSecrets").child(Integer.valueOf(i));
      if (!name.isEmpty()) {
        problems.check(() -> Checks.dnsSubdomain("image pull secret", name), secret.child("name"));
      }
    }
  }

  /** A null is read as an absent value. */
  private static String text(@Nullable Object value) {
    return value == null ? "" : value.toString();
  }

  private void check(@Nullable Schema shape, @Nullable Object tree, IntentPath path) {
    if (tree == null) {
      return;
    }
    if (shape instanceof Schema.Words words) {
      checkWord(words.words(), tree.toString(), path);
    } else if (shape instanceof Schema.Amount) {
      checkQuantity(tree.toString(), path);
    } else if (shape instanceof Schema.Items items && tree instanceof List<?> list) {
      for (int i = 0; i < list.size(); i++) {
        check(items.item(), list.get(i), path.child(Integer.valueOf(i)));
      }
    } else if (tree instanceof Map<?, ?>) {
      checkFields(shape, ContainerForm.copy(tree), path);
    }
  }

  private void checkFields(@Nullable Schema shape, Map<String, Object> tree, IntentPath path) {
    if (shape instanceof Schema.Fields fields) {
      KubeRules.problems(fields.name(), tree).forEach(problem -> problems.add(path, problem));
      tree.forEach(
          (key, value) -> {
            KubeRules.problems(fields.name(), key, value)
                .forEach(problem -> problems.add(path.child(key), problem));
            check(fields.fields().get(key), value, path.child(key));
          });
    } else if (shape instanceof Schema.Entries entries) {
      tree.forEach((key, value) -> check(entries.value(), value, path.child(key)));
    }
  }

  private void checkWord(List<String> words, String word, IntentPath path) {
    if (!words.isEmpty() && !words.contains(word)) {
      problems.add(path, Schema.Words.unknown(word, words).getMessage());
    }
  }

  /** A container's CPU, memory and devices are read, and refused, as amounts of what they are. */
  private void checkQuantity(String amount, IntentPath path) {
    String name = String.valueOf(path.steps().get(path.steps().size() - 1));
    if (!CpuAndMemory.NAMES.contains(name)
        && !name.contains("/")
        && !QUANTITY.matcher(amount).matches()) {
      problems.add(
          path,
          "'%s' is not a quantity; write a number and a unit, such as 10Gi".formatted(amount));
    }
  }

  /** Root, where root is forbidden: no kubelet starts such a container. */
  private void checkUsers(Map<String, Object> pod) {
    Map<String, Object> ofPod = context(pod);
    checkUser(ofPod, Map.of(), IntentPath.POD);
    List<Map<String, Object>> containers = YamlTree.maps(pod, "containers");
    for (int i = 0; i < containers.size(); i++) {
      checkUser(ofPod, context(containers.get(i)), IntentPath.container(i));
    }
    List<Map<String, Object>> inits = YamlTree.maps(pod, "initContainers");
    for (int i = 0; i < inits.size(); i++) {
      IntentPath path = IntentPath.POD.child("initContainers").child(Integer.valueOf(i));
      checkUser(ofPod, context(inits.get(i)), path);
    }
  }

  private static Map<String, Object> context(Map<String, Object> owner) {
    return YamlTree.map(owner, "securityContext");
  }

  private void checkUser(Map<String, Object> pod, Map<String, Object> own, IntentPath path) {
    Map<String, Object> both = ContainerForm.copy(pod);
    both.putAll(own);
    boolean says = path.equals(IntentPath.POD) || !own.isEmpty();
    if (says
        && Boolean.TRUE.equals(both.get("runAsNonRoot"))
        && both.get("runAsUser") instanceof Number user
        && user.longValue() == 0) {
      problems.add(
          path.child("securityContext"),
          "runAsUser: '0' is root, and runAsNonRoot, which restricted writes too, forbids that; give another user, or remove one of them");
    }
  }
}
