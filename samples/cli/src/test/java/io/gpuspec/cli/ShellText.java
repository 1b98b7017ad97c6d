package io.gpuspec.cli;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * A script as a POSIX shell reads it: words without their quotes, operators, and marks for what the
 * shell acts on inside of words. Of two scripts with the same tokens, a shell does the same.
 *
 * <p>Source: POSIX.1-2024, Shell Command Language, 2.2 Quoting and 2.3 Token Recognition.
 */
final class ShellText {
  private static final String OPERATORS = ";&|<>()\n";

  /** What the shell expands outside of quotes; inside of double quotes only the first two. */
  private static final String ACTIVE = "$`*?[~#!{}";

  private final String script;
  private final List<String> tokens = new ArrayList<>();
  private final Deque<String> heredocs = new ArrayDeque<>();
  private final StringBuilder word = new StringBuilder();
  private boolean inWord;
  private boolean isDelimiter;
  private int at;

  private ShellText(String script) {
    this.script = script;
  }

  /** Returns the tokens; a quote or a here-document that is not closed is one too. */
  static List<String> tokens(String script) {
    return new ShellText(script).read();
  }

  private List<String> read() {
    while (at < script.length()) {
      char next = script.charAt(at++);
      if (next == '\'') {
        quoted();
      } else if (next == '"') {
        doubleQuoted();
      } else if (next == '\\') {
        escaped();
      } else if (next == '#' && !inWord) {
        while (at < script.length() && script.charAt(at) != '\n') {
          at++;
        }
      } else if (next == ' ' || next == '\t') {
        endWord();
      } else if (OPERATORS.indexOf(next) >= 0) {
        operator(next);
      } else {
        inWord = true;
        if (ACTIVE.indexOf(next) >= 0) {
          active(next);
        } else {
          word.append(next);
        }
      }
    }
    endWord();
    if (!heredocs.isEmpty()) {
      tokens.add("<open here-document>");
    }
    return tokens;
  }

  /** No text of a caller has this character, because it is not one of YAML. */
  private void active(char character) {
    word.append('\u0001').append(character);
  }

  private void quoted() {
    inWord = true;
    int end = script.indexOf('\'', at);
    if (end < 0) {
      tokens.add("<open quote>");
      end = script.length();
    }
    word.append(script, at, end);
    at = Math.min(end + 1, script.length());
  }

  private void doubleQuoted() {
    inWord = true;
    while (at < script.length()) {
      char next = script.charAt(at++);
      if (next == '"') {
        return;
      }
      if (next == '\\' && at < script.length() && "$`\"\\\n".indexOf(script.charAt(at)) >= 0) {
        word.append(script.charAt(at++));
      } else if (next == '$' || next == '`') {
        active(next);
      } else {
        word.append(next);
      }
    }
    tokens.add("<open quote>");
  }

  private void escaped() {
    if (at < script.length() && script.charAt(at++) != '\n') {
      inWord = true;
      word.append(script.charAt(at - 1));
    }
  }

  private void operator(char operator) {
    endWord();
    tokens.add("<" + operator + ">");
    if (operator == '\n') {
      while (!heredocs.isEmpty()) {
        heredoc(heredocs.poll());
      }
    } else if (operator == '<' && script.startsWith("<", at)) {
      at++;
      isDelimiter = true;
    }
  }

  private void heredoc(String delimiter) {
    int end =
        script.startsWith(delimiter + "\n", at)
            ? at
            : script.indexOf("\n" + delimiter + "\n", at) + 1;
    if (end <= 0) {
      tokens.add("<open here-document>");
      end = script.length();
    }
    tokens.add("<text>" + script.substring(at, end));
    at = Math.min(end + delimiter.length() + 1, script.length());
  }

  private void endWord() {
    if (inWord) {
      tokens.add(word.toString());
      if (isDelimiter) {
        heredocs.add(word.toString());
        isDelimiter = false;
      }
    }
    word.setLength(0);
    inWord = false;
  }
}
