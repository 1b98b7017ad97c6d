package io.gpuspec.manifest.platform;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.Separators;
import com.fasterxml.jackson.core.util.Separators.Spacing;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import io.gpuspec.GpuSpecException;
import io.gpuspec.Note;
import io.gpuspec.spi.PodView;
import io.gpuspec.spi.Taint;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Answers about nodes as JSON, for programs.
 *
 * <pre>{@code
 * GpuPools pools = GpuPools.of(GpuPool.of("training", "A100-80G").nodes("a100-1").cards(8));
 * NodesJson.write(pools);    // { "pools": [ { "name": "training", ... } ], ... }
 * NodesJson.write(pools, Map.of("Job train", pod), Map.of("DaemonSet plugin", pod));
 *     // { "reachedBy": [ { "workload": "Job train", "yes": false, ... } ], ... }
 * }</pre>
 */
public final class NodesJson {
  private static final DefaultIndenter TWO_SPACES = new DefaultIndenter("  ", "\n");
  private static final ObjectWriter WRITER =
      new ObjectMapper()
          .writer(
              new DefaultPrettyPrinter(
                      Separators.createDefaultInstance().withObjectFieldValueSpacing(Spacing.AFTER))
                  .withObjectIndenter(TWO_SPACES)
                  .withArrayIndenter(TWO_SPACES));

  private NodesJson() {}

  /**
   * {@code {"pools": [{"name", "gpu", "nodes", "cards", "labels", "taints", "selector",
   * "tolerations"}], "commands", "notes"}}; {@code cards} of the whole pool.
   *
   * @throws io.gpuspec.InvalidValueException if there are no such {@link GpuPools#commands}
   */
  public static String write(GpuPools pools) {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put(
        "pools", PlatformChecks.given("pools", pools).pools().stream().map(NodesJson::of).toList());
    tree.put("commands", pools.commands().toString().lines().toList());
    tree.put("notes", notes(pools.notes()));
    return text(tree);
  }

  private static Map<String, Object> of(PoolPlan plan) {
    GpuPool pool = plan.pool();
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("name", plan.name());
    tree.put("gpu", pool.card().model().name());
    tree.put("nodes", pool.members().isNamed() ? pool.members().names() : List.of());
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
  public static String write(
      GpuPools pools, Map<String, PodView> reachedBy, Map<String, PodView> everywhere) {
    PlatformChecks.given("pools", pools);
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put(
        "reachedBy",
        PlatformChecks.given("reachedBy", reachedBy).entrySet().stream()
            .map(each -> of(each.getKey(), pools.reach(each.getValue()), false))
            .toList());
    tree.put(
        "everywhere",
        PlatformChecks.given("everywhere", everywhere).entrySet().stream()
            .map(each -> of(each.getKey(), pools.reach(each.getValue()), true))
            .toList());
    tree.put("notes", notes(pools.notes()));
    return text(tree);
  }

  private static Map<String, Object> of(String workload, PoolReach reach, boolean everywhere) {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("workload", workload);
    tree.put("yes", everywhere ? reach.isEverywhere() : reach.isReached());
    tree.put("pools", reach.pools().stream().map(NodesJson::of).toList());
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

  /** {@code {"objects", "commands", "notes"}}: what puts a backup back. */
  public static String write(ClusterBackup backup) {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("objects", PlatformChecks.given("backup", backup).trees());
    tree.put("commands", backup.commands());
    tree.put("notes", notes(backup.notes()));
    return text(tree);
  }

  /** {@code {"differences"}}: what is not as it was. */
  public static String write(ClusterBackup backup, ClusterBackup now) {
    return text(Map.of("differences", PlatformChecks.given("backup", backup).differences(now)));
  }

  private static List<Map<String, Object>> notes(List<Note> notes) {
    return notes.stream().map(NodesJson::of).toList();
  }

  private static Map<String, Object> of(Note note) {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("id", note.id());
    tree.put("message", note.message());
    note.citation().ifPresent(source -> tree.put("citation", source.toString()));
    return tree;
  }

  private static String text(Map<String, Object> tree) {
    try {
      return WRITER.writeValueAsString(tree);
    } catch (JsonProcessingException e) {
      throw new GpuSpecException("this answer cannot be written: " + e.getMessage(), e);
    }
  }
}
