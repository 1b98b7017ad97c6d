package io.gpuspec.manifest.internal.dra;

import io.gpuspec.GpuRequest;
import io.gpuspec.Target;
import io.gpuspec.kube.KubeObject;
import io.gpuspec.manifest.error.ManifestException;
import io.gpuspec.manifest.internal.found.FoundWorkload;
import io.gpuspec.manifest.internal.tree.YamlPlace;
import io.gpuspec.scheduling.NodeView;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.value.Note;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** The claims, templates and device classes of a file, and what pods get by them. */
public interface FileClaims {

  /** Returns an empty collection, which reads no claims without the module for them. */
  static FileClaims empty() {
    return ClaimSupport.find().map(ClaimSupport::claims).orElseGet(UnreadClaims::new);
  }

  /**
   * Adds an object; one of another kind is ignored.
   *
   * @return whether it is a claim, a template or a class
   * @throws ManifestException if it is one, and is not valid
   */
  boolean add(YamlPlace object);

  /** Returns what was not read because the module for it is not there. */
  Optional<Note> unread();

  /** Counts the pods of a workload for the claims that they name, and have in common. */
  void count(FoundWorkload workload);

  /** Returns whether all claims of a workload's pods are for devices that are not GPUs. */
  boolean isOfOthers(FoundWorkload workload);

  /** Returns the first claim of a workload's pods for devices of other drivers only. */
  Optional<String> ofOthers(FoundWorkload workload);

  /** Returns the first claim of a workload's pods for devices that others may have. */
  Optional<String> ofAdmin(FoundWorkload workload);

  /** Returns the first claim for GPUs of a workload's pods that other pods have too. */
  Optional<String> shared(FoundWorkload workload);

  /**
   * Returns what the claims of a workload's pods get; empty if they have none for GPUs, or claims
   * that cannot be counted.
   *
   * @throws ManifestException with file, line and column where the scheduler would stop
   */
  Optional<ClaimedDevices> match(
      Target target, FoundWorkload workload, UnaryOperator<GpuRequest> wishes);

  /**
   * Returns these in a cluster that has others, which count where both have one of the same name.
   */
  FileClaims in(FileClaims cluster);

  /** Returns whether devices of a class serve an extended resource that no device plugin serves. */
  boolean isOfClass(String resource);

  /** Returns whether a pod fits a node with the devices of its claims, and which. */
  ClaimFit fit(FoundWorkload workload, PodView pod, NodeView node, List<KubeObject> slices);

  /**
   * Returns the room for a workload's pods; empty if the input does not have all of their claims.
   *
   * @param slices those of a node and those that name none, by the name of the node
   */
  Optional<ClaimRoom> room(FoundWorkload workload, Function<String, List<KubeObject>> slices);
}
