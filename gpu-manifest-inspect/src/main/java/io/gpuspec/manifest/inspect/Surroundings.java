package io.gpuspec.manifest.inspect;

import com.google.common.base.Suppliers;
import io.gpuspec.manifest.internal.tree.YamlPlace;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Supplier;

/** The objects of an input that decide something about each other, by what rules ask for. */
final class Surroundings {

  /** A namespace of one file: what is in it is a part of one cluster. */
  private record Place(String file, String namespace) {
    private static Place of(Inspected object) {
      return new Place(object.place().source(), object.effectiveNamespace());
    }
  }

  /** Something that is named in a place: an object, a label's key and value, a resource. */
  private record Within(Place place, String name, String value) {
    private static Within of(Inspected beside, String name) {
      return new Within(Place.of(beside), name, "");
    }
  }

  /** Something that is named in a namespace of all files, of a type or kind. */
  private record Named(String namespace, String type, String name) {}

  /** What an object is, as its file states it. */
  private record Identity(String file, String type, Optional<String> namespace, String name) {
    private static Identity of(Inspected object) {
      return new Identity(
          object.place().source(), object.type(), object.namespace(), object.name());
    }
  }

  /** The pods of one place that have some labels. */
  private record Selection(Place place, Map<String, String> labels) {}

  private static final List<String> LEAVES_OUT =
      List.of("excludeResourcePrefixes", "quotaCheckStrategy");

  private final Map<String, List<Inspected>> byType = new HashMap<>();
  private final Map<Within, List<Inspected>> byLabel = new HashMap<>();
  private final Map<Within, List<Inspected>> byName = new HashMap<>();
  private final Map<Identity, Inspected> first = new HashMap<>();
  private final List<Inspected> gpuWorkloads = new ArrayList<>();
  private final Map<String, List<Inspected>> gpuWorkloadsOf = new HashMap<>();
  private final Set<Named> gpuNames = new HashSet<>();
  private final Set<Named> scaled = new HashSet<>();
  private final Set<Within> defaults = new HashSet<>();
  private final Map<Named, List<Inspected>> ofNamespace = new HashMap<>();
  private final Set<Named> given = new HashSet<>();
  private boolean isKueueToldOtherwise;
  private final Map<Selection, OptionalLong> replicas = new HashMap<>();
  private final Map<String, NodeConfigs> nodeConfigs = new HashMap<>();
  private final Optional<Integer> kubernetesMinor;
  private final Supplier<KarpenterTypes> karpenterTypes;

  /**
   * @param karpenterTypes which are asked for once, and only where there are node pools
   */
  Surroundings(Optional<Integer> kubernetesMinor, Supplier<KarpenterTypes> karpenterTypes) {
    this.kubernetesMinor = kubernetesMinor;
    this.karpenterTypes = Suppliers.memoize(karpenterTypes::get);
  }

  /** Returns the instance types that Karpenter launches. */
  KarpenterTypes karpenterTypes() {
    return karpenterTypes.get();
  }

  /** Returns the minor version of Kubernetes that the objects are for; empty if unknown. */
  Optional<Integer> kubernetesMinor() {
    return kubernetesMinor;
  }

  void add(Inspected object) {
    byType.computeIfAbsent(object.type(), type -> new ArrayList<>()).add(object);
    first.putIfAbsent(Identity.of(object), object);
    if (!object.pods().isEmpty()) {
      Place place = Place.of(object);
      byName
          .computeIfAbsent(Within.of(object, object.name()), name -> new ArrayList<>())
          .add(object);
      Set<Within> labels = new LinkedHashSet<>();
      for (InspectedPods pods : object.pods()) {
        pods.labels()
            .forEach((key, value) -> labels.add(new Within(place, key, Places.textOf(value))));
      }
      labels.forEach(
          label -> byLabel.computeIfAbsent(label, each -> new ArrayList<>()).add(object));
    }
    if (!object.gpuPods().isEmpty()) {
      gpuWorkloads.add(object);
      gpuNames.add(scalable(object, object.kind(), object.name()));
      object
          .namespace()
          .ifPresent(
              namespace ->
                  gpuWorkloadsOf.computeIfAbsent(namespace, each -> new ArrayList<>()).add(object));
    }
    if (object.is("autoscaling/HorizontalPodAutoscaler", "keda.sh/ScaledObject")) {
      addScaled(object);
    }
    if (object.is("LimitRange")) {
      addDefaults(object);
    }
    if (object.is("LimitRange", "ResourceQuota")) {
      object
          .namespace()
          .ifPresent(
              namespace ->
                  ofNamespace
                      .computeIfAbsent(
                          new Named(namespace, object.type(), ""), each -> new ArrayList<>())
                      .add(object));
    }
    if (object.is("ConfigMap")) {
      isKueueToldOtherwise |=
          Places.fields(object.place(), "data").values().stream()
              .map(Places::textOf)
              .anyMatch(text -> LEAVES_OUT.stream().anyMatch(text::contains));
    }
    if (object.is("config.kueue.x-k8s.io/Configuration")) {
      isKueueToldOtherwise |=
          Places.at(object.place(), "resources")
              .filter(resources -> LEAVES_OUT.stream().anyMatch(resources.fields()::containsKey))
              .isPresent();
    }
  }

  /**
   * Returns whether a configuration of Kueue in the input leaves resources out.
   *
   * <p>Source: Kueue 0.19, {@code excludeResourcePrefixes} and {@code quotaCheckStrategy} of {@code
   * apis/config/v1beta2/configuration_types.go}.
   */
  boolean isKueueToldOtherwise() {
    return isKueueToldOtherwise;
  }

  private void addScaled(Inspected scaler) {
    String kind = Places.text(scaler.place(), "spec", "scaleTargetRef", "kind");
    // KEDA scales a Deployment if none is stated.
    scaled.add(
        scalable(
            scaler,
            kind.isEmpty() ? "Deployment" : kind,
            Places.text(scaler.place(), "spec", "scaleTargetRef", "name")));
  }

  private static Named scalable(Inspected beside, String kind, String name) {
    return new Named(beside.effectiveNamespace(), kind, name);
  }

  private void addDefaults(Inspected range) {
    for (YamlPlace item : Places.items(range.place(), "spec", "limits")) {
      if (Places.text(item, "type").equals("Container")) {
        for (String section : List.of("default", "max")) {
          Places.fields(item, section).keySet().forEach(key -> defaults.add(Within.of(range, key)));
        }
        for (String section : List.of("default", "defaultRequest", "max", "min")) {
          Places.fields(item, section)
              .keySet()
              .forEach(
                  key -> range.namespace().ifPresent(each -> given.add(new Named(each, "", key))));
        }
      }
    }
  }

  /** Returns the objects of a type, such as {@code karpenter.sh/NodePool}. */
  List<Inspected> of(String type) {
    return byType.getOrDefault(type, List.of());
  }

  /** Returns the objects of a type in the same file as another: parts of one cluster. */
  List<Inspected> of(String type, Inspected beside) {
    return of(type).stream()
        .filter(each -> each.place().source().equals(beside.place().source()))
        .toList();
  }

  /** Returns the first object of the same file with the type, namespace and name of another. */
  Optional<Inspected> first(Inspected same) {
    return Optional.ofNullable(first.get(Identity.of(same)));
  }

  /** Returns the objects in the same file and namespace as another whose pods have a label. */
  List<Inspected> labelled(Inspected beside, String key, String value) {
    return byLabel.getOrDefault(new Within(Place.of(beside), key, value), List.of());
  }

  /** Returns the objects with pods in the same file and namespace as another, and of its name. */
  List<Inspected> namesakes(Inspected beside) {
    return byName.getOrDefault(Within.of(beside, beside.name()), List.of());
  }

  /** Returns whether an autoscaler of its namespace changes the replicas of an object. */
  boolean isScaled(Inspected object) {
    return scaled.contains(scalable(object, object.kind(), object.name()));
  }

  /**
   * Returns whether a LimitRange in the same file and namespace as an object gives containers that
   * state no amount of a resource a limit of it: a default, or a max, which is the default without
   * one.
   */
  boolean hasDefault(Inspected beside, String resource) {
    return defaults.contains(Within.of(beside, resource));
  }

  /**
   * Returns the LimitRanges or ResourceQuotas of all files in the namespace that an object states.
   */
  List<Inspected> ofNamespace(String type, Inspected beside) {
    return beside
        .namespace()
        .map(namespace -> ofNamespace.getOrDefault(new Named(namespace, type, ""), List.of()))
        .orElse(List.of());
  }

  /** Returns whether a LimitRange of them gives containers an amount that they lack. */
  boolean isGiven(Inspected beside, String resource) {
    return beside
        .namespace()
        .filter(each -> given.contains(new Named(each, "", resource)))
        .isPresent();
  }

  /** Returns the replicas of what an object selects, which are counted once for its labels. */
  OptionalLong replicas(
      Inspected beside, Map<String, String> labels, Supplier<OptionalLong> count) {
    return replicas.computeIfAbsent(
        new Selection(Place.of(beside), labels), selection -> count.get());
  }

  /** Returns what the programs of nodes read of the file that an object is in. */
  NodeConfigs nodeConfigs(Inspected beside) {
    return nodeConfigs.computeIfAbsent(
        beside.place().source(), file -> NodeConfigs.of(this, beside));
  }

  /** Returns the objects with pods that ask for GPUs. */
  List<Inspected> gpuWorkloads() {
    return gpuWorkloads;
  }

  /** Returns whether pods of an object in the namespace of another ask for GPUs. */
  boolean isOfGpus(Inspected beside, String kind, String name) {
    return gpuNames.contains(scalable(beside, kind, name));
  }

  /** Returns those that state the same namespace as an object, of all files. */
  List<Inspected> gpuWorkloadsOfNamespace(Inspected beside) {
    return beside
        .namespace()
        .map(namespace -> gpuWorkloadsOf.getOrDefault(namespace, List.of()))
        .orElse(List.of());
  }
}
