package io.gpuspec;

/** Recommendations in lines for people. */
final class RecommendationText {
  private static final int REJECTIONS = 8;

  private RecommendationText() {}

  static Text of(Recommendations answer) {
    StringBuilder out = new StringBuilder();
    out.append(answer.isEmpty() ? "nothing for " : "for ").append(answer.need()).append('\n');
    for (Recommendation one : answer.recommended()) {
      out.append(one.shape()).append("  on ").append(one.shape().spec().target()).append('\n');
      line(out, "why", one.reason());
      if (one.shape().keepsSome()) {
        line(out, "usable", one.shape().allocatable());
      }
      one.shape().spec().price().ifPresent(price -> line(out, "price", price));
      line(out, "source", one.citation());
      one.notes().forEach(note -> line(out, "note", note));
    }
    answer.notes().forEach(note -> line(out, "note", note));
    answer.rejected().stream().limit(1).forEach(nearest -> toFit(out, nearest));
    answer.rejected().stream().limit(REJECTIONS).forEach(no -> line(out, "not", no));
    int more = answer.rejected().size() - REJECTIONS;
    if (more > 0) {
      line(out, "", "... and " + more + " more");
    }
    return Text.of(out.toString().stripTrailing());
  }

  private static void toFit(StringBuilder out, Rejection nearest) {
    nearest.toFit().ifPresent(fix -> line(out, "to fit", nearest.name() + ": " + fix));
  }

  private static void line(StringBuilder out, String label, Object content) {
    out.append("  ").append(label).append(" ".repeat(10 - label.length())).append(content);
    out.append('\n');
  }
}
