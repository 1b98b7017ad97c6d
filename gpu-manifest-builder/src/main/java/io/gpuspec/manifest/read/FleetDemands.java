package io.gpuspec.manifest.read;

import io.gpuspec.GpuRequest;
import io.gpuspec.Match;
import io.gpuspec.Target;
import io.gpuspec.fleet.Demand;
import io.gpuspec.manifest.internal.found.FoundWorkload;
import io.gpuspec.manifest.internal.tree.YamlPlace;
import io.gpuspec.scheduling.PodField;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.spi.FieldMeaning;
import io.gpuspec.value.Note;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Workloads as demands of a fleet. */
final class FleetDemands {
  private static final String HOSTNAME = "kubernetes.io/hostname";
  private static final String ZONE = "topology.kubernetes.io/zone";

  private FleetDemands() {}

  static List<Demand> of(FileMatches matches) {
    Map<String, Long> names =
        matches.matches().stream()
            .filter(each -> each.match().isPresent())
            .collect(Collectors.groupingBy(each -> each.workload().name(), Collectors.counting()));
    Map<String, Integer> used = new HashMap<>();
    List<Demand> demands = new ArrayList<>();
    for (FileMatches.WorkloadMatch each : matches.matches()) {
      match(each)
          .ifPresent(
              match ->
                  demands.add(
                      demand(
                          each.workload(),
                          demand(matches, each, match, name(each.workload(), names, used)),
                          match)));
    }
    return demands;
  }

  /** Which existing nodes have extended resources that no row has, only the fleet knows. */
  private static Demand demand(
      FileMatches matches, FileMatches.WorkloadMatch each, Match match, String name) {
    Map<String, Long> resources = match.request().resources();
    if (!match.isFound() && match.isJudged() && !resources.isEmpty()) {
      Optional<Match> without =
          each.workload()
              .match(matches.target(), read -> without(resources, matches.wishes().apply(read)))
              .filter(Match::isFound);
      if (without.isPresent()) {
        Demand demand = Demand.of(name, without.get());
        for (Map.Entry<String, Long> resource : resources.entrySet()) {
          demand = demand.resource(resource.getKey(), resource.getValue());
        }
        return demand;
      }
    }
    return Demand.of(name, match);
  }

  private static GpuRequest without(Map<String, Long> resources, GpuRequest request) {
    GpuRequest less = request;
    for (String resource : resources.keySet()) {
      less = less.resource(resource, 0);
    }
    return less;
  }

  private static Optional<Match> match(FileMatches.WorkloadMatch each) {
    return each.claimed().isPresent() ? each.claimed().get().ofFleet() : each.match();
  }

  /** Returns notes on workloads that have a match, and are no demand. */
  static List<Note> notPlanned(FileMatches matches) {
    return matches.matches().stream()
        .filter(each -> each.match().isPresent() && match(each).isEmpty())
        .map(
            each ->
                Note.of(
                    "claim.not-planned",
                    "%s claims parts of cards, and of these a fleet counts only MIG instances of one profile"
                        .formatted(each.workload())))
        .toList();
  }

  private static Demand demand(Workload workload, Demand bare, Match match) {
    Demand demand = bare.pool(pool(workload, match)).pod(match.target().admitted(workload.pod()));
    if (isApart(workload.found(), HOSTNAME)) {
      demand = demand.maxPerNode(1);
    }
    demand = spread(workload.found(), demand);
    if (isApart(workload.found(), ZONE)) {
      demand = demand.maxPerZone(1);
    }
    String zone = workload.pod().nodeSelector().get(ZONE);
    return zone == null || zone.isBlank() ? demand : demand.inZone(zone);
  }

  /**
   * What required spread constraints of pods among themselves ask. A node that can take the pods
   * may have none of them, so another has at most as many as the skew.
   */
  private static Demand spread(FoundWorkload workload, Demand demand) {
    Map<String, String> own = labels(workload);
    Demand spread = demand;
    for (YamlPlace resource :
        workload
            .pods()
            .spec()
            .find("topologySpreadConstraints")
            .map(YamlPlace::items)
            .orElse(List.of())) {
      boolean isRequired =
          resource
              .find("whenUnsatisfiable")
              .map(YamlPlace::string)
              .filter("ScheduleAnyway"::equals)
              .isEmpty();
      if (isRequired && selects(resource, own)) {
        if (isOf(resource, ZONE)) {
          spread = spread.evenlyOverZones();
        } else if (isOf(resource, HOSTNAME)) {
          spread = spread.maxPerNode(skew(resource));
        }
      }
    }
    return spread;
  }

  private static int skew(YamlPlace constraint) {
    long skew = constraint.find("maxSkew").map(YamlPlace::integer).orElse(1L);
    return (int) Math.max(1, Math.min(Integer.MAX_VALUE, skew));
  }

  /** The workload's name; with its kind, task or namespace, or a number, if others have it too. */
  private static String name(
      Workload workload, Map<String, Long> names, Map<String, Integer> used) {
    String name = workload.name().isBlank() ? workload.kind() : workload.name();
    if (names.getOrDefault(workload.name(), 0L) > 1) {
      name =
          workload.namespace().map(namespace -> namespace + "/").orElse("")
              + workload.kind()
              + "/"
              + name
              + workload.task().map(task -> "/" + task).orElse("");
    }
    int times = used.merge(name, 1, Integer::sum);
    return times == 1 ? name : name + "#" + times;
  }

  /**
   * The labels of your own that its pods select on: a node has one value of resource. In which zone
   * a node is, is said by itself, and its host name is not chosen by who buys it.
   */
  private static Map<String, String> pool(Workload workload, Match match) {
    Target target = match.target();
    PodView pod = workload.pod();
    return pod.nodeSelector().entrySet().stream()
        .filter(label -> !label.getKey().equals(ZONE) && !label.getKey().equals(HOSTNAME))
        .filter(
            label ->
                target.meaning(PodField.nodeSelector(label.getKey()), label.getValue())
                    == FieldMeaning.USER_FIELD)
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  /** Whether a required anti-affinity keeps the pods from nodes or zones with others of them. */
  private static boolean isApart(FoundWorkload workload, String domain) {
    Optional<YamlPlace> terms =
        workload
            .pods()
            .spec()
            .find("affinity")
            .flatMap(place -> place.find("podAntiAffinity"))
            .flatMap(place -> place.find("requiredDuringSchedulingIgnoredDuringExecution"));
    Map<String, String> own = labels(workload);
    return terms.map(YamlPlace::items).orElse(List.of()).stream()
        .anyMatch(term -> isOf(term, domain) && selects(term, own));
  }

  private static boolean isOf(YamlPlace term, String domain) {
    return term.find("topologyKey").map(YamlPlace::string).filter(domain::equals).isPresent();
  }

  private static Map<String, String> labels(FoundWorkload workload) {
    Map<String, String> labels = new HashMap<>();
    workload
        .pods()
        .place()
        .find("metadata")
        .flatMap(place -> place.find("labels"))
        .map(YamlPlace::fields)
        .orElse(Map.of())
        .forEach((key, value) -> labels.put(key, value.string()));
    return labels;
  }

  /** Expressions are taken to select the pods themselves, as they do in practice. */
  private static boolean selects(YamlPlace term, Map<String, String> own) {
    return term
        .find("labelSelector")
        .flatMap(place -> place.find("matchLabels"))
        .map(YamlPlace::fields)
        .orElse(Map.of())
        .entrySet()
        .stream()
        .allMatch(label -> label.getValue().string().equals(own.get(label.getKey())));
  }
}
