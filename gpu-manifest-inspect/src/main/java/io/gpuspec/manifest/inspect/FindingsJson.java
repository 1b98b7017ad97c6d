package io.gpuspec.manifest.inspect;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gpuspec.manifest.internal.tree.Json;
import java.io.IOException;
import java.io.Writer;

/** Findings as JSON. */
final class FindingsJson {
  private FindingsJson() {}

  static void write(Findings findings, Writer out) throws IOException {
    try (JsonGenerator json = Json.MAPPER.createGenerator(out).setPrettyPrinter(Json.pretty())) {
      json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
      json.writeStartObject();
      json.writeArrayFieldStart("findings");
      for (ManifestFinding each : findings.findings()) {
        json.writeTree(node(each));
      }
      json.writeEndArray();
      json.writeFieldName("summary");
      json.writeTree(summary(findings));
      if (findings.target().isPresent()) {
        json.writeStringField("target", findings.target().get());
      }
      json.writeEndObject();
    }
  }

  private static ObjectNode node(ManifestFinding each) {
    ObjectNode node =
        Json.MAPPER
            .createObjectNode()
            .put("rule", each.rule().id())
            .put("group", each.rule().group())
            .put("severity", each.severity().toString())
            .put("file", each.file())
            .put("document", each.document())
            .put("kind", each.kind())
            .put("name", each.name());
    each.namespace().ifPresent(namespace -> node.put("namespace", namespace));
    node.put("path", each.path())
        .put("line", each.line())
        .put("column", each.column())
        .put("message", each.message());
    node.putObject("fix")
        .put("description", each.fix())
        .put("safe", each.isSafeToFix())
        .put("automatic", each.isFixable());
    node.put("citation", each.rule().citation().toString()).put("page", each.rule().page());
    each.suppression()
        .ifPresent(
            why -> node.putObject("suppressed").put("by", why.by()).put("reason", why.reason()));
    return node;
  }

  private static ObjectNode summary(Findings findings) {
    Findings.Summary summary = findings.summary();
    Findings.Counts counts = findings.counts();
    ObjectNode node = Json.MAPPER.createObjectNode();
    node.put("files", summary.files())
        .put("documents", summary.documents())
        .put("objects", summary.objects())
        .put("unknown", summary.unknown())
        .put("errors", counts.errors())
        .put("warnings", counts.warnings())
        .put("infos", counts.infos())
        .put("suppressed", counts.suppressed());
    if (summary.unmatched() > 0) {
      node.put("unmatched", summary.unmatched());
    }
    return node;
  }
}
