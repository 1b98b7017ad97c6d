package io.gpuspec.recommend;

import io.gpuspec.CapacityType;
import io.gpuspec.GpuSpec;
import io.gpuspec.GpuUses;
import io.gpuspec.Shape;
import io.gpuspec.SpecCatalog;
import io.gpuspec.internal.Words;
import io.gpuspec.internal.dra.CardMemory;
import io.gpuspec.value.Finding;
import io.gpuspec.value.MemorySize;
import io.gpuspec.value.Note;
import io.gpuspec.value.Rejection;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Finds the rows of one catalog that suit a need: for each GPU the smallest suitable count. */
final class Recommender {
  private static final Comparator<Shape> CHEAPEST = Shape.cheapest(CapacityType.ON_DEMAND);

  private final SpecCatalog catalog;
  private final GpuUses uses;
  private final Need need;
  private final Comparator<Shape> order;
  private final List<Candidate> found = new ArrayList<>();
  private final List<Refused> refused = new ArrayList<>();

  /** A shape with the table's recommendation. */
  private record Candidate(Shape shape, GpuUses.Entry entry) {
    /** Returns whether it is the very size that the table names. */
    boolean isNamed() {
      return entry.shape().isPresent();
    }
  }

  /** A row that the table names for the use, with the reasons why it is not suitable. */
  private record Refused(GpuSpec row, List<Finding> reasons) {
    Rejection rejection() {
      return new Rejection(row.name(), reasons);
    }
  }

  private Recommender(SpecCatalog catalog, GpuUses uses, Need need) {
    this.catalog = catalog;
    this.uses = uses;
    this.need = need;
    this.order = need.isCheapest() ? CHEAPEST : Shape.SMALLEST;
  }

  static Recommendations recommend(SpecCatalog catalog, GpuUses uses, Need need) {
    return new Recommender(catalog, uses, need).recommend();
  }

  private Recommendations recommend() {
    for (List<GpuSpec> rows : catalog.byGpu()) {
      best(rows).ifPresent(found::add);
    }
    found.sort(Comparator.comparing(Candidate::shape, order));
    refused.sort(
        Comparator.comparingInt((Refused one) -> one.reasons().size())
            .thenComparing(one -> largest(one.row()), nearestFirst()));
    return new Recommendations(
        need, found.stream().map(this::recommendation).toList(), rejections(), notes());
  }

  private List<Note> notes() {
    List<Note> notes = new ArrayList<>(catalog.notes());
    catalog.allocatableNote().ifPresent(notes::add);
    need.model().ifPresent(model -> notes.addAll(model.notes()));
    need.model().flatMap(this::split).ifPresent(notes::add);
    return notes;
  }

  /** Attention heads are divided among GPUs; most models have a power of 2 or a multiple of 8. */
  private Optional<Note> split(ModelMemory model) {
    boolean isUneven = found.stream().anyMatch(each -> Integer.bitCount(enough(each)) > 1);
    return model.isTrained() || !isUneven
        ? Optional.empty()
        : Optional.of(
            Note.of(
                "model.split",
                "tensor parallelism takes a number of GPUs that divides the model's attention heads,"
                    + " most often 2, 4 or 8; where 3, 5, 6 or 7 does not divide them, split the"
                    + " model by layers (pipeline parallelism)"));
  }

  private int enough(Candidate candidate) {
    return enough(candidate.shape().spec());
  }

  private static Shape largest(GpuSpec row) {
    return row.shapes().get(row.shapes().size() - 1);
  }

  /** A cheap row is nearest to a budget, a large one to everything else. */
  private Comparator<Shape> nearestFirst() {
    return need.budget().isPresent() ? CHEAPEST : Shape.SMALLEST.reversed();
  }

  private List<Rejection> rejections() {
    if (found.isEmpty() && refused.isEmpty()) {
      String where = catalog.target() + " " + catalog.edition();
      String why = "no table names a GPU of " + where + " for " + need.use();
      return List.of(Rejection.of(where, "use", why));
    }
    return refused.stream().map(Refused::rejection).toList();
  }

  /** The best among the rows with the least number of a GPU that serves. */
  private Optional<Candidate> best(List<GpuSpec> rows) {
    List<Candidate> serving = new ArrayList<>();
    for (GpuSpec row : rows) {
      uses.find(need.use(), row)
          .ifPresent(
              entry -> {
                List<Finding> reasons = NeedCriteria.reasonsAgainst(row, need);
                if (reasons.isEmpty()) {
                  serving.add(new Candidate(suggested(row, entry), entry));
                } else {
                  refused.add(new Refused(row, reasons));
                }
              });
    }
    int least = serving.stream().mapToInt(one -> one.shape().gpus()).min().orElse(0);
    return serving.stream()
        .filter(one -> one.shape().gpus() == least)
        .min(
            Comparator.comparing((Candidate one) -> !one.isNamed())
                .thenComparing(Candidate::shape, order));
  }

  /** The size that the table names, else the one that the catalog calls typical, else the least. */
  private static Shape suggested(GpuSpec row, GpuUses.Entry entry) {
    return entry.shape().or(row::typical).orElseGet(() -> row.shapes().get(0));
  }

  /** Returns how a pod gets a shape that no request is matched upward to; empty for all others. */
  private static String how(Shape shape) {
    return shape.spec().shapes().contains(shape)
        ? ""
        : "; state it, or a request for it is matched upward to "
            + shape.spec().shapes().stream()
                .filter(each -> each.cpu().equals(shape.cpu()))
                .map(each -> Words.cores(each.cpu()) + " with " + Words.memory(each.memory()))
                .collect(Collectors.joining());
  }

  /** Returns how many of a row's GPUs a pod has to request. */
  private int enough(GpuSpec row) {
    int enough = need.gpus();
    Optional<MemorySize> each = CardMemory.usable(row);
    while (enough < row.gpus()
        && need.model().isPresent()
        && !each.orElse(MemorySize.ZERO).times(enough).isAtLeast(need.model().get().total())) {
      enough++;
    }
    return enough;
  }

  private Recommendation recommendation(Candidate candidate) {
    GpuSpec row = candidate.shape().spec();
    StringBuilder reason = new StringBuilder(candidate.entry().reason());
    need.model()
        .ifPresent(
            model ->
                reason.append(
                    "; the model takes %s of %s"
                        .formatted(
                            Words.memory(model.total()),
                            NeedCriteria.usable(row).map(Words::memory).orElse("")
                                + (row.gpus() > 1 ? " on " + Words.gpus(row.gpus()) : ""))));
    int enough = enough(row);
    if (enough < row.gpus()) {
      reason.append(
          "; no row with fewer of it serves, and %s of the %s %s enough"
              .formatted(enough, row.gpus(), enough == 1 ? "is" : "are"));
    } else if (row.gpus() > need.gpus()) {
      reason.append("; %s is the least number of it that serves".formatted(row.gpus()));
      if (need.isWholeOnly()) {
        reason.append(", %s requested".formatted(need.gpus()));
      }
    }
    reason.append(how(candidate.shape()));
    return new Recommendation(candidate.shape(), reason.toString(), candidate.entry().citation());
  }
}
