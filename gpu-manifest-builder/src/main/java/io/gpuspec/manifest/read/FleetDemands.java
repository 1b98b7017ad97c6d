package io.gpuspec.manifest.read;

import io.gpuspec.GpuRequest;
import io.gpuspec.Match;
import io.gpuspec.Target;
import io.gpuspec.fleet.Demand;
import io.gpuspec.internal.clouds.CloudLabels;
import io.gpuspec.manifest.internal.found.FoundWorkload;
import io.gpuspec.manifest.internal.found.TopologyAnnotations;
import io.gpuspec.manifest.internal.tree.YamlPlace;
import io.gpuspec.scheduling.LabelSelector;
import io.gpuspec.scheduling.NodeRequirement;
import io.gpuspec.scheduling.PodField;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.spi.FieldMeaning;
import io.gpuspec.value.Note;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

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
    Set<Workload> partly = uncounted(matches).map(Uncounted::workload).collect(Collectors.toSet());
    List<Demand> demands = new ArrayList<>();
    for (FileMatches.WorkloadMatch each : matches.matches()) {
      match(matches, each)
          .ifPresent(
              match -> {
                Demand demand =
                    demand(
                        each.workload(),
                        demand(matches, each, match, name(each.workload(), names, used)),
                        match);
                demands.add(partly.contains(each.workload()) ? demand.partlyCounted() : demand);
              });
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
              .matchOfRequired(
                  matches.target(), read -> without(resources, matches.wishes().apply(read)))
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

  /**
   * What a workload requires: a plan chooses nodes by their cost, not by what pods prefer, and
   * knows itself which nodes have a name already.
   */
  private static Optional<Match> match(FileMatches matches, FileMatches.WorkloadMatch each) {
    if (each.claimed().isPresent()) {
      return each.claimed().get().ofFleet();
    }
    FoundWorkload found = each.workload().found();
    return each.match().isEmpty()
            || (each.workload().pod().preferredNodeTerms().isEmpty() && !found.hasNodeNames())
        ? each.match()
        : each.workload().matchOfRequired(matches.target(), matches.wishes());
  }

  /** Preferences change which match it is, and not whether there is one. */
  private static boolean isDemand(FileMatches.WorkloadMatch each) {
    return each.claimed()
        .map(claimed -> claimed.ofFleet().isPresent())
        .orElse(each.match().isPresent());
  }

  /** Returns notes on workloads that have a match, and are no demand or not as they are written. */
  static List<Note> notPlanned(FileMatches matches) {
    return Stream.concat(claims(matches), uncounted(matches).map(Uncounted::note)).toList();
  }

  /** What a workload requires and a plan does not count. */
  private record Uncounted(Workload workload, Note note) {}

  private static Stream<Uncounted> uncounted(FileMatches matches) {
    return Stream.of(affinities(matches), domains(matches), others(matches))
        .flatMap(all -> all)
        .distinct();
  }

  private static Stream<Note> claims(FileMatches matches) {
    return matches.matches().stream()
        .filter(each -> each.isJudged() && !isDemand(each))
        .map(
            each ->
                Note.of(
                    "claim.not-planned",
                    "%s claims parts of cards, and of these a fleet counts only MIG instances of one profile"
                        .formatted(each.workload())));
  }

  private static Stream<Uncounted> affinities(FileMatches matches) {
    return matches.matches().stream()
        .filter(FleetDemands::isDemand)
        .flatMap(
            each ->
                choices(each.workload().pod(), matches.target()).stream()
                    .map(
                        choice ->
                            new Uncounted(
                                each.workload(),
                                Note.of(
                                    "fleet.affinity",
                                    "%s requires nodes with %s, and a plan does not choose between labels of new nodes; select one value, such as with nodeSelector"
                                        .formatted(each.workload(), choice)))));
  }

  /** Constraints of pods among themselves that are not about nodes or zones, or need many zones. */
  private static Stream<Uncounted> domains(FileMatches matches) {
    return matches.matches().stream()
        .filter(FleetDemands::isDemand)
        .flatMap(
            each ->
                among(each.workload().found())
                    .filter(
                        term ->
                            !isOf(term, HOSTNAME) && !isOf(term, ZONE)
                                || isOf(term, ZONE) && term.find("minDomains").isPresent())
                    .map(
                        term ->
                            new Uncounted(
                                each.workload(),
                                Note.of(
                                    "fleet.domains",
                                    "%s keeps its pods apart by %s, which a plan does not count"
                                        .formatted(each.workload(), domain(term))))));
  }

  /** What keeps pods of different workloads apart, or pods together. */
  private static Stream<Uncounted> others(FileMatches matches) {
    List<Workload> all =
        matches.matches().stream()
            .filter(FleetDemands::isDemand)
            .map(FileMatches.WorkloadMatch::workload)
            .toList();
    Map<Workload, Map<String, String>> labels = new LinkedHashMap<>();
    all.forEach(each -> labels.put(each, labels(each.found())));
    return all.stream()
        .flatMap(
            each ->
                Stream.of(apartFromOthers(each, labels), together(each), byControllers(each))
                    .flatMap(notes -> notes));
  }

  /** What a controller adds to pods, or decides for them. */
  private static Stream<Uncounted> byControllers(Workload workload) {
    return TopologyAnnotations.of(workload.found()).stream()
        .map(
            each ->
                new Uncounted(
                    workload,
                    Note.of(
                        "fleet.domains",
                        "%s keeps its pods together with each other or with others by %s, which a plan does not count"
                            .formatted(workload, each.annotation()))));
  }

  private static Stream<Uncounted> apartFromOthers(
      Workload workload, Map<Workload, Map<String, String>> labels) {
    return Stream.concat(apart(workload.found()), spread(workload.found()))
        .flatMap(
            term ->
                labels.keySet().stream()
                    .filter(other -> other != workload && selects(term, workload, other, labels))
                    .limit(1)
                    .map(
                        other ->
                            new Uncounted(
                                workload,
                                Note.of(
                                    "fleet.domains",
                                    "%s keeps its pods apart by %s from those of others, such as %s, which a plan does not count"
                                        .formatted(workload, key(term), other)))));
  }

  private static boolean selects(
      YamlPlace term,
      Workload workload,
      Workload other,
      Map<Workload, Map<String, String>> labels) {
    Map<String, String> own = labels.getOrDefault(workload, Map.of());
    Map<String, String> others = labels.getOrDefault(other, Map.of());
    // A key that is in no template, such as pod-template-hash, is of one workload.
    return isOfNamespace(term, workload, other)
        && selects(term, others)
        && items(term, "matchLabelKeys")
            .map(YamlPlace::string)
            .allMatch(key -> own.containsKey(key) && own.get(key).equals(others.get(key)));
  }

  private static boolean isOfNamespace(YamlPlace term, Workload workload, Workload other) {
    String there = other.namespace().orElse("default");
    List<String> named = items(term, "namespaces").map(YamlPlace::string).toList();
    return term.find("namespaceSelector").isPresent()
        || (named.isEmpty()
            ? there.equals(workload.namespace().orElse("default"))
            : named.contains(there));
  }

  /** Who is alone needs no other of its own. */
  private static Stream<Uncounted> together(Workload workload) {
    Map<String, String> own = labels(workload.found());
    return terms(workload.found(), "podAffinity")
        .filter(term -> workload.found().count() > 1 || !selects(term, own))
        .map(
            term ->
                new Uncounted(
                    workload,
                    Note.of(
                        "fleet.domains",
                        "%s keeps its pods together with each other or with others by %s, which a plan does not count"
                            .formatted(workload, key(term)))));
  }

  private static String key(YamlPlace term) {
    return term.find("topologyKey").map(YamlPlace::string).orElse("no topologyKey");
  }

  private static String domain(YamlPlace term) {
    String key = key(term);
    return term.find("minDomains").isPresent() ? "minDomains of " + key : key;
  }

  /** The required anti-affinities and spread constraints of pods among themselves. */
  private static Stream<YamlPlace> among(FoundWorkload workload) {
    Map<String, String> own = labels(workload);
    return Stream.concat(apart(workload), spread(workload)).filter(term -> selects(term, own));
  }

  private static Stream<YamlPlace> apart(FoundWorkload workload) {
    return terms(workload, "podAntiAffinity");
  }

  private static Stream<YamlPlace> terms(FoundWorkload workload, String affinity) {
    return workload
        .pods()
        .spec()
        .find("affinity")
        .flatMap(place -> place.find(affinity))
        .map(place -> items(place, "requiredDuringSchedulingIgnoredDuringExecution"))
        .orElse(Stream.of());
  }

  private static Stream<YamlPlace> spread(FoundWorkload workload) {
    return items(workload.pods().spec(), "topologySpreadConstraints")
        .filter(
            term ->
                term.find("whenUnsatisfiable")
                    .map(YamlPlace::string)
                    .filter("ScheduleAnyway"::equals)
                    .isEmpty());
  }

  /**
   * What a required node affinity leaves open of zones and labels of your own: one of the values,
   * any value, or one of the terms. What no node has by itself is met by new ones.
   */
  private static Optional<NodeRequirement> choices(PodView pod, Target target) {
    boolean isOneTerm = pod.nodeTerms().size() == 1;
    return pod.nodeTerms().stream()
        .flatMap(term -> term.expressions().stream())
        .filter(each -> each.key().equals(ZONE) || isOwn(each.key(), value(each), target))
        .filter(each -> !pod.nodeSelector().containsKey(each.key()))
        .filter(each -> !isAbsence(each) && !(isOneTerm && isOneValue(each)))
        .findFirst();
  }

  /**
   * What required node affinity and node selector say together of one label, if it is one value.
   */
  private static Map<String, String> selected(PodView pod) {
    Map<String, String> selected = new TreeMap<>();
    if (pod.nodeTerms().size() == 1) {
      pod.nodeTerms().get(0).expressions().stream()
          .filter(FleetDemands::isOneValue)
          .forEach(each -> selected.put(each.key(), value(each)));
    }
    selected.putAll(pod.nodeSelector());
    return selected;
  }

  private static boolean isOneValue(NodeRequirement requirement) {
    return requirement.operator().equals("In") && requirement.values().size() == 1;
  }

  private static boolean isAbsence(NodeRequirement requirement) {
    return !requirement.key().equals(ZONE)
        && (requirement.operator().equals("NotIn")
            || requirement.operator().equals("DoesNotExist"));
  }

  private static String value(NodeRequirement requirement) {
    return requirement.values().isEmpty() ? "" : requirement.values().get(0);
  }

  private static Demand demand(Workload workload, Demand bare, Match match) {
    Demand demand = bare.pool(pool(workload, match)).pod(match.target().admitted(workload.pod()));
    if (isApart(workload.found(), HOSTNAME) || hasHostPort(workload.found())) {
      demand = demand.maxPerNode(1);
    }
    demand = spread(workload.found(), demand);
    if (isApart(workload.found(), ZONE)) {
      demand = demand.maxPerZone(1);
    }
    String zone = selected(workload.pod()).get(ZONE);
    return zone == null || zone.isBlank() ? demand : demand.inZone(zone);
  }

  /**
   * What required spread constraints of pods among themselves ask. A node that can take the pods
   * may have none of them, so another has at most as many as the skew.
   */
  private static Demand spread(FoundWorkload workload, Demand demand) {
    Map<String, String> own = labels(workload);
    Demand spread = demand;
    for (YamlPlace term : spread(workload).filter(term -> selects(term, own)).toList()) {
      if (isOf(term, ZONE)) {
        spread = spread.evenlyOverZones();
      } else if (isOf(term, HOSTNAME)) {
        spread = spread.maxPerNode(skew(term));
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
   * The labels of your own, and the node pool, that its pods select on: a node has one value of
   * each. In which zone a node is, is said by itself, and its host name is not chosen by who buys
   * it.
   */
  private static Map<String, String> pool(Workload workload, Match match) {
    return selected(workload.pod()).entrySet().stream()
        .filter(label -> isOwn(label.getKey(), label.getValue(), match.target()))
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  private static boolean isOwn(String label, String value, Target target) {
    return !label.equals(ZONE)
        && !label.equals(HOSTNAME)
        && (label.equals(CloudLabels.NODE_POOL)
            || target.meaning(PodField.nodeSelector(label), value) == FieldMeaning.USER_FIELD);
  }

  /** Whether a port of the pods is the node's: a second pod there would have none. */
  private static boolean hasHostPort(FoundWorkload workload) {
    YamlPlace pod = workload.pods().spec();
    boolean isOfHost = pod.find("hostNetwork").map(YamlPlace::bool).orElse(false);
    Stream<YamlPlace> sidecars =
        items(pod, "initContainers")
            .filter(
                each ->
                    each.find("restartPolicy")
                        .map(YamlPlace::string)
                        .filter("Always"::equals)
                        .isPresent());
    return Stream.concat(items(pod, "containers"), sidecars)
        .flatMap(container -> items(container, "ports"))
        .anyMatch(port -> isOfHost || port.find("hostPort").isPresent());
  }

  private static Stream<YamlPlace> items(YamlPlace place, String list) {
    return place.find(list).map(YamlPlace::items).orElse(List.of()).stream();
  }

  /** Whether a required anti-affinity keeps the pods from nodes or zones with others of them. */
  private static boolean isApart(FoundWorkload workload, String domain) {
    Map<String, String> own = labels(workload);
    return apart(workload).anyMatch(term -> isOf(term, domain) && selects(term, own));
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

  /** Whether a term's selector selects the pods themselves: without one it selects no pod. */
  private static boolean selects(YamlPlace term, Map<String, String> own) {
    return LabelSelector.of(term.get("labelSelector"))
        .filter(each -> each.selects(own))
        .isPresent();
  }
}
