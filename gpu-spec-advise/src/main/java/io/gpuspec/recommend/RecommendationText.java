package io.gpuspec.recommend;

import io.gpuspec.internal.Lines;
import io.gpuspec.value.Rejection;
import io.gpuspec.value.Text;

/** The text form of recommendations. */
final class RecommendationText {
  private static final int REJECTIONS = 8;

  private RecommendationText() {}

  static Text of(Recommendations answer) {
    Lines out = new Lines().head((answer.isEmpty() ? "nothing for " : "for ") + answer.need());
    for (Recommendation one : answer.recommended()) {
      out.head(one.shape() + "  on " + one.shape().spec().target()).line("why", one.reason());
      if (one.shape().hasReservedCapacity()) {
        out.line("usable", one.shape().allocatable());
      }
      one.shape().spec().price().ifPresent(price -> out.line("price", price));
      out.line("source", one.citation()).lines("note", one.notes());
    }
    out.lines("note", answer.notes());
    answer.rejected().stream().limit(1).forEach(nearest -> toFit(out, nearest));
    return out.lines("not", answer.rejected(), REJECTIONS).text();
  }

  private static void toFit(Lines out, Rejection nearest) {
    nearest.toFit().ifPresent(fix -> out.line("to fit", nearest.name() + ": " + fix));
  }
}
