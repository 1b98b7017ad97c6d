package io.gpuspec.manifest;

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
  private NodePoolsReader() {}

  /** Reads a table; nothing comes of one with problems. */
  static Optional<PlatformIntent> read(YamlPlace place, List<ManifestException> problems) {
    Optional<Object> tree = NodePoolsShape.DOCUMENT.read(place, problems);
    if (tree.isEmpty() || !problems.isEmpty()) {
      return Optional.empty();
    }
    Part document = new Part(place, tree.get(), problems);
    Part spec = document.require("spec");
    Part rows = spec.require("pools");
    List<GpuPool> pools = new ArrayList<>();
    for (Part row : rows.items()) {
      row.step(Optional.<GpuPool>empty(), none -> Optional.of(pool(row))).ifPresent(pools::add);
    }
    if (!problems.isEmpty()) {
      return Optional.empty();
    }
    return rows.step(Optional.<GpuPools>empty(), none -> Optional.of(GpuPools.of(pools)))
        .map(
            all ->
                spec.step(
                    "scheme", all, (table, name) -> table.scheme(LabelScheme.named(name.text()))))
        .filter(all -> problems.isEmpty())
        .map(all -> intent(document, rows, all));
  }

  private static PlatformIntent intent(Part document, Part rows, GpuPools pools) {
    return new PlatformIntent(
        NodePoolsShape.KIND,
        document.require("metadata").require("name").text(),
        gpus -> rows.told(pools::objects),
        Optional.of(pools));
  }

  private static GpuPool pool(Part row) {
    GpuPool pool = GpuPool.of(row.require("name").text(), row.require("gpu").text());
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
    return nodes.tree() instanceof List<?> ? pool.nodes(nodes.texts()) : pool.nodes(nodes.number());
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
