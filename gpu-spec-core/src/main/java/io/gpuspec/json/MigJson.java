package io.gpuspec.json;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gpuspec.internal.FactJson;
import io.gpuspec.mig.MigChange;
import io.gpuspec.mig.MigEngines;
import io.gpuspec.mig.MigFit;
import io.gpuspec.mig.MigGpu;
import io.gpuspec.mig.MigLayout;
import io.gpuspec.mig.MigLayouts;
import io.gpuspec.mig.MigPlacement;
import io.gpuspec.mig.MigPlan;
import io.gpuspec.mig.MigProfile;
import io.gpuspec.mig.MigSizing;
import io.gpuspec.value.MemorySize;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * Writes the answers of {@link io.gpuspec.mig} as trees, for {@link GpuJson}; unknown values are
 * null.
 */
final class MigJson {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private MigJson() {}

  static ObjectNode node(MigGpu gpu) {
    ObjectNode node =
        of(gpu)
            .put("memorySlices", slices(gpu.memorySlices()))
            .put("computeSlices", gpu.computeSlices())
            .put("multiprocessors", number(gpu.multiprocessors()));
    node.set("engines", node(gpu.engines()));
    ArrayNode profiles = node.putArray("profiles");
    gpu.profiles().forEach(profile -> profiles.add(node(profile)));
    strings(node.putArray("notes"), gpu.notes());
    ArrayNode citations = node.putArray("citations");
    gpu.sources().forEach(source -> citations.add(FactJson.node(source)));
    return node;
  }

  private static ObjectNode of(MigGpu gpu) {
    return NODES
        .objectNode()
        .put("gpu", gpu.name())
        .put("geometry", gpu.geometry().toString())
        .put("placementsFrom", gpu.placementsFrom());
  }

  static ObjectNode node(MigProfile profile) {
    ObjectNode node =
        NODES
            .objectNode()
            .put("name", profile.name())
            .put("id", number(profile.id()))
            .put("memory", text(profile.memory()))
            .put("nominalMemory", profile.nominalMemory().toString())
            .put("computeSlices", profile.computeSlices())
            .put("memorySlices", slices(profile.memorySlices()))
            .put("maxInstances", profile.maxInstances());
    ArrayNode placements = node.putArray("placements");
    for (MigPlacement place : profile.placements()) {
      placements.addObject().put("start", place.start()).put("size", place.size());
    }
    node.put("multiprocessors", number(profile.multiprocessors()))
        .put("copyEngines", number(profile.copyEngines()))
        .set("engines", node(profile.engines()));
    return node.put("resource", profile.resourceName());
  }

  private static ObjectNode node(MigEngines engines) {
    return NODES
        .objectNode()
        .put("decoders", engines.decoders())
        .put("encoders", engines.encoders())
        .put("jpeg", engines.jpeg())
        .put("ofa", engines.ofa());
  }

  static ObjectNode node(MigLayouts layouts) {
    return node(layouts, layouts.maximal());
  }

  static ObjectNode node(MigLayouts layouts, Collection<MigLayout> listed) {
    ObjectNode node = of(layouts.gpu());
    ArrayNode array = node.putArray("layouts");
    listed.forEach(layout -> array.addObject().set("instances", instances(layout)));
    return node;
  }

  private static ArrayNode instances(MigLayout layout) {
    ArrayNode instances = NODES.arrayNode();
    layout.instances().forEach(instance -> instances.add(node(instance)));
    return instances;
  }

  static ObjectNode node(MigFit fit) {
    ObjectNode node = NODES.objectNode().put("fits", fit.fits()).put("gpusUsed", fit.gpusUsed());
    node.set("gpus", cards(fit.layouts()));
    node.put("leastGpus", leastGpus(fit)).put("exact", fit.isExact());
    strings(node.putArray("reasons"), fit.reasons());
    changes(node, fit.changes());
    node.set("notes", GpuJson.notes(fit.notes()));
    return node;
  }

  /** For a refusal because of the geometry, 0 means an unknown number. */
  private static @Nullable Integer leastGpus(MigFit fit) {
    return fit.fits() || fit.leastGpus() > 0 ? Integer.valueOf(fit.leastGpus()) : null;
  }

  private static ArrayNode cards(List<MigLayout> layouts) {
    ArrayNode gpus = NODES.arrayNode();
    layouts.forEach(layout -> gpus.add(node(layout)));
    return gpus;
  }

  static ObjectNode node(MigLayout layout) {
    return NODES.objectNode().put("gpu", layout.gpu().name()).set("instances", instances(layout));
  }

  private static void changes(ObjectNode node, List<MigChange> changes) {
    strings(node.putArray("changes"), changes.stream().map(MigChange::toString).toList());
  }

  static ObjectNode node(MigSizing sizing) {
    ObjectNode node = NODES.objectNode().put("fits", sizing.fits());
    ArrayNode choices = node.putArray("choices");
    for (MigSizing.Choice choice : sizing.choices()) {
      choices
          .addObject()
          .put("need", choice.need().toString())
          .put("profile", choice.profile().map(MigProfile::name).orElse(null))
          .put("memory", text(choice.profile().flatMap(MigProfile::memory)))
          .put("nominalMemory", text(choice.profile().map(MigProfile::nominalMemory)))
          .put("wasted", text(choice.wasted()));
    }
    node.put("gpusUsed", sizing.layouts().size()).set("gpus", cards(sizing.layouts()));
    node.put("wastedMemory", sizing.wastedMemory().toString())
        .put("idleMultiprocessors", number(sizing.idleMultiprocessors()));
    strings(node.putArray("reasons"), sizing.reasons());
    changes(node, sizing.changes());
    node.set("notes", GpuJson.notes(sizing.notes()));
    return node;
  }

  static ObjectNode node(MigPlan plan) {
    ObjectNode node = NODES.objectNode().put("feasible", plan.isFeasible());
    ArrayNode steps = node.putArray("steps");
    for (MigPlan.Step step : plan.steps()) {
      put(steps.addObject().put("action", step.action().toString()), step.placement());
    }
    node.put("kept", plan.kept().size());
    plan.to().ifPresent(target -> node.putObject("target").set("instances", instances(target)));
    strings(node.putArray("reasons"), plan.reasons());
    ArrayNode blocking = node.putArray("blocking");
    plan.blocking().forEach(instance -> blocking.add(node(instance)));
    node.set("notes", GpuJson.notes(plan.notes()));
    return node;
  }

  static ObjectNode node(MigPlacement instance) {
    return put(NODES.objectNode(), instance);
  }

  private static ObjectNode put(ObjectNode node, MigPlacement instance) {
    return node.put("profile", instance.profile())
        .put("start", instance.start())
        .put("size", instance.size());
  }

  private static @Nullable String text(Optional<MemorySize> size) {
    return size.map(MemorySize::toString).orElse(null);
  }

  private static @Nullable Integer number(OptionalInt value) {
    return value.isPresent() ? Integer.valueOf(value.getAsInt()) : null;
  }

  /** For slices, 0 means an unknown number. */
  private static @Nullable Integer slices(int count) {
    return count > 0 ? Integer.valueOf(count) : null;
  }

  private static void strings(ArrayNode array, List<String> texts) {
    texts.forEach(array::add);
  }
}
