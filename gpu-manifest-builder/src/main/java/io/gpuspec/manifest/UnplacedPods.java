package io.gpuspec.manifest;

import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.PodAffinityTermBuilder;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.TopologySpreadConstraintBuilder;
import io.fabric8.kubernetes.api.model.Volume;
import io.gpuspec.kube.Tree;
import io.gpuspec.manifest.internal.fields.IntentPath;
import io.gpuspec.manifest.internal.fields.Problems;
import io.gpuspec.manifest.internal.tree.Checks;
import io.gpuspec.manifest.internal.tree.Maps;
import io.gpuspec.manifest.internal.tree.YamlTree;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.value.InvalidValueException;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A workload's pods on any target, before the target adds its part. */
final class UnplacedPods {
  private final GpuWorkload workload;
  private final PodTemplateSpec template;
  private final Map<String, Object> tree;
  private final PodView containers;

  UnplacedPods(GpuWorkload workload) {
    this.workload = workload;
    this.template = completed();
    this.tree = YamlTree.ofModel(template);
    Map<String, Object> spec = new LinkedHashMap<>(YamlTree.map(tree, "spec"));
    spec.keySet().retainAll(List.of("initContainers", "containers", "resources", "overhead"));
    this.containers = PodView.of(Tree.of(Map.of("spec", spec)));
  }

  /** The pods, with what follows from the workload's kind and from what has to find them. */
  PodTemplateSpec template() {
    return template;
  }

  /**
   * Returns whether the user set nothing that could affect the match; without that, the pods match
   * as promised.
   */
  boolean isPlain() {
    boolean areLabelsOurs = workload.selector().isEmpty() && workload.pods().labels().isEmpty();
    return areLabelsOurs
        && OwnersEntry.of(tree, containers).stream()
            .allMatch(entry -> entry.name().equals("label app"));
  }

  /** Returns the pod template as a tree; nobody changes it. */
  Map<String, Object> tree() {
    return tree;
  }

  /** The pods' containers, as their target sees them. */
  PodView containers() {
    return containers;
  }

  private PodTemplateSpec completed() {
    // Each edit...() of a part copies that part several times over.
    PodTemplateSpec given = workload.pods().template();
    PodSpecBuilder pod =
        new PodSpecBuilder(given.getSpec()).addToContainers(0, workload.main().model());
    ObjectMetaBuilder metadata = new ObjectMetaBuilder(given.getMetadata());
    if (isSelected()) {
      // Here and not in the step: the selector may be given after it.
      pod.accept(PodAffinityTermBuilder.class, this::aboutThesePods);
      pod.accept(TopologySpreadConstraintBuilder.class, this::aboutThesePods);
      metadata.withLabels(Maps.first(selector(), workload.pods().labels()));
    }
    if (workload.pods().isHardened()) {
      pod.accept(ContainerBuilder.class, WorkloadContainer::dropPrivileges);
    }
    if (given.getSpec().getRestartPolicy() == null) {
      workload.kind().restartPolicy().ifPresent(policy -> pod.withRestartPolicy(policy.toString()));
    }
    return new PodTemplateSpec(metadata.build(), pod.build());
  }

  private void aboutThesePods(PodAffinityTermBuilder term) {
    if (!term.hasLabelSelector()) {
      term.withNewLabelSelector().withMatchLabels(selector()).endLabelSelector();
    }
  }

  private void aboutThesePods(TopologySpreadConstraintBuilder constraint) {
    if (!constraint.hasLabelSelector()) {
      constraint.withNewLabelSelector().withMatchLabels(selector()).endLabelSelector();
    }
  }

  /** The labels by which pods are found, if anything has to find them. */
  Map<String, String> selector() {
    return workload.selector().isEmpty()
        ? Map.of("app", workload.pods().labels().getOrDefault("app", workload.meta().getName()))
        : workload.selector();
  }

  /** Returns whether anything finds the pods by their labels. */
  private boolean isSelected() {
    return workload.kind().findsPodsByLabel()
        || workload.service().isPresent()
        || workload.budget().isPresent()
        || !workload.selector().isEmpty()
        || workload.pods().selectOwnPods();
  }

  /** The Services that lead to the pods, each with its name. */
  List<WorkloadService> services() {
    String name = workload.meta().getName();
    Optional<WorkloadService> given = workload.service();
    if (!workload.kind().needsHeadlessService()) {
      return given.map(service -> service.namedOr(name)).stream().toList();
    }
    if (given.isEmpty()) {
      return List.of(WorkloadService.withoutPorts().namedOr(name));
    }
    // What only follows from the port becomes the one that is needed.
    WorkloadService service = given.get().isImplied() ? given.get().headless() : given.get();
    WorkloadService named = service.namedOr(name);
    if (service.isHeadless()) {
      return List.of(named);
    }
    String headless = named.name().equals(name) ? name + "-headless" : name;
    return List.of(named, WorkloadService.withoutPorts().namedOr(headless));
  }

  /** The Service that gives a stateful set's pods their names. */
  String headlessServiceName() {
    return services().stream().filter(WorkloadService::isHeadless).findFirst().orElseThrow().name();
  }

  /** Finds what the API server would refuse of the parts together. */
  void check(Problems problems) {
    String name = workload.meta().getName();
    boolean isNamed = problems.check(() -> Checks.workloadName(name), IntentPath.NAME);
    if (isNamed) {
      problems.check(() -> workload.kind().checkName(name), IntentPath.NAME, IntentPath.KIND);
    }
    problems.check(workload.kind()::checkComplete, IntentPath.of("spec", "schedule"));
    problems.check(
        this::checkRestartPolicy, IntentPath.POD.child("restartPolicy"), IntentPath.KIND);
    if (isNamed) {
      checkServices(problems);
    }
    template
        .getMetadata()
        .getLabels()
        .forEach(
            (key, value) ->
                problems.check(
                    () -> workload.kind().checkLabel(key, value),
                    IntentPath.POD.child("labels").child(key),
                    IntentPath.NAME));
    Set<String> volumes = volumes(problems);
    new ContainerChecks(workload.main(), template.getSpec(), containers).check(name, problems);
    new PodChecks(problems).check(YamlTree.map(tree, "spec"), volumes);
  }

  /** Finds what is wrong with Services and selectors, which are named by the workload. */
  private void checkServices(Problems problems) {
    services()
        .forEach(
            service ->
                problems.check(
                    () -> Checks.serviceName(service.name()),
                    IntentPath.NAME,
                    IntentPath.KIND,
                    IntentPath.of("spec", "service")));
    if (isSelected()) {
      selector()
          .forEach(
              (key, value) ->
                  problems.check(
                      () -> checkSelected(key, value),
                      IntentPath.of("spec", "selector", "matchLabels", key)));
    }
  }

  private void checkRestartPolicy() {
    String stated = workload.pods().spec().getRestartPolicy();
    if (stated != null) {
      workload.kind().checkRestartPolicy(stated, workload);
    }
  }

  private void checkSelected(String key, String value) {
    Checks.labelValue(key, value);
    String given = workload.pods().labels().getOrDefault(key, value);
    if (!given.equals(value)) {
      throw new InvalidValueException(
          "label.conflict",
          "label %s: '%s' was given, and the selector says '%s'; remove one of them"
              .formatted(key, given, value));
    }
  }

  /** Returns the names of what containers can mount, none of which can have two meanings. */
  private Set<String> volumes(Problems problems) {
    Set<String> once = new HashSet<>();
    List<Volume> volumes = template.getSpec().getVolumes();
    for (int i = 0; i < volumes.size(); i++) {
      String name = volumes.get(i).getName();
      IntentPath path = IntentPath.POD.child("volumes").child(Integer.valueOf(i));
      problems.check(() -> checkVolume(name, once), path.child("name"));
    }
    List<PersistentVolumeClaim> claims = workload.kind().claims();
    for (int i = 0; i < claims.size(); i++) {
      String name = claims.get(i).getMetadata().getName();
      IntentPath path = IntentPath.of("spec", "volumeClaimTemplates", Integer.valueOf(i), "name");
      problems.check(() -> checkVolume(name, once), path);
    }
    return once;
  }

  private static void checkVolume(@Nullable String name, Set<String> once) {
    // A missing name is reported for the field.
    if (name != null && !once.add(name)) {
      throw new InvalidValueException(
          "volume.duplicate",
          "volume: '%s' is a duplicate; give each volume its own name".formatted(name));
    }
  }
}
