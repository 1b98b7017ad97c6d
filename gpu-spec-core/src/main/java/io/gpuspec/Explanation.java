package io.gpuspec;

import io.gpuspec.internal.Lines;
import io.gpuspec.value.Rejection;
import io.gpuspec.value.Text;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The text form of a match. */
final class Explanation {
  /** What launches nodes goes by the prices that it knows. */
  private static final String TOLD =
      "; it does not know the prices of the overlay, so configure them there too";

  private static final int LISTED = 8;

  /** Where something is found for any GPU, why others do not serve is an aside. */
  private static final int ASIDE = 3;

  private final Lines out = new Lines();

  private Explanation() {}

  static Text of(Match match) {
    Explanation explanation = new Explanation();
    explanation.write(match);
    return explanation.out.text();
  }

  private void write(Match match) {
    if (match instanceof Match.Found found) {
      out.head(found);
      out.line("request", match.requested());
      out.line("why", why(found));
      if (found.shape().hasReservedCapacity()) {
        out.line("usable", found.shape().allocatable());
      }
      found
          .largestRequests()
          .ifPresent(
              each ->
                  out.line(
                      "to fill",
                      "request %s CPU and %s memory".formatted(each.cpu(), each.memory())));
      if (match.request().replicas() > 1) {
        out.line(
            "nodes",
            "%s, %s of %s pods on each"
                .formatted(
                    found.plan().nodes(), found.plan().podsPerNode(), found.plan().replicas()));
      }
      spec(found)
          .price(match.request().capacityType())
          .ifPresent(price -> out.line("price", price));
      if (found.plan().nodes() > 1) {
        found.price().ifPresent(p -> out.line("in all", p));
      }
      spec(found)
          .referencePrice()
          .ifPresent(price -> out.line("quoted", price + " in " + price.citation()));
      out.line("source", spec(found).citation());
    } else {
      out.head((match.isJudged() ? "no match on " : "not judged on ") + match.target());
      if (match.isJudged()) {
        out.line("request", match.requested());
      }
    }
    out.lines("note", match.notes(), LISTED);
    if (match.isFound()) {
      out.lines("or", alternatives(match), LISTED);
      boolean isNamed = !match.request().devices().names().isEmpty();
      out.lines("not", match.rejected(), isNamed ? LISTED : ASIDE);
    } else {
      match.rejected().stream().limit(1).forEach(this::nearest);
      out.lines("not", match.rejected(), LISTED);
      out.lines("near", match.alternatives(), LISTED);
    }
  }

  private static List<?> alternatives(Match match) {
    return match
        .found()
        .filter(found -> match.request().replicas() > 1)
        .<List<?>>map(found -> found.alternatives().stream().map(found::plan).toList())
        .orElse(match.alternatives());
  }

  private void nearest(Rejection nearest) {
    nearest.toFit().ifPresent(fix -> out.line("to fit", nearest.name() + ": " + fix));
  }

  private static GpuSpec spec(Match.Found found) {
    return found.shape().spec();
  }

  /** Returns whether a price decided; without any, the smallest is taken. */
  private static boolean isByPrice(Match.Found found) {
    GpuRequest request = found.request();
    return request.isCheapest() && spec(found).price(request.capacityType()).isPresent();
  }

  private static String byTargetsRule(Match.Found found) {
    return found.request().isByPriceHere()
        ? found
            .target()
            .cheapestFirst()
            .map(rule -> ": " + rule.message() + (isByOverlay(found) ? TOLD : ""))
            .orElse("")
        : "";
  }

  /** Returns whether a price that was compared is of an overlay. */
  private static boolean isByOverlay(Match.Found found) {
    return Stream.concat(Stream.of(found.shape()), found.alternatives().stream())
        .map(Shape::spec)
        .filter(row -> !row.isOwnNode())
        .anyMatch(row -> OverlayNotes.isPriced(row, found.request().capacityType()));
  }

  private static String why(Match.Found found) {
    GpuSpec spec = spec(found);
    if (found.request().isExplicit()) {
      return "%s takes %s cores with %s to %s"
          .formatted(spec.name(), spec.cpuOptions(), spec.memoryMin(), spec.memoryMax());
    }
    if (!spec.isSized()) {
      return (found.request().replicas() == 1
              ? "smallest GPU that serves"
              : "fewest GPUs that serve all replicas, then the smallest")
          + "; its nodes' CPU and memory are not judged";
    }
    if (spec.sizes().size() == 1) {
      return isByPrice(found)
          ? "cheapest that holds it" + byTargetsRule(found)
          : "smallest that holds it";
    }
    return "smallest size of %s that holds it (%s): %s"
        .formatted(
            spec.name(),
            spec.policy(),
            spec.sizes().stream()
                .map(size -> size.cpu() + "c/" + size.memory())
                .collect(Collectors.joining(", ")));
  }
}
