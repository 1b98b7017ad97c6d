package io.gpuspec.share.choice;

import io.gpuspec.Target;
import io.gpuspec.internal.Arguments;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.MemorySize;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The needs of pods, while it is open whether they use whole cards or shares.
 *
 * <pre>{@code
 * SharingNeeds.of(SharingUse.INFERENCE).memoryIsolated().bursty().on(gpus.in("ack"));
 *     // cGPU (memory), whole card, MIG, MPS; not qGPU, time slicing
 * SharingNeeds.of(SharingUse.DEV).memory("4Gi").gpu("T4").anywhere();
 *     // time slicing, MPS, qGPU (best-effort), cGPU (memory), whole card; not MIG
 * }</pre>
 *
 * <p>What is needed rules techniques out that do not give it; {@link #bursty()} and {@link
 * #latencySensitive()} are wishes, which only say what goes first. It is immutable, and no step
 * depends on another's order.
 */
public final class SharingNeeds {
  private static final int MOST_CARDS = 64;

  /** A preference. */
  private enum Wish {
    BURSTY,
    LATENCY_SENSITIVE,
    SHARED
  }

  private final SharingUse workload;
  private final Set<Assurance> asked;
  private final Set<Wish> wishes;
  private final int cards;
  private final Optional<MemorySize> memory;
  private final Optional<String> gpu;

  private SharingNeeds(
      SharingUse workload,
      Set<Assurance> asked,
      Set<Wish> wishes,
      int cards,
      Optional<MemorySize> memory,
      Optional<String> gpu) {
    this.workload = workload;
    this.asked = asked;
    this.wishes = wishes;
    this.cards = cards;
    this.memory = memory;
    this.gpu = gpu;
  }

  /** The needs of such work. For multiple tenants, memory and faults must be isolated. */
  public static SharingNeeds of(SharingUse workload) {
    Arguments.required("workload", workload, "a SharingUse, such as SharingUse.INFERENCE");
    return new SharingNeeds(
        workload,
        EnumSet.noneOf(Assurance.class),
        EnumSet.noneOf(Wish.class),
        1,
        Optional.empty(),
        Optional.empty());
  }

  /** Returns a copy that requires that no other pod can take or read its memory. */
  public SharingNeeds memoryIsolated() {
    return with(Assurance.MEMORY);
  }

  /** Returns a copy that requires that no error in another pod can end it. */
  public SharingNeeds faultIsolated() {
    return with(Assurance.FAULTS);
  }

  /** Returns a copy that requires at least a part of the compute, whatever the others do. */
  public SharingNeeds computeGuaranteed() {
    return with(Assurance.COMPUTE);
  }

  private SharingNeeds with(Assurance more) {
    Set<Assurance> all = EnumSet.copyOf(asked);
    all.add(more);
    return new SharingNeeds(workload, all, wishes, cards, memory, gpu);
  }

  /** Returns a copy for pods that can use more compute at times than is reserved for them. */
  public SharingNeeds bursty() {
    return with(Wish.BURSTY);
  }

  /** Others should not make it wait. */
  public SharingNeeds latencySensitive() {
    return with(Wish.LATENCY_SENSITIVE);
  }

  /** A card must serve several pods; a whole one for each will not do. */
  public SharingNeeds shared() {
    return with(Wish.SHARED);
  }

  private SharingNeeds with(Wish more) {
    Set<Wish> all = EnumSet.copyOf(wishes);
    all.add(more);
    return new SharingNeeds(workload, asked, all, cards, memory, gpu);
  }

  /**
   * Each pod has (a part of) so many cards at once; 1 by default.
   *
   * @throws InvalidValueException if it is not from 1 to 64
   */
  public SharingNeeds cards(int count) {
    if (count < 1 || count > MOST_CARDS) {
      throw new InvalidValueException(
          "sharing.out-of-range",
          "cards: '%s' is not a number of cards of one pod; write 1 to %s"
              .formatted(count, MOST_CARDS));
    }
    return new SharingNeeds(workload, asked, wishes, count, memory, gpu);
  }

  /** Returns a copy that needs this much memory of each card ({@code 8Gi}). */
  public SharingNeeds memory(String least) {
    return memory(MemorySize.parse(least));
  }

  /**
   * Returns a copy that needs this much memory of each card.
   *
   * @throws InvalidValueException if it is not above zero
   */
  public SharingNeeds memory(MemorySize least) {
    Arguments.required("memory", least, "a size, such as 8Gi");
    if (least.isNegative() || least.isZero()) {
      throw new InvalidValueException(
          "sharing.out-of-range",
          "memory: '%s' is none of a card's; write an amount, such as 8Gi".formatted(least));
    }
    return new SharingNeeds(workload, asked, wishes, cards, Optional.of(least), gpu);
  }

  /** Returns a copy for this card only; for an ambiguous name, any of its meanings. */
  public SharingNeeds gpu(String name) {
    Arguments.required("gpu", name, "a card's name, such as T4");
    return new SharingNeeds(workload, asked, wishes, cards, memory, Optional.of(name));
  }

  /**
   * Returns which techniques serve these needs on a target and its cards, best first, and why the
   * others do not.
   *
   * @throws io.gpuspec.value.UnknownNameException if the card is unknown
   */
  public SharingChoice on(Target target) {
    return new Chooser(this, SharingPlace.of(Arguments.required("target", target, "a Target"), gpu))
        .choose();
  }

  /**
   * The same on nodes of your own, wherever they are; techniques of one cloud are among them.
   *
   * @throws io.gpuspec.value.UnknownNameException if the card is unknown
   */
  public SharingChoice anywhere() {
    return new Chooser(this, SharingPlace.anywhere(gpu)).choose();
  }

  /** Returns what the pods do. */
  SharingUse workload() {
    return workload;
  }

  /** Returns what a technique must give them: what was asked, and what the work needs anyway. */
  Set<Assurance> assurances() {
    Set<Assurance> all = EnumSet.copyOf(asked);
    all.addAll(workload.needs());
    if (cards > 1) {
      all.add(Assurance.SEVERAL_CARDS);
    }
    return Collections.unmodifiableSet(all);
  }

  /** Returns the preferences, in the order of the assurances. */
  List<Assurance> wished() {
    List<Assurance> wished = new ArrayList<>();
    if (wishes.contains(Wish.LATENCY_SENSITIVE)) {
      wished.add(Assurance.COMPUTE);
    }
    if (wishes.contains(Wish.BURSTY)) {
      wished.add(Assurance.BURST);
    }
    return wished;
  }

  /** The wishes that a technique in one way does not meet. */
  List<Assurance> unmet(SharingMode mode) {
    return wished().stream().filter(each -> !mode.guarantee(each).holds()).toList();
  }

  boolean isOfWorkload(Assurance assurance) {
    return workload.needs().contains(assurance) && !asked.contains(assurance);
  }

  boolean isShared() {
    return wishes.contains(Wish.SHARED);
  }

  Optional<MemorySize> leastMemory() {
    return memory;
  }

  /** Returns text such as {@code inference, memory isolation, bursty}. */
  @Override
  public String toString() {
    return Stream.of(
            Stream.of(workload.toString()),
            asked.stream().map(Assurance::toString),
            wishes.stream().map(each -> each.name().toLowerCase(Locale.ROOT).replace('_', '-')),
            cards == 1 ? Stream.<String>empty() : Stream.of(cards + " cards"),
            memory.stream().map(least -> least + " of a card"),
            gpu.stream().map(name -> name + " only"))
        .flatMap(words -> words)
        .collect(Collectors.joining(", "));
  }
}
