package io.gpuspec.diagnosis;

import io.gpuspec.internal.Arguments;
import io.gpuspec.value.Answer;
import io.gpuspec.value.Facts;
import io.gpuspec.value.Listing;
import io.gpuspec.value.Note;
import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The causes that a text names: events, {@code kubectl describe}, logs, conditions.
 *
 * <pre>{@code
 * Diagnosis diagnosis =
 *     Diagnosis.of("0/3 nodes are available: 3 Insufficient nvidia.com/gpu.");
 * diagnosis.isFound();                      // true
 * diagnosis.causes().get(0).cause();
 *     // 3 node(s) have fewer free nvidia.com/gpu than the pod requests. ...
 * }</pre>
 *
 * <p>Causes come before symptoms, errors before warnings, and then what the text says first.
 */
public final class Diagnosis implements Answer {
  private static final int MOST_EVIDENCE = 5;
  private static final int MOST_CAUSES = 500;
  private static final int MOST_OF_A_PROBLEM = 50;
  private static final int MOST_UNKNOWN = 20;
  private static final Pattern REASONS =
      Pattern.compile("0/[0-9]{1,9}+ nodes are available: ([^\"]{1,4000}+)");
  private static final Pattern NODES = Pattern.compile("[0-9]{1,9}+ ");

  private final List<Cause> causes;
  private final List<Cause.Evidence> unknown;
  private final List<Note> notes;

  private Diagnosis(List<Cause> causes, List<Cause.Evidence> unknown, List<Note> notes) {
    this.causes = causes;
    this.unknown = unknown;
    this.notes = notes;
  }

  /** Returns what a text reports. */
  public static Diagnosis of(String text) {
    try {
      return read(new StringReader(Arguments.required("text", text, "what a program wrote")));
    } catch (IOException e) {
      throw new UncheckedIOException("a text in memory can always be read", e);
    }
  }

  /**
   * Returns what a text of any length reports. Memory does not grow with it, and time grows with it
   * linearly; the reader is not closed.
   */
  public static Diagnosis read(Reader in) throws IOException {
    Reading reading = new Reading();
    PlainLines lines = new PlainLines(Arguments.required("reader", in, "a Reader"));
    while (lines.read()) {
      reading.line(lines);
    }
    return reading.end();
  }

  /** Returns the causes, the likeliest first; at most 50 of a problem, and 500 in all. */
  public Listing<Cause> causes() {
    return Listing.copyOf(causes);
  }

  /** Returns the scheduler's reasons that are not known; at most 20. */
  public Listing<Cause.Evidence> unknown() {
    return Listing.copyOf(unknown);
  }

  /**
   * Returns the same with places of manifests in its causes, and with notes on those manifests.
   *
   * @param places gives a cause with its places; see {@link Cause#at}
   */
  public Diagnosis traced(UnaryOperator<Cause> places, List<Note> more) {
    Arguments.required("places", places, "what gives a cause its places");
    return new Diagnosis(
        causes.stream().map(places).toList(), unknown, Arguments.copied("notes", more, "notes"));
  }

  /**
   * Returns what the manifests and nodes that were given say besides: where they contradict the
   * text, and which node takes the pod after which change.
   */
  public Listing<Note> notes() {
    return Listing.copyOf(notes);
  }

  /** Returns whether a cause was found. */
  public boolean isFound() {
    return !causes.isEmpty();
  }

  /** Adds {@code "causes", "unknown": [{"line", "text"}], "notes"}. */
  @Override
  public void describe(Facts out) {
    out.put("causes", causes()).put("unknown", unknown()).put("notes", notes());
  }

  /** Returns the causes as text, with what to do. */
  @Override
  public String toString() {
    return DiagnosisText.of(this);
  }

  /** What has been found of a cause up to a line. */
  private static final class Tally {
    private final KnownProblems.Found first;
    private final List<Cause.Evidence> evidence = new ArrayList<>();
    private long times;

    Tally(KnownProblems.Found first) {
      this.first = first;
    }

    void add(KnownProblems.Found found, PlainLines lines) {
      times++;
      if (evidence.size() < MOST_EVIDENCE) {
        String text = lines.text().substring(found.start(), found.end()).strip();
        evidence.add(new Cause.Evidence(lines.line(), text));
      }
    }

    Cause cause() {
      return new Cause(first.problem(), first.captured(), evidence, times, List.of());
    }
  }

  /** What has been found up to a line. */
  private static final class Reading {
    private final Map<String, Tally> causes = new LinkedHashMap<>();
    private final Map<String, Integer> perProblem = new HashMap<>();
    private final List<Cause.Evidence> unknown = new ArrayList<>();

    void line(PlainLines lines) {
      List<KnownProblems.Found> found = KnownProblems.all().in(lines.text());
      for (KnownProblems.Found each : found) {
        if (each.start() < lines.limit()) {
          add(each, lines);
        }
      }
      if (!found.isEmpty()) {
        reasons(lines, found);
      }
    }

    private void add(KnownProblems.Found found, PlainLines lines) {
      String key = found.problem().id() + found.captured();
      Tally tally = causes.get(key);
      if (tally == null) {
        if (causes.size() == MOST_CAUSES
            || perProblem.merge(found.problem().id(), 1, Integer::sum) > MOST_OF_A_PROBLEM) {
          return;
        }
        tally = new Tally(found);
        causes.put(key, tally);
      }
      tally.add(found, lines);
    }

    /** Keeps the scheduler's reasons of which nothing is known. */
    private void reasons(PlainLines lines, List<KnownProblems.Found> found) {
      Matcher all = REASONS.matcher(lines.text());
      while (all.find() && all.start() < lines.limit()) {
        int start = all.start(1);
        for (String reason : all.group(1).split("\\. ", 2)[0].split(", ", -1)) {
          int from = start;
          int to = from + reason.length();
          start = to + 2;
          if (unknown.size() < MOST_UNKNOWN
              && NODES.matcher(reason).lookingAt()
              && found.stream().noneMatch(each -> each.start() < to && each.end() > from)) {
            unknown.add(new Cause.Evidence(lines.line(), reason));
          }
        }
      }
    }

    Diagnosis end() {
      List<Cause> all =
          causes.values().stream()
              .map(Tally::cause)
              .sorted(
                  Comparator.comparing((Cause each) -> each.problem().isSymptom())
                      .thenComparing(each -> each.problem().severity())
                      .thenComparing(each -> each.evidence().get(0).line()))
              .toList();
      return new Diagnosis(all, List.copyOf(unknown), List.of());
    }
  }
}
