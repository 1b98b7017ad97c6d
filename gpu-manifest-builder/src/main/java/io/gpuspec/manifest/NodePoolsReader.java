package io.gpuspec.manifest;

import io.gpuspec.GpuSpecException;
import io.gpuspec.manifest.platform.GpuPool;
import io.gpuspec.manifest.platform.GpuPools;
import io.gpuspec.manifest.platform.LabelScheme;
import io.gpuspec.spi.Taint.Effect;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads a table of node pools: each field is a step of {@link GpuPool}. */
final class NodePoolsReader {
  private static final String SOME_GPU = "T4";

  private NodePoolsReader() {}

  /** Reads a table; nothing comes of one with problems. */
  static Optional<PlatformIntent> read(YamlPlace place, List<ManifestException> problems) {
    Optional<Object> tree = NodePoolsShape.DOCUMENT.read(place, problems);
    if (tree.isEmpty()) {
      return Optional.empty();
    }
    Part document = new Part(place, tree.get(), problems);
    Part spec = document.orEmpty("spec");
    Part rows = spec.orEmpty("pools");
    List<GpuPool> pools = new ArrayList<>();
    for (Part row : rows.items()) {
      pools.add(pool(row, "unnamed-" + pools.size()));
    }
    Optional<GpuPools> table = pools.isEmpty() ? Optional.empty() : together(rows, pools);
    return table
        .map(
            all ->
                spec.step(
                    "scheme", all, (each, name) -> each.scheme(LabelScheme.named(name.text()))))
        .filter(all -> problems.isEmpty())
        .map(all -> intent(document, rows, all));
  }

  /** What is wrong between rows does not follow from what is wrong within one. */
  private static Optional<GpuPools> together(Part rows, List<GpuPool> pools) {
    try {
      return Optional.of(GpuPools.of(pools));
    } catch (GpuSpecException e) {
      rows.addEach(e.getMessage());
      return Optional.empty();
    }
  }

  private static PlatformIntent intent(Part document, Part rows, GpuPools pools) {
    return new PlatformIntent(
        NodePoolsShape.KIND,
        document.require("metadata").require("name").text(),
        gpus -> rows.told(pools::objects),
        Optional.of(pools),
        () -> rows.told(pools::commands));
  }

  /** What a row lacks, or has wrong, is stood in for, so that the rest of it is judged too. */
  private static GpuPool pool(Part row, String unnamed) {
    String name = row.step("name", unnamed, (n, part) -> GpuPool.of(part.text(), SOME_GPU).name());
    GpuPool some = GpuPool.of(name, SOME_GPU);
    GpuPool pool =
        row.step("gpu", some, (p, gpu) -> GpuPool.of(name, gpu.text())).nodes(1).cards(1);
    pool = row.step("nodes", pool, NodePoolsReader::nodes);
    pool = row.step("cards", pool, (p, cards) -> p.cards(cards.number()));
    pool = row.step("purpose", pool, (p, purpose) -> p.purpose(purpose.text()));
    pool = row.step("effect", pool, NodePoolsReader::effect);
    for (Part taint : row.find("taints").map(Part::items).orElse(List.of())) {
      pool = taint.step(pool, p -> taint(p, taint));
    }
    for (Map.Entry<String, Part> label : row.orEmpty("labels").entries().entrySet()) {
      pool = label.getValue().step(pool, p -> p.label(label.getKey(), label.getValue().text()));
    }
    for (Map.Entry<String, Part> label : row.orEmpty("labelled").entries().entrySet()) {
      pool = label.getValue().step(pool, p -> p.labelled(label.getKey(), label.getValue().text()));
    }
    return row.step("allocatable", pool, NodePoolsReader::allocatable);
  }

  private static GpuPool nodes(GpuPool pool, Part nodes) {
    if (!(nodes.tree() instanceof List<?>)) {
      return pool.nodes(nodes.number());
    }
    nodes.items().forEach(node -> node.check(() -> pool.nodes(node.text())));
    String[] good =
        nodes.items().stream()
            .filter(node -> !node.isWrong())
            .map(Part::text)
            .toArray(String[]::new);
    return good.length == 0 ? pool : pool.nodes(good);
  }

  private static GpuPool effect(GpuPool pool, Part effect) {
    return effect.text().equals(NodePoolsShape.UNTAINTED)
        ? pool.untainted()
        : pool.effect(effect.word(Effect.class));
  }

  private static GpuPool taint(GpuPool pool, Part taint) {
    return pool.taint(
        taint.require("key").text(),
        taint.find("value").map(Part::text).orElse(""),
        taint.require("effect").word(Effect.class));
  }

  private static GpuPool allocatable(GpuPool pool, Part amounts) {
    Map<String, String> texts = new LinkedHashMap<>();
    amounts.map().forEach((resource, amount) -> texts.put(resource, amount.toString()));
    return pool.allocatable(texts);
  }
}
