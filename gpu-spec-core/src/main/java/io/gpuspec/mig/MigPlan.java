package io.gpuspec.mig;

import io.gpuspec.internal.Arguments;
import io.gpuspec.value.Answer;
import io.gpuspec.value.Facts;
import io.gpuspec.value.Listing;
import io.gpuspec.value.Note;
import io.gpuspec.value.Text;
import io.gpuspec.value.Word;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A plan from the instances of a card to others: with the fewest instances destroyed and created,
 * without touching those in use, and with a legal layout after every step.
 *
 * <pre>{@code
 * MigPlan plan =
 *     a100.layout("2g.10gb@0", "1g.5gb@2", "3g.20gb@4")
 *         .inUse(0, 4)
 *         .planTo("2g.10gb", "2g.10gb", "3g.20gb");
 * plan.steps();     // destroy 1g.5gb@2
 *                   // create 2g.10gb@2
 * plan.to();    // Optional[[2g.10gb*][2g.10gb][3g.20gb*]]
 * }</pre>
 */
public final class MigPlan implements Answer {

  /** The action of a step. */
  public enum Action implements Word {
    /** An instance is destroyed. */
    DESTROY,
    /** An instance is created. */
    CREATE;

    /** Returns the word in text and JSON, such as {@code destroy}. */
    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * One instance that is destroyed or created.
   *
   * @param action which of the two
   * @param placement the instance
   */
  public record Step(Action action, MigPlacement placement) {

    /** Refuses null. */
    public Step {
      Arguments.notNull("action, placement", action, placement);
    }

    /** Returns text such as {@code create 2g.10gb@2}. */
    @Override
    public String toString() {
      return action + " " + placement;
    }
  }

  private final MigLayout from;
  private final List<String> asked;
  private final Optional<MigLayout> to;
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
    this.to = target;
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

  /** Returns the same plan for a card with unknown content on some slices. */
  MigPlan besides(int slices) {
    return new MigPlan(from, asked, to, reasons, blocking, slices);
  }

  /** The layout that it starts from; of a patch, what was known. */
  public MigLayout from() {
    return from;
  }

  /** Returns whether there is a way. */
  public boolean isFeasible() {
    return to.isPresent();
  }

  /** Returns the final layout; empty if there is no plan. */
  public Optional<MigLayout> to() {
    return to;
  }

  /**
   * Returns the steps in order: first what is destroyed, by start, then what is created; empty if
   * there is no plan.
   */
  public Listing<Step> steps() {
    List<Step> steps = new ArrayList<>();
    to.ifPresent(
        to -> {
          from.placements(from.bits() & ~to.bits())
              .forEach(each -> steps.add(new Step(Action.DESTROY, each)));
          from.placements(to.bits() & ~from.bits())
              .forEach(each -> steps.add(new Step(Action.CREATE, each)));
        });
    return Listing.copyOf(steps);
  }

  /** Returns the instances that stay unchanged; empty if there is no plan. */
  public Listing<MigPlacement> kept() {
    return to.map(to -> from.placements(from.bits() & to.bits())).orElse(Listing.copyOf(List.of()));
  }

  /** Returns why there is no plan, with the instances that block it; empty if there is one. */
  public List<String> reasons() {
    return reasons;
  }

  /** The fewest instances in use that would have to move or go; empty if none blocks it. */
  public Listing<MigPlacement> blocking() {
    return Listing.copyOf(blocking);
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
   * Returns the steps as a script for {@code sh}, to be run as root; empty if there is no plan. On
   * a card without instances it turns MIG mode on if it is off, which takes a reset on Ampere, and
   * stops if the mode is still pending. At the end it lists all instances.
   *
   * <p>The driver numbers instances as they are created, so a placement does not determine an
   * instance's number: the script first finds all of them with {@code nvidia-smi mig -lgi}. If an
   * instance is not where the plan says, the script says so on standard error, such as {@code
   * 1g.5gb at 5 is not on card 1}, and stops before anything is destroyed. Compute instances, if
   * there are any, are destroyed before the GPU instance that holds them. Source: NVIDIA MIG User
   * Guide, creating and destroying GPU instances.
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
    return Listing.copyOf(MigNotes.geometry(from.gpu()).stream().toList());
  }

  /** The answer, step by step. */
  public Text explain() {
    List<String> lines = new ArrayList<>();
    lines.add(drawn(from) + " -> " + to.map(this::drawn).orElse("impossible"));
    lines.add("  request   " + MigText.counted(asked));
    kept().forEach(each -> lines.add("  keep      " + each));
    steps().forEach(each -> lines.add("  %-10s%s".formatted(each.action(), each.placement())));
    reasons.forEach(reason -> lines.add("  why       " + reason));
    notes().forEach(note -> lines.add("  note      " + note.message()));
    return Text.of(String.join("\n", lines));
  }

  /**
   * Adds {@code "feasible", "steps": [{"action", "profile", "start", "size"}], "kept", "target"?,
   * "reasons", "blocking", "notes"}; {@code kept} is how many instances stay.
   */
  @Override
  public void describe(Facts out) {
    out.put("feasible", isFeasible())
        .put(
            "steps",
            steps(),
            (step, item) -> item.put("action", step.action()).putAll(step.placement()))
        .put("kept", kept().size())
        .put("target", to().map(target -> (Answer) of -> of.put("instances", target.instances())))
        .put("reasons", reasons())
        .put("blocking", blocking())
        .put("notes", notes());
  }

  /** Returns the steps, or why there are none. */
  @Override
  public String toString() {
    if (!isFeasible()) {
      return "impossible: " + String.join("; ", reasons);
    }
    List<String> steps = steps().stream().map(Step::toString).toList();
    return (steps.isEmpty() ? "nothing to do" : String.join(", ", steps))
        + ": "
        + drawn(to.orElseThrow());
  }

  private String drawn(MigLayout layout) {
    return LayoutDrawing.of(layout, unknown).text();
  }
}
