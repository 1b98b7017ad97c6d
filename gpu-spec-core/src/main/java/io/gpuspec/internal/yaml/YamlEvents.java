package io.gpuspec.internal.yaml;

import com.google.common.math.IntMath;
import io.gpuspec.value.GpuSpecException;
import java.io.Reader;
import java.math.RoundingMode;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;

/** The parser's events; its exceptions are converted to ours here. */
final class YamlEvents {
  /**
   * Characters per read. The parser copies what it holds of a line on each read: with its own 1,024
   * a line of many megabytes takes minutes.
   */
  private static final int BUFFER = 256 << 10;

  private static final int LEAST_BUFFER = 128;

  /** More than the text has, so that one read sees its end. */
  private static final int ROOM = 8;

  /** By the logarithm of the buffer's size: making settings takes longer than a short text. */
  private static final List<LoadSettings> SETTINGS =
      IntStream.rangeClosed(0, IntMath.log2(BUFFER, RoundingMode.CEILING))
          .mapToObj(
              log ->
                  LoadSettings.builder()
                      .setBufferSize(1 << log)
                      // CheckedReader counts bytes itself, inside a token too.
                      .setCodePointLimit(Integer.MAX_VALUE)
                      .build())
          .toList();

  private static final int LONGEST_REASON = 300;

  /** How many characters begin a line of a merge conflict. */
  private static final int CONFLICT = 7;

  private final String source;
  private final YamlDialect dialect;
  private final CheckedReader text;
  private final Iterator<Event> events;

  /**
   * @param characters how many there are at most, as far as is known: a short text needs no large
   *     buffer, which would cost more than its parsing
   */
  YamlEvents(String source, Reader input, YamlDialect dialect, int characters) {
    this.source = source;
    this.dialect = dialect;
    this.text = new CheckedReader(source, input, dialect);
    this.events = new Parse(settings(characters)).parseReader(text).iterator();
  }

  private static LoadSettings settings(int characters) {
    int room = Math.max(LEAST_BUFFER, Math.min(BUFFER, characters + ROOM));
    return SETTINGS.get(IntMath.log2(room, RoundingMode.CEILING));
  }

  /** The next event; there is always one up to the end of the stream. */
  Event next() {
    try {
      return events.next();
    } catch (GpuSpecException e) {
      throw e;
    } catch (MarkedYamlEngineException e) {
      throw invalid(e);
    } catch (RuntimeException e) {
      GpuSpecException problem = text.problem("this is not YAML: " + e.getMessage());
      problem.initCause(e);
      throw problem;
    }
  }

  /** Starts a new document, with limits of its own. */
  void startDocument() {
    text.startDocument();
  }

  /** Returns what the input is called in messages. */
  String source() {
    return source;
  }

  /** Returns how the input is read. */
  YamlDialect dialect() {
    return dialect;
  }

  /** Returns how much of the input is read. */
  YamlLimits limits() {
    return dialect.limits();
  }

  /** A problem at an event. */
  GpuSpecException problem(Event event, String message) {
    return dialect.problem("yaml.malformed", source, line(event), column(event), message);
  }

  /** The line an event starts on, from 1. */
  static int line(Event event) {
    return event.getStartMark().map(mark -> mark.getLine() + 1).orElse(1);
  }

  /** The column an event starts at, from 1. */
  static int column(Event event) {
    return event.getStartMark().map(mark -> mark.getColumn() + 1).orElse(1);
  }

  /**
   * Returns the problem that a collection is a template expression, {@code {{ ... }}}, if it is
   * one.
   */
  Optional<GpuSpecException> template(int line, int column) {
    return text.templates().at(line, column).map(mark -> mark.problem(source, dialect));
  }

  private GpuSpecException invalid(MarkedYamlEngineException e) {
    Optional<Mark> at = e.getProblemMark().or(e::getContextMark);
    int line = at.map(mark -> mark.getLine() + 1).orElse(1);
    GpuSpecException problem =
        template(e, line)
            .orElseGet(
                () ->
                    dialect.problem(
                        "yaml.malformed",
                        source,
                        line,
                        at.map(mark -> mark.getColumn() + 1).orElse(1),
                        "this is not YAML: " + reason(e) + conflict(e) + hint(line)));
    // The parser's own exception adds nothing, and cannot be serialized.
    return problem;
  }

  /** Git's lines in a file are read as keys without a value. */
  private static String conflict(MarkedYamlEngineException e) {
    return e.getContextMark()
        .filter(YamlEvents::isConflict)
        .map(mark -> "; that line is of a merge conflict, so resolve it")
        .orElse("");
  }

  private static boolean isConflict(Mark mark) {
    int[] buffer = mark.getBuffer();
    int begin = mark.getPointer();
    return mark.getColumn() == 0
        && begin + CONFLICT <= buffer.length
        && "<=>".indexOf(buffer[begin]) >= 0
        && IntStream.range(begin, begin + CONFLICT).allMatch(i -> buffer[i] == buffer[begin]);
  }

  private static String reason(MarkedYamlEngineException e) {
    String reason = YamlText.printable(e.getProblem(), LONGEST_REASON);
    if (e.getContext() != null) {
      reason += " (" + YamlText.printable(e.getContext(), LONGEST_REASON);
      if (e.getContextMark().isPresent()) {
        Mark start = e.getContextMark().get();
        reason += " from line " + (start.getLine() + 1) + ", column " + (start.getColumn() + 1);
      }
      reason += ")";
    }
    return reason;
  }

  /** A part of a template where the parser could not go on, or in what it was about. */
  private Optional<GpuSpecException> template(MarkedYamlEngineException e, int line) {
    boolean isValue =
        e.getContext() != null
            && (e.getContext().contains("flow") || e.getContext().contains("scalar"));
    int first = isValue ? e.getContextMark().map(mark -> mark.getLine() + 1).orElse(line) : line;
    return text.templates().near(first, line).map(mark -> mark.problem(source, dialect));
  }

  /** A part of a template further above may be the reason, or not. */
  private String hint(int line) {
    return text.templates()
        .before(line)
        .map(mark -> "; on line %s %s".formatted(mark.line(), TemplateText.template(mark.text())))
        .orElse("");
  }
}
