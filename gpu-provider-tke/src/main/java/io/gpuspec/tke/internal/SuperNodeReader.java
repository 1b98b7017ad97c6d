package io.gpuspec.tke.internal;

import io.gpuspec.CapacityType;
import io.gpuspec.Devices;
import io.gpuspec.GpuRequest;
import io.gpuspec.GpuSpec;
import io.gpuspec.SpecCatalog;
import io.gpuspec.scheduling.PodField;
import io.gpuspec.scheduling.PodFieldException;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.scheduling.PodView.Container;
import io.gpuspec.select.NodeChoice;
import io.gpuspec.spi.Options;
import io.gpuspec.spi.PodReading;
import io.gpuspec.tke.ImageCacheDisk;
import io.gpuspec.tke.Tke;
import io.gpuspec.tke.internal.rules.Documents;
import io.gpuspec.value.CpuAmount;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.MemorySize;
import io.gpuspec.value.Note;
import io.gpuspec.value.Rejection;
import io.gpuspec.value.UnknownNameException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/**
 * Reads an existing pod's request for a super node.
 *
 * <p>With the annotations {@code cpu} and {@code mem} the pod states its shape (method A) and its
 * containers' requests are not computed; without them the shape is matched upward from the
 * containers (method B). Annotations win.
 */
final class SuperNodeReader {
  private static final Pattern CORES = Pattern.compile("[0-9]+(\\.[0-9]+)?");
  private static final Pattern BINARY_MEMORY = Pattern.compile("[0-9]+(\\.[0-9]+)?[MG]i");
  private static final Pattern DISK = Pattern.compile("[1-9][0-9]{0,5}");
  private static final Pattern COUNT = Pattern.compile("[1-9][0-9]{0,3}");

  private final PodView pod;
  private final SpecCatalog catalog;
  private final Options options;
  private final SuperNodeRequest need;
  private final NodeChoice nodes;
  private final List<Note> notes = new ArrayList<>();

  SuperNodeReader(PodView pod, SpecCatalog catalog, Options options) {
    this.pod = pod;
    this.catalog = catalog;
    this.options = options;
    this.nodes = NodeChoice.of(pod, catalog, new EkletLabels());
    this.need = SuperNodeRequest.of(pod);
  }

  PodReading read() {
    Optional<String> types = annotation(Annotations.GPU_TYPE);
    Optional<Integer> stated = annotation(Annotations.GPU_COUNT).map(SuperNodeReader::count);
    Optional<CpuAmount> cpu = annotation(Annotations.CPU).map(SuperNodeReader::cores);
    Optional<MemorySize> memory = annotation(Annotations.MEM).map(SuperNodeReader::memory);
    List<Rejection> foreign = foreignDevices();
    if (types.isEmpty() && need.gpus() == 0 && stated.isEmpty()) {
      return foreign.isEmpty()
          ? PodReading.noGpu()
          : PodReading.refused(need.request(), notes, foreign);
    }
    requireBoth(cpu, memory);
    int count = gpus(stated, cpu.isPresent());
    GpuRequest request =
        GpuRequest.of(types.map(list -> devices(list, count)).orElse(Devices.any().count(count)))
            .cpu(cpu.orElse(need.cpu()))
            .memory(memory.orElse(need.memory()));
    if (annotation(Annotations.SPOT).filter("true"::equals).isPresent()) {
      request = request.capacityType(CapacityType.SPOT);
    }
    if (cpu.isPresent() && memory.isPresent()) {
      noteLimitsAbove(cpu.get(), memory.get());
      request = request.explicit();
    }
    notes.addAll(Annotations.notes(pod));
    noteDisk();
    request.devices().names().forEach(this::noteSpelling);
    notes.addAll(nodes.notes());
    List<Rejection> refusals = new ArrayList<>();
    if (types.isEmpty()) {
      refusals.add(typeMissing());
    }
    refusals.addAll(foreign);
    refusals.addAll(nodes.rejected());
    return refusals.isEmpty()
        ? PodReading.of(request, Annotations.GPU_TYPE, notes)
        : PodReading.refused(request, notes, refusals);
  }

  /** Devices that some node advertises, but no super node. */
  private List<Rejection> foreignDevices() {
    return pod.gpusBeside(SuperNodeRequest.GPU).stream()
        .map(
            field ->
                Rejection.of(
                    field.toString(),
                    "gpus",
                    "a super node offers %s and nothing else; this pod stays Pending%s"
                        .formatted(SuperNodeRequest.GPU, elsewhere(field.key()))))
        .toList();
  }

  private String elsewhere(String resource) {
    if (!QgpuShares.RESOURCES.contains(resource)) {
      return "";
    }
    boolean whole = pod.gpusBeside("").size() > pod.gpusBeside(SuperNodeRequest.GPU).size();
    return whole ? "; no node has both, so remove one of them" : "; match it on tke/qgpu";
  }

  private List<Container> containers() {
    List<Container> containers = new ArrayList<>(pod.runningContainers());
    containers.addAll(pod.initContainers());
    return containers;
  }

  private Optional<String> annotation(PodField field) {
    return pod.annotation(field.key());
  }

  /**
   * Returns the requested count: the annotation, otherwise 1 with a stated shape, otherwise the
   * containers' sum.
   */
  private int gpus(Optional<Integer> stated, boolean explicit) {
    int count = stated.orElse(explicit ? 1 : Math.max(1, need.gpus()));
    if (stated.isEmpty() && (explicit || need.gpus() == 0)) {
      notes.add(
          Note.of(
              "gpus.defaulted",
              "%s is not set; it counts as 1".formatted(Annotations.GPU_COUNT.key()),
              Documents.BEST_PRACTICE));
    }
    if (need.gpus() != 0 && need.gpus() != count) {
      notes.add(
          Note.of(
              "gpus.differ",
              "the containers ask for %s x %s and the annotations for %s; the annotations win"
                  .formatted(need.gpus(), SuperNodeRequest.GPU, count),
              Documents.ANNOTATIONS));
    }
    return count;
  }

  private static void requireBoth(Optional<CpuAmount> cpu, Optional<MemorySize> memory) {
    if (cpu.isPresent() && memory.isEmpty()) {
      throw new PodFieldException(
          "pod.missing",
          Annotations.CPU,
          "'%s' stands alone; cpu and mem go together, so add %s or remove this one"
              .formatted(cpu.get(), Annotations.MEM.key()));
    }
    if (memory.isPresent() && cpu.isEmpty()) {
      throw new PodFieldException(
          "pod.missing",
          Annotations.MEM,
          "'%s' stands alone; cpu and mem go together, so add %s or remove this one"
              .formatted(memory.get(), Annotations.CPU.key()));
    }
  }

  private void noteLimitsAbove(CpuAmount cpu, MemorySize memory) {
    if (!cpu.isAtLeast(pod.cpuRequest()) || !memory.isAtLeast(pod.memoryRequest())) {
      notes.add(
          Note.of(
              "shape.below-requests",
              "the containers request %s cores and %s, and the stated shape has %s and %s; state a larger one, or only the GPU type"
                  .formatted(pod.cpuRequest(), pod.memoryRequest(), cpu, memory),
              Documents.SPECIFYING_RESOURCES));
    }
    for (Container container : containers()) {
      if (!cpu.isAtLeast(container.cpuLimit())) {
        notes.add(limitAbove(container, "cpu", container.cpuLimit(), cpu));
      }
      if (!memory.isAtLeast(container.memoryLimit())) {
        notes.add(limitAbove(container, "memory", container.memoryLimit(), memory));
      }
    }
  }

  /** The annotation has values of its own; other names of a GPU, such as a family's, are none. */
  private void noteSpelling(String name) {
    if (catalog.gpuNames().stream().anyMatch(name::equalsIgnoreCase)) {
      return;
    }
    List<String> meant;
    try {
      meant = catalog.gpu(name).specs().stream().map(GpuSpec::gpu).distinct().toList();
    } catch (UnknownNameException e) {
      // The match says it, with what is known.
      return;
    }
    if (!meant.isEmpty()) {
      notes.add(
          Note.of(
              "annotation.alias",
              "%s: '%s' is not a value that TKE documents; write %s"
                  .formatted(Annotations.GPU_TYPE.key(), name, String.join(" or ", meant)),
              Documents.ANNOTATIONS));
    }
  }

  /** A larger disk than the images take is paid for nothing. */
  private void noteDisk() {
    Optional<Integer> disk =
        annotation(Annotations.IMAGE_CACHE_DISK)
            .filter(text -> DISK.matcher(text).matches())
            .map(Integer::valueOf);
    ImageCacheDisk rule = options.get(Tke.IMAGE_CACHE_DISK_RULE);
    options
        .get(Tke.IMAGES_SIZE)
        .ifPresent(
            images ->
                disk.filter(size -> size > rule.gigabytes(images))
                    .ifPresent(
                        size ->
                            notes.add(
                                Note.of(
                                    "image-cache.disk",
                                    "%s: %s GB is larger than needed: %s GB would do for %s of images"
                                        .formatted(
                                            Annotations.IMAGE_CACHE_DISK.key(),
                                            size,
                                            rule.gigabytes(images),
                                            images),
                                    Documents.BEST_PRACTICE))));
  }

  private static Note limitAbove(
      Container container, String resource, Object limit, Object stated) {
    return Note.of(
        "limit.above-shape",
        "container '%s' may use %s %s, and the stated shape has only %s"
            .formatted(container.name(), limit, resource, stated),
        Documents.SPECIFYING_RESOURCES);
  }

  private static Devices devices(String list, int count) {
    return parsed(Annotations.GPU_TYPE, () -> Devices.parse(list).count(count));
  }

  private static int count(String text) {
    if (!COUNT.matcher(text).matches()) {
      throw new PodFieldException(
          "pod.malformed",
          Annotations.GPU_COUNT,
          "'" + text + "' is not a number of cards; write '1' or more");
    }
    return Integer.parseInt(text);
  }

  private static CpuAmount cores(String text) {
    if (!CORES.matcher(text).matches()) {
      throw new PodFieldException(
          "pod.malformed",
          Annotations.CPU,
          "'" + text + "' is not a number of cores; write it without a unit: '8'");
    }
    CpuAmount cores = parsed(Annotations.CPU, () -> CpuAmount.parse(text));
    if (cores.isZero()) {
      throw new PodFieldException(
          "pod.out-of-range",
          Annotations.CPU,
          "'" + text + "' is no core at all; write what the shape has: '8'");
    }
    return cores;
  }

  private static MemorySize memory(String text) {
    if (!BINARY_MEMORY.matcher(text).matches()) {
      throw new PodFieldException(
          "pod.malformed",
          Annotations.MEM,
          "'" + text + "' is not in a unit that TKE takes; write Gi or Mi: '40Gi'");
    }
    MemorySize memory = parsed(Annotations.MEM, () -> MemorySize.parse(text));
    if (memory.isZero()) {
      throw new PodFieldException(
          "pod.out-of-range",
          Annotations.MEM,
          "'" + text + "' is no memory at all; write what the shape has: '40Gi'");
    }
    return memory;
  }

  private static <T> T parsed(PodField field, Supplier<T> parser) {
    try {
      return parser.get();
    } catch (InvalidValueException e) {
      throw new PodFieldException(field, e);
    }
  }

  private static Rejection typeMissing() {
    return Rejection.of(
        Annotations.GPU_TYPE.toString(),
        "gpu",
        "the annotation is missing from the pod, or the pod template; a super node requires it on every GPU pod, so list GPU types in order of preference, such as 'T4,V100'");
  }
}
