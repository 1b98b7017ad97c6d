package io.gpuspec.manifest.internal.claim;

import io.gpuspec.manifest.error.ManifestException;
import io.gpuspec.manifest.internal.claim.Claim.DeviceClass;
import io.gpuspec.manifest.internal.claim.Claim.Group;
import io.gpuspec.manifest.internal.claim.Claim.InUse;
import io.gpuspec.manifest.internal.claim.Claim.Request;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Gives devices to claims as the scheduler does: the first that fit, in the order of the slices,
 * trying again where a later request or constraint cannot be met.
 *
 * <p>Source: k8s.io/dynamic-resource-allocation/structured/internal/incubating, v0.37: the order of
 * the search, what is checked of a device and when, and which failures stop it. Scores and binding
 * conditions are not there.
 */
public final class Allocator {
  /** At most so many devices for one claim, {@code AllocationResultsMaxSize}. */
  private static final int MOST_RESULTS = 32;

  /**
   * At most so many steps of one search, so that a claim cannot keep a thread busy for ever. The
   * scheduler has a time limit for the same reason (DRASchedulerFilterTimeout); steps are the same
   * on every machine.
   */
  private static final int MOST_STEPS = 500_000;

  /** At most so many of all searches for one answer: a few hard rows leave the others theirs. */
  private static final int MOST_OF_ALL = 4 * MOST_STEPS;

  /** Stands for a claim of another pod. */
  private static final int OF_OTHERS = -1;

  /** The steps of the searches for one answer, which may try the nodes of many rows. */
  public static final class Steps {
    private int left;

    /** Creates a count for one answer. */
    public Steps() {
      this(MOST_OF_ALL);
    }

    Steps(int most) {
      this.left = most;
    }

    private boolean take() {
      if (left == 0) {
        return false;
      }
      left--;
      return true;
    }
  }

  /**
   * A device that was given to a request.
   *
   * @param isShare whether other claims can have the device too
   */
  public record Given(
      String claim,
      String request,
      Device.Id device,
      boolean isShare,
      Map<String, Amount> consumed,
      boolean isAdmin) {

    /** Returns what others find in use; empty for admin access, which leaves the device to them. */
    public Optional<InUse> inUse() {
      return isAdmin ? Optional.empty() : Optional.of(new InUse(claim, device, isShare, consumed));
    }
  }

  /** A request with what is known of it before the search. */
  private record Wanted(
      int claim,
      Group group,
      Request request,
      DeviceClass deviceClass,
      int count,
      List<Place> all) {}

  private record Place(Slices.Pool pool, Device device) {}

  private enum Outcome {
    FOUND,
    NONE,
    /** A claim would get more devices than it can hold. */
    TOO_MANY,
    /** The search took too many steps. */
    GIVEN_UP
  }

  private final List<Claim> claims;
  private final Map<String, DeviceClass> classes;
  private final Slices slices;
  private final Map<Device.Id, List<InUse>> inUse;
  private final List<Place> places = new ArrayList<>();
  private final List<List<List<Wanted>>> wanted = new ArrayList<>();
  private final Selection selection = new Selection();
  private final List<List<MetConstraint>> constraints = new ArrayList<>();
  private final Map<Device, List<Integer>> taken = new HashMap<>();
  private final Map<Device, Map<String, Amount>> shared = new HashMap<>();
  private final UsedCounters counters = new UsedCounters();
  private final List<List<Given>> given = new ArrayList<>();
  private boolean isUncertain;
  private boolean isGivenUp;
  private final Steps ofAll;
  private int steps;

  /**
   * Creates an allocator for claims of one pod.
   *
   * @param inUse the devices that other claims have, here or elsewhere
   */
  public Allocator(
      List<Claim> claims,
      Map<String, DeviceClass> classes,
      Slices slices,
      Map<Device.Id, List<InUse>> inUse) {
    this(claims, classes, slices, inUse, new Steps());
  }

  /**
   * Creates one of the allocators of an answer.
   *
   * @param ofAll the steps that they share
   */
  public Allocator(
      List<Claim> claims,
      Map<String, DeviceClass> classes,
      Slices slices,
      Map<Device.Id, List<InUse>> inUse,
      Steps ofAll) {
    this.ofAll = ofAll;
    this.claims = claims;
    this.classes = classes;
    this.slices = slices;
    this.inUse = inUse;
  }

  /**
   * Returns the devices of all claims; empty if they cannot be had together.
   *
   * @throws ManifestException where the scheduler would stop with an error
   */
  public Optional<List<Given>> allocate() {
    for (Slices.Pool pool : slices.pools()) {
      if (pool.flaw().isEmpty()) {
        pool.devices().forEach(device -> places.add(new Place(pool, device)));
      }
    }
    for (Place place : places) {
      ofOthers(place.device()).forEach(use -> use(place, use));
    }
    for (int claim = 0; claim < claims.size(); claim++) {
      prepare(claim);
    }
    Outcome outcome = one(0, 0, 0, 0, 0, false);
    isGivenUp = outcome == Outcome.GIVEN_UP;
    return outcome == Outcome.FOUND
        ? Optional.of(given.stream().flatMap(List::stream).toList())
        : Optional.empty();
  }

  private void use(Place place, InUse use) {
    Device device = place.device();
    if (!taken.containsKey(device) && !shared.containsKey(device)) {
      counters.count(place.pool(), device, true);
    }
    if (use.isShare()) {
      Map<String, Amount> sum = shared.computeIfAbsent(device, each -> new HashMap<>());
      use.consumed().forEach((name, amount) -> sum.merge(name, amount, Amount::plus));
    } else {
      taken.computeIfAbsent(device, each -> new ArrayList<>()).add(OF_OTHERS);
    }
  }

  /** Returns whether a selector read an attribute of a device whose value is not known. */
  public boolean isUncertain() {
    return isUncertain || selection.isUncertain();
  }

  /** Returns whether the search was given up, so that devices may exist that were not found. */
  public boolean isGivenUp() {
    return isGivenUp;
  }

  private void prepare(int claim) {
    List<List<Wanted>> ofClaim = new ArrayList<>();
    wanted.add(ofClaim);
    given.add(new ArrayList<>());
    long least = 0;
    for (Group group : claims.get(claim).requests()) {
      List<Wanted> alternatives = new ArrayList<>();
      for (Request request : group.alternatives()) {
        alternatives.add(wanted(claim, group, request));
      }
      ofClaim.add(alternatives);
      least += alternatives.stream().mapToInt(Wanted::count).min().orElse(0);
    }
    if (least > MOST_RESULTS) {
      Request first = claims.get(claim).requests().get(0).alternatives().get(0);
      throw first
          .place()
          .problem(
              "the claim asks for %s devices; a claim can have %s at most, so make several"
                  .formatted(least, MOST_RESULTS));
    }
    constraints.add(claims.get(claim).constraints().stream().map(MetConstraint::new).toList());
  }

  private Wanted wanted(int claim, Group group, Request request) {
    DeviceClass found = classes.get(request.deviceClass());
    if (found == null) {
      throw request
          .place()
          .problem(
              "the device class '%s' is not in the file, and NVIDIA's driver has none of the name; allowed: %s"
                  .formatted(request.deviceClass(), String.join(", ", classes.keySet())));
    }
    Wanted exact = new Wanted(claim, group, request, found, (int) request.count(), List.of());
    if (!request.isAll()) {
      return exact;
    }
    for (Slices.Pool pool : slices.pools()) {
      if (pool.flaw().isPresent()) {
        throw request.place().problem("it asks for all devices, and " + pool.flaw().get());
      }
    }
    List<Place> all = new ArrayList<>();
    for (Place place : places) {
      // What others have of a device does not make it one less: a request for all then fails.
      if (selection.has(found, request, place.device())
          && Capacities.whyNotEnough(request, place.device(), Map.of()).isEmpty()) {
        all.add(place);
      }
    }
    return new Wanted(claim, group, request, found, all.size(), List.copyOf(all));
  }

  /**
   * Gives one device, and then the others.
   *
   * @param alternative which form of a request that is a list
   * @param index which device of the request
   * @param from the place from which devices are tried
   * @param isChosen whether the alternative was chosen by a call before this one
   */
  private Outcome one(
      int claim, int group, int alternative, int index, int from, boolean isChosen) {
    if (claim == claims.size()) {
      return Outcome.FOUND;
    }
    if (!takesStep()) {
      return Outcome.GIVEN_UP;
    }
    if (group == wanted.get(claim).size()) {
      // Never too many: the minimum that a claim requests was counted.
      return one(claim + 1, 0, 0, 0, 0, false);
    }
    List<Wanted> forms = wanted.get(claim).get(group);
    if (!isChosen && forms.get(0).group().isList()) {
      return firstOf(claim, group, forms);
    }
    Wanted want = forms.get(alternative);
    if (want.request().isAll() && want.all().isEmpty()) {
      return Outcome.NONE;
    }
    if (index >= want.count()) {
      return one(claim, group + 1, 0, 0, 0, false);
    }
    if (want.count() - index > MOST_RESULTS - given.get(claim).size()) {
      return Outcome.TOO_MANY;
    }
    if (want.request().isAll()) {
      Optional<Runnable> undo = give(want, want.all().get(index), true);
      return undo.isEmpty()
          ? Outcome.NONE
          : next(undo.get(), claim, group, alternative, index, 0, isChosen);
    }
    // Where fewer devices are left than are needed, none is tried: to find that out, the scheduler
    // looks at the same devices in the same order, only again and again.
    Deque<Integer> candidates = new ArrayDeque<>();
    for (int at = from; ; ) {
      while (candidates.size() < want.count() - index && at < places.size()) {
        if (!takesStep()) {
          return Outcome.GIVEN_UP;
        }
        if (isCandidate(want, places.get(at).device(), claim)) {
          candidates.add(at);
        }
        at++;
      }
      if (candidates.size() < want.count() - index) {
        return Outcome.NONE;
      }
      int first = candidates.remove();
      Optional<Runnable> undo = give(want, places.get(first), false);
      if (undo.isPresent()) {
        Outcome rest = next(undo.get(), claim, group, alternative, index, first + 1, isChosen);
        if (rest != Outcome.NONE) {
          return rest;
        }
      }
    }
  }

  private boolean takesStep() {
    return ++steps <= MOST_STEPS && ofAll.take();
  }

  private boolean isCandidate(Wanted want, Device device, int claim) {
    return !isInUse(want.request(), device, claim)
        && selection.has(want.deviceClass(), want.request(), device)
        && Capacities.whyNotEnough(want.request(), device, sharedOf(device)).isEmpty();
  }

  private Outcome next(
      Runnable undo, int claim, int group, int alternative, int index, int from, boolean isChosen) {
    Outcome rest = one(claim, group, alternative, index + 1, from, isChosen);
    if (rest != Outcome.FOUND) {
      undo.run();
    }
    return rest;
  }

  private Outcome firstOf(int claim, int group, List<Wanted> forms) {
    boolean isTooMany = true;
    for (int form = 0; form < forms.size(); form++) {
      Outcome outcome = one(claim, group, form, 0, 0, true);
      if (outcome == Outcome.FOUND || outcome == Outcome.GIVEN_UP) {
        return outcome;
      }
      isTooMany &= outcome == Outcome.TOO_MANY;
    }
    return isTooMany ? Outcome.TOO_MANY : Outcome.NONE;
  }

  private boolean isInUse(Request request, Device device, int claim) {
    List<Integer> by = taken.getOrDefault(device, List.of());
    return request.isAdmin() ? by.contains(claim) : !by.isEmpty();
  }

  private Map<String, Amount> sharedOf(Device device) {
    return shared.getOrDefault(device, Map.of());
  }

  /** Marks a device as given, and returns how to take it back; empty if it cannot be given. */
  private Optional<Runnable> give(Wanted want, Place place, boolean isNeeded) {
    Device device = place.device();
    Request request = want.request();
    if (isInUse(request, device, want.claim())) {
      return Optional.empty();
    }
    // The first share of a device takes its counters for all.
    boolean isCounted = !shared.containsKey(device);
    if (isCounted && !counters.hasLeft(place.pool(), device)) {
      return Optional.empty();
    }
    if (untolerated(request, device).isPresent()) {
      return Optional.empty();
    }
    Deque<Runnable> undo = new ArrayDeque<>();
    if (isCounted) {
      counters.count(place.pool(), device, true);
      undo.push(() -> counters.count(place.pool(), device, false));
    }
    for (MetConstraint met : constraints.get(want.claim())) {
      Optional<Runnable> added = met.add(want.group().name(), request, device);
      if (added.isEmpty()) {
        undo.forEach(Runnable::run);
        isUncertain |= device.isUnknown(met.attribute());
        if (isNeeded) {
          throw request
              .place()
              .problem(
                  "it asks for all devices, and %s does not meet the constraint on %s; the scheduler stops at it"
                      .formatted(device, met.attribute()));
        }
        return Optional.empty();
      }
      undo.push(added.get());
    }
    Map<String, Amount> consumed = Map.of();
    if (device.isShared()) {
      if (Capacities.whyNotEnough(request, device, sharedOf(device)).isPresent()) {
        undo.forEach(Runnable::run);
        return Optional.empty();
      }
      consumed = Capacities.consumed(request, device);
      Map<String, Amount> before = shared.get(device);
      Map<String, Amount> after = new HashMap<>(before == null ? Map.of() : before);
      consumed.forEach((name, amount) -> after.merge(name, amount, Amount::plus));
      shared.put(device, after);
      undo.push(
          () -> {
            if (before == null) {
              shared.remove(device);
            } else {
              shared.put(device, before);
            }
          });
    } else {
      taken.computeIfAbsent(device, each -> new ArrayList<>()).add(want.claim());
      undo.push(() -> taken.get(device).remove((Object) want.claim()));
    }
    List<Given> results = given.get(want.claim());
    results.add(
        new Given(
            claims.get(want.claim()).name(),
            request.fullName(),
            device.id(),
            device.isShared(),
            consumed,
            request.isAdmin()));
    undo.push(() -> results.remove(results.size() - 1));
    return Optional.of(() -> undo.forEach(Runnable::run));
  }

  private static Optional<Device.Taint> untolerated(Request request, Device device) {
    return device.taints().stream()
        .filter(taint -> taint.effect().equals("NoSchedule") || taint.effect().equals("NoExecute"))
        .filter(taint -> request.tolerations().stream().noneMatch(each -> each.tolerates(taint)))
        .findFirst();
  }

  /**
   * Returns why each device is not given to any request: for each device the reasons of the
   * requests, those of a list one after the other. Where each device alone would do, what is left
   * is that they cannot be had together.
   */
  public Map<Device.Id, List<String>> reasons() {
    Map<Device.Id, List<String>> all = new LinkedHashMap<>();
    for (Slices.Pool pool : slices.pools()) {
      for (Device device : pool.devices()) {
        List<String> reasons = new ArrayList<>();
        pool.flaw().ifPresent(reasons::add);
        for (List<List<Wanted>> ofClaim : wanted) {
          for (List<Wanted> forms : ofClaim) {
            for (Wanted want : forms) {
              why(want, device)
                  .map(reason -> want.request().fullName() + ": " + reason)
                  .filter(reason -> !reasons.contains(reason))
                  .ifPresent(reasons::add);
            }
          }
        }
        all.put(device.id(), List.copyOf(reasons));
      }
    }
    return all;
  }

  /**
   * Returns the MIG profiles of devices that would do for some request; an empty one for others.
   */
  public Set<String> suitableProfiles() {
    return devices()
        .filter(device -> wanted().anyMatch(want -> why(want, device).isEmpty()))
        .map(device -> device.profile().orElse(""))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Returns the names of the devices that are MIG instances. */
  public Set<String> instances() {
    return devices()
        .filter(device -> device.profile().isPresent())
        .map(device -> device.id().name())
        .collect(Collectors.toSet());
  }

  private Stream<Device> devices() {
    return slices.pools().stream().flatMap(pool -> pool.devices().stream());
  }

  private Stream<Wanted> wanted() {
    return wanted.stream().flatMap(List::stream).flatMap(List::stream);
  }

  private Optional<String> why(Wanted want, Device device) {
    Optional<String> ofClass = Selection.whyNot(want.deviceClass().selectors(), device);
    if (ofClass.isPresent()) {
      return ofClass.map(why -> why + " (class " + want.deviceClass().name() + ")");
    }
    return Selection.whyNot(want.request().selectors(), device)
        .or(() -> inUseBy(want.request(), device))
        .or(() -> Capacities.whyNotEnough(want.request(), device, sharesOfOthers(device)))
        .or(
            () ->
                untolerated(want.request(), device)
                    .map(taint -> "taint %s is not tolerated".formatted(taint.key())));
  }

  private List<InUse> ofOthers(Device device) {
    return inUse.getOrDefault(device.id(), List.of());
  }

  private Optional<String> inUseBy(Request request, Device device) {
    return ofOthers(device).stream()
        .filter(use -> !use.isShare() && !request.isAdmin())
        .map(use -> "the claim %s has it".formatted(use.claim()))
        .findFirst();
  }

  private Map<String, Amount> sharesOfOthers(Device device) {
    Map<String, Amount> sum = new HashMap<>();
    for (InUse use : ofOthers(device)) {
      if (use.isShare()) {
        use.consumed().forEach((name, amount) -> sum.merge(name, amount, Amount::plus));
      }
    }
    return sum;
  }
}
