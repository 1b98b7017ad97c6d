package io.gpuspec;

import com.google.common.collect.ImmutableSet;
import java.util.ArrayList;
import java.util.List;

/** What should be known about how a request was read and about the shape it found. */
final class MatchNotes {
  private final SpecCatalog catalog;
  private final GpuRequest request;
  private final List<Note> notes = new ArrayList<>();

  private MatchNotes(SpecCatalog catalog, GpuRequest request) {
    this.catalog = catalog;
    this.request = request;
  }

  /** About the names that were asked for, and the order. */
  static List<Note> onRequest(SpecCatalog catalog, GpuRequest request) {
    MatchNotes reading = new MatchNotes(catalog, request);
    for (DeviceName name : request.devices().parsedNames()) {
      ImmutableSet<GpuType> types = catalog.typesOf(name);
      List<String> meanings =
          GpuModel.named(name.base()).stream().map(GpuModel::name).distinct().toList();
      if (meanings.size() > 1) {
        reading.noteMeanings(name, meanings, types);
      } else {
        reading.noteAliases(name, types);
      }
    }
    if (request.isCheapest()) {
      reading.add(
          "price.unknown",
          "no row of %s %s has a price; the smallest shape was taken"
              .formatted(catalog.target(), catalog.edition()));
    }
    return reading.notes;
  }

  private void noteAliases(DeviceName name, ImmutableSet<GpuType> types) {
    for (GpuType type : types) {
      if (!type.name().base().equalsIgnoreCase(name.base())) {
        add(
            "gpu.alias",
            "%s was read as %s, the name that %s uses".formatted(name, type, catalog.target()));
      }
    }
  }

  private void noteMeanings(DeviceName name, List<String> meanings, ImmutableSet<GpuType> types) {
    String message = name.base() + " can mean " + String.join(" or ", meanings);
    List<String> here =
        types.stream().flatMap(t -> t.card().stream()).map(GpuModel::name).distinct().toList();
    add(
        "gpu.ambiguous",
        here.isEmpty()
            ? message
            : message
                + "; in %s %s it is %s"
                    .formatted(catalog.target(), catalog.edition(), String.join(" and ", here)));
  }

  /** About the shape that was found, and the names that are no fallback for it. */
  static List<Note> onFound(
      SpecCatalog catalog, GpuRequest request, Shape shape, List<String> cannotServe) {
    MatchNotes finding = new MatchNotes(catalog, request);
    finding.notes.addAll(shape.spec().notes());
    finding.noteEscalation(shape);
    // Another name serves, so nobody would look for the reasons why these do not.
    for (String name : cannotServe) {
      finding.add("gpu.cannot-serve", name + " cannot serve this request, so it is no fallback");
    }
    return finding.notes;
  }

  private void noteEscalation(Shape shape) {
    int asked = request.devices().count();
    int more = shape.gpus() - asked;
    if (more > 0) {
      notes.add(
          Note.of(
              "gpus.escalated",
              "%d x %s asked; the smallest shape that holds %s and %s has %d, so %d more %s billed and unused"
                  .formatted(
                      asked,
                      shape.spec().gpu(),
                      Words.cores(request.cpu()),
                      request.memory(),
                      shape.gpus(),
                      more,
                      more == 1 ? "is" : "are"),
              shape.spec().citation()));
    }
  }

  private void add(String id, String message) {
    notes.add(Note.of(id, message));
  }
}
