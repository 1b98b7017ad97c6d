package io.gpuspec.manifest.internal.found;

import io.gpuspec.Target;
import io.gpuspec.internal.clouds.CloudLabels;
import io.gpuspec.scheduling.NodeRequirement;
import io.gpuspec.scheduling.NodeTerm;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.value.Note;
import java.util.List;

/**
 * The node labels that a target judges, so that its request includes a pod's requirements on them.
 */
public final class JudgedLabels {
  /** The note of a label that is taken to be there. */
  private static final String NOT_JUDGED = "node.label-not-judged";

  private final Target target;
  private final PodView bare;

  /**
   * @param pods pods that request GPUs
   */
  public JudgedLabels(Target target, PodDocument pods) {
    this.target = target;
    this.bare = pods.withoutNodes();
  }

  /** Returns whether the requirement is evaluated, or is met by nodes without the label. */
  public boolean contains(NodeRequirement asked) {
    return target
        .match(bare.nodeTerm(new NodeTerm(List.of(asked), List.of())))
        .map(
            match ->
                (match.isFound() || !isOfAnotherCloud(asked))
                    && match.notes().stream().map(Note::id).noneMatch(NOT_JUDGED::equals))
        .orElse(true);
  }

  /** What only another cloud's nodes have is no property of a GPU. */
  private boolean isOfAnotherCloud(NodeRequirement asked) {
    return CloudLabels.otherWriter(target.cloudFacts(), asked.key(), target.cloud()).isPresent();
  }
}
