package io.gpuspec.tke.internal;

import io.gpuspec.Devices;
import io.gpuspec.GpuModel;
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
import java.util.stream.Collectors;

/**
 * The nodes with qGPU that an existing pod's node selector and required node affinity leave it.
 *
 * <p>Which card a node has is said by its instance type, whose family TKE's page lists beside the
 * card ({@code GN7} has T4), or by any label whose values are names of cards, which is then one of
 * the owner's. Labels that are not known here are passed over.
 *
 * @param cardLabel the owner's label that says the card, where it is known
 */
record QgpuNodes(PodView pod, SpecCatalog catalog, Optional<String> cardLabel) {
  static final String INSTANCE_TYPE = "node.kubernetes.io/instance-type";
  static final String OLD_INSTANCE_TYPE = "beta.kubernetes.io/instance-type";

  private static final Set<String> INSTANCE_TYPES = Set.of(INSTANCE_TYPE, OLD_INSTANCE_TYPE);

  /** A label that is there, with a value that nobody here knows. */
  private static final String UNKNOWN = "";

  private static final Set<String> KNOWN =
      Set.of(
          QgpuShares.ENABLED.key(),
          QgpuShares.MIXED.key(),
          QgpuShares.POLICY,
          INSTANCE_TYPE,
          OLD_INSTANCE_TYPE);

  /** Where a node stands, which says nothing of what it has. */
  private static final Set<String> BESIDES =
      Set.of(
          "topology.kubernetes.io/zone",
          "topology.kubernetes.io/region",
          "kubernetes.io/hostname",
          "kubernetes.io/arch",
          "kubernetes.io/os");

  /** Whether all values of a requirement are names of cards. */
  static boolean isCardNamed(NodeRequirement asked) {
    return !KNOWN.contains(asked.key())
        && !asked.values().isEmpty()
        && asked.values().stream().noneMatch(value -> GpuModel.named(value).isEmpty());
  }

  /** The rows that the pod may go to. */
  List<GpuSpec> rows() {
    return catalog.specs().stream()
        .filter(row -> pod.selects(asked -> admits(asked, row)))
        .toList();
  }

  Devices devices(List<GpuSpec> rows) {
    return rows.isEmpty() || rows.size() == catalog.specs().size()
        ? Devices.any()
        : Devices.anyOf(rows.stream().map(GpuSpec::name).toArray(String[]::new));
  }

  private boolean admits(NodeRequirement asked, GpuSpec row) {
    if (asked.key().equals(QgpuShares.ENABLED.key())) {
      return asked.admits(Map.of(asked.key(), QgpuShares.ENABLE));
    }
    if (isMixed(asked)) {
      return asked.admits(Map.of(asked.key(), QgpuShares.ENABLE)) || asked.admits(Map.of());
    }
    if (INSTANCE_TYPES.contains(asked.key())) {
      return asked.admits(Map.of(asked.key(), type(asked, row)));
    }
    return !isCard(asked) || asked.admits(Map.of(asked.key(), card(asked, row)));
  }

  private boolean isCard(NodeRequirement asked) {
    return isCardNamed(asked) || isCardLabel(asked);
  }

  private boolean isCardLabel(NodeRequirement asked) {
    return cardLabel.filter(asked.key()::equals).isPresent();
  }

  /** The value that is a type of the family with the row's card, such as GN7.2XLARGE32. */
  private static String type(NodeRequirement asked, GpuSpec row) {
    return asked.values().stream()
        .filter(type -> row.attribute("family").filter(type.split("\\.")[0]::equals).isPresent())
        .findFirst()
        .orElse(UNKNOWN);
  }

  private static String card(NodeRequirement asked, GpuSpec row) {
    return asked.values().stream()
        .filter(
            value ->
                value.equals(row.gpu())
                    || row.model().filter(GpuModel.named(value)::contains).isPresent())
        .findFirst()
        .orElse(UNKNOWN);
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

  /** Why there is no row. */
  Rejection noRow() {
    return Rejection.of(
        "%s %s".formatted(catalog.target(), catalog.edition()),
        "labels",
        "no node of this target is known to carry %s; its nodes carry %s: %s, and their types are of the families %s"
            .formatted(
                pod.nodeRequirements().stream()
                    .map(Object::toString)
                    .collect(Collectors.joining(" and ")),
                QgpuShares.ENABLED.key(),
                QgpuShares.ENABLE,
                catalog.specs().stream()
                    .flatMap(row -> row.attribute("family").stream())
                    .collect(Collectors.joining(", "))));
  }

  List<Note> notes() {
    return pod.nodeRequirements().stream()
        .filter(asked -> !KNOWN.contains(asked.key()) && !BESIDES.contains(asked.key()))
        .filter(asked -> !isCardLabel(asked))
        .map(asked -> isCardNamed(asked) ? ownersLabel(asked) : undecided(asked))
        .distinct()
        .toList();
  }

  private static Note ownersLabel(NodeRequirement asked) {
    return Note.of(
        "label.foreign",
        "%s: TKE documents no such label, so this pod stays Pending unless the owner of the node pools gave it to them"
            .formatted(asked),
        Documents.QGPU);
  }

  private static Note undecided(NodeRequirement asked) {
    return Note.of(
        "label.unknown",
        "%s: which nodes carry this label is not known here, so it was passed over"
            .formatted(asked));
  }
}
