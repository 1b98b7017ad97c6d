package io.gpuspec.eks.internal;

import io.gpuspec.Arch;
import io.gpuspec.CapacityType;
import io.gpuspec.Devices;
import io.gpuspec.GpuRequest;
import io.gpuspec.GpuSpec;
import io.gpuspec.Note;
import io.gpuspec.Rejection;
import io.gpuspec.SpecCatalog;
import io.gpuspec.spi.NodeRequirement;
import io.gpuspec.spi.PodField;
import io.gpuspec.spi.PodReading;
import io.gpuspec.spi.PodView;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Reads what an existing pod asks of nodes of EKS: its requests say how much, its node selector and
 * required node affinity say of which GPUs.
 */
final class PodReader {
  private final PodView pod;
  private final NodeLabels labels;
  private final PodNeed need;
  private final NodeChoice choice;
  private final List<GpuSpec> rows;
  private final List<Note> notes = new ArrayList<>();

  /**
   * @param catalog the instance types that there are
   * @param labels those of the nodes
   */
  PodReader(PodView pod, SpecCatalog catalog, NodeLabels labels) {
    this.pod = pod;
    this.labels = labels;
    this.need = PodNeed.of(pod);
    this.choice = new NodeChoice(pod, labels);
    this.rows = catalog.includeRetired().specs();
  }

  PodReading read() {
    List<Rejection> refusals = new ArrayList<>(foreignDevices());
    if (need.gpus() == 0 && refusals.isEmpty()) {
      return PodReading.noGpu();
    }
    noteWhatIsNotJudged();
    Optional<CapacityType> capacityType = capacityType();
    if (capacityType.isEmpty()) {
      refusals.addAll(unmet());
    }
    if (!refusals.isEmpty()) {
      return PodReading.refused(need.request(), notes, refusals);
    }
    return PodReading.of(request(capacityType.get()), deviceField(), notes);
  }

  /** Devices that some node advertises, but none that Karpenter launches for a pod. */
  private List<Rejection> foreignDevices() {
    return pod.gpusBeside(PodNeed.GPU).stream()
        .map(
            field ->
                Rejection.of(
                    field.toString(),
                    "gpus",
                    "%s to offer %s and nothing else of the kind; this pod stays Pending"
                        .formatted(labels.nodes(), PodNeed.GPU)))
        .toList();
  }

  private void noteWhatIsNotJudged() {
    for (NodeRequirement named : choice.namedByOthers()) {
      notes.add(
          Note.of(
              "node.label-of-others",
              "%s names the GPU; %s, or this pod stays Pending"
                  .formatted(named, labels.writers())));
    }
    Set<String> notJudged = choice.notJudged();
    if (!notJudged.isEmpty()) {
      notes.add(
          Note.of(
              "node.labels-not-judged",
              "the pod selects nodes by %s, which no instance type decides; taken to be there"
                  .formatted(String.join(", ", notJudged))));
    }
  }

  /** The first capacity type that some node can have; empty where no node will do. */
  private Optional<CapacityType> capacityType() {
    return Stream.of(CapacityType.values())
        .filter(type -> rows.stream().anyMatch(row -> choice.admits(row, type)))
        .findFirst();
  }

  /**
   * The instance types that will do. Slices count only where there is nothing else, because
   * Karpenter launches none for a pod that asks for a GPU; so does arm64 that the pod does not
   * name, because an image is for amd64 unless somebody says otherwise.
   */
  private List<GpuSpec> admitted(CapacityType capacityType) {
    return ordinary(rows.stream().filter(row -> choice.admits(row, capacityType)).toList());
  }

  private List<GpuSpec> ordinary(List<GpuSpec> of) {
    return preferring(
        preferring(of, GpuSpec::isWhole),
        row -> row.arch() == Arch.AMD64 || choice.namesArchOf(row));
  }

  private static List<GpuSpec> preferring(List<GpuSpec> of, Predicate<GpuSpec> wish) {
    List<GpuSpec> wished = of.stream().filter(wish).toList();
    return wished.isEmpty() ? of : wished;
  }

  private GpuRequest request(CapacityType capacityType) {
    List<GpuSpec> admitted = admitted(capacityType);
    GpuRequest request = need.request().devices(devices(admitted)).capacityType(capacityType);
    return admitted.stream().allMatch(row -> row.arch() == Arch.ARM64)
        ? request.arch(Arch.ARM64)
        : request;
  }

  /**
   * Said as shortly as the catalog allows: any GPU, some GPUs, or some instance types. Any GPU
   * means any beside amd64.
   */
  private Devices devices(List<GpuSpec> admitted) {
    boolean amd64 = admitted.stream().allMatch(row -> row.arch() == Arch.AMD64);
    Devices devices =
        amd64 && admitted.equals(ordinary(rows))
            ? Devices.any()
            : Devices.anyOf(names(admitted).toArray(String[]::new));
    return devices.count(need.gpus());
  }

  private List<String> names(List<GpuSpec> admitted) {
    Set<String> gpus = admitted.stream().map(GpuSpec::gpu).collect(Collectors.toSet());
    long rowsOfThese = rows.stream().filter(row -> gpus.contains(row.gpu())).count();
    // Two of a slice cannot be asked for by the slice's name; no instance type has two.
    boolean byGpu =
        rowsOfThese == admitted.size() && (need.gpus() == 1 || admitted.get(0).isWhole());
    return admitted.stream().map(byGpu ? GpuSpec::gpu : GpuSpec::name).distinct().toList();
  }

  private PodField deviceField() {
    return pod.containers().stream()
        .filter(container -> container.count(PodNeed.GPU) > 0)
        .map(container -> PodField.limit(container.name(), PodNeed.GPU))
        .findFirst()
        .orElseThrow();
  }

  /** Why no node will do: the requirements that none meets, or that none meets them together. */
  private List<Rejection> unmet() {
    List<NodeRequirement> alone = choice.metByNone(rows);
    return alone.isEmpty()
        ? List.of(
            unmet("node labels", "no instance type has all the labels that the pod selects by"))
        : alone.stream().map(requirement -> unmet(requirement.key(), why(requirement))).toList();
  }

  private String why(NodeRequirement requirement) {
    String known = choice.known(requirement.key(), rows);
    return known.isEmpty()
        ? "%s asked, and no node of a group has this label of Karpenter's; match it on eks, or select on %s"
            .formatted(asked(requirement), Labels.INSTANCE_TYPE)
        : "%s asked, and no instance type has that; there is %s"
            .formatted(asked(requirement), known);
  }

  private static String asked(NodeRequirement requirement) {
    return requirement.values().isEmpty()
        ? requirement.operator()
        : requirement.operator() + " " + String.join(", ", requirement.values());
  }

  private static Rejection unmet(String name, String why) {
    return Rejection.of(name, "node", why);
  }
}
