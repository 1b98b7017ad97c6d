package io.gpuspec.fuzz;

import com.sun.management.ThreadMXBean;
import io.gpuspec.Overlay;
import io.gpuspec.diagnosis.Diagnosis;
import io.gpuspec.fleet.ClusterState;
import io.gpuspec.json.JsonLines;
import io.gpuspec.manifest.inspect.Inspector;
import io.gpuspec.manifest.intent.IntentFile;
import io.gpuspec.manifest.migrate.Migration;
import io.gpuspec.manifest.read.WorkloadFile;
import java.io.IOException;
import java.io.StringReader;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * An input of which some lines are repeated: four times as many lines take about four times as many
 * bytes of memory, which stand for steps, because they are the same on a busy machine.
 *
 * <p>The first line of the input is the reader, the first line that is repeated, how many, and how:
 * as they are (0), with a number in each key (1), or with a number at the end of each line (2).
 */
final class Growth {
  private static final int TIMES = 150;
  private static final int MORE = 4;
  private static final int LONGEST = 4_000;

  /** Square growth takes 16 times as much for 4 times as many. */
  private static final double MOST = 1.7;

  /** What is small is not compared: caches and buffers. */
  private static final long SLACK = 4L << 20;

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final Inspector INSPECTOR = Inspector.of(Clouds.ALL);

  private static final Map<String, Consumer<String>> READERS =
      Map.of(
          "manifest",
          text -> WorkloadFile.parse("file", text).on(Clouds.ALL.in("tke")),
          "intent",
          text ->
              IntentFile.parse("file", text)
                  .intents()
                  .forEach(intent -> intent.on(Clouds.ALL.in("eks")).yaml()),
          "overlay",
          text -> {
            Overlay overlay = Overlay.parse("file", text);
            Clouds.ALL.overlay(overlay).in(overlay.target()).catalog();
          },
          "inspector",
          text -> INSPECTOR.on(Clouds.ALL.in("eks")).parse("file", text),
          "migration",
          text ->
              Migration.from(Clouds.ALL.in("tke"))
                  .to(Clouds.ALL.in("eks"))
                  .parse("file", text)
                  .yaml(),
          "diagnosis",
          text -> Diagnosis.of(text).toString(),
          "nodes",
          text -> ClusterState.parse(text).nodes(),
          "lines",
          Growth::lines);

  private Growth() {}

  private static void lines(String text) {
    try {
      JsonLines.match(Clouds.ALL.in("eks"), r -> r, new StringReader(text), new StringBuilder());
    } catch (IOException e) {
      throw new AssertionError("a reader in memory does not fail", e);
    }
  }

  static void linear(String input) {
    String[] parts = input.split("\n", 2);
    String[] head = parts[0].split(" ");
    Consumer<String> reader = READERS.get(head[0]);
    if (reader == null || head.length != 4 || parts.length != 2 || input.length() > LONGEST) {
      return;
    }
    List<String> lines = parts[1].lines().toList();
    if (lines.isEmpty()) {
      return;
    }
    int from = number(head[1]) % lines.size();
    int to = from + 1 + number(head[2]) % Math.min(6, lines.size() - from);
    String small = grown(lines, from, to, number(head[3]) % 3, TIMES);
    String large = grown(lines, from, to, number(head[3]) % 3, TIMES * MORE);
    allocated(reader, small);
    long less = allocated(reader, small);
    long more = allocated(reader, large);
    // Once more before it is called a finding: the first time, classes are loaded.
    if (more > less * MORE * MOST + SLACK) {
      more = allocated(reader, large);
    }
    Laws.check(
        more <= less * MORE * MOST + SLACK,
        "not linear",
        less + " bytes for " + TIMES + " times, " + more + " for " + TIMES * MORE);
  }

  private static int number(String digits) {
    return Math.floorMod(digits.chars().reduce(0, (sum, c) -> sum * 10 + c - '0'), 1000);
  }

  private static String grown(List<String> lines, int from, int to, int how, int times) {
    List<String> grown = new ArrayList<>(lines.subList(0, from));
    for (int i = 0; i < times; i++) {
      for (String line : lines.subList(from, to)) {
        grown.add(how == 0 ? line : how == 1 ? keyed(line, i) : line + i);
      }
    }
    grown.addAll(lines.subList(to, lines.size()));
    return String.join("\n", grown) + "\n";
  }

  private static String keyed(String line, int number) {
    int colon = line.indexOf(':');
    return colon < 0 ? line + number : line.substring(0, colon) + number + line.substring(colon);
  }

  private static long allocated(Consumer<String> reader, String text) {
    long before = THREADS.getCurrentThreadAllocatedBytes();
    Laws.read(
        () -> {
          reader.accept(text);
          return text;
        });
    return THREADS.getCurrentThreadAllocatedBytes() - before;
  }
}
