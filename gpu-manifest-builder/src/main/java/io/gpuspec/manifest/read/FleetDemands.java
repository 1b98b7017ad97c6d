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

  static List<Demand> of(Landings landings) {
    Map<String, Long> names =
        landings.landings().stream()
            .filter(landing -> landing.match().isPresent())
            .collect(
                Collectors.groupingBy(landing -> landing.workload().name(), Collectors.counting()));
    Map<String, Integer> used = new HashMap<>();
    List<Demand> demands = new ArrayList<>();
    for (Landings.Landing landing : landings.landings()) {
      match(landing)
          .ifPresent(
              match ->
                  demands.add(
                      demand(
                          landing.workload(),
                          demand(landings, landing, match, name(landing.workload(), names, used)),
                          match)));
    }
    return demands;
  }

  /** Which existing nodes have extended resources that no row has, only the fleet knows. */
  private static Demand demand(
      Landings landings, Landings.Landing landing, Match match, String name) {
    Map<String, Long> resources = match.request().resources();
    if (!match.isFound() && match.isJudged() && !resources.isEmpty()) {
      Optional<Match> without =
          landing
              .workload()
              .match(landings.target(), read -> without(resources, landings.wishes().apply(read)))
              .filter(Match::isFound);
      if (without.isPresent()) {
        Demand demand = Demand.of(name, without.get());
        for (Map.Entry<String, Long> each : resources.entrySet()) {
          demand = demand.resource(each.getKey(), each.getValue());
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

  private static Optional<Match> match(Landings.Landing landing) {
    return landing.claimed().isPresent() ? landing.claimed().get().ofFleet() : landing.match();
  }

  /** Returns notes on workloads that have a match, and are no demand. */
  static List<Note> notPlanned(Landings landings) {
    return landings.landings().stream()
        .filter(landing -> landing.match().isPresent() && match(landing).isEmpty())
        .map(
            landing ->
                Note.of(
                    "claim.not-planned",
                    "%s claims parts of cards, and of these a fleet counts only MIG instances of one profile"
                        .formatted(landing.workload())))
        .toList();
  }

  private static Demand demand(Workload workload, Demand bare, Match match) {
    Demand demand = bare.pool(pool(workload, match)).selecting(workload.pod());
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
    for (YamlPlace each :
        workload
            .pods()
            .spec()
            .find("topologySpreadConstraints")
            .map(YamlPlace::items)
            .orElse(List.of())) {
      boolean isRequired =
          each.find("whenUnsatisfiable")
              .map(YamlPlace::string)
              .filter("ScheduleAnyway"::equals)
              .isEmpty();
      if (isRequired && selects(each, own)) {
        if (isOf(each, ZONE)) {
          spread = spread.evenlyOverZones();
        } else if (isOf(each, HOSTNAME)) {
          spread = spread.maxPerNode(skew(each));
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
   * The labels of your own that its pods select on: a node has one value of each. In which zone a
   * node is, is said by itself, and its host name is not chosen by who buys it.
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
