package io.gpuspec.manifest;

import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.batch.v1.JobSpec;
import io.gpuspec.GpuRequest;
import io.gpuspec.Match;
import io.gpuspec.Target;
import io.gpuspec.kube.Tree;
import io.gpuspec.manifest.internal.fields.Problems;
import io.gpuspec.manifest.internal.tree.PlacedPod;
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
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** Pods that were written by somebody else, to which a target adds its part. */
final class ExistingPods {
  private final PodTemplateSpec given;
  private final Map<String, Object> tree;
  private final PodView view;
  private final Match.Found found;
  private final Placement placement;
  private final Problems problems = new Problems();

  private ExistingPods(PodTemplateSpec given, Target target, UnaryOperator<GpuRequest> wishes) {
    this.given = given;
    this.tree = YamlTree.ofModel(given);
    this.view = PodView.of(Tree.of(tree));
    if (PlacedPod.gpus(view).isEmpty()) {
      throw new InvalidValueException(
          "pod.conflict", "pod: no container asks for a GPU; place only pods that do");
    }
    this.found = target.match(wishes.apply(target.request(view))).orThrow();
    this.placement = target.place(found);
  }

  static PlacedPods on(PodTemplateSpec given, Target target, UnaryOperator<GpuRequest> wishes) {
    return new ExistingPods(given, target, wishes).placed();
  }

  private PlacedPods placed() {
    if (isAtHome()) {
      return pods(tree, found);
    }
    problems.check(this::checkDevices);
    Optional<Map<String, Object>> placed = problems.of(() -> placedOnce(tree));
    List<Note> notes =
        new ArrayList<>(
            new ReadBack(found, this::placedOnce, this::again)
                .check(tree, placed, false, problems));
    problems.orThrow();
    notes.addAll(new PlacementNotes(found).onCapacity());
    return pods(placed.orElseThrow(), found.withNotes(notes));
  }

  /** Returns whether they say all of it already, so that a webhook can be asked again. */
  private boolean isAtHome() {
    return found
        .target()
        .match(view, this::again)
        .flatMap(Match::found)
        .filter(here -> here.shape().equals(found.shape()))
        .filter(here -> found.target().place(here).entries().equals(placement.entries()))
        .isPresent();
  }

  private GpuRequest again(GpuRequest read) {
    return read.preferringLike(found.request()).replicas(found.request().replicas());
  }

  /** Which container gets a device that is not asked for by its name is for people to say. */
  private void checkDevices() {
    Map<String, String> stated = new TreeMap<>();
    for (PodField gpu : PlacedPod.gpus(view)) {
      int count = view.peak(0, container -> container.count(gpu.key()), Integer::sum);
      stated.put(gpu.key(), String.valueOf(count));
    }
    Map<String, String> asked = new TreeMap<>();
    placement
        .entries(PodField.Kind.DEVICE)
        .forEach(entry -> asked.put(entry.field().key(), entry.value()));
    if (!stated.equals(asked)) {
      throw new InvalidValueException(
          "pod.conflict",
          "pod: its containers ask for %s, and on %s a pod like that asks for %s; write that, or migrate the pod"
              .formatted(shown(stated), found.target().id(), shown(asked)));
    }
  }

  private static String shown(Map<String, String> amounts) {
    return amounts.entrySet().stream()
        .map(each -> each.getKey() + ": " + each.getValue())
        .collect(Collectors.joining(", "));
  }

  private Map<String, Object> placedOnce(Map<String, Object> pod) {
    OwnersKeys keys = new OwnersKeys(found, placement);
    keys.checkMetadata(pod);
    keys.checkNodeSelector(pod);
    Map<String, Object> placed = YamlTree.copy(pod);
    new PlacedPod(placed, PodView.of(Tree.of(pod)), placement, Set.of()).write();
    return placed;
  }

  private PlacedPods pods(Map<String, Object> written, Match.Found landed) {
    ObjectMeta of = Optional.ofNullable(given.getMetadata()).orElseGet(ObjectMeta::new);
    return new PlacedPods(
        new ObjectMetaBuilder().withName(of.getName()).withNamespace(of.getNamespace()).build(),
        written,
        new JobSpec(),
        landed.request().replicas(),
        landed,
        placement,
        List.of());
  }
}
