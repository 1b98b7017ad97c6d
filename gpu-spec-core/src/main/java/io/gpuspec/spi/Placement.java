package io.gpuspec.spi;

import com.google.common.collect.ImmutableList;
import io.gpuspec.Devices;
import io.gpuspec.GpuSpec;
import io.gpuspec.Match;
import io.gpuspec.Shape;
import io.gpuspec.internal.Arguments;
import io.gpuspec.kube.KubeObject;
import io.gpuspec.scheduling.NodeFit;
import io.gpuspec.scheduling.NodeRequirement;
import io.gpuspec.scheduling.NodeTerm;
import io.gpuspec.scheduling.NodeView;
import io.gpuspec.scheduling.PodField;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.scheduling.Taint;
import io.gpuspec.scheduling.Toleration;
import io.gpuspec.value.Citation;
import io.gpuspec.value.Explained;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.Listing;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The entries that a pod must carry to run on a shape, each with its reason and source.
 *
 * <pre>{@code
 * Placement placement =
 *     Placement.empty()
 *         .with(PodField.device("nvidia.com/gpu"), "2", "the GPUs asked for", citation)
 *         .with(PodField.toleration("nvidia.com/gpu"), "", "keeps other pods off", citation);
 * placement.entries();
 *     // resources[nvidia.com/gpu] = 2  # the GPUs asked for
 *     // spec.tolerations[nvidia.com/gpu]  # keeps other pods off
 * placement.fits(node);
 *     // does not fit gpu-1: Insufficient nvidia.com/gpu: 2 requested, 1 of 1 free
 * }</pre>
 *
 * <p>Where more than the pod is needed, such as a node pool, it carries those objects too.
 *
 * <p>Entries of the kind {@link PodField.Kind#NODE_AFFINITY} make up the terms of a required node
 * affinity. Terms are alternatives: the pod goes where one of them holds.
 */
public final class Placement {

  /**
   * One entry that a pod must carry.
   *
   * @param field where it goes
   * @param value the value; of a toleration, which takes any value of the taint, the effect, empty
   *     for {@code NoSchedule}; several label values that a node affinity takes are separated by
   *     commas, and follow an exclamation mark if it takes all but these
   * @param reason the reason, in a few words
   * @param citation where the rule comes from
   */
  public record Entry(PodField field, String value, String reason, Citation citation) {

    /** Refuses null. */
    public Entry {
      Arguments.notNull("field, value, reason, citation", field, value, reason, citation);
    }

    private boolean isSame(Entry other) {
      return field.equals(other.field) && value.equals(other.value);
    }

    /** The label values that a node affinity names; of any other field its one value. */
    public List<String> values() {
      if (field.kind() != PodField.Kind.NODE_AFFINITY) {
        return List.of(value);
      }
      return List.of((isExclusion() ? value.substring(NOT.length()) : value).split(",", -1));
    }

    private boolean isExclusion() {
      return field.kind() == PodField.Kind.NODE_AFFINITY && value.startsWith(NOT);
    }

    /** Returns what a node affinity requires of a node's label. */
    public NodeRequirement requirement() {
      return new NodeRequirement(field.key(), isExclusion() ? "NotIn" : "In", values());
    }

    @Override
    public String toString() {
      return field + (value.isEmpty() ? "" : " = " + value) + "  # " + reason;
    }
  }

  /**
   * An additional object that the pod needs.
   *
   * @param object the object
   * @param reason the reason, in a few words
   * @param citation where the rule comes from
   */
  public record Companion(KubeObject object, String reason, Citation citation) {

    /** Refuses null. */
    public Companion {
      Arguments.notNull("object, reason, citation", object, reason, citation);
    }

    @Override
    public String toString() {
      return object + "  # " + reason;
    }
  }

  /** No label value begins like this. */
  private static final String NOT = "!";

  private static final Placement EMPTY =
      new Placement(ImmutableList.of(), ImmutableList.of(), ImmutableList.of(), Optional.empty());

  private static final Pattern COUNT = Pattern.compile("[1-9][0-9]{0,5}");

  private final ImmutableList<Entry> entries;
  private final ImmutableList<ImmutableList<Entry>> nodeTerms;
  private final ImmutableList<Companion> companions;
  private final Optional<Explained> scheduler;

  private Placement(
      ImmutableList<Entry> entries,
      ImmutableList<ImmutableList<Entry>> nodeTerms,
      ImmutableList<Companion> companions,
      Optional<Explained> scheduler) {
    this.entries = entries;
    this.nodeTerms = nodeTerms;
    this.companions = companions;
    this.scheduler = scheduler;
  }

  /** A placement that asks nothing of the pod. */
  public static Placement empty() {
    return EMPTY;
  }

  /**
   * Returns a copy with one more entry; a node affinity is a separate term.
   *
   * @throws InvalidValueException for {@link PodField#request} and {@link PodField#limit}, which
   *     only the user writes, and for a device that is not a whole number
   */
  public Placement with(PodField field, String value, String reason, Citation citation) {
    Entry entry = new Entry(field, value, reason, citation);
    switch (field.kind()) {
      case REQUEST, LIMIT ->
          throw new InvalidValueException(
              "placement.unsupported",
              "placement: '%s' is the owner's to write; a device goes into PodField.device"
                  .formatted(field));
      case DEVICE -> {
        if (!COUNT.matcher(value).matches()) {
          throw new InvalidValueException(
              "placement.malformed",
              "placement: '%s' of '%s' is not a whole number of devices; write it like 1"
                  .formatted(value, field));
        }
      }
      case NODE_AFFINITY -> {
        return withNodeTerm(List.of(entry));
      }
      case TOLERATION -> {
        if (entriesOf(PodField.Kind.TOLERATION).stream().anyMatch(entry::isSame)) {
          return this;
        }
      }
      default -> {}
    }
    return new Placement(with(entries, List.of(entry)), nodeTerms, companions, scheduler);
  }

  /**
   * Returns a copy with the devices of a match: by their resource, and where nodes with other
   * devices have the same one, by labels.
   *
   * @param reason the reason, in a few words
   * @param citation where the rule comes from
   */
  public Placement withDevices(Match.Found found, String reason, Citation citation) {
    Devices devices = Arguments.required("found", found, "a Match.Found").request().devices();
    Placement placement =
        with(
            PodField.device(resource(found)),
            String.valueOf(found.devicesPerPod()),
            reason,
            citation);
    for (GpuSpec row : found.preferences().stream().map(Shape::spec).toList()) {
      for (Taint taint : row.taints()) {
        placement = placement.tolerating(taint, row.citation());
      }
    }
    Map<String, Explained> labels = new LinkedHashMap<>();
    found
        .catalog()
        .parts()
        .ifPresent(
            parts ->
                found.preferences().stream()
                    .flatMap(shape -> parts.labels(shape.spec(), devices).stream())
                    .forEach(label -> labels.putIfAbsent(label.path(), label)));
    for (Explained label : labels.values()) {
      placement = placement.selecting(label);
    }
    return placement;
  }

  /** Returns a copy that selects nodes by a label, which it may already do. */
  private Placement selecting(Explained label) {
    return entriesOf(PodField.Kind.NODE_SELECTOR).stream()
            .anyMatch(entry -> entry.field().key().equals(label.path()))
        ? this
        : with(
            PodField.nodeSelector(label.path()), label.value(), label.reason(), label.citation());
  }

  /** Returns a copy that tolerates a taint of a node of your own. */
  private Placement tolerating(Taint taint, Citation citation) {
    return taint.effect() == Taint.Effect.PREFER_NO_SCHEDULE
        ? this
        : with(
            PodField.toleration(taint.key()),
            taint.effect() == Taint.Effect.NO_EXECUTE ? taint.effect().toString() : "",
            "a taint of your own nodes",
            citation);
  }

  /** Returns the resource by which pods request the devices of a match. */
  static String resource(Match.Found found) {
    return found
        .catalog()
        .parts()
        .map(parts -> parts.resource(found.request().devices()))
        .orElse("nvidia.com/gpu");
  }

  /**
   * The same placement with one more alternative of the required node affinity.
   *
   * @param requirements entries of the kind {@link PodField.Kind#NODE_AFFINITY}, which must all
   *     hold
   * @throws InvalidValueException if none is given, or one is of another kind
   */
  public Placement withNodeTerm(List<Entry> requirements) {
    List<Entry> term = Arguments.copied("requirements", requirements, "Entries");
    if (term.isEmpty()
        || term.stream().anyMatch(e -> e.field().kind() != PodField.Kind.NODE_AFFINITY)) {
      throw new InvalidValueException(
          "placement.malformed",
          "placement: '%s' is not a node term; give one or more entries of PodField.nodeAffinity"
              .formatted(term));
    }
    return new Placement(
        with(entries, term),
        ImmutableList.<ImmutableList<Entry>>builder()
            .addAll(nodeTerms)
            .add(ImmutableList.copyOf(term))
            .build(),
        companions,
        scheduler);
  }

  /** Returns the same placement, which selects nodes by each of these labels. */
  public Placement withNodeSelectors(List<Entry> labels) {
    Placement placement = this;
    for (Entry label : Arguments.copied("labels", labels, "Entries")) {
      placement =
          placement.with(
              PodField.nodeSelector(label.field().key()),
              label.value(),
              label.reason(),
              label.citation());
    }
    return placement;
  }

  /** Returns the labels of your own node, all stated by a row, as a node term. */
  public static List<Entry> ofOwnNode(GpuSpec row) {
    return Arguments.required("row", row, "a GpuSpec").labels().entrySet().stream()
        .map(
            label ->
                new Entry(
                    PodField.nodeAffinity(label.getKey()),
                    label.getValue(),
                    "a node of your own",
                    row.citation()))
        .toList();
  }

  /** The same placement with one more object that must be there for the pod to land. */
  public Placement withCompanion(KubeObject object, String reason, Citation citation) {
    return new Placement(
        entries,
        nodeTerms,
        ImmutableList.<Companion>builder()
            .addAll(companions)
            .add(new Companion(object, reason, citation))
            .build(),
        scheduler);
  }

  /**
   * The same placement for a pod that only this scheduler gives its devices; by default, any does.
   * A batch system with its own scheduler then refuses the pod.
   */
  public Placement requireScheduler(String scheduler, String reason, Citation citation) {
    return new Placement(
        entries,
        nodeTerms,
        companions,
        Optional.of(new Explained("scheduler", scheduler, reason, citation)));
  }

  /** Returns the scheduler that the pod needs; empty if any scheduler works. */
  public Optional<Explained> scheduler() {
    return scheduler;
  }

  /** The objects that must be there for the pod to land, in the order in which to create them. */
  public List<Companion> companions() {
    return companions;
  }

  private static ImmutableList<Entry> with(List<Entry> before, List<Entry> more) {
    return ImmutableList.<Entry>builder().addAll(before).addAll(more).build();
  }

  /** The alternatives of the required node affinity, each with what must hold. */
  public List<List<Entry>> nodeTerms() {
    return ImmutableList.copyOf(nodeTerms);
  }

  /** Returns what taints the pod must tolerate: each key with any value, and its effect. */
  public List<Toleration> tolerations() {
    return entriesOf(PodField.Kind.TOLERATION).stream()
        .map(
            entry ->
                Toleration.exists(entry.field().key())
                    .effect(
                        entry.value().isEmpty()
                            ? Taint.Effect.NO_SCHEDULE
                            : Taint.Effect.NO_EXECUTE))
        .toList();
  }

  /**
   * Returns whether a node satisfies the placement (devices, node selector, affinity and
   * tolerations): as {@link PodView#fits} for a pod that requests nothing else.
   */
  public NodeFit fits(NodeView node) {
    return asked().fits(node);
  }

  /** Returns a pod with only the entries that matter to the scheduler. */
  private PodView asked() {
    PodView pod = PodView.empty();
    for (Entry label : entriesOf(PodField.Kind.LABEL)) {
      pod = pod.label(label.field().key(), label.value());
    }
    for (Entry selected : entriesOf(PodField.Kind.NODE_SELECTOR)) {
      pod = pod.nodeSelector(selected.field().key(), selected.value());
    }
    for (List<Entry> term : nodeTerms) {
      pod = pod.nodeTerm(new NodeTerm(term.stream().map(Entry::requirement).toList()));
    }
    for (Toleration toleration : tolerations()) {
      pod = pod.toleration(toleration);
    }
    Map<String, String> devices = new LinkedHashMap<>();
    for (Entry device : entriesOf(PodField.Kind.DEVICE)) {
      devices.put(device.field().key(), device.value());
    }
    return pod.container("main", devices, devices);
  }

  /** Returns every entry, in the order in which it should be written. */
  public Listing<Entry> entries() {
    return Listing.copyOf(entries);
  }

  /** The entries of one kind. */
  public List<Entry> entries(PodField.Kind kind) {
    return entriesOf(Arguments.required("kind", kind, "a PodField.Kind"));
  }

  private List<Entry> entriesOf(PodField.Kind kind) {
    return entries.stream().filter(entry -> entry.field().kind() == kind).toList();
  }

  /** Returns one entry per line. */
  @Override
  public String toString() {
    return entries().toString();
  }
}
