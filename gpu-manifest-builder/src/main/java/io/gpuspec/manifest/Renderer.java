package io.gpuspec.manifest;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.NodeSelectorRequirement;
import io.fabric8.kubernetes.api.model.NodeSelectorTerm;
import io.fabric8.kubernetes.api.model.NodeSelectorTermBuilder;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.PodTemplateSpecBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.Toleration;
import io.fabric8.kubernetes.api.model.TolerationBuilder;
import io.gpuspec.GpuRequest;
import io.gpuspec.InvalidValueException;
import io.gpuspec.Match;
import io.gpuspec.Note;
import io.gpuspec.spi.Placement;
import io.gpuspec.spi.PodField;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

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

  /**
   * Finds where what the owner gave contradicts what the target writes.
   *
   * @param wishes what is asked for the pods when they are read back
   * @return the same with what should be known of the pods as they are built
   */
  Renderer checked(Problems problems, UnaryOperator<GpuRequest> wishes) {
    PodTemplateSpec pod = pods.template();
    checkKeys(pod, problems);
    List<Note> notes = new ReadBack(found, this::placedOnce, wishes).check(pod, problems);
    return new Renderer(workload, pods, found.with(notes), placement);
  }

  private void checkKeys(PodTemplateSpec pod, Problems problems) {
    problems.check(() -> metadata(pod));
    problems.check(() -> nodeSelector(pod));
    containers(pod).forEach(container -> problems.check(() -> refuseStated(container)));
  }

  private static List<Container> containers(PodTemplateSpec pod) {
    List<Container> containers = new ArrayList<>(pod.getSpec().getContainers());
    containers.addAll(pod.getSpec().getInitContainers());
    return containers;
  }

  Manifests render() {
    List<HasMetadata> objects = new ArrayList<>(KubeObjects.companions(placement));
    objects.add(workload.kind().around(workload.meta(), pods, placed(pods.template())));
    pods.services()
        .forEach(service -> objects.add(service.object(workload.meta(), pods.selector())));
    workload.budget().ifPresent(budget -> objects.add(budget.of(workload.meta(), pods.selector())));
    return new Manifests(
        found,
        placement,
        objects,
        workload.budget().map(DisruptionBudget::reasons).orElse(List.of()));
  }

  PlacedPods pods(int count) {
    return new PlacedPods(
        workload.meta(),
        JobKind.withoutEmptyMetadata(placed(pods.template())),
        workload.jobSpec(),
        count,
        found,
        placement);
  }

  /** Refuses what the target would write over. */
  private PodTemplateSpec placedOnce(PodTemplateSpec pod) {
    containers(pod).forEach(this::refuseStated);
    return placed(pod);
  }

  private PodTemplateSpec placed(PodTemplateSpec pod) {
    List<NodeSelectorTerm> terms = placement.nodeTerms().stream().map(Renderer::term).toList();
    // Each edit...() of a part copies that part several times over.
    PodTemplateSpec placed =
        new PodTemplateSpecBuilder(pod).withMetadata(metadata(pod)).withSpec(spec(pod)).build();
    return terms.isEmpty() ? placed : NodeTerms.requireOneOf(placed, terms);
  }

  private ObjectMeta metadata(PodTemplateSpec pod) {
    Map<String, String> annotations =
        merged(PodField.Kind.ANNOTATION, "annotation", pod.getMetadata().getAnnotations());
    Checks.annotations(annotations);
    return new ObjectMetaBuilder(pod.getMetadata())
        .withAnnotations(annotations)
        .withLabels(merged(PodField.Kind.LABEL, "label", pod.getMetadata().getLabels()))
        .build();
  }

  /** Extended resources cannot be over-committed: requests and limits alike. */
  private PodSpec spec(PodTemplateSpec pod) {
    Map<String, Quantity> devices = devices();
    return new PodSpecBuilder(pod.getSpec())
        .withNodeSelector(nodeSelector(pod))
        .withTolerations(tolerations(pod))
        .editMatchingContainer(c -> c.getName().equals(workload.main().name()))
        .editOrNewResources()
        .addToRequests(devices)
        .addToLimits(devices)
        .endResources()
        .endContainer()
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

  private Map<String, String> nodeSelector(PodTemplateSpec pod) {
    return merged(PodField.Kind.NODE_SELECTOR, "node selector", pod.getSpec().getNodeSelector());
  }

  private List<Toleration> tolerations(PodTemplateSpec pod) {
    List<Toleration> tolerations = new ArrayList<>(pod.getSpec().getTolerations());
    placement.tolerations().stream()
        .map(Renderer::toleration)
        .filter(toleration -> !tolerations.contains(toleration))
        .forEach(tolerations::add);
    return tolerations;
  }

  private static Toleration toleration(io.gpuspec.spi.Toleration toleration) {
    return new TolerationBuilder()
        .withKey(toleration.key())
        .withOperator(toleration.operator())
        .withEffect(toleration.effect())
        .build();
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

  private Map<String, Quantity> devices() {
    Map<String, Quantity> devices = new LinkedHashMap<>();
    for (Placement.Entry entry : placement.entries(PodField.Kind.DEVICE)) {
      devices.put(entry.field().key(), Quantities.of(Integer.parseInt(entry.value())));
    }
    return devices;
  }

  /** A device that a container states itself, through edit(), would not have been matched. */
  private void refuseStated(Container container) {
    if (container.getResources() == null) {
      return;
    }
    Set<String> devices = devices().keySet();
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
}
