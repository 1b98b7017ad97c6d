package io.gpuspec;

import io.gpuspec.internal.ExtendedResources;
import io.gpuspec.internal.Words;
import io.gpuspec.value.Arch;
import io.gpuspec.value.CpuAmount;
import io.gpuspec.value.Finding;
import io.gpuspec.value.MemorySize;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The conditions that a row must meet to match a request, depending on how the row was requested,
 * and the reasons if it does not: a row matches exactly if there are none.
 */
enum Criteria {
  /** The request accepts any row. */
  ANY,
  /** The request names the GPU. */
  GPU,
  /** The request names the row. */
  ROW;

  /** A condition on a row, independent of its sizes; reasons are reported in this order. */
  private enum Condition {
    COUNT,
    ASSUMED,
    ARCH,
    THERE,
    OFFERED,
    NAMED,
    SHARE,
    PARTS,
    QUALITIES,
    RESOURCES;

    /** Kept, because each call of {@code values()} copies. */
    private static final Condition[] ALL = values();
  }

  /** The smallest shape of a row that serves the request, or null. */
  @Nullable Shape serve(GpuRequest request, GpuSpec row) {
    for (Condition condition : Condition.ALL) {
      if (!holds(condition, request, row)) {
        return null;
      }
    }
    return request.isExplicit() ? stated(request, row) : smallest(request, row);
  }

  private boolean holds(Condition condition, GpuRequest request, GpuSpec row) {
    return switch (condition) {
      case COUNT -> isCountRight(request, row);
      case ASSUMED -> isAssumable(request, row);
      case ARCH -> isArchRight(request, row);
      case THERE -> isThere(request, row);
      case OFFERED -> row.isOffered(request.capacityType());
      case NAMED -> isNamed(row);
      case SHARE -> isShareRight(request, row);
      case PARTS -> row.devices(request.devices()) > 0;
      case QUALITIES -> request.devices().qualities().areOf(row);
      case RESOURCES -> hasResources(request, row);
    };
  }

  private static List<Finding> why(Condition condition, GpuRequest request, GpuSpec row) {
    return switch (condition) {
      case COUNT -> List.of(whyCount(request, row));
      case ASSUMED -> List.of(whyNotAssumed(request, row));
      case ARCH -> List.of(whyArch(request, row));
      case THERE -> List.of(whyNotThere(row));
      case OFFERED -> List.of(whyNotOffered(request, row));
      case NAMED -> List.of(whyOnlyByName(row));
      case SHARE -> List.of(whyNotShared(request, row));
      case PARTS -> List.of(whyNoPart(request, row));
      case QUALITIES -> request.devices().qualities().shortOf(row);
      case RESOURCES -> whyResources(request, row);
    };
  }

  private static @Nullable Shape stated(GpuRequest request, GpuSpec row) {
    return row.offersCpu(request.cpu()) && row.offersMemory(request.memory())
        // As the catalog writes it: clouds refuse a shape of "34359738368" bytes.
        ? row.shape(request.cpu(), MemorySize.ofBytes(request.memory().toBytes()))
        : null;
  }

  private static @Nullable Shape smallest(GpuRequest request, GpuSpec row) {
    List<Shape> sizes = row.sizes();
    // By index, as rows are: an iterator would be one more object.
    for (int i = 0; i < sizes.size(); i++) {
      if (sizes.get(i).holds(request.cpu(), request.memory())) {
        return sizes.get(i);
      }
    }
    return null;
  }

  /** Returns why a row does not serve; empty exactly where it does. */
  List<Finding> reasons(GpuRequest request, GpuSpec row) {
    List<Finding> reasons = new ArrayList<>();
    for (Condition condition : Condition.ALL) {
      if (!holds(condition, request, row)) {
        reasons.addAll(why(condition, request, row));
      }
    }
    reasons.addAll(
        request.isExplicit() ? notStated(request, row) : shortOf(request, row.largest()));
    return reasons;
  }

  private static boolean hasResources(GpuRequest request, GpuSpec row) {
    // Asked first, because most requests name none and a match makes no object for them.
    return request.resources().isEmpty()
        || request.resources().entrySet().stream()
            .allMatch(asked -> has(row, asked.getKey()) >= asked.getValue());
  }

  private static long has(GpuSpec row, String resource) {
    return row.resources().getOrDefault(resource, 0L);
  }

  private static List<Finding> whyResources(GpuRequest request, GpuSpec row) {
    return request.resources().entrySet().stream()
        .filter(asked -> has(row, asked.getKey()) < asked.getValue())
        .map(asked -> whyResource(asked.getKey(), asked.getValue(), has(row, asked.getKey())))
        .toList();
  }

  private static Finding whyResource(String resource, long asked, long has) {
    String wanted = ExtendedResources.text(resource, asked);
    if (has == 0) {
      return Finding.unmet(resource, wanted + " requested, has none")
          .withFix(
              "leave %s out, or state in an overlay how many of it the nodes offer"
                  .formatted(resource));
    }
    return Finding.unmet(
            resource,
            "%s requested, has %s, short %s"
                .formatted(
                    wanted,
                    ExtendedResources.text(resource, has),
                    ExtendedResources.text(resource, asked - has)))
        .withFix(
            "request at most %s of %s".formatted(ExtendedResources.text(resource, has), resource));
  }

  private static Finding whyCount(GpuRequest request, GpuSpec row) {
    int count = request.devices().count();
    int has = devices(request, row);
    return Finding.unmet(
            "gpus",
            isCountExact(request)
                ? "exactly %s requested, has %s".formatted(count, has)
                : "%s requested, has %s, short %s".formatted(count, has, count - has))
        .withFix(
            "request "
                + (request.devices().use().isPart() ? String.valueOf(has) : Words.gpus(has))
                + (row.isSized()
                    ? ""
                    : ", or say in the target's options how many cards its nodes have"));
  }

  private static Finding whyArch(GpuRequest request, GpuSpec row) {
    return Finding.unmet("arch", request.arch().orElse(Arch.AMD64) + " requested, is " + row.arch())
        .withFix("request " + row.arch());
  }

  private static Finding whyNotThere(GpuSpec row) {
    return row.lifecycle() == GpuSpec.Lifecycle.RETIRED
        ? Finding.unmet("lifecycle", "retired; left out unless retired rows are included")
            .withFix("include retired rows")
        : Finding.unmet("lifecycle", OverlayNotes.whyUnavailable(row));
  }

  private static Finding whyNotOffered(GpuRequest request, GpuSpec row) {
    return Finding.unmet(
            "capacityType",
            request.capacityType() + " requested, is available " + capacityTypes(row))
        .withFix("request " + capacityTypes(row));
  }

  /** Returns how many GPUs a row lacks, or has too many; 0 where their number is right. */
  static int gpusAway(GpuRequest request, GpuSpec row) {
    return isCountRight(request, row)
        ? 0
        : Math.abs(devices(request, row) - request.devices().count());
  }

  private static String capacityTypes(GpuSpec row) {
    return row.capacityTypes().stream()
        .map(CapacityType::toString)
        .collect(Collectors.joining(" or "));
  }

  private static boolean isCountExact(GpuRequest request) {
    return request.isExactGpus() || request.isExplicit();
  }

  private static boolean isCountRight(GpuRequest request, GpuSpec row) {
    int count = request.devices().count();
    int has = devices(request, row);
    return isCountExact(request) ? has == count : has >= count;
  }

  /**
   * Returns whether no smaller node is enough for a pod: that nodes have more cards than anybody
   * states is assumed for pods that need them, and not for several pods beside each other.
   */
  private boolean isAssumable(GpuRequest request, GpuSpec row) {
    return !row.isCountAssumed()
        || this == ROW
        || request.devices().count() > devices(request, row) / 2;
  }

  private static Finding whyNotAssumed(GpuRequest request, GpuSpec row) {
    return Finding.unmet(
            "gpus",
            "%s requested; that nodes have %s cards is assumed only for pods that need more than %s"
                .formatted(request.devices().count(), row.gpus(), devices(request, row) / 2))
        .withFix("say in the target's options how many cards its nodes have");
  }

  /** Returns how many of the requested devices a row has; its cards where none is of that kind. */
  private static int devices(GpuRequest request, GpuSpec row) {
    int devices = row.devices(request.devices());
    return devices == 0 ? row.gpus() : devices;
  }

  private static Finding whyNoPart(GpuRequest request, GpuSpec row) {
    Devices devices = request.devices();
    return row.parts()
        .map(parts -> parts.whyNone(row, devices))
        .orElseGet(
            () ->
                Finding.unmet(
                    "gpus", "%s requested; %s has whole cards".formatted(devices, row.target())));
  }

  private boolean isArchRight(GpuRequest request, GpuSpec row) {
    return request.arch().isPresent()
        ? request.arch().get() == row.arch()
        : row.arch() == Arch.AMD64 || isArchNamed(row);
  }

  /**
   * Returns whether the request implies the row's architecture: a named GPU implies the one that it
   * comes with, and a named row implies its own.
   */
  private boolean isArchNamed(GpuSpec row) {
    return switch (this) {
      case ANY -> false;
      case GPU -> row.type().arch().filter(row.arch()::equals).isPresent();
      case ROW -> true;
    };
  }

  private static boolean isThere(GpuRequest request, GpuSpec row) {
    return switch (row.lifecycle()) {
      case CURRENT -> true;
      case RETIRED -> request.isIncludeRetired();
      case UNAVAILABLE -> request.isOnCordonedNodes() && row.isCordoned();
    };
  }

  /**
   * Returns whether the row was named as what it is: a fraction of a card as a fraction, any other
   * GPU as a whole.
   */
  private boolean isNamed(GpuSpec row) {
    return switch (this) {
      case ANY -> row.isWhole();
      case GPU -> row.type().identified();
      case ROW -> true;
    };
  }

  /** Pods have shares of cards that are shared, and whole ones of those that are not. */
  private static boolean isShareRight(GpuRequest request, GpuSpec row) {
    Optional<Share> share = request.devices().share();
    return share.isPresent()
        ? row.shareMemory().filter(has -> has.isAtLeast(share.get().memory())).isPresent()
        : row.hasWholeCards();
  }

  private static Finding whyNotShared(GpuRequest request, GpuSpec row) {
    return request
        .devices()
        .share()
        .map(share -> whyNoShare(row, share))
        .orElseGet(
            () ->
                Finding.unmet(
                    "share", "whole cards requested; %s gives out shares".formatted(row.target())));
  }

  private static Finding whyNoShare(GpuSpec row, Share share) {
    if (row.shares().isEmpty()) {
      return Finding.unmet(
          "share", "%s of a card requested; %s has whole cards".formatted(share, row.target()));
    }
    return row.shareMemory()
        .map(
            has ->
                Finding.unmet("share", Words.shortOf(share.memory(), has) + " of each card")
                    .withFix("request a share of at most " + has))
        .orElseGet(
            () ->
                Finding.unmet(
                    "share",
                    "%s of a card requested; %s is not shared".formatted(share, row.gpu())));
  }

  private static Finding whyOnlyByName(GpuSpec row) {
    return row.fraction()
        .map(
            share ->
                Finding.unmet(
                        "fraction",
                        "is %s of a card; a fraction is matched only by its name, %s"
                            .formatted(share, row.gpu()))
                    .withFix("name " + row.gpu()))
        .orElseGet(
            () ->
                Finding.unmet(
                        "gpu",
                        "%s: it is not known what this is exactly; it is matched only by its own name, %s"
                            .formatted(row.gpu(), row.name()))
                    .withFix("name " + row.name()));
  }

  /** Returns what a size lacks of CPU and memory. */
  static List<Finding> shortOf(GpuRequest request, Shape size) {
    if (!size.spec().isSized()) {
      return List.of();
    }
    List<Finding> reasons = new ArrayList<>();
    CpuAmount cpu = size.allocatable().cpu();
    if (cpu.isZero()) {
      reasons.add(nothingLeft("cpu", Words.cores(size.cpu())));
    } else if (!cpu.isAtLeast(request.cpu())) {
      reasons.add(
          Finding.unmet(
                  "cpu",
                  "%s requested, %s, short %s"
                      .formatted(
                          Words.plainCores(request.cpu()),
                          has(size, Words.plainCores(cpu), Words.plainCores(size.cpu())),
                          Words.plainCores(request.cpu().minus(cpu))))
              .withFix("request at most " + Words.cores(cpu)));
    }
    MemorySize memory = size.allocatable().memory();
    if (memory.isZero()) {
      reasons.add(nothingLeft("memory", Words.memory(size.memory())));
    } else if (!memory.isAtLeast(request.memory())) {
      reasons.add(
          Finding.unmet(
                  "memory",
                  "%s requested, %s, short %s"
                      .formatted(
                          Words.memoryUnlike(memory, request.memory()),
                          has(
                              size,
                              Words.memoryUnlike(request.memory(), memory),
                              Words.memory(size.memory())),
                          Words.memory(request.memory().minus(memory))))
              .withFix("request at most " + Words.atMost(memory) + " of memory"));
    }
    return reasons;
  }

  private static Finding nothingLeft(String resource, String capacity) {
    return Finding.unmet(resource, "nothing of the " + capacity + " is left to pods");
  }

  private static String has(Shape size, String allocatable, String capacity) {
    return size.hasReservedCapacity()
        ? allocatable + " allocatable of " + capacity
        : "has " + capacity;
  }

  private static List<Finding> notStated(GpuRequest request, GpuSpec row) {
    if (!row.takesStatedShapes()) {
      return List.of(
          Finding.unmet(
                  "explicit",
                  "no pod can state its shape on %s; ask without explicit".formatted(row.target()))
              .withFix("ask without explicit"));
    }
    List<Finding> reasons = new ArrayList<>();
    if (!row.offersCpu(request.cpu())) {
      reasons.add(
          Finding.unmet(
                  "cpu",
                  "exactly %s requested; it can be %s"
                      .formatted(Words.plainCores(request.cpu()), row.cpuOptions()))
              .withFix("state one of " + row.cpuOptions() + " cores"));
    }
    if (!row.offersMemory(request.memory())) {
      reasons.add(
          Finding.unmet(
                  "memory",
                  "exactly %s requested; it can be %s"
                      .formatted(Words.memory(request.memory()), row.memoryOffered()))
              .withFix("state " + row.memoryOffered() + " of memory"));
    }
    return reasons;
  }
}
