package io.gpuspec.json;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gpuspec.CapacityType;
import io.gpuspec.CatalogDiff;
import io.gpuspec.GpuRequest;
import io.gpuspec.GpuSpec;
import io.gpuspec.Match;
import io.gpuspec.Matches;
import io.gpuspec.NodePlan;
import io.gpuspec.Price;
import io.gpuspec.RankedMatches;
import io.gpuspec.Shape;
import io.gpuspec.SpecCatalog;
import io.gpuspec.cluster.ComponentReport;
import io.gpuspec.cluster.FeatureState;
import io.gpuspec.cuda.CudaFit;
import io.gpuspec.diagnosis.Diagnosis;
import io.gpuspec.diagnosis.KnownProblem;
import io.gpuspec.diagnosis.Symptom;
import io.gpuspec.fleet.Consolidation;
import io.gpuspec.fleet.FleetPlan;
import io.gpuspec.fleet.WhatIf;
import io.gpuspec.internal.Arguments;
import io.gpuspec.internal.ExtendedResources;
import io.gpuspec.internal.FactJson;
import io.gpuspec.internal.Json;
import io.gpuspec.mig.MigFit;
import io.gpuspec.mig.MigGpu;
import io.gpuspec.mig.MigLayouts;
import io.gpuspec.mig.MigPlan;
import io.gpuspec.mig.MigSizing;
import io.gpuspec.recommend.ModelMemory;
import io.gpuspec.recommend.Recommendation;
import io.gpuspec.recommend.Recommendations;
import io.gpuspec.scheduling.GpuResource;
import io.gpuspec.share.Packing;
import io.gpuspec.share.PackingCost;
import io.gpuspec.share.PartCost;
import io.gpuspec.share.ReplicaNode;
import io.gpuspec.share.choice.SharingChoice;
import io.gpuspec.share.dialect.ShareTranslation;
import io.gpuspec.spi.SharedNode;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.Note;
import io.gpuspec.value.ReferencePrice;
import io.gpuspec.value.Rejection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Writes results as JSON, for services and the command line: the same result gives the same bytes.
 *
 * <pre>{@code
 * GpuJson.write(gpus.in("tke").match(GpuRequest.of("T4")));    // { "matched": true, ... }
 * GpuJson.write(List.of(gpus.in("tke").catalog()));            // { "specs": [ ... ], ... }
 * }</pre>
 *
 * <p>Memory and CPU are Kubernetes quantities ({@code "40Gi"}, {@code "500m"}); what is unknown is
 * absent. The answers to requests conform to the JSON Schema {@code
 * io/gpuspec/json/match.schema.json} of the jar.
 */
public final class GpuJson {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private GpuJson() {}

  /**
   * {@code {"matched", "requested", "spec", "waste", "largestRequests"?, "alternatives",
   * "rejected", "notes"}}.
   */
  public static String write(Match match) {
    return Json.pretty(node(Arguments.required("match", match, "a Match")));
  }

  /**
   * Shortens an answer: {@code "alternatives"} and {@code "rejected"} have at most {@code most}
   * entries, {@code "omitted"} counts the rest, and each {@code "citation"} is an index of {@code
   * "citations"}, which has every source once.
   *
   * @param answer what one of the other methods wrote
   * @param most how many alternatives and rejected candidates to keep; 0 or more
   * @throws InvalidValueException if {@code most} is negative, or the answer is not a JSON object
   */
  public static String brief(String answer, int most) {
    return BriefJson.write(Arguments.required("answer", answer, "an answer in JSON"), most);
  }

  /**
   * {@code {"providers": [{"provider", "cloud", ...as for one match}]}}: of each cloud the answer,
   * and the target that gives it.
   */
  public static String write(Matches matches) {
    return Json.pretty(node(Arguments.required("matches", matches, "Matches")));
  }

  static ObjectNode node(Matches matches) {
    ArrayNode providers = NODES.arrayNode();
    for (Match match : matches.answers()) {
      ObjectNode answer = answer(match);
      providers.add(answer.setAll(node(match)));
    }
    return NODES.objectNode().set("providers", providers);
  }

  private static ObjectNode answer(Match match) {
    return NODES
        .objectNode()
        .put("provider", match.target().id())
        .put("cloud", match.target().cloud());
  }

  /**
   * {@code {"providers": [{"provider", "cloud", "rank", "comparablePrice", ...as for one match}]}},
   * in the order of the ranking; an answer without a price has no rank.
   */
  public static String write(RankedMatches ranked) {
    return Json.pretty(node(Arguments.required("ranked", ranked, "RankedMatches")));
  }

  static ObjectNode node(RankedMatches ranked) {
    ArrayNode providers = NODES.arrayNode();
    for (RankedMatches.Ranked each : ranked.ranking()) {
      ObjectNode answer = answer(each.match());
      each.amount()
          .ifPresent(
              amount -> {
                answer.put("rank", providers.size() + 1);
                answer
                    .putObject("comparablePrice")
                    .put("amount", amount.toPlainString())
                    .put("currency", ranked.currency());
              });
      providers.add(answer.setAll(node(each.match())));
    }
    return NODES.objectNode().set("providers", providers);
  }

  /** {@code {"specs": [...], "notes": [...]}}: what the catalogs' queries let through. */
  public static String write(List<SpecCatalog> catalogs) {
    return Json.pretty(rows(Arguments.copied("catalogs", catalogs, "SpecCatalogs")));
  }

  static ObjectNode rows(List<SpecCatalog> catalogs) {
    ObjectNode node = NODES.objectNode();
    ArrayNode specs = node.putArray("specs");
    ArrayNode notes = node.putArray("notes");
    for (SpecCatalog catalog : catalogs) {
      catalog.specs().forEach(spec -> specs.add(node(spec)));
      notes.addAll(notes(catalog.notes()));
    }
    return node;
  }

  /**
   * {@code {"causes": [{"id", "title", "severity", "symptom", "cause", "evidence": [{"line",
   * "text"}], "times", "captured", "commands", "program", "seen", "targets"?, "versions"?,
   * "where"?: [{"file", "line", "column", "path", "message"}], "fix", "citation"}], "unknown":
   * [{"line", "text"}], "notes"}}.
   */
  public static String write(Diagnosis diagnosis) {
    return Json.pretty(
        DiagnosisJson.node(Arguments.required("diagnosis", diagnosis, "a Diagnosis")));
  }

  /**
   * {@code {"id", "title", "severity", "symptom", "program", "seen", "targets"?, "versions"?,
   * "messages", "example", "cause", "commands", "fix", "citation"}}; what a message captures stands
   * in braces.
   */
  public static String write(KnownProblem problem) {
    return Json.pretty(
        DiagnosisJson.node(Arguments.required("problem", problem, "a KnownProblem")));
  }

  /**
   * {@code {"id", "title", "steps": [{"question", "command", "answers": [{"seen", "means"}]}],
   * "citation"}}.
   */
  public static String write(Symptom symptom) {
    return Json.pretty(DiagnosisJson.node(Arguments.required("symptom", symptom, "a Symptom")));
  }

  /**
   * {@code {"fits", "cuda", "driver", "image"?, "gpu"?, "by"?, "minimumDriver"?, "reason",
   * "citation", "notes"}}.
   */
  public static String write(CudaFit fit) {
    return Json.pretty(node(Arguments.required("fit", fit, "a CudaFit")));
  }

  static ObjectNode node(CudaFit fit) {
    ObjectNode node =
        NODES
            .objectNode()
            .put("fits", fit.fits())
            .put("cuda", fit.cuda())
            .put("driver", fit.driver().toString());
    put(node, "image", fit.image());
    put(node, "gpu", fit.gpu());
    put(node, "by", fit.by());
    put(node, "minimumDriver", fit.minimumDriver());
    node.put("reason", fit.reason()).set("citation", FactJson.node(fit.citation()));
    return node.set("notes", notes(fit.notes()));
  }

  /**
   * {@code {"recommendations": [{"spec", "reason", "citation", "notes"}], "model"?, "rejected",
   * "notes"}}.
   */
  public static String write(Recommendations answer) {
    return Json.pretty(node(Arguments.required("recommendations", answer, "Recommendations")));
  }

  static ObjectNode node(Recommendations answer) {
    ObjectNode node = NODES.objectNode();
    ArrayNode recommendations = node.putArray("recommendations");
    answer.recommended().forEach(one -> recommendations.add(node(one)));
    answer.need().model().ifPresent(model -> node.set("model", node(model)));
    ArrayNode rejected = node.putArray("rejected");
    answer.rejected().forEach(rejection -> rejected.add(node(rejection)));
    return node.set("notes", notes(answer.notes()));
  }

  static ObjectNode node(Recommendation one) {
    ObjectNode node = NODES.objectNode();
    node.set("spec", node(one.shape()));
    node.put("reason", one.reason()).set("citation", FactJson.node(one.citation()));
    return node.set("notes", notes(one.notes()));
  }

  /**
   * {@code {"provider", "edition", "prefer", "cost": {"amount", "currency", "per"?}, "bound",
   * "gap", "nodes": [{"name", "spec", "existing", "zone"?, "capacityType"?, "labels"?, "mig"?,
   * "share"?, "replica"?, "pods", "devices", "devicesUsed", "cpu"?, "cpuUsed", "memory"?,
   * "memoryUsed"}], "unplaced": [{"pod", "reasons"}], "waste": {"gpus", "cpu", "memory"},
   * "notes"}}; the gap is a part of the bound, and null where the bound is zero and the cost is
   * not.
   */
  public static String write(FleetPlan plan) {
    return Json.pretty(FleetJson.node(Arguments.required("plan", plan, "a FleetPlan")));
  }

  /** {@code {"providers": [{"provider", ...as for one plan}]}}: plans of several targets. */
  public static String writePlans(List<FleetPlan> plans) {
    ArrayNode providers = NODES.arrayNode();
    Arguments.copied("plans", plans, "FleetPlans")
        .forEach(plan -> providers.add(FleetJson.node(plan)));
    return Json.pretty(NODES.objectNode().set("providers", providers));
  }

  /**
   * The same as of a plan, with {@code "whatIfs": [{"what", "cost", "bound", "gap", "nodes":
   * number, "unplaced": number}]}.
   */
  public static String write(FleetPlan plan, List<WhatIf> others) {
    return Json.pretty(
        FleetJson.node(
            Arguments.required("plan", plan, "a FleetPlan"),
            Arguments.copied("others", others, "WhatIfs")));
  }

  /**
   * {@code {"provider", "before": {"amount", "currency", "per"}, "after", "saved", "launch":
   * [{"name", "spec"}], "drain": [names, in order], "moves": [{"pod", "from", "to"}], "notes"}}.
   */
  public static String write(Consolidation consolidation) {
    return Json.pretty(
        FleetJson.node(Arguments.required("consolidation", consolidation, "a Consolidation")));
  }

  /**
   * {@code {"placed": [{"request", "node", "card", "cards"}], "unplaced": [{"request", "reasons"}],
   * "cards": [{"node", "card", "gpu", "memoryFree", "coreFree", "shares", "overcommitment"?}]}};
   * {@code request} is the pod's name, {@code card} the first of its cards.
   */
  public static String write(Packing packing) {
    return Json.pretty(PackingJson.node(Arguments.required("packing", packing, "a Packing")));
  }

  /**
   * {@code {"node", "resources": {name: amount}, "labels": [{"key", "value", "writtenBy", "reason",
   * "citation"}], "commands", "addOn"?: {"namespace", "onEachNode": {"cpu", "memory"}, "objects",
   * "citation"}, "notes"}}.
   *
   * @param name the node that the commands are for
   */
  public static String write(SharedNode node, String name) {
    Arguments.required("node", node, "a SharedNode");
    return Json.pretty(SharedNodeJson.node(node, name));
  }

  /**
   * {@code {"strategy", "replicas", "gpu", "cards", "resource", "failRequestsGreaterThanOne",
   * "since", "memoryLimit"?, "threadPercentage"?, "resources": {name: count}, "labels": {key:
   * value}, "notes"}}.
   */
  public static String write(ReplicaNode node) {
    return Json.pretty(ReplicaJson.node(Arguments.required("node", node, "a ReplicaNode")));
  }

  /**
   * {@code {"needs", "place", "choices": [{"technique", "mode", "isolation"?, "gpus", "reasons",
   * "gaps", "unmetWishes"}], "rejected": [{"name", "reasons"}], "notes"}}: the techniques that
   * serve, best first; {@code reasons} and {@code gaps} are like {@code notes}.
   */
  public static String write(SharingChoice choice) {
    return Json.pretty(ChoiceJson.node(Arguments.required("choice", choice, "a SharingChoice")));
  }

  /**
   * {@code {"name", "cards", "billed", "taken": {"memory"?, "compute"?, "places"?, "card"?},
   * "cost"?: {"amount", "currency", "per", "exact"}}}; parts are of one card, such as {@code
   * "2/7"}.
   */
  public static String write(PartCost cost) {
    return Json.pretty(CostJson.node(Arguments.required("cost", cost, "a PartCost")));
  }

  /**
   * Writes {@code {"from", "to", "cards", "memory"?, "part"?, "compute"?, "resources",
   * "annotations", "exact", "notes"}}: memory of each card as a quantity, or parts such as {@code
   * 1/2}.
   */
  public static String write(ShareTranslation translation) {
    return Json.pretty(
        DialectJson.node(Arguments.required("translation", translation, "a ShareTranslation")));
  }

  /**
   * {@code {"pods": [as of a part], "billed"?, "paid"?, "unused"?, "unpriced": [names], "unplaced":
   * [{"name", "reasons"}]}}; a cost that is not known is absent.
   */
  public static String write(PackingCost cost) {
    return Json.pretty(CostJson.node(Arguments.required("cost", cost, "a PackingCost")));
  }

  /** {@code {"parameters", "precision", "memory", "parts": [{"name", "memory", "formula"}]}}. */
  public static String write(ModelMemory model) {
    return Json.pretty(node(Arguments.required("model", model, "a ModelMemory")));
  }

  static ObjectNode node(ModelMemory model) {
    ObjectNode node =
        NODES
            .objectNode()
            .put("parameters", model.parameters())
            .put("precision", model.precision().toString())
            .put("memory", model.total().toString());
    ArrayNode parts = node.putArray("parts");
    for (ModelMemory.Part part : model.parts()) {
      ObjectNode item =
          parts
              .addObject()
              .put("name", part.name())
              .put("memory", part.size().toString())
              .put("formula", part.formula());
      part.citation().ifPresent(citation -> item.set("citation", FactJson.node(citation)));
    }
    return node;
  }

  /**
   * {@code {"from": {"provider", "edition"}, "to": {...}, "added": [names], "removed": [names],
   * "changed": [{"name", "field", "from", "to"}]}}; a fact that one side does not have is null
   * there.
   */
  public static String write(CatalogDiff diff) {
    return Json.pretty(node(Arguments.required("diff", diff, "a CatalogDiff")));
  }

  static ObjectNode node(CatalogDiff diff) {
    ObjectNode node = NODES.objectNode();
    node.set("from", edition(diff.from()));
    node.set("to", edition(diff.to()));
    ArrayNode added = node.putArray("added");
    diff.added().forEach(row -> added.add(row.name()));
    ArrayNode removed = node.putArray("removed");
    diff.removed().forEach(row -> removed.add(row.name()));
    ArrayNode changed = node.putArray("changed");
    for (CatalogDiff.Change change : diff.changed()) {
      changed
          .addObject()
          .put("name", change.name())
          .put("field", change.field())
          .put("from", change.from().orElse(null))
          .put("to", change.to().orElse(null));
    }
    return node;
  }

  /**
   * {@code {"gpu", "geometry", "placementsFrom", "memorySlices", "computeSlices",
   * "multiprocessors", "engines", "profiles": [{"name", "id", "memory", "nominalMemory",
   * "computeSlices", "memorySlices", "maxInstances", "placements": [{"start", "size"}],
   * "multiprocessors", "copyEngines", "engines", "resource"}], "notes", "citations"}}; {@code
   * memory} is what an instance gets, and what is not known of a product is null.
   */
  public static String write(MigGpu gpu) {
    return Json.pretty(MigJson.node(Arguments.required("gpu", gpu, "a MigGpu")));
  }

  /**
   * {@code {"gpu", "geometry", "placementsFrom", "layouts": [{"instances": [{"profile", "start",
   * "size"}]}]}}: the maximal layouts.
   */
  public static String write(MigLayouts layouts) {
    return Json.pretty(MigJson.node(Arguments.required("layouts", layouts, "MigLayouts")));
  }

  /** The same of every legal layout, the empty one first. */
  public static String writeAll(MigLayouts layouts) {
    Arguments.required("layouts", layouts, "MigLayouts");
    return Json.pretty(MigJson.node(layouts, layouts.all()));
  }

  /**
   * {@code {"fits", "gpusUsed", "gpus": [{"gpu", "instances": [{"profile", "start", "size"}]}],
   * "leastGpus", "exact", "reasons", "changes", "notes"}}.
   */
  public static String write(MigFit fit) {
    return Json.pretty(MigJson.node(Arguments.required("fit", fit, "a MigFit")));
  }

  /**
   * {@code {"fits", "choices": [{"need", "profile", "memory", "nominalMemory", "wasted"}],
   * "gpusUsed", "gpus": [as of a fit], "wastedMemory", "idleMultiprocessors", "reasons", "changes",
   * "notes"}}; where no profile holds a need, it is null there.
   */
  public static String write(MigSizing sizing) {
    return Json.pretty(MigJson.node(Arguments.required("sizing", sizing, "a MigSizing")));
  }

  /**
   * {@code {"feasible", "steps": [{"action", "profile", "start", "size"}], "kept", "target"?,
   * "reasons", "blocking": [{"profile", "start", "size"}], "notes"}}; {@code kept} is how many
   * instances stay.
   */
  public static String write(MigPlan plan) {
    return Json.pretty(MigJson.node(Arguments.required("plan", plan, "a MigPlan")));
  }

  /**
   * {@code {"ok", "components": [{"component", "version", "standing", "reason", "citation"}],
   * "notes"}}.
   */
  public static String write(ComponentReport report) {
    Arguments.required("report", report, "a ComponentReport");
    return Json.pretty(ClusterJson.node(report));
  }

  /**
   * {@code {"resources": [{"name", "vendor", "real", "integer", "advertisedBy"?, "counts"?,
   * "since"?, "instead"?, "note"?, "correction"?, "citation"}], "features": [{"name", "kubernetes",
   * "stage", "onByDefault", "since"?, "gates", "about", "note"?, "correction"?, "citation"}]}}.
   */
  public static String write(List<GpuResource> resources, List<FeatureState> features) {
    return Json.pretty(
        ClusterJson.node(
            Arguments.copied("resources", resources, "GpuResources"),
            Arguments.copied("features", features, "FeatureStates")));
  }

  private static ObjectNode edition(SpecCatalog catalog) {
    return NODES.objectNode().put("provider", catalog.target()).put("edition", catalog.edition());
  }

  static ObjectNode node(Match match) {
    ObjectNode node = NODES.objectNode().put("matched", match.isFound());
    if (!match.isJudged()) {
      node.put("judged", false);
    }
    node.set("requested", RequestField.requested(match));
    node.set("spec", match.found().map(found -> planned(match, found.shape())).orElse(null));
    node.set("waste", match.found().map(GpuJson::waste).orElse(null));
    match
        .found()
        .flatMap(Match.Found::largestRequests)
        .ifPresent(
            each ->
                node.putObject("largestRequests")
                    .put("cpu", each.cpu().toString())
                    .put("memory", each.memory().toString()));
    ArrayNode alternatives = node.putArray("alternatives");
    match.alternatives().forEach(shape -> alternatives.add(planned(match, shape)));
    ArrayNode rejected = node.putArray("rejected");
    match.rejected().forEach(rejection -> rejected.add(node(rejection)));
    node.set("notes", notes(match.notes()));
    return node;
  }

  private static ObjectNode waste(Match.Found found) {
    ObjectNode node = NODES.objectNode();
    if (found.shape().spec().isSized()) {
      node.put("cpu", found.wastedCpu().toString()).put("memory", found.wastedMemory().toString());
    }
    node.put("gpus", found.wastedGpus());
    if (found.request().devices().migProfile().isPresent()) {
      node.put("instances", found.wastedDevices());
    } else if (found.request().devices().isReplica()) {
      node.put("replicas", found.wastedDevices());
    }
    return node;
  }

  static ArrayNode notes(List<Note> notes) {
    ArrayNode array = NODES.arrayNode();
    notes.forEach(note -> array.add(node(note)));
    return array;
  }

  static ObjectNode node(Note note) {
    ObjectNode node = NODES.objectNode().put("id", note.id()).put("message", note.message());
    note.citation().ifPresent(citation -> node.set("citation", FactJson.node(citation)));
    return node;
  }

  static ObjectNode node(Rejection rejection) {
    ObjectNode node = NODES.objectNode().put("name", rejection.name());
    ArrayNode reasons = node.putArray("reasons");
    rejection.reasons().forEach(reason -> reasons.add(reason.text()));
    put(node, "toFit", rejection.toFit());
    return node;
  }

  private static ObjectNode resources(Map<String, Long> amounts) {
    ObjectNode node = NODES.objectNode();
    amounts.forEach((name, amount) -> node.put(name, ExtendedResources.text(name, amount)));
    return node;
  }

  /** Returns a shape, with the plan for all replicas if several were requested. */
  private static ObjectNode planned(Match match, Shape shape) {
    ObjectNode node = node(match.request(), shape);
    match
        .found()
        .filter(found -> found.request().replicas() > 1)
        .ifPresent(
            found -> node.set("plan", node(found.plan(shape), found.request().capacityType())));
    return node;
  }

  static ObjectNode node(NodePlan plan, CapacityType capacityType) {
    ObjectNode node =
        NODES
            .objectNode()
            .put("replicas", plan.replicas())
            .put("podsPerNode", plan.podsPerNode())
            .put("nodes", plan.nodes());
    plan.price(capacityType).ifPresent(price -> node.set("totalPrice", node(price)));
    return node;
  }

  /** Returns a shape: its row's facts with one CPU and one memory, priced as requested. */
  static ObjectNode node(GpuRequest request, Shape shape) {
    return node(shape, request.capacityType());
  }

  /** Returns a shape that was not asked for, with its price on demand. */
  static ObjectNode node(Shape shape) {
    return node(shape, CapacityType.ON_DEMAND);
  }

  private static ObjectNode node(Shape shape, CapacityType capacityType) {
    ObjectNode node = identity(shape.spec());
    if (shape.spec().isSized()) {
      node.put("cpu", shape.cpu().toString()).put("memory", shape.memory().toString());
      allocatable(node, shape);
    }
    return provenance(node, shape.spec(), shape.spec().price(capacityType));
  }

  private static void allocatable(ObjectNode node, Shape shape) {
    if (shape.hasReservedCapacity()) {
      node.putObject("allocatable")
          .put("cpu", shape.allocatable().cpu().toString())
          .put("memory", shape.allocatable().memory().toString());
    }
  }

  /** A row: one CPU and memory where it has one size, else the options and the range. */
  static ObjectNode node(GpuSpec spec) {
    ObjectNode node = identity(spec);
    Shape largest = spec.shapes().get(spec.shapes().size() - 1);
    if (!spec.isSized()) {
      return provenance(node, spec, spec.price());
    }
    if (spec.shapes().size() == 1 && spec.memoryMin().equals(spec.memoryMax())) {
      node.put("cpu", largest.cpu().toString()).put("memory", largest.memory().toString());
      allocatable(node, largest);
    } else {
      ArrayNode cpus = node.putArray("cpu");
      spec.shapes().forEach(size -> cpus.add(size.cpu().toString()));
      node.putObject("memory")
          .put("min", spec.memoryMin().toString())
          .put("max", spec.memoryMax().toString());
      ArrayNode upward = node.putArray("upward");
      spec.shapes()
          .forEach(
              size ->
                  upward
                      .addObject()
                      .put("cpu", size.cpu().toString())
                      .put("memory", size.memory().toString()));
    }
    spec.typical()
        .ifPresent(
            typical ->
                node.putObject("typical")
                    .put("cpu", typical.cpu().toString())
                    .put("memory", typical.memory().toString()));
    return provenance(node, spec, spec.price());
  }

  private static ObjectNode identity(GpuSpec spec) {
    ObjectNode node =
        NODES
            .objectNode()
            .put("provider", spec.target())
            .put("edition", spec.edition())
            .put("name", spec.name())
            .put("gpu", spec.gpu())
            .put("gpus", spec.gpus());
    put(node, "fraction", spec.fraction());
    put(node, "gpuMemory", spec.gpuMemory());
    put(node, "gpuMemoryReported", spec.gpuMemoryReported());
    put(node, "shareMemory", spec.shareMemory());
    put(node, "cuda", spec.cuda());
    put(node, "driver", spec.driver());
    node.put("arch", spec.arch().toString());
    put(node, "network", spec.attribute("network"));
    if (!spec.resources().isEmpty()) {
      node.set("resources", resources(spec.resources()));
    }
    return node;
  }

  private static ObjectNode provenance(ObjectNode node, GpuSpec spec, Optional<Price> price) {
    if (spec.lifecycle() != GpuSpec.Lifecycle.CURRENT) {
      node.put("lifecycle", spec.lifecycle().toString());
    }
    price.ifPresent(known -> node.set("price", node(known)));
    if (spec.prices().size() > price.stream().count()) {
      ArrayNode prices = node.putArray("prices");
      spec.prices().forEach(known -> prices.add(node(known)));
    }
    spec.referencePrice().ifPresent(reference -> node.set("referencePrice", node(reference)));
    return node.set("citation", FactJson.node(spec.citation()));
  }

  static ObjectNode node(Price price) {
    return FactJson.price(
            price.amount(), price.currency(), price.per(), price.region(), price.capacityType())
        .set("citation", FactJson.node(price.citation()));
  }

  static ObjectNode node(ReferencePrice price) {
    return NODES
        .objectNode()
        .put("amount", price.amount().toPlainString())
        .put("currency", price.currency())
        .put("per", price.per())
        .set("citation", FactJson.node(price.citation()));
  }

  private static void put(ObjectNode node, String key, Optional<?> value) {
    value.ifPresent(present -> node.put(key, present.toString()));
  }
}
