package io.gpuspec.manifest;

import com.google.common.collect.ImmutableList;
import io.gpuspec.Devices;
import io.gpuspec.GpuModel;
import io.gpuspec.manifest.internal.tree.Checks;
import io.gpuspec.mig.MigGpu;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.UnknownNameException;
import java.util.ArrayList;
import java.util.List;

/**
 * How a workload claims its devices with Dynamic Resource Allocation: what {@link
 * GpuWorkload#devices} does not say.
 *
 * <pre>{@code
 * GpuWorkload instances =
 *     GpuWorkload.pod("train", "registry.example/train:v1")
 *         .claims(claim -> claim.mig("3g.20gb", "2g.10gb"));
 * instances.on(gpus.in("eks/nodegroup")).yaml();    // ... kind: ResourceClaimTemplate ...
 * }</pre>
 *
 * <p>It is immutable.
 */
public final class ClaimForm {
  /** Source: NVIDIA's driver, api/nvidia.com/resource/v1beta1/sharing.go. */
  private static final List<String> INTERVALS = List.of("Default", "Short", "Medium", "Long");

  private final ImmutableList<String> profiles;
  private final ImmutableList<String> containers;
  private final String interval;

  private ClaimForm(
      ImmutableList<String> profiles, ImmutableList<String> containers, String interval) {
    this.profiles = profiles;
    this.containers = containers;
    this.interval = interval;
  }

  static ClaimForm plain() {
    return new ClaimForm(ImmutableList.of(), ImmutableList.of(), "");
  }

  /**
   * Returns a copy with MIG instances of these profiles, all of one card: the first for the main
   * container, the following for {@link #containers} in their order; without those the main
   * container has all.
   */
  public ClaimForm mig(String... names) {
    return new ClaimForm(ImmutableList.copyOf(Checks.all("mig", names)), containers, interval);
  }

  /**
   * Returns a copy in which these containers of the pod have the claim too, and share its devices
   * with the main container.
   */
  public ClaimForm containers(String... names) {
    return new ClaimForm(profiles, ImmutableList.copyOf(Checks.all("containers", names)), interval);
  }

  /**
   * Returns a copy whose containers take turns on the device.
   *
   * @param slice how long a turn is: {@code Default}, {@code Short}, {@code Medium} or {@code Long}
   * @throws UnknownNameException for any other word
   */
  public ClaimForm timeSlicing(String slice) {
    if (!INTERVALS.contains(Checks.given("timeSlicing", slice))) {
      throw new UnknownNameException("claim.unknown", "interval of time slices", slice, INTERVALS);
    }
    return new ClaimForm(profiles, containers, slice);
  }

  List<String> profiles() {
    return profiles;
  }

  List<String> containers() {
    return containers;
  }

  /** Returns the interval of time slices; empty if cards are not time-sliced. */
  String interval() {
    return interval;
  }

  /** Returns the profiles of all MIG instances that are asked for. */
  List<String> profiles(Devices asked) {
    if (!profiles.isEmpty()) {
      return profiles;
    }
    List<String> all = new ArrayList<>();
    for (int i = 0; i < asked.count() && asked.migProfile().isPresent(); i++) {
      all.add(asked.migProfile().get());
    }
    return all;
  }

  /**
   * Returns the cards that the workload is matched by.
   *
   * @throws InvalidValueException if no card has the MIG instances, or none that is named
   */
  Devices cards(Devices asked) {
    Devices cards = asked.wholeCards();
    List<String> wanted =
        profiles.isEmpty() ? profiles(asked).stream().distinct().toList() : profiles;
    if (wanted.isEmpty()) {
      return cards;
    }
    List<String> able =
        MigGpu.all().stream()
            .filter(gpu -> holds(gpu, wanted))
            .flatMap(gpu -> gpu.models().stream())
            .filter(model -> cards.names().isEmpty() || isNamed(model, cards.names()))
            .distinct()
            .toList();
    if (able.isEmpty()) {
      throw new InvalidValueException(
          "mig.unknown",
          "mig: no %s holds '%s' on one card; see gpuspec mig profiles, in Java MigGpu.profiles(), for what a GPU has"
              .formatted(
                  cards.names().isEmpty() ? "GPU" : String.join(" or ", cards.names()),
                  String.join(", ", wanted)));
    }
    Devices named = Devices.anyOf(able.toArray(String[]::new)).count(cards.count());
    return cards.memoryAtLeast().map(named::memoryAtLeast).orElse(named);
  }

  private static boolean holds(MigGpu gpu, List<String> wanted) {
    boolean hasAll =
        wanted.stream()
            .allMatch(
                name -> gpu.profiles().stream().anyMatch(profile -> profile.name().equals(name)));
    return hasAll
        && gpu.geometry() != MigGpu.Geometry.UNVERIFIED
        && gpu.fit(wanted.toArray(String[]::new)).fits();
  }

  private static boolean isNamed(String model, List<String> names) {
    return names.stream()
        .flatMap(name -> GpuModel.find(name).stream())
        .anyMatch(each -> each.name().equals(model));
  }

  /** Returns what it adds to a claim. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("claim");
    if (!profiles.isEmpty()) {
      text.append(" of ").append(String.join(", ", profiles));
    }
    if (!containers.isEmpty()) {
      text.append(", also for ").append(String.join(", ", containers));
    }
    if (!interval.isEmpty()) {
      text.append(", in turns (").append(interval).append(')');
    }
    return text.toString();
  }
}
