package io.gpuspec.mig;

import io.gpuspec.internal.Arguments;
import io.gpuspec.value.Listing;
import io.gpuspec.value.Note;
import io.gpuspec.value.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * How to get from the instances of a card to others, with the fewest destroyed and created, none
 * that is in use touched, and a legal layout after every step.
 *
 * <pre>{@code
 * MigPlan plan =
 *     a100.layout("2g.10gb@0", "1g.5gb@2", "3g.20gb@4")
 *         .inUse(0, 4)
 *         .planTo("2g.10gb", "2g.10gb", "3g.20gb");
 * plan.steps();     // destroy 1g.5gb@2
 *                   // create 2g.10gb@2
 * plan.target();    // Optional[[2g.10gb*][2g.10gb][3g.20gb*]]
 * }</pre>
 */
public final class MigPlan {

  /** What a step does. */
  public enum Action {
    /** An instance is destroyed. */
    DESTROY,
    /** An instance is created. */
    CREATE;

    /** The word in text and JSON, such as {@code destroy}. */
    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * One instance destroyed or created.
   *
   * @param action which of the two
   * @param placement the instance
   */
  public record Step(Action action, MigPlacement placement) {

    /** Refuses null. */
    public Step {
      Arguments.required("action", action, "an Action");
      Arguments.required("placement", placement, "a MigPlacement");
    }

    /** Returns text such as {@code create 2g.10gb@2}. */
    @Override
    public String toString() {
      return action + " " + placement;
    }
  }

  private final MigLayout from;
  private final List<String> asked;
  private final Optional<MigLayout> target;
  private final List<String> reasons;
  private final List<MigPlacement> blocking;
  private final int unknown;

  private MigPlan(
      MigLayout from,
      List<String> asked,
      Optional<MigLayout> target,
      List<String> reasons,
      List<MigPlacement> blocking,
      int unknown) {
    this.from = from;
    this.asked = List.copyOf(asked);
    this.target = target;
    this.reasons = List.copyOf(reasons);
    this.blocking = List.copyOf(blocking);
    this.unknown = unknown;
  }

  static MigPlan to(MigLayout from, List<String> asked, MigLayout target) {
    return new MigPlan(from, asked, Optional.of(target), List.of(), List.of(), 0);
  }

  static MigPlan impossible(
      MigLayout from, List<String> asked, List<String> reasons, List<MigPlacement> blocking) {
    return new MigPlan(from, asked, Optional.empty(), reasons, blocking, 0);
  }

  /** The same plan where it is not known what stands on some slices. */
  MigPlan besides(int slices) {
    return new MigPlan(from, asked, target, reasons, blocking, slices);
  }

  /** The layout that it starts from; of a patch, what was known. */
  public MigLayout from() {
    return from;
  }

  /** The profiles that were asked for, in the order given. */
  public List<String> asked() {
    return asked;
  }

  /** Returns whether there is a way. */
  public boolean isFeasible() {
    return target.isPresent();
  }

  /** The layout that it ends at; empty where there is no way. */
  public Optional<MigLayout> target() {
    return target;
  }

  /**
   * The steps in their order: what goes, by start, then what comes; empty where there is no way.
   */
  public Listing<Step> steps() {
    List<Step> steps = new ArrayList<>();
    target.ifPresent(
        to -> {
          from.placements(from.bits() & ~to.bits())
              .forEach(each -> steps.add(new Step(Action.DESTROY, each)));
          from.placements(to.bits() & ~from.bits())
              .forEach(each -> steps.add(new Step(Action.CREATE, each)));
        });
    return Listing.of(steps);
  }

  /** The instances that stay as they are; empty where there is no way. */
  public Listing<MigPlacement> kept() {
    return target.map(to -> from.placements(from.bits() & to.bits())).orElse(Listing.of(List.of()));
  }

  /** Returns why there is no way, with the instances that block it; else empty. */
  public List<String> reasons() {
    return reasons;
  }

  /** The fewest instances in use that would have to move or go; empty where none block it. */
  public Listing<MigPlacement> blocking() {
    return Listing.of(blocking);
  }

  /**
   * The steps as a script for {@code sh}, run as root on the node whose only or first card it is.
   *
   * @see #commands(int)
   */
  public Listing<String> commands() {
    return commands(0);
  }

  /**
   * The steps as a script for {@code sh}, run as root, with MIG enabled; nothing where there is no
   * way.
   *
   * <p>The driver numbers instances as they come, so that no placement tells an instance's number:
   * the script first looks all up with {@code nvidia-smi mig -lgi}. Where one does not stand as the
   * plan says it tells so on standard error, such as {@code 1g.5gb at 5 is not on card 1}, and
   * stops before anything is destroyed. Compute instances, where there are any, go before the GPU
   * instance that holds them. Source: NVIDIA MIG User Guide, creating and destroying GPU instances.
   *
   * @param gpu the card's index, as {@code nvidia-smi -L} lists it
   */
  public Listing<String> commands(int gpu) {
    return new SmiScript(this, gpu).lookingUp();
  }

  /**
   * The same without looking anything up.
   *
   * @param instances the number of each GPU instance that is destroyed, by its start: the columns
   *     Instance ID and Placement of {@code nvidia-smi mig -lgi}
   * @throws io.gpuspec.value.InvalidValueException if one is missing
   */
  public Listing<String> commands(int gpu, Map<Integer, Integer> instances) {
    return new SmiScript(this, gpu)
        .numbered(Arguments.required("instances", instances, "numbers by start"));
  }

  /** Returns what should be known of the answer. */
  public Listing<Note> notes() {
    return Listing.of(MigNotes.geometry(from.gpu()).stream().toList());
  }

  /** The answer, step by step. */
  public Text explain() {
    List<String> lines = new ArrayList<>();
    lines.add(drawn(from) + " -> " + target.map(this::drawn).orElse("impossible"));
    lines.add("  asked     " + MigText.counted(asked));
    kept().forEach(each -> lines.add("  keep      " + each));
    steps().forEach(each -> lines.add("  %-10s%s".formatted(each.action(), each.placement())));
    reasons.forEach(reason -> lines.add("  why       " + reason));
    notes().forEach(note -> lines.add("  note      " + note.message()));
    return Text.of(String.join("\n", lines));
  }

  /** The steps, or why there are none. */
  @Override
  public String toString() {
    if (!isFeasible()) {
      return "impossible: " + String.join("; ", reasons);
    }
    List<String> steps = steps().stream().map(Step::toString).toList();
    return (steps.isEmpty() ? "nothing to do" : String.join(", ", steps))
        + ": "
        + drawn(target.orElseThrow());
  }

  private String drawn(MigLayout layout) {
    return LayoutDrawing.of(layout, unknown).text();
  }
}
