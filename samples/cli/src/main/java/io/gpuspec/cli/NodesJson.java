package io.gpuspec.cli;

import io.gpuspec.manifest.platform.GpuPools;
import io.gpuspec.manifest.platform.PoolFit;
import io.gpuspec.manifest.platform.PoolPlan;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.scheduling.Taint;
import io.gpuspec.value.Note;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Answers about nodes as JSON, for programs. */
final class NodesJson {
  private NodesJson() {}

  /**
   * {@code {"pools": [{"name", "gpu", "nodes", "cards", "labels", "taints", "selector",
   * "tolerations"}], "commands", "notes"}}; {@code cards} of the whole pool.
   *
   * @throws io.gpuspec.value.InvalidValueException if there are no such {@link GpuPools#commands}
   */
  static String write(GpuPools pools) {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("pools", pools.pools().stream().map(NodesJson::of).toList());
    tree.put("commands", pools.commands().toString().lines().toList());
    tree.put("notes", notes(pools.notes()));
    return PrettyJson.write(tree);
  }

  private static Map<String, Object> of(PoolPlan plan) {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("name", plan.name());
    tree.put("gpu", plan.gpu());
    tree.put("nodes", plan.nodeNames());
    tree.put("cards", plan.cards());
    tree.put("labels", plan.labels());
    tree.put("taints", plan.taints().stream().map(Taint::toString).toList());
    tree.put("selector", plan.selector().toString());
    tree.put("tolerations", plan.tolerations().stream().map(Object::toString).toList());
    return tree;
  }

  /**
   * {@code {"reachedBy": [{"workload", "yes", "pools": [{"pool", "nodes", "fitting", "reasons",
   * "unjudged"}]}], "everywhere": [...], "notes"}}: whether each of some workloads reaches a pool,
   * and each of others every node.
   */
  static String write(
      GpuPools pools, Map<String, PodView> reachedBy, Map<String, PodView> everywhere) {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put(
        "reachedBy",
        reachedBy.entrySet().stream()
            .map(each -> of(each.getKey(), pools.fits(each.getValue()), false))
            .toList());
    tree.put(
        "everywhere",
        everywhere.entrySet().stream()
            .map(each -> of(each.getKey(), pools.fits(each.getValue()), true))
            .toList());
    tree.put("notes", notes(pools.notes()));
    return PrettyJson.write(tree);
  }

  private static Map<String, Object> of(String workload, List<PoolFit> fits, boolean everywhere) {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("workload", workload);
    tree.put(
        "yes",
        everywhere
            ? fits.stream().allMatch(PoolFit::isEverywhere)
            : fits.stream().anyMatch(PoolFit::isReached));
    tree.put("pools", fits.stream().map(NodesJson::of).toList());
    return tree;
  }

  private static Map<String, Object> of(PoolFit fit) {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("pool", fit.pool());
    tree.put("nodes", fit.nodes());
    tree.put("fitting", fit.fitting());
    tree.put("reasons", fit.reasons().stream().map(Object::toString).toList());
    tree.put("unjudged", fit.unjudged());
    return tree;
  }

  static List<Map<String, Object>> notes(List<Note> notes) {
    return notes.stream().map(NodesJson::of).toList();
  }

  private static Map<String, Object> of(Note note) {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("id", note.id());
    tree.put("message", note.message());
    note.citation().ifPresent(source -> tree.put("citation", source.toString()));
    return tree;
  }
}
