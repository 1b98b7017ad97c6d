package io.gpuspec;

import java.util.ArrayList;
import java.util.List;
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

  private final GpuRequest request;
  private final Naming naming;
  private final CatalogRows rows;
  private final int count;

  Criteria(GpuRequest request, Naming naming, CatalogRows rows) {
    if (request.isExplicit() && (request.cpu().isZero() || request.memory().isZero())) {
      throw new InvalidValueException(
          "explicit: cpu '%s' and memory '%s' were asked for; an explicit shape states both, so add the missing one"
              .formatted(request.cpu(), request.memory()));
    }
    this.request = request;
    this.naming = naming;
    this.rows = rows;
    this.count = request.devices().count();
  }

  /** The smallest shape of a row that serves the request, or null. */
  @Nullable Shape serve(GpuSpec row) {
    if (!isCountRight(row)
        || !isArchRight(row)
        || !isThere(row)
        || !row.offers(request.capacityType())
        || !isNamed(row)
        || !request.devices().qualities().shortOf(row).isEmpty()) {
      return null;
    }
    if (request.isExplicit()) {
      return row.offersCpu(request.cpu()) && row.offersMemory(request.memory())
          // As the catalog writes it: clouds refuse a shape of "34359738368" bytes.
          ? new Shape(row, request.cpu(), MemorySize.ofBytes(request.memory().toBytes()))
          : null;
    }
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
    if (!isCountRight(row)) {
      reasons.add(
          Shortfall.of(
              "gpus",
              isCountExact()
                  ? "exactly %d asked, has %d".formatted(count, row.gpus())
                  : "%d asked, has %d, short %d".formatted(count, row.gpus(), count - row.gpus()),
              "ask for " + Words.gpus(row.gpus())));
    }
    if (!isArchRight(row)) {
      reasons.add(
          Shortfall.of(
              "arch",
              request.arch().orElse(Arch.AMD64) + " asked, is " + row.arch(),
              "ask for " + row.arch()));
    }
    if (!isThere(row)) {
      reasons.add(
          row.lifecycle() == GpuSpec.Lifecycle.RETIRED
              ? Shortfall.of(
                  "lifecycle",
                  "retired; it is matched only when that is asked for",
                  "ask for retired rows too")
              : new Shortfall("lifecycle", OverlayNotes.whyUnavailable(row)));
    }
    if (!row.offers(request.capacityType())) {
      reasons.add(
          Shortfall.of(
              "capacityType",
              request.capacityType() + " asked, can be had " + capacityTypes(row),
              "ask for " + capacityTypes(row)));
    }
    if (!isNamed(row)) {
      reasons.add(whyOnlyByName(row));
    }
    reasons.addAll(request.devices().qualities().shortOf(row));
    reasons.addAll(request.isExplicit() ? notOffered(row) : shortOf(row.largest()));
    return reasons;
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
        .orElseGet(() -> row.arch() == Arch.AMD64 || isOnlyThere(row));
  }

  /** Who asks by name for what is to be had beside one architecture only, asks for that too. */
  private boolean isOnlyThere(GpuSpec row) {
    return switch (naming) {
      case ANY -> false;
      case GPU -> rows.isOnlyWith(row.arch(), row.type());
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
    List<Shortfall> reasons = new ArrayList<>();
    CpuAmount cpu = size.allocatable().cpu();
    if (!cpu.isAtLeast(request.cpu())) {
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
    if (!memory.isAtLeast(request.memory())) {
      reasons.add(
          Shortfall.of(
              "memory",
              "%s asked, %s, short %s"
                  .formatted(
                      Words.memory(request.memory()),
                      has(size, Words.memory(memory), Words.memory(size.memory())),
                      Words.memory(request.memory().minus(memory))),
              "ask for at most " + Words.atMost(memory) + " of memory"));
    }
    return reasons;
  }

  private static String has(Shape size, String allocatable, String capacity) {
    return size.keepsSome() ? allocatable + " allocatable of " + capacity : "has " + capacity;
  }

  private List<Shortfall> notOffered(GpuSpec row) {
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
