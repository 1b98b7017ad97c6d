package io.gpuspec.json;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gpuspec.share.choice.SharingChoice;
import io.gpuspec.share.choice.SharingFit;

/** Writes choices of a technique as trees, for {@link GpuJson}. */
final class ChoiceJson {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private ChoiceJson() {}

  static ObjectNode node(SharingChoice choice) {
    ObjectNode node =
        NODES.objectNode().put("needs", choice.needs().toString()).put("place", choice.place());
    ArrayNode choices = node.putArray("choices");
    choice.fits().forEach(fit -> choices.add(node(fit)));
    ArrayNode rejected = node.putArray("rejected");
    choice.rejected().forEach(rejection -> rejected.add(GpuJson.node(rejection)));
    node.set("notes", GpuJson.notes(choice.notes()));
    return node;
  }

  static ObjectNode node(SharingFit fit) {
    ObjectNode node =
        NODES
            .objectNode()
            .put("technique", fit.technique().word())
            .put("mode", fit.mode().toString());
    fit.mode().isolation().ifPresent(policy -> node.put("isolation", policy.toString()));
    fit.gpus().forEach(node.withArray("/gpus")::add);
    node.set("reasons", GpuJson.notes(fit.reasons()));
    node.set("gaps", GpuJson.notes(fit.gaps()));
    ArrayNode unmet = node.putArray("unmetWishes");
    fit.unmetWishes().forEach(wish -> unmet.add(wish.toString()));
    return node;
  }
}
