package io.gpuspec.manifest.claim;

import io.gpuspec.GpuRequest;
import io.gpuspec.Target;
import io.gpuspec.kube.KubeObject;
import io.gpuspec.manifest.internal.claim.Claim;
import io.gpuspec.manifest.internal.claim.ClaimObjects;
import io.gpuspec.manifest.internal.dra.ClaimFit;
import io.gpuspec.manifest.internal.dra.ClaimRoom;
import io.gpuspec.manifest.internal.dra.ClaimedDevices;
import io.gpuspec.manifest.internal.dra.FileClaims;
import io.gpuspec.manifest.internal.found.FoundWorkload;
import io.gpuspec.manifest.internal.tree.YamlPlace;
import io.gpuspec.scheduling.NodeView;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.value.Note;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** The claims of a file, asked about workloads. */
final class ReadClaims implements FileClaims {
  private final ClaimObjects objects;

  ReadClaims(ClaimObjects objects) {
    this.objects = objects;
  }

  @Override
  public boolean add(YamlPlace object) {
    return objects.add(object);
  }

  @Override
  public FileClaims in(FileClaims cluster) {
    return new ReadClaims(objects.in(((ReadClaims) cluster).objects));
  }

  @Override
  public boolean isOfClass(String resource) {
    return objects.isOfClass(resource);
  }

  @Override
  public Optional<Note> unread() {
    return Optional.empty();
  }

  /** Asks something of the claims of a workload's pods, if they have some. */
  private <T> Optional<T> ofPods(
      FoundWorkload workload, BiFunction<YamlPlace, String, Optional<T>> ask) {
    return workload.isTemplate() && !workload.pod().claims().isEmpty()
        ? ask.apply(workload.pods().place().require("spec"), workload.namespace().orElse("default"))
        : Optional.empty();
  }

  @Override
  public void count(FoundWorkload workload) {
    ofPods(
        workload,
        (spec, namespace) -> {
          objects.countPods(spec, namespace, workload.count());
          return Optional.empty();
        });
  }

  @Override
  public boolean isOfOthers(FoundWorkload workload) {
    return ofPods(workload, objects::ofPod)
        .filter(all -> !all.isEmpty() && all.stream().allMatch(objects::isOfOthers))
        .filter(all -> all.size() == workload.pod().claims().size())
        .isPresent();
  }

  @Override
  public Optional<String> ofOthers(FoundWorkload workload) {
    return first(workload, objects::isOfOthers);
  }

  @Override
  public Optional<String> ofAdmin(FoundWorkload workload) {
    return first(workload, Claim::isOfAdmin);
  }

  private Optional<String> first(FoundWorkload workload, Predicate<Claim> which) {
    return ofPods(workload, objects::ofPod).stream()
        .flatMap(List::stream)
        .filter(which)
        .findFirst()
        .map(Claim::name);
  }

  @Override
  public Optional<String> shared(FoundWorkload workload) {
    return ofPods(workload, objects::sharedOfPod);
  }

  @Override
  public Optional<ClaimedDevices> match(
      Target target, FoundWorkload workload, UnaryOperator<GpuRequest> wishes) {
    return NodeMatch.of(target, objects, workload, wishes).map(match -> match);
  }

  @Override
  public ClaimFit fit(FoundWorkload workload, PodView pod, NodeView node, List<KubeObject> slices) {
    return ClaimedFit.of(workload, pod, objects, node, slices);
  }

  @Override
  public Optional<ClaimRoom> room(
      FoundWorkload workload, Function<String, List<KubeObject>> slices) {
    return ClaimedRoom.of(objects, workload, slices).map(room -> room);
  }
}
