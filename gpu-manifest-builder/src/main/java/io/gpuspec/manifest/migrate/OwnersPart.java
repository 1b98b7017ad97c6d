package io.gpuspec.manifest.migrate;

import io.gpuspec.GpuSpec;
import io.gpuspec.Target;
import io.gpuspec.internal.clouds.CloudLabels;
import io.gpuspec.internal.yaml.YamlText;
import io.gpuspec.kube.Tree;
import io.gpuspec.manifest.internal.found.PodDocument;
import io.gpuspec.manifest.internal.tree.NodeTerms;
import io.gpuspec.manifest.internal.tree.YamlPlace;
import io.gpuspec.manifest.internal.tree.YamlTree;
import io.gpuspec.scheduling.NodeRequirement;
import io.gpuspec.scheduling.PodField;
import io.gpuspec.scheduling.Toleration;
import io.gpuspec.spi.FieldMeaning;
import io.gpuspec.spi.Placement;
import io.gpuspec.value.UnknownNameException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Removes from a pod what its target wrote, or what has a meaning only there, so that only the
 * user's part is left.
 */
final class OwnersPart {
  /** Kubernetes' own labels, whose values are every cloud's own names. */
  private static final Set<String> PLACES =
      Set.of("topology.kubernetes.io/zone", "topology.kubernetes.io/region");

  /** The label that has a node's own name. */
  private static final String HOSTNAME = "kubernetes.io/hostname";

  /**
   * The labels in which GPU Feature Discovery, if it runs, describes a card's model.
   *
   * <p>Source: NVIDIA GPU Feature Discovery, generated labels.
   */
  private static final Set<String> DISCOVERED =
      Set.of(
          "nvidia.com/gpu.family",
          "nvidia.com/gpu.memory",
          "nvidia.com/gpu.compute.major",
          "nvidia.com/gpu.compute.minor");

  private static final String REQUIRED = NodeTerms.REQUIRED;
  private static final String PREFERRED = NodeTerms.PREFERRED;

  private final Target from;
  private final Target to;
  private final BiFunction<PodField, String, FieldMeaning> meaning;
  private final String cloud;
  private final Placement written;
  private final Set<String> asked;
  private final PodDocument pods;
  private final Set<String> selected;
  private final Predicate<NodeRequirement> judged;
  private final Map<String, Object> pod;
  private final List<MigrationResult.Loss> losses = new ArrayList<>();

  /**
   * @param written what the target it comes from writes for what is asked
   * @param asked the requested names, of any kind
   * @param pods the pod as it was read
   * @param selected the labels by which the pod's controller selects it
   * @param judged whether what is required of a node label is part of the request
   * @param pod the same as a tree, to be changed
   */
  OwnersPart(
      Target from,
      Target to,
      Placement written,
      List<String> asked,
      PodDocument pods,
      Set<String> selected,
      Predicate<NodeRequirement> judged,
      Map<String, Object> pod) {
    this(from, to, from::meaning, from.id(), written, asked, pods, selected, judged, pod);
  }

  private OwnersPart(
      Target from,
      Target to,
      BiFunction<PodField, String, FieldMeaning> meaning,
      String cloud,
      Placement written,
      List<String> asked,
      PodDocument pods,
      Set<String> selected,
      Predicate<NodeRequirement> judged,
      Map<String, Object> pod) {
    this.from = from;
    this.to = to;
    this.meaning = meaning;
    this.cloud = cloud;
    this.written = written;
    this.asked = Set.copyOf(asked);
    this.pods = pods;
    this.selected = selected;
    this.judged = judged;
    this.pod = pod;
  }

  /**
   * The labels of other clouds' nodes alone, in pods that came from a target that is not known: a
   * GPU that the new target reads of them is written again as its own label.
   */
  static OwnersPart ofOthers(Target to, PodDocument pods, Map<String, Object> pod) {
    return new OwnersPart(
        to,
        to,
        (field, value) ->
            isOfOthers(to, field)
                ? isPlain(to, field.key()) ? FieldMeaning.REQUEST : to.meaning(field, value)
                : FieldMeaning.USER_FIELD,
        "another cloud",
        Placement.empty(),
        List.of(),
        pods,
        Set.of(),
        asked -> true,
        pod);
  }

  private static boolean isPlain(Target target, String key) {
    return target.cloudFacts().stream().anyMatch(cloud -> cloud.isPlain(key));
  }

  private static boolean isOfOthers(Target target, PodField field) {
    return isOfNodes(field)
        && CloudLabels.cloud(target.cloudFacts(), field.key())
            .filter(of -> !of.id().equals(target.cloud()))
            .isPresent();
  }

  /** Returns whether pods that request no GPU contain more than the user's part. */
  static boolean isIn(PodDocument pods, Target from, Target to) {
    Object before = YamlTree.of(pods.place().node());
    Map<String, Object> after = YamlTree.mapping(YamlTree.of(pods.place().node()));
    new OwnersPart(from, to, Placement.empty(), List.of(), pods, Set.of(), asked -> true, after)
        .leave();
    return !YamlTree.isSame(before, after);
  }

  /** Reduces the tree to the user's part and returns the losses. */
  List<MigrationResult.Loss> leave() {
    keys(PodField::annotation, "metadata", "annotations");
    keys(PodField::label, "metadata", "labels");
    keys(PodField::nodeSelector, "spec", "nodeSelector");
    nodeTerms();
    if (!isSameTarget()) {
      preferences();
      losses.addAll(new OldNodes(from, to, pods, pod).leave());
    }
    YamlTree.prune(pod, "spec", "affinity", "nodeAffinity");
    tolerations();
    return losses;
  }

  private void keys(Function<String, PodField> kind, String... path) {
    Map<String, Object> map = YamlTree.map(pod, path);
    if (map.isEmpty()) {
      return;
    }
    map.entrySet()
        .removeIf(
            entry -> {
              PodField field = kind.apply(entry.getKey());
              String value = String.valueOf(entry.getValue());
              return isSelected(field)
                  ? losesNothingButTells(field, value)
                  : takes(field, value, pods.place(field), required(field, value));
            });
    YamlTree.prune(pod, path);
  }

  private static Optional<NodeRequirement> required(PodField field, String value) {
    return field.kind() == PodField.Kind.NODE_SELECTOR
        ? Optional.of(NodeRequirement.in(field.key(), value))
        : Optional.empty();
  }

  private boolean isSelected(PodField field) {
    return field.kind() == PodField.Kind.LABEL && selected.contains(field.key());
  }

  /** A selector without its label in the template is refused by the API server. */
  private boolean losesNothingButTells(PodField field, String value) {
    if (meaning.apply(field, value) != FieldMeaning.USER_FIELD || isWritten(field, value)) {
      MigrationResult.Loss kept =
          MigrationResult.Loss.at(
              pods.place(field),
              shown(field, value),
              "it means something on %s alone, and the selector needs it".formatted(from.id()),
              "it was kept; take it out of the selector and the template");
      boolean isBreaking = to.meaning(field, value) != FieldMeaning.USER_FIELD;
      lose(isBreaking ? kept.asBreaking() : kept);
    }
    return false;
  }

  /** Terms are alternatives: without a part for the old target, some can become equal. */
  private void nodeTerms() {
    Map<String, Object> required = YamlTree.map(pod, "spec", "affinity", "nodeAffinity", REQUIRED);
    List<Map<String, Object>> terms = YamlTree.maps(required, "nodeSelectorTerms");
    List<Map<String, Object>> left = new ArrayList<>();
    boolean unbound = false;
    for (Map<String, Object> term : terms) {
      boolean changed = takeRequirements(term, true);
      unbound |= changed && term.isEmpty();
      if (!left.contains(term)) {
        left.add(term);
      }
    }
    if (unbound && left.size() > 1) {
      lose(
          pods.place(PodField.nodeAffinity(REQUIRED)),
          "spec.affinity.nodeAffinity",
          "one of its terms was about nodes of %s alone, so the pod may go anywhere"
              .formatted(cloud),
          "require what still has to hold with nodeSelector");
    }
    if (unbound) {
      left.clear();
    }
    if (!terms.isEmpty()) {
      YamlTree.putUnlessEmpty(required, "nodeSelectorTerms", left);
      YamlTree.prune(pod, "spec", "affinity", "nodeAffinity", REQUIRED);
    }
  }

  private boolean takeRequirements(Map<String, Object> term, boolean isRequired) {
    List<Map<String, Object>> left = new ArrayList<>();
    List<Map<String, Object>> all = YamlTree.maps(term, "matchExpressions");
    for (Map<String, Object> requirement : all) {
      if (!takes(requirement, isRequired)) {
        left.add(requirement);
      }
    }
    if (left.size() == all.size()) {
      return false;
    }
    YamlTree.putUnlessEmpty(term, "matchExpressions", left);
    return true;
  }

  private boolean takes(Map<String, Object> requirement, boolean isRequired) {
    PodField field = field(requirement);
    Optional<NodeRequirement> required =
        isRequired ? Optional.of(required(requirement)) : Optional.empty();
    return takes(field, values(requirement), pods.place(field), required);
  }

  private static NodeRequirement required(Map<String, Object> requirement) {
    return new NodeRequirement(
        text(requirement, "key"),
        text(requirement, "operator"),
        YamlTree.texts(requirement, "values"));
  }

  private static PodField field(Map<String, Object> requirement) {
    return PodField.nodeAffinity(String.valueOf(requirement.get("key")));
  }

  private static String values(Map<String, Object> requirement) {
    return "In".equals(requirement.get("operator"))
        ? String.join(",", YamlTree.texts(requirement, "values"))
        : "";
  }

  private void losePreference(Map<String, Object> preferred) {
    PodField field = field(preferred);
    if (meaning.apply(field, values(preferred)) == FieldMeaning.REQUEST) {
      lose(
          pods.place(field),
          "preferred " + shown(field, values(preferred)),
          "%s has such nodes and %s does not".formatted(from.id(), to.id()),
          "it was left out; require it, or prefer a label of %s's nodes".formatted(to.id()));
    }
  }

  /** Preferences for nodes that do not exist are useless, and a request does not contain them. */
  private void preferences() {
    Map<String, Object> affinity = YamlTree.map(pod, "spec", "affinity", "nodeAffinity");
    YamlTree.keep(affinity, PREFERRED, this::isStillPreferred);
  }

  private boolean isStillPreferred(Map<String, Object> preferred) {
    Map<String, Object> term = YamlTree.map(preferred, "preference");
    YamlTree.maps(term, "matchExpressions").forEach(this::losePreference);
    return !takeRequirements(term, false) || !term.isEmpty();
  }

  private void tolerations() {
    YamlTree.keep(
        YamlTree.map(pod, "spec"), "tolerations", toleration -> !takesToleration(toleration));
  }

  private boolean takesToleration(Map<String, Object> toleration) {
    PodField field = PodField.toleration(text(toleration, "key"));
    boolean isWritten = written.tolerations().contains(Toleration.of(Tree.of(toleration)));
    return isWritten
        || takes(field, text(toleration, "value"), pods.place(field), Optional.empty());
  }

  private static String text(Map<String, Object> map, String key) {
    return map.get(key) instanceof String text ? text : "";
  }

  /**
   * @param required the requirement on nodes, if it is one
   */
  private boolean takes(
      PodField field, String value, YamlPlace place, Optional<NodeRequirement> required) {
    return switch (meaning.apply(field, value)) {
      case REQUEST, NODE_SELECTION -> true;
      case PROVIDER_SETTING -> takesSetting(field, value, place, required);
      case USER_FIELD ->
          isWritten(field, value) || losesPlace(field, value, place) || isCarried(required);
    };
  }

  /** Returns whether it describes a property that the requested GPUs have anyway. */
  private boolean isCarried(Optional<NodeRequirement> required) {
    return !isSameCloud()
        && required
            .filter(each -> isPlain(to, each.key()) || isOfNamedGpu(each.key()))
            .filter(judged)
            .isPresent();
  }

  private boolean isOfNamedGpu(String key) {
    return !asked.isEmpty() && DISCOVERED.contains(key);
  }

  private boolean isWritten(PodField field, String value) {
    return field.kind() != PodField.Kind.TOLERATION
        && written.entries().stream()
            .anyMatch(entry -> entry.field().equals(field) && entry.value().equals(value));
  }

  /** Two targets of one vendor may share a setting, which then stays. */
  private boolean takesSetting(
      PodField field, String value, YamlPlace place, Optional<NodeRequirement> required) {
    if (to.meaning(field, value) == FieldMeaning.PROVIDER_SETTING && !isOfOldTypes(field, value)) {
      return isWritten(field, value) && (isSameTarget() || !isAskedAsItself(value));
    }
    if (isCarried(field, value)) {
      return true;
    }
    MigrationResult.Loss lost =
        MigrationResult.Loss.at(
            place,
            shown(field, value),
            "%s takes it and %s does not".formatted(from.id(), to.id()),
            instead(field));
    boolean isJudged = required.filter(judged.negate()).isEmpty();
    lose(isJudged ? lost : lost.asBreaking());
    return true;
  }

  /**
   * Returns whether it lists all the instance types with the requested GPU, as the old target
   * writes them; a type that was requested by name is more specific than its GPU.
   */
  private boolean isCarried(PodField field, String value) {
    Set<String> values = Set.copyOf(List.of(value.split(",", -1)));
    return isOfNodes(field)
        && !isAskedAsItself(value)
        && written.entries().stream()
            .anyMatch(
                entry -> entry.field().equals(field) && Set.copyOf(entry.values()).equals(values))
        && types(from).containsAll(values);
  }

  /** Returns whether it names types that were requested by their own names. */
  private boolean isAskedAsItself(String value) {
    return List.of(value.split(",", -1)).stream().anyMatch(asked::contains);
  }

  /** Returns whether it names types of the old target that the new one does not have. */
  private boolean isOfOldTypes(PodField field, String value) {
    Set<String> values = Set.copyOf(List.of(value.split(",", -1)));
    return isOfNodes(field)
        && types(from).containsAll(values)
        && Collections.disjoint(types(to), values);
  }

  private static Set<String> types(Target target) {
    return target.catalog().includeRetired().specs().stream()
        .map(GpuSpec::name)
        .collect(Collectors.toSet());
  }

  private String instead(PodField field) {
    if (isOfNodes(field)) {
      return "the pod goes by its GPUs, as %s names them".formatted(to.id());
    }
    String name = field.key().substring(field.key().indexOf('/') + 1);
    Optional<String> near =
        new UnknownNameException(
                "option.unknown", "option", name, to.options().stream().map(o -> o.name()).toList())
            .suggestions().stream().findFirst();
    return near.map(option -> "the option %s of %s comes near".formatted(option, to.id()))
        .orElse("%s has no option like it".formatted(to.id()));
  }

  private boolean losesPlace(PodField field, String value, YamlPlace place) {
    if (field.key().equals(HOSTNAME) && isOfNodes(field) && !isSameTarget()) {
      lose(
          place,
          shown(field, value),
          "it names a node of %s's cluster".formatted(from.id()),
          "it was left out, and the scheduler chooses the node");
      return true;
    }
    if (!PLACES.contains(field.key()) || !isOfNodes(field) || isSameCloud()) {
      return false;
    }
    lose(
        place,
        shown(field, value),
        "it names a place of %s's cloud".formatted(from.id()),
        "select on the same label with a name of %s's cloud".formatted(to.id()));
    return true;
  }

  private static boolean isOfNodes(PodField field) {
    return field.kind() == PodField.Kind.NODE_SELECTOR
        || field.kind() == PodField.Kind.NODE_AFFINITY;
  }

  private boolean isSameTarget() {
    return from.id().equals(to.id());
  }

  private boolean isSameCloud() {
    return from.cloud().equals(to.cloud());
  }

  private static String shown(PodField field, String value) {
    return YamlText.printable(field + (value.isEmpty() ? "" : " = " + value), 200);
  }

  private void lose(YamlPlace place, String what, String why, String instead) {
    lose(MigrationResult.Loss.at(place, what, why, instead));
  }

  private void lose(MigrationResult.Loss loss) {
    if (!losses.contains(loss)) {
      losses.add(loss);
    }
  }
}
