package io.gpuspec.mig;

import io.gpuspec.value.Text;
import java.util.List;
import java.util.Map;

/** Draws cards with their slices as an SVG image, one below the other, with integer coordinates. */
final class Svg {
  private static final int SLICE = 96;
  private static final int BAR = 48;
  private static final int MARGIN = 16;
  private static final int CAPTION = 28;
  private static final int CARD = CAPTION + BAR + MARGIN;

  private static final Map<LayoutDrawing.Kind, String> FILLS =
      Map.of(
          LayoutDrawing.Kind.INSTANCE, "#76b900",
          LayoutDrawing.Kind.FREE, "#ffffff",
          LayoutDrawing.Kind.WASTED, "#c8c8c8",
          LayoutDrawing.Kind.UNKNOWN, "#ffe9a8");

  private Svg() {}

  static Text of(List<MigLayout> cards) {
    int slices = cards.stream().mapToInt(each -> each.gpu().memorySlices()).max().orElse(0);
    int width = 2 * MARGIN + slices * SLICE;
    int height = MARGIN + cards.size() * CARD;
    StringBuilder out = new StringBuilder();
    out.append(
        ("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%s\" height=\"%s\""
                + " viewBox=\"0 0 %s %s\" role=\"img\" font-family=\"sans-serif\""
                + " font-size=\"14\">\n")
            .formatted(width, height, width, height));
    for (int card = 0; card < cards.size(); card++) {
      addCard(out, LayoutDrawing.of(cards.get(card)), card, MARGIN + card * CARD);
    }
    return Text.of(out.append("</svg>\n").toString());
  }

  private static void addCard(StringBuilder out, LayoutDrawing drawing, int card, int top) {
    out.append(
        "  <text x=\"%s\" y=\"%s\">%s</text>\n"
            .formatted(
                MARGIN,
                top + CAPTION / 2,
                escaped("GPU " + card + ": " + drawing.layout().gpu().name())));
    for (LayoutDrawing.Segment segment : drawing.segments()) {
      addSegment(out, segment, top + CAPTION);
    }
  }

  private static void addSegment(StringBuilder out, LayoutDrawing.Segment segment, int top) {
    int left = MARGIN + segment.start() * SLICE;
    int width = segment.size() * SLICE;
    out.append(
        ("  <g class=\"%s\"><title>%s</title>"
                + "<rect x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\" fill=\"%s\""
                + " stroke=\"#333333\"/>"
                + "<text x=\"%s\" y=\"%s\" text-anchor=\"middle\">%s</text></g>\n")
            .formatted(
                segment.word(),
                escaped(segment.title()),
                left,
                top,
                width,
                BAR,
                FILLS.get(segment.kind()),
                left + width / 2,
                top + BAR / 2 + 5,
                escaped(segment.label().isEmpty() ? segment.word() : segment.label())));
  }

  static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
