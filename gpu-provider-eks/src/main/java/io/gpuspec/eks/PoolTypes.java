package io.gpuspec.eks;

import io.gpuspec.CapacityType;
import io.gpuspec.Devices;
import io.gpuspec.GpuSpec;
import io.gpuspec.Match;
import io.gpuspec.Shape;
import io.gpuspec.eks.internal.rules.InstanceLabels;
import io.gpuspec.eks.internal.rules.KarpenterRules;
import io.gpuspec.eks.internal.rules.TypesOfGpu;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * The instance types of a NodePool for a match, and a name for it.
 *
 * <p>A requested GPU stands for every type with it: the pod's requests decide how large a node is.
 * So one pool serves every workload on that GPU, under one name.
 */
final class PoolTypes {
  private static final String TARGET = "eks";
  private static final int LONGEST = 63;

  private final Match.Found found;

  private PoolTypes(Match.Found found) {
    this.found = found;
  }

  /**
   * Returns the types of a match on {@code eks}.
   *
   * @throws InvalidValueException if it was found elsewhere
   */
  static PoolTypes of(Match.Found found) {
    KarpenterRules.required("match", found, "a Match.Found of the target eks");
    requireKarpenter(found.target().id());
    return new PoolTypes(found);
  }

  /** Karpenter launches nodes of one target alone. */
  static void requireKarpenter(String target) {
    if (!target.equals(TARGET)) {
      throw KarpenterRules.refused(
          "node pool: '%s' is not a target that Karpenter launches nodes of; use gpus.in(\"eks\")",
          target);
    }
  }

  /** Returns the types in order of preference, then in the catalog's order. */
  List<GpuSpec> types() {
    return found.preferences().stream()
        .map(Shape::spec)
        .flatMap(p -> types(p).stream())
        .distinct()
        .toList();
  }

  /** Returns those of one preference. */
  List<GpuSpec> types(GpuSpec preference) {
    return TypesOfGpu.of(found, preference);
  }

  /** Returns every existing type, to distinguish the pool's from. */
  List<GpuSpec> known() {
    return found.catalog().includeRetired().specs().stream()
        .filter(row -> !row.isOwnNode())
        .toList();
  }

  /** Returns text such as {@code gpu-a10g}, or {@code gpu-t4-x4-spot}. */
  String name() {
    return name("gpu", found.preferences().stream().map(Shape::spec).toList());
  }

  /** The same for some of the preferences. */
  String name(String prefix, List<GpuSpec> preferences) {
    List<String> words = preferences.stream().map(this::word).distinct().toList();
    String end = part() + count() + capacityType();
    String name = prefix + "-" + String.join("-", words) + end;
    return name.length() <= LONGEST
        ? name
        : prefix + "-" + words.get(0) + "-and-" + (words.size() - 1) + "-more" + end;
  }

  private String word(GpuSpec row) {
    String name = InstanceLabels.isAskedAsItself(found.request(), row) ? row.name() : row.gpu();
    return List.of(name.toLowerCase(Locale.ROOT).split("[^a-z0-9]+")).stream()
        .filter(part -> !part.isEmpty())
        .collect(Collectors.joining("-"));
  }

  /** Returns what cards are divided into; pools of whole cards have other nodes. */
  private String part() {
    Devices devices = found.request().devices();
    return devices
        .migProfile()
        .map(profile -> "-mig-" + profile.replaceAll("[^a-z0-9]+", "-"))
        .orElse(devices.isReplica() ? "-replicas" : "");
  }

  private String count() {
    return found.request().isExactGpus() ? "-x" + found.shape().gpus() : "";
  }

  private String capacityType() {
    CapacityType asked = found.request().capacityType();
    return asked == CapacityType.ON_DEMAND ? "" : "-" + asked;
  }
}
