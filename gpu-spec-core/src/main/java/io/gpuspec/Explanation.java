package io.gpuspec;

import java.util.List;
import java.util.stream.Collectors;

/** A match in lines for people. */
final class Explanation {
  private static final int LISTED = 8;
  private static final String INDENT = " ".repeat(12);

  private final StringBuilder out = new StringBuilder();

  private Explanation() {}

  static Text of(Match match) {
    Explanation explanation = new Explanation();
    explanation.write(match);
    return Text.of(explanation.out.toString().stripTrailing());
  }

  private void write(Match match) {
    if (match instanceof Match.Found found) {
      out.append(found).append('\n');
      line("asked", match.request());
      line("why", why(found));
      if (found.shape().keepsSome()) {
        line("usable", found.shape().allocatable());
      }
      if (match.request().replicas() > 1) {
        line(
            "nodes",
            "%d, %d of %d pods on each"
                .formatted(
                    found.plan().nodes(), found.plan().podsPerNode(), found.plan().replicas()));
      }
      spec(found).price(match.request().capacityType()).ifPresent(price -> line("price", price));
      if (found.plan().nodes() > 1) {
        found.plan().price(match.request().capacityType()).ifPresent(p -> line("in all", p));
      }
      spec(found)
          .referencePrice()
          .ifPresent(price -> line("says", price + " by " + price.citation()));
      line("source", spec(found).citation());
    } else {
      out.append("no match on ").append(match.target()).append('\n');
      line("asked", match.request());
    }
    lines("note", match.notes());
    lines(
        match.isFound() ? "or" : "near",
        match
            .found()
            .filter(found -> match.request().replicas() > 1)
            .<List<?>>map(found -> found.alternatives().stream().map(found::plan).toList())
            .orElse(match.alternatives()));
    if (!match.isFound()) {
      match.rejected().stream().limit(1).forEach(this::nearest);
    }
    lines("not", match.rejected());
  }

  private void nearest(Rejection nearest) {
    nearest.toFit().ifPresent(fix -> line("to fit", nearest.name() + ": " + fix));
  }

  private static GpuSpec spec(Match.Found found) {
    return found.shape().spec();
  }

  private static String why(Match.Found found) {
    GpuSpec spec = spec(found);
    if (found.request().isExplicit()) {
      return "%s takes %s cores with %s to %s"
          .formatted(spec.name(), spec.cpuOptions(), spec.memoryMin(), spec.memoryMax());
    }
    if (spec.sizes().size() == 1) {
      return "%s that holds it".formatted(found.request().isCheapest() ? "cheapest" : "smallest");
    }
    return "smallest size of %s that holds it (%s): %s"
        .formatted(
            spec.name(),
            spec.policy(),
            spec.sizes().stream()
                .map(size -> size.cpu() + "c/" + size.memory())
                .collect(Collectors.joining(", ")));
  }

  private void lines(String label, List<?> things) {
    things.stream().limit(LISTED).forEach(thing -> line(label, thing));
    if (things.size() > LISTED) {
      line("", "... and " + (things.size() - LISTED) + " more");
    }
  }

  private void line(String label, Object content) {
    out.append("  ")
        .append(label)
        .append(INDENT, 0, 10 - label.length())
        .append(content)
        .append('\n');
  }
}
