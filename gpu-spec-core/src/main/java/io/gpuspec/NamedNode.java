package io.gpuspec;

import io.gpuspec.scheduling.PodView;
import io.gpuspec.value.Note;
import io.gpuspec.value.Rejection;
import java.util.List;
import java.util.Optional;

/**
 * The node that a pod names, if it names one.
 *
 * @param name {@code spec.nodeName}, which leaves no choice to a scheduler
 * @param row the row of your own nodes that has it
 * @param isUnknown whether the names of all nodes are known, and this is none of them
 */
record NamedNode(Optional<String> name, Optional<GpuSpec> row, boolean isUnknown) {
  private static final NamedNode NONE = new NamedNode(Optional.empty(), Optional.empty(), false);

  static NamedNode of(PodView pod, SpecCatalog catalog) {
    if (pod.nodeName().isEmpty()) {
      return NONE;
    }
    List<GpuSpec> rows = catalog.includeRetired().specs();
    Optional<GpuSpec> row = row(pod.nodeName().get(), rows);
    boolean hasAllNames =
        !rows.isEmpty() && rows.stream().noneMatch(each -> each.nodeNames().isEmpty());
    return new NamedNode(pod.nodeName(), row, row.isEmpty() && hasAllNames);
  }

  private static Optional<GpuSpec> row(String name, List<GpuSpec> rows) {
    return rows.stream()
        .filter(row -> row.nodeNames().contains(name))
        .findFirst()
        .or(
            () ->
                rows.stream()
                    .filter(row -> row.isOwnNode() && row.nodeNames().isEmpty())
                    .filter(row -> row.name().equals(name))
                    .findFirst());
  }

  /** Returns why no node takes the pod, if none has the name. */
  Optional<Rejection> whyNone() {
    return name.filter(node -> isUnknown)
        .map(
            node ->
                Rejection.of(
                    node,
                    "node",
                    "the pod names its node %s, and no node with GPUs here has that name; no scheduler chooses another, and no node is added for it"
                        .formatted(node)));
  }

  /** Returns what the name means for an answer about a kind of node. */
  Optional<Note> note() {
    return name.map(
        node ->
            Note.of(
                "node.named",
                "the pod names its node %s, so no scheduler chooses one and no node is added for it; gpuspec fits judges that node, and this answer is about the kind of node"
                    .formatted(node)));
  }
}
