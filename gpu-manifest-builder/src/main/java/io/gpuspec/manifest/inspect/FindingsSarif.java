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
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

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
    if (findings.language().getLanguage().equals(Locale.CHINESE.getLanguage())) {
      run.put("language", "zh-CN");
    }
    run.put("columnKind", "unicodeCodePoints");
    ArrayNode results = run.putArray("results");
    findings.findings().forEach(each -> result(results.addObject(), findings, each, rules));
    run.putArray("invocations").addObject().put("executionSuccessful", true);
    out.write(Json.MAPPER.writer(Json.pretty()).writeValueAsString(root));
    out.write("\n");
  }

  private static void driver(ObjectNode driver, List<Rule> rules, Locale language) {
    driver.put("name", "gpuspec").put("informationUri", "https://gpuspec.io");
    ArrayNode all = driver.putArray("rules");
    for (Rule rule : rules) {
      Rule.Words words = rule.words(language);
      ObjectNode node = all.addObject().put("id", rule.id());
      node.putObject("shortDescription").put("text", words.title());
      node.putObject("fullDescription").put("text", words.why());
      rule.citation().url().ifPresent(url -> node.put("helpUri", url));
      node.putObject("help")
          .put("text", "%s\n%s\nSource: %s".formatted(words.why(), words.fix(), rule.citation()))
          .put(
              "markdown",
              "%s\n\n%s\n\nBad:\n\n```yaml\n%s```\n\nGood:\n\n```yaml\n%s```\n\nSource: %s\n"
                  .formatted(words.why(), words.fix(), rule.bad(), rule.good(), rule.citation()));
      node.putObject("defaultConfiguration").put("level", LEVELS.get(rule.severity()));
      node.putObject("properties").putArray("tags").add("kubernetes").add("gpu").add(rule.group());
    }
  }

  private static void result(
      ObjectNode result, Findings findings, ManifestFinding each, List<Rule> rules) {
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
    physical.putObject("region").put("startLine", each.line()).put("startColumn", each.column());
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
    findings.text(each.file()).ifPresent(text -> fix(result, each, text));
  }

  /** Writes the change as the lines that it replaces. */
  private static void fix(ObjectNode result, ManifestFinding each, String text) {
    Optional<String> fixed =
        each.isFixable() ? SourceEdits.apply(text, each.edits()) : Optional.empty();
    if (fixed.isEmpty() || fixed.get().equals(text)) {
      return;
    }
    LineDiff diff = LineDiff.of(text, fixed.get());
    ObjectNode change = result.putArray("fixes").addObject();
    change.putObject("description").put("text", each.fix());
    ObjectNode artifact = change.putArray("artifactChanges").addObject();
    artifact.putObject("artifactLocation").put("uri", uri(each.file()));
    ObjectNode replacement = artifact.putArray("replacements").addObject();
    replacement
        .putObject("deletedRegion")
        .put("startLine", diff.begin() + 1)
        .put("startColumn", 1)
        .put("endLine", diff.end() + 1)
        .put("endColumn", 1);
    replacement.putObject("insertedContent").put("text", String.join("", diff.inserted()));
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
