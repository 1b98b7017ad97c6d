package io.gpuspec.judges;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;

/** Texts as Kubernetes takes them, up to the limits of its grammar. */
final class Texts {
  private static final String LETTERS_AND_DIGITS = "abcdefghijklmnopqrstuvwxyz0123456789";
  private static final String LONGEST_LABEL = "a".repeat(62) + "9";
  private static final String LONGEST_PREFIX =
      String.join(".", "a".repeat(63), "b".repeat(63), "c".repeat(63), "d".repeat(61));

  private Texts() {}

  /** Names of workloads, containers and namespaces. */
  static Arbitrary<String> dnsLabels() {
    return Arbitraries.oneOf(
        Arbitraries.of("llm", "a", "x-1", LONGEST_LABEL),
        within(LETTERS_AND_DIGITS + "-", 61).map(middle -> "a" + middle + "0"));
  }

  /** Names of which Kubernetes makes longer ones. */
  static Arbitrary<String> shortDnsLabels() {
    return Arbitraries.oneOf(
        Arbitraries.of("llm", "a", "x-1", "a".repeat(51) + "9"),
        within(LETTERS_AND_DIGITS + "-", 50).map(middle -> "a" + middle + "0"));
  }

  /** DNS labels of which Kubernetes lets the names of containers and workloads begin so. */
  static Arbitrary<String> dnsLabelsWithDigitFirst() {
    return Arbitraries.of("0", "7b", "1e3", "0x10", "9".repeat(63), "2024-01-01");
  }

  /** Names of ports. */
  static Arbitrary<String> portNames() {
    return Arbitraries.of("http", "a", "1a", "grpc-web", "p23456789012345", "yes", "0x10", "1e3");
  }

  /** Keys of labels and annotations. */
  static Arbitrary<String> keys() {
    return Arbitraries.of(
        "team",
        "A_b.c-9",
        "1e3",
        "yes",
        "null",
        "example.com/team",
        LONGEST_LABEL,
        LONGEST_PREFIX + "/" + LONGEST_LABEL);
  }

  /** Keys like those, for what a node selector must not contradict. */
  static Arbitrary<String> affinityKeys() {
    return Arbitraries.of("zone", "B_c.d-9", "2e3", "no", "example.com/zone", "b".repeat(63));
  }

  /** Values of labels, and among them what a YAML reader takes for something else. */
  static Arbitrary<String> labelValues() {
    return Arbitraries.oneOf(
        Arbitraries.of("a", "", "yes", "on", "n", "null", "NULL", "true", "False"),
        Arbitraries.of("0", "1", "010", "0x10", "0b11", "0o7", "1e3", "1E5", "1.5", "1_000"),
        Arbitraries.of("2024-01-01", "NaN", "inf", LONGEST_LABEL),
        within(LETTERS_AND_DIGITS + "ABC-_.", 61).map(middle -> "A" + middle + "z"));
  }

  /** Any text at all: values of annotations and variables, words of commands. */
  static Arbitrary<String> anything() {
    return Arbitraries.oneOf(
        labelValues(),
        Arbitraries.of("~", " ", " lead", "trail ", "- a", "a: b", "a #b", "#", "{}", "[]", "\""),
        Arbitraries.of("'", "\\", "!!str x", "!", "&a", "*a", "|", ">", "---", "...", "? x", "%"),
        Arbitraries.of("@", "`", "=", "<<", ".inf", "+1", "12:30", "$(A)", "{{ x }}", ","),
        Arbitraries.of("a\nb", "a\n", "\n", " a\n b\n", "---\n...\n", "\ta", "a\r\nb", "\r"),
        Arbitraries.of("\0", "\u0007", "\u007f", "\u0085", "\u00a0", "\u2028", "\ufeff", "\ufffd"),
        Arbitraries.of("\u00e9", "\u6f22\u5b57", "\ud83d\ude80", "e\u0301", "\u200d", "\u202e"),
        Arbitraries.of("x".repeat(4096), "word ".repeat(200), "\u6f22".repeat(500)),
        Arbitraries.strings().ofMaxLength(40));
  }

  /** Names of environment variables: any ASCII that can be printed, but no {@code =}. */
  static Arbitrary<String> variables() {
    return Arbitraries.oneOf(
        Arbitraries.of("HF_HOME", "a", "yes", "1e3", "0x10", "~", " ", "a.b-c", "#", "a: b", "\""),
        Arbitraries.strings().withCharRange(' ', '<').ofMinLength(1).ofMaxLength(20),
        Arbitraries.strings().withCharRange('>', '~').ofMinLength(1).ofMaxLength(20));
  }

  private static Arbitrary<String> within(String characters, int longest) {
    return Arbitraries.strings().withChars(characters.toCharArray()).ofMaxLength(longest);
  }
}
