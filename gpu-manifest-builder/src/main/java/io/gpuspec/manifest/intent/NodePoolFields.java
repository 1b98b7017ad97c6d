package io.gpuspec.manifest.intent;

import io.gpuspec.manifest.internal.fields.Part;
import io.gpuspec.manifest.internal.fields.Schema;
import io.gpuspec.manifest.internal.fields.Table;
import io.gpuspec.manifest.platform.GpuPool;
import io.gpuspec.manifest.platform.GpuPools;
import io.gpuspec.manifest.platform.LabelScheme;
import io.gpuspec.scheduling.Taint.Effect;
import io.gpuspec.value.GpuSpecException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The fields of a table of node pools: {@code kind: GpuNodePools}. */
final class NodePoolFields {
  static final String KIND = "GpuNodePools";

  /** Instead of an effect, where the purpose has no taint. */
  private static final String UNTAINTED = "None";

  private static final Schema.Fields TAINT =
      Table.of("nodeTaint", "key", "effect")
          .field("key", Schema.text(), "")
          .field("value", Schema.text(), "")
          .field("effect", Schema.word((Object[]) Effect.values()), "")
          .schema();

  private static final Table<GpuPool> POOL =
      Table.<GpuPool>of("nodePool", "name", "gpu", "nodes", "cards")
          .text("name", "", (any, name) -> GpuPool.of(name, "T4").nodes(1).cards(1))
          .text(
              "gpu",
              "A model, or one of its forms as nvidia-smi names it.",
              (pool, gpu) -> GpuPool.of(pool.name(), gpu).nodes(1).cards(1))
          .field(
              "nodes",
              Schema.either(Schema.from(1), Schema.some(Schema.text())),
              "The names of the nodes, or their number.",
              NodePoolFields::nodes)
          .whole("cards", 1, "The number of cards on each node.", GpuPool::cards)
          .text("purpose", "What they are for; the pool's name unless given.", GpuPool::purpose)
          .field(
              "effect",
              Schema.word(
                  Effect.NO_SCHEDULE, Effect.PREFER_NO_SCHEDULE, Effect.NO_EXECUTE, UNTAINTED),
              "What the purpose's taint does; NoSchedule unless given.",
              (pool, effect) ->
                  effect.text().equals(UNTAINTED)
                      ? pool.untainted()
                      : pool.effect(effect.word(Effect.class)))
          .items("taints", Schema.list(TAINT), "More taints.", NodePoolFields::taint)
          .entries("labels", "Additional labels that are written and selected.", GpuPool::label)
          .entries("labelled", "Labels that the nodes already have.", GpuPool::labelled)
          .field(
              "allocatable",
              new Schema.Entries(new Schema.Amount()),
              "What pods can use of each node in addition to the cards.",
              NodePoolFields::allocatable);

  static final Schema.Fields SCHEMA =
      Table.document(
          KIND,
          Table.clusterMetadata((any, name) -> any).schema(),
          Table.of("nodePools", "pools")
              .field(
                  "scheme",
                  Schema.word(LabelScheme.all().stream().map(LabelScheme::name).toArray()),
                  "Whose labels the nodes are known by; plain unless given.")
              .field("pools", Schema.some(POOL.schema()), "")
              .schema());

  private NodePoolFields() {}

  /** Reads a table, as far as it can be read; nothing comes of one with problems. */
  static Optional<Intent> read(Part document) {
    Part spec = document.orEmpty("spec");
    Part rows = spec.orEmpty("pools");
    List<GpuPool> pools = new ArrayList<>();
    for (Part row : rows.items()) {
      // A row without a good name is judged against the others all the same.
      GpuPool unnamed = GpuPool.of("unnamed-" + pools.size(), "T4").nodes(1).cards(1);
      pools.add(POOL.read(row, unnamed));
    }
    return (pools.isEmpty() ? Optional.<GpuPools>empty() : together(rows, pools))
        .map(all -> spec.step("scheme", all, (a, name) -> a.scheme(LabelScheme.of(name.text()))))
        .filter(all -> document.problems().isEmpty())
        .map(all -> intent(document, rows, all));
  }

  /** Returns what is wrong between rows does not follow from what is wrong within one. */
  private static Optional<GpuPools> together(Part rows, List<GpuPool> pools) {
    try {
      return Optional.of(GpuPools.of(pools));
    } catch (GpuSpecException e) {
      rows.addEach(e.getMessage());
      return Optional.empty();
    }
  }

  private static Intent intent(Part document, Part rows, GpuPools pools) {
    return Intent.platform(
        KIND,
        document.require("metadata").require("name").text(),
        gpus -> rows.report(pools::objects),
        Optional.of(pools),
        () -> rows.report(pools::commands));
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
