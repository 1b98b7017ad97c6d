package io.gpuspec.manifest.inspect;

import io.gpuspec.internal.yaml.YamlText;
import io.gpuspec.json.GpuJson;
import io.gpuspec.manifest.internal.tree.Checks;
import io.gpuspec.manifest.internal.tree.Lines;
import io.gpuspec.rule.Severity;
import io.gpuspec.value.Answer;
import io.gpuspec.value.Facts;
import io.gpuspec.value.Listing;
import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * What an inspection found.
 *
 * <pre>{@code
 * Findings findings = Inspector.of(gpus).read(Path.of("deployment.yaml"));
 * findings.findings();                 // (none)
 * findings.isClean(Severity.ERROR);    // true
 * findings.total();
 *     // 0 errors, 0 warnings in 1 file (1 object)
 * }</pre>
 */
public final class Findings implements Answer {

  /**
   * How much was inspected.
   *
   * @param files the number of files
   * @param documents the number of their documents
   * @param objects the number of objects in them
   * @param unknown how many of those are of kinds that no rule knows
   * @param unmatched how many workloads request GPUs and were not matched, because neither a target
   *     was given nor do their pods name one
   */
  public record Summary(int files, int documents, int objects, int unknown, int unmatched) {

    /** Returns text such as {@code 2 files, 3 objects}. */
    @Override
    public String toString() {
      return Lines.count(files, "file") + ", " + Lines.count(objects, "object");
    }
  }

  /**
   * How many findings count.
   *
   * @param errors the number of errors
   * @param warnings the number of warnings
   * @param infos the number of findings that are only worth knowing
   * @param suppressed the number of those that are turned off
   */
  public record Counts(int errors, int warnings, int infos, int suppressed) {

    /** Returns text such as {@code 2 errors, 1 warning, 3 to know, 1 turned off}. */
    @Override
    public String toString() {
      return Lines.count(errors, "error")
          + ", "
          + Lines.count(warnings, "warning")
          + (infos > 0 ? ", " + infos + " to know" : "")
          + (suppressed > 0 ? ", " + suppressed + " turned off" : "");
    }
  }

  private static final Comparator<ManifestFinding> ORDER =
      Comparator.comparingInt(ManifestFinding::line)
          .thenComparingInt(ManifestFinding::column)
          .thenComparing(each -> each.severity())
          .thenComparing(each -> each.rule().id());

  private final List<ManifestFinding> all;
  private final Summary summary;
  private final Optional<String> target;
  private final Map<String, String> texts;
  private final FindingLanguage language;

  Findings(
      List<ManifestFinding> findings,
      Summary summary,
      Optional<String> target,
      Map<String, String> texts) {
    this(ordered(findings), summary, target, texts, FindingLanguage.ENGLISH);
  }

  private Findings(
      List<ManifestFinding> ordered,
      Summary summary,
      Optional<String> target,
      Map<String, String> texts,
      FindingLanguage language) {
    this.all = ordered;
    this.summary = summary;
    this.target = target;
    this.texts = texts;
    this.language = language;
  }

  /**
   * Returns the same with messages and fixes in a language: Chinese, or English for every other.
   * Ids, paths and the names of fields stay; so do words of the library inside of a message, such
   * as the reasons of a match, which are English.
   */
  public Findings in(Locale other) {
    return in(FindingLanguage.of(Checks.given("language", other)));
  }

  /**
   * Returns the same in a language, where the library's own words inside of a message are
   * translated too.
   *
   * @param translator returns words of the library, such as the reasons of a match, in the language
   */
  public Findings in(Locale other, UnaryOperator<String> translator) {
    Checks.given("language", other);
    Checks.given("translator", translator);
    return in(
        new FindingLanguage(
            other,
            words -> Checks.given("translator of '%s'".formatted(words), translator.apply(words))));
  }

  private Findings in(FindingLanguage other) {
    return new Findings(
        all.stream().map(each -> each.in(other)).toList(), summary, target, texts, other);
  }

  FindingLanguage language() {
    return language;
  }

  /** Returns them in the order of the files, each by lines; the same finding once. */
  private static List<ManifestFinding> ordered(List<ManifestFinding> findings) {
    Map<String, List<ManifestFinding>> byFile = new LinkedHashMap<>();
    findings.forEach(f -> byFile.computeIfAbsent(f.file(), file -> new ArrayList<>()).add(f));
    Map<String, ManifestFinding> once = new LinkedHashMap<>();
    for (List<ManifestFinding> file : byFile.values()) {
      file.stream().sorted(ORDER).forEach(each -> once.putIfAbsent(each.toString(), each));
    }
    return List.copyOf(once.values());
  }

  /** Returns the findings, by file and line, with those that are turned off. */
  public Listing<ManifestFinding> findings() {
    return Listing.copyOf(all);
  }

  /** Returns how much was inspected. */
  public Summary summary() {
    return summary;
  }

  /** Returns the target by whose rules it was judged, given or inferred. */
  public Optional<String> target() {
    return target;
  }

  /** Returns how many findings count. */
  public Counts counts() {
    return new Counts(
        count(Severity.ERROR),
        count(Severity.WARNING),
        count(Severity.INFO),
        (int) all.stream().filter(each -> each.suppression().isPresent()).count());
  }

  private int count(Severity severity) {
    return (int)
        all.stream()
            .filter(each -> each.suppression().isEmpty() && each.severity() == severity)
            .count();
  }

  /** Returns whether no finding that counts is as bad as this, or worse. */
  public boolean isClean(Severity severity) {
    Checks.given("severity", severity);
    return all.stream()
        .noneMatch(each -> each.suppression().isEmpty() && each.severity().isAtLeast(severity));
  }

  /**
   * Returns the texts of the files that fixes change, by file. What they do not touch stays byte
   * for byte the same.
   *
   * @param all whether fixes that may change what a workload gets are applied too
   */
  public Map<String, String> fixed(boolean all) {
    Map<String, String> fixed = new LinkedHashMap<>();
    changes(all)
        .forEach((file, changes) -> fixed.put(file, SourceEdits.changed(source(file), changes)));
    return fixed;
  }

  /** Returns what fixes change of each file, without files of which they change nothing. */
  private Map<String, List<SourceEdits.Change>> changes(boolean all) {
    Map<String, List<ManifestFinding>> meant = new HashMap<>();
    for (ManifestFinding each : this.all) {
      if (each.suppression().isEmpty() && (all ? each.isFixable() : each.isSafeToFix())) {
        meant.computeIfAbsent(each.file(), file -> new ArrayList<>()).add(each);
      }
    }
    Map<String, List<SourceEdits.Change>> changes = new LinkedHashMap<>();
    for (String file : texts.keySet()) {
      List<SourceEdits.Change> ofFile = changes(source(file), meant.getOrDefault(file, List.of()));
      if (!ofFile.isEmpty()) {
        changes.put(file, ofFile);
      }
    }
    return changes;
  }

  private static List<SourceEdits.Change> changes(String text, List<ManifestFinding> meant) {
    Optional<SourceEdits> source = meant.isEmpty() ? Optional.empty() : SourceEdits.of(text);
    return source
        .map(each -> each.changesOf(meant.stream().map(ManifestFinding::edits).toList()))
        .map(SourceEdits::apart)
        .orElse(List.of());
  }

  private String source(String file) {
    return texts.getOrDefault(file, "");
  }

  /**
   * Returns what fixes change, in the form of {@code diff -u} without context.
   *
   * @param all whether fixes that may change what a workload gets are shown too
   */
  public String diff(boolean all) {
    StringBuilder diff = new StringBuilder();
    changes(all)
        .forEach(
            (file, changes) ->
                diff.append("--- ")
                    .append(YamlText.printable(file, Integer.MAX_VALUE))
                    .append("\n+++ ")
                    .append(YamlText.printable(file, Integer.MAX_VALUE))
                    .append('\n')
                    .append(LineDiff.unified(source(file), changes)));
    return diff.toString();
  }

  /** Returns the text of a file that was inspected; empty if nothing was found in it. */
  public Optional<String> text(String file) {
    return Optional.ofNullable(texts.get(Checks.given("file", file)));
  }

  /** Writes them as JSON. */
  public void writeJson(Writer out) throws IOException {
    GpuJson.write(this, Checks.given("writer", out));
  }

  /** Adds {@code "findings": [...], "summary": {...}, "target"?}. */
  @Override
  public void describe(Facts out) {
    out.put("findings", findings()).put("summary", this::describeSummary).put("target", target());
  }

  private void describeSummary(Facts out) {
    Counts counts = counts();
    out.put("files", summary.files())
        .put("documents", summary.documents())
        .put("objects", summary.objects())
        .put("unknown", summary.unknown())
        .put("errors", counts.errors())
        .put("warnings", counts.warnings())
        .put("infos", counts.infos())
        .put("suppressed", counts.suppressed())
        .put("unmatched", Optional.of(summary.unmatched()).filter(rules -> rules > 0));
  }

  /** Writes them as SARIF 2.1.0. */
  public void writeSarif(Writer out) throws IOException {
    FindingsSarif.write(this, Checks.given("writer", out));
  }

  /** Writes them as JUnit's XML: a suite for each file, a test case for each finding. */
  public void writeJunit(Writer out) throws IOException {
    FindingsJunit.write(this, Checks.given("writer", out));
  }

  /** Returns text such as {@code 2 errors, 1 warning in 3 files (5 objects)}. */
  public String total() {
    return FindingsText.total(this);
  }

  /** Returns the findings that count, by file, each with its line and a caret below the value. */
  @Override
  public String toString() {
    return FindingsText.of(this, AnsiStyle.NONE);
  }

  /** Returns the same text with the colours of a terminal. */
  public String coloured() {
    return FindingsText.of(this, AnsiStyle.TERMINAL);
  }
}
