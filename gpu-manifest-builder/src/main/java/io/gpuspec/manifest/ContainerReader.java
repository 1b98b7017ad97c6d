package io.gpuspec.manifest;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.gpuspec.manifest.internal.fields.Part;
import io.gpuspec.manifest.internal.tree.ContainerForm;
import java.util.List;
import java.util.Map;

/** Reads a container of an intent file, which is then checked together with its pod. */
final class ContainerReader {
  private ContainerReader() {}

  /** A function that applies CPU and memory. */
  private interface Amounts {
    WorkloadContainer apply(WorkloadContainer container, String cpu, String memory);
  }

  /**
   * Reads one.
   *
   * @param otherName its name where it has none itself
   */
  static WorkloadContainer read(Part part, String otherName) {
    Container model =
        part.with(ContainerForm.kubernetes(part.map()))
            .as(Container.class)
            .orElseGet(Container::new);
    String name = part.find("name").map(Part::text).orElse(otherName);
    WorkloadContainer container =
        WorkloadContainer.of(new ContainerBuilder(model).withName(name).build());
    container = amounts(part, container, "requests", WorkloadContainer::requests);
    return amounts(part, container, "limits", WorkloadContainer::limits);
  }

  private static WorkloadContainer amounts(
      Part part, WorkloadContainer before, String field, Amounts step) {
    WorkloadContainer container = before;
    for (Part given : stated(part, field)) {
      Map<String, Object> amounts = given.map();
      // What is not given is zero, which the step leaves out.
      String cpu = String.valueOf(amounts.getOrDefault("cpu", "0"));
      String memory = String.valueOf(amounts.getOrDefault("memory", "0"));
      container = given.step(container, c -> step.apply(c, cpu, memory));
    }
    return container;
  }

  /** Returns the parts with the amounts; a duplicate is a problem. */
  private static List<Part> stated(Part part, String field) {
    List<Part> inside = part.find("resources").flatMap(all -> all.find(field)).stream().toList();
    if (part.find(field).isEmpty()) {
      return inside;
    }
    inside.forEach(
        twice ->
            twice.add(
                "'%s' stands in the container itself too; remove one of them".formatted(field)));
    return part.find(field).stream().toList();
  }
}
