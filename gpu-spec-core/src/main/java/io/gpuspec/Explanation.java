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
      found.shape().spec().price().ifPresent(price -> line("price", price));
      line("source", found.shape().spec().citation());
    } else {
      out.append("no match on ").append(match.target()).append('\n');
      line("asked", match.request());
    }
    lines("note", match.notes());
    lines(match.isFound() ? "or" : "near", match.alternatives());
    lines("not", match.rejected());
  }

  private static String why(Match.Found found) {
    GpuSpec spec = found.shape().spec();
    if (found.request().isExplicit()) {
      return "%s takes %s cores with %s to %s"
          .formatted(spec.name(), spec.cpuOptions(), spec.memoryMin(), spec.memoryMax());
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
