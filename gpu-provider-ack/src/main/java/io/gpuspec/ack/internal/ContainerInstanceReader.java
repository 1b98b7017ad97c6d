package io.gpuspec.ack.internal;

import io.gpuspec.CapacityType;
import io.gpuspec.Devices;
import io.gpuspec.GpuRequest;
import io.gpuspec.SpecCatalog;
import io.gpuspec.ack.internal.rules.Documents;
import io.gpuspec.scheduling.PodField;
import io.gpuspec.scheduling.PodFieldException;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.select.NodeChoice;
import io.gpuspec.spi.PodReading;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.Note;
import io.gpuspec.value.Rejection;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Reads an existing pod's request for Elastic Container Instance: an instance of one of the types
 * in its annotation, the first that is in stock.
 */
final class ContainerInstanceReader {
  private static final Pattern INSTANCE_TYPE = Pattern.compile("ecs\\.[a-z0-9-]+\\.[a-z0-9-]+");
  private static final Pattern CPU_AND_MEMORY = Pattern.compile("[0-9.]+-[0-9.]+Gi");

  private final PodView pod;
  private final NodeChoice nodes;

  ContainerInstanceReader(PodView pod, SpecCatalog catalog) {
    this.pod = pod;
    this.nodes = NodeChoice.of(pod, catalog, new VirtualNodeLabels());
  }

  PodReading read() {
    PodRequest need = PodRequest.onInstance(pod);
    List<Rejection> foreign =
        ForeignDevices.of(
            pod,
            "Elastic Container Instance offers whole devices, %s,".formatted(PodRequest.GPU),
            Set.of(PodRequest.GPU));
    if (!foreign.isEmpty()) {
      return PodReading.refused(need.request(), notes(), foreign);
    }
    if (need.gpus() == 0) {
      return PodReading.noGpu();
    }
    Optional<Devices> specs = specs();
    GpuRequest request =
        withCapacityType(need.request(specs.orElse(Devices.any()).count(need.gpus())));
    List<Rejection> refusals = new ArrayList<>(nodes.rejected());
    if (specs.isEmpty()) {
      refusals.add(specsMissing());
    }
    return refusals.isEmpty()
        ? PodReading.of(request, specsField(), notes())
        : PodReading.refused(request, notes(), refusals);
  }

  private PodField specsField() {
    return Stream.of(EciLabels.USE_SPECS, EciLabels.OLD_INSTANCE_TYPE, EciLabels.GPU_TYPE)
        .filter(field -> pod.annotation(field.key()).isPresent())
        .findFirst()
        .orElse(EciLabels.USE_SPECS);
  }

  /** Returns what the present annotation names, or else those of earlier editions. */
  private Optional<Devices> specs() {
    PodField field = specsField();
    return pod.annotation(field.key())
        .map(said -> field.equals(EciLabels.GPU_TYPE) ? gpu(said) : specs(field, said));
  }

  private static Devices gpu(String name) {
    try {
      return Devices.of(name);
    } catch (InvalidValueException e) {
      throw new PodFieldException(EciLabels.GPU_TYPE, e);
    }
  }

  private static Devices specs(PodField field, String list) {
    String[] specs = Arrays.stream(list.split(",", -1)).map(String::strip).toArray(String[]::new);
    if (specs.length > EciLabels.MOST_SPECS) {
      throw new PodFieldException(
          "pod.out-of-range",
          field,
          "'%s' lists %s; a pod can name %s, in order of preference, so leave the last out"
              .formatted(list, specs.length, EciLabels.MOST_SPECS));
    }
    for (String spec : specs) {
      check(field, spec);
    }
    return Devices.of(specs);
  }

  private static void check(PodField field, String spec) {
    if (CPU_AND_MEMORY.matcher(spec).matches()) {
      throw new PodFieldException(
          "pod.unsupported",
          field,
          "'%s' has no GPU; a pod with GPUs can name instance types with GPUs only, such as 'ecs.gn6i-c4g1.xlarge'"
              .formatted(spec));
    }
    if (!INSTANCE_TYPE.matcher(spec).matches()) {
      throw new PodFieldException(
          "pod.malformed",
          field,
          "'%s' is not an instance type; write up to %s with commas between, such as 'ecs.gn6i-c4g1.xlarge,ecs.gn6i-c8g1.2xlarge'"
              .formatted(spec, EciLabels.MOST_SPECS));
    }
  }

  private GpuRequest withCapacityType(GpuRequest request) {
    return isSpot() ? request.capacityType(CapacityType.SPOT) : request;
  }

  private boolean isSpot() {
    Optional<String> strategy = pod.annotation(EciLabels.SPOT_STRATEGY.key());
    if (strategy.isEmpty()) {
      return false;
    }
    switch (strategy.get()) {
      case EciLabels.SPOT_AS_PRICE_GO -> {}
      case EciLabels.SPOT_WITH_PRICE_LIMIT -> {
        if (pod.annotation(EciLabels.SPOT_PRICE_LIMIT.key()).isEmpty()) {
          throw new PodFieldException(
              "pod.missing",
              EciLabels.SPOT_STRATEGY,
              "'%s' needs the price: add %s, or write %s"
                  .formatted(
                      strategy.get(),
                      EciLabels.SPOT_PRICE_LIMIT.key(),
                      EciLabels.SPOT_AS_PRICE_GO));
        }
      }
      default ->
          throw new PodFieldException(
              "pod.unknown",
              EciLabels.SPOT_STRATEGY,
              "'%s' is not known; write %s or %s"
                  .formatted(
                      strategy.get(), EciLabels.SPOT_AS_PRICE_GO, EciLabels.SPOT_WITH_PRICE_LIMIT));
    }
    return true;
  }

  private List<Note> notes() {
    List<Note> notes = new ArrayList<>();
    if (!EciLabels.isSent(pod)) {
      notes.add(
          Note.of(
              "pod.not-eci",
              "the pod lacks the label %s: 'true'; unless its namespace or a node selector sends it to Elastic Container Instance, it goes to a node"
                  .formatted(EciLabels.ECI.key()),
              Documents.ECI_GPU));
    }
    PodField field = specsField();
    if (pod.annotation(field.key()).isPresent() && !field.equals(EciLabels.USE_SPECS)) {
      notes.add(
          Note.of(
              "pod.old-annotation",
              "%s is of an earlier edition of the documents; write %s, which names instance types"
                  .formatted(field.key(), EciLabels.USE_SPECS.key()),
              Documents.ECI_SPECS));
    }
    notes.addAll(nodes.notes());
    return notes;
  }

  private static Rejection specsMissing() {
    return Rejection.of(
        EciLabels.USE_SPECS.toString(),
        "gpu",
        "the annotation is missing from the pod, or the pod template; a pod with GPUs must name instance types, so list up to %s in order of preference, such as 'ecs.gn6i-c4g1.xlarge,ecs.gn6i-c8g1.2xlarge'"
            .formatted(EciLabels.MOST_SPECS));
  }
}
