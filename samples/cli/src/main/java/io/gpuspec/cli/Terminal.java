package io.gpuspec.cli;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Help.Ansi;

/**
 * Who reads answers and messages.
 *
 * @param isColoured whether text for people has colours
 * @param isAnswerSeen whether answers go to a terminal, where progress would be between them
 * @param progress after how long work says that it goes on; never, if messages go to no terminal
 * @param language the language of text for people
 * @param isAsked whether that language was asked for, and is not only the environment's
 */
record Terminal(
    boolean isColoured,
    boolean isAnswerSeen,
    Optional<Duration> progress,
    Language language,
    boolean isAsked) {
  /** Another program, or somebody of whom nothing is known. */
  static final Terminal NONE = new Terminal(false, false, Optional.empty(), Language.EN, false);

  /** What the launcher says of the streams, which Java itself cannot tell apart. */
  private static final String STREAMS = "gpuspec.terminal";

  private static final Duration PATIENCE = Duration.ofSeconds(1);

  static Terminal ofEnvironment() {
    return of(System.getenv(), System.getProperty(STREAMS), Ansi.AUTO.enabled());
  }

  /**
   * Returns what is known of the streams.
   *
   * @param streams those that are terminals, such as {@code out,err}; null without the launcher
   * @param isLikely whether standard output seems to be a terminal, which counts without the
   *     launcher
   */
  static Terminal of(Map<String, String> environment, @Nullable String streams, boolean isLikely) {
    boolean isOut = streams == null ? isLikely : streams.contains("out");
    boolean isErr = streams != null && streams.contains("err");
    boolean isDumb = environment.getOrDefault("TERM", "").equals("dumb");
    // https://no-color.org: any value but the empty one.
    boolean isPlain = !environment.getOrDefault("NO_COLOR", "").isEmpty();
    return new Terminal(
        isOut && !isDumb && !isPlain,
        isOut,
        isErr && !isDumb ? Optional.of(PATIENCE) : Optional.empty(),
        Language.of(environment),
        false);
  }

  /** Returns the terminal of a reader who asked for this language. */
  Terminal in(Language other) {
    return new Terminal(isColoured, isAnswerSeen, progress, other, true);
  }
}
