package io.gpuspec.spi;

import io.gpuspec.Citation;
import io.gpuspec.GpuSpec;
import io.gpuspec.InvalidValueException;
import io.gpuspec.MemorySize;
import io.gpuspec.Note;
import io.gpuspec.Share;
import io.gpuspec.internal.Arguments;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * How a target shares cards: what may be asked of one, and how much of it there is to share.
 *
 * <pre>{@code
 * ShareRules.of("cGPU", citation)
 *     .memoryStep(MemorySize.ofGibibytes(1))
 *     .computeStep(5)
 *     .severalCards(SeveralCards.MEMORY_ONLY)
 *     .offering(row -> row.gpuMemoryReported(), how)
 * }</pre>
 *
 * <p>Unless said otherwise any amount of memory and any percentage may be asked, and of one card
 * only. It is immutable.
 */
public final class ShareRules {

  /** What shares of several cards in one pod may ask. */
  public enum SeveralCards {
    /** No pod can have them. */
    NONE,
    /** Memory, the same of each card, and no compute. */
    MEMORY_ONLY
  }

  private static final int WHOLE = 100;

  private final String technology;
  private final Citation citation;
  private final MemorySize memoryStep;
  private final int computeStep;
  private final SeveralCards severalCards;
  private final Function<GpuSpec, Optional<MemorySize>> offer;
  private final List<Note> notes;

  private ShareRules(
      String technology,
      Citation citation,
      MemorySize memoryStep,
      int computeStep,
      SeveralCards severalCards,
      Function<GpuSpec, Optional<MemorySize>> offer,
      List<Note> notes) {
    this.technology = technology;
    this.citation = citation;
    this.memoryStep = memoryStep;
    this.computeStep = computeStep;
    this.severalCards = severalCards;
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
        1,
        SeveralCards.NONE,
        row -> Optional.empty(),
        List.of());
  }

  /** The same, with memory given out in multiples of this. */
  public ShareRules memoryStep(MemorySize step) {
    Arguments.required("step", step, "a size, such as 1Gi");
    return new ShareRules(technology, citation, step, computeStep, severalCards, offer, notes);
  }

  /** The same, with compute given out in multiples of so many percent. */
  public ShareRules computeStep(int percent) {
    return new ShareRules(technology, citation, memoryStep, percent, severalCards, offer, notes);
  }

  /** The same, with this said of pods that ask of several cards. */
  public ShareRules severalCards(SeveralCards rule) {
    Arguments.required("rule", rule, "a SeveralCards");
    return new ShareRules(technology, citation, memoryStep, computeStep, rule, offer, notes);
  }

  /**
   * The same, with so much of each card to share.
   *
   * @param rule the memory that each card of a row has for shares; empty where it is not shared
   * @param how the rule in words, which every answer carries
   */
  public ShareRules offering(Function<GpuSpec, Optional<MemorySize>> rule, Note how) {
    return new ShareRules(
        technology,
        citation,
        memoryStep,
        computeStep,
        severalCards,
        Arguments.required("rule", rule, "a function on rows"),
        List.of(Arguments.required("how", how, "a Note")));
  }

  /** What people call it, such as {@code cGPU}. */
  public String technology() {
    return technology;
  }

  /** Where the rules of a request come from. */
  public Citation citation() {
    return citation;
  }

  /** The memory that each card of a row has for shares; empty where it is not shared. */
  public Optional<MemorySize> offered(GpuSpec row) {
    return offer.apply(Arguments.required("row", row, "a GpuSpec"));
  }

  /** What should be known of every answer. */
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
    Arguments.required("share", share, "a Share");
    List<String> broken = new ArrayList<>();
    memoryProblem(share.memory()).ifPresent(broken::add);
    share.compute().stream()
        .mapToObj(this::computeProblem)
        .flatMap(Optional::stream)
        .forEach(broken::add);
    cardsProblem(share, cards).ifPresent(broken::add);
    if (!broken.isEmpty()) {
      throw new InvalidValueException(
          "share: " + String.join("; ", broken) + " (" + citation + ")");
    }
  }

  private Optional<String> memoryProblem(MemorySize memory) {
    long step = memoryStep.toBytes();
    return memory.toBytes() % step == 0
        ? Optional.empty()
        : Optional.of(
            "'%s' of memory: %s gives out multiples of %s; %s would do"
                .formatted(
                    memory,
                    technology,
                    memoryStep,
                    memoryStep.times(Math.toIntExact(memory.toBytes() / step + 1))));
  }

  private Optional<String> computeProblem(int percent) {
    return percent % computeStep == 0
        ? Optional.empty()
        : Optional.of(
            "'%d' percent of compute: %s gives out multiples of %d; %d would do"
                .formatted(
                    percent,
                    technology,
                    computeStep,
                    Math.min(WHOLE, (percent / computeStep + 1) * computeStep)));
  }

  private Optional<String> cardsProblem(Share share, int cards) {
    if (cards == 1) {
      return Optional.empty();
    }
    return switch (severalCards) {
      case NONE ->
          Optional.of(
              "'%d' cards: a pod has its share of one card with %s; ask for 1"
                  .formatted(cards, technology));
      case MEMORY_ONLY ->
          share.compute().isEmpty()
              ? Optional.empty()
              : Optional.of(
                  "'%d' cards with '%d' percent of compute: of several cards %s gives out memory only; leave the percentage out, or ask for 1 card"
                      .formatted(cards, share.compute().getAsInt(), technology));
    };
  }

  @Override
  public String toString() {
    return "%s: memory by %s, compute by %d%%".formatted(technology, memoryStep, computeStep);
  }
}
