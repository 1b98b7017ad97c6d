package io.gpuspec.manifest.platform;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gpuspec.Overlay;
import io.gpuspec.scheduling.Taint;
import io.gpuspec.value.CpuAmount;
import io.gpuspec.value.MemorySize;
import java.util.Map;

/** The pools as rows of the target {@code own}: what a pool writes, a pod then selects. */
final class PoolsOverlay {
  private static final String CITATION = "pools";
  private static final long MEBIBYTE = 1L << 20;

  private final ObjectNode root = JsonNodeFactory.instance.objectNode();

  private PoolsOverlay() {
    root.put("target", "own").put("citation", CITATION);
    root.putObject("citations")
        .putObject(CITATION)
        .put("title", "The table of your node pools")
        .put("date", "2026")
        .put("status", "third-party");
  }

  static Overlay of(GpuPools pools) {
    PoolsOverlay overlay = new PoolsOverlay();
    pools.pools().forEach(overlay::add);
    return Overlay.parse("node pools", overlay.root.toString());
  }

  private void add(PoolPlan plan) {
    GpuPool pool = plan.pool();
    ObjectNode row = root.withArray("/specs").addObject();
    row.put("name", pool.name())
        .put("gpu", plan.gpu())
        .put("gpus", pool.card().count())
        .put("nodes", pool.members().names().size())
        .put("policy", "allocatable");
    ObjectNode labels = row.putObject("labels");
    // If the card has different forms, it is not known which one it is.
    plan.selector().expressions().stream()
        .filter(asked -> asked.values().size() == 1)
        .forEach(asked -> labels.put(asked.key(), asked.values().get(0)));
    for (Taint taint : plan.taints()) {
      row.withArray("/taints").add(taint.toString());
    }
    amounts(row, pool.allocatable());
  }

  private static void amounts(ObjectNode row, Map<String, String> amounts) {
    String cpu = amounts.getOrDefault("cpu", "0");
    long memory = MemorySize.parse(amounts.getOrDefault("memory", "0")).toBytes() / MEBIBYTE;
    if (!CpuAmount.parse(cpu).isZero() && memory > 0) {
      row.withArray("/upward")
          .addObject()
          .put("cpu", CpuAmount.parse(cpu).toString())
          .put("memory", memory + "Mi");
    }
    amounts.forEach(
        (name, amount) -> {
          if (name.contains("/") && !name.equals(GpuPool.CARD)) {
            row.withObject("/resources").put(name, amount);
          }
        });
  }
}
