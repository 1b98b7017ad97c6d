package io.gpuspec;

import com.google.common.collect.ImmutableList;
import io.gpuspec.internal.Arguments;
import io.gpuspec.internal.Words;
import io.gpuspec.scheduling.Allocatable;
import io.gpuspec.scheduling.PodField;
import io.gpuspec.value.Answer;
import io.gpuspec.value.Arch;
import io.gpuspec.value.CpuAmount;
import io.gpuspec.value.Facts;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.Listing;
import io.gpuspec.value.MemorySize;
import io.gpuspec.value.Note;
import io.gpuspec.value.Rejection;
import io.gpuspec.value.Text;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The answer to a request on one target: a shape, no shape with reasons, or not judged.
 *
 * <pre>{@code
 * Match match = gpus.in("tke").match(GpuRequest.of("T4").cpu(4).memory("16Gi"));
 *     // T4 x1 · 4 cores · 16Gi  on tke (exact)
 * if (match instanceof Match.Found found) {
 *   found.shape().name();
 *   found.price();
 * } else {
 *   match.rejected();
 * }
 * }</pre>
 *
 * <p>Alternatives, rejections, notes and the explanation are computed on demand.
 */
public abstract sealed class Match implements Answer {
  private final Target target;
  private final GpuRequest request;
  private final SpecCatalog catalog;
  private final Reading reading;

  /**
   * How the request was read.
   *
   * @param written what a pod says, where the request names the rows that this leaves
   * @param leftOut the rows that the pod does not select, with the reasons
   */
  record Reading(ImmutableList<Note> notes, Optional<GpuRequest> written, List<Rejection> leftOut) {
    static Reading of(ImmutableList<Note> notes) {
      return new Reading(notes, Optional.empty(), List.of());
    }
  }

  Match(Target target, GpuRequest request, SpecCatalog catalog, Reading reading) {
    this.target = target;
    this.request = request;
    this.catalog = catalog;
    this.reading = reading;
  }

  /** Returns the matcher, created when reasons are requested, which most matches never do. */
  Matcher matcher() {
    return new Matcher(catalog, request);
  }

  CatalogRows rows() {
    return catalog.rows();
  }

  /** Returns where the request was matched. */
  public Target target() {
    return target;
  }

  /** Returns what was asked. */
  public GpuRequest request() {
    return request;
  }

  /**
   * Returns the request as the pod states it, if a pod was read: without the rows that its labels
   * select, which {@link #request} has.
   */
  public GpuRequest requested() {
    return reading.written().orElse(request);
  }

  /** Returns the rejected candidates, and the rows that the pod does not select. */
  Listing<Rejection> andLeftOut(Listing<Rejection> rejected) {
    return Stream.concat(rejected.stream(), reading.leftOut().stream())
        .collect(Listing.collector());
  }

  /** Returns whether there is a shape. */
  public boolean isFound() {
    return this instanceof Found;
  }

  /** Returns whether there is an answer, a shape or none; {@link NotJudged} is not an answer. */
  public boolean isJudged() {
    return !(this instanceof NotJudged);
  }

  /**
   * Returns whether the target rejects such pods, however large its nodes are: for example, they
   * request shares of GPUs, or have a label that sends them elsewhere.
   */
  public boolean isRefused() {
    return this instanceof None none && !none.refusals.isEmpty();
  }

  /**
   * Returns whether a shape is known to hold the pods. It is not known for whole GPUs on nodes of
   * unknown CPU and memory.
   */
  public boolean isCertain() {
    return this instanceof Found found
        && (found.shape.spec().isSized() || !request.devices().use().isWhole());
  }

  /** The match with a shape, or empty. */
  public Optional<Found> found() {
    return this instanceof Found found ? Optional.of(found) : Optional.empty();
  }

  /**
   * The match with a shape.
   *
   * @throws NoMatchException with every candidate's reasons if nothing matches
   */
  public Found orThrow() {
    return found().orElseThrow(() -> new NoMatchException(this));
  }

  /** Returns other matching shapes, best first, or the nearest shapes if nothing matches. */
  public abstract Listing<Shape> alternatives();

  /** Returns every candidate that does not serve, with all its reasons, nearest miss first. */
  public abstract Listing<Rejection> rejected();

  /** Returns additional information that is not an error. */
  public Listing<Note> notes() {
    return Listing.copyOf(
        ImmutableList.<Note>builder()
            .addAll(reading.notes())
            .addAll(MatchNotes.onRequest(rows(), request))
            .addAll(notesOnAnswer())
            .build());
  }

  abstract List<Note> notesOnAnswer();

  /** The whole answer in lines: what, why, what else, why not the others, and the source. */
  public Text explain() {
    return Explanation.of(this);
  }

  /**
   * Adds {@code "matched", "judged"?, "requested", "spec", "waste", "largestRequests"?,
   * "alternatives", "rejected", "notes"}.
   */
  @Override
  public void describe(Facts out) {
    out.put("matched", isFound());
    if (!isJudged()) {
      out.put("judged", false);
    }
    out.put("requested", requested().arch(arch()))
        .putOrNull("spec", found().map(found -> planned(found.shape())))
        .putOrNull("waste", found().map(found -> (Answer) found::waste))
        .put(
            "largestRequests",
            found()
                .flatMap(Found::largestRequests)
                .map(each -> (Answer) of -> Shape.amounts(of, each.cpu(), each.memory())))
        .put("alternatives", alternatives().stream().map(this::planned).toList())
        .put("rejected", rejected())
        .put("notes", notes());
  }

  /** Returns the requested architecture, otherwise that of the shape, otherwise amd64. */
  public Arch arch() {
    return requested()
        .arch()
        .or(() -> found().map(found -> found.shape().spec().arch()))
        .orElse(Arch.AMD64);
  }

  /** Returns a shape, with the plan for all replicas if several were requested. */
  private Answer planned(Shape each) {
    CapacityType bought = request.capacityType();
    return out -> {
      each.priced(bought).describe(out);
      found()
          .filter(found -> request.replicas() > 1)
          .ifPresent(found -> out.put("plan", of -> found.plan(each).describe(of, bought)));
    };
  }

  /** A match that found a shape. */
  public static final class Found extends Match {
    private final Shape shape;

    Found(Target target, GpuRequest request, SpecCatalog catalog, Reading reading, Shape shape) {
      super(target, request, catalog, reading);
      this.shape = shape;
    }

    /** Returns the same match with additional notes, before those about the shape. */
    public Found withNotes(List<Note> more) {
      return new Found(
          target(),
          request(),
          catalog(),
          new Reading(
              ImmutableList.<Note>builder()
                  .addAll(super.reading.notes())
                  .addAll(Arguments.copied("notes", more, "Notes"))
                  .build(),
              super.reading.written(),
              super.reading.leftOut()),
          shape);
    }

    /** Returns this shape as the match for the wider request, if it satisfies that one too. */
    Found among(Found wider) {
      boolean isServed = wider.shape.equals(shape) || wider.alternatives().contains(shape);
      boolean isBoughtAlike = wider.request().capacityType() == request().capacityType();
      return isServed && isBoughtAlike
          ? new Found(target(), wider.request(), catalog(), super.reading, shape)
          : this;
    }

    /**
     * The catalog that the shape was found in; that of {@link #target()} may be another by now,
     * where an {@link OverlayFile} is over it.
     */
    public SpecCatalog catalog() {
      return super.catalog;
    }

    /** Returns the matching shape. */
    public Shape shape() {
      return shape;
    }

    /** Returns the number of GPUs that each pod requests; the shape may have more. */
    public int devicesPerPod() {
      return request().devices().countOn(shape.spec());
    }

    /** Returns how many devices each pod needs on another shape that fits. */
    public int devicesPerPod(Shape other) {
      return request().devices().countOn(Arguments.required("shape", other, "a Shape").spec());
    }

    /**
     * Returns how many such devices a node of a shape that fits has: cards, or the requested parts
     * of them.
     */
    public long devicesPerNode(Shape other) {
      return NodePlan.devices(Arguments.required("shape", other, "a Shape"), request());
    }

    /** Returns how many nodes of the shape all replicas take, and what they cost together. */
    public NodePlan plan() {
      return plan(shape);
    }

    /**
     * Returns what all nodes of {@link #plan()} cost together, by the capacity type of the request;
     * empty if the price is not known.
     */
    public Optional<Price> price() {
      return plan().price(request().capacityType());
    }

    /**
     * The same for another shape that serves, such as an alternative.
     *
     * @throws InvalidValueException if its row is not of the catalog that this was found in, or it
     *     does not hold one of the pods
     */
    public NodePlan plan(Shape other) {
      GpuSpec row = Arguments.required("shape", other, "a Shape that serves").spec();
      if (rows().named(row.name()).filter(row::isSameRow).isEmpty()) {
        throw new InvalidValueException(
            "match.conflict",
            "shape: '%s' is of %s %s, not of %s %s; give a shape of this match"
                .formatted(other, row.target(), row.edition(), rows().target(), rows().edition()));
      }
      if (NodePlan.room(other, request()) < 1) {
        throw new InvalidValueException(
            "match.conflict",
            "shape: '%s' does not hold %s; give the shape found or one of alternatives()"
                .formatted(other, request().replicas(1)));
      }
      return NodePlan.of(other, request(), rows());
    }

    /**
     * The CPU that pods could use beyond their requests, over all replicas; zero if the shape's CPU
     * is not known.
     */
    public CpuAmount wastedCpu() {
      return shape.spec().isSized()
          ? shape
              .allocatable()
              .cpu()
              .times(plan().nodes())
              .minus(request().cpu().times(request().replicas()))
          : CpuAmount.ZERO;
    }

    /** The memory that pods could use, over all replicas, beyond what was asked; like the CPU. */
    public MemorySize wastedMemory() {
      return shape.spec().isSized()
          ? shape
              .allocatable()
              .memory()
              .times(plan().nodes())
              .minus(request().memory().times(request().replicas()))
          : MemorySize.ZERO;
    }

    /**
     * Returns the largest CPU and memory that each pod can request without needing more nodes.
     * Empty if nothing is unused, if the nodes' size is not known, or if a node keeps GPUs for
     * other pods.
     */
    public Optional<Allocatable> largestRequests() {
      boolean isForOnePod = rows().unit() == GpuSpec.Unit.POD;
      if (!shape.spec().isSized()
          || request().isExplicit()
          || (!isForOnePod && plan().leavesDevices(request()))) {
        return Optional.empty();
      }
      Allocatable full = shape.allocatable().part(plan().podsPerNode());
      boolean isCpuOver = !request().cpu().isZero() && !request().cpu().isAtLeast(full.cpu());
      boolean isMemoryOver =
          !request().memory().isZero() && !request().memory().isAtLeast(full.memory());
      return isCpuOver || isMemoryOver ? Optional.of(full) : Optional.empty();
    }

    /** The GPUs that there are, over all replicas, beyond what was asked. */
    public int wastedGpus() {
      long asked =
          !request().devices().use().isWhole()
              ? plan().cardsNeeded(request())
              : (long) devicesPerPod() * request().replicas();
      return Math.toIntExact(plan().gpus() - asked);
    }

    /**
     * Returns the number of devices beyond the request, over all replicas: GPUs, or MIG instances
     * or replicas if these are requested.
     */
    public long wastedDevices() {
      return request().devices().use().isPart()
          ? plan().devices(request()) - (long) devicesPerPod() * request().replicas()
          : wastedGpus();
    }

    /**
     * Returns what each asked GPU that can serve would give, in the order asked; the first is the
     * shape found. The cloud falls back to the next where one has no stock.
     */
    public Listing<Shape> preferences() {
      // Of a single entry it is the best; a pod that was read may have more than its request says.
      if (super.reading.notes().isEmpty() && request().devices().parsedNames().size() < 2) {
        return Listing.copyOf(List.of(shape));
      }
      return Stream.concat(Stream.of(shape), matcher().preferences().stream())
          .distinct()
          .collect(Listing.collector());
    }

    private void waste(Facts out) {
      if (shape.spec().isSized()) {
        Shape.amounts(out, wastedCpu(), wastedMemory());
      }
      out.put("gpus", wastedGpus());
      if (request().devices().migProfile().isPresent()) {
        out.put("instances", wastedDevices());
      } else if (request().devices().isReplica()) {
        out.put("replicas", wastedDevices());
      }
    }

    @Override
    public Listing<Shape> alternatives() {
      return matcher().alternatives(shape);
    }

    @Override
    public Listing<Rejection> rejected() {
      return andLeftOut(matcher().rejections(Optional.of(shape)));
    }

    @Override
    List<Note> notesOnAnswer() {
      Matcher matcher = matcher();
      return ImmutableList.<Note>builder()
          .addAll(MatchNotes.onFound(rows(), request(), shape, matcher.entriesThatCannotServe()))
          .addAll(
              request().isCheapest() ? MatchNotes.onRegions(matcher.regionsCompared()) : List.of())
          .addAll(request().isExplicit() ? target().editionsWithout(shape) : List.of())
          .build();
    }

    /** Returns text such as {@code V100 x1 · 8 cores · 40Gi on tke (over by 2 cores, 8Gi)}. */
    @Override
    public String toString() {
      StringBuilder over = new StringBuilder();
      if (wastedDevices() > 0) {
        over.append(", ").append(spare());
      }
      if (!request().cpu().isZero() && !wastedCpu().isZero()) {
        over.append(", ").append(Words.cores(wastedCpu()));
      }
      if (!request().memory().isZero() && !wastedMemory().isZero()) {
        over.append(", ").append(Words.memory(wastedMemory()));
      }
      return (request().replicas() > 1 ? plan() : shape)
          + "  on "
          + target().id()
          + (over.isEmpty() ? exact() : " (over by " + over.substring(2) + ")");
    }

    private String spare() {
      CardUse use = request().devices().use();
      return use.isPart()
          ? "%s of %s %s"
              .formatted(
                  wastedDevices(),
                  plan().devices(request()),
                  use.isReplica() ? "replicas" : "instances")
          : Words.gpus(wastedGpus());
    }

    private String exact() {
      return request().cpu().isZero() || request().memory().isZero() || !shape.spec().isSized()
          ? ""
          : " (exact)";
    }
  }

  /** An answer without a matching shape. */
  public static final class None extends Match {
    private final List<Rejection> refusals;

    /**
     * @param refusals reasons that apply before any shape is considered; if there are some, the
     *     candidates' reasons do not matter
     */
    None(
        Target target,
        GpuRequest request,
        SpecCatalog catalog,
        Reading reading,
        List<Rejection> refusals) {
      super(target, request, catalog, reading);
      this.refusals = List.copyOf(refusals);
    }

    @Override
    public Listing<Shape> alternatives() {
      return matcher().nearAlternatives();
    }

    @Override
    public Listing<Rejection> rejected() {
      return refusals.isEmpty()
          ? andLeftOut(matcher().rejections(Optional.empty()))
          : Listing.copyOf(refusals);
    }

    @Override
    List<Note> notesOnAnswer() {
      return refusals.isEmpty() ? target().editionsWith(request()) : List.of();
    }

    /**
     * Returns text such as {@code no match for V100 x1, 100 cores on tke; nearest miss V100 x8:
     * cpu: ...}.
     */
    @Override
    public String toString() {
      Listing<Rejection> rejected = rejected();
      return "no match for "
          + requested()
          + " on "
          + target().id()
          + (rejected.isEmpty() ? "" : "; nearest miss " + rejected.get(0));
    }
  }

  /**
   * An answer for a pod that requests GPUs in a way that the target does not judge, such as MIG
   * instances or resource claims. The notes name each.
   */
  public static final class NotJudged extends Match {
    private final List<PodField> fields;

    NotJudged(Target target, GpuRequest request, SpecCatalog catalog, List<PodField> fields) {
      super(target, request, catalog, Reading.of(ImmutableList.of()));
      this.fields = List.copyOf(fields);
    }

    /** Returns the parts of the pod that were not judged. */
    public List<PodField> fields() {
      return fields;
    }

    @Override
    public Listing<Shape> alternatives() {
      return Listing.copyOf(List.of());
    }

    @Override
    public Listing<Rejection> rejected() {
      return Listing.copyOf(List.of());
    }

    /** Returns what of the request it is about makes no difference. */
    @Override
    public Listing<Note> notes() {
      return Listing.copyOf(notesOnAnswer());
    }

    @Override
    List<Note> notesOnAnswer() {
      return fields.stream().map(this::note).toList();
    }

    private Note note(PodField field) {
      return Note.of(
          "gpu.not-judged",
          "%s asks for %s, which is not judged on %s%s"
              .formatted(field, GpuWords.of(field), target().id(), hint(field)));
    }

    /** Returns how the target can be told what it needs to judge a field; empty for not at all. */
    public String hint(PodField field) {
      if (target().takes(field)) {
        return rows().shares().isPresent()
            ? "; each container has a share of its own, and one share in a pod is judged"
            : "";
      }
      boolean hasOption =
          target().options().stream().anyMatch(each -> each.name().equals(GpuWords.OPTION));
      return hasOption ? GpuWords.hint(field) : "";
    }

    /** Returns text such as {@code not judged on eks: container 'main' resources.limits[...]}. */
    @Override
    public String toString() {
      return "not judged on "
          + target().id()
          + ": "
          + fields.stream().map(PodField::toString).collect(Collectors.joining(", "));
    }
  }
}
