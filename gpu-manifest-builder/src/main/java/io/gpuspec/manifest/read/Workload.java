package io.gpuspec.manifest.read;

import io.gpuspec.GpuRequest;
import io.gpuspec.Match;
import io.gpuspec.Target;
import io.gpuspec.kube.KubeObject;
import io.gpuspec.manifest.error.ManifestException;
import io.gpuspec.manifest.internal.dra.FileClaims;
import io.gpuspec.manifest.internal.found.AdmittedPod;
import io.gpuspec.manifest.internal.found.FoundWorkload;
import io.gpuspec.manifest.internal.tree.Checks;
import io.gpuspec.scheduling.NodeFit;
import io.gpuspec.scheduling.NodeView;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.Listing;
import io.gpuspec.value.Note;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * A workload of a manifest file: its kind, its name, and what its pods request.
 *
 * <pre>{@code
 * Workload llm = WorkloadFile.read(Path.of("deployment.yaml")).workloads().get(0);
 * llm.kind();    // Deployment
 * llm.match(gpus.in("tke"));
 *     // Optional[3 x T4 x1 · 4 cores · 16Gi  on tke (over by 3 cores, 12Gi)]
 * }</pre>
 */
public final class Workload {
  private final FoundWorkload found;
  private final FileClaims claims;

  /**
   * @param claims the claims of its file
   */
  Workload(FoundWorkload found, FileClaims claims) {
    this.found = found;
    this.claims = claims;
  }

  /** Its kind, such as {@code Deployment}. */
  public String kind() {
    return found.kind();
  }

  /** Its name, or the beginning of one that Kubernetes completes; empty when it has neither. */
  public String name() {
    return found.name();
  }

  /** Its namespace, where the file names one. */
  public Optional<String> namespace() {
    return found.namespace();
  }

  /**
   * Returns which of the object's pods these are, such as {@code worker} of a PyTorchJob; empty for
   * an object that has one kind of pods.
   */
  public Optional<String> task() {
    return found.task();
  }

  /**
   * Returns what its pods request.
   *
   * @throws ManifestException with file, line and column if that is not what Kubernetes takes
   */
  public PodView pod() {
    return found.pod();
  }

  /**
   * Returns the match for all of its pods together; empty if they request no GPU.
   *
   * @throws ManifestException with file, line and column if a field cannot be read, or names an
   *     unknown GPU
   */
  public Optional<Match> match(Target target) {
    return match(target, UnaryOperator.identity());
  }

  Optional<Match> match(Target target, UnaryOperator<GpuRequest> wishes) {
    return ofGpus().match(target, wishes);
  }

  /** Returns the match by what its pods require, whatever they prefer and which node they name. */
  Optional<Match> matchOfRequired(Target target, UnaryOperator<GpuRequest> wishes) {
    return ofGpus().withoutPreferences().withoutNodeNames().match(target, wishes);
  }

  /** Returns the same without its claims, if all of them are for devices that are not GPUs. */
  private FoundWorkload ofGpus() {
    return claims.isOfOthers(found) ? found.withoutClaims() : found;
  }

  /** Returns a note if a claim is for devices of other drivers, which no catalog has. */
  Optional<Note> claimsOfOthers() {
    return claims
        .ofOthers(found)
        .map(
            claim ->
                Note.of(
                    "claim.other-devices",
                    "%s: the claim %s is for devices that are not GPUs, and these are not judged"
                        .formatted(this, claim)));
  }

  /** Returns a note if a claim requests devices that others have, which few namespaces may. */
  Optional<Note> adminClaim() {
    return claims
        .ofAdmin(found)
        .map(
            claim ->
                Note.of(
                    "claim.admin",
                    "%s: the claim %s asks for adminAccess, which the API server refuses unless the namespace has the label resource.kubernetes.io/admin-access: \"true\""
                        .formatted(this, claim)));
  }

  /** Returns a note if it shares a ResourceClaim with other pods. */
  Optional<Note> sharedClaim() {
    return claims
        .shared(found)
        .map(
            name ->
                Note.of(
                    "claim.shared",
                    "%s: several pods have the ResourceClaim %s, so they share its devices on one node, which is not judged; for devices of each pod write a ResourceClaimTemplate"
                        .formatted(this, name)));
  }

  /** Tells the claims of its file how many pods have them. */
  void countForClaims() {
    claims.count(found);
  }

  /**
   * Returns the match for its pods by the devices that their resource claims are given; empty if
   * they have none for GPUs, request GPUs in another way too, name claims or device classes that
   * are not in the file, or share a ResourceClaim with other pods.
   *
   * @throws ManifestException with file, line and column where the scheduler would stop
   */
  public Optional<ClaimedMatch> claimed(Target target) {
    return claimed(found, Checks.given("target", target), UnaryOperator.identity());
  }

  Optional<ClaimedMatch> claimed(Target target, UnaryOperator<GpuRequest> wishes) {
    return claimed(found, target, wishes);
  }

  private Optional<ClaimedMatch> claimed(
      FoundWorkload pods, Target target, UnaryOperator<GpuRequest> wishes) {
    return claims.match(target, pods, wishes).map(ClaimedMatch::new);
  }

  /** Returns what its claims get if its pods may come from another cloud. */
  Optional<ClaimedMatch> claimedAfterMove(Target target) {
    return found.moved(
        target, pods -> claimed(pods, target, UnaryOperator.identity()), ClaimedMatch::match);
  }

  /**
   * Returns whether one of its pods would be scheduled on a node, with the devices that its
   * resource claims request:
   *
   * <pre>{@code
   * Workload train = WorkloadFile.read(Path.of("claimed-pod.yaml")).workloads().get(0);
   * GpuSpec row = gpus.in("eks/nodegroup").catalog().row("p4d.24xlarge");
   * NodeView node = NodeView.of("gpu-1").allocatable(Map.of("cpu", "95", "memory", "1150Gi"));
   * train.fits(node, NodeDevices.of(row).node(node.name()).slices()).fits();    // true
   * }</pre>
   *
   * <p>Devices already allocated to ResourceClaims of the file ({@code status.allocation}) are not
   * allocated again, and a pod whose own claim is allocated fits only on that node. The reason of a
   * claim that gets no device has the id {@code node.claims}. What the file lacks, such as a
   * template or a device class, is {@link NodeFit#unknown}.
   *
   * @param slices the ResourceSlices of {@code resource.k8s.io/v1}; those of other nodes are
   *     ignored
   * @throws ManifestException with file, line and column if a field cannot be read, or where the
   *     scheduler would stop
   * @throws InvalidValueException if they are not ResourceSlices
   */
  public NodeFit fits(NodeView node, List<KubeObject> slices) {
    AdmittedPod.Node asked = AdmittedPod.Node.of(Checks.given("node", node));
    PodView pod = AdmittedPod.of(found.pod()).on(asked);
    return claims.fit(found, pod, node, Checks.given("slices", slices)).fit();
  }

  /**
   * Fields of its pods that are not known here and resemble none that is: of a newer Kubernetes, or
   * a mistake that kubectl will refuse. A field that is near a known one is a problem instead.
   */
  public Listing<Note> notes() {
    return found.notes();
  }

  FoundWorkload found() {
    return found;
  }

  /** Returns text such as {@code Deployment llm}, or {@code JobSet train, task worker}. */
  @Override
  public String toString() {
    return found.toString();
  }
}
