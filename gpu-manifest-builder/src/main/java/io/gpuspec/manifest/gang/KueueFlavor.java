package io.gpuspec.manifest.gang;

import com.google.common.collect.ImmutableMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.gpuspec.GpuRequest;
import io.gpuspec.GpuSpec;
import io.gpuspec.Match;
import io.gpuspec.Shape;
import io.gpuspec.Target;
import io.gpuspec.manifest.internal.tree.Checks;
import io.gpuspec.scheduling.PodField;
import io.gpuspec.scheduling.Taint;
import io.gpuspec.scheduling.Toleration;
import io.gpuspec.spi.Placement;
import io.gpuspec.value.InvalidValueException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * One kind of node and how much of it a queue can use.
 *
 * @param name a DNS name made of the row's
 * @param labels what every one of these nodes is labelled with
 * @param taints the keys of what they are tainted with
 * @param row what such a node is
 * @param device what its cards are requested as
 * @param cards how many of them the queue may have
 */
record KueueFlavor(
    String name,
    Map<String, String> labels,
    List<String> taints,
    GpuSpec row,
    String device,
    int cards) {

  static KueueFlavor of(Target target, String row, int cards) {
    Checks.given("target", target);
    Checks.given("row", row);
    Checks.atLeast("cards", 1, cards);
    Match.Found one = target.match(GpuRequest.of(row)).orThrow();
    Placement placement = target.place(one);
    List<Placement.Entry> devices = placement.entries(PodField.Kind.DEVICE);
    if (!one.shape().spec().isWhole() || devices.size() != 1) {
      throw new InvalidValueException(
          "gang.unsupported",
          "quota: '%s' is no whole card on %s; give a row of whole cards"
              .formatted(row, target.id()));
    }
    String device = devices.get(0).field().key();
    Map<String, String> labels = labels(target, one);
    checkIsOneKindOfNode(target, row, labels);
    return new KueueFlavor(
        name(row),
        labels,
        placement.tolerations().stream().map(Toleration::key).toList(),
        one.shape().spec(),
        device,
        cards);
  }

  /**
   * Kueue adds a flavor's labels to the pods that it admits, so the labels of one row would keep a
   * job off the other rows. If no label distinguishes nodes, there is nothing to add.
   */
  private static void checkIsOneKindOfNode(Target target, String row, Map<String, String> labels) {
    List<String> rows = target.catalog().gpu(row).specs().stream().map(GpuSpec::name).toList();
    if (rows.size() > 1 && !labels.isEmpty()) {
      throw new InvalidValueException(
          "gang.ambiguous",
          "quota: '%s' is on %s kinds of node of %s, and a quota is of one; name it: %s"
              .formatted(row, rows.size(), target.id(), String.join(", ", rows)));
    }
  }

  /**
   * Returns what jobs select these nodes by, however they ask: by the row, by the GPU, by the GPU
   * in this number exactly. Kueue compares only keys that the flavor has, and would send a job to
   * any nodes that have other GPUs under another key.
   */
  private static Map<String, String> labels(Target target, Match.Found byRow) {
    GpuSpec row = byRow.shape().spec();
    Map<String, String> labels = new LinkedHashMap<>(labels(target.place(byRow)));
    GpuRequest byGpu = GpuRequest.of(row.gpus(), row.gpu());
    for (GpuRequest request : List.of(byGpu, byGpu.exactGpus())) {
      target
          .match(request)
          .found()
          .filter(found -> hasSameGpus(found.shape().spec(), row))
          .ifPresent(found -> labels(target.place(found)).forEach(labels::putIfAbsent));
    }
    return labels;
  }

  private static boolean hasSameGpus(GpuSpec one, GpuSpec other) {
    return one.gpu().equals(other.gpu())
        && one.gpus() == other.gpus()
        && one.gpuMemory().equals(other.gpuMemory());
  }

  private static Map<String, String> labels(Placement placement) {
    Map<String, String> labels = new LinkedHashMap<>();
    placement
        .entries(PodField.Kind.NODE_SELECTOR)
        .forEach(entry -> labels.put(entry.field().key(), entry.value()));
    if (placement.nodeTerms().size() == 1) {
      placement.nodeTerms().get(0).stream()
          .filter(entry -> entry.requirement().operator().equals("In"))
          .filter(entry -> entry.values().size() == 1)
          .forEach(entry -> labels.put(entry.field().key(), entry.value()));
    }
    return labels;
  }

  /** Returns how much of each resource, cards last. */
  Map<String, String> quota() {
    return amounts(cards);
  }

  /** Returns the amounts for this many cards, with the CPU and memory of their nodes. */
  private Map<String, String> amounts(int cards) {
    int nodes = Math.floorDiv(cards - 1, row.gpus()) + 1;
    Shape largest = row.shapes().stream().max(Comparator.comparing(Shape::cpu)).orElseThrow();
    Map<String, String> quota = new LinkedHashMap<>();
    quota.put("cpu", largest.allocatable().cpu().times(nodes).toString());
    quota.put("memory", largest.allocatable().memory().times(nodes).toString());
    quota.put(device, Integer.toString(cards));
    return quota;
  }

  /** Returns text such as {@code a10-gnv4} for {@code A10*GNV4}. */
  private static String name(String row) {
    return row.toLowerCase(Locale.ROOT)
        .replaceAll("[^a-z0-9.]+", "-")
        .replaceAll("^[-.]+|[-.]+$", "");
  }

  HasMetadata object(String version) {
    Map<String, Object> spec = new LinkedHashMap<>();
    if (!labels.isEmpty()) {
      spec.put("nodeLabels", labels);
    }
    // If pods tolerate more than one taint, it is not known which one the nodes have.
    if (taints.size() == 1) {
      String effect = Taint.Effect.NO_SCHEDULE.toString();
      spec.put("nodeTaints", List.of(ImmutableMap.of("key", taints.get(0), "effect", effect)));
    }
    return PlacedGang.object(
        version, "ResourceFlavor", new ObjectMetaBuilder().withName(name).build(), spec);
  }

  /** Its part of a ClusterQueue that lends and borrows so many cards at most. */
  Map<String, Object> quotas(Optional<Integer> borrows, Optional<Integer> lends) {
    List<Map<String, String>> resources = new ArrayList<>();
    quota()
        .forEach(
            (resource, amount) -> {
              Map<String, String> entry = new LinkedHashMap<>();
              entry.put("name", resource);
              entry.put("nominalQuota", amount);
              borrows.ifPresent(most -> entry.put("borrowingLimit", of(resource, most)));
              lends.ifPresent(most -> entry.put("lendingLimit", of(resource, most)));
              resources.add(entry);
            });
    return ImmutableMap.of("name", name, "resources", resources);
  }

  private String of(String resource, int cards) {
    return Objects.requireNonNull(amounts(cards).get(resource));
  }

  @Override
  public String toString() {
    return cards + " x " + name;
  }
}
