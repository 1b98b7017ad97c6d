package io.gpuspec.cli;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * The manual page of a command in the macros of {@code man(7)}, from the same model as its help. It
 * has no date, so that the same command has the same page. Everything but ASCII is written as an
 * escape, which every groff and mandoc reads whatever the locale is.
 */
final class ManPage {
  /** A break between two lines may stand after each of these, which are written without spaces. */
  private static final Pattern BREAKABLE =
      Pattern.compile("[\\u2e80-\\uffef](?=[^\\p{Punct}，。；：、）」》])");

  private final CommandSpec spec;
  private final UnaryOperator<String> words;
  private final List<String> lines = new ArrayList<>();

  private ManPage(CommandSpec spec, UnaryOperator<String> words) {
    this.spec = spec;
    this.words = words;
  }

  /** Returns the name of a command's page, such as {@code gpuspec-mig-fit}. */
  static String name(CommandSpec spec) {
    return spec.qualifiedName("-");
  }

  /**
   * Returns the page.
   *
   * @param words translates a heading
   */
  static String of(CommandSpec spec, UnaryOperator<String> words) {
    return new ManPage(spec, words).page();
  }

  private String page() {
    String version = spec.root().version()[0];
    lines.add(
        ".TH %s 1 \"\" \"%s\" \"\""
            .formatted(escaped(name(spec).toUpperCase(Locale.ROOT)), escaped(version)));
    // Long words of a narrow column are neither stretched nor divided.
    lines.add(".ad l");
    lines.add(".nh");
    heading("NAME");
    text(name(spec) + " - " + description(spec).replaceFirst("[.。]$", ""));
    heading("SYNOPSIS");
    String synopsis =
        new CommandLine.Help(spec, CommandLine.Help.defaultColorScheme(Ansi.OFF))
            .abbreviatedSynopsis();
    text(synopsis.strip());
    HelpFooter footer = HelpFooter.of(spec);
    heading("DESCRIPTION");
    text(description(spec));
    footer.notes().forEach(this::paragraph);
    arguments();
    options();
    commands();
    if (!footer.lines().isEmpty()) {
      heading("EXAMPLES");
      lines.add(".nf");
      footer.lines().forEach(this::text);
      lines.add(".fi");
    }
    if (!footer.status().isEmpty()) {
      heading("EXIT STATUS");
      footer.status().forEach(this::text);
    }
    seeAlso();
    return String.join("\n", lines) + "\n";
  }

  private void arguments() {
    List<PositionalParamSpec> shown =
        spec.positionalParameters().stream().filter(each -> !each.hidden()).toList();
    if (!shown.isEmpty()) {
      heading("ARGUMENTS");
    }
    for (PositionalParamSpec each : shown) {
      entry("\\fI" + escaped(each.paramLabel()) + "\\fR", plain(each.description()));
    }
  }

  private void options() {
    heading("OPTIONS");
    for (OptionSpec option : spec.options()) {
      if (option.hidden()) {
        continue;
      }
      String names =
          Stream.of(option.names())
              .sorted(Comparator.comparing(String::length))
              .map(name -> "\\fB" + escaped(name) + "\\fR")
              .collect(Collectors.joining(", "));
      String value =
          option.arity().max() == 0
              ? ""
              : option.arity().min() == 0
                  ? "[=\\fI" + escaped(option.paramLabel()) + "\\fR]"
                  : "=\\fI" + escaped(option.paramLabel()) + "\\fR";
      entry(names + value, plain(option.description()));
    }
  }

  private void commands() {
    if (!spec.subcommands().isEmpty()) {
      heading("COMMANDS");
    }
    spec.subcommands()
        .values()
        .forEach(
            below -> entry(reference(below.getCommandSpec()), description(below.getCommandSpec())));
  }

  private void seeAlso() {
    List<String> others = new ArrayList<>();
    if (spec.parent() != null) {
      others.add(reference(spec.parent()));
    }
    spec.subcommands().values().forEach(below -> others.add(reference(below.getCommandSpec())));
    heading("SEE ALSO");
    lines.add(String.join(", ", others));
  }

  private static String reference(CommandSpec spec) {
    return "\\fB" + escaped(name(spec)) + "\\fR(1)";
  }

  private void heading(String heading) {
    lines.add(".SH " + escaped(words.apply(heading)));
  }

  private void paragraph(String text) {
    lines.add(".PP");
    text(text);
  }

  private void entry(String term, String text) {
    lines.add(".TP");
    lines.add(term);
    text(text);
  }

  /** A line that begins with a dot or an apostrophe would be a request to the formatter. */
  private void text(String text) {
    String line = escaped(text);
    lines.add(line.startsWith(".") || line.startsWith("\\(aq") ? "\\&" + line : line);
  }

  private static String description(CommandSpec spec) {
    return plain(spec.usageMessage().description());
  }

  private static String plain(String[] description) {
    return String.join(" ", description).replace("%%", "%");
  }

  private static String escaped(String text) {
    StringBuilder out = new StringBuilder();
    BREAKABLE
        .matcher(text)
        .replaceAll(found -> Matcher.quoteReplacement(found.group() + "\u200b"))
        .codePoints()
        .forEach(
            c -> {
              switch (c) {
                case '\\' -> out.append("\\e");
                case '-' -> out.append("\\-");
                case '\'' -> out.append("\\(aq");
                case '"' -> out.append("\\(dq");
                case '^' -> out.append("\\(ha");
                case '~' -> out.append("\\(ti");
                case '`' -> out.append("\\(ga");
                case '\u200b' -> out.append("\\:");
                default -> {
                  if (c < 0x80) {
                    out.appendCodePoint(c);
                  } else {
                    out.append("\\[u%04X]".formatted(c));
                  }
                }
              }
            });
    return out.toString();
  }
}
