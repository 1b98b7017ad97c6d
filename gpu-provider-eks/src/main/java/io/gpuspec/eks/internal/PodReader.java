package io.gpuspec.eks.internal;

import io.gpuspec.CapacityType;
import io.gpuspec.Devices;
import io.gpuspec.GpuRequest;
import io.gpuspec.GpuSpec;
import io.gpuspec.SpecCatalog;
import io.gpuspec.eks.internal.rules.Documents;
import io.gpuspec.eks.internal.rules.Labels;
import io.gpuspec.scheduling.NodeRequirement;
import io.gpuspec.scheduling.NodeTerm;
import io.gpuspec.scheduling.PodField;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.scheduling.Taint;
import io.gpuspec.select.NodeChoice;
import io.gpuspec.spi.NodeLabels;
import io.gpuspec.spi.PodReading;
import io.gpuspec.value.Arch;
import io.gpuspec.value.Note;
import io.gpuspec.value.Rejection;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Reads an existing pod's request for nodes of EKS: its requests say how much, its node selector
 * and required node affinity say of which GPUs.
 */
final class PodReader {
  private static final Set<String> DECIDE_ARCH =
      Set.of(Labels.INSTANCE_TYPE, Labels.ARCH, Labels.FAMILY, Labels.GPU_NAME);

  /**
   * The capacity types in Karpenter's order.
   *
   * <p>Source: Karpenter for AWS 1.14.1, {@code getCapacityType} of {@code
   * pkg/providers/instance/instance.go}.
   */
  private static final List<CapacityType> BY_KARPENTER =
      List.of(CapacityType.RESERVED, CapacityType.SPOT, CapacityType.ON_DEMAND);

  private final PodView pod;
  private final NodeLabels labels;
  private final GpuRequest need;
  private final int gpus;
  private final NodeChoice choice;

  /** The same without a preference, which nobody must meet. */
  private final NodeChoice required;

  private final SpecCatalog catalog;
  private final List<GpuSpec> rows;
  private final List<Taint> taints;

  /**
   * @param need what the scheduler counts
   * @param catalog the instance types that there are
   * @param labels those of the nodes
   * @param taints those of every node
   */
  PodReader(
      PodView pod, GpuRequest need, SpecCatalog catalog, NodeLabels labels, List<Taint> taints) {
    this(pod, need, catalog, labels, taints, NodeChoice.of(pod, catalog, labels), Optional.empty());
  }

  private PodReader(
      PodView pod,
      GpuRequest need,
      SpecCatalog catalog,
      NodeLabels labels,
      List<Taint> taints,
      NodeChoice choice,
      Optional<NodeChoice> required) {
    this.pod = pod;
    this.labels = labels;
    this.need = need;
    this.gpus = pod.peak(0, container -> container.count(Labels.GPU), Integer::sum);
    this.choice = choice;
    this.required = required.orElse(choice);
    this.catalog = catalog;
    this.rows = catalog.includeRetired().specs();
    this.taints = taints;
  }

  /**
   * The same for nodes that are launched for the pod, which follow what Karpenter requires of a
   * type, attempt by attempt ({@link LaunchOrder}). Where no type meets a preference, it has
   * dropped all required terms but one in the end.
   */
  PodReading readForLaunch() {
    List<LaunchOrder.Attempt> attempts = LaunchOrder.of(pod);
    if (attempts.size() == 1) {
      return read();
    }
    LaunchOrder.Attempt last = attempts.get(attempts.size() - 1);
    PodReading all = last.hasHeaviest() ? read() : read(tried(last));
    return all.preferring(
        attempts.stream()
            .filter(LaunchOrder.Attempt::isBeforeLaunch)
            .map(this::tried)
            .filter(this::isLaunched)
            .map(this::read)
            .toList());
  }

  /**
   * An attempt and the types that it leaves.
   *
   * @param alone by its required term
   * @param together with its preference too
   */
  private record Tried(LaunchOrder.Attempt attempt, NodeChoice alone, NodeChoice together) {}

  private Tried tried(LaunchOrder.Attempt attempt) {
    return new Tried(
        attempt,
        NodeChoice.of(attempt.required(), catalog, labels),
        NodeChoice.of(attempt.together(labels), catalog, labels));
  }

  /** Returns whether an attempt leaves more than slices, which Karpenter does not launch. */
  private boolean isLaunched(Tried tried) {
    return hasWhole(tried.together()) == hasWhole(choice);
  }

  private PodReading read(Tried tried) {
    PodReading reading =
        new PodReader(
                pod, need, catalog, labels, taints, tried.together(), Optional.of(tried.alone()))
            .read();
    for (Note note : notes(tried)) {
      reading = reading.with(note);
    }
    return reading;
  }

  private List<Note> notes(Tried tried) {
    LaunchOrder.Attempt attempt = tried.attempt();
    NodeChoice alone = tried.alone();
    NodeChoice together = tried.together();
    List<Note> notes = new ArrayList<>();
    if (!isAlike(choice, alone)) {
      notes.add(attempt.hasHeaviest() ? firstTerm(together) : lastTerm(alone));
    }
    if (!attempt.hasHeaviest()) {
      notes.add(dropped(pod.preferredNodeTerms().get(0)));
    }
    if (!isAlike(alone, together)) {
      notes.add(preferred(attempt.preferred().orElseThrow()));
    }
    if (attempt.isUpToThePool(labels) && (attempt.isEarlier() || !isAlike(alone, together))) {
      notes.add(upToThePool(attempt));
    }
    return notes;
  }

  /** Returns whether both leave the same types, however they are bought. */
  private static boolean isAlike(NodeChoice one, NodeChoice other) {
    return Stream.of(CapacityType.values()).allMatch(t -> one.rows(t).equals(other.rows(t)));
  }

  /**
   * Returns whether some type has a whole GPU; a term of slices alone is one that no type meets.
   */
  private static boolean hasWhole(NodeChoice choice) {
    return Stream.of(CapacityType.values())
        .flatMap(type -> choice.rows(type).stream())
        .anyMatch(GpuSpec::isWhole);
  }

  private static Note firstTerm(NodeChoice term) {
    return Note.of(
        "affinity.first-term",
        "the pod has more than one term of required node affinity; Karpenter launches a type of the first that some type meets, here %s"
            .formatted(text(term)),
        Documents.LAUNCHES);
  }

  private static Note lastTerm(NodeChoice term) {
    return Note.of(
        "affinity.last-term",
        "no type meets a required term and the preferred node affinity together; Karpenter drops all required terms but the last before it drops a preference, and launches a type of %s"
            .formatted(text(term)),
        Documents.PREFERENCES);
  }

  private static String text(NodeChoice term) {
    return term.requirements().stream()
        .map(NodeRequirement::toString)
        .collect(Collectors.joining(" and "));
  }

  private static Note preferred(NodeTerm preference) {
    return Note.of(
        "affinity.preferred",
        "the pod prefers %s; Karpenter requires that of the type that it launches, unless no NodePool allows it or it runs with PREFERENCE_POLICY=Ignore"
            .formatted(preference),
        Documents.PREFERENCES);
  }

  private static Note dropped(NodeTerm preference) {
    return Note.of(
        "affinity.preferred",
        "the pod prefers %s; no type meets that together with what the pod requires, so Karpenter drops the preference"
            .formatted(preference),
        Documents.PREFERENCES);
  }

  private static Note upToThePool(LaunchOrder.Attempt attempt) {
    NodeTerm preference = attempt.preferred().orElseThrow();
    return Note.of(
        "affinity.preferred",
        attempt.isEarlier()
            ? "the pod prefers %s, and the NodePool is taken to give its nodes that label; if it does not, Karpenter drops all required terms but the last before it drops the preference"
                .formatted(preference)
            : "the pod prefers %s, and the NodePool is taken to give its nodes these labels; if it does not, Karpenter drops the preference"
                .formatted(preference),
        Documents.PREFERENCES);
  }

  PodReading read() {
    List<Rejection> refusals = new ArrayList<>(foreignDevices());
    if (gpus == 0 && refusals.isEmpty()) {
      return PodReading.noGpu();
    }
    List<Note> notes = new ArrayList<>(required.notes());
    Optional<Admitted> admitted = admitted();
    admitted.flatMap(this::ofSeveral).ifPresent(notes::add);
    if (admitted.isEmpty()) {
      refusals.addAll(choice.rejected());
    }
    refusals.addAll(untolerated());
    if (!refusals.isEmpty()) {
      return PodReading.refused(need, notes, refusals);
    }
    return notingArch(PodReading.of(request(admitted.get()), deviceField(), notes), admitted.get());
  }

  /** Devices that some node advertises, but none of this target. */
  private List<Rejection> foreignDevices() {
    return pod.gpusBeside(Labels.GPU).stream()
        .map(
            field ->
                Rejection.of(
                    field.toString(),
                    "gpus",
                    "a node here offers %s and nothing else of the kind; this pod stays Pending"
                        .formatted(Labels.GPU)))
        .toList();
  }

  private List<Rejection> untolerated() {
    return taints.stream()
        .filter(taint -> !pod.tolerates(taint))
        .map(
            taint ->
                Rejection.of(
                    taint.key(),
                    "taint",
                    "the nodes of the pool have the taint %s, which the pod does not tolerate; add a toleration with key %s, operator Exists, effect %s"
                        .formatted(taint, taint.key(), taint.effect())))
        .toList();
  }

  /**
   * The matching nodes.
   *
   * @param types at least one
   */
  private record Admitted(CapacityType capacityType, List<GpuSpec> types) {}

  /**
   * Returns the nodes of the first capacity type that some node can have; empty if no node matches.
   */
  private Optional<Admitted> admitted() {
    return (isBoughtInSeveralWays() ? BY_KARPENTER : List.of(CapacityType.values()))
        .stream()
            .map(type -> new Admitted(type, ordinary(choice.rows(type))))
            .filter(admitted -> !admitted.types().isEmpty())
            .findFirst();
  }

  /** On demand is what a request has by default; it is stated where the pod admits nothing else. */
  private GpuRequest bought(GpuRequest request, Admitted admitted) {
    boolean isStated =
        admitted.capacityType() != CapacityType.ON_DEMAND
            || Stream.of(CapacityType.SPOT, CapacityType.RESERVED)
                .allMatch(type -> choice.rows(type).isEmpty());
    return isStated ? request.capacityType(admitted.capacityType()) : request;
  }

  /** Returns whether the pod names more than one capacity type. */
  private boolean isBoughtInSeveralWays() {
    return labels.isDecided(Labels.CAPACITY_TYPE)
        && choice.requirements().stream()
                .filter(asked -> asked.key().equals(Labels.CAPACITY_TYPE))
                .filter(asked -> asked.operator().equals("In"))
                .flatMap(asked -> asked.values().stream())
                .distinct()
                .count()
            > 1;
  }

  /** Returns a note if the pod names more than one capacity type, and nodes can have several. */
  private Optional<Note> ofSeveral(Admitted admitted) {
    List<String> left =
        BY_KARPENTER.stream()
            .filter(type -> !choice.rows(type).isEmpty())
            .map(CapacityType::toString)
            .toList();
    return isBoughtInSeveralWays() && left.size() > 1
        ? Optional.of(
            Note.of(
                "capacity.several",
                "the pod allows %s capacity, and %s is taken here; Karpenter takes reserved, then spot, then on-demand capacity, as the NodePool allows it and AWS has it"
                    .formatted(String.join(" and ", left), admitted.capacityType()),
                Documents.LAUNCHES))
        : Optional.empty();
  }

  /**
   * Returns the instance types that match. Slices count only if there is nothing else, because
   * Karpenter does not launch them for a pod that requests a GPU; so does arm64 if the pod does not
   * name it, because an image is for amd64 unless stated otherwise.
   */
  private List<GpuSpec> ordinary(List<GpuSpec> of) {
    return preferring(
        preferring(of, GpuSpec::isWhole), row -> row.arch() == Arch.AMD64 || namesArchOf(row));
  }

  /** Returns whether the pod selects by something that this type's architecture follows from. */
  private boolean namesArchOf(GpuSpec row) {
    return choice.requirements().stream()
        .filter(
            requirement ->
                DECIDE_ARCH.contains(
                    requirement.key().replace(Labels.OF_EKS, Labels.OF_KARPENTER_AWS)))
        .filter(requirement -> requirement.operator().equals("In"))
        .anyMatch(requirement -> labels.matches(requirement, row, CapacityType.ON_DEMAND));
  }

  /** Adds a note that arm64 was excluded, with the type that it would have got there. */
  private PodReading notingArch(PodReading reading, Admitted admitted) {
    boolean isAmd64 = admitted.types().stream().allMatch(row -> row.arch() == Arch.AMD64);
    String[] others =
        choice.rows(admitted.capacityType()).stream()
            .filter(row -> isAmd64 && row.isWhole() && row.arch() == Arch.ARM64)
            .map(GpuSpec::name)
            .toArray(String[]::new);
    if (others.length == 0) {
      return reading;
    }
    GpuRequest onArm =
        bought(need.devices(Devices.anyOf(others).count(gpus)), admitted).arch(Arch.ARM64);
    return reading.noting(
        onArm,
        shape ->
            Note.of(
                "arch.assumed",
                "the pod selects no architecture, and amd64 is assumed; a NodePool or node group that allows arm64 could launch %s for it instead; to exclude that, add the node selector %s"
                    .formatted(shape.spec().name(), Labels.ARCH)));
  }

  private static List<GpuSpec> preferring(List<GpuSpec> of, Predicate<GpuSpec> wish) {
    List<GpuSpec> wished = of.stream().filter(wish).toList();
    return wished.isEmpty() ? of : wished;
  }

  private GpuRequest request(Admitted admitted) {
    GpuRequest request = bought(need.devices(devices(admitted.types())), admitted);
    return admitted.types().stream().allMatch(row -> row.arch() == Arch.ARM64)
        ? request.arch(Arch.ARM64)
        : request;
  }

  /**
   * Said as shortly as the catalog allows: any GPU, some GPUs, or some instance types. Any GPU
   * means any with amd64.
   */
  private Devices devices(List<GpuSpec> admitted) {
    Devices devices =
        areAllWhole(admitted)
            ? Devices.any()
            : Devices.anyOf(names(admitted).toArray(String[]::new));
    return devices.count(gpus);
  }

  /** Returns whether they are all whole ones beside amd64, and no others, in the rows' order. */
  private boolean areAllWhole(List<GpuSpec> admitted) {
    int seen = 0;
    for (GpuSpec row : rows) {
      if (row.isWhole() && row.arch() == Arch.AMD64) {
        if (seen == admitted.size() || row != admitted.get(seen)) {
          return false;
        }
        seen++;
      }
    }
    return seen == admitted.size();
  }

  private List<String> names(List<GpuSpec> admitted) {
    Set<String> names = admitted.stream().map(GpuSpec::gpu).collect(Collectors.toSet());
    int rowsOfThese =
        catalog.byGpu().stream()
            .filter(of -> !of.isEmpty() && names.contains(of.get(0).gpu()))
            .mapToInt(List::size)
            .sum();
    // Two of a slice cannot be requested by the slice's name, because no instance type has two.
    boolean byGpu = rowsOfThese == admitted.size() && (gpus == 1 || admitted.get(0).isWhole());
    return admitted.stream().map(byGpu ? GpuSpec::gpu : GpuSpec::name).distinct().toList();
  }

  private PodField deviceField() {
    return pod.containers().stream()
        .filter(container -> container.count(Labels.GPU) > 0)
        .map(container -> PodField.limit(container.name(), Labels.GPU))
        .findFirst()
        .orElseThrow();
  }
}
