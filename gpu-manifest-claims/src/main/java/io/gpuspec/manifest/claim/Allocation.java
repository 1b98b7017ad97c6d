package io.gpuspec.manifest.claim;

import io.gpuspec.manifest.internal.claim.Allocator;
import io.gpuspec.scheduling.ClaimedDevice;
import io.gpuspec.value.Finding;
import io.gpuspec.value.Listing;
import io.gpuspec.value.Rejection;
import io.gpuspec.value.Text;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The devices of a node that the claims of a pod are given, or why they are given none.
 *
 * <pre>{@code
 * GpuSpec row = gpus.in("eks/nodegroup").catalog().row("p4d.24xlarge");
 * Allocation allocation = ClaimFile.read(Path.of("claim.yaml")).allocate(NodeDevices.of(row));
 * allocation.isFound();                      // true
 * allocation.devices().get(0).device();      // gpu-0
 * }</pre>
 */
public final class Allocation {

  private final Optional<List<ClaimedDevice>> given;
  private final Allocator allocator;
  private final boolean isJudged;

  private Allocation(Optional<List<ClaimedDevice>> given, Allocator allocator) {
    this.given = given;
    this.allocator = allocator;
    this.isJudged = given.isPresent() || !allocator.isUncertain() && !allocator.isGivenUp();
  }

  static Allocation of(Allocator allocator) {
    return new Allocation(
        allocator.allocate().map(all -> all.stream().map(Allocation::device).toList()), allocator);
  }

  private static ClaimedDevice device(Allocator.Given given) {
    Map<String, String> consumed = new LinkedHashMap<>();
    given.consumed().forEach((name, amount) -> consumed.put(name, amount.toString()));
    return new ClaimedDevice(
        given.claim(),
        given.request(),
        given.device().driver(),
        given.device().pool(),
        given.device().name(),
        consumed);
  }

  private Rejection rejection(String device, List<String> reasons) {
    List<String> all = reasons.isEmpty() ? List.of(whyNotTaken()) : reasons;
    return new Rejection(device, all.stream().map(Allocation::finding).toList());
  }

  private String whyNotTaken() {
    if (isFound()) {
      return "not needed: devices before it were given";
    }
    return isGivenUp()
        ? "it would do by itself, and whether all devices can be had together was not found out"
        : "it would do by itself, but the devices that are asked for cannot be had together";
  }

  /** A reason begins with the request that it is about. */
  private static Finding finding(String reason) {
    int colon = reason.indexOf(": ");
    return colon < 0 || reason.substring(0, colon).contains(" ")
        ? Finding.unmet("devices", reason)
        : Finding.unmet(reason.substring(0, colon), reason.substring(colon + 2));
  }

  /** Returns whether all requests of all claims are given their devices. */
  public boolean isFound() {
    return given.isPresent();
  }

  /**
   * Returns whether the answer is certain. It is not if no device was found and a selector or
   * constraint reads an unknown attribute of a catalog row, such as an ambiguous product name, or
   * if there are so many combinations of devices that the search was given up.
   */
  public boolean isJudged() {
    return isJudged;
  }

  boolean isGivenUp() {
    return allocator.isGivenUp();
  }

  /** The devices, in the order of the claims and requests; none unless {@link #isFound}. */
  public Listing<ClaimedDevice> devices() {
    return Listing.copyOf(given.orElse(List.of()));
  }

  /** Returns the MIG profiles that would do for some request; an empty one for whole cards. */
  Set<String> suitableProfiles() {
    return allocator.suitableProfiles();
  }

  /** Returns whether some of the devices are MIG instances. */
  boolean hasInstances() {
    Set<String> instances = allocator.instances();
    return devices().stream().anyMatch(each -> instances.contains(each.device()));
  }

  /** Returns why each device that is not given is not. */
  public Listing<Rejection> rejected() {
    List<Rejection> rejected = new ArrayList<>();
    List<String> taken = given.orElse(List.of()).stream().map(ClaimedDevice::device).toList();
    allocator
        .reasons()
        .forEach(
            (device, reasons) -> {
              if (!taken.contains(device.name())) {
                rejected.add(rejection(device.name(), reasons));
              }
            });
    return Listing.copyOf(rejected);
  }

  /** Returns why devices are not given; those with the same reasons are told together. */
  List<Finding> reasons() {
    Map<List<Finding>, List<String>> byReasons = new LinkedHashMap<>();
    rejected()
        .forEach(
            each ->
                byReasons
                    .computeIfAbsent(each.reasons(), reasons -> new ArrayList<>())
                    .add(each.name()));
    List<Finding> reasons = new ArrayList<>();
    byReasons.forEach(
        (why, devices) ->
            why.forEach(reason -> reasons.add(Finding.unmet(range(devices), reason.text()))));
    return reasons;
  }

  private static String range(List<String> devices) {
    return devices.size() == 1
        ? devices.get(0)
        : devices.get(0) + " to " + devices.get(devices.size() - 1);
  }

  /** Returns why the answer is not certain. */
  String whyNotJudged() {
    return isGivenUp()
        ? "the devices can be combined in too many ways to try them all; ask for fewer in one claim, or for a single profile"
        : "what the claim reads is not known";
  }

  /** Returns the devices, then those that are not given, with the reasons. */
  public Text explain() {
    List<String> lines = new ArrayList<>();
    lines.add(toString());
    for (Rejection rejection : rejected()) {
      lines.add("  not       " + rejection);
    }
    return Text.of(String.join("\n", lines));
  }

  /** Returns text such as {@code two: gpus gpu-0, gpus gpu-1}. */
  @Override
  public String toString() {
    if (given.isEmpty()) {
      return isJudged ? "no devices" : "not judged: " + whyNotJudged();
    }
    Map<String, List<String>> byClaim = new LinkedHashMap<>();
    given
        .get()
        .forEach(
            device ->
                byClaim
                    .computeIfAbsent(device.claim(), claim -> new ArrayList<>())
                    .add(device.toString()));
    return byClaim.entrySet().stream()
        .map(each -> each.getKey() + ": " + String.join(", ", each.getValue()))
        .collect(Collectors.joining("; "));
  }
}
