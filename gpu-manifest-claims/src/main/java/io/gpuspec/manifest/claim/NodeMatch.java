package io.gpuspec.manifest.claim;

import io.gpuspec.Devices;
import io.gpuspec.GpuRequest;
import io.gpuspec.GpuSpec;
import io.gpuspec.Match;
import io.gpuspec.SpecCatalog;
import io.gpuspec.Target;
import io.gpuspec.claim.NodeDevices;
import io.gpuspec.internal.admission.UntoleratedTaint;
import io.gpuspec.internal.dra.DriverNodes;
import io.gpuspec.kube.KubeObject;
import io.gpuspec.manifest.error.ManifestException;
import io.gpuspec.manifest.internal.claim.Allocator;
import io.gpuspec.manifest.internal.claim.Claim;
import io.gpuspec.manifest.internal.claim.ClaimObjects;
import io.gpuspec.manifest.internal.claim.Slices;
import io.gpuspec.manifest.internal.dra.ClaimedDevices;
import io.gpuspec.manifest.internal.found.FoundWorkload;
import io.gpuspec.manifest.internal.found.PodSystem;
import io.gpuspec.manifest.internal.tree.PlacedPod;
import io.gpuspec.manifest.internal.tree.YamlPlace;
import io.gpuspec.scheduling.ClaimedDevice;
import io.gpuspec.scheduling.PodFieldException;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.value.GpuSpecException;
import io.gpuspec.value.Note;
import io.gpuspec.value.Rejection;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.IntFunction;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** On which shape of a catalog the claims of a pod are given devices, and which. */
final class NodeMatch implements ClaimedDevices {
  /** What a node of a row gives. */
  private record Tried(GpuSpec row, NodeDevices node, Allocation allocation) {
    /** Returns how many cards the devices are of. */
    int cards() {
      Set<String> cards = new LinkedHashSet<>();
      allocation
          .devices()
          .forEach(
              device -> cards.add(device.pool() + "/" + device.device().replaceAll("-mig-.*", "")));
      return Math.max(1, cards.size());
    }
  }

  private final Match match;
  private final Optional<Tried> found;
  private final Optional<Note> unknown;
  private final List<Tried> alike;
  private final boolean isBound;

  /**
   * @param alike what the nodes give that serve the pod by the same alternatives as the one that
   *     was found
   * @param isBound whether constraints bind devices to one another
   */
  private NodeMatch(Match match, Tried found, List<Tried> alike, boolean isBound) {
    this.match = match;
    this.found = Optional.of(found);
    this.unknown = Optional.empty();
    this.alike = List.copyOf(alike);
    this.isBound = isBound;
  }

  /** Creates one without devices. */
  private NodeMatch(Match match, Optional<Note> unknown) {
    this.match = match;
    this.found = Optional.empty();
    this.unknown = unknown;
    this.alike = List.of();
    this.isBound = false;
  }

  /**
   * Returns the match of a workload; empty if its pods have no claims, ask for GPUs by a resource
   * too, name claims or device classes that are not in the input, have a claim that is allocated or
   * that other pods have too, or claim no GPUs.
   *
   * @throws ManifestException with file, line and column where the scheduler would stop
   */
  static Optional<NodeMatch> of(
      Target target,
      ClaimObjects objects,
      FoundWorkload workload,
      UnaryOperator<GpuRequest> wishes) {
    if (objects.isEmpty() || !workload.isTemplate()) {
      return Optional.empty();
    }
    PodView pod = workload.pod();
    if (pod.claims().isEmpty() || !PlacedPod.gpus(pod).isEmpty()) {
      return Optional.empty();
    }
    YamlPlace spec = workload.pods().place().require("spec");
    String namespace = workload.namespace().orElse("default");
    if (!objects.allocatedOfPod(spec, namespace).isEmpty()) {
      return Optional.empty(); // The devices are of a node that exists.
    }
    if (objects.sharedOfPod(spec, namespace).isPresent()) {
      return Optional.empty(); // All pods have the same devices, and run where these are.
    }
    Optional<List<Claim>> claims =
        objects
            .ofPod(spec, namespace)
            .filter(all -> all.stream().allMatch(objects::hasClasses))
            .map(all -> all.stream().filter(claim -> !objects.isOfOthers(claim)).toList())
            .filter(all -> !all.isEmpty() && all.stream().noneMatch(objects::hasOthers));
    try {
      Optional<Rejection> system = PodSystem.whyNone(workload, target);
      if (system.isPresent()) {
        GpuRequest need = target.request(pod.withoutClaims()).replicas(workload.count());
        return claims.map(
            all ->
                new NodeMatch(
                    target.none(wishes.apply(need), List.of(system.get())), Optional.empty()));
      }
      return claims.map(
          all ->
              of(
                  target,
                  all,
                  objects,
                  pod.withoutClaims(),
                  read -> wishes.apply(read.replicas(workload.count()))));
    } catch (ManifestException e) {
      throw e;
    } catch (PodFieldException e) {
      throw workload.pods().place(e.field()).problem(e.problem());
    } catch (GpuSpecException e) {
      throw workload.pods().place().problem(e);
    }
  }

  private static NodeMatch of(
      Target target,
      List<Claim> claims,
      ClaimObjects objects,
      PodView pod,
      UnaryOperator<GpuRequest> wishes) {
    SpecCatalog catalog = target.catalog();
    GpuRequest need = wishes.apply(target.request(pod));
    Optional<String> unsupported = DriverNodes.whyNone(catalog);
    if (unsupported.isPresent()) {
      Rejection why = Rejection.of(catalog.target(), "claims", unsupported.get());
      return new NodeMatch(target.none(need, List.of(why)), Optional.empty());
    }
    List<Rejection> rejected = new ArrayList<>();
    Map<Rank, Map<String, Tried>> byRank = new TreeMap<>();
    Optional<Note> unknown = Optional.empty();
    Allocator.Steps steps = new Allocator.Steps();
    // Tolerations are added for resources that are requested, and for no devices of a claim.
    PodView admitted = target.admitted(pod);
    for (GpuSpec row : catalog.specs()) {
      List<UntoleratedTaint> untolerated =
          UntoleratedTaint.of(
              row.name(),
              row.lifecycle() == GpuSpec.Lifecycle.UNAVAILABLE,
              target.taints(row),
              admitted);
      if (!untolerated.isEmpty()) {
        untolerated.forEach(taint -> rejected.add(taint.why()));
        continue;
      }
      Tried tried = tried(row, claims, objects, steps);
      if (tried.allocation().isFound()) {
        unknown = unknown.or(() -> withoutPlugin(row));
        byRank
            .computeIfAbsent(Rank.of(tried, claims), rank -> new LinkedHashMap<>())
            .put(row.name(), tried);
      } else {
        unknown = unknown.or(() -> unknown(tried));
        rejected.add(new Rejection(tried.row().name(), tried.allocation().reasons()));
      }
    }
    IntFunction<Optional<Match>> ofCards = cards -> target.match(withCards(pod, cards), wishes);
    Optional<Match> nearest = Optional.empty();
    for (Map.Entry<Rank, Map<String, Tried>> each : byRank.entrySet()) {
      int cards = each.getKey().cards();
      Match match = ofCards.apply(cards).orElseGet(() -> target.none(need, rejected));
      Map<String, Tried> tried = each.getValue();
      String[] names = served(match).stream().filter(tried::containsKey).toArray(String[]::new);
      Optional<Match.Found> found =
          names.length == 0 ? Optional.empty() : among(names, match, cards);
      if (found.isPresent()) {
        Tried best = Objects.requireNonNull(tried.get(found.get().shape().spec().name()));
        return new NodeMatch(
            found.get().withNotes(notes(target, pod, best)),
            best,
            alike(byRank, each.getKey(), ofCards),
            claims.stream().anyMatch(claim -> !claim.constraints().isEmpty()));
      }
      nearest = nearest.or(() -> Optional.of(match).filter(no -> !no.isFound()));
    }
    return new NodeMatch(
        nearest.orElseGet(
            () -> target.none(need, byRank.isEmpty() ? rejected : onOthers(byRank, ofCards))),
        unknown);
  }

  /** Names the rows that have the devices only where others that serve the pod have not. */
  private static Optional<Match.Found> among(String[] names, Match match, int cards) {
    return names.length == served(match).size()
        ? match.found()
        : match.target().match(match.request().devices(Devices.anyOf(names).count(cards))).found();
  }

  private static List<Tried> alike(
      Map<Rank, Map<String, Tried>> byRank, Rank best, IntFunction<Optional<Match>> ofCards) {
    List<Tried> alike = new ArrayList<>();
    byRank.forEach(
        (rank, tried) -> {
          if (rank.alternatives() == best.alternatives()) {
            ofCards.apply(rank.cards()).map(NodeMatch::served).orElse(List.of()).stream()
                .flatMap(name -> Optional.ofNullable(tried.get(name)).stream())
                .forEach(alike::add);
          }
        });
    return alike;
  }

  /** Of nodes that advertise no card, the driver may publish the cards instead. */
  private static Optional<Note> withoutPlugin(GpuSpec row) {
    return row.lifecycle() == GpuSpec.Lifecycle.UNAVAILABLE
            && row.notes().stream().anyMatch(note -> note.id().equals("cards.not-allocatable"))
        ? Optional.of(
            Note.of(
                "claim.not-judged",
                "%s advertises no card, and whether its driver publishes devices is not known here; gpuspec fits judges that with --slices"
                    .formatted(row.name())))
        : Optional.empty();
  }

  private static Optional<Note> unknown(Tried tried) {
    Allocation allocation = tried.allocation();
    if (allocation.isJudged()) {
      return Optional.empty();
    }
    return Optional.of(
        Note.of(
            "claim.not-judged",
            allocation.isGivenUp()
                ? tried.row().name() + ": " + allocation.whyNotJudged()
                : "the claim reads what is not known of some rows, such as which of several product names a card has, or its driver's version"));
  }

  /** The rows that serve a pod, the best first. */
  private static List<String> served(Match match) {
    List<String> names = new ArrayList<>();
    match.found().ifPresent(found -> names.add(found.shape().spec().name()));
    if (match.isFound()) {
      match.alternatives().forEach(shape -> names.add(shape.spec().name()));
    }
    return names;
  }

  private static List<Rejection> onOthers(
      Map<Rank, Map<String, Tried>> byRank, IntFunction<Optional<Match>> ofCards) {
    List<Rejection> others = new ArrayList<>();
    byRank.forEach(
        (rank, tried) -> {
          Map<String, Rejection> unavailable = new LinkedHashMap<>();
          ofCards.apply(rank.cards()).stream()
              .flatMap(match -> match.rejected().stream())
              .filter(
                  each ->
                      each.reasons().stream().anyMatch(why -> why.subject().equals("lifecycle")))
              .forEach(each -> unavailable.put(each.name(), each));
          tried
              .keySet()
              .forEach(
                  name ->
                      others.add(
                          unavailable.getOrDefault(
                              name,
                              Rejection.of(
                                  name,
                                  "nodes",
                                  "it has the devices, and the pod selects other nodes"))));
        });
    return others;
  }

  /**
   * How good the devices of a node are: by the alternatives that were taken, then by how few cards
   * they are of.
   */
  private record Rank(int alternatives, int cards) implements Comparable<Rank> {
    static Rank of(Tried tried, List<Claim> claims) {
      int sum = 0;
      for (ClaimedDevice device : tried.allocation().devices()) {
        sum += alternative(device, claims);
      }
      return new Rank(sum, tried.cards());
    }

    private static int alternative(ClaimedDevice device, List<Claim> claims) {
      for (Claim claim : claims) {
        for (Claim.Group group : claim.requests()) {
          List<String> names = group.alternatives().stream().map(Claim.Request::fullName).toList();
          if (claim.name().equals(device.claim()) && names.contains(device.request())) {
            return names.indexOf(device.request());
          }
        }
      }
      return 0;
    }

    @Override
    public int compareTo(Rank other) {
      return alternatives == other.alternatives
          ? Integer.compare(cards, other.cards)
          : Integer.compare(alternatives, other.alternatives);
    }
  }

  private static PodView withCards(PodView pod, int count) {
    boolean[] isGiven = {false};
    return pod.withContainers(
        container -> {
          if (isGiven[0]) {
            return container;
          }
          isGiven[0] = true;
          Map<String, String> limits = new LinkedHashMap<>(container.limits());
          limits.put("nvidia.com/gpu", String.valueOf(count));
          Map<String, String> requests = new LinkedHashMap<>(container.requests());
          requests.put("nvidia.com/gpu", String.valueOf(count));
          return new PodView.Container(container.name(), container.role(), requests, limits);
        });
  }

  private static Tried tried(
      GpuSpec row, List<Claim> claims, ClaimObjects objects, Allocator.Steps steps) {
    NodeDevices plain = NodeDevices.of(row);
    List<NodeDevices> forms = new ArrayList<>(List.of(plain));
    boolean takesParts =
        claims.stream()
            .flatMap(claim -> claim.requests().stream())
            .flatMap(group -> group.alternatives().stream())
            .anyMatch(request -> !request.capacity().isEmpty());
    if (takesParts) {
      forms.add(0, plain.shares("memory"));
    }
    if (plain.canDivide()) {
      forms.add(plain.dynamicMig());
    }
    @Nullable Tried first = null;
    @Nullable Tried unjudged = null;
    for (NodeDevices form : forms) {
      Allocation allocation =
          Allocation.of(
              new Allocator(
                  claims,
                  objects.classes(),
                  Slices.of(form.slices().stream().map(KubeObject::tree).toList(), form.unknown()),
                  Map.of(),
                  steps));
      Tried tried = new Tried(row, form, allocation);
      if (allocation.isFound()) {
        return tried;
      }
      first = first == null || form == plain ? tried : first;
      // Of the memory of parts that is not known, it is known that the whole card has no less.
      boolean isOpen =
          allocation.isGivenUp()
              || !allocation.isJudged()
                  && plain.unknown().keySet().containsAll(form.unknown().keySet());
      unjudged = isOpen ? tried : unjudged;
    }
    return Objects.requireNonNull(unjudged == null ? first : unjudged);
  }

  private static List<Note> notes(Target target, PodView pod, Tried tried) {
    List<Note> notes = new ArrayList<>();
    if (pod.nodeName().isPresent()) {
      notes.add(
          Note.of(
              "claim.no-scheduler",
              "%s; %s".formatted(ClaimedFit.NO_SCHEDULER, ClaimedFit.SELECT_INSTEAD)));
    }
    target.claimsNote().ifPresent(notes::add);
    if (tried.allocation().devices().stream().anyMatch(each -> !each.consumed().isEmpty())) {
      notes.add(
          Note.of(
              "claim.gate",
              "each pod is counted with a card of its own, which it has without the driver's gate ConsumableShares, off by default; with it several pods share a card, and fewer nodes may do"));
    }
    notes.add(Note.of("claim.devices", "%s: %s".formatted(tried.row().name(), tried.allocation())));
    tried.node().notes().stream()
        .filter(note -> List.of("slices.dynamic-mig", "slices.shares").contains(note.id()))
        .forEach(notes::add);
    return notes;
  }

  @Override
  public Match match() {
    return match;
  }

  @Override
  public Optional<Match> ofFleet() {
    if (found.isEmpty()) {
      return Optional.of(match).filter(none -> unknown.isEmpty());
    }
    Allocation allocation = found.get().allocation();
    if (allocation.devices().stream().anyMatch(device -> !device.consumed().isEmpty())) {
      return Optional.empty();
    }
    if (!allocation.hasInstances()) {
      return Optional.of(match);
    }
    Set<String> suitable = new TreeSet<>();
    alike.forEach(tried -> suitable.addAll(tried.allocation().suitableProfiles()));
    int count = allocation.devices().size();
    if (suitable.size() != 1 || suitable.contains("") || count > 1 && isBound) {
      return Optional.empty();
    }
    String[] names = alike.stream().map(tried -> tried.row().name()).toArray(String[]::new);
    String profile = suitable.iterator().next();
    return Optional.of(
            match
                .target()
                .match(match.request().devices(Devices.anyOf(names).mig(profile).count(count))))
        .filter(Match::isFound);
  }

  @Override
  public Optional<Note> unknown() {
    return unknown;
  }

  @Override
  public List<ClaimedDevice> devices() {
    return found.map(tried -> tried.allocation().devices().stream().toList()).orElse(List.of());
  }

  @Override
  public List<KubeObject> slices() {
    return found.map(tried -> tried.node().slices().stream().toList()).orElse(List.of());
  }

  /** Returns the match, and the devices if there is one. */
  @Override
  public String toString() {
    return found.map(tried -> match + ": " + tried.allocation()).orElseGet(match::toString);
  }
}
