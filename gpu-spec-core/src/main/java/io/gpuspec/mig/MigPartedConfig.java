package io.gpuspec.mig;

import com.google.common.collect.ImmutableListMultimap;
import io.gpuspec.internal.Arguments;
import io.gpuspec.internal.text.Quoted;
import io.gpuspec.kube.KubeNames;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.Listing;
import io.gpuspec.value.Note;
import io.gpuspec.value.Text;
import io.gpuspec.value.UnknownNameException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A config of mig-parted, which NVIDIA's MIG manager applies to nodes: layouts by name.
 *
 * <pre>{@code
 * MigPartedConfig config =
 *     MigPartedConfig.of("small", a100.layouts("1g.5gb").maximal().get(0))
 *         .and(MigPartedConfig.of("training", a100.cards(2).fit("7g.40gb", "4g.20gb").layouts()));
 * config.label("training");    // nvidia.com/mig.config=training
 * config.yaml();
 *     // version: v1
 *     // mig-configs:
 *     //   small:
 *     //   - devices: all
 *     //     mig-enabled: true
 *     //     mig-devices:
 *     //       1g.5gb: 7
 *     //   training:
 *     //   - devices: [0]
 *     //   ...
 * }</pre>
 *
 * <p>If a name has layouts of different products, each GPU takes its own by PCI device number. It
 * is immutable. Source: NVIDIA mig-parted, configuration format v1.
 */
public final class MigPartedConfig {
  /** The node label that tells the MIG manager which of the layouts to apply. */
  static final String NODE_LABEL = "nvidia.com/mig.config";

  private static final String ALL = "all";
  private static final String VENDOR = "10DE";
  private static final Pattern YAML_WORD = Pattern.compile("(?i)y|n|yes|no|on|off|true|false|null");

  /** A layout on cards of one product; no index means every card. */
  private record Entry(List<Integer> cards, MigLayout layout) {}

  private final ImmutableListMultimap<String, Entry> entries;

  private MigPartedConfig(ImmutableListMultimap<String, Entry> entries) {
    this.entries = entries;
  }

  /**
   * Returns a config with one layout on every card.
   *
   * @param name the value of the node's label
   */
  public static MigPartedConfig of(String name, MigLayout layout) {
    return new MigPartedConfig(
        ImmutableListMultimap.of(
            checked(name),
            new Entry(
                List.of(), Arguments.required("layout", layout, "such as a100.layout(...)"))));
  }

  /**
   * A layout for each GPU of a node: the first for GPU 0, and so on.
   *
   * @param name the value of the node's label
   * @throws InvalidValueException if there are no layouts, or they are of different products, whose
   *     GPUs have no order
   */
  public static MigPartedConfig of(String name, Collection<MigLayout> cards) {
    checked(name);
    Map<MigLayout, List<Integer>> indices = new LinkedHashMap<>();
    int card = 0;
    for (MigLayout layout : CardLayouts.ofOneProduct(cards)) {
      indices.computeIfAbsent(layout.unused(), each -> new ArrayList<>()).add(card++);
    }
    ImmutableListMultimap.Builder<String, Entry> entries = ImmutableListMultimap.builder();
    indices.forEach((layout, each) -> entries.put(name, new Entry(each, layout)));
    return new MigPartedConfig(entries.build());
  }

  private static String checked(String name) {
    Arguments.required("name", name, "a label's value");
    if (name.isEmpty() || !KubeNames.isLabelValue(name)) {
      throw new InvalidValueException(
          "mig.malformed",
          "name: %s cannot be a label's value; write up to 63 letters, digits, '-', '_' and '.', with a letter or digit at both ends"
              .formatted(Quoted.of(name)));
    }
    return name;
  }

  /**
   * Returns these layouts and others.
   *
   * @throws InvalidValueException if both have a name, unless each has one layout for every card of
   *     another product, whose PCI device numbers are known
   */
  public MigPartedConfig and(MigPartedConfig others) {
    ImmutableListMultimap<String, Entry> both =
        ImmutableListMultimap.<String, Entry>builder()
            .putAll(entries)
            .putAll(Arguments.required("others", others, "a MigPartedConfig").entries)
            .build();
    for (String name : both.keySet()) {
      if (entries.containsKey(name) && others.entries.containsKey(name)) {
        requireApart(name, both.get(name));
      }
    }
    return new MigPartedConfig(both);
  }

  private static void requireApart(String name, List<Entry> entries) {
    List<String> products =
        entries.stream().map(each -> each.layout().gpu().name()).distinct().toList();
    boolean known =
        entries.stream()
            .allMatch(
                each -> each.cards().isEmpty() && !each.layout().gpu().pciDevices().isEmpty());
    if (products.size() < entries.size() || !known) {
      throw new InvalidValueException(
          "mig.duplicate",
          "name: '%s' has layouts already; products share a name if each has one layout for all its cards and known PCI device numbers"
              .formatted(name));
    }
  }

  /** The names, in the order given. */
  public List<String> names() {
    return entries.keySet().asList();
  }

  /**
   * The node label that selects the layouts of a name.
   *
   * @throws io.gpuspec.value.UnknownNameException if the name does not exist
   */
  public String label(String name) {
    Arguments.required("name", name, "one of " + names());
    if (!entries.containsKey(name)) {
      throw UnknownNameException.suggesting("mig.unknown", "MIG config", name, names(), List.of());
    }
    return NODE_LABEL + "=" + name;
  }

  /** Returns what should be known before it is applied. */
  public Listing<Note> notes() {
    List<Note> notes = new ArrayList<>();
    notes.add(
        Note.of(
            "mig.parted",
            "mig-parted is told how many instances of each profile there are, and chooses where"
                + " they stand; where a card differs it destroys all of its instances first, and"
                + " fails while one is in use"));
    entries.values().stream()
        .map(each -> MigNotes.geometry(each.layout().gpu()))
        .flatMap(Optional::stream)
        .distinct()
        .forEach(notes::add);
    return Listing.copyOf(notes);
  }

  /** The file. */
  public Text yaml() {
    StringBuilder out = new StringBuilder("version: v1\nmig-configs:\n");
    for (String name : entries.keySet()) {
      out.append("  ").append(quoted(name)).append(":\n");
      List<Entry> all = entries.get(name);
      boolean filtered = all.stream().map(each -> each.layout().gpu()).distinct().count() > 1;
      all.forEach(entry -> add(out, entry, filtered));
    }
    return Text.of(out.toString());
  }

  /** Returns the name, in quotes if a YAML parser could read it as a number or a boolean. */
  private static String quoted(String name) {
    boolean plain = Character.isLetter(name.charAt(0)) && !YAML_WORD.matcher(name).matches();
    return plain ? name : '"' + name + '"';
  }

  private static void add(StringBuilder out, Entry entry, boolean filtered) {
    out.append("  - ");
    if (filtered) {
      out.append("device-filter: ").append(devices(entry.layout().gpu())).append("\n    ");
    }
    out.append("devices: ").append(entry.cards().isEmpty() ? ALL : entry.cards());
    out.append("\n    mig-enabled: true\n    mig-devices:");
    if (entry.layout().instances().isEmpty()) {
      out.append(" {}");
    }
    out.append('\n');
    counts(entry.layout())
        .forEach((profile, count) -> out.append("      %s: %s\n".formatted(profile, count)));
  }

  private static String devices(MigGpu gpu) {
    return gpu.pciDevices().stream()
        .map(device -> '"' + device + VENDOR + '"')
        .collect(Collectors.joining(", ", "[", "]"));
  }

  private static Map<String, Integer> counts(MigLayout layout) {
    Map<Integer, Integer> byProfile = new TreeMap<>();
    layout
        .profiles()
        .forEach(
            each ->
                byProfile.merge(layout.gpu().index(layout.gpu().profile(each)), 1, Integer::sum));
    Map<String, Integer> counts = new LinkedHashMap<>();
    byProfile.forEach(
        (profile, count) -> counts.put(layout.gpu().profileAt(profile).name(), count));
    return counts;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof MigPartedConfig that && entries.equals(that.entries);
  }

  @Override
  public int hashCode() {
    return entries.hashCode();
  }

  /** The file, as {@link #yaml} gives it. */
  @Override
  public String toString() {
    return yaml().toString();
  }
}
