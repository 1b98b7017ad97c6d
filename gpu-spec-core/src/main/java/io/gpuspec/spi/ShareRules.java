package io.gpuspec.spi;

import io.gpuspec.GpuSpec;
import io.gpuspec.Isolation;
import io.gpuspec.Share;
import io.gpuspec.internal.Arguments;
import io.gpuspec.internal.UnseenMemory;
import io.gpuspec.scheduling.PodField;
import io.gpuspec.scheduling.PodFieldException;
import io.gpuspec.scheduling.PodView.Container;
import io.gpuspec.value.Citation;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.MemorySize;
import io.gpuspec.value.Note;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The rules of a target for sharing cards: what a pod can request of a card, and how much of it is
 * available.
 *
 * <pre>{@code
 * Note how = Note.of("share.offer", "what the driver reports can be shared", citation);
 * ShareRules.of("cGPU", citation)
 *     .memoryStep(MemorySize.ofGibibytes(1))
 *     .computeStep(5)
 *     .severalCards()
 *     .offering(GpuSpec::gpuMemoryReported, how);
 * }</pre>
 *
 * <p>By default, any number of pods can request any amount of memory and any percentage, of one
 * card only, and no pod can have a whole card. It is immutable.
 */
public final class ShareRules {
  private static final MemorySize GIBIBYTE = MemorySize.ofGibibytes(1);

  private static final Pattern WITH_UNIT =
      Pattern.compile("(?<amount>[0-9]{1,6})(?<rest>\\.[0-9]+)?(?<unit>Gi|G|Mi|M)?");

  private static final int WHOLE = 100;
  private static final int NO_LIMIT = Integer.MAX_VALUE;

  /**
   * The compute of a card that can be requested, in percent.
   *
   * @param required whether every share must say how much
   */
  private record Compute(int step, int most, boolean required) {
    /** Returns the greatest percentage that is given out: the most in whole steps. */
    int greatest() {
      return most / step * step;
    }
  }

  /**
   * Other limits of a card and a pod.
   *
   * @param several whether a pod can have shares of several cards, of memory alone
   * @param shares how many shares a card of a row has at most
   * @param whole whether pods can also have whole cards
   * @param isolation the policies for the compute that nodes let pods use, if there is a choice
   */
  private record Limits(
      boolean several,
      ToIntFunction<GpuSpec> shares,
      boolean whole,
      Optional<Isolation> isolation) {}

  private final String technology;
  private final Citation citation;
  private final MemorySize memoryStep;
  private final Compute compute;
  private final Limits limits;
  private final Function<GpuSpec, Optional<MemorySize>> offer;
  private final List<Note> notes;

  private ShareRules(
      String technology,
      Citation citation,
      MemorySize memoryStep,
      Compute compute,
      Limits limits,
      Function<GpuSpec, Optional<MemorySize>> offer,
      List<Note> notes) {
    this.technology = technology;
    this.citation = citation;
    this.memoryStep = memoryStep;
    this.compute = compute;
    this.limits = limits;
    this.offer = offer;
    this.notes = notes;
  }

  /**
   * Rules that take anything of one card, and no card yet.
   *
   * @param technology what people call it, such as {@code cGPU}
   * @param citation where the rules of a request come from
   */
  public static ShareRules of(String technology, Citation citation) {
    return new ShareRules(
        Arguments.required("technology", technology, "a name, such as cGPU"),
        Arguments.required("citation", citation, "a Citation"),
        MemorySize.ofBytes(1),
        new Compute(1, WHOLE, false),
        new Limits(false, row -> NO_LIMIT, false, Optional.empty()),
        row -> Optional.empty(),
        List.of());
  }

  /**
   * Returns a copy that allocates memory in multiples of this.
   *
   * @throws InvalidValueException if it is not above 0
   */
  public ShareRules memoryStep(MemorySize step) {
    Arguments.required("step", step, "a size, such as 1Gi");
    if (step.isZero() || step.isNegative()) {
      throw new InvalidValueException(
          "quantity.out-of-range",
          "step: '%s' is not a step of memory; give a size above 0, such as 1Gi".formatted(step));
    }
    return new ShareRules(technology, citation, step, compute, limits, offer, notes);
  }

  /**
   * Returns a copy that allocates compute in multiples of this percentage.
   *
   * @throws InvalidValueException if it is not from 1 to 100
   */
  public ShareRules computeStep(int percent) {
    requirePercent("step", percent, 1);
    return with(new Compute(percent, compute.most(), compute.required()));
  }

  /**
   * Returns a copy with so many percent of a card's compute at most; 100 by default, and 0 for
   * none.
   *
   * @throws InvalidValueException if it is not from 0 to 100
   */
  public ShareRules computeAtMost(int percent) {
    requirePercent("most", percent, 0);
    return with(new Compute(compute.step(), percent, compute.required()));
  }

  /** Returns a copy with a share refused that does not say how much compute it is. */
  public ShareRules computeRequired() {
    return with(new Compute(compute.step(), compute.most(), true));
  }

  /** Returns a copy that rejects any share with compute. */
  public ShareRules memoryOnly() {
    return computeAtMost(0);
  }

  private static void requirePercent(String what, int percent, int least) {
    if (percent < least || percent > WHOLE) {
      throw new InvalidValueException(
          "quantity.out-of-range",
          "%s: '%s' is not a percentage of a card's compute; give %s to %s"
              .formatted(what, percent, least, WHOLE));
    }
  }

  private ShareRules with(Compute rule) {
    return new ShareRules(technology, citation, memoryStep, rule, limits, offer, notes);
  }

  /**
   * Returns a copy in which a pod can have shares of more than one card: the same memory of each,
   * and no compute. By default it has one card.
   */
  public ShareRules severalCards() {
    return with(new Limits(true, limits.shares(), limits.whole(), limits.isolation()));
  }

  /**
   * Returns a copy with a card divided into so many shares at most, however small they are; into
   * any number by default.
   *
   * @param most of each card of a row
   */
  public ShareRules sharesPerCard(ToIntFunction<GpuSpec> most) {
    Arguments.required("most", most, "a function on rows");
    return with(new Limits(limits.several(), most, limits.whole(), limits.isolation()));
  }

  /** Returns a copy with cards that pods can also have as a whole. */
  public ShareRules withWholeCards() {
    return with(new Limits(limits.several(), limits.shares(), true, limits.isolation()));
  }

  /** The same, where nodes have a policy for compute; this one by default. */
  public ShareRules isolation(Isolation policy) {
    Arguments.required("policy", policy, "an Isolation");
    return with(new Limits(limits.several(), limits.shares(), limits.whole(), Optional.of(policy)));
  }

  private ShareRules with(Limits rule) {
    return new ShareRules(technology, citation, memoryStep, compute, rule, offer, notes);
  }

  /**
   * Returns a copy with this amount of each card to share.
   *
   * @param rule the memory that each card of a row has for shares; empty, or 0, if it is not shared
   * @param how the rule in words, which is part of every answer
   */
  public ShareRules offering(Function<GpuSpec, Optional<MemorySize>> rule, Note how) {
    return new ShareRules(
        technology,
        citation,
        memoryStep,
        compute,
        limits,
        Arguments.required("rule", rule, "a function on rows"),
        List.of(Arguments.required("how", how, "a Note")));
  }

  /**
   * Returns the same rules for pods that share of each card what its driver reports, in whole GiB
   * rounded down. Where that was not seen, it is two GiB less than the card is sold with
   * (inferred).
   *
   * @param stated the value of the option {@code card-memory} for each card, which overrides the
   *     rule
   * @param more what else is to be known of it, empty for nothing
   * @param citation where that comes from
   */
  public ShareRules offeringReported(Optional<MemorySize> stated, String more, Citation citation) {
    Arguments.required("stated", stated, "an Optional, empty for none");
    String how =
        stated
            .map("pods can share %s of each card, as card-memory says, in whole GiB"::formatted)
            .orElse(
                "of each card pods can share what its driver reports, in whole GiB; where that was not seen, %s less than it is sold with (inferred; say the real memory with card-memory)"
                    .formatted(UnseenMemory.RESERVED));
    return offering(
        row ->
            stated
                .or(row::gpuMemoryReported)
                .or(() -> row.gpuMemory().map(UnseenMemory::of))
                .map(memory -> GIBIBYTE.times(memory.toBytes() / GIBIBYTE.toBytes())),
        Note.of("shares", how + Arguments.required("more", more, "a text"), citation));
  }

  /**
   * Returns how many GiB a container requests with a resource that counts them, such as {@code
   * aliyun.com/gpu-mem}; with a unit it would be a thousand million times as much.
   *
   * @throws PodFieldException if the amount has a unit, or is not whole
   */
  public static int gibibytes(Container container, String resource) {
    Arguments.notNull("container, resource", container, resource);
    for (Map<String, String> part : List.of(container.limits(), container.requests())) {
      Matcher written = WITH_UNIT.matcher(part.getOrDefault(resource, ""));
      if (written.matches() && (written.group("unit") != null || isFraction(written))) {
        throw new PodFieldException(
            "pod.malformed",
            PodField.limit(container.name(), resource),
            "'%s' is not a whole number of GiB, which is what the resource counts, without a unit; %s would do"
                .formatted(part.get(resource), wholeGibibytes(written)));
      }
    }
    return container.count(resource);
  }

  /** Returns whether more than zeros follow the point. */
  private static boolean isFraction(Matcher written) {
    String rest = written.group("rest");
    return rest != null && !rest.matches("\\.0+");
  }

  private static int wholeGibibytes(Matcher written) {
    int amount = Integer.parseInt(written.group("amount"));
    boolean small = String.valueOf(written.group("unit")).startsWith("M");
    int whole = small ? (amount + 1023) / 1024 : amount;
    return Math.max(1, whole + (isFraction(written) && !small ? 1 : 0));
  }

  /** Returns a copy with one more note that every answer carries. */
  public ShareRules note(Note more) {
    List<Note> all = new ArrayList<>(notes);
    all.add(Arguments.required("more", more, "a Note"));
    return new ShareRules(
        technology, citation, memoryStep, compute, limits, offer, List.copyOf(all));
  }

  /** Returns what people call it, such as {@code cGPU}. */
  public String technology() {
    return technology;
  }

  /** Returns where the rules of a request come from. */
  public Citation citation() {
    return citation;
  }

  /** The memory that each card of a row has for shares; empty where it has none. */
  public Optional<MemorySize> offered(GpuSpec row) {
    return offer
        .apply(Arguments.required("row", row, "a GpuSpec"))
        .filter(memory -> memory.toBytes() > 0);
  }

  /** Returns how many shares a card of a row has at most. */
  public int sharesPerCard(GpuSpec row) {
    return limits.shares().applyAsInt(Arguments.required("row", row, "a GpuSpec"));
  }

  /** Returns whether pods can also have whole cards. */
  public boolean hasWholeCards() {
    return limits.whole();
  }

  /**
   * Returns what nodes let pods use of the compute; empty where the technology has no such choice.
   */
  public Optional<Isolation> isolation() {
    return limits.isolation();
  }

  /** Returns what should be known of every answer. */
  public List<Note> notes() {
    return notes;
  }

  /**
   * Refuses what may not be asked.
   *
   * @param cards of how many cards each pod asks the share
   * @throws InvalidValueException that names each rule that it breaks, and what would do
   */
  public void check(Share share, int cards) {
    List<String> broken = broken(share, cards);
    if (!broken.isEmpty()) {
      throw new InvalidValueException(
          "pod.invalid", "share: " + String.join("; ", broken) + " (" + citation + ")");
    }
  }

  /**
   * Returns what of the rules is broken, each with what would do; nothing where the share may be
   * asked.
   *
   * @param cards of how many cards each pod asks the share
   */
  public List<String> broken(Share share, int cards) {
    Arguments.required("share", share, "a Share");
    List<String> broken = new ArrayList<>();
    memoryProblem(share.memory()).ifPresent(broken::add);
    computeProblem(share.compute()).ifPresent(broken::add);
    cardsProblem(share, cards).ifPresent(broken::add);
    return List.copyOf(broken);
  }

  /**
   * Returns the share with memory and compute rounded up to the next step, compute at most to the
   * largest amount allowed.
   */
  public Share roundUp(Share share) {
    Arguments.required("share", share, "a Share");
    MemorySize memory =
        memoryStep.times(-Math.floorDiv(-share.memory().toBytes(), memoryStep.toBytes()));
    return share.compute().isPresent()
        ? Share.of(memory, nextPercent(share.compute().getAsInt()))
        : Share.of(memory);
  }

  /**
   * Returns the next valid percentage; a value above the maximum is returned unchanged, because
   * there is none above.
   */
  private int nextPercent(int percent) {
    int next = (percent + compute.step() - 1) / compute.step() * compute.step();
    return percent > compute.greatest() ? percent : Math.min(next, compute.greatest());
  }

  private Optional<String> memoryProblem(MemorySize memory) {
    long step = memoryStep.toBytes();
    return memory.toBytes() % step == 0
        ? Optional.empty()
        : Optional.of(
            "'%s' of memory: %s gives out multiples of %s; %s would do"
                .formatted(memory, technology, memoryStep, roundUp(Share.of(memory)).memory()));
  }

  private Optional<String> computeProblem(OptionalInt asked) {
    if (asked.isEmpty()) {
      return compute.required()
          ? Optional.of(
              "no percentage of compute: here every share of %s says it; add one, %s"
                  .formatted(technology, computeAllowed()))
          : Optional.empty();
    }
    int percent = asked.getAsInt();
    if (compute.greatest() == 0) {
      return Optional.of(
          "'%s' percent of compute: here %s gives out memory alone; leave the percentage out"
              .formatted(percent, technology));
    }
    if (percent > compute.greatest()) {
      return Optional.of(
          "'%s' percent of compute: %s gives out %s at most; %s would do"
              .formatted(percent, technology, compute.greatest(), compute.greatest()));
    }
    return percent % compute.step() == 0
        ? Optional.empty()
        : Optional.of(
            "'%s' percent of compute: %s gives out multiples of %s; %s would do"
                .formatted(percent, technology, compute.step(), nextPercent(percent)));
  }

  /** Returns the valid compute, such as {@code 5 to 100 in steps of 5}, or {@code none}. */
  public String computeAllowed() {
    if (compute.greatest() == 0) {
      return "none";
    }
    return "%s to %s".formatted(compute.step(), compute.greatest())
        + (compute.step() == 1 ? "" : " in steps of " + compute.step());
  }

  private Optional<String> cardsProblem(Share share, int cards) {
    if (cards == 1) {
      return Optional.empty();
    }
    if (!limits.several()) {
      return Optional.of(
          "'%s' cards: a pod has its share of one card with %s; ask for 1"
              .formatted(cards, technology));
    }
    return share.compute().isEmpty()
        ? Optional.empty()
        : Optional.of(
            "'%s' cards with '%s' percent of compute: of several cards %s gives out memory only; leave the percentage out, or ask for 1 card"
                .formatted(cards, share.compute().getAsInt(), technology));
  }

  @Override
  public String toString() {
    return "%s: memory by %s, compute by %s%%".formatted(technology, memoryStep, compute.step());
  }
}
