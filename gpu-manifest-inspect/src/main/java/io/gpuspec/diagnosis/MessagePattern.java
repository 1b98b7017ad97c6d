package io.gpuspec.diagnosis;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A message as a program writes it, with captures: {@code {nodes:number} Insufficient
 * {resource:extended}}.
 *
 * <p>No capture can backtrack and each is bounded, so that matching takes linear time whatever the
 * text is.
 */
final class MessagePattern {
  /** The shortest literal text that a pattern must have: the index finds it by its start. */
  static final int SHORTEST_LITERAL = 4;

  private static final Pattern CAPTURE = Pattern.compile("\\{([a-z]++)(?::([a-z]++))?+\\}");
  private static final Map<String, String> KINDS =
      Map.of(
          "word", "(?:[^\\s\"'\\\\,;.:()\\[\\]{}]|[.:](?=[^\\s\"'\\\\,;.:])){1,253}+",
          "part", "[A-Za-z0-9_-]{1,253}+",
          "number", "[0-9]{1,18}+",
          "given", "[^\\s:]{1,253}+",
          "extended",
              "[a-z0-9](?:[a-z0-9-]|\\.(?=[a-z0-9])){0,252}+"
                  + "/[A-Za-z0-9](?:[A-Za-z0-9_-]|\\.(?=[A-Za-z0-9])){0,62}+",
          "quoted", "[^\"'\\\\`]{1,253}+",
          "braced", "[^{}\\[\\]]{0,300}+",
          "terms", "(?:(?!, resources=)[^\"\\\\]){0,300}+",
          "rest", "[^\"\\\\]{0,300}+");

  private final String template;
  private final String literal;
  private final Pattern pattern;
  private final List<String> names = new ArrayList<>();
  private final List<String> literals = new ArrayList<>();

  private MessagePattern(String template) {
    this.template = template;
    StringBuilder regex = new StringBuilder();
    String longest = "";
    Matcher captures = CAPTURE.matcher(template);
    int from = 0;
    while (captures.find()) {
      longest = longer(longest, literal(regex, template.substring(from, captures.start())));
      String kind = captures.group(2) == null ? "word" : captures.group(2);
      if (!KINDS.containsKey(kind)) {
        throw new IllegalArgumentException("'" + template + "': there is no kind '" + kind + "'");
      }
      names.add(captures.group(1));
      regex.append("(?<").append(captures.group(1)).append('>');
      regex.append(KINDS.get(kind)).append(')');
      from = captures.end();
    }
    longest = longer(longest, literal(regex, template.substring(from)));
    if (longest.length() < SHORTEST_LITERAL) {
      throw new IllegalArgumentException("'" + template + "' has too little text of its own");
    }
    this.literal = longest;
    this.pattern = Pattern.compile(regex.toString());
  }

  static MessagePattern of(String template) {
    return new MessagePattern(template);
  }

  private String literal(StringBuilder regex, String text) {
    literals.add(text);
    regex.append(Pattern.quote(text));
    return text;
  }

  private static String longer(String a, String b) {
    return b.length() > a.length() ? b : a;
  }

  /** Returns the longest text that every message of it has. */
  String literal() {
    return literal;
  }

  /** Returns every place where a text has it. */
  List<MatchResult> in(String text) {
    // Looking for the words first keeps text that is full of one of them from costing much.
    return literals.stream().allMatch(text::contains)
        ? pattern.matcher(text).results().toList()
        : List.of();
  }

  /** Returns what a match captured, by name, in the order of the message. */
  Map<String, String> captured(MatchResult match) {
    Map<String, String> captured = new LinkedHashMap<>();
    for (int i = 0; i < names.size(); i++) {
      captured.put(names.get(i), match.group(i + 1).strip());
    }
    return captured;
  }

  @Override
  public String toString() {
    return template;
  }
}
