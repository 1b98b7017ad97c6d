package io.gpuspec.share;

import io.gpuspec.Devices;
import io.gpuspec.Fraction;
import io.gpuspec.GpuModel;
import io.gpuspec.InvalidValueException;
import io.gpuspec.MemorySize;
import io.gpuspec.Share;
import io.gpuspec.SpecCatalog;
import io.gpuspec.Target;
import io.gpuspec.internal.Arguments;
import io.gpuspec.mig.MigGpu;
import io.gpuspec.mig.MigProfile;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What of a card a pod takes away from all others.
 *
 * <pre>{@code
 * CardPart.of(gpus.in("tke/qgpu"), "T4", Share.of("4Gi", 25)).billed();    // 2/7: 4 of 14 GiB
 * CardPart.of(MigGpu.of("A100-40GB"), "3g.20gb").billed();                 // 1/2: 4 of 8 memory slices
 * CardPart.replica(4).billed();                                            // 1/4
 * }</pre>
 *
 * <p>A share takes a part of the memory, a part of the compute and one of the card's places. The
 * largest of them is what it is billed: so much of the card nobody else can have, whatever is left
 * of the rest. Parts that fill a card in one way therefore cost at least as much as the card.
 */
public final class CardPart {
  private static final int PERCENT = 100;
  private static final long MEBIBYTE = 1L << 20;
  private static final int MOST_REPLICAS = 1_000_000;

  private final String what;
  private final Map<String, Fraction> taken;

  private CardPart(String what, Map<String, Fraction> taken) {
    this.what = what;
    this.taken = taken;
  }

  /** All of a card. */
  public static CardPart whole() {
    return new CardPart("a whole card", Map.of("card", Fraction.WHOLE));
  }

  /**
   * A share of a card by a target's rules.
   *
   * @param gpu the card, as the target's catalog names it
   * @throws InvalidValueException if the target shares no such card, the rules forbid the share, or
   *     the card has less
   */
  public static CardPart of(Target target, String gpu, Share share) {
    Arguments.required("share", share, "a Share, such as Share.of(\"4Gi\", 25)");
    Card card = Arguments.required("target", target, "a Target").cards(gpu, 1, 1).all().get(0);
    card.kind().check(Devices.any().shared(share));
    return of(card.kind(), share);
  }

  static CardPart of(CardKind kind, Share share) {
    if (share.memory().compareTo(kind.memory()) > 0) {
      throw new InvalidValueException(
          "share: '%s' of %s, which has %s to share; ask for less"
              .formatted(share, kind.gpu(), kind.memory()));
    }
    Map<String, Fraction> taken = new LinkedHashMap<>();
    taken.put("memory", part(share.memory(), kind.memory()));
    share.compute().ifPresent(percent -> taken.put("compute", Fraction.of(percent, PERCENT)));
    if (kind.shares() < Integer.MAX_VALUE) {
      taken.put("places", Fraction.of(1, kind.shares()));
    }
    return new CardPart("%s of %s".formatted(share, kind.gpu()), taken);
  }

  /** Of memory in whole MiB, of the part rounded up and of the card down. */
  private static Fraction part(MemorySize memory, MemorySize whole) {
    long of = whole.toBytes() / MEBIBYTE;
    long mebibytes = Math.min(of, (memory.toBytes() + MEBIBYTE - 1) / MEBIBYTE);
    return Fraction.of(Math.toIntExact(mebibytes), Math.toIntExact(of));
  }

  /**
   * A MIG instance: its compute slices and its memory slices of the card's.
   *
   * @throws io.gpuspec.UnknownNameException if the card has no such profile
   * @throws InvalidValueException if it is not known how many memory slices it takes
   */
  public static CardPart of(MigGpu gpu, String profile) {
    MigProfile found = Arguments.required("gpu", gpu, "a MigGpu").profile(profile);
    if (found.memorySlices() < 1) {
      throw new InvalidValueException(
          "profile: '%s' of %s takes a number of memory slices that is not known; take another"
              .formatted(found.name(), gpu.name()));
    }
    return new CardPart(
        "%s of %s".formatted(found.name(), gpu.name()),
        inOrder(
            "memory",
            Fraction.of(found.memorySlices(), gpu.memorySlices()),
            "compute",
            Fraction.of(found.computeSlices(), gpu.computeSlices())));
  }

  /**
   * A MIG instance of the card that a row of a catalog has.
   *
   * @param gpu an instance type, or a card, as the catalog names it
   * @throws io.gpuspec.UnknownNameException if nobody knows the name, or the card has no such
   *     profile
   * @throws InvalidValueException if the catalog has no such card, or it has no MIG
   */
  public static CardPart of(SpecCatalog catalog, String gpu, String profile) {
    Arguments.required("profile", profile, "a profile, such as 1g.10gb");
    String model =
        Arguments.required("catalog", catalog, "a SpecCatalog").gpu(gpu).specs().stream()
            .flatMap(row -> row.model().stream())
            .map(GpuModel::name)
            .findFirst()
            .orElse(gpu);
    return of(MigGpu.of(model), profile);
  }

  private static Map<String, Fraction> inOrder(
      String first, Fraction of, String second, Fraction and) {
    Map<String, Fraction> taken = new LinkedHashMap<>();
    taken.put(first, of);
    taken.put(second, and);
    return taken;
  }

  /**
   * One of so many replicas of a card, as with time slicing and MPS.
   *
   * @throws InvalidValueException if there are fewer than 2
   */
  public static CardPart replica(int replicas) {
    if (replicas < 2 || replicas > MOST_REPLICAS) {
      throw new InvalidValueException(
          "replicas: '%d' of a card are none to share; write 2 or more".formatted(replicas));
    }
    return new CardPart(
        "one of %d replicas".formatted(replicas), Map.of("places", Fraction.of(1, replicas)));
  }

  /** The part of the memory, of the compute, of the places; only those that it takes. */
  public Map<String, Fraction> taken() {
    return Collections.unmodifiableMap(taken);
  }

  /** The largest of {@link #taken()}: what nobody else can have. */
  public Fraction billed() {
    return taken.values().stream().max(Fraction::compareTo).orElseThrow();
  }

  /** Such as {@code 4Gi and 25% of T4: 2/7 of the card (memory 2/7, compute 1/4)}. */
  @Override
  public String toString() {
    return "%s: %s of the card (%s)"
        .formatted(
            what,
            billed(),
            taken.entrySet().stream()
                .map(entry -> entry.getKey() + " " + entry.getValue())
                .collect(Collectors.joining(", ")));
  }
}
