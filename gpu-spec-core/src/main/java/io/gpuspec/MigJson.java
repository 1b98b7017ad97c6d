package io.gpuspec;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gpuspec.mig.MigChange;
import io.gpuspec.mig.MigEngines;
import io.gpuspec.mig.MigFit;
import io.gpuspec.mig.MigGpu;
import io.gpuspec.mig.MigLayout;
import io.gpuspec.mig.MigLayouts;
import io.gpuspec.mig.MigPlacement;
import io.gpuspec.mig.MigPlan;
import io.gpuspec.mig.MigProfile;
import java.util.Collection;
import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** The answers of {@link io.gpuspec.mig} as trees, for {@link GpuJson}; what is unknown is null. */
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
    gpu.sources().forEach(source -> citations.add(GpuJson.node(source)));
    return node;
  }

  private static ObjectNode of(MigGpu gpu) {
    return NODES
        .objectNode()
        .put("gpu", gpu.name())
        .put("geometry", gpu.geometry().toString())
        .put("placementsFrom", gpu.placementsFrom());
  }

  private static ObjectNode node(MigProfile profile) {
    ObjectNode node =
        NODES
            .objectNode()
            .put("name", profile.name())
            .put("id", number(profile.id()))
            .put("memory", profile.memory().map(MemorySize::toString).orElse(null))
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

  static ObjectNode node(MigLayouts layouts, Collection<MigLayout> listed) {
    ObjectNode node = of(layouts.gpu());
    ArrayNode array = node.putArray("layouts");
    listed.forEach(layout -> array.addObject().set("instances", instances(layout)));
    return node;
  }

  private static ArrayNode instances(MigLayout layout) {
    ArrayNode instances = NODES.arrayNode();
    layout.instances().forEach(instance -> put(instances.addObject(), instance));
    return instances;
  }

  static ObjectNode node(MigFit fit) {
    ObjectNode node = NODES.objectNode().put("fits", fit.fits()).put("gpusUsed", fit.gpusUsed());
    ArrayNode gpus = node.putArray("gpus");
    for (MigLayout layout : fit.layouts()) {
      gpus.addObject().put("gpu", layout.gpu().name()).set("instances", instances(layout));
    }
    node.put("leastGpus", fit.leastGpus()).put("exact", fit.isExact());
    strings(node.putArray("reasons"), fit.reasons());
    strings(node.putArray("changes"), fit.changes().stream().map(MigChange::toString).toList());
    return node;
  }

  static ObjectNode node(MigPlan plan) {
    ObjectNode node = NODES.objectNode().put("feasible", plan.isFeasible());
    ArrayNode steps = node.putArray("steps");
    for (MigPlan.Step step : plan.steps()) {
      put(steps.addObject().put("action", step.action().toString()), step.placement());
    }
    node.put("kept", plan.kept().size());
    plan.target().ifPresent(target -> node.putObject("target").set("instances", instances(target)));
    strings(node.putArray("reasons"), plan.reasons());
    ArrayNode blocking = node.putArray("blocking");
    plan.blocking().forEach(instance -> put(blocking.addObject(), instance));
    return node;
  }

  private static void put(ObjectNode node, MigPlacement instance) {
    node.put("profile", instance.profile())
        .put("start", instance.start())
        .put("size", instance.size());
  }

  private static @Nullable Integer number(OptionalInt value) {
    return value.isPresent() ? Integer.valueOf(value.getAsInt()) : null;
  }

  /** Of slices 0 stands for a number that is not known. */
  private static @Nullable Integer slices(int count) {
    return count > 0 ? Integer.valueOf(count) : null;
  }

  private static void strings(ArrayNode array, List<String> texts) {
    texts.forEach(array::add);
  }
}
