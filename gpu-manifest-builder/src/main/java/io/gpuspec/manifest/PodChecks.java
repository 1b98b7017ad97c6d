package io.gpuspec.manifest;

import io.gpuspec.manifest.internal.fields.IntentPath;
import io.gpuspec.manifest.internal.fields.IntentTree;
import io.gpuspec.manifest.internal.fields.Problems;
import io.gpuspec.manifest.internal.kube.KubeCheck;
import io.gpuspec.manifest.internal.kube.KubeFinding;
import io.gpuspec.manifest.internal.tree.ContainerForm;
import io.gpuspec.manifest.internal.tree.CpuAndMemory;
import io.gpuspec.manifest.internal.tree.YamlTree;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Checks of complete pods: what {@link KubeCheck} finds in them, at the paths of an intent file, so
 * that files and {@code edit} follow the same rules.
 */
final class PodChecks {
  /** Where else the cause of a volume that is not there can be. */
  private static final List<IntentPath> OF_VOLUMES =
      List.of(
          IntentPath.POD.child("volumes"),
          IntentPath.of("spec", "volumeClaimTemplates"),
          IntentPath.KIND);

  private static final Set<Object> AMOUNTS = Set.of("limits", "requests");

  private final Problems problems;

  PodChecks(Problems problems) {
    this.problems = problems;
  }

  /**
   * Finds what is wrong.
   *
   * @param object the tree of an object
   * @param pod the tree of the {@code spec} of its pods
   */
  void check(Map<String, Object> object, Map<String, Object> pod) {
    check(
        pod,
        YamlTree.maps(YamlTree.map(object, "spec"), "volumeClaimTemplates").stream()
            .map(claim -> String.valueOf(YamlTree.map(claim, "metadata").get("name")))
            .collect(Collectors.toSet()));
  }

  /**
   * Finds what is wrong.
   *
   * @param pod the tree of a pod's {@code spec}
   * @param volumes the names of the volumes that its owner gives it
   */
  void check(Map<String, Object> pod, Set<String> volumes) {
    KubeCheck.ofPod(IntentTree.ofPod(pod), volumes).forEach(this::add);
    checkUsers(pod);
  }

  private void add(KubeFinding finding) {
    IntentTree at = (IntentTree) (finding.isOfOwner() ? finding.owner() : finding.at());
    IntentPath path = at.intentPath();
    if (isAmount(path.steps()) || problems.isKnown(path)) {
      return;
    }
    if (finding.id().isEmpty()) {
      problems.add(path, finding.problem());
    } else {
      problems.add(
          finding.id(),
          finding.problem(),
          path,
          finding.id().startsWith("volume.") ? OF_VOLUMES : List.of());
    }
  }

  /** A container's CPU, memory and devices are read, and refused, as amounts of what they are. */
  private static boolean isAmount(List<Object> steps) {
    String name = String.valueOf(steps.get(steps.size() - 1));
    return (CpuAndMemory.NAMES.contains(name) || name.contains("/"))
        && AMOUNTS.contains(steps.get(steps.size() - 2));
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
