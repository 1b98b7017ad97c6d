package io.gpuspec;

import io.gpuspec.internal.Pages;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What a row must have to serve a request, and what it lacks: a row serves exactly when it lacks
 * nothing.
 */
final class Criteria {

  /** How a row comes to be asked for. */
  enum Naming {
    /** Any row will do. */
    ANY,
    /** By the name of its GPU. */
    GPU,
    /** By its own name. */
    ROW
  }

  /**
   * What must hold of a row, whatever its sizes.
   *
   * @param why what is said of a row of which it does not
   */
  private record Condition(Predicate<GpuSpec> holds, Function<GpuSpec, List<Shortfall>> why) {
    static Condition of(Predicate<GpuSpec> holds, Function<GpuSpec, Shortfall> why) {
      return new Condition(holds, row -> List.of(why.apply(row)));
    }
  }

  private final GpuRequest request;
  private final Naming naming;
  private final int count;
  private final List<Condition> conditions;

  Criteria(GpuRequest request, Naming naming) {
    if (request.isExplicit() && (request.cpu().isZero() || request.memory().isZero())) {
      throw new InvalidValueException(
              "explicit: cpu '%s' and memory '%s' were asked for; an explicit shape states both, so add the missing one"
                  .formatted(request.cpu(), request.memory()))
          .see(Pages.MATCHING);
    }
    this.request = request;
    this.naming = naming;
    this.count = request.devices().count();
    Qualities qualities = request.devices().qualities();
    this.conditions =
        List.of(
            Condition.of(this::isCountRight, this::whyCount),
            Condition.of(this::isArchRight, this::whyArch),
            Condition.of(this::isThere, Criteria::whyNotThere),
            Condition.of(row -> row.offers(request.capacityType()), this::whyNotOffered),
            Condition.of(this::isNamed, Criteria::whyOnlyByName),
            Condition.of(this::isShareRight, this::whyNotShared),
            new Condition(row -> qualities.shortOf(row).isEmpty(), qualities::shortOf));
  }

  /** The smallest shape of a row that serves the request, or null. */
  @Nullable Shape serve(GpuSpec row) {
    for (Condition condition : conditions) {
      if (!condition.holds().test(row)) {
        return null;
      }
    }
    return request.isExplicit() ? stated(row) : smallest(row);
  }

  private @Nullable Shape stated(GpuSpec row) {
    return row.offersCpu(request.cpu()) && row.offersMemory(request.memory())
        // As the catalog writes it: clouds refuse a shape of "34359738368" bytes.
        ? row.shape(request.cpu(), MemorySize.ofBytes(request.memory().toBytes()))
        : null;
  }

  private @Nullable Shape smallest(GpuSpec row) {
    for (Shape size : row.sizes()) {
      if (size.holds(request.cpu(), request.memory())) {
        return size;
      }
    }
    return null;
  }

  /** Why a row does not serve; empty exactly where it does. */
  List<Shortfall> reasons(GpuSpec row) {
    List<Shortfall> reasons = new ArrayList<>();
    for (Condition condition : conditions) {
      if (!condition.holds().test(row)) {
        reasons.addAll(condition.why().apply(row));
      }
    }
    reasons.addAll(request.isExplicit() ? notStated(row) : shortOf(row.largest()));
    return reasons;
  }

  private Shortfall whyCount(GpuSpec row) {
    return Shortfall.of(
        "gpus",
        isCountExact()
            ? "exactly %d asked, has %d".formatted(count, row.gpus())
            : "%d asked, has %d, short %d".formatted(count, row.gpus(), count - row.gpus()),
        "ask for "
            + Words.gpus(row.gpus())
            + (row.isSized()
                ? ""
                : ", or say in the target's options how many cards its nodes have"));
  }

  private Shortfall whyArch(GpuSpec row) {
    return Shortfall.of(
        "arch",
        request.arch().orElse(Arch.AMD64) + " asked, is " + row.arch(),
        "ask for " + row.arch());
  }

  private static Shortfall whyNotThere(GpuSpec row) {
    return row.lifecycle() == GpuSpec.Lifecycle.RETIRED
        ? Shortfall.of(
            "lifecycle",
            "retired; it is matched only when that is asked for",
            "ask for retired rows too")
        : new Shortfall("lifecycle", OverlayNotes.whyUnavailable(row));
  }

  private Shortfall whyNotOffered(GpuSpec row) {
    return Shortfall.of(
        "capacityType",
        request.capacityType() + " asked, can be had " + capacityTypes(row),
        "ask for " + capacityTypes(row));
  }

  /** How many GPUs a row lacks, or has too many; 0 where their number is right. */
  int gpusAway(GpuSpec row) {
    return isCountRight(row) ? 0 : Math.abs(row.gpus() - count);
  }

  private static String capacityTypes(GpuSpec row) {
    return row.capacityTypes().stream()
        .map(CapacityType::toString)
        .collect(Collectors.joining(" or "));
  }

  private boolean isCountExact() {
    return request.isExactGpus() || request.isExplicit();
  }

  private boolean isCountRight(GpuSpec row) {
    return isCountExact() ? row.gpus() == count : row.gpus() >= count;
  }

  private boolean isArchRight(GpuSpec row) {
    return request
        .arch()
        .map(asked -> row.arch() == asked)
        .orElseGet(() -> row.arch() == Arch.AMD64 || isArchNamed(row));
  }

  /** Who names a GPU means the architecture that it comes with, and who names a row means its. */
  private boolean isArchNamed(GpuSpec row) {
    return switch (naming) {
      case ANY -> false;
      case GPU -> row.type().arch().filter(arch -> arch == row.arch()).isPresent();
      case ROW -> true;
    };
  }

  private boolean isThere(GpuSpec row) {
    return switch (row.lifecycle()) {
      case CURRENT -> true;
      case RETIRED -> request.isIncludeRetired();
      case UNAVAILABLE -> false;
    };
  }

  /** Whether the row was named as what it is: a share of a card by its name, the rest as it is. */
  private boolean isNamed(GpuSpec row) {
    return switch (naming) {
      case ANY -> row.isWhole();
      case GPU -> row.type().identified();
      case ROW -> true;
    };
  }

  /** Pods have shares of cards that are shared, and whole ones of those that are not. */
  private boolean isShareRight(GpuSpec row) {
    return request
        .devices()
        .share()
        .map(share -> row.shareMemory().filter(has -> has.isAtLeast(share.memory())).isPresent())
        .orElse(row.hasWholeCards());
  }

  private Shortfall whyNotShared(GpuSpec row) {
    return request
        .devices()
        .share()
        .map(share -> whyNoShare(row, share))
        .orElseGet(
            () ->
                new Shortfall(
                    "share", "whole cards asked; %s gives out shares".formatted(row.target())));
  }

  private static Shortfall whyNoShare(GpuSpec row, Share share) {
    if (row.shares().isEmpty()) {
      return new Shortfall(
          "share", "%s of a card asked; %s has whole cards".formatted(share, row.target()));
    }
    return row.shareMemory()
        .map(
            has ->
                Shortfall.of(
                    "share",
                    Words.shortOf(share.memory(), has) + " of each card",
                    "ask for a share of at most " + has))
        .orElseGet(
            () ->
                new Shortfall(
                    "share", "%s of a card asked; %s is not shared".formatted(share, row.gpu())));
  }

  private static Shortfall whyOnlyByName(GpuSpec row) {
    return row.fraction()
        .map(
            share ->
                Shortfall.of(
                    "fraction",
                    "is %s of a card; a fraction is matched only by its name, %s"
                        .formatted(share, row.gpu()),
                    "name " + row.gpu()))
        .orElseGet(
            () ->
                Shortfall.of(
                    "gpu",
                    "%s: it is not known what this is exactly; it is matched only by its own name, %s"
                        .formatted(row.gpu(), row.name()),
                    "name " + row.name()));
  }

  /** What a size lacks of CPU and memory. */
  List<Shortfall> shortOf(Shape size) {
    if (!size.spec().isSized()) {
      return List.of();
    }
    List<Shortfall> reasons = new ArrayList<>();
    CpuAmount cpu = size.allocatable().cpu();
    if (cpu.isZero()) {
      reasons.add(nothingLeft("cpu", Words.cores(size.cpu())));
    } else if (!cpu.isAtLeast(request.cpu())) {
      reasons.add(
          Shortfall.of(
              "cpu",
              "%s asked, %s, short %s"
                  .formatted(
                      Words.plainCores(request.cpu()),
                      has(size, Words.plainCores(cpu), Words.plainCores(size.cpu())),
                      Words.plainCores(request.cpu().minus(cpu))),
              "ask for at most " + Words.cores(cpu)));
    }
    MemorySize memory = size.allocatable().memory();
    if (memory.isZero()) {
      reasons.add(nothingLeft("memory", Words.memory(size.memory())));
    } else if (!memory.isAtLeast(request.memory())) {
      reasons.add(
          Shortfall.of(
              "memory",
              "%s asked, %s, short %s"
                  .formatted(
                      Words.memoryUnlike(memory, request.memory()),
                      has(
                          size,
                          Words.memoryUnlike(request.memory(), memory),
                          Words.memory(size.memory())),
                      Words.memory(request.memory().minus(memory))),
              "ask for at most " + Words.atMost(memory) + " of memory"));
    }
    return reasons;
  }

  private static Shortfall nothingLeft(String resource, String capacity) {
    return new Shortfall(resource, "nothing of the " + capacity + " is left to pods");
  }

  private static String has(Shape size, String allocatable, String capacity) {
    return size.keepsSome() ? allocatable + " allocatable of " + capacity : "has " + capacity;
  }

  private List<Shortfall> notStated(GpuSpec row) {
    if (!row.takesStatedShapes()) {
      return List.of(
          Shortfall.of(
              "explicit",
              "no pod can state its shape on %s; ask without explicit".formatted(row.target()),
              "ask without explicit"));
    }
    List<Shortfall> reasons = new ArrayList<>();
    if (!row.offersCpu(request.cpu())) {
      reasons.add(
          Shortfall.of(
              "cpu",
              "exactly %s asked; it can be %s"
                  .formatted(Words.plainCores(request.cpu()), row.cpuOptions()),
              "state one of " + row.cpuOptions() + " cores"));
    }
    if (!row.offersMemory(request.memory())) {
      reasons.add(
          Shortfall.of(
              "memory",
              "exactly %s asked; it can be %s"
                  .formatted(Words.memory(request.memory()), row.memoryOffered()),
              "state " + row.memoryOffered() + " of memory"));
    }
    return reasons;
  }
}
