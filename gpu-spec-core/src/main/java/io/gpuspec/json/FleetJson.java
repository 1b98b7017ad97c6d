package io.gpuspec.json;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gpuspec.fleet.Consolidation;
import io.gpuspec.fleet.FleetCost;
import io.gpuspec.fleet.FleetNode;
import io.gpuspec.fleet.FleetPlan;
import io.gpuspec.fleet.Unplaced;
import io.gpuspec.fleet.WhatIf;
import java.util.List;

/** Writes plans of fleets as trees, for {@link GpuJson}. */
final class FleetJson {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private FleetJson() {}

  static ObjectNode node(FleetPlan plan) {
    ObjectNode node =
        NODES
            .objectNode()
            .put("provider", plan.target().id())
            .put("edition", plan.target().edition())
            .put("prefer", plan.objective().toString());
    node.set("cost", node(plan.cost()));
    node.set("bound", node(plan.lowerBound()));
    plan.gap().ifPresentOrElse(gap -> node.put("gap", gap), () -> node.putNull("gap"));
    ArrayNode nodes = node.putArray("nodes");
    plan.nodes().forEach(each -> nodes.add(node(each)));
    ArrayNode unplaced = node.putArray("unplaced");
    plan.unplaced().forEach(each -> unplaced.add(node(each)));
    FleetNode.Resources waste = plan.waste();
    node.putObject("waste")
        .put("gpus", waste.devices())
        .put("cpu", waste.cpu().toString())
        .put("memory", waste.memory().toString());
    node.set("notes", GpuJson.notes(plan.notes()));
    return node;
  }

  static ObjectNode node(FleetPlan plan, List<WhatIf> others) {
    ObjectNode node = node(plan);
    ArrayNode whatIfs = node.putArray("whatIfs");
    for (WhatIf other : others) {
      ObjectNode item = whatIfs.addObject().put("what", other.what());
      item.set("cost", node(other.plan().cost()));
      item.set("bound", node(other.plan().lowerBound()));
      other.plan().gap().ifPresentOrElse(gap -> item.put("gap", gap), () -> item.putNull("gap"));
      other.saves(plan).ifPresent(saves -> item.put("saves", saves));
      item.put("nodes", other.plan().nodes().size());
      item.put("unplaced", other.plan().unplaced().size());
    }
    return node;
  }

  static ObjectNode node(Consolidation less) {
    ObjectNode node = NODES.objectNode().put("provider", less.target().id());
    node.set("before", node(less.before()));
    node.set("after", node(less.after()));
    node.set("saved", node(less.saved()));
    ArrayNode launch = node.putArray("launch");
    less.launches()
        .forEach(
            each ->
                offer(launch.addObject().put("name", each.name()).put("spec", each.spec()), each));
    less.drains().forEach(node.putArray("drain")::add);
    ArrayNode moves = node.putArray("moves");
    less.moves()
        .forEach(
            move ->
                moves
                    .addObject()
                    .put("pod", move.pod())
                    .put("from", move.from())
                    .put("to", move.to()));
    node.set("notes", GpuJson.notes(less.notes()));
    return node;
  }

  static ObjectNode node(FleetCost cost) {
    ObjectNode node =
        NODES
            .objectNode()
            .put("amount", cost.amount().toPlainString())
            .put("currency", cost.currency());
    if (!cost.per().isEmpty()) {
      node.put("per", cost.per());
    }
    return node;
  }

  static ObjectNode node(FleetNode each) {
    ObjectNode node =
        NODES
            .objectNode()
            .put("name", each.name())
            .put("spec", each.spec())
            .put("existing", each.isExisting());
    each.zone().ifPresent(zone -> node.put("zone", zone));
    offer(node, each);
    ArrayNode pods = node.putArray("pods");
    each.pods().forEach(pods::add);
    node.put("devices", each.room().devices()).put("devicesUsed", each.used().devices());
    if (!each.room().cpu().isZero()) {
      node.put("cpu", each.room().cpu().toString());
    }
    node.put("cpuUsed", each.used().cpu().toString());
    if (!each.room().memory().isZero()) {
      node.put("memory", each.room().memory().toString());
    }
    return node.put("memoryUsed", each.used().memory().toString());
  }

  /** What who makes a new node must know beside its type and zone. */
  private static void offer(ObjectNode node, FleetNode each) {
    each.capacityType().ifPresent(type -> node.put("capacityType", type.toString()));
    if (!each.labels().isEmpty()) {
      ObjectNode labels = node.putObject("labels");
      each.labels().forEach(labels::put);
    }
    each.cards().migProfile().ifPresent(profile -> node.put("mig", profile));
    each.cards().share().ifPresent(share -> node.put("share", share.toString()));
    if (each.cards().isReplica()) {
      node.put("replica", true);
    }
  }

  static ObjectNode node(Unplaced pod) {
    ObjectNode node = NODES.objectNode().put("pod", pod.pod());
    ArrayNode reasons = node.putArray("reasons");
    pod.reasons().forEach(reason -> reasons.add(reason.toString()));
    return node;
  }
}
