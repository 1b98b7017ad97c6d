package io.gpuspec.manifest.platform;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.common.collect.ImmutableMap;
import io.gpuspec.GpuSpecException;
import io.gpuspec.spi.Taint;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What is changed of one node, as a merge patch.
 *
 * <pre>{@code
 * GpuPool pool = GpuPool.of("serving", "T4").nodes("t4-1").cards(4);
 * NodePatch patch = GpuPools.of(pool).patches().get(0);
 * patch.command();
 *     // kubectl patch node t4-1 --type merge -p '{"metadata":{"labels":{...}},...}'
 * }</pre>
 *
 * <p>Labels that are not named stay. Taints do not: {@code spec.taints} is an atomic list, so a
 * merge patch and a strategic merge patch alike replace it, with those that others wrote, such as
 * {@code node.kubernetes.io/not-ready}. {@code kubectl taint} changes only what it names; a patch
 * is for a node that has no other taint.
 *
 * <p>Source: Kubernetes 1.36, {@code k8s.io/api/core/v1/types.go}, {@code NodeSpec.taints}.
 *
 * @param node the node's name
 * @param labels the labels that are written
 * @param taints all taints that the node then has; empty to leave them as they are
 */
public record NodePatch(String node, Map<String, String> labels, List<Taint> taints) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Keeps unmodifiable copies. */
  public NodePatch {
    PlatformChecks.name("node", node);
    PlatformChecks.given("labels", labels)
        .forEach(
            (key, value) ->
                PlatformChecks.labelValue("label " + PlatformChecks.key("label", key), value));
    labels = ImmutableMap.copyOf(labels);
    taints = PlatformChecks.all("taints", taints);
  }

  /** The patch in one line of JSON, which is YAML too. */
  public String json() {
    Map<String, Object> patch = new LinkedHashMap<>();
    patch.put("metadata", Map.of("labels", labels));
    if (!taints.isEmpty()) {
      patch.put("spec", Map.of("taints", taints.stream().map(NodePatch::tree).toList()));
    }
    try {
      return JSON.writeValueAsString(patch);
    } catch (JsonProcessingException e) {
      throw new GpuSpecException("this patch cannot be written: " + e.getMessage(), e);
    }
  }

  static Map<String, String> tree(Taint taint) {
    Map<String, String> tree = new LinkedHashMap<>();
    tree.put("key", taint.key());
    if (!taint.value().isEmpty()) {
      tree.put("value", taint.value());
    }
    tree.put("effect", taint.effect().toString());
    return tree;
  }

  /** The command that applies it. */
  public String command() {
    return "kubectl patch node %s --type merge -p '%s'".formatted(node, json());
  }

  /** The node's name and the patch. */
  @Override
  public String toString() {
    return node + ": " + json();
  }
}
