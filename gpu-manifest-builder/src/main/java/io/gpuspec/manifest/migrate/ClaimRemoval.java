package io.gpuspec.manifest.migrate;

import io.gpuspec.Devices;
import io.gpuspec.Match;
import io.gpuspec.Target;
import io.gpuspec.internal.clouds.CloudLabels;
import io.gpuspec.manifest.internal.found.FoundWorkload;
import io.gpuspec.manifest.internal.found.JudgedLabels;
import io.gpuspec.manifest.internal.found.PodDocument;
import io.gpuspec.manifest.internal.tree.PlacedPod;
import io.gpuspec.manifest.internal.tree.YamlTree;
import io.gpuspec.manifest.read.ClaimedMatch;
import io.gpuspec.scheduling.ClaimedDevice;
import io.gpuspec.scheduling.PodField;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.spi.Placement;
import io.gpuspec.value.Rejection;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Replaces the claims of pods by requests for the resource of a device plugin. */
final class ClaimRemoval {
  private final Target target;
  private final FoundWorkload workload;
  private final ClaimedMatch claimed;
  private final Map<String, List<ClaimedDevice>> byName = new LinkedHashMap<>();
  private final Map<String, Set<String>> cards = new LinkedHashMap<>();
  private final Set<String> templates = new LinkedHashSet<>();
  private final Optional<String> whyNot;
  private final List<MigrationResult.Loss> losses = new ArrayList<>();

  ClaimRemoval(Target target, FoundWorkload workload, ClaimedMatch claimed) {
    this.target = target;
    this.workload = workload;
    this.claimed = claimed;
    Map<String, Object> pod = YamlTree.mapping(YamlTree.of(workload.pods().place().node()));
    readClaims(pod);
    PlacedPod.containers(pod)
        .forEach(each -> cards.put(String.valueOf(each.get("name")), cardsOf(each)));
    this.whyNot = whyNone().or(this::whyNotDivided);
  }

  /** Finds the devices of each claim by the pod's name for it; several may be of one template. */
  private void readClaims(Map<String, Object> pod) {
    Map<String, List<String>> names = new LinkedHashMap<>();
    for (Map<String, Object> entry : claims(pod)) {
      Object template = entry.get("resourceClaimTemplateName");
      Object object = template == null ? entry.get("resourceClaimName") : template;
      if (template != null) {
        templates.add(ClaimTemplates.key(workload.namespace(), template.toString()));
      }
      names
          .computeIfAbsent(String.valueOf(object), each -> new ArrayList<>())
          .add(String.valueOf(entry.get("name")));
    }
    names.forEach(
        (object, all) -> {
          List<ClaimedDevice> devices =
              claimed.devices().stream().filter(each -> each.claim().equals(object)).toList();
          int each = devices.size() / all.size();
          for (int i = 0; each > 0 && i < all.size(); i++) {
            byName.put(all.get(i), devices.subList(i * each, (i + 1) * each));
          }
        });
  }

  private static List<Map<String, Object>> claims(Map<String, Object> pod) {
    return YamlTree.maps(YamlTree.map(pod, "spec"), "resourceClaims");
  }

  private Set<String> cardsOf(Map<String, Object> container) {
    Set<String> cards = new HashSet<>();
    for (Map<String, Object> use : YamlTree.maps(YamlTree.map(container, "resources"), "claims")) {
      Object request = use.get("request");
      byName.getOrDefault(String.valueOf(use.get("name")), List.of()).stream()
          .filter(each -> request == null || isOf(each, request.toString()))
          .forEach(each -> cards.add(each.device()));
    }
    return cards;
  }

  private static boolean isOf(ClaimedDevice device, String request) {
    return device.request().equals(request) || device.request().startsWith(request + "/");
  }

  private Optional<String> whyNone() {
    if (claimed.match().isFound()) {
      return claimed.devices().stream().anyMatch(ClaimRemoval::isPart)
          ? Optional.of(
              "its claims are given parts of cards, which a device plugin names otherwise")
          : Optional.empty();
    }
    return Optional.of(
        (claimed.isJudged()
                ? "its claims are given no devices on %s: %s"
                : "whether its claims are given devices on %s is not known: %s")
            .formatted(
                target.id(),
                claimed.match().rejected().stream()
                    .findFirst()
                    .map(Rejection::toString)
                    .orElse("no row")));
  }

  private static boolean isPart(ClaimedDevice device) {
    return !device.device().matches("gpu-[0-9]+") || !device.consumed().isEmpty();
  }

  /** A device plugin gives a card to one container, unless that has ended. */
  private Optional<String> whyNotDivided() {
    Map<String, String> owners = new HashMap<>();
    for (PodView.Container container : inOrderOfStart()) {
      for (String card : cards.getOrDefault(container.name(), Set.of())) {
        String owner = owners.get(card);
        if (owner != null) {
          return Optional.of(
              "its containers %s and %s share a card, and a device plugin gives each its own"
                  .formatted(owner, container.name()));
        }
        if (container.role() != PodView.Role.INIT) {
          owners.put(card, container.name());
        }
      }
    }
    Set<String> used = new HashSet<>();
    cards.values().forEach(used::addAll);
    return claimed.devices().stream().allMatch(each -> used.contains(each.device()))
        ? Optional.empty()
        : Optional.of(
            "it has cards that none of its containers uses, and a device plugin gives cards to containers");
  }

  private List<PodView.Container> inOrderOfStart() {
    List<PodView.Container> all = new ArrayList<>();
    List<PodView.Container> own = workload.pod().containers();
    own.stream().filter(each -> each.role() != PodView.Role.MAIN).forEach(all::add);
    own.stream().filter(each -> each.role() == PodView.Role.MAIN).forEach(all::add);
    return all;
  }

  Match match() {
    return claimed.match();
  }

  /** Returns whether the pods keep their claims. */
  boolean keepsClaims() {
    return whyNot.isPresent();
  }

  /** Returns the templates that the pods name, with their namespaces. */
  Set<String> templates() {
    return templates;
  }

  /** Changes the pods, unless a device plugin cannot give them what their claims did. */
  void write(Map<String, Object> pod) {
    if (whyNot.isPresent()) {
      losses.add(
          MigrationResult.Loss.at(
                  workload.pods().place(), workload.toString(), whyNot.get(), "it keeps its claims")
              .asBreaking());
      return;
    }
    Match.Found found = claimed.match().found().orElseThrow();
    Placement all = target.place(MigratedDevices.withAll(found));
    String resource = all.entries(PodField.Kind.DEVICE).get(0).field().key();
    losses.addAll(OwnersPart.ofOthers(target, workload.pods(), pod).leave());
    boolean selectsNone = view(pod).nodeRequirements().isEmpty();
    replace(pod, resource);
    if (selectsNone || isOpen(pod, found)) {
      new PlacedPod(pod, workload.pod().withoutClaims(), all, workload.selected()).write();
      replace(pod, resource);
    }
    compare(pod, found);
  }

  private PodView view(Map<String, Object> pod) {
    return document(pod).view();
  }

  private PodDocument document(Map<String, Object> pod) {
    return new PodDocument(YamlTree.place(workload.pods().place().source(), pod));
  }

  private void replace(Map<String, Object> pod, String resource) {
    YamlTree.keep(YamlTree.map(pod, "spec"), "resourceClaims", each -> !isReplaced(each));
    PlacedPod.containers(pod).forEach(container -> divide(container, resource));
  }

  /** Returns whether nodes that the pod selects have other cards than its claims are given. */
  private boolean isOpen(Map<String, Object> pod, Match.Found found) {
    return landed(pod).filter(landed -> !models(found).containsAll(models(landed))).isPresent();
  }

  private Optional<Match.Found> landed(Map<String, Object> pod) {
    return target
        .match(CloudLabels.withoutOthers(target.cloudFacts(), view(pod), target.cloud()))
        .flatMap(Match::found);
  }

  private static Set<String> models(Match.Found found) {
    return Stream.concat(Stream.of(found.shape()), found.alternatives().stream())
        .map(shape -> MigratedDevices.name(shape.spec()).orElse(shape.spec().gpu()))
        .collect(Collectors.toSet());
  }

  private void compare(Map<String, Object> pod, Match.Found found) {
    Devices asked = MigratedDevices.of(found.request().devices(), target.catalog());
    boolean namesGpu =
        landed(pod).filter(each -> !each.request().devices().names().isEmpty()).isPresent();
    if (namesGpu && asked.names().isEmpty()) {
      losses.add(WorkloadMigration.anyGpu(workload.pods().place(), found));
    }
    if (!asked.names().isEmpty() && isOpen(pod, found)) {
      losses.add(WorkloadMigration.unnamed(workload.pods().place(), asked, target));
    }
    JudgedLabels judged = new JudgedLabels(target, document(pod));
    losses.addAll(new UnreadParts(target, target, workload.pods(), judged::contains).labels());
  }

  private void divide(Map<String, Object> container, String resource) {
    int count = Objects.requireNonNull(cards.get(String.valueOf(container.get("name")))).size();
    YamlTree.keep(YamlTree.map(container, "resources"), "claims", each -> !isReplaced(each));
    for (String section : List.of("requests", "limits")) {
      if (count > 0) {
        YamlTree.mapToFill(container, "resources", section).put(resource, String.valueOf(count));
      } else {
        YamlTree.map(container, "resources", section).remove(resource);
        YamlTree.prune(container, "resources", section);
      }
    }
  }

  private boolean isReplaced(Map<String, Object> named) {
    return byName.containsKey(String.valueOf(named.get("name")));
  }

  List<MigrationResult.Loss> losses() {
    return losses;
  }
}
