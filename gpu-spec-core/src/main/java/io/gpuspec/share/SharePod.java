package io.gpuspec.share;

import io.gpuspec.Devices;
import io.gpuspec.Isolation;
import io.gpuspec.internal.Arguments;
import java.util.Optional;

/**
 * A pod that needs a share of one or more cards of a node, or whole cards.
 *
 * <pre>{@code
 * SharePod.of("web-0", Devices.any().share("4Gi", 25)).replicaOf("web").on(Isolation.FIXED_SHARE);
 *     // web-0: 4Gi and 25% of any GPU x1
 * SharePod.of("train", Devices.of(2, "T4"));    // train: T4 x2
 * }</pre>
 *
 * <p>It is immutable.
 */
public final class SharePod {
  private final String name;
  private final Devices devices;
  private final Optional<String> replicaOf;
  private final Optional<Isolation> isolation;

  private SharePod(
      String name, Devices devices, Optional<String> replicaOf, Optional<Isolation> isolation) {
    this.name = name;
    this.devices = devices;
    this.replicaOf = replicaOf;
    this.isolation = isolation;
  }

  /** A pod of this name that requests these devices: of each the stated share, or all of it. */
  public static SharePod of(String name, Devices devices) {
    return new SharePod(
        Arguments.required("name", name, "the pod's name"),
        Arguments.required("devices", devices, "Devices, such as Devices.any().share(\"4Gi\", 25)"),
        Optional.empty(),
        Optional.empty());
  }

  /**
   * The same pod, never on a node with another replica of the same workload, as with a pod
   * anti-affinity over {@code kubernetes.io/hostname}. Kubernetes cannot keep pods apart by card.
   */
  public SharePod replicaOf(String workload) {
    Arguments.required("workload", workload, "the workload's name");
    return new SharePod(name, devices, Optional.of(workload), isolation);
  }

  /** The same pod, on nodes with this isolation only, as with a selector on the node's label. */
  public SharePod on(Isolation nodes) {
    Arguments.required("nodes", nodes, "an Isolation");
    return new SharePod(name, devices, replicaOf, Optional.of(nodes));
  }

  /** Its name. */
  public String name() {
    return name;
  }

  /** Returns its request. */
  Devices devices() {
    return devices;
  }

  /** Returns the workload whose replicas are kept apart, if the pod is one of them. */
  Optional<String> replicaOf() {
    return replicaOf;
  }

  /** The isolation that its node must have, where that was asked. */
  Optional<Isolation> isolation() {
    return isolation;
  }

  /** Returns text such as {@code web-0: 4Gi and 25% of any GPU x1}. */
  @Override
  public String toString() {
    return name + ": " + devices;
  }
}
