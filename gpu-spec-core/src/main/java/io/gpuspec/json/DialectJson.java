package io.gpuspec.json;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gpuspec.share.dialect.DialectShare;
import io.gpuspec.share.dialect.ShareTranslation;

/** Requests for parts of cards in other words as JSON. */
final class DialectJson {
  private DialectJson() {}

  static ObjectNode node(ShareTranslation translation) {
    DialectShare asked = translation.asked();
    ObjectNode node =
        JsonNodeFactory.instance
            .objectNode()
            .put("from", asked.dialect().id())
            .put("to", translation.dialect().id())
            .put("cards", asked.cards());
    asked.memory().ifPresent(memory -> node.put("memory", memory.toString()));
    asked.partOfMemory().ifPresent(part -> node.put("part", part.toString()));
    asked.compute().ifPresent(part -> node.put("compute", part.toString()));
    translation.resources().forEach(node.putObject("resources")::put);
    translation.annotations().forEach(node.putObject("annotations")::put);
    node.put("exact", translation.isExact());
    ArrayNode notes = node.putArray("notes");
    translation
        .notes()
        .forEach(note -> notes.addObject().put("id", note.id()).put("message", note.message()));
    return node;
  }
}
