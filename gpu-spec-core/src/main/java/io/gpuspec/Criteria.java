package io.gpuspec;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a row must have to serve a request, and what it lacks: a row serves exactly when it lacks
 * nothing.
 */
final class Criteria {
  private final GpuRequest request;
  private final int count;

  Criteria(GpuRequest request) {
    if (request.isExplicit() && (request.cpu().isZero() || request.memory().isZero())) {
      throw new InvalidValueException(
          "explicit: cpu '%s' and memory '%s' were asked for; an explicit shape states both, so add the missing one"
              .formatted(request.cpu(), request.memory()));
    }
    this.request = request;
    this.count = request.devices().count();
  }

  /** The smallest shape of a row that serves the request, or null. */
  @Nullable Shape serve(GpuSpec row) {
    if (!isCountRight(row)
        || !isArchRight(row)
        || !isThere(row)
        || !isFractionAsked(row)
        || !hasGpuMemory(row)) {
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
          new Shortfall(
              "gpus",
              isCountExact()
                  ? "exactly %d asked, has %d".formatted(count, row.gpus())
                  : "%d asked, has %d, short %d".formatted(count, row.gpus(), count - row.gpus())));
    }
    if (!isArchRight(row)) {
      reasons.add(new Shortfall("arch", request.arch() + " asked, is " + row.arch()));
    }
    if (!isThere(row)) {
      reasons.add(new Shortfall("lifecycle", "retired; it is matched only when that is asked for"));
    }
    if (!isFractionAsked(row)) {
      reasons.add(
          new Shortfall(
              "fraction",
              "is %s of a card; a fraction is matched only by its name, %s"
                  .formatted(row.fraction(), row.gpu())));
    }
    if (!hasGpuMemory(row)) {
      reasons.add(new Shortfall("gpuMemory", shortOfGpuMemory(row)));
    }
    reasons.addAll(request.isExplicit() ? notOffered(row) : shortOf(row.largest()));
    return reasons;
  }

  private boolean isCountExact() {
    return request.isExactGpus() || request.isExplicit();
  }

  private boolean isCountRight(GpuSpec row) {
    return isCountExact() ? row.gpus() == count : row.gpus() >= count;
  }

  private boolean isArchRight(GpuSpec row) {
    return row.arch() == request.arch();
  }

  private boolean isThere(GpuSpec row) {
    return row.lifecycle() == GpuSpec.Lifecycle.CURRENT || request.isIncludeRetired();
  }

  private boolean isFractionAsked(GpuSpec row) {
    return row.fraction().isWhole() || request.devices().choice() != Devices.Choice.ANY;
  }

  private boolean hasGpuMemory(GpuSpec row) {
    MemorySize least = request.devices().leastMemory();
    return least.isZero() || row.gpuMemory().filter(m -> m.isAtLeast(least)).isPresent();
  }

  private String shortOfGpuMemory(GpuSpec row) {
    MemorySize least = request.devices().leastMemory();
    return row.gpuMemory()
        .map(has -> shortOf(least, has))
        .orElse(Words.memory(least) + " asked, not known here");
  }

  /** What a size lacks of CPU and memory. */
  List<Shortfall> shortOf(Shape size) {
    List<Shortfall> reasons = new ArrayList<>();
    if (!size.cpu().isAtLeast(request.cpu())) {
      reasons.add(
          new Shortfall(
              "cpu",
              "%s asked, has %s, short %s"
                  .formatted(
                      Words.plainCores(request.cpu()),
                      Words.plainCores(size.cpu()),
                      Words.plainCores(request.cpu().minus(size.cpu())))));
    }
    if (!size.memory().isAtLeast(request.memory())) {
      reasons.add(new Shortfall("memory", shortOf(request.memory(), size.memory())));
    }
    return reasons;
  }

  private static String shortOf(MemorySize asked, MemorySize has) {
    return "%s asked, has %s, short %s"
        .formatted(Words.memory(asked), Words.memory(has), Words.memory(asked.minus(has)));
  }

  private List<Shortfall> notOffered(GpuSpec row) {
    List<Shortfall> reasons = new ArrayList<>();
    if (!row.offersCpu(request.cpu())) {
      reasons.add(
          new Shortfall(
              "cpu",
              "exactly %s asked; it can be %s"
                  .formatted(Words.plainCores(request.cpu()), row.cpuOptions())));
    }
    if (!row.offersMemory(request.memory())) {
      reasons.add(
          new Shortfall(
              "memory",
              "exactly %s asked; it can be %s"
                  .formatted(Words.memory(request.memory()), row.memoryOffered())));
    }
    return reasons;
  }
}
