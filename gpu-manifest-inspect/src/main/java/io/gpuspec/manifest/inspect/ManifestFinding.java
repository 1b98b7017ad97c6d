package io.gpuspec.manifest.inspect;

import com.google.common.hash.Hashing;
import io.gpuspec.internal.text.MessageText;
import io.gpuspec.internal.yaml.YamlText;
import io.gpuspec.manifest.internal.tree.Checks;
import io.gpuspec.rule.Rule;
import io.gpuspec.rule.Severity;
import io.gpuspec.value.Answer;
import io.gpuspec.value.Facts;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Something that breaks a rule, at its place in a file.
 *
 * <pre>{@code
 * String text = "{apiVersion: v1, kind: Namespace, metadata: {name: a}, metadata: {name: b}}";
 * ManifestFinding first = Inspector.of(gpus).parse("a.yaml", text).findings().get(0);
 * first.rule().id();    // yaml-duplicate-key
 * first.column();       // 35
 * }</pre>
 */
public final class ManifestFinding implements Answer {

  /**
   * Why a finding does not count.
   *
   * @param by what turns it off: {@code annotation}, {@code comment} or {@code baseline}
   * @param reason the reason that is given there; may be empty
   */
  public record Suppression(String by, String reason) {

    /** Refuses null. */
    public Suppression {
      Checks.given("by", by);
      Checks.given("reason", reason);
    }

    /** Returns text such as {@code annotation: one pod a node}. */
    @Override
    public String toString() {
      return reason.isEmpty() ? by : by + ": " + reason;
    }
  }

  private static final int FINGERPRINT = 16;

  private final Rule rule;
  private final String file;
  private final Optional<Inspected> object;
  private final int document;
  private final String path;
  private final int line;
  private final int column;
  private final String source;
  private final Map<String, String> words;
  private final List<Edit> edits;
  private final boolean isSafe;
  private final Optional<Suppression> suppression;
  private final FindingLanguage language;

  private ManifestFinding(
      Rule rule,
      String file,
      Optional<Inspected> object,
      int document,
      String path,
      int line,
      int column,
      String source,
      Map<String, String> words,
      List<Edit> edits,
      boolean isSafe,
      Optional<Suppression> suppression,
      FindingLanguage language) {
    this.rule = rule;
    this.file = file;
    this.object = object;
    this.document = document;
    this.path = path;
    this.line = line;
    this.column = column;
    this.source = source;
    this.words = words;
    this.edits = edits;
    this.isSafe = isSafe;
    this.suppression = suppression;
    this.language = language;
  }

  /** Returns a finding in an object. */
  static ManifestFinding of(Rule rule, Inspected object, Report.Hit hit, SourceLines text) {
    int line = hit.place().node().line();
    return new ManifestFinding(
        rule,
        hit.place().source(),
        Optional.of(object),
        object.document(),
        hit.place().path(),
        line,
        hit.place().node().column(),
        text.line(line),
        hit.words(),
        hit.edits(),
        hit.isSafe(),
        Optional.empty(),
        FindingLanguage.ENGLISH);
  }

  /** Returns a finding at a place of a file, in no object. */
  static ManifestFinding of(
      Rule rule, SourceLines text, int document, int line, int column, Map<String, String> words) {
    return new ManifestFinding(
        rule,
        text.file(),
        Optional.empty(),
        document,
        "",
        line,
        column,
        text.line(line),
        words,
        List.of(),
        false,
        Optional.empty(),
        FindingLanguage.ENGLISH);
  }

  ManifestFinding suppressed(Suppression why) {
    return with(rule, Optional.of(why), language);
  }

  ManifestFinding severity(Severity severity) {
    return with(rule.severity(severity), suppression, language);
  }

  /** Returns the same with its message and fix in a language: English or Chinese. */
  public ManifestFinding in(Locale other) {
    return in(FindingLanguage.of(Checks.given("language", other)));
  }

  ManifestFinding in(FindingLanguage other) {
    return with(rule, suppression, other);
  }

  private ManifestFinding with(
      Rule rule, Optional<Suppression> suppression, FindingLanguage language) {
    return new ManifestFinding(
        rule,
        file,
        object,
        document,
        path,
        line,
        column,
        source,
        words,
        edits,
        isSafe,
        suppression,
        language);
  }

  /** Returns the rule that it breaks. */
  public Rule rule() {
    return rule;
  }

  /** Returns how bad it is: the rule's severity, unless settings say otherwise. */
  public Severity severity() {
    return rule.severity();
  }

  /** Returns the file, as it was given. */
  public String file() {
    return file;
  }

  /** Returns the number of the document in the file, from 1. */
  public int document() {
    return document;
  }

  /** Returns the kind of the object; empty for a finding of the file. */
  public String kind() {
    return object.map(Inspected::kind).orElse("");
  }

  /** Returns the name of the object; empty for none. */
  public String name() {
    return object.map(Inspected::name).orElse("");
  }

  /** Returns the namespace of the object, if it states one. */
  public Optional<String> namespace() {
    return object.flatMap(Inspected::namespace);
  }

  /** Returns the path of the value in the object, such as {@code spec.containers[0].env[1]}. */
  public String path() {
    return path;
  }

  /** Returns the line of the value, from 1. */
  public int line() {
    return line;
  }

  /** Returns the column of the value, from 1, counted in characters. */
  public int column() {
    return column;
  }

  /** Returns what is wrong, with the value. */
  public String message() {
    return filled(language.words(rule).message());
  }

  private String filled(String text) {
    String filled = text;
    for (Map.Entry<String, String> word : words.entrySet()) {
      String value = language.value(word.getKey(), word.getValue());
      filled = filled.replace("{" + word.getKey() + "}", value);
    }
    return MessageText.of(filled);
  }

  /** Returns what to do. */
  public String fix() {
    return filled(language.words(rule).fix());
  }

  /** Returns whether {@link Findings#fixed} can change it. */
  public boolean isFixable() {
    return !edits.isEmpty();
  }

  /** Returns whether that change leaves what the workload gets as it is. */
  public boolean isSafeToFix() {
    return isFixable() && isSafe;
  }

  /** Returns why it does not count, if it does not. */
  public Optional<Suppression> suppression() {
    return suppression;
  }

  /** Returns the line of the file with the value. */
  public String source() {
    return source;
  }

  /**
   * Returns a name of it that stays the same when lines move: of the rule, the object and the path.
   */
  public String fingerprint() {
    String text =
        String.join(
            "\n",
            rule.id(),
            object.map(Inspected::type).orElse(file),
            namespace().orElse(""),
            name(),
            path);
    return Hashing.sha256()
        .hashString(text, StandardCharsets.UTF_8)
        .toString()
        .substring(0, FINGERPRINT);
  }

  /** Returns the file as text for people has it: its name may be anything. */
  String shownFile() {
    return shown(file);
  }

  /** Returns the kind and the name of the object as text for people has them. */
  String shownObject() {
    return shown(kind() + " " + name());
  }

  private static String shown(String text) {
    return YamlText.printable(text, Integer.MAX_VALUE);
  }

  Optional<Inspected> object() {
    return object;
  }

  List<Edit> edits() {
    return edits;
  }

  /**
   * Adds {@code "rule", "group", "severity", "file", "document", "kind", "name", "namespace"?,
   * "path", "line", "column", "message", "fix": {"description", "safe", "automatic"}, "citation",
   * "page", "suppressed"?: {"by", "reason"}}.
   */
  @Override
  public void describe(Facts out) {
    out.put("rule", rule().id())
        .put("group", rule().group())
        .put("severity", severity())
        .put("file", file())
        .put("document", document())
        .put("kind", kind())
        .put("name", name())
        .put("namespace", namespace())
        .put("path", path())
        .put("line", line())
        .put("column", column())
        .put("message", message())
        .put(
            "fix",
            of ->
                of.put("description", fix())
                    .put("safe", isSafeToFix())
                    .put("automatic", isFixable()))
        .put("citation", rule().citation().toString())
        .put("page", rule().page())
        .put(
            "suppressed",
            suppression()
                .map(why -> (Answer) of -> of.put("by", why.by()).put("reason", why.reason())));
  }

  /** Returns text such as {@code pod.yaml:11:9: warning env-every-card: ...}. */
  @Override
  public String toString() {
    return "%s:%s:%s: %s %s: %s"
        .formatted(shownFile(), line, column, severity(), rule.id(), message());
  }
}
