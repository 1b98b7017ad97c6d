package io.gpuspec.tke.internal;

import io.gpuspec.Devices;
import io.gpuspec.GpuSpec;
import io.gpuspec.Note;
import io.gpuspec.Rejection;
import io.gpuspec.SpecCatalog;
import io.gpuspec.UnknownNameException;
import io.gpuspec.spi.NodeRequirement;
import io.gpuspec.spi.PodView;
import io.gpuspec.tke.QgpuPolicy;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The nodes with qGPU that an existing pod's node selector and required node affinity leave it.
 *
 * @param nodes by their cards
 */
record QgpuNodes(PodView pod, CvmNodes nodes) {
  private static final CvmLabels LABELS =
      CvmLabels.of(
          Map.of(QgpuShares.ENABLED.key(), QgpuShares.ENABLE),
          Set.of(QgpuShares.MIXED.key(), QgpuShares.POLICY));

  static QgpuNodes of(PodView pod, SpecCatalog catalog, Optional<String> cardLabel) {
    return new QgpuNodes(pod, new CvmNodes(pod, catalog, LABELS, cardLabel));
  }

  List<GpuSpec> rows() {
    return nodes.rows();
  }

  Devices devices() {
    return nodes.devices();
  }

  List<Rejection> refusals() {
    return nodes.refusals();
  }

  List<Note> notes() {
    return nodes.notes();
  }

  /** The policies that its nodes may have. */
  Set<QgpuPolicy> policies() {
    Set<QgpuPolicy> left = EnumSet.noneOf(QgpuPolicy.class);
    Arrays.stream(QgpuPolicy.values()).filter(this::mayHave).forEach(left::add);
    return left;
  }

  private boolean mayHave(QgpuPolicy policy) {
    return policy.labels().stream().anyMatch(label -> has(Map.of(QgpuShares.POLICY, label)))
        || policy == QgpuPolicy.BEST_EFFORT && has(Map.of());
  }

  private boolean has(Map<String, String> policy) {
    return pod.selects(asked -> !asked.key().equals(QgpuShares.POLICY) || asked.admits(policy));
  }

  /** Whether it goes only to nodes that mix online and offline pods. */
  boolean areMixed() {
    return !pod.selects(asked -> !isMixed(asked) || asked.admits(Map.of()));
  }

  private static boolean isMixed(NodeRequirement asked) {
    return asked.key().equals(QgpuShares.MIXED.key());
  }

  /** The policies whose names are near those that were written, as a question. */
  String policyMeant() {
    List<String> known =
        Arrays.stream(QgpuPolicy.values()).flatMap(each -> each.labels().stream()).toList();
    List<String> meant =
        pod.nodeRequirements().stream()
            .filter(asked -> asked.key().equals(QgpuShares.POLICY))
            .flatMap(asked -> asked.values().stream())
            .filter(value -> !known.contains(value))
            .flatMap(
                value -> new UnknownNameException("policy", value, known).suggestions().stream())
            .distinct()
            .toList();
    return meant.isEmpty() ? "" : "; did you mean %s?".formatted(String.join(" or ", meant));
  }
}
