package io.gpuspec.spi;

import io.gpuspec.Devices;
import io.gpuspec.GpuSpec;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.value.Explained;
import io.gpuspec.value.Finding;
import io.gpuspec.value.Note;
import io.gpuspec.value.Rejection;
import java.util.List;

/**
 * The parts of cards that the nodes of a target advertise as devices: MIG instances, and the
 * replicas of time slicing and MPS.
 *
 * <pre>{@code
 * CardParts parts = gpus.in("eks").catalog().parts().orElseThrow();
 * Devices devices = Devices.of("A100-40GB").mig("1g.5gb");
 * parts.resource(devices);    // nvidia.com/mig-1g.5gb
 * parts.count(gpus.in("eks").catalog().row("p4d.24xlarge"), devices);    // 56
 * }</pre>
 *
 * <p>Implementations are immutable. A whole card is a part too: one of one.
 */
public interface CardParts {

  /**
   * Checks that some card can be divided so.
   *
   * @throws io.gpuspec.value.GpuSpecException if no card can
   */
  void check(Devices devices);

  /** Returns how many such devices a node of a row has; 0 if none. */
  int count(GpuSpec row, Devices devices);

  /** Returns why a row's cards are no such devices. */
  Finding whyNone(GpuSpec row, Devices devices);

  /** Returns the resource with which pods request such devices, such as {@code nvidia.com/gpu}. */
  String resource(Devices devices);

  /**
   * Returns the node labels that keep pods from nodes whose devices have the same resource and are
   * something else; none if the resource says it all. Of a row that states all labels of its nodes,
   * they are labels that these have.
   */
  List<Explained> labels(GpuSpec row, Devices devices);

  /**
   * Returns the labels that the owner of a node writes so that its cards are divided so, and those
   * of {@link #labels}.
   */
  List<Explained> nodeLabels(Devices devices);

  /** Returns what should be known of such devices on nodes of a row. */
  List<Note> notes(GpuSpec row, Devices devices);

  /**
   * Returns a copy of a pod that requests the same number of whole cards instead of parts; the pod
   * itself if it requests no parts, or parts of different kinds.
   */
  PodView whole(PodView pod);

  /**
   * Returns why no node has the parts that a pod requests together with the labels of divided cards
   * that it selects, such as {@code nvidia.com/mig.config}; empty if one may.
   */
  List<Rejection> refusals(PodView pod);

  /**
   * Returns what a pod requests of the cards that it is given.
   *
   * @param pod the pod as it is
   * @param cards the devices of {@link #whole}
   */
  Devices asked(PodView pod, Devices cards);
}
