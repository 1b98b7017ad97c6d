package io.gpuspec.share;

import io.gpuspec.Devices;
import io.gpuspec.GpuModel;
import io.gpuspec.Share;
import io.gpuspec.SpecCatalog;
import io.gpuspec.internal.Arguments;
import io.gpuspec.mig.MigGpu;
import io.gpuspec.mig.MigProfile;
import io.gpuspec.value.Fraction;
import io.gpuspec.value.InvalidValueException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The part of a card that a pod makes unavailable to all others.
 *
 * <pre>{@code
 * CardKind t4 = CardKind.of(gpus.in("tke/qgpu"), "T4");
 *
 * // 4 of 14 GiB; 4 of 8 memory slices; one of 4 replicas.
 * CardPart.of(t4, Share.of("4Gi", 25)).billed();              // 2/7
 * CardPart.of(MigGpu.of("A100-40GB"), "3g.20gb").billed();    // 1/2
 * CardPart.of(Replicas.timeSlicing(4)).billed();              // 1/4
 * }</pre>
 *
 * <p>A share takes a part of the memory, a part of the compute and one of the card's places. The
 * largest of these is billed, because no other pod can use that part of the card. Parts that fill a
 * card in one way therefore cost at least as much as the card.
 */
public final class CardPart {
  private static final int PERCENT = 100;

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
   * A share of a card.
   *
   * @throws InvalidValueException if the card's rules forbid the share, or the card has less
   */
  public static CardPart of(CardKind card, Share share) {
    Arguments.required("card", card, "a CardKind");
    Arguments.required("share", share, "a Share, such as Share.of(\"4Gi\", 25)");
    card.check(Devices.any().shared(share));
    card.checkMemory(share);
    Map<String, Fraction> taken = new LinkedHashMap<>();
    taken.put("memory", card.part(share.memory()));
    share.compute().ifPresent(percent -> taken.put("compute", Fraction.of(percent, PERCENT)));
    if (card.shares() < Integer.MAX_VALUE) {
      taken.put("places", Fraction.of(1, card.shares()));
    }
    return new CardPart("%s of %s".formatted(share, card.gpu()), taken);
  }

  /**
   * A MIG instance: its compute slices and its memory slices of the card's.
   *
   * @throws io.gpuspec.value.UnknownNameException if the card has no such profile
   * @throws InvalidValueException if it is not known how many memory slices it takes
   */
  public static CardPart of(MigGpu gpu, String profile) {
    MigProfile found = Arguments.required("gpu", gpu, "a MigGpu").profile(profile);
    if (found.memorySlices() < 1) {
      throw new InvalidValueException(
          "share.unsupported",
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
   * @throws io.gpuspec.value.UnknownNameException if the name is unknown, or the card does not have
   *     the profile
   * @throws InvalidValueException if the catalog does not have the card, it does not support MIG,
   *     or the name stands for several cards that do
   */
  public static CardPart of(SpecCatalog catalog, String gpu, String profile) {
    Arguments.required("profile", profile, "a profile, such as 1g.10gb");
    List<String> models =
        Arguments.required("catalog", catalog, "a SpecCatalog").gpu(gpu).specs().stream()
            .flatMap(row -> row.model().stream())
            .map(GpuModel::name)
            .distinct()
            .toList();
    return of(MigGpu.of(models.size() == 1 ? models.get(0) : gpu), profile);
  }

  private static Map<String, Fraction> inOrder(
      String first, Fraction of, String second, Fraction and) {
    Map<String, Fraction> taken = new LinkedHashMap<>();
    taken.put(first, of);
    taken.put(second, and);
    return taken;
  }

  /** Returns the part for one of the replicas of a card. */
  public static CardPart of(Replicas replicas) {
    int count = Arguments.required("replicas", replicas, "Replicas").count();
    return new CardPart(
        "one of %s replicas".formatted(count), Map.of("places", Fraction.of(1, count)));
  }

  /** The part of the memory, of the compute, of the places; only those that it takes. */
  public Map<String, Fraction> taken() {
    return Collections.unmodifiableMap(taken);
  }

  /** Returns the charged fraction: the largest of {@link #taken()}. */
  public Fraction billed() {
    return taken.values().stream().max(Fraction::compareTo).orElseThrow();
  }

  /** Returns text such as {@code 4Gi and 25% of T4: 2/7 of the card (memory 2/7, compute 1/4)}. */
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
