package io.gpuspec.manifest;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.gpuspec.UnknownNameException;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What the API server would refuse of the fields of finished pods: by their shapes and by {@link
 * KubeRules}, so that what a file says and what {@code edit} says is judged alike.
 */
final class PodChecks {
  private static final IntentShape.Fields POD = KubeShapes.object(PodSpec.class);
  private static final IntentShape.Fields CONTAINER = KubeShapes.object(Container.class);

  /** Source: Kubernetes, API machinery, resource.Quantity. */
  private static final Pattern QUANTITY =
      Pattern.compile(
          "[+-]?([0-9]+(\\.[0-9]*)?|\\.[0-9]+)([KMGTPE]i|[numkMGTPE]|[eE][+-]?[0-9]+)?");

  private final Problems problems;

  PodChecks(Problems problems) {
    this.problems = problems;
  }

  void check(PodSpec pod) {
    Map<String, Object> tree = ContainerForm.copy(Json.MAPPER.convertValue(pod, Object.class));
    if (tree.remove("containers") instanceof List<?> containers) {
      for (int i = 0; i < containers.size(); i++) {
        check(CONTAINER, containers.get(i), IntentPath.container(i));
      }
    }
    check(POD, tree, IntentPath.POD);
    checkUsers(tree, pod);
  }

  private void check(@Nullable IntentShape shape, Object tree, IntentPath path) {
    if (shape instanceof IntentShape.Words words) {
      checkWord(words.words(), tree.toString(), path);
    } else if (shape instanceof IntentShape.Amount) {
      checkQuantity(tree.toString(), path);
    } else if (shape instanceof IntentShape.Items items && tree instanceof List<?> list) {
      for (int i = 0; i < list.size(); i++) {
        check(items.item(), list.get(i), path.child(Integer.valueOf(i)));
      }
    } else if (tree instanceof Map<?, ?>) {
      checkFields(shape, ContainerForm.copy(tree), path);
    }
  }

  private void checkFields(@Nullable IntentShape shape, Map<String, Object> tree, IntentPath path) {
    if (shape instanceof IntentShape.Fields fields) {
      KubeRules.problems(fields.name(), tree).forEach(problem -> problems.add(path, problem));
      tree.forEach((key, value) -> check(fields.fields().get(key), value, path.child(key)));
    } else if (shape instanceof IntentShape.Entries entries) {
      tree.forEach((key, value) -> check(entries.value(), value, path.child(key)));
    }
  }

  private void checkWord(List<String> words, String word, IntentPath path) {
    if (!words.isEmpty() && !words.contains(word)) {
      problems.add(path, new UnknownNameException("word", word, words).getMessage());
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
  private void checkUsers(Map<String, Object> tree, PodSpec pod) {
    Map<String, Object> ofPod = ContainerForm.copy(tree.get("securityContext"));
    checkUser(ofPod, Map.of(), IntentPath.POD);
    for (int i = 0; i < pod.getContainers().size(); i++) {
      checkUser(ofPod, context(pod.getContainers().get(i)), IntentPath.container(i));
    }
    for (int i = 0; i < pod.getInitContainers().size(); i++) {
      IntentPath path = IntentPath.POD.child("initContainers").child(Integer.valueOf(i));
      checkUser(ofPod, context(pod.getInitContainers().get(i)), path);
    }
  }

  private static Map<String, Object> context(Container container) {
    return container.getSecurityContext() == null
        ? Map.of()
        : ContainerForm.copy(
            Json.MAPPER.convertValue(container.getSecurityContext(), Object.class));
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
          "runAsUser: '0' is root, and runAsNonRoot, which hardened writes too, forbids that; give another user, or leave one of them out");
    }
  }
}
