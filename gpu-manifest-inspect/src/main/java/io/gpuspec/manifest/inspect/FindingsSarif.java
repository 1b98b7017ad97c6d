package io.gpuspec.manifest.inspect;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gpuspec.manifest.internal.tree.Json;
import io.gpuspec.rule.Rule;
import io.gpuspec.rule.Severity;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ResourceBundle;

/**
 * Findings as SARIF 2.1.0.
 *
 * <p>Source: OASIS, Static Analysis Results Interchange Format (SARIF) Version 2.1.0; GitHub, SARIF
 * support for code scanning.
 */
final class FindingsSarif {
  private static final String SCHEMA =
      "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";
  private static final Map<Severity, String> LEVELS =
      Map.of(Severity.ERROR, "error", Severity.WARNING, "warning", Severity.INFO, "note");

  /** A file with the places of its values. */
  private record Source(SourceLines lines, SourceEdits edits) {

    private static Optional<Source> of(String file, String text) {
      return SourceEdits.of(text).map(edits -> new Source(new SourceLines(file, text), edits));
    }

    private ObjectNode region(SourceEdits.Change change) {
      return Json.MAPPER
          .createObjectNode()
          .put("startLine", lines.lineOf(change.begin()))
          .put("startColumn", lines.columnOf(change.begin()))
          .put("endLine", lines.lineOf(change.end()))
          .put("endColumn", lines.columnOf(change.end()));
    }
  }

  private FindingsSarif() {}

  static void write(Findings findings, Writer out) throws IOException {
    ObjectNode root = Json.MAPPER.createObjectNode().put("$schema", SCHEMA).put("version", "2.1.0");
    ObjectNode run = root.putArray("runs").addObject();
    List<Rule> rules = new ArrayList<>();
    for (ManifestFinding each : findings.findings()) {
      if (rules.stream().noneMatch(rule -> rule.id().equals(each.rule().id()))) {
        rules.add(each.rule());
      }
    }
    driver(run.putObject("tool").putObject("driver"), rules, findings.language());
    if (findings.language().isChinese()) {
      run.put("language", "zh-CN");
    }
    run.put("columnKind", "unicodeCodePoints");
    ArrayNode results = run.putArray("results");
    Map<String, Optional<Source>> sources = new HashMap<>();
    for (ManifestFinding each : findings.findings()) {
      result(
          results.addObject(),
          each,
          rules,
          sources.computeIfAbsent(
              each.file(), file -> findings.text(file).flatMap(text -> Source.of(file, text))));
    }
    boolean isComplete =
        findings.findings().stream().noneMatch(each -> each.rule().id().equals("file-unreadable"));
    run.putArray("invocations").addObject().put("executionSuccessful", isComplete);
    out.write(Json.MAPPER.writer(Json.pretty()).writeValueAsString(root));
    out.write("\n");
  }

  private static void driver(ObjectNode driver, List<Rule> rules, FindingLanguage language) {
    ResourceBundle around = FindingsText.words(language);
    driver.put("name", "gpuspec").put("informationUri", "https://gpuspec.io");
    ArrayNode all = driver.putArray("rules");
    for (Rule rule : rules) {
      Rule.Words words = language.words(rule);
      String source =
          around.getString("source") + language.translator().apply(rule.citation().toString());
      ObjectNode node = all.addObject().put("id", rule.id());
      node.putObject("shortDescription").put("text", words.title());
      node.putObject("fullDescription").put("text", words.why());
      rule.citation().url().ifPresent(url -> node.put("helpUri", url));
      node.putObject("help")
          .put("text", "%s\n%s\n%s".formatted(words.why(), words.fix(), source))
          .put(
              "markdown",
              "%s\n\n%s\n\n%s\n\n```yaml\n%s```\n\n%s\n\n```yaml\n%s```\n\n%s\n"
                  .formatted(
                      words.why(),
                      words.fix(),
                      around.getString("bad"),
                      rule.bad(),
                      around.getString("good"),
                      rule.good(),
                      source));
      node.putObject("defaultConfiguration").put("level", LEVELS.get(rule.severity()));
      node.putObject("properties").putArray("tags").add("kubernetes").add("gpu").add(rule.group());
    }
  }

  private static void result(
      ObjectNode result, ManifestFinding each, List<Rule> rules, Optional<Source> source) {
    int index = 0;
    while (!rules.get(index).id().equals(each.rule().id())) {
      index++;
    }
    result
        .put("ruleId", each.rule().id())
        .put("ruleIndex", index)
        .put("level", LEVELS.get(each.severity()));
    result.putObject("message").put("text", each.message() + "\n" + each.fix());
    ObjectNode physical = result.putArray("locations").addObject().putObject("physicalLocation");
    physical.putObject("artifactLocation").put("uri", uri(each.file()));
    ObjectNode begin =
        Json.MAPPER
            .createObjectNode()
            .put("startLine", each.line())
            .put("startColumn", each.column());
    physical.set(
        "region",
        source
            .flatMap(file -> file.edits().value(each.line(), each.column()).map(file::region))
            .orElse(begin));
    if (!each.name().isEmpty() || !each.path().isEmpty()) {
      ((ObjectNode) result.path("locations").get(0))
          .putArray("logicalLocations")
          .addObject()
          .put("name", each.name())
          .put("kind", "object")
          .put("fullyQualifiedName", each.kind() + "/" + each.name() + "/" + each.path());
    }
    result.putObject("partialFingerprints").put("gpuspec/v1", each.fingerprint());
    each.suppression()
        .ifPresent(
            why ->
                result
                    .putArray("suppressions")
                    .addObject()
                    .put("kind", why.by().equals("baseline") ? "external" : "inSource")
                    .put("justification", why.reason()));
    source.ifPresent(file -> fix(result, each, file));
  }

  private static void fix(ObjectNode result, ManifestFinding each, Source source) {
    Optional<List<SourceEdits.Change>> changes =
        each.isFixable() ? source.edits().changes(each.edits()) : Optional.empty();
    if (changes.isEmpty()) {
      return;
    }
    ObjectNode fix = result.putArray("fixes").addObject();
    fix.putObject("description").put("text", each.fix());
    ObjectNode artifact = fix.putArray("artifactChanges").addObject();
    artifact.putObject("artifactLocation").put("uri", uri(each.file()));
    ArrayNode replacements = artifact.putArray("replacements");
    for (SourceEdits.Change change : changes.get()) {
      ObjectNode replacement = replacements.addObject();
      replacement.set("deletedRegion", source.region(change));
      replacement.putObject("insertedContent").put("text", change.text());
    }
  }

  /** Returns a relative reference as RFC 3986 writes it. */
  private static String uri(String file) {
    StringBuilder uri = new StringBuilder();
    for (byte b : file.replace('\\', '/').getBytes(StandardCharsets.UTF_8)) {
      char c = (char) (b & 0xff);
      if (c < 0x80 && (Character.isLetterOrDigit(c) || "-._~/".indexOf(c) >= 0)) {
        uri.append(c);
      } else {
        uri.append("%%%02X".formatted(b & 0xff));
      }
    }
    return uri.toString();
  }
}
