package io.gpuspec.manifest;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.gpuspec.GpuRequest;
import io.gpuspec.Match;
import io.gpuspec.manifest.internal.fields.Problems;
import io.gpuspec.manifest.internal.tree.DeviceNotes;
import io.gpuspec.manifest.internal.tree.ImageNotes;
import io.gpuspec.manifest.internal.tree.PlacedPod;
import io.gpuspec.manifest.internal.tree.SpreadNotes;
import io.gpuspec.manifest.internal.tree.YamlTree;
import io.gpuspec.scheduling.PodField;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.spi.Placement;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.Note;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Puts a workload's pods, with a placement in them, into the object that runs them. */
final class Renderer {
  private final GpuWorkload workload;
  private final UnplacedPods pods;
  private final Match.Found found;
  private final Placement placement;
  private final Map<String, Object> placed;
  private final Optional<ClaimedPods> claimed;

  Renderer(GpuWorkload workload, UnplacedPods pods, Match.Found found, Placement placement) {
    this(workload, pods, found, placement, placed(pods.tree(), placement));
  }

  private Renderer(
      GpuWorkload workload,
      UnplacedPods pods,
      Match.Found found,
      Placement placement,
      Map<String, Object> placed) {
    this.workload = workload;
    this.pods = pods;
    this.found = found;
    this.placement = placement;
    this.placed = placed;
    this.claimed =
        workload
            .ask()
            .claims()
            .map(
                form ->
                    new ClaimedPods(
                        found, workload.ask().asked(), form, placement, workload.meta().getName()));
  }

  /**
   * Finds contradictions between what the user set and what the target writes.
   *
   * @param wishes adds preferences to the request that is read back from the pods
   * @return this renderer, with notes about the pods as they are built
   */
  Renderer checked(Problems problems, UnaryOperator<GpuRequest> wishes) {
    OwnersKeys keys = new OwnersKeys(found, placement);
    boolean isAlone = problems.check(() -> keys.checkMetadata(pods.tree()));
    isAlone &= problems.check(() -> keys.checkNodeSelector(pods.tree()));
    for (Map<String, Object> container : PlacedPod.containers(pods.tree())) {
      isAlone &= problems.check(() -> refuseStated(container));
    }
    workload
        .kind()
        .autoscaler()
        .ifPresent(scaler -> problems.check(() -> scaler.check(PlacedPod.containers(placed))));
    Optional<Map<String, Object>> built = isAlone ? Optional.of(placed) : Optional.empty();
    List<Note> notes =
        new ArrayList<>(
            new ReadBack(found, this::placedOnce, wishes)
                .check(pods.tree(), built, pods.isPlain(), problems));
    notes.addAll(new PlacementNotes(found).onCapacity());
    workload
        .kind()
        .autoscaler()
        .flatMap(scaler -> scaler.note(workload.meta().getName()))
        .ifPresent(notes::add);
    notes.addAll(ImageNotes.of(found, images(placed)));
    notes.addAll(SpreadNotes.of(found, YamlTree.map(placed, "spec")));
    notes.addAll(DeviceNotes.of(found, YamlTree.map(placed, "spec")));
    return new Renderer(workload, pods, found.withNotes(notes), placement, placed);
  }

  private static List<String> images(Map<String, Object> pod) {
    return PlacedPod.containers(pod).stream()
        .flatMap(container -> Stream.ofNullable(container.get("image")))
        .map(String::valueOf)
        .toList();
  }

  Manifests render() {
    List<ManifestObject> objects = new ArrayList<>(KubeObjects.companions(placement));
    objects.addAll(claimTemplates());
    objects.add(around());
    pods.services()
        .forEach(service -> add(service.object(workload.meta(), pods.selector()), objects));
    workload
        .budget()
        .ifPresent(budget -> add(budget.of(workload.meta(), pods.selector()), objects));
    WorkloadKind kind = workload.kind();
    kind.autoscaler().ifPresent(scaler -> add(scaler.of(kind.kind(), workload.meta()), objects));
    List<Reason> reasons = new ArrayList<>();
    workload.budget().ifPresent(budget -> reasons.addAll(budget.reasons()));
    kind.autoscaler().ifPresent(scaler -> reasons.addAll(scaler.reasons()));
    claimed.ifPresent(claims -> reasons.addAll(claims.reasons()));
    return new Manifests(
        claimed.map(claims -> found.withNotes(claims.notes())).orElse(found),
        placement,
        objects,
        reasons);
  }

  private List<ManifestObject> claimTemplates() {
    return claimed.stream()
        .map(claims -> claims.template(Optional.ofNullable(workload.meta().getNamespace())))
        .toList();
  }

  /** Returns the pods as they are written, with the claim in place of devices. */
  private Map<String, Object> written() {
    if (claimed.isEmpty()) {
      return placed;
    }
    Map<String, Object> written = YamlTree.copy(placed);
    claimed.get().write(written);
    return written;
  }

  private static void add(HasMetadata object, List<ManifestObject> objects) {
    objects.add(ManifestObject.of(object));
  }

  private ManifestObject around() {
    WorkloadKind kind = workload.kind();
    ManifestObject object = ManifestObject.of(kind.toObject(workload.meta(), pods));
    Map<String, Object> around =
        YamlTree.mapToFill(object.tree(), kind.pathOfPods().toArray(String[]::new));
    Map<String, Object> written = written();
    // A pod already has a name; a template has no metadata if it would be empty.
    if (written.containsKey("metadata")) {
      YamlTree.mapToFill(around, "metadata").putAll(YamlTree.map(written, "metadata"));
    }
    around.put("spec", YamlTree.map(written, "spec"));
    return object;
  }

  PlacedPods pods(int count) {
    List<ManifestObject> templates = claimTemplates();
    return new PlacedPods(
        workload.meta(),
        written(),
        workload.jobSpec(),
        count,
        claimed.map(claims -> found.withNotes(claims.notes())).orElse(found),
        placement,
        templates);
  }

  private static Map<String, Object> placed(Map<String, Object> pod, Placement placement) {
    Map<String, Object> placed = YamlTree.copy(pod);
    new PlacedPod(placed, PodView.empty(), placement, Set.of()).write();
    // A job's pods need no label, so nothing may be left to say of them.
    YamlTree.prune(placed, "metadata");
    return placed;
  }

  /** Refuses what the target would write over. */
  private Map<String, Object> placedOnce(Map<String, Object> pod) {
    OwnersKeys keys = new OwnersKeys(found, placement);
    keys.checkMetadata(pod);
    keys.checkNodeSelector(pod);
    PlacedPod.containers(pod).forEach(this::refuseStated);
    return placed(pod, placement);
  }

  /** A device that a container states itself, through edit(), would not have been matched. */
  private void refuseStated(Map<String, Object> container) {
    for (String section : List.of("requests", "limits")) {
      Map<String, Object> stated = YamlTree.map(container, "resources", section);
      for (Placement.Entry device : placement.entries(PodField.Kind.DEVICE)) {
        String name = device.field().key();
        if (stated.containsKey(name)) {
          throw new InvalidValueException(
              "pod.conflict",
              "%s of container '%s': '%s' was given; remove it and say it with gpu(), the main container gets it"
                  .formatted(name, container.get("name"), stated.get(name)));
        }
      }
    }
  }
}
