package io.gpuspec.json;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gpuspec.share.Replica;
import io.gpuspec.share.ReplicaNode;
import io.gpuspec.share.Replicas;

/** Writes nodes with replicas of cards as trees, for {@link GpuJson}. */
final class ReplicaJson {
  private ReplicaJson() {}

  static ObjectNode node(ReplicaNode shared) {
    Replicas replicas = shared.replicas();
    Replica replica = shared.replica();
    ObjectNode node =
        JsonNodeFactory.instance
            .objectNode()
            .put("strategy", replicas.sharing())
            .put("replicas", replicas.count())
            .put("gpu", replica.gpu())
            .put("cards", shared.cards())
            .put("resource", replicas.sharedResource())
            .put("failRequestsGreaterThanOne", replicas.isOneAtATime());
    node.put("since", replicas.since());
    replica.memoryLimit().ifPresent(most -> node.put("memoryLimit", most.toString()));
    replica.threadPercentage().ifPresent(most -> node.put("threadPercentage", most));
    ObjectNode resources = node.putObject("resources");
    shared.resources().forEach(resources::put);
    ObjectNode labels = node.putObject("labels");
    shared.labels().forEach(labels::put);
    node.set("notes", GpuJson.notes(shared.notes()));
    return node;
  }
}
