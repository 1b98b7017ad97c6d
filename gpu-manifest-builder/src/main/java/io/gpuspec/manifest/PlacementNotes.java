package io.gpuspec.manifest;

import io.gpuspec.CapacityType;
import io.gpuspec.GpuModel;
import io.gpuspec.GpuRequest;
import io.gpuspec.GpuSpec;
import io.gpuspec.Match;
import io.gpuspec.manifest.internal.found.CapacityTerms;
import io.gpuspec.value.Note;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Notes for pods that name fewer GPUs than requested, or more, or say less of their nodes. */
final class PlacementNotes {
  private final Match.Found found;

  PlacementNotes(Match.Found found) {
    this.found = found;
  }

  /**
   * A target can make pods name one GPU although the user accepts any, or any that a name means.
   *
   * @param read the pods read back
   */
  List<Note> onNamed(Match.Found read) {
    List<String> named = read.request().devices().names();
    if (named.isEmpty()) {
      return List.of();
    }
    List<String> asked = found.request().devices().names();
    List<Note> notes = new ArrayList<>();
    if (asked.isEmpty()) {
      notes.add(
          Note.of(
              "placement.named",
              "any GPU was asked for, and on %s the pods name one: %s; name another where another is wanted"
                  .formatted(found.target().id(), found.shape().spec().gpu())));
    }
    asked.forEach(name -> otherMeanings(name, named).ifPresent(notes::add));
    return notes;
  }

  private Optional<Note> otherMeanings(String name, List<String> named) {
    List<GpuModel> meanings = List.copyOf(GpuModel.find(name));
    if (meanings.size() < 2) {
      return Optional.empty();
    }
    List<GpuSpec> rows = found.catalog().specs();
    List<String> left =
        models(rows.stream().filter(row -> !isNamed(row, named)).toList(), meanings);
    List<String> taken =
        models(rows.stream().filter(row -> isNamed(row, named)).toList(), meanings);
    List<String> others = left.stream().filter(model -> !taken.contains(model)).toList();
    return others.isEmpty() || taken.isEmpty()
        ? Optional.empty()
        : Optional.of(
            Note.of(
                "placement.one-meaning",
                "of what %s can mean on %s the pods name %s alone; where %s will do as well, name it too"
                    .formatted(
                        name,
                        found.target().id(),
                        String.join(" and ", taken),
                        String.join(" or ", others))));
  }

  private static boolean isNamed(GpuSpec row, List<String> names) {
    return names.stream()
        .anyMatch(name -> name.equalsIgnoreCase(row.name()) || name.equalsIgnoreCase(row.gpu()));
  }

  private static List<String> models(List<GpuSpec> rows, List<GpuModel> among) {
    return rows.stream()
        .flatMap(row -> row.model().stream())
        .filter(among::contains)
        .map(GpuModel::name)
        .distinct()
        .toList();
  }

  /**
   * Returns a note if the placement does not name the GPU, so others are accepted too.
   *
   * @param read the pods read back
   */
  List<Note> onOpen(Match.Found read) {
    boolean isAsked =
        found.preferences().stream()
            .anyMatch(shape -> shape.spec().gpu().equals(read.shape().spec().gpu()));
    return isAsked
        ? List.of()
        : List.of(
            Note.of(
                "placement.open",
                "with these options %s writes nothing that asks nodes for %s, so the pods land on %s as well; choose other options, or select on the nodes yourself"
                    .formatted(found.target().id(), found.shape().spec().gpu(), read.shape())));
  }

  /** Returns a note if nothing in a pod keeps it off the spot nodes that there may be. */
  List<Note> onCapacity() {
    GpuRequest request = found.request();
    return request.isCapacityTypeStated()
            && request.capacityType() == CapacityType.ON_DEMAND
            && new CapacityTerms(found.target()).isSilent()
        ? List.of(
            Note.of(
                "capacity.open",
                "on-demand capacity was asked for, and on %s nothing in a pod says how its node is bought; where there are spot nodes too, select on a label of your own that the others have"
                    .formatted(found.target().id())))
        : List.of();
  }
}
