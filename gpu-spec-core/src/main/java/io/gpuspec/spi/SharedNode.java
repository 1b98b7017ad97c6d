package io.gpuspec.spi;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSortedMap;
import com.google.common.collect.Maps;
import io.gpuspec.Shape;
import io.gpuspec.internal.Arguments;
import io.gpuspec.internal.NodeText;
import io.gpuspec.kube.KubeNames;
import io.gpuspec.scheduling.Allocatable;
import io.gpuspec.scheduling.NodeView;
import io.gpuspec.value.Answer;
import io.gpuspec.value.Citation;
import io.gpuspec.value.CpuAmount;
import io.gpuspec.value.Facts;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.Listing;
import io.gpuspec.value.MemorySize;
import io.gpuspec.value.Note;
import io.gpuspec.value.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A node whose cards pods share, before any pod runs there: its labels, and what it shows.
 *
 * <pre>{@code
 * SharedNode node =
 *     gpus.in("tke/qgpu")
 *         .with(Qgpu.NODE_GPUS, 2)
 *         .with(Qgpu.POLICY, "fixed-share")
 *         .sharedNode(Devices.of("T4").shared(Share.of("5Gi", 30)));
 * node.commands("gpu-1");
 *     // kubectl label node gpu-1 tke.cloud.tencent.com/qgpu-schedule-policy=fixed-share
 * node.resources();
 *     // {tke.cloud.tencent.com/qgpu-core=200, tke.cloud.tencent.com/qgpu-memory=28}
 *
 * // To ask which pods fit it.
 * node.view("gpu-1");    // gpu-1: {...}, cards [{...}, {...}]
 * }</pre>
 *
 * <p>It is immutable.
 */
public final class SharedNode {
  /** The party that writes a label on the node. */
  public enum Writer {
    /** The user, through the node pool or with {@code kubectl label}. */
    OWNER,
    /** The vendor, automatically. */
    VENDOR
  }

  /** A label of the node. */
  public record Label(String key, String value, Writer writer, String reason, Citation citation)
      implements Answer {

    /** Refuses null. */
    public Label {
      Arguments.notNull(
          "key, value, writer, reason, citation", key, value, writer, reason, citation);
    }

    /** Adds {@code "key", "value", "writtenBy", "reason", "citation"}. */
    @Override
    public void describe(Facts out) {
      out.put("key", key)
          .put("value", value)
          .put("writtenBy", writer.name().toLowerCase(Locale.ROOT))
          .put("reason", reason)
          .put("citation", citation);
    }

    /** Returns text such as {@code qgpu-device-enable=enable # written by the vendor}. */
    @Override
    public String toString() {
      return key + "=" + value + "  # " + reason;
    }
  }

  private final Shape shape;
  private final ImmutableSortedMap<String, Integer> card;
  private final List<Label> labels;
  private final Optional<AddOn> addOn;
  private final List<Note> notes;

  private SharedNode(
      Shape shape,
      ImmutableSortedMap<String, Integer> card,
      List<Label> labels,
      Optional<AddOn> addOn,
      List<Note> notes) {
    this.shape = shape;
    this.card = card;
    this.labels = labels;
    this.addOn = addOn;
    this.notes = notes;
  }

  /**
   * A node without labels yet.
   *
   * @param shape of the node, with its cards
   * @param card what each card has, by resource, as plain integers
   */
  public static SharedNode of(Shape shape, Map<String, Integer> card) {
    Arguments.required("shape", shape, "a Shape");
    return new SharedNode(
        shape,
        Arguments.sorted("card", card, "amounts by resource"),
        List.of(),
        Optional.empty(),
        List.of());
  }

  /** Returns a copy with one more label. */
  public SharedNode label(
      String key, String value, Writer writer, String reason, Citation citation) {
    List<Label> more = new ArrayList<>(labels);
    more.add(new Label(key, value, writer, reason, citation));
    return new SharedNode(shape, card, List.copyOf(more), addOn, notes);
  }

  /** Returns a copy with cards that this add-on shares. */
  public SharedNode addOn(AddOn sharing) {
    Arguments.required("sharing", sharing, "an AddOn");
    return new SharedNode(shape, card, labels, Optional.of(sharing), notes);
  }

  /** Returns a copy with more that should be known. */
  public SharedNode notes(List<Note> more) {
    List<Note> all = new ArrayList<>(notes);
    all.addAll(Arguments.copied("more", more, "Notes"));
    return new SharedNode(shape, card, labels, addOn, List.copyOf(all));
  }

  /** Its labels, those to be written and those that the vendor writes. */
  public Listing<Label> labels() {
    return Listing.copyOf(labels);
  }

  /** Returns what should be known of it: drivers, images, what is a setting elsewhere. */
  public Listing<Note> notes() {
    return Listing.copyOf(notes);
  }

  /** Returns the add-on that shares the cards, if its objects are documented. */
  public Optional<AddOn> addOn() {
    return addOn;
  }

  /**
   * The commands that write its labels; none where the vendor writes all.
   *
   * @param node its name
   * @throws InvalidValueException if it is not a valid node name
   */
  public Listing<String> commands(String node) {
    Arguments.required("node", node, "a node's name");
    if (!KubeNames.isSubdomain(node)) {
      throw new InvalidValueException(
          "share.malformed",
          "node: '%s' is not a name of a node; write lower-case letters, digits, '-' and '.', such as gpu-1"
              .formatted(node));
    }
    return Listing.copyOf(
        labels.stream()
            .filter(label -> label.writer() == Writer.OWNER)
            .map(label -> "kubectl label node %s %s=%s".formatted(node, label.key(), label.value()))
            .toList());
  }

  /** Returns what its cards have together, by resource, in alphabetical order. */
  public Map<String, Integer> resources() {
    return ImmutableMap.copyOf(Maps.transformValues(card, amount -> amount * shape.gpus()));
  }

  /**
   * Returns what pods can use in addition to the add-on's own; empty if its CPU and memory are
   * unknown.
   */
  public Optional<Allocatable> left() {
    return allocatable()
        .map(all -> addOn.map(sharing -> less(all, sharing.onEachNode())).orElse(all));
  }

  private static Allocatable less(Allocatable all, AddOn.Requests taken) {
    return new Allocatable(
        CpuAmount.max(CpuAmount.ZERO, all.cpu().minus(taken.cpu())),
        MemorySize.max(MemorySize.ZERO, all.memory().minus(taken.memory())));
  }

  private Optional<Allocatable> allocatable() {
    return shape.spec().isSized() ? Optional.of(shape.allocatable()) : Optional.empty();
  }

  private Map<String, String> allAllocatable() {
    Map<String, String> all = new TreeMap<>(Maps.transformValues(resources(), String::valueOf));
    allocatable()
        .ifPresent(
            amounts -> {
              all.put("cpu", amounts.cpu().toString());
              all.put("memory", amounts.memory().toString());
            });
    return all;
  }

  /**
   * The node as the scheduler sees it, with each card empty. It states CPU and memory only if they
   * are known; without them, no pod fits that requests any.
   */
  public NodeView view(String name) {
    NodeView view = NodeView.of(name).allocatable(allAllocatable());
    for (Label label : labels) {
      view = view.label(label.key(), label.value());
    }
    for (int number = 0; number < shape.gpus(); number++) {
      view = view.card(Maps.transformValues(card, String::valueOf));
    }
    return view;
  }

  /**
   * Returns the known part of what {@code kubectl describe node} shows: labels, and what pods can
   * use.
   */
  public Text describe() {
    Map<String, String> written = new TreeMap<>();
    labels.forEach(label -> written.put(label.key(), label.value()));
    return NodeText.of(written, resources(), allAllocatable());
  }

  /**
   * Returns what a node needs and shows: its labels with their reasons, the commands that write
   * them, the add-on with its objects, and what should be known of it.
   *
   * @param node its name
   * @throws InvalidValueException if it is not a valid node name
   */
  public Text explain(String node) {
    List<String> lines = new ArrayList<>();
    lines.add(toString());
    labels.forEach(label -> lines.add("  label     " + label));
    commands(node).forEach(command -> lines.add("  command   " + command));
    addOn.ifPresent(
        sharing -> {
          lines.add("  add-on    " + sharing + ", in " + sharing.namespace());
          sharing.objects().forEach(object -> lines.add("  object    " + object));
        });
    notes.forEach(note -> lines.add("  note      " + note));
    addOn.ifPresent(sharing -> lines.add("  source    " + sharing.citation()));
    return Text.of(String.join("\n", lines));
  }

  /**
   * Returns {@code "node", "resources": {name: amount}, "labels": [{"key", "value", "writtenBy",
   * "reason", "citation"}], "commands", "addOn"?, "notes"}.
   *
   * @param name the node that the commands are for
   */
  public Answer named(String name) {
    Arguments.required("name", name, "a node's name, such as gpu-1");
    return out ->
        out.put("node", name)
            .put("resources", resources())
            .put("labels", labels())
            .put("commands", commands(name))
            .put("addOn", addOn())
            .put("notes", notes());
  }

  /** Returns text such as {@code T4 x2: {tke.cloud.tencent.com/qgpu-core=200, ...}}. */
  @Override
  public String toString() {
    return shape.spec().name() + ": " + resources();
  }
}
