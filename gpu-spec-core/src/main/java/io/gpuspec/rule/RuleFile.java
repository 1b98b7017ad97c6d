package io.gpuspec.rule;

import com.fasterxml.jackson.databind.JsonNode;
import io.gpuspec.internal.Arguments;
import io.gpuspec.internal.Citations;
import io.gpuspec.internal.yaml.Document;
import io.gpuspec.value.Citation;
import io.gpuspec.value.GpuSpecException;
import io.gpuspec.value.Listing;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The rules of a provider, or of the inspector, as a YAML file of its jar.
 *
 * <pre>{@code
 * InputStream in = Files.newInputStream(Path.of("rules.yaml"));
 * RuleFile.read("rack/rules.yaml", in).rules();
 *     // rack-shelf-nine (error): There is no shelf 9
 * }</pre>
 *
 * <p>The file has {@code citations} by id, and {@code rules}. Each rule has an {@code id}, a {@code
 * group}, a {@code severity}, {@code en} and {@code zh} ({@code title}, {@code message}, {@code
 * why} and {@code fix}), a {@code bad} and a {@code good} manifest, the id of its {@code citation},
 * and what finds it: {@code covers} or {@code when}, with {@code in} for where to look. What mends
 * the field is {@code remedy}.
 */
public final class RuleFile {
  /** Java compiles a long literal in a time that grows with the square of its length. */
  private static final int LONGEST_PATTERN = 1_000;

  private static final Pattern ID = Pattern.compile("[a-z][a-z0-9]*+(?:-[a-z0-9]++)++");
  private static final Set<String> ACTIONS = Set.of("remove", "replace", "rename");

  private final String source;
  private final JsonNode root;
  private final List<Rule> rules = new ArrayList<>();

  private RuleFile(String source, JsonNode root) {
    this.source = source;
    this.root = root;
    root.path("rules").forEach(row -> rules.add(rule(row)));
  }

  /**
   * Reads a file.
   *
   * @param source what to call the file in errors
   * @param in the stream, which is not closed; the provider's own {@code
   *     Class.getResourceAsStream}, because no other module can open its files
   * @throws GpuSpecException if it is no YAML, or a rule lacks something
   */
  public static RuleFile read(String source, @Nullable InputStream in) {
    Arguments.required("source", source, "what to call the file");
    InputStream present = Arguments.required(source, in, "a file; is the jar complete?");
    try {
      String text = new String(present.readAllBytes(), StandardCharsets.UTF_8);
      return new RuleFile(source, Document.parse(text, source).root());
    } catch (IOException e) {
      throw new GpuSpecException(
          "file.unreadable", source + ": cannot be read: " + e.getMessage(), e);
    }
  }

  /** Returns the rules. */
  @Override
  public String toString() {
    return rules().toString();
  }

  /** Returns its rules, in the order of the file. */
  public Listing<Rule> rules() {
    return Listing.copyOf(rules);
  }

  private Rule rule(JsonNode row) {
    String id = text(row, "id");
    if (!ID.matcher(id).matches()) {
      throw refused(id, "'" + id + "' is not an id; write lower case with hyphens");
    }
    Optional<Rule.Remedy> remedy =
        Optional.ofNullable(row.get("remedy")).map(each -> remedy(id, each));
    return new Rule(
        id,
        text(row, "group"),
        Severity.parse(text(row, "severity")),
        words(id, row, "en"),
        words(id, row, "zh"),
        text(row, "bad"),
        text(row, "good"),
        citation(id, text(row, "citation")),
        row.path("covers").valueStream().map(JsonNode::asText).toList(),
        row.path("when").valueStream().map(each -> condition(id, each)).toList(),
        row.path("in").asText("pod"),
        remedy);
  }

  private Citation citation(String rule, String id) {
    JsonNode citation = root.path("citations").path(id);
    if (citation.isMissingNode()) {
      throw refused(rule, "citation '" + id + "' is not listed under 'citations'");
    }
    return Citations.read(citation);
  }

  private Rule.Words words(String id, JsonNode row, String language) {
    JsonNode words = row.path(language);
    String title = text(words, "title", id);
    return new Rule.Words(
        title, words.path("message").asText(title), text(words, "why", id), text(words, "fix", id));
  }

  private Rule.Remedy remedy(String id, JsonNode remedy) {
    String action = text(remedy, "action", id);
    if (!ACTIONS.contains(action)) {
      throw refused(id, "remedy '" + action + "' is not known; write remove, replace or rename");
    }
    return new Rule.Remedy(
        action, remedy.path("text").asText(""), remedy.path("safe").asBoolean(false));
  }

  private Condition condition(String id, JsonNode when) {
    JsonNode path = when.path("path");
    List<String> steps =
        path.isArray()
            ? path.valueStream().map(JsonNode::asText).toList()
            : Stream.of(text(when, "path", id).split("\\.")).toList();
    return new Condition(
        steps,
        pattern(id, when, "is"),
        pattern(id, when, "not"),
        when.path("missing").asBoolean(false),
        when.path("key").asBoolean(false));
  }

  private Optional<Pattern> pattern(String id, JsonNode when, String field) {
    String text = when.path(field).asText("");
    if (text.length() > LONGEST_PATTERN) {
      throw refused(
          id,
          "%s: has %s characters, and at most %s are allowed; write more conditions"
              .formatted(field, text.length(), LONGEST_PATTERN));
    }
    try {
      return when.has(field)
          ? Optional.of(Pattern.compile(text, Pattern.DOTALL))
          : Optional.empty();
    } catch (PatternSyntaxException e) {
      throw refused(id, field + ": " + e.getDescription());
    }
  }

  private String text(JsonNode row, String field) {
    return text(row, field, row.path("id").asText("a rule"));
  }

  private String text(JsonNode row, String field, String id) {
    String text = row.path(field).asText("");
    if (text.isEmpty()) {
      throw refused(id, "'" + field + "' is missing; add it");
    }
    return text;
  }

  private GpuSpecException refused(String id, String problem) {
    return new GpuSpecException("rule.malformed", source + ": " + id + ": " + problem);
  }
}
