package io.gpuspec.manifest;

import io.gpuspec.Devices;
import io.gpuspec.GpuRequest;
import io.gpuspec.json.RequestField;
import io.gpuspec.manifest.internal.fields.Part;
import io.gpuspec.manifest.internal.fields.Schema;
import io.gpuspec.manifest.internal.fields.Table;
import io.gpuspec.manifest.internal.tree.CpuAndMemory;
import io.gpuspec.value.InvalidValueException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a request in an intent: every {@link RequestField}, those of devices under {@code
 * gpu} and the others under {@code match}.
 */
final class RequestFields {

  /** What a field of a request is called here, and its sentence. */
  private record Here(String field, String name, String text) {}

  private static final String EXACT_GPUS = "exactGpus";

  /** The fields that are called otherwise than in JSON, or have another sentence. */
  private static final List<Here> HERE =
      List.of(
          new Here("gpu", "names", "GPUs in order of preference."),
          new Here("anyOf", "anyOf", "GPUs without a preference between them."),
          new Here("gpus", "count", "How many; 1 unless given."),
          new Here(
              "minGpuMemory", "minMemory", "The minimum memory of each GPU, for example 20Gi."),
          new Here("minTotalGpuMemory", "totalMemory", "The minimum memory of all GPUs together."),
          new Here(
              "gpuArchitecture",
              "architecture",
              "Only GPUs of this architecture, for example Ampere."),
          new Here(
              "minComputeCapability",
              "minComputeCapability",
              "The minimum compute capability, for example '8.0', in quotes."),
          new Here("share", "share", "Only this part of each card, if pods share cards."),
          new Here(EXACT_GPUS, "exact", "Excludes shapes with more GPUs than requested."),
          new Here("explicit", "explicit", "Use exactly the requested size; round nothing up."),
          new Here("cpu", "cpu", "Replaces what the pods need."),
          new Here("memory", "memory", "Replaces what the pods need."),
          new Here(
              "prefer", "prefer", "What comes first; by default, what the target itself goes by."),
          new Here("capacityType", "capacityType", "on-demand unless given; prices go by it."),
          new Here(
              "arch", "arch", "Of the CPU; amd64 unless given or the GPU named has no other."));

  /** What the pods themselves say. */
  private static final Set<String> OF_PODS = Set.of("resources", "replicas");

  /** Two requests, used to distinguish a fixed amount from one that is derived. */
  private static final GpuRequest NOTHING = GpuRequest.of(Devices.any());

  private static final GpuRequest SOMETHING = NOTHING.cpu(1).memory("1Gi").replicas(2);

  /** The fields of devices, and what else belongs to them. */
  static final Table<GpuWorkload> GPU =
      with(
          with(Table.of("gpu"), RequestField::isOfDevices)
              .flag(
                  "claims",
                  "Ask for the GPUs by a resource claim, in place of the resource of a device plugin.",
                  GpuWorkload::claims)
              .as(w -> w.ask().claims().isPresent()),
          field -> field.name().equals(EXACT_GPUS));

  private static final Table<GpuWorkload> MATCH =
      with(
          Table.of("match"),
          field ->
              !field.isOfDevices()
                  && !OF_PODS.contains(field.name())
                  && !field.name().equals(EXACT_GPUS));

  private RequestFields() {}

  /** Adds the fields that {@link #HERE} lists, in that order, and then the others. */
  private static Table<GpuWorkload> with(Table<GpuWorkload> table, Predicate<RequestField> which) {
    Map<String, RequestField> others = new LinkedHashMap<>();
    RequestField.all().stream().filter(which).forEach(each -> others.put(each.name(), each));
    for (Here here : HERE) {
      RequestField listed = others.remove(here.field());
      if (listed != null) {
        add(table, listed, here);
      }
    }
    others.forEach((name, other) -> add(table, other, new Here(name, name, other.help("names"))));
    return table;
  }

  private static void add(Table<GpuWorkload> table, RequestField field, Here here) {
    table
        .field(
            here.name(),
            Schema.of("", field.field()),
            here.text(),
            (w, value) -> step(w, field, value.tree()))
        .as(w -> fixed(w, field));
  }

  private static GpuWorkload step(GpuWorkload before, RequestField field, Object value) {
    if (field.isOfDevices()) {
      Devices asked = before.ask().devices();
      if (field.name().equals("anyOf") && !asked.names().isEmpty()) {
        throw new InvalidValueException(
            "intent.conflict",
            "'names', in order of preference, stand beside it; remove one of them");
      }
      return before.devices(field.with(GpuRequest.of(asked), value).devices());
    }
    // Applied at once too, so that an exception is reported at its line.
    return field.with(NOTHING, value).equals(NOTHING)
        ? before
        : before.matched(request -> field.with(request, value));
  }

  /** Reads what else is wanted of the match. Both amounts of an explicit shape are one step. */
  static GpuWorkload match(GpuWorkload before, Part match) {
    Optional<Part> cpu = match.find("cpu");
    Optional<Part> memory = match.find("memory");
    if (match.find("explicit").filter(Part::truth).isEmpty() || cpu.isEmpty() || memory.isEmpty()) {
      return MATCH.read(match, before);
    }
    Map<String, Object> rest = match.map();
    rest.keySet().removeAll(CpuAndMemory.NAMES);
    GpuWorkload shaped = match.step(before, w -> w.explicit(cpu.get().text(), memory.get().text()));
    return MATCH.read(match.with(rest), shaped);
  }

  /** Adds the two groups to the fields of pods. */
  static Table<GpuWorkload> in(Table<GpuWorkload> pods) {
    return pods.group(
            "gpu", GPU, "Which GPUs and how many; one whole GPU of any kind unless given.")
        .field(
            "match", MATCH.schema(), "Additional preferences for the shape.", RequestFields::match)
        .as(MATCH::write);
  }

  /**
   * Throws an exception if the number of pods is derived from what they need.
   *
   * @throws InvalidValueException which says that no file can say so
   */
  static void checkReplicas(GpuWorkload workload) {
    if (workload.request(NOTHING).replicas() != NOTHING.replicas()
        || workload.request(SOMETHING).replicas() != SOMETHING.replicas()) {
      throw unsaid("replicas");
    }
  }

  /** Returns a value that is fixed, or null where it follows from what the pods need. */
  private static @Nullable Object fixed(GpuWorkload workload, RequestField field) {
    Optional<Object> one = field.of(workload.request(NOTHING));
    Optional<Object> other = field.of(workload.request(SOMETHING));
    if (one.equals(field.of(NOTHING)) && other.equals(field.of(SOMETHING))) {
      return null;
    }
    if (!one.equals(other)) {
      throw unsaid(field.name());
    }
    return one.orElse(null);
  }

  private static InvalidValueException unsaid(String what) {
    return new InvalidValueException(
        "intent.unsupported",
        "matched: '%s' is computed from what the pods need, which no file can say; give a fixed amount"
            .formatted(what));
  }
}
