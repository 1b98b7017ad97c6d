package io.gpuspec.tke.internal;

import io.gpuspec.CapacityType;
import io.gpuspec.GpuModel;
import io.gpuspec.GpuSpec;
import io.gpuspec.scheduling.NodeRequirement;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.spi.NodeLabels;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The labels of nodes of a node pool with GPUs.
 *
 * <p>A node's card follows from its instance type, whose family TKE's page lists with the card
 * ({@code GN7} has T4), or from any label whose values are names of cards, which is then your own
 * label.
 *
 * @param fixed labels and the one value that each has
 * @param chosen labels that users of the pool can write or omit
 * @param cardKeys labels whose values are names of cards
 */
record CvmLabels(Map<String, String> fixed, Set<String> chosen, Set<String> cardKeys)
    implements NodeLabels {
  static final String INSTANCE_TYPE = "node.kubernetes.io/instance-type";
  static final String OLD_INSTANCE_TYPE = "beta.kubernetes.io/instance-type";

  private static final Map<String, String> OF_EVERY_NODE =
      Map.of("kubernetes.io/arch", "amd64", "kubernetes.io/os", "linux");

  private static final Set<String> OF_NUMBERS = Set.of("Gt", "Lt");

  /**
   * Returns the labels of a kind of nodes.
   *
   * @param enabled what TKE writes on them
   * @param chosen labels that users of the pool can write or omit, with their only values
   */
  static CvmLabels of(Map<String, String> enabled, Set<String> chosen) {
    Map<String, String> fixed = new HashMap<>(OF_EVERY_NODE);
    fixed.putAll(enabled);
    return new CvmLabels(fixed, chosen, Set.of());
  }

  /** Returns a copy with what a pod selects by names of cards. */
  CvmLabels askedBy(PodView pod, Optional<String> cardLabel) {
    Set<String> keys = new HashSet<>(cardLabel.stream().toList());
    pod.nodeRequirements().stream()
        .filter(asked -> !fixed.containsKey(asked.key()) && isCardNamed(asked))
        .map(NodeRequirement::key)
        .forEach(keys::add);
    return new CvmLabels(fixed, chosen, keys);
  }

  /** Returns whether all values of a requirement are names of cards. */
  static boolean isCardNamed(NodeRequirement asked) {
    return !asked.key().equals(INSTANCE_TYPE)
        && !asked.key().equals(OLD_INSTANCE_TYPE)
        && !asked.values().isEmpty()
        && asked.values().stream().noneMatch(value -> GpuModel.find(value).isEmpty());
  }

  @Override
  public Set<String> keys() {
    return fixed.keySet();
  }

  @Override
  public Optional<String> value(String key, GpuSpec row, CapacityType capacityType) {
    return Optional.ofNullable(fixed.get(key));
  }

  @Override
  public boolean isDecided(String key) {
    return fixed.containsKey(key)
        || key.equals(INSTANCE_TYPE)
        || chosen.contains(key)
        || cardKeys.contains(key);
  }

  @Override
  public boolean matches(NodeRequirement asked, GpuSpec row, CapacityType capacityType) {
    String key = asked.key();
    if (key.equals(INSTANCE_TYPE)) {
      // A family has more types than those that a pod names, so to exclude some leaves others.
      return asked.operator().equals("NotIn") || asked.matches(Map.of(key, type(asked, row)));
    }
    if (cardKeys.contains(key)) {
      return asked.matches(Map.of(key, card(asked, row)));
    }
    // Any value may be there, or none, and none of them is a number.
    return chosen.contains(key)
        ? !OF_NUMBERS.contains(asked.operator())
        : NodeLabels.super.matches(asked, row, capacityType);
  }

  @Override
  public boolean isChosen(String key) {
    return !OF_EVERY_NODE.containsKey(key) && (fixed.containsKey(key) || chosen.contains(key));
  }

  /** Returns whether nodes are left that lack a label which this asks for. */
  boolean isLeftOpen(NodeRequirement asked) {
    return chosen.contains(asked.key()) && !asked.matches(Map.of());
  }

  @Override
  public String writers() {
    return "TKE documents no such label, so the node pool has to write it";
  }

  /** The value that is a type of the family with the row's card, such as GN7.2XLARGE32. */
  private static String type(NodeRequirement asked, GpuSpec row) {
    return asked.values().stream()
        .filter(type -> row.attribute("family").filter(type.split("\\.")[0]::equals).isPresent())
        .findFirst()
        .orElse("");
  }

  private static String card(NodeRequirement asked, GpuSpec row) {
    return asked.values().stream()
        .filter(
            value ->
                value.equals(row.gpu())
                    || row.model().filter(GpuModel.find(value)::contains).isPresent())
        .findFirst()
        .orElse("");
  }

  @Override
  public Optional<String> absence(String key) {
    if (cardKeys.contains(key)) {
      return Optional.of("no card of this target has that name");
    }
    return key.equals(INSTANCE_TYPE)
        ? Optional.of(
            "no row is of that family; the families are those that TKE's page lists beside the cards, such as GN7 with T4")
        : Optional.empty();
  }
}
