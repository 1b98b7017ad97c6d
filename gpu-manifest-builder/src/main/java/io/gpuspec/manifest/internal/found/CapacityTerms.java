package io.gpuspec.manifest.internal.found;

import io.gpuspec.CapacityType;
import io.gpuspec.Devices;
import io.gpuspec.GpuRequest;
import io.gpuspec.Match;
import io.gpuspec.Target;
import io.gpuspec.manifest.internal.tree.NodeTerms;
import io.gpuspec.manifest.internal.tree.YamlTree;
import io.gpuspec.scheduling.NodeRequirement;
import io.gpuspec.scheduling.NodeTerm;
import io.gpuspec.scheduling.PodField;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.spi.Placement;
import io.gpuspec.value.GpuSpecException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What a pod says of how its node is bought, beyond the one capacity type of a request: that it may
 * be bought in several ways, or never as spot capacity. What a target writes for spot capacity, and
 * not otherwise, is how it tells them apart.
 */
public final class CapacityTerms {
  /** Without these, a pod is one that may be interrupted, or was paid in advance. */
  private static final List<CapacityType> OTHERS =
      List.of(CapacityType.SPOT, CapacityType.RESERVED);

  private static final GpuRequest WHOLE = GpuRequest.of(Devices.any());
  private static final GpuRequest SHARE = WHOLE.share("1Gi");

  private final Target target;

  /** What any target with nodes serves: a whole card, or where cards are shared, a share. */
  private final GpuRequest any;

  /** The terms of the pods of a target. */
  public CapacityTerms(Target target) {
    this.target = target;
    this.any = target.match(WHOLE).isFound() ? WHOLE : SHARE;
  }

  /** Returns whether the pod can be on demand, although another type was read. */
  public boolean allowsOnDemand(PodView pod) {
    List<Placement.Entry> others = OTHERS.stream().flatMap(type -> label(type).stream()).toList();
    return !others.isEmpty() && isOnDemand(excluding(pod, others));
  }

  private boolean isOnDemand(PodView pod) {
    return target
        .match(pod)
        .filter(Match::isFound)
        .filter(match -> match.request().capacityType() == CapacityType.ON_DEMAND)
        .isPresent();
  }

  /** Returns the label with which the pod excludes spot capacity. */
  public Optional<PodField> withoutSpot(PodView pod) {
    return label(CapacityType.SPOT)
        .filter(
            spot ->
                !pod.selects(
                    asked ->
                        !asked.key().equals(spot.field().key())
                            || spot.values().stream()
                                .anyMatch(value -> asked.matches(Map.of(asked.key(), value)))))
        .map(spot -> field(pod, spot.field().key()));
  }

  private static PodField field(PodView pod, String key) {
    return pod.nodeSelector().containsKey(key)
        ? PodField.nodeSelector(key)
        : PodField.nodeAffinity(key);
  }

  /** Returns whether nothing in a pod says that its node is to be spot capacity, or is not. */
  public boolean isSilent() {
    return ofPods(CapacityType.SPOT).isEmpty();
  }

  /** Returns whether each pod is bought by itself, and only so if it says so. */
  public boolean isOfPods(CapacityType type) {
    return ofPods(type).filter(each -> !isLabel(each)).isPresent();
  }

  /**
   * Writes into a pod that its node is no spot capacity.
   *
   * @param read one way in which it may be bought; if that is not on demand, there are several
   */
  public void writeWithoutSpot(Map<String, Object> pod, CapacityType read) {
    label(CapacityType.SPOT)
        .ifPresent(
            spot -> {
              String key = spot.field().key();
              onDemand(key)
                  .filter(value -> read == CapacityType.ON_DEMAND)
                  .ifPresentOrElse(
                      value -> YamlTree.mapToFill(pod, "spec", "nodeSelector").put(key, value),
                      () -> require(pod, key, spot.values()));
            });
  }

  /** The value for on-demand capacity, if the target has a word for it. */
  private Optional<String> onDemand(String key) {
    PodView any = PodView.empty().container("main", Map.of(), Map.of("nvidia.com/gpu", "1"));
    return Stream.of(CapacityType.ON_DEMAND.toString(), CapacityType.ON_DEMAND.name())
        .filter(value -> isOnDemand(any.nodeSelector(key, value)))
        .findFirst();
  }

  private static void require(Map<String, Object> pod, String key, List<String> values) {
    Map<String, Object> required =
        YamlTree.mapToFill(pod, "spec", "affinity", "nodeAffinity", NodeTerms.REQUIRED);
    List<Map<String, Object>> terms = YamlTree.maps(required, "nodeSelectorTerms");
    List<Map<String, Object>> all = new ArrayList<>();
    for (Map<String, Object> term :
        terms.isEmpty() ? List.of(new LinkedHashMap<String, Object>()) : terms) {
      List<Object> expressions = new ArrayList<>(YamlTree.maps(term, "matchExpressions"));
      expressions.add(Map.of("key", key, "operator", "NotIn", "values", values));
      term.put("matchExpressions", expressions);
      all.add(term);
    }
    required.put("nodeSelectorTerms", all);
  }

  private static PodView excluding(PodView pod, List<Placement.Entry> labels) {
    List<NodeRequirement> none =
        labels.stream()
            .map(each -> new NodeRequirement(each.field().key(), "NotIn", each.values()))
            .toList();
    List<NodeTerm> terms =
        pod.nodeTerms().isEmpty() ? List.of(new NodeTerm(List.of())) : pod.nodeTerms();
    return pod.withNodeTerms(
        terms.stream()
            .map(
                term ->
                    new NodeTerm(
                        Stream.concat(term.expressions().stream(), none.stream()).toList(),
                        term.fields()))
            .toList());
  }

  private Optional<Placement.Entry> label(CapacityType type) {
    return ofPods(type).filter(CapacityTerms::isLabel);
  }

  private static boolean isLabel(Placement.Entry entry) {
    return entry.field().kind() == PodField.Kind.NODE_SELECTOR
        || entry.field().kind() == PodField.Kind.NODE_AFFINITY;
  }

  /** What pods carry for this capacity type, and not on demand. */
  private Optional<Placement.Entry> ofPods(CapacityType type) {
    List<String> keys = entries(any).map(each -> each.field().key()).toList();
    return entries(any.capacityType(type))
        .filter(each -> !keys.contains(each.field().key()))
        .findFirst();
  }

  private Stream<Placement.Entry> entries(GpuRequest request) {
    try {
      return target.match(request).found().map(target::place).stream()
          .flatMap(placement -> placement.entries().stream());
    } catch (GpuSpecException e) {
      // An option of the target, such as a price limit for spot capacity, is not for this type.
      return Stream.empty();
    }
  }
}
