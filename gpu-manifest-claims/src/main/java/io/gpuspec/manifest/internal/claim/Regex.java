package io.gpuspec.manifest.internal.claim;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The patterns of {@code matches}, as RE2 reads them, in a time that grows with pattern and text.
 *
 * <p>Source: Go's {@code regexp/syntax}, which cel-go uses; its check of repeats in repeats ({@code
 * repeatIsValid}) is not in RE2/J, and without it a pattern of 23 characters takes all memory.
 */
final class Regex {
  /**
   * The instructions of the largest pattern that is judged. RE2/J calls itself for parts in parts,
   * and this many are far from the end of a stack of 512 KiB.
   */
  static final int MOST = 1024;

  private static final int MOST_BRACKETS = 100;

  /** {@code repeatIsValid} of Go. */
  private static final int MOST_REPEATS = 1000;

  private static final int MOST_DIGITS = 7;
  private static final int DISTINCT = 100;

  /** What RE2/J says of a bracket that nothing opens; Go says it in words. */
  private static final String UNOPENED = "regexp/syntax: internal error: `stack underflow`";

  private static final Cache<String, Pattern> COMPILED =
      Caffeine.newBuilder().maximumSize(DISTINCT).build();

  private final String text;
  private final Deque<Group> open = new ArrayDeque<>();
  private Group group = new Group();
  private int at;

  private Regex(String text) {
    this.text = text;
  }

  /** Returns whether a pattern is found in a text. */
  static boolean isIn(String text, String pattern) throws CelException {
    return compile(pattern).matcher(text).find();
  }

  /**
   * Returns a bound on the instructions of a pattern.
   *
   * @throws CelException if RE2 refuses it, or it is too large to be judged
   */
  static int size(String pattern) throws CelException {
    compile(pattern);
    return new Regex(pattern).measured();
  }

  private static Pattern compile(String pattern) throws CelException {
    Pattern known = COMPILED.getIfPresent(pattern);
    if (known == null) {
      if (new Regex(pattern).measured() > MOST) {
        throw new CelException(
            "the pattern has more than %s parts, with its repeats counted, and is not judged; write a shorter one"
                .formatted(MOST));
      }
      known = compileNew(pattern);
      COMPILED.put(pattern, known);
    }
    return known;
  }

  private static Pattern compileNew(String pattern) throws CelException {
    try {
      return Pattern.compile(pattern);
    } catch (PatternSyntaxException e) {
      throw invalid(
          String.valueOf(e.getMessage())
              .replace("error parsing regexp: ", "")
              .replace(UNOPENED, "unexpected ): `%s`".formatted(pattern)));
    }
  }

  private static CelException invalid(String why) {
    return new CelException(
        "invalid matches argument: %s; write a pattern of RE2, as Kubernetes has it"
            .formatted(why));
  }

  /** What is between two brackets so far. */
  private static final class Group {
    /** The instructions of all, and those of the last part, which a repeat repeats. */
    private long size;

    private long last;

    /** How often repeats in repeats repeat, at most, in all and in the last part. */
    private long repeats = 1;

    private long lastRepeats = 1;

    private void add(long part, long repeated) {
      last = part;
      lastRepeats = repeated;
      size += part;
      repeats = Math.max(repeats, repeated);
    }

    private void replaceLast(long part, long repeated) {
      size -= last;
      add(part, repeated);
    }
  }

  private int measured() throws CelException {
    while (at < text.length()) {
      next();
    }
    while (!open.isEmpty()) {
      close();
    }
    return (int) Math.min(group.size, Integer.MAX_VALUE);
  }

  private void next() throws CelException {
    char here = text.charAt(at++);
    switch (here) {
      case '(' -> {
        open.push(group);
        group = new Group();
        if (open.size() > MOST_BRACKETS) {
          throw new CelException(
              "the pattern has more than %s brackets within one another, and is not judged; write fewer"
                  .formatted(MOST_BRACKETS));
        }
      }
      case ')' -> close();
      case '[' -> {
        skipClass();
        group.add(1, 1);
      }
      case '\\' -> escape();
      case '*', '+', '?' -> group.replaceLast(group.last + 1, group.lastRepeats);
      case '{' -> {
        if (!repeat()) {
          group.add(1, 1);
        }
      }
      case '|' -> group.add(2, 1);
      default -> group.add(1, 1);
    }
  }

  private void close() {
    if (!open.isEmpty()) {
      Group inner = group;
      group = open.pop();
      group.add(inner.size + 3, inner.repeats);
    }
  }

  private void escape() {
    if (text.startsWith("Q", at)) {
      int end = text.indexOf("\\E", at);
      int until = end < 0 ? text.length() : end;
      for (at++; at < until; at++) {
        group.add(1, 1);
      }
      at = end < 0 ? text.length() : end + 2;
      return;
    }
    if (at < text.length()) {
      char escaped = text.charAt(at++);
      if ((escaped == 'p' || escaped == 'P' || escaped == 'x') && text.startsWith("{", at)) {
        int end = text.indexOf('}', at);
        at = end < 0 ? text.length() : end + 1;
      }
    }
    group.add(1, 1);
  }

  /** A bracket that comes first, or after a backslash, or in a named class, does not end it. */
  private void skipClass() {
    at += text.startsWith("^", at) ? 1 : 0;
    int first = at;
    while (at < text.length() && (at == first || text.charAt(at) != ']')) {
      int named = text.startsWith("[:", at) ? text.indexOf(":]", at + 2) : -1;
      at = named >= 0 ? named + 2 : at + (text.charAt(at) == '\\' ? 2 : 1);
    }
    at++;
  }

  /** Reads {@code {2}}, {@code {2,}} or {@code {2,3}}; anything else is a brace. */
  private boolean repeat() throws CelException {
    int begin = at - 1;
    int comma = digits(at);
    if (comma == at) {
      return false;
    }
    int end = text.startsWith(",", comma) ? digits(comma + 1) : comma;
    if (!text.startsWith("}", end)) {
      return false;
    }
    long least = number(at, comma);
    long most = end > comma + 1 ? number(comma + 1, end) : least;
    at = end + 1;
    long repeated = group.lastRepeats * Math.max(1, most);
    if (repeated > MOST_REPEATS) {
      throw invalid("invalid repeat count: `%s`".formatted(text.substring(begin, at)));
    }
    long optional = Math.max(0, most - least) + (end == comma + 1 ? 1 : 0);
    group.replaceLast(1 + least * group.last + optional * (group.last + 1), repeated);
    return true;
  }

  private int digits(int from) {
    int end = from;
    while (end < text.length() && text.charAt(end) >= '0' && text.charAt(end) <= '9') {
      end++;
    }
    return end;
  }

  private long number(int from, int to) {
    return to - from > MOST_DIGITS ? Integer.MAX_VALUE : Long.parseLong(text.substring(from, to));
  }
}
