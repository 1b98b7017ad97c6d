package io.gpuspec.manifest;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.NodeSelectorRequirement;
import io.fabric8.kubernetes.api.model.NodeSelectorTerm;
import io.fabric8.kubernetes.api.model.NodeSelectorTermBuilder;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.PodTemplateSpecBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import io.fabric8.kubernetes.api.model.ServiceSpecBuilder;
import io.fabric8.kubernetes.api.model.Toleration;
import io.fabric8.kubernetes.api.model.TolerationBuilder;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.JobBuilder;
import io.gpuspec.InvalidValueException;
import io.gpuspec.Match;
import io.gpuspec.spi.Placement;
import io.gpuspec.spi.PodField;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Writes a placement into a workload's pods and wraps them in the object that runs them. */
final class Renderer {
  private final GpuWorkload workload;
  private final UnplacedPods pods;
  private final Match.Found found;
  private final Placement placement;

  Renderer(GpuWorkload workload, UnplacedPods pods, Match.Found found, Placement placement) {
    this.workload = workload;
    this.pods = pods;
    this.found = found;
    this.placement = placement;
  }

  Manifests render() {
    PodTemplateSpec pod = placed();
    List<HasMetadata> objects = new ArrayList<>(KubeObjects.companions(placement));
    objects.add(
        switch (workload.kind()) {
          case POD -> pod(pod);
          case DEPLOYMENT -> deployment(pod);
          case JOB -> job(pod);
        });
    workload.service().ifPresent(service -> objects.add(service(service)));
    return new Manifests(found, placement, objects, List.of());
  }

  PlacedPods pods(int count) {
    return new PlacedPods(workload.meta(), withoutEmptyMetadata(placed()), count, found, placement);
  }

  private PodTemplateSpec placed() {
    PodTemplateSpec pod = pods.template();
    pod = withMetadata(pod);
    Checks.annotations(pod.getMetadata().getAnnotations());
    pod = withNodes(pod);
    return withDevices(pod);
  }

  private PodTemplateSpec withMetadata(PodTemplateSpec pod) {
    return new PodTemplateSpecBuilder(pod)
        .editMetadata()
        .withAnnotations(
            merged(PodField.Kind.ANNOTATION, "annotation", pod.getMetadata().getAnnotations()))
        .withLabels(merged(PodField.Kind.LABEL, "label", pod.getMetadata().getLabels()))
        .endMetadata()
        .build();
  }

  /** The owner's entries, then the target's; both may not write the same key. */
  private Map<String, String> merged(PodField.Kind kind, String what, Map<String, String> owners) {
    Map<String, String> all = new LinkedHashMap<>(owners);
    for (Placement.Entry entry : placement.entries(kind)) {
      String key = entry.field().key();
      String stated = all.put(key, entry.value());
      if (stated != null && !stated.equals(entry.value())) {
        throw new InvalidValueException(
            "%s %s: '%s' was given, and %s writes '%s' there; leave it out and say it with gpu(), explicit() or an option of the target"
                .formatted(what, key, stated, found.target().id(), entry.value()));
      }
    }
    return all;
  }

  private PodTemplateSpec withNodes(PodTemplateSpec before) {
    Map<String, String> selector = new LinkedHashMap<>();
    placement
        .entries(PodField.Kind.NODE_SELECTOR)
        .forEach(entry -> selector.put(entry.field().key(), entry.value()));
    List<Toleration> tolerations =
        placement.tolerations().stream()
            .map(
                toleration ->
                    new TolerationBuilder()
                        .withKey(toleration.key())
                        .withOperator(toleration.operator())
                        .withEffect(toleration.effect())
                        .build())
            .toList();
    List<NodeSelectorTerm> terms = placement.nodeTerms().stream().map(Renderer::term).toList();
    PodTemplateSpec pod =
        new PodTemplateSpecBuilder(before)
            .editSpec()
            .addToNodeSelector(selector)
            .addAllToTolerations(tolerations)
            .endSpec()
            .build();
    return terms.isEmpty() ? pod : NodeTerms.requireOneOf(pod, terms);
  }

  private static NodeSelectorTerm term(List<Placement.Entry> requirements) {
    return new NodeSelectorTermBuilder()
        .withMatchExpressions(
            requirements.stream()
                .map(
                    entry -> new NodeSelectorRequirement(entry.field().key(), "In", entry.values()))
                .toList())
        .build();
  }

  /** Extended resources cannot be over-committed: requests and limits alike. */
  private PodTemplateSpec withDevices(PodTemplateSpec pod) {
    Map<String, Quantity> devices = new LinkedHashMap<>();
    for (Placement.Entry entry : placement.entries(PodField.Kind.DEVICE)) {
      devices.put(entry.field().key(), Quantities.of(Integer.parseInt(entry.value())));
    }
    pod.getSpec().getContainers().forEach(c -> refuseStated(c, devices.keySet()));
    pod.getSpec().getInitContainers().forEach(c -> refuseStated(c, devices.keySet()));
    return new PodTemplateSpecBuilder(pod)
        .editSpec()
        .editMatchingContainer(c -> c.getName().equals(workload.main().name()))
        .editOrNewResources()
        .addToRequests(devices)
        .addToLimits(devices)
        .endResources()
        .endContainer()
        .endSpec()
        .build();
  }

  /** A device that a container states itself, through edit(), would not have been matched. */
  private static void refuseStated(Container container, Set<String> devices) {
    if (container.getResources() == null) {
      return;
    }
    for (Map<String, Quantity> stated :
        List.of(container.getResources().getRequests(), container.getResources().getLimits())) {
      for (String device : devices) {
        if (stated.containsKey(device)) {
          throw new InvalidValueException(
              "%s of container '%s': '%s' was given; leave it out and say it with gpu(), the main container gets it"
                  .formatted(device, container.getName(), stated.get(device)));
        }
      }
    }
  }

  private HasMetadata pod(PodTemplateSpec pod) {
    return new PodBuilder()
        .withMetadata(
            new ObjectMetaBuilder(workload.meta())
                .withLabels(pod.getMetadata().getLabels())
                .withAnnotations(pod.getMetadata().getAnnotations())
                .build())
        .withSpec(pod.getSpec())
        .build();
  }

  private HasMetadata deployment(PodTemplateSpec pod) {
    return new DeploymentBuilder()
        .withMetadata(workload.meta())
        .withNewSpec()
        .withReplicas(workload.replicas())
        .withNewSelector()
        .withMatchLabels(pods.selector())
        .endSelector()
        .withTemplate(pod)
        .endSpec()
        .build();
  }

  private HasMetadata job(PodTemplateSpec pod) {
    return new JobBuilder()
        .withMetadata(workload.meta())
        .withNewSpec()
        .withTemplate(withoutEmptyMetadata(pod))
        .endSpec()
        .build();
  }

  /** A job's pods need no label, so nothing may be left to say of them. */
  private static PodTemplateSpec withoutEmptyMetadata(PodTemplateSpec pod) {
    ObjectMeta nothing = new ObjectMetaBuilder().build();
    return pod.getMetadata().equals(nothing)
        ? new PodTemplateSpecBuilder().withSpec(pod.getSpec()).build()
        : pod;
  }

  private HasMetadata service(WorkloadService service) {
    ObjectMeta meta =
        new ObjectMetaBuilder(workload.meta())
            .withName(service.nameOr(workload.meta().getName()))
            .build();
    return new ServiceBuilder()
        .withMetadata(meta)
        .withSpec(new ServiceSpecBuilder(service.spec()).withSelector(pods.selector()).build())
        .build();
  }
}
