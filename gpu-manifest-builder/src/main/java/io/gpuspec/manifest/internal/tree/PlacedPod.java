package io.gpuspec.manifest.internal.tree;

import io.gpuspec.scheduling.NodeRequirement;
import io.gpuspec.scheduling.PodField;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.scheduling.Toleration;
import io.gpuspec.spi.Placement;
import io.gpuspec.spi.Placement.Entry;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Writes a placement into the tree of a pod, either an existing one or a new one. */
public final class PlacedPod {
  /** A name that no resource has, if there are only others. */
  private static final String NONE = "-";

  private final Map<String, Object> pod;
  private final PodView view;
  private final Placement placement;
  private final Set<String> selected;

  /**
   * @param pod the tree to be changed
   * @param view what was read of it; empty for a pod that is built: nothing of another target is in
   *     it, and its first container has the devices
   * @param selected the labels with which the pod's controller selects it; they are kept
   */
  public PlacedPod(
      Map<String, Object> pod, PodView view, Placement placement, Set<String> selected) {
    this.pod = pod;
    this.view = view;
    this.placement = placement;
    this.selected = selected;
  }

  /** Returns the fields in which containers request GPUs or shares of them, under any name. */
  public static List<PodField> gpus(PodView pod) {
    return pod.gpusBeside(NONE);
  }

  public void write() {
    keys(PodField.Kind.ANNOTATION, "metadata", "annotations");
    keys(PodField.Kind.LABEL, "metadata", "labels");
    keys(PodField.Kind.NODE_SELECTOR, "spec", "nodeSelector");
    tolerate(pod, placement.tolerations());
    nodeTerms();
    devices();
  }

  private void keys(PodField.Kind kind, String... path) {
    List<Entry> entries = placement.entries(kind);
    if (!entries.isEmpty()) {
      Map<String, Object> map = YamlTree.mapToFill(pod, path);
      entries.stream()
          .filter(entry -> !isSelected(entry))
          .forEach(entry -> map.put(entry.field().key(), entry.value()));
    }
  }

  /** The labels that the placement would change, and the selector needs as they are. */
  public List<Entry> kept() {
    return placement.entries(PodField.Kind.LABEL).stream()
        .filter(this::isSelected)
        .filter(entry -> !view.label(entry.field().key()).equals(Optional.of(entry.value())))
        .toList();
  }

  private boolean isSelected(Entry entry) {
    return entry.field().kind() == PodField.Kind.LABEL && selected.contains(entry.field().key());
  }

  /** Adds tolerations that a pod does not have yet. */
  public static void tolerate(Map<String, Object> pod, List<Toleration> tolerations) {
    Map<String, Object> spec = YamlTree.mapToFill(pod, "spec");
    List<Object> all = new ArrayList<>(YamlTree.maps(spec, "tolerations"));
    for (Toleration toleration : tolerations) {
      Map<String, Object> tree =
          new LinkedHashMap<>(
              Map.of(
                  "key", toleration.key(),
                  "operator", toleration.operator(),
                  "effect", toleration.effect()));
      if (!all.contains(tree)) {
        all.add(tree);
      }
    }
    YamlTree.putUnlessEmpty(spec, "tolerations", all);
  }

  /** Combines every alternative of the target with every one of the user. */
  private void nodeTerms() {
    if (placement.nodeTerms().isEmpty()) {
      return;
    }
    Map<String, Object> required =
        YamlTree.mapToFill(pod, "spec", "affinity", "nodeAffinity", NodeTerms.REQUIRED);
    List<Map<String, Object>> owners = YamlTree.maps(required, "nodeSelectorTerms");
    List<Object> terms = new ArrayList<>();
    for (List<Entry> alternative : placement.nodeTerms()) {
      List<Map<String, Object>> asked = alternative.stream().map(PlacedPod::requirement).toList();
      if (owners.isEmpty()) {
        terms.add(new LinkedHashMap<>(Map.of("matchExpressions", asked)));
      }
      for (Map<String, Object> term : owners) {
        Map<String, Object> both = new LinkedHashMap<>(term);
        both.put(
            "matchExpressions",
            Stream.concat(asked.stream(), YamlTree.maps(term, "matchExpressions").stream())
                .toList());
        terms.add(both);
      }
    }
    required.put("nodeSelectorTerms", terms);
  }

  private static Map<String, Object> requirement(Entry entry) {
    NodeRequirement asked = entry.requirement();
    return Map.of("key", asked.key(), "operator", asked.operator(), "values", asked.values());
  }

  /** Devices that the target already uses are kept where the user put them. */
  private void devices() {
    Map<String, String> asked = new LinkedHashMap<>();
    placement
        .entries(PodField.Kind.DEVICE)
        .forEach(entry -> asked.put(entry.field().key(), entry.value()));
    if (stated().equals(asked.keySet()) && asked.entrySet().stream().allMatch(this::isStated)) {
      return;
    }
    Map<String, Object> holder = holder();
    containers().forEach(container -> drop(container, stated()));
    asked.forEach(
        (device, count) -> {
          for (String section : List.of("requests", "limits")) {
            YamlTree.mapToFill(holder, "resources", section).put(device, count);
          }
        });
  }

  private Set<String> stated() {
    Set<String> stated = new LinkedHashSet<>();
    gpus(view).forEach(field -> stated.add(field.key()));
    return stated;
  }

  private boolean isStated(Map.Entry<String, String> device) {
    int count = view.peak(0, container -> container.count(device.getKey()), Integer::sum);
    return String.valueOf(count).equals(device.getValue());
  }

  private static void drop(Map<String, Object> container, Set<String> devices) {
    for (String section : List.of("requests", "limits")) {
      YamlTree.map(container, "resources", section).keySet().removeAll(devices);
      YamlTree.prune(container, "resources", section);
    }
  }

  /** The first container that requests GPUs, or the pod's first if none does. */
  public Map<String, Object> holder() {
    return containers().stream()
        .filter(
            c -> stated().stream().anyMatch(YamlTree.map(c, "resources", "limits")::containsKey))
        .findFirst()
        .orElseGet(() -> YamlTree.maps(YamlTree.map(pod, "spec"), "containers").get(0));
  }

  private List<Map<String, Object>> containers() {
    return containers(pod);
  }

  /** The pod's own containers, then those that start before them. */
  public static List<Map<String, Object>> containers(Map<String, Object> pod) {
    Map<String, Object> spec = YamlTree.map(pod, "spec");
    List<Map<String, Object>> all = new ArrayList<>(YamlTree.maps(spec, "containers"));
    all.addAll(YamlTree.maps(spec, "initContainers"));
    return all;
  }

  /** Returns the number of containers that request GPUs. */
  public long holders() {
    return gpus(view).stream().map(PodField::container).distinct().count();
  }
}
