package io.gpuspec.manifest.internal.dra;

import io.gpuspec.GpuRequest;
import io.gpuspec.Target;
import io.gpuspec.kube.KubeObject;
import io.gpuspec.manifest.internal.found.FoundWorkload;
import io.gpuspec.manifest.internal.found.PodSystem;
import io.gpuspec.manifest.internal.tree.YamlPlace;
import io.gpuspec.scheduling.NodeFit;
import io.gpuspec.scheduling.NodeView;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.value.Listing;
import io.gpuspec.value.Note;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** Claims without the module that reads them: that they are there is noted. */
final class UnreadClaims implements FileClaims {
  private Optional<String> first = Optional.empty();

  @Override
  public boolean add(YamlPlace object) {
    boolean isClaim = DeviceClasses.isClaimKind(object);
    if (isClaim && first.isEmpty()) {
      first =
          Optional.of(
              "%s:%s: a %s"
                  .formatted(
                      object.source(), object.node().line(), object.require("kind").string()));
    }
    return isClaim;
  }

  @Override
  public void count(FoundWorkload workload) {
    if (first.isEmpty() && !workload.pod().claims().isEmpty()) {
      first = Optional.of("a claim of " + workload);
    }
  }

  @Override
  public Optional<Note> unread() {
    return first.map(UnreadClaims::note);
  }

  private static Note note(String what) {
    return Note.of(
        "claim.not-judged",
        "%s is not judged, because the artifact %s is not on the class path; add it"
            .formatted(what, ClaimSupport.ARTIFACT));
  }

  @Override
  public boolean isOfOthers(FoundWorkload workload) {
    return false;
  }

  @Override
  public Optional<String> ofOthers(FoundWorkload workload) {
    return Optional.empty();
  }

  @Override
  public Optional<String> ofAdmin(FoundWorkload workload) {
    return Optional.empty();
  }

  @Override
  public Optional<String> shared(FoundWorkload workload) {
    return Optional.empty();
  }

  @Override
  public Optional<ClaimedDevices> match(
      Target target, FoundWorkload workload, UnaryOperator<GpuRequest> wishes) {
    return Optional.empty();
  }

  @Override
  public FileClaims in(FileClaims cluster) {
    return this;
  }

  @Override
  public boolean isOfClass(String resource) {
    return DeviceClasses.isOfClass(resource);
  }

  @Override
  public ClaimFit fit(FoundWorkload workload, PodView pod, NodeView node, List<KubeObject> slices) {
    NodeFit fit = PodSystem.judged(workload, node, pod.withoutClaims().fits(node));
    return new ClaimFit(
        pod.claims().isEmpty()
            ? fit
            : new NodeFit(
                fit.node(), fit.reasons(), Listing.copyOf(List.of(note("a claim of " + workload)))),
        List.of());
  }

  @Override
  public Optional<ClaimRoom> room(
      FoundWorkload workload, Function<String, List<KubeObject>> slices) {
    return Optional.empty();
  }
}
