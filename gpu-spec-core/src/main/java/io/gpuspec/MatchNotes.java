package io.gpuspec;

import com.google.common.collect.ImmutableSet;
import io.gpuspec.internal.DeviceName;
import io.gpuspec.internal.Words;
import io.gpuspec.value.Arch;
import io.gpuspec.value.MemorySize;
import io.gpuspec.value.Note;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Notes about how a request was read and about the shape that was found. */
final class MatchNotes {
  private final CatalogRows rows;
  private final List<Note> notes = new ArrayList<>();

  private MatchNotes(CatalogRows rows) {
    this.rows = rows;
  }

  /** Returns notes about the requested names and amounts. */
  static List<Note> onRequest(CatalogRows rows, GpuRequest request) {
    List<Note> notes = new ArrayList<>();
    for (DeviceName name : request.devices().parsedNames()) {
      notes.addAll(onName(rows, name));
    }
    MemorySize memory = request.memory();
    if (memory.isUnitDoubtful()) {
      notes.add(Note.of("memory.tiny", Words.doubt(memory)));
    }
    return notes;
  }

  /** About one name: what it was read as, or what it can mean. */
  static List<Note> onName(CatalogRows rows, DeviceName name) {
    MatchNotes reading = new MatchNotes(rows);
    ImmutableSet<GpuType> types = rows.typesOf(name);
    List<String> meanings =
        GpuModel.find(name.base()).stream().map(GpuModel::name).distinct().toList();
    if (meanings.size() > 1) {
      reading.noteMeanings(name, meanings, types);
    } else {
      reading.noteAliases(name, types);
    }
    return reading.notes;
  }

  private void noteAliases(DeviceName name, ImmutableSet<GpuType> types) {
    for (GpuType type : types) {
      if (!type.name().base().equalsIgnoreCase(name.base())) {
        add(
            "gpu.alias",
            "%s was read as %s, the name that %s uses".formatted(name, type, rows.target()));
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
                    .formatted(rows.target(), rows.edition(), String.join(" and ", here)));
  }

  /** About the shape that was found, and the names that are no fallback for it. */
  static List<Note> onFound(
      CatalogRows rows, GpuRequest request, Shape shape, List<String> cannotServe) {
    MatchNotes finding = new MatchNotes(rows);
    finding.notes.addAll(shape.spec().notes());
    rows.allocatable().ifPresent(finding.notes::add);
    rows.shares().ifPresent(rules -> finding.notes.addAll(rules.notes()));
    rows.parts()
        .ifPresent(parts -> finding.notes.addAll(parts.notes(shape.spec(), request.devices())));
    finding.noteUnknownSize(request, shape);
    finding.noteNodes(request, shape);
    finding.noteEscalation(request, shape);
    finding.noteArch(request, shape);
    if (request.isCheapest() && shape.spec().price(request.capacityType()).isEmpty()) {
      finding.add(
          "price.unknown",
          "no %s price is known for %s or any other match, so the smallest was chosen%s"
              .formatted(request.capacityType(), shape.spec().name(), otherPrice(shape.spec())));
    }
    // Another name matches, so the reasons why these do not are of no interest.
    for (String name : cannotServe) {
      finding.add("gpu.cannot-serve", name + " cannot serve this request, so it is no fallback");
    }
    return finding.notes;
  }

  private static String otherPrice(GpuSpec spec) {
    return spec.price(CapacityType.ON_DEMAND)
        .map(price -> "; the on-demand price is " + price)
        .orElse("");
  }

  /** Of your own nodes there are only so many. */
  private void noteNodes(GpuRequest request, Shape shape) {
    int there = shape.spec().nodes().orElse(Integer.MAX_VALUE);
    int needed = NodePlan.of(shape, request, rows).nodes();
    if (needed > there) {
      add(
          "nodes.short",
          "%s nodes are needed, and there %s %s of %s"
              .formatted(needed, there == 1 ? "is" : "are", there, shape.spec().name()));
    }
  }

  private void noteUnknownSize(GpuRequest request, Shape shape) {
    if (shape.spec().isSized()) {
      return;
    }
    List<String> asked = new ArrayList<>();
    if (!request.cpu().isZero()) {
      asked.add(Words.cores(request.cpu()));
    }
    if (!request.memory().isZero()) {
      asked.add(Words.memory(request.memory()));
    }
    add(
        GpuSpec.SIZE_UNKNOWN,
        "which CPU and memory the nodes of %s have is not known here, so %s not judged; %sstate them in an overlay to have them judged"
            .formatted(
                shape.spec().name(),
                asked.isEmpty() ? "they were" : String.join(" and ", asked) + " were",
                request.replicas() > 1 ? "the number of nodes goes by their cards alone; " : ""));
  }

  /** About compared prices that do not hold in one place. */
  static List<Note> onRegions(Set<String> compared) {
    return compared.size() > 1
        ? List.of(
            Note.of(
                "price.regions",
                "the prices that were compared are of several regions: %s; the same row may cost something else elsewhere"
                    .formatted(String.join(", ", compared))))
        : List.of();
  }

  private void noteArch(GpuRequest request, Shape shape) {
    Arch arch = shape.spec().arch();
    if (request.arch().isEmpty() && arch != Arch.AMD64) {
      add(
          "arch.only",
          "%s comes with %s CPUs only, so the image must be built for them"
              .formatted(shape.spec().name(), arch));
    }
  }

  private void noteEscalation(GpuRequest request, Shape shape) {
    int asked = request.devices().countOn(shape.spec());
    if (request.devices().use().isPart()) {
      noteSpare(NodePlan.of(shape, request, rows), shape, asked, request);
      return;
    }
    int more = shape.gpus() - asked;
    if (more <= 0) {
      return;
    }
    NodePlan plan = NodePlan.of(shape, request, rows);
    if (plan.podsPerNode() > 1) {
      noteSpare(plan, shape, asked, request);
      return;
    }
    notes.add(
        Note.of(
            "gpus.escalated",
            "%s, so %s more %s %s"
                .formatted(
                    whyMore(request, shape, asked), more, more == 1 ? "is" : "are", unused(shape)),
            rows.escalation()));
  }

  private String whyMore(GpuRequest request, Shape shape, int asked) {
    GpuSpec row = shape.spec();
    if (request.devices().names().stream().anyMatch(row.name()::equalsIgnoreCase)) {
      return "%s has %s GPUs, and %s %s requested"
          .formatted(row.name(), shape.gpus(), asked, asked == 1 ? "was" : "were");
    }
    return "%s; the next count that serves is %s"
        .formatted(whyNoSuchCount(row, asked), shape.gpus());
  }

  private String whyNoSuchCount(GpuSpec row, int asked) {
    List<GpuSpec> having = rows.ofCount(row.type(), asked);
    if (having.stream().anyMatch(each -> each.lifecycle() == GpuSpec.Lifecycle.CURRENT)) {
      return "%s x %s holds less than was requested".formatted(asked, row.gpu());
    }
    return having.stream()
        .filter(each -> each.lifecycle() == GpuSpec.Lifecycle.UNAVAILABLE)
        .findFirst()
        .map(
            each ->
                "%s x %s cannot be had: %s"
                    .formatted(asked, row.gpu(), OverlayNotes.whyUnavailable(each)))
        .orElseGet(
            () ->
                "%s %s has no %s x %s".formatted(rows.target(), rows.edition(), asked, row.gpu()));
  }

  /** Your own nodes are there and paid for, whatever runs on them. */
  private static String unused(Shape shape) {
    return shape.spec().nodes().isPresent() ? "free for other pods" : "billed and unused";
  }

  /** Nodes are shared, so what one pod leaves of a node another one may use. */
  private void noteSpare(NodePlan plan, Shape shape, int asked, GpuRequest request) {
    CardUse use = request.devices().use();
    long has = use.isPart() ? plan.devices(request) : plan.gpus();
    long spare = has - (long) asked * plan.replicas();
    if (spare > 0) {
      add(
          "gpus.spare",
          "%s of the %s %s are %s"
              .formatted(
                  spare,
                  has,
                  use.profile()
                      .map(profile -> "instances of " + profile)
                      .orElse(use.isReplica() ? "replicas" : "GPUs"),
                  unused(shape)));
    }
  }

  private void add(String id, String message) {
    notes.add(Note.of(id, message));
  }
}
