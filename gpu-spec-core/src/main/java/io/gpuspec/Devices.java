package io.gpuspec;

import io.gpuspec.internal.Arguments;
import io.gpuspec.internal.ComputeCapability;
import io.gpuspec.internal.DeviceName;
import io.gpuspec.internal.Words;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.MemorySize;
import io.gpuspec.value.UnknownNameException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The GPUs that a pod requests: which ones and how many.
 *
 * <pre>{@code
 * Devices.of("T4", "V100");                         // T4,V100 x1
 * Devices.of(2, "A10*PNV4");                        // A10*PNV4 x2
 * Devices.of("1/4*T4");                             // 1/4*T4 x1
 * Devices.of("g5.xlarge");                          // g5.xlarge x1
 * Devices.anyOf("T4", "V100");                      // any of T4,V100 x1
 * Devices.any().memoryAtLeast("20Gi");              // any GPU of at least 20Gi x1
 * Devices.any().computeCapabilityAtLeast("8.0");    // any GPU of compute capability 8.0 or more x1
 * Devices.of("T4").share("8Gi", 50);                // 8Gi and 50% of T4 x1
 * Devices.any().share("4Gi");                       // 4Gi of any GPU x1
 * Devices.any().mig("1g.5gb");                      // 1g.5gb of any GPU x1
 * Devices.of("T4").replica().count(2);              // replica of T4 x2
 * }</pre>
 *
 * <p>A fraction is one device: a pod cannot request it twice. In a list with whole GPUs it serves
 * one device only.
 */
public final class Devices {
  private static final String BALANCED = "all-balanced";

  /** The interpretation of several names. */
  enum Choice {
    /** The names are in order of preference. */
    ORDERED,
    /** All equally welcome. */
    UNORDERED,
    /** Any whole GPU. */
    ANY
  }

  private static final Devices ONE_OF_ANY =
      new Devices(Choice.ANY, List.of(), Qualities.ANY, CardUse.WHOLE, 1);

  private final Choice choice;
  private final List<DeviceName> names;
  private final Qualities qualities;
  private final CardUse use;
  private final int count;

  private Devices(
      Choice choice, List<DeviceName> names, Qualities qualities, CardUse use, int count) {
    if (count < 1) {
      throw new InvalidValueException(
          "gpus.out-of-range", "gpus: '" + count + "' is not a number of GPUs; ask for 1 or more");
    }
    if (count > 1 && !names.isEmpty() && names.stream().noneMatch(n -> n.fraction().isWhole())) {
      throw new InvalidValueException(
          "gpus.conflict",
          "gpus: %s x '%s' was asked for; a fraction is one device, so ask for 1, or for whole %s"
              .formatted(count, names.get(0), names.get(0).base()));
    }
    checkUse(use, names, qualities);
    this.choice = choice;
    this.names = names;
    this.qualities = qualities;
    this.use = use;
    this.count = count;
  }

  /** A part is of a whole card, and of each card the same. */
  private static void checkUse(CardUse use, List<DeviceName> names, Qualities qualities) {
    if (use.isWhole()) {
      return;
    }
    String what = use.share().isPresent() ? "share: " + use : "gpus: " + use;
    for (DeviceName name : names) {
      if (!name.fraction().isWhole()) {
        throw new InvalidValueException(
            "gpus.conflict",
            "%s of '%s' was asked for; a share is of a whole card, so name %s"
                .formatted(what, name, name.base()));
      }
    }
    if (!qualities.totalMemory().isZero()) {
      throw new InvalidValueException(
          "gpus.conflict",
          "%s was asked for, and '%s' of GPU memory in all; ask for the share of each card and their number"
              .formatted(what, qualities.totalMemory()));
    }
  }

  /** Returns devices for one whole GPU of any kind. */
  public static Devices any() {
    return ONE_OF_ANY;
  }

  /**
   * Returns devices for one GPU of the first name that fits.
   *
   * @throws InvalidValueException if there is no name, or one is empty or has a control character
   */
  public static Devices of(String... names) {
    return named(Choice.ORDERED, 1, names);
  }

  /**
   * Returns devices for several GPUs of the first name that fits.
   *
   * @throws InvalidValueException if the count is below 1, a name is empty, or several fractions
   *     are requested
   */
  public static Devices of(int count, String... names) {
    return named(Choice.ORDERED, count, names);
  }

  /** Returns devices for one GPU of whichever name gives the smallest shape. */
  public static Devices anyOf(String... names) {
    return named(Choice.UNORDERED, 1, names);
  }

  /**
   * Returns devices for one GPU of an ordered list in one string, as in TKE's annotation: {@code
   * T4,V100}.
   *
   * @throws InvalidValueException if an entry is empty or has a control character
   */
  public static Devices parse(String list) {
    return named(
        Choice.ORDERED,
        1,
        Arguments.required("gpu", list, "names, such as T4,V100").split(",", -1));
  }

  private static Devices named(Choice choice, int count, String... listed) {
    List<String> names =
        Arrays.asList(Arguments.required("gpu", listed, "names, such as T4 and V100"));
    if (names.isEmpty()) {
      throw new InvalidValueException(
          "gpus.empty", "gpu: the list is empty; name a GPU, such as T4");
    }
    // A duplicate name, in any spelling, counts once, at its first position.
    Map<DeviceName, DeviceName> parsed = new LinkedHashMap<>();
    for (String name : names) {
      if (name == null || name.isBlank()) {
        throw new InvalidValueException(
            "gpus.empty",
            "gpu: an entry of '" + String.join(",", names) + "' is empty; name a GPU, such as T4");
      }
      if (name.chars().anyMatch(Devices::isControl)) {
        throw new InvalidValueException(
            "gpu.malformed",
            "gpu: '" + name + "' has a control character; write a name such as T4");
      }
      DeviceName device = DeviceName.parse(name);
      parsed.putIfAbsent(device.normalised(), device);
    }
    return new Devices(choice, List.copyOf(parsed.values()), Qualities.ANY, CardUse.WHOLE, count);
  }

  private static boolean isControl(int character) {
    return Character.isISOControl(character) && !Character.isWhitespace(character);
  }

  /** The same devices in another number. */
  public Devices count(int count) {
    return new Devices(choice, names, qualities, use, count);
  }

  /**
   * Returns a copy with only a share of each GPU; other pods can use the rest.
   *
   * @throws InvalidValueException if a name is a fraction of a GPU, or a total memory is requested
   */
  public Devices shared(Share share) {
    return used(
        CardUse.of(Arguments.required("share", share, "a Share, such as Share.of(\"8Gi\")")));
  }

  /**
   * Returns a copy with only this much memory of each GPU ({@code 8Gi}): {@code
   * Devices.of("T4").share("8Gi")}.
   *
   * @throws InvalidValueException if the share is not valid, a name is a fraction of a GPU, or a
   *     total memory is requested
   */
  public Devices share(String memory) {
    return shared(Share.of(memory));
  }

  /**
   * Returns a copy with only this much memory and this percentage of the compute of each GPU.
   *
   * @throws InvalidValueException if the share is not valid, a name is a fraction of a GPU, or a
   *     total memory is requested
   */
  public Devices share(String memory, int percent) {
    return shared(Share.of(memory, percent));
  }

  /**
   * Returns as many MIG instances of this profile, of such cards: {@code
   * Devices.any().mig("1g.5gb")}.
   *
   * @param profile as NVIDIA's tools or Kubernetes write it, such as {@code 1g.5gb} or {@code
   *     nvidia.com/mig-1g.5gb}
   * @throws InvalidValueException if a name is a fraction of a GPU, or a total memory is requested
   */
  public Devices mig(String profile) {
    return used(CardUse.ofProfile(Arguments.required("mig", profile, "a profile, such as 1g.5gb")));
  }

  /**
   * Returns the same MIG instances, on nodes whose cards are cut by this configuration of NVIDIA's
   * MIG manager; call it after {@link #mig}. Without it, nodes are cut for the profile alone.
   *
   * @throws UnknownNameException if it is not {@code all-balanced}, the only one that mixes
   *     profiles
   * @throws InvalidValueException if no MIG instances are requested
   */
  public Devices migConfig(String name) {
    if (!BALANCED.equals(Arguments.required("config", name, BALANCED))) {
      throw new UnknownNameException("mig.unknown", "MIG configuration", name, List.of(BALANCED));
    }
    if (use.profile().isEmpty()) {
      throw new InvalidValueException(
          "gpus.conflict",
          "migConfig: '%s' was requested, and no MIG instances; request their profile too, such as 1g.5gb"
              .formatted(name));
    }
    return new Devices(choice, names, qualities, use.cutBy(name), count);
  }

  /**
   * Returns the GPUs of these names, requested in every other respect like the other devices: as
   * many, the same parts of them, and with the same qualities.
   *
   * @throws InvalidValueException if parts of cards are requested, and a name is a fraction of one
   */
  public Devices like(Devices other) {
    Arguments.required("other", other, "Devices, such as Devices.any()");
    return new Devices(choice, names, other.qualities, other.use, other.count);
  }

  /**
   * Returns as many replicas of such cards, which NVIDIA's device plugin makes by time slicing or
   * MPS; the target's option {@code card-replicas} says how many of each card.
   *
   * @throws InvalidValueException if a name is a fraction of a GPU, or a total memory is requested
   */
  public Devices replica() {
    return used(CardUse.REPLICA);
  }

  /**
   * Returns the cards that a share, MIG instances or replicas are of, as whole cards: as many for a
   * share of each, one for instances and replicas, which a card can have several of.
   */
  public Devices wholeCards() {
    MemorySize least =
        MemorySize.max(qualities.memory(), use.share().map(Share::memory).orElse(MemorySize.ZERO));
    return new Devices(
        choice,
        names,
        qualities.withMemory(least),
        CardUse.WHOLE,
        use.profile().isPresent() || use.isReplica() ? 1 : count);
  }

  Devices used(CardUse use) {
    if (!this.use.isWhole() && !this.use.isLike(use)) {
      throw new InvalidValueException(
          "gpus.conflict",
          "gpus: %s was asked for, and %s; a pod has one kind of part of a card, so ask for one of them"
              .formatted(this.use, use));
    }
    return new Devices(choice, names, qualities, use, count);
  }

  /** The same devices, with at least this much nominal memory each ({@code 20Gi}). */
  public Devices memoryAtLeast(String atLeast) {
    return memoryAtLeast(MemorySize.parse(atLeast));
  }

  /** The same devices, with at least this much nominal memory each. */
  public Devices memoryAtLeast(MemorySize atLeast) {
    return with(qualities.withMemory(checked("gpuMemory", atLeast)));
  }

  /**
   * The same devices, with at least this much nominal memory all together, however many it takes.
   */
  public Devices totalMemoryAtLeast(MemorySize atLeast) {
    return with(qualities.withTotalMemory(checked("totalGpuMemory", atLeast)));
  }

  private static MemorySize checked(String what, MemorySize atLeast) {
    Arguments.required(what, atLeast, "a size, such as MemorySize.ZERO for any");
    if (atLeast.isNegative()) {
      throw new InvalidValueException(
          "memory.out-of-range", what + ": '" + atLeast + "' is negative; ask for 0 or more");
    }
    if (atLeast.isUnitDoubtful()) {
      throw new InvalidValueException(
          "memory.out-of-range",
          "%s: '%s' is %s of a GPU's memory; write the unit too, such as 24Gi"
              .formatted(what, atLeast, Words.memory(atLeast)));
    }
    return atLeast;
  }

  /**
   * The same devices, of this generation, such as {@code Ampere}.
   *
   * @throws UnknownNameException if no known model is of it
   */
  public Devices architecture(String name) {
    Arguments.required("architecture", name, "a generation, such as Ampere");
    List<String> known =
        GpuModel.all().stream().map(GpuModel::architecture).distinct().sorted().toList();
    return with(
        qualities.withArchitecture(
            known.stream()
                .filter(architecture -> architecture.equalsIgnoreCase(name.strip()))
                .findFirst()
                .orElseThrow(
                    () -> new UnknownNameException("arch.unknown", "architecture", name, known))));
  }

  /**
   * The same devices, of at least this CUDA compute capability, such as {@code 8.0}.
   *
   * @throws InvalidValueException if it is not written like 8.0
   */
  public Devices computeCapabilityAtLeast(String atLeast) {
    return with(
        qualities.withComputeCapability(
            ComputeCapability.parse(
                Arguments.required("compute capability", atLeast, "such as 8.0"))));
  }

  Devices with(Qualities more) {
    return new Devices(choice, names, more, use, count);
  }

  /** Returns how many. */
  public int count() {
    return count;
  }

  /** Returns the names as they were given; empty if any GPU is accepted. */
  public List<String> names() {
    return names.stream().map(DeviceName::toString).toList();
  }

  /** Returns whether the names are in order of preference. */
  public boolean isOrdered() {
    return choice == Choice.ORDERED;
  }

  /** Returns the requested share of each GPU; empty for whole GPUs. */
  public Optional<Share> share() {
    return use.share();
  }

  /** Returns the profile of the MIG instances that are requested; empty if there are none. */
  public Optional<String> migProfile() {
    return use.profile();
  }

  /** Returns the configuration that cut the cards, where it was named. */
  public Optional<String> migConfig() {
    return use.config();
  }

  /** Returns whether replicas of cards are requested. */
  public boolean isReplica() {
    return use.isReplica();
  }

  CardUse use() {
    return use;
  }

  /** The nominal memory that each must have, where that was asked. */
  public Optional<MemorySize> memoryAtLeast() {
    return asked(qualities.memory());
  }

  /** The nominal memory that all must have together, where that was asked. */
  public Optional<MemorySize> totalMemoryAtLeast() {
    return asked(qualities.totalMemory());
  }

  private static Optional<MemorySize> asked(MemorySize least) {
    return least.isZero() ? Optional.empty() : Optional.of(least);
  }

  /** The generation that each must be of, where that was asked. */
  public Optional<String> architecture() {
    return qualities.architecture();
  }

  /** The compute capability that each must have at least, where that was asked. */
  public Optional<String> computeCapabilityAtLeast() {
    return qualities.computeCapability().map(ComputeCapability::toString);
  }

  Choice choice() {
    return choice;
  }

  List<DeviceName> parsedNames() {
    return names;
  }

  Qualities qualities() {
    return qualities;
  }

  /**
   * Returns how many of a row's devices are requested: the count, or as many as the total memory
   * needs.
   */
  int countOn(GpuSpec row) {
    return Math.max(count, qualities.devicesFor(row));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Devices that
        && choice == that.choice
        && names.equals(that.names)
        && qualities.equals(that.qualities)
        && use.equals(that.use)
        && count == that.count;
  }

  @Override
  public int hashCode() {
    return Objects.hash(names, use, count);
  }

  /** Returns text such as {@code T4,V100 x1} or {@code any GPU of at least 20Gi x1}. */
  @Override
  public String toString() {
    String what =
        switch (choice) {
          case ORDERED -> listed();
          case UNORDERED -> (names.size() > 1 ? "any of " : "") + listed();
          case ANY -> "any GPU";
        };
    return use.prefix() + what + qualities + " x" + count;
  }

  /** The name of a row, such as {@code T4 x1}, is quoted: a count follows it. */
  private String listed() {
    return names().stream()
        .map(name -> name.matches(".* x[0-9]+") ? "'" + name + "'" : name)
        .collect(Collectors.joining(","));
  }
}
