package io.gpuspec.manifest;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The JSON Schema of every kind of intent, as the jar has it. To write it anew after a change, run
 * {@code WorkloadSchemaTest} and take what it shows.
 */
final class WorkloadSchema {
  private static final String DRAFT = "https://json-schema.org/draft/2020-12/schema";

  /** What an editor shows beside a field, by the fields around it and its own name. */
  private static final Map<String, String> DESCRIPTIONS =
      Map.ofEntries(
          Map.entry("spec.kind", "What runs the pods."),
          Map.entry("gang.controller", "What starts the workers, and starts them again."),
          Map.entry("gang.workers", "How many there are, all alike."),
          Map.entry("gang.queue", "A queue of Volcano; default unless given."),
          Map.entry("gang.kueue", "A LocalQueue of Kueue, which admits all workers or none."),
          Map.entry("gang.minAvailable", "How many start together; all unless given."),
          Map.entry("gang.minMember", "How many start together; all unless given."),
          Map.entry("gang.maxRetry", "With how many failures the Volcano Job has failed."),
          Map.entry("gang.maxRestarts", "How often the JobSet starts all workers again."),
          Map.entry("gang.plugins", "Volcano's, by name, with their arguments."),
          Map.entry("gang.pytorch", "Each worker trains with PyTorch and finds the first."),
          Map.entry("pytorch.script", "What torchrun runs; the command stays where not given."),
          Map.entry("gang.gpu", "Those of each worker; one whole GPU of any kind unless given."),
          Map.entry("gang.container", "The main container of each worker."),
          Map.entry("volcanoQueue.weight", "Its share beside the weights of other queues."),
          Map.entry("volcanoQueue.reclaimable", "What it has beyond its share is taken back."),
          Map.entry("volcanoQueue.capability", "At most so many of a device, by its name."),
          Map.entry("kueueQueue.cohort", "Queues of one cohort lend each other what is unused."),
          Map.entry(
              "volcanoQueue.deserved", "So many of a device are its own; others use the rest."),
          Map.entry("kueueQueue.borrows", "At most so many cards beyond each quota."),
          Map.entry("kueueQueue.lends", "At most so many cards of each quota."),
          Map.entry(
              "kueueQueue.reclaims", "Lent cards come back at once, and borrowers are evicted."),
          Map.entry("kueueQueue.quotas", "Cards on nodes of a row each, tried in this order."),
          Map.entry("kueueQueue.localQueues", "The names under which namespaces use it."),
          Map.entry("nodeLabeler.from", "GPU Feature Discovery's labels, or each node's driver."),
          Map.entry("nodeLabeler.image", "With sh and kubectl in it."),
          Map.entry("nodeLabeler.label", "What is written; accelerator unless given."),
          Map.entry("nodeLabeler.values", "Of a model another value."),
          Map.entry("nodeLabeler.nodes", "Labels of the nodes that it runs on."),
          Map.entry("nodePools.scheme", "Whose labels the nodes are known by; plain unless given."),
          Map.entry("nodePool.gpu", "A model, or one form of it as nvidia-smi names it."),
          Map.entry("nodePool.nodes", "Their names, or how many there are."),
          Map.entry("nodePool.cards", "On each node."),
          Map.entry("nodePool.purpose", "What they are for; the pool's name unless given."),
          Map.entry("nodePool.effect", "What the purpose's taint does; NoSchedule unless given."),
          Map.entry("nodePool.taints", "More taints."),
          Map.entry("nodePool.labels", "More labels that are written and selected."),
          Map.entry("nodePool.labelled", "Labels that the nodes have already."),
          Map.entry("nodePool.allocatable", "What pods can use of each beside the cards."),
          Map.entry("gpuTenancy.resource", "What is counted, such as nvidia.com/gpu."),
          Map.entry("gpuTenancy.pool", "How many of it there are."),
          Map.entry("gpuTenancy.reserves", "What is no team's own."),
          Map.entry("gpuTenancy.noneIn", "Namespaces that are there and get none."),
          Map.entry("gpuTenancy.kueue", "Queues of Kueue in one cohort in place of quotas."),
          Map.entry("gpuTenancy.volcano", "Queues of Volcano in place of quotas."),
          Map.entry("gpuTeam.cards", "How many are its own."),
          Map.entry("gpuTeam.perPod", "At most so many for one pod."),
          Map.entry("gpuTeam.requests", "At most so much of the namespace; pods must state both."),
          Map.entry("gpuTeam.unstated", "What a container requests that states nothing."),
          Map.entry("gpuTeam.borrows", "At most so many beyond its own, with queues."),
          Map.entry("gpuTeam.lends", "At most so many of its own, with queues."),
          Map.entry("gpuPriority.waits", "Its pods evict nobody."),
          Map.entry("kubeletSettings.reservedSystemCPUs", "Such as 0-1,32-33."),
          Map.entry("devicePlugin.version", "Of NVIDIA's device plugin, such as v0.20.0."),
          Map.entry("devicePlugin.image", "NVIDIA's of that version unless given."),
          Map.entry("devicePlugin.configMap", "Its name; <name>-configs unless given."),
          Map.entry("devicePlugin.configs", "Config files by name; a node's label chooses one."),
          Map.entry("devicePlugin.defaultConfig", "The one of nodes without the label."),
          Map.entry("devicePlugin.flags", "Variables of the container, which beat a config."),
          Map.entry("devicePlugin.nodeSelector", "Nodes with a GPU, however found, unless given."),
          Map.entry("alerts.form", "A PrometheusRule unless given, or a ConfigMap with the file."),
          Map.entry("alerts.preset", "Alerts to begin with."),
          Map.entry("alerts.counters", "A ConfigMap of this name with dcgm-exporter's metrics."),
          Map.entry("alerts.moreCounters", "Metrics that the library does not know."),
          Map.entry("alert.expr", "PromQL of your own, with a name."),
          Map.entry("alert.for", "How long it must have been so, such as 10m."),
          Map.entry("alert.gpus", "Products for powerOfRatedPercent, such as T4."),
          Map.entry("spec.gpu", "Which GPUs and how many; one whole GPU of any kind unless given."),
          Map.entry("spec.match", "How a shape is chosen beside that."),
          Map.entry("spec.target", "Where it runs, unless that is said elsewhere."),
          Map.entry("spec.container", "The main container, which gets the GPUs."),
          Map.entry("spec.pod", "What the pods have beside it, in Kubernetes' own form."),
          Map.entry(
              "spec.port", "The container's port, which a Service of the same port leads to."),
          Map.entry("spec.selector", "The labels by which pods are found; app unless given."),
          Map.entry("gpu.names", "In order of preference."),
          Map.entry("gpu.anyOf", "All equally welcome."),
          Map.entry("gpu.minMemory", "Of each, such as 20Gi."),
          Map.entry("gpu.totalMemory", "Of all together, however many it takes."),
          Map.entry("gpu.minComputeCapability", "Such as '8.0', in quotes."),
          Map.entry("gpu.exact", "No shape with more GPUs than asked."),
          Map.entry("gpu.share", "Of each card only this, where pods share cards."),
          Map.entry("share.memory", "Of a card's memory, such as 5Gi."),
          Map.entry("share.compute", "Percent of a card's compute."),
          Map.entry("match.explicit", "Exactly what is asked; nothing is rounded up."),
          Map.entry("pod.hardened", "What the restricted Pod Security Standard asks."),
          Map.entry("pod.containers", "Those beside the main one."),
          Map.entry("container.env", "Variables by name, or Kubernetes' list."));

  private static final List<IntentShape.Fields> KINDS =
      List.of(
          WorkloadShape.DOCUMENT,
          GangShape.DOCUMENT,
          QueueShape.VOLCANO_DOCUMENT,
          QueueShape.KUEUE_DOCUMENT,
          NodePoolsShape.DOCUMENT,
          TenancyShape.DOCUMENT,
          KubeletShape.DOCUMENT,
          DevicePluginShape.DOCUMENT,
          AlertsShape.DOCUMENT,
          NodeLabelerReader.DOCUMENT);

  private final Map<String, ObjectNode> definitions = new TreeMap<>();

  private WorkloadSchema() {}

  /** The schema, indented, ending with a line break. */
  static String text() {
    WorkloadSchema schema = new WorkloadSchema();
    ObjectNode root = object();
    root.put("$schema", DRAFT);
    root.put("$id", "urn:io.gpuspec:gpu-workload");
    root.put("title", "What somebody wants to run on GPUs, whatever the cloud");
    ArrayNode kinds = root.putArray("oneOf");
    KINDS.forEach(kind -> kinds.add(schema.reference(kind)));
    ObjectNode definitions = root.putObject("$defs");
    schema.definitions.forEach(definitions::set);
    try {
      return Json.MAPPER.writer(Json.pretty()).writeValueAsString(root) + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  private static ObjectNode object() {
    return Json.MAPPER.createObjectNode();
  }

  private static ObjectNode type(String type) {
    return object().put("type", type);
  }

  private ObjectNode of(IntentShape shape) {
    if (shape instanceof IntentShape.Words words) {
      ObjectNode text = type("string");
      return words.words().isEmpty() ? text : text.set("enum", array(words.words()));
    }
    if (shape instanceof IntentShape.Whole whole) {
      return type("integer").put("minimum", whole.least()).put("maximum", whole.most());
    }
    if (shape instanceof IntentShape.Truth) {
      return type("boolean");
    }
    if (shape instanceof IntentShape.Items items) {
      ObjectNode list = type("array");
      if (items.least() > 0) {
        list.put("minItems", items.least());
      }
      return list.set("items", of(items.item()));
    }
    if (shape instanceof IntentShape.Entries entries) {
      return type("object").set("additionalProperties", of(entries.value()));
    }
    if (shape instanceof IntentShape.Either either) {
      ArrayNode shapes = Json.MAPPER.createArrayNode();
      either.shapes().forEach(one -> shapes.add(of(one)));
      return object().set("anyOf", shapes);
    }
    if (shape instanceof IntentShape.Fields fields) {
      return reference(fields);
    }
    return object().set("type", Json.MAPPER.createArrayNode().add("string").add("number"));
  }

  private ObjectNode reference(IntentShape.Fields fields) {
    ObjectNode definition = definition(fields);
    ObjectNode before = definitions.put(fields.name(), definition);
    if (before != null && !before.equals(definition)) {
      throw new IllegalStateException("two definitions of " + fields.name());
    }
    return object().put("$ref", "#/$defs/" + fields.name());
  }

  private ObjectNode definition(IntentShape.Fields fields) {
    ObjectNode definition = type("object");
    if (!fields.required().isEmpty()) {
      definition.set("required", array(fields.required().stream().sorted().toList()));
    }
    definition.put("additionalProperties", false);
    ObjectNode properties = definition.putObject("properties");
    new TreeMap<>(fields.fields())
        .forEach((name, shape) -> properties.set(name, described(fields.name(), name, shape)));
    return definition;
  }

  private ObjectNode described(String owner, String field, IntentShape shape) {
    ObjectNode rules = object();
    String description = DESCRIPTIONS.get(owner + "." + field);
    if (description != null) {
      rules.put("description", description);
    }
    return rules.setAll(of(shape));
  }

  private static ArrayNode array(Collection<String> words) {
    ArrayNode array = Json.MAPPER.createArrayNode();
    words.forEach(array::add);
    return array;
  }
}
