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
    if (!isEligible(row)) {
      return null;
    }
    if (request.isExplicit()) {
      return row.offersCpu(request.cpu())
              && row.offersMemory(request.memory())
              && request.memory().isWholeGibibytes()
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

  /** Whether a row may serve the request, CPU and memory left aside. */
  private boolean isEligible(GpuSpec row) {
    return (isCountExact() ? row.gpus() == count : row.gpus() >= count)
        && row.arch() == request.arch()
        && (row.lifecycle() == GpuSpec.Lifecycle.CURRENT || request.isIncludeRetired())
        && isFractionAsked(row)
        && hasGpuMemory(row);
  }

  private boolean isCountExact() {
    return request.isExactGpus() || request.isExplicit();
  }

  private boolean isFractionAsked(GpuSpec row) {
    return row.fraction().isWhole() || request.devices().choice() != Devices.Choice.ANY;
  }

  private boolean hasGpuMemory(GpuSpec row) {
    MemorySize least = request.devices().leastMemory();
    return least.isZero() || row.gpuMemory().filter(m -> m.isAtLeast(least)).isPresent();
  }

  /** Why a row does not serve; empty exactly where it does. */
  List<Shortfall> reasons(GpuSpec row) {
    List<Shortfall> reasons = new ArrayList<>();
    if (isCountExact() && row.gpus() != count) {
      reasons.add(new Shortfall("gpus", "exactly " + count + " asked, has " + row.gpus()));
    } else if (row.gpus() < count) {
      reasons.add(
          new Shortfall(
              "gpus",
              "%d asked, has %d, short %d".formatted(count, row.gpus(), count - row.gpus())));
    }
    if (row.arch() != request.arch()) {
      reasons.add(new Shortfall("arch", request.arch() + " asked, is " + row.arch()));
    }
    if (row.lifecycle() == GpuSpec.Lifecycle.RETIRED && !request.isIncludeRetired()) {
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
      MemorySize least = request.devices().leastMemory();
      reasons.add(
          new Shortfall(
              "gpuMemory",
              row.gpuMemory()
                  .map(has -> atLeast(least.toString(), has.toString(), least.minus(has)))
                  .orElse(least + " asked, not known here")));
    }
    reasons.addAll(request.isExplicit() ? notOffered(row) : shortOf(row.largest()));
    return reasons;
  }

  /** What a size lacks of CPU and memory. */
  List<Shortfall> shortOf(Shape size) {
    List<Shortfall> reasons = new ArrayList<>();
    if (size.cpu().compareTo(request.cpu()) < 0) {
      reasons.add(
          new Shortfall(
              "cpu",
              atLeast(
                  request.cpu().toString(),
                  size.cpu().toString(),
                  request.cpu().minus(size.cpu()))));
    }
    if (size.memory().compareTo(request.memory()) < 0) {
      reasons.add(
          new Shortfall(
              "memory",
              atLeast(
                  request.memory().toString(),
                  size.memory().toString(),
                  request.memory().minus(size.memory()))));
    }
    return reasons;
  }

  private List<Shortfall> notOffered(GpuSpec row) {
    List<Shortfall> reasons = new ArrayList<>();
    if (!row.offersCpu(request.cpu())) {
      reasons.add(
          new Shortfall(
              "cpu", "exactly %s asked; it can be %s".formatted(request.cpu(), row.cpuOptions())));
    }
    if (!row.offersMemory(request.memory())) {
      reasons.add(
          new Shortfall(
              "memory",
              "exactly %s asked; it can be %s".formatted(request.memory(), row.memoryRange())));
    } else if (!request.memory().isWholeGibibytes()) {
      reasons.add(
          new Shortfall(
              "memory", "exactly %s asked; it must be whole GiB".formatted(request.memory())));
    }
    return reasons;
  }

  private static String atLeast(String asked, String has, Object missing) {
    return asked + " asked, has " + has + ", short " + missing;
  }
}
