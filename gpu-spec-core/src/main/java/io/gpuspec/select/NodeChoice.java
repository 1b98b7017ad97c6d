package io.gpuspec.select;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.Maps;
import com.google.common.collect.Sets;
import io.gpuspec.CapacityType;
import io.gpuspec.GpuSpec;
import io.gpuspec.SpecCatalog;
import io.gpuspec.internal.Arguments;
import io.gpuspec.internal.TargetId;
import io.gpuspec.internal.admission.UntoleratedTaint;
import io.gpuspec.scheduling.NodeRequirement;
import io.gpuspec.scheduling.NodeTerm;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.spi.NodeLabels;
import io.gpuspec.value.Finding;
import io.gpuspec.value.Note;
import io.gpuspec.value.Rejection;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a catalog that an existing pod's node selector and required node affinity leave, and
 * the reasons against the others; for providers.
 *
 * <pre>{@code
 * SpecCatalog catalog = gpus.in("eks").catalog();
 * PodView pod = PodView.empty().nodeSelector("nvidia.com/gpu.product", "Tesla-T4");
 * NodeChoice nodes = NodeChoice.of(pod, catalog, NodeLabels.NONE);
 * nodes.rows(CapacityType.ON_DEMAND).get(0);    // g4dn.xlarge · 4 cores · 16Gi on eks 2026-08
 * }</pre>
 *
 * <p>Whether a requirement is met is known if the row determines the label ({@link NodeLabels}), or
 * if the label describes the GPU, whoever writes it. A label that only another cloud writes on its
 * nodes is not there. Any other label is your own: it is taken to be there, which a note says, as
 * long as some value meets all that the pod requires of it.
 */
public final class NodeChoice {
  private static final int MANY = 20;

  private static final String INSTANCE_TYPE = "node.kubernetes.io/instance-type";
  private static final String ARCH = "kubernetes.io/arch";
  private static final String OS = "kubernetes.io/os";

  /** Labels that every node of a cloud has. */
  private static final ImmutableSet<String> PLACES =
      ImmutableSet.of("topology.kubernetes.io/zone", "topology.kubernetes.io/region");

  private static final String HOSTNAME = "kubernetes.io/hostname";

  /** The field of a node that an affinity can require. */
  private static final String NAME = "metadata.name";

  /** What each node has a value of its own for. */
  private static final ImmutableSet<String> NAMES = ImmutableSet.of(HOSTNAME, NAME);

  /** A question about the rows of a catalog. */
  private record Question(
      NodeLabels labels,
      List<Map.Entry<String, String>> selector,
      List<NodeTerm> terms,
      List<UntoleratedTaint> untolerated) {}

  private static final int MOST_KEPT = 1_000;

  /** Many pods select nodes in the same few ways, so the answers are cached for each catalog. */
  private static final LoadingCache<SpecCatalog, Cache<Question, NodeChoice>> KNOWN =
      Caffeine.newBuilder()
          .weakKeys()
          .build(catalog -> Caffeine.newBuilder().maximumSize(MOST_KEPT).build());

  private final List<GpuSpec> rows;
  private final NodeLabels labels;

  /** The keys of labels by which a row of an overlay is selected. */
  private final Set<String> keysOfOverlay;

  /** Each is a list of what must hold together; one of them must. */
  private final ImmutableList<ImmutableList<NodeRequirement>> alternatives;

  /** The old keys of requirements that have one. */
  private final Map<NodeRequirement, String> written;

  /** By row of your own nodes, the first taint that the pod does not tolerate. */
  private final ImmutableMap<String, UntoleratedTaint> untolerated;

  /** The rows left by each way of buying that was asked about. */
  private final Map<CapacityType, List<GpuSpec>> left = new ConcurrentHashMap<>();

  /** Why the other rows are none of them, by each way of buying that was asked about. */
  private final Map<CapacityType, List<Rejection>> leftOut = new ConcurrentHashMap<>();

  private volatile @Nullable List<Rejection> rejected;

  private NodeChoice(
      List<GpuSpec> rows,
      NodeLabels labels,
      List<ImmutableList<NodeRequirement>> alternatives,
      Map<NodeRequirement, String> written,
      ImmutableMap<String, UntoleratedTaint> untolerated) {
    this.rows = rows;
    this.keysOfOverlay =
        rows.stream().flatMap(row -> row.labels().keySet().stream()).collect(Collectors.toSet());
    this.untolerated = untolerated;
    this.written = written;
    this.labels = labels;
    this.alternatives = ImmutableList.copyOf(alternatives);
  }

  /**
   * Returns the choice that a pod leaves.
   *
   * @param catalog the rows to choose from, retired ones included
   */
  public static NodeChoice of(PodView pod, SpecCatalog catalog, NodeLabels labels) {
    Arguments.required("labels", labels, "NodeLabels");
    PodView asked = Arguments.required("pod", pod, "a PodView");
    List<UntoleratedTaint> untolerated =
        Arguments.required("catalog", catalog, "a SpecCatalog").tainted().stream()
            .flatMap(row -> untolerated(row, asked).stream().limit(1))
            .toList();
    LabelsOfOneCloud known =
        new LabelsOfOneCloud(labels, TargetId.cloud(catalog.target()), catalog.cloudFacts());
    return KNOWN
        .get(catalog)
        .get(
            // A list, for the order of the selector is that of notes.
            new Question(
                labels,
                List.copyOf(asked.nodeSelector().entrySet()),
                asked.nodeTerms(),
                untolerated),
            question ->
                new NodeChoice(
                    catalog.includeRetired().specs(),
                    known,
                    alternatives(asked, known),
                    written(asked, known),
                    Maps.uniqueIndex(untolerated, UntoleratedTaint::row)));
  }

  private static List<UntoleratedTaint> untolerated(GpuSpec row, PodView pod) {
    return UntoleratedTaint.of(
        row.name(), row.lifecycle() == GpuSpec.Lifecycle.UNAVAILABLE, row.taints(), pod);
  }

  private static Map<NodeRequirement, String> written(PodView asked, LabelsOfOneCloud labels) {
    Map<NodeRequirement, String> written = new HashMap<>();
    for (NodeRequirement each : asked.nodeRequirements()) {
      NodeRequirement now = labels.renamed(each);
      if (!now.equals(each)) {
        written.put(now, each.key());
      }
    }
    return written;
  }

  private static List<ImmutableList<NodeRequirement>> alternatives(
      PodView asked, LabelsOfOneCloud labels) {
    List<NodeRequirement> always =
        asked.nodeSelector().entrySet().stream()
            .map(label -> labels.renamed(NodeRequirement.in(label.getKey(), label.getValue())))
            .toList();
    if (asked.nodeTerms().isEmpty()) {
      return List.of(ImmutableList.copyOf(always));
    }
    return asked.nodeTerms().stream()
        .filter(term -> !term.requirements().isEmpty())
        .map(
            term ->
                Stream.concat(
                        always.stream(),
                        term.requirements().stream().map(each -> labels.renamed(each)))
                    .collect(ImmutableList.toImmutableList()))
        .toList();
  }

  /** Returns the requirement as the pod states it, because that is what its author looks for. */
  private String written(NodeRequirement asked) {
    return asKey(asked) + asked.toString().substring(asked.key().length());
  }

  private String asKey(NodeRequirement asked) {
    return written.getOrDefault(asked, asked.key());
  }

  /** Returns everything that is required, under the keys that are in use today. */
  public List<NodeRequirement> requirements() {
    return alternatives.stream().flatMap(List::stream).distinct().toList();
  }

  /** Returns the rows that match, in this capacity type. */
  public List<GpuSpec> rows(CapacityType capacityType) {
    Arguments.required("capacityType", capacityType, "a CapacityType");
    return left.computeIfAbsent(capacityType, this::tolerated);
  }

  private List<GpuSpec> tolerated(CapacityType capacityType) {
    List<GpuSpec> admitted = admitted(capacityType);
    return untolerated.isEmpty()
        ? admitted
        : admitted.stream().filter(row -> !untolerated.containsKey(row.name())).toList();
  }

  /**
   * Returns why the pod does not select the other rows: the taint that it does not tolerate, or the
   * labels that it requires and a node of the row does not have.
   */
  public List<Rejection> leftOut(CapacityType capacityType) {
    Arguments.required("capacityType", capacityType, "a CapacityType");
    return leftOut.computeIfAbsent(capacityType, this::whyLeftOut);
  }

  private List<Rejection> whyLeftOut(CapacityType capacityType) {
    Set<GpuSpec> selected = Sets.newIdentityHashSet();
    selected.addAll(rows(capacityType));
    return rows.stream()
        .filter(row -> row.lifecycle() != GpuSpec.Lifecycle.RETIRED && !selected.contains(row))
        .map(
            row ->
                Optional.ofNullable(untolerated.get(row.name()))
                    .map(UntoleratedTaint::why)
                    .orElseGet(() -> whyNot(row, capacityType)))
        .toList();
  }

  /** The reasons of the affinity term with the fewest unmet requirements. */
  private Rejection whyNot(GpuSpec row, CapacityType capacityType) {
    List<Finding> reasons =
        alternatives.stream()
            .map(
                all ->
                    all.stream()
                        .filter(asked -> !meets(List.of(asked), row, capacityType))
                        .distinct()
                        .map(asked -> notThere(asked, row, capacityType))
                        .toList())
            .filter(unmet -> !unmet.isEmpty())
            .min(Comparator.comparingInt(List::size))
            .orElse(List.of());
    return reasons.isEmpty()
        ? Rejection.of(row.name(), "labels", "the pod does not select it")
        : new Rejection(row.name(), reasons);
  }

  private Finding notThere(NodeRequirement asked, GpuSpec row, CapacityType capacityType) {
    return Finding.unmet(
        "label",
        "%s requested, %s"
            .formatted(
                written(asked),
                value(asked.key(), row, capacityType)
                    .findFirst()
                    .map(value -> "the node has '" + value + "'")
                    .orElse("the node has no such label")));
  }

  private List<GpuSpec> admitted(CapacityType capacityType) {
    if (alternatives.size() == 1) {
      return isPossible(alternatives.get(0))
          ? admitted(alternatives.get(0), capacityType)
          : List.of();
    }
    Set<GpuSpec> admitted = Sets.newIdentityHashSet();
    for (List<NodeRequirement> all : alternatives) {
      if (isPossible(all)) {
        admitted.addAll(admitted(all, capacityType));
      }
    }
    return rows.stream().filter(admitted::contains).toList();
  }

  /** Requirement by requirement, since most leave few rows for those after it to look at. */
  private List<GpuSpec> admitted(List<NodeRequirement> all, CapacityType capacityType) {
    List<GpuSpec> left = rows.stream().filter(row -> hasNodeNamed(all, row)).toList();
    for (NodeRequirement asked : all) {
      List<GpuSpec> before = left;
      left = new ArrayList<>();
      boolean isDecided = labels.isDecided(asked.key());
      for (GpuSpec row : before) {
        if (meets(asked, isDecided, row, capacityType)) {
          left.add(row);
        }
      }
    }
    return left;
  }

  private boolean meets(List<NodeRequirement> all, GpuSpec row, CapacityType capacityType) {
    if (!hasNodeNamed(all, row)) {
      return false;
    }
    for (NodeRequirement asked : all) {
      if (!meets(asked, labels.isDecided(asked.key()), row, capacityType)) {
        return false;
      }
    }
    return true;
  }

  /** Returns whether a node of a row, bought in this way, meets or may meet a requirement. */
  private boolean meets(
      NodeRequirement asked, boolean isDecided, GpuSpec row, CapacityType capacityType) {
    if (isNamed(row, asked.key())) {
      return true; // A node that meets all that is asked of names is there.
    }
    if (row.isOwnNode() && isOfOwnNode(row, asked.key())) {
      return asked.matches(NodeLabels.ofOwnNode(row));
    }
    if (isDecided) {
      return labels.matches(asked, row, capacityType);
    }
    String key = asked.key();
    if (isOfOverlay(key)) {
      // A label of another row, which distinguishes that row from this one.
      return asked.matches(Map.of());
    }
    if (row.isOwnNode() && PLACES.contains(key) && isMetByAbsence(asked)) {
      return true;
    }
    return GpuNodeLabels.isOne(key) ? GpuNodeLabels.admits(asked, row) : isPossible(asked);
  }

  private boolean isPossible(NodeRequirement asked) {
    Stream<String> values = asked.values().stream();
    return switch (asked.operator()) {
      case "In" -> values.anyMatch(value -> labels.isPossible(asked.key(), value));
      case "Gt", "Lt" ->
          values
              .flatMap(NodeChoice::around)
              .anyMatch(value -> labels.isPossible(asked.key(), value));
      case "DoesNotExist" -> !PLACES.contains(asked.key());
      default -> true;
    };
  }

  /** Returns whether a node of your own has the label, or not, as its row says. */
  private boolean isOfOwnNode(GpuSpec row, String key) {
    return row.labels().containsKey(key)
        || !row.nodeLabels().isEmpty()
        || (!labels.isChosen(key)
            && (labels.isDecided(key) || key.equals(INSTANCE_TYPE) || isOfOverlay(key)));
  }

  /** Returns whether the key is the name of a node, and those of the row's nodes are known. */
  private static boolean isNamed(GpuSpec row, String key) {
    return NAMES.contains(key)
        && row.isOwnNode()
        && !row.hostNames().isEmpty()
        && !NodeLabels.ofOwnNode(row).containsKey(key);
  }

  /** Returns whether one node of the row has all the names that are asked for, as far as known. */
  private static boolean hasNodeNamed(List<NodeRequirement> all, GpuSpec row) {
    // Asked of every row by every match: the vendor's rows have no names.
    if (!row.isOwnNode()) {
      return true;
    }
    List<NodeRequirement> named = all.stream().filter(each -> isNamed(row, each.key())).toList();
    return named.isEmpty()
        || row.hostNames().entrySet().stream()
            .map(node -> Map.of(NAME, node.getKey(), HOSTNAME, node.getValue()))
            .anyMatch(node -> named.stream().allMatch(each -> each.matches(node)));
  }

  private boolean isOfOverlay(String key) {
    return keysOfOverlay.contains(key);
  }

  /** Returns whether all rows are nodes of your own that state the label, or that they lack it. */
  private boolean isStated(String key) {
    return !rows.isEmpty()
        && rows.stream()
            .allMatch(row -> row.isOwnNode() && (isOfOwnNode(row, key) || isNamed(row, key)));
  }

  /** Returns whether some value of each label meets all that is required of it. */
  private static boolean isPossible(List<NodeRequirement> together) {
    return contradictory(together).isEmpty();
  }

  /** The requirements on one label that no value, and no absence, meets together. */
  private static List<NodeRequirement> contradictory(List<NodeRequirement> together) {
    return together.stream().collect(Collectors.groupingBy(NodeRequirement::key)).values().stream()
        .filter(ofOne -> values(ofOne).noneMatch(admittedByAll(ofOne)))
        .findFirst()
        .orElse(List.of());
  }

  private static Predicate<Map<String, String>> admittedByAll(List<NodeRequirement> ofOne) {
    return label -> ofOne.stream().allMatch(asked -> asked.matches(label));
  }

  /** Returns enough values to decide: none, any, and those at the edges of the named ones. */
  private static Stream<Map<String, String>> values(List<NodeRequirement> ofOne) {
    String key = ofOne.get(0).key();
    Stream<String> named =
        ofOne.stream().flatMap(asked -> asked.values().stream()).flatMap(NodeChoice::around);
    return Stream.concat(
        Stream.of(Map.of()),
        Stream.concat(Stream.of("any-other-value"), named).map(value -> Map.of(key, value)));
  }

  private static Stream<String> around(String value) {
    return value.matches("-?[0-9]{1,18}")
        ? Stream.of(
            // As written, because 010 and 10 are different strings.
            value,
            String.valueOf(Long.parseLong(value) - 1),
            String.valueOf(Long.parseLong(value) + 1))
        : Stream.of(value);
  }

  /**
   * Returns what is taken to be there: each label that no row decides, by key, as {@code
   * node.label-not-judged}, and where it names a GPU as {@code node.label-of-others}; and as {@code
   * node.named} that the pod selects nodes by name.
   */
  public List<Note> notes() {
    List<Note> notes = new ArrayList<>();
    Set<String> keys = new LinkedHashSet<>();
    for (NodeRequirement asked : requirements()) {
      String key = asked.key();
      if (rows.stream().anyMatch(row -> isNamed(row, key))) {
        notes.add(
            Note.of(
                "node.named",
                "the pod selects nodes by name, %s; gpuspec fits judges these nodes, and this answer is about their kind"
                    .formatted(asked)));
      }
      boolean isOpen = !labels.isDecided(key) && !isOfOverlay(key) && !isStated(key);
      if (isOpen && !isMetByAbsence(asked) && keys.add(asked.toString())) {
        notes.add(
            GpuNodeLabels.isOne(key)
                ? Note.of(
                    "node.label-of-others",
                    "%s %s; %s, or this pod stays Pending"
                        .formatted(asked, GpuNodeLabels.says(key), labels.writers()))
                : Note.of(
                    "node.label-not-judged",
                    "label %s: which nodes have it is not known here; %s is assumed to match"
                        .formatted(key, asked)));
      }
    }
    return notes;
  }

  private static boolean isMetByAbsence(NodeRequirement asked) {
    return asked.matches(Map.of());
  }

  /**
   * Returns why there is no row: for each alternative, exactly the labels at fault.
   *
   * @return empty if there is a row
   */
  public List<Rejection> rejected() {
    List<Rejection> known = rejected;
    if (known == null) {
      known = List.copyOf(why());
      rejected = known;
    }
    return known;
  }

  private List<Rejection> why() {
    if (alternatives.isEmpty()) {
      return List.of(
          Rejection.of(
              "affinity",
              "labels",
              "every term of the required node affinity is empty, which admits no node; add a"
                  + " requirement, or leave the affinity out"));
    }
    List<Rejection> refusals = new ArrayList<>();
    for (List<NodeRequirement> all : alternatives) {
      List<Rejection> ofThis = rejected(all);
      if (ofThis.isEmpty()) {
        return untolerated.values().stream().map(UntoleratedTaint::why).toList();
      }
      refusals.addAll(ofThis);
    }
    return refusals.stream().distinct().toList();
  }

  private List<Rejection> rejected(List<NodeRequirement> all) {
    if (rows.isEmpty()) {
      return List.of(
          Rejection.of("nodes", "labels", "no nodes are known here; add yours with an overlay"));
    }
    List<NodeRequirement> alone =
        all.stream().filter(asked -> !isMetBySome(List.of(asked))).distinct().toList();
    if (!alone.isEmpty()) {
      return alone.stream().map(this::whyAlone).toList();
    }
    List<NodeRequirement> contradictory = contradictory(all);
    if (!contradictory.isEmpty()) {
      return List.of(
          Rejection.of(
              asKey(contradictory.get(0)),
              "labels",
              "no value of the label meets %s together; remove one of them"
                  .formatted(joined(contradictory))));
    }
    return isMetBySome(all) ? List.of() : List.of(whyTogether(fewest(all)));
  }

  private boolean isMetBySome(List<NodeRequirement> together) {
    return rows.stream()
        .anyMatch(
            row -> Stream.of(CapacityType.values()).anyMatch(type -> meets(together, row, type)));
  }

  /** Returns a minimal part of requirements that no row meets together. */
  private List<NodeRequirement> fewest(List<NodeRequirement> all) {
    List<NodeRequirement> left = new ArrayList<>(all);
    for (NodeRequirement each : all) {
      List<NodeRequirement> without = new ArrayList<>(left);
      without.remove(each);
      if (!isMetBySome(without)) {
        left = without;
      }
    }
    return left;
  }

  private Rejection whyTogether(List<NodeRequirement> together) {
    return Rejection.of(
        asKey(together.get(0)),
        "labels",
        "no node here meets %s together; remove one of them".formatted(joined(together)));
  }

  private String joined(List<NodeRequirement> all) {
    return all.stream().map(this::written).collect(Collectors.joining(" and "));
  }

  private Rejection whyAlone(NodeRequirement asked) {
    return Rejection.of(asKey(asked), "labels", why(asked));
  }

  private String why(NodeRequirement asked) {
    String key = asked.key();
    String said =
        asked.values().isEmpty() ? asked.operator() : asked.operator() + " " + asked.valuesText();
    if (!labels.isDecided(key) && GpuNodeLabels.isOne(key)) {
      return "%s requested, and no node here has a GPU of which that is true%s"
          .formatted(said, unknown(asked));
    }
    if (!labels.isDecided(key) && !isPossible(asked)) {
      return said
          + switch (asked.operator()) {
            case "In" -> " requested, which is not one of this cloud";
            case "DoesNotExist" -> " requested, and every node has this label";
            default -> " requested, and no value of this label is a number in this cloud";
          };
    }
    Optional<String> absence = labels.absence(key);
    if (absence.isPresent()) {
      return said + " requested, and " + absence.get();
    }
    String known = known(key);
    return known.isEmpty()
        ? said + " requested, and no node has this label"
        : "%s requested, and no node here has that; there is %s".formatted(said, known);
  }

  private static String unknown(NodeRequirement asked) {
    String unknown =
        asked.values().stream()
            .filter(value -> GpuNodeLabels.models(asked.key(), value).isEmpty())
            .collect(Collectors.joining(", "));
    return unknown.isEmpty() || !GpuNodeLabels.isName(asked.key())
        ? ""
        : "; not known as a GPU: " + unknown;
  }

  /** The values that a label has on nodes of these rows, shortened if there are many. */
  private String known(String key) {
    List<String> values =
        rows.stream()
            .flatMap(row -> Stream.of(CapacityType.values()).flatMap(type -> value(key, row, type)))
            .distinct()
            .sorted()
            .toList();
    return values.size() <= MANY
        ? String.join(", ", values)
        : String.join(", ", values.subList(0, MANY)) + " and more";
  }

  private Stream<String> value(String key, GpuSpec row, CapacityType capacityType) {
    if (isNamed(row, key)) {
      return (key.equals(NAME) ? row.hostNames().keySet() : row.hostNames().values()).stream();
    }
    return row.isOwnNode()
        ? Optional.ofNullable(NodeLabels.ofOwnNode(row).get(key)).stream()
        : labels.value(key, row, capacityType).stream();
  }

  /** Returns how many rows are left, such as {@code 7 of 73 rows on demand}. */
  @Override
  public String toString() {
    return "%s of %s rows on demand".formatted(rows(CapacityType.ON_DEMAND).size(), rows.size());
  }
}
