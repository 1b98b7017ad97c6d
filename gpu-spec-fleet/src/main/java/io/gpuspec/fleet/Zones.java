package io.gpuspec.fleet;

import io.gpuspec.GpuSpec;
import io.gpuspec.value.Note;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The zones that nodes of a fleet can be in.
 *
 * @param names one empty name if no pod needs a zone
 * @param areAssumed whether nothing says which there are
 */
record Zones(List<String> names, boolean areAssumed) {
  private static final List<String> USUAL = List.of("zone-1", "zone-2", "zone-3");

  /** No pod needs a zone. */
  static final Zones NONE = new Zones(List.of(""), false);

  /** Returns the zones that are named; else those of nodes, of rows and of pods; else three. */
  static Zones of(Fleet fleet) {
    if (fleet.demands().stream().allMatch(demand -> demand.zoning().isFree())) {
      return NONE;
    }
    Set<String> known = new TreeSet<>();
    fleet.existing().forEach(node -> node.zone().ifPresent(known::add));
    if (!fleet.zones().isEmpty()) {
      return new Zones(List.copyOf(new LinkedHashSet<>(fleet.zones())), false);
    }
    Set<String> all = new LinkedHashSet<>(known);
    boolean isSpread = fleet.demands().stream().anyMatch(demand -> demand.zoning().isSpread());
    if (isSpread) {
      fleet.target().catalog().specs().stream()
          .flatMap(row -> of(row).stream())
          .sorted()
          .forEach(all::add);
    }
    boolean areAssumed = all.isEmpty() && isSpread;
    if (areAssumed) {
      all.addAll(USUAL);
    }
    fleet.demands().forEach(demand -> demand.zoning().only().ifPresent(all::add));
    return new Zones(List.copyOf(all), areAssumed);
  }

  /** Returns the zone of a row of your own nodes, whose labels are known; empty of others. */
  private static Optional<String> of(GpuSpec row) {
    return Optional.ofNullable(row.nodeLabels().get(ClusterState.ZONE));
  }

  /** Returns whether a node of a row can be in a zone. */
  static boolean isIn(GpuSpec row, String zone) {
    return zone.isEmpty() || of(row).map(zone::equals).orElse(true);
  }

  /** Returns whether a node is in a zone. */
  static boolean isIn(ExistingNode node, String zone) {
    return zone.isEmpty() || node.zone().filter(zone::equals).isPresent();
  }

  /** Returns whether it matters in which zone a node is. */
  boolean matter() {
    return !names.get(0).isEmpty();
  }

  Optional<Note> note() {
    return areAssumed
        ? Optional.of(
            Note.of(
                "fleet.zones",
                "no zones are named, so three are assumed; name yours, such as us-east-1a"))
        : Optional.empty();
  }
}
