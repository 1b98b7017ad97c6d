package io.gpuspec.benchmarks;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Draws {@code growth.csv}, which {@link Growth} has measured: a file for each chart, with a line
 * for each series. Both axes are logarithmic, so what is linear rises by one decade for each.
 */
public final class GrowthChart {
  private static final int WIDTH = 640;
  private static final int HEIGHT = 360;
  private static final int LEFT = 80;
  private static final int RIGHT = 170;
  private static final int TOP = 20;
  private static final int BOTTOM = 50;
  private static final List<String> COLOURS = List.of("#0072b2", "#d55e00", "#009e73");
  private static final Map<String, String> SIZES =
      Map.of("matching", "rows", "reading", "rows", "planning", "pods");

  /** A measured size: how much there is, and the time in microseconds. */
  private record Point(double size, double micros) {}

  private final String name;
  private final Map<String, List<Point>> series = new LinkedHashMap<>();
  private int leastDecade = Integer.MAX_VALUE;
  private int mostDecade = Integer.MIN_VALUE;

  private GrowthChart(String name) {
    this.name = name;
  }

  /**
   * @param args the folder with {@code growth.csv}, to which the charts are written
   */
  public static void main(String[] args) throws IOException {
    Path folder = Path.of(args[0]);
    Map<String, GrowthChart> charts = new LinkedHashMap<>();
    List<String> lines = Files.readAllLines(folder.resolve("growth.csv"), StandardCharsets.UTF_8);
    for (String line : lines.subList(1, lines.size())) {
      String[] cells = line.split(",", -1);
      charts
          .computeIfAbsent(cells[0], GrowthChart::new)
          .add(cells[1], new Point(Double.parseDouble(cells[2]), Double.parseDouble(cells[3])));
    }
    for (GrowthChart chart : charts.values()) {
      Files.writeString(folder.resolve(chart.name + ".svg"), chart.svg(), StandardCharsets.UTF_8);
    }
  }

  private void add(String line, Point point) {
    series.computeIfAbsent(line, none -> new ArrayList<>()).add(point);
    leastDecade = Math.min(leastDecade, (int) Math.floor(Math.log10(point.micros())));
    mostDecade = Math.max(mostDecade, (int) Math.ceil(Math.log10(point.micros())));
  }

  private String svg() {
    StringBuilder svg = new StringBuilder();
    svg.append(
        """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %s %s" font-family="sans-serif" font-size="13">
        <title>%s: CPU time by the number of %s</title>
        <rect width="%s" height="%s" fill="#ffffff"/>
        """
            .formatted(WIDTH, HEIGHT, name, SIZES.get(name), WIDTH, HEIGHT));
    for (int decade = leastDecade; decade <= mostDecade; decade++) {
      svg.append(rule(LEFT, y(decade), WIDTH - RIGHT, y(decade)));
      svg.append(text(LEFT - 8, y(decade) + 4, "end", time(decade)));
    }
    for (int decade = 2; decade <= 5; decade++) {
      svg.append(rule(x(decade), TOP, x(decade), HEIGHT - BOTTOM));
      svg.append(
          text(
              x(decade),
              HEIGHT - BOTTOM + 20,
              "middle",
              String.format(Locale.ROOT, "%,d", Math.round(Math.pow(10, decade)))));
    }
    svg.append(text((LEFT + WIDTH - RIGHT) / 2.0, HEIGHT - 8, "middle", SIZES.get(name)));
    int colour = 0;
    for (Map.Entry<String, List<Point>> each : series.entrySet()) {
      svg.append(line(each.getKey(), each.getValue(), COLOURS.get(colour++)));
    }
    return svg.append("</svg>\n").toString();
  }

  private String line(String label, List<Point> points, String colour) {
    StringBuilder path = new StringBuilder();
    StringBuilder dots = new StringBuilder();
    for (Point point : points) {
      double x = x(Math.log10(point.size()));
      double y = y(Math.log10(point.micros()));
      path.append(path.isEmpty() ? "M" : " L").append(number(x)).append(' ').append(number(y));
      dots.append(
          "<circle cx=\"%s\" cy=\"%s\" r=\"4\" fill=\"%s\"/>\n"
              .formatted(number(x), number(y), colour));
    }
    double end = y(Math.log10(points.get(points.size() - 1).micros()));
    return "<path d=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\"/>\n%s%s"
        .formatted(path, colour, dots, text(WIDTH - RIGHT + 10, end + 4, "start", label));
  }

  private static String rule(double x1, double y1, double x2, double y2) {
    return "<path d=\"M%s %s L%s %s\" stroke=\"#d0d0d0\"/>\n"
        .formatted(number(x1), number(y1), number(x2), number(y2));
  }

  private static String text(double x, double y, String anchor, String words) {
    return "<text x=\"%s\" y=\"%s\" text-anchor=\"%s\">%s</text>\n"
        .formatted(number(x), number(y), anchor, words);
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.1f", value);
  }

  private static String time(int decade) {
    String[] units = {" ns", " µs", " ms", " s"};
    int unit = Math.floorDiv(decade, 3) + 1;
    return Math.round(Math.pow(10, Math.floorMod(decade, 3))) + units[unit];
  }

  private static double x(double decade) {
    return LEFT + (decade - 2) / 3 * (WIDTH - LEFT - RIGHT);
  }

  private double y(double decade) {
    return TOP + (mostDecade - decade) / (mostDecade - leastDecade) * (HEIGHT - TOP - BOTTOM);
  }
}
