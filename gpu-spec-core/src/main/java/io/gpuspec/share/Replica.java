package io.gpuspec.share;

import io.gpuspec.value.Listing;
import io.gpuspec.value.MemorySize;
import io.gpuspec.value.Note;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What a container gets that requests one replica of a card.
 *
 * <pre>{@code
 * Replica third = Replicas.mps(3).of("T4");
 * third.memoryLimit();         // Optional[5036Mi]
 * third.threadPercentage();    // OptionalInt[33]
 * Replicas.mps(3).of("A10").withCardMemory("23028Mi").memoryLimit();    // Optional[7676Mi]
 * }</pre>
 *
 * <p>It is immutable. Under MPS the memory is {@code floor(total / n)} MiB of what the driver
 * reports, and the percentage of threads {@code floor(100 / n)}. Source: NVIDIA k8s-device-plugin
 * 0.19.3, cmd/mps-control-daemon/mps.
 */
public final class Replica {
  private static final long MEBIBYTE = 1L << 20;
  private static final int ALL_THREADS = 100;

  private final Replicas replicas;
  private final SharedGpu gpu;

  Replica(Replicas replicas, SharedGpu gpu) {
    this.replicas = replicas;
    this.gpu = gpu;
  }

  /**
   * The same on a card whose driver reports this memory, such as {@code 15109Mi}; for a model whose
   * memory is not known.
   *
   * @throws io.gpuspec.value.InvalidValueException if it is not a valid size, or below 1Gi
   */
  public Replica withCardMemory(String reported) {
    return new Replica(replicas, gpu.withMemory(reported));
  }

  /** The model's name. */
  public String gpu() {
    return gpu.model().name();
  }

  /**
   * Returns the most memory that MPS lets the container allocate on the card; empty if there is no
   * limit, with time slicing, or if the card's memory is unknown, in which case {@link #notes} say
   * so.
   */
  public Optional<MemorySize> memoryLimit() {
    return isLimited()
        ? gpu.memory().map(total -> memoryLimit(total, replicas.count()))
        : Optional.empty();
  }

  /** Returns the memory that MPS lets each client allocate on a card with this memory. */
  static MemorySize memoryLimit(MemorySize total, int clients) {
    return MemorySize.ofMebibytes(total.toBytes() / clients / MEBIBYTE);
  }

  /** The most of the card's threads that MPS lets the container use, in percent, rounded down. */
  public OptionalInt threadPercentage() {
    return isLimited() ? OptionalInt.of(ALL_THREADS / replicas.count()) : OptionalInt.empty();
  }

  private boolean isLimited() {
    return replicas.isMps();
  }

  /** Returns what the container is not promised, and what is not known of the card. */
  public Listing<Note> notes() {
    List<Note> notes = new ArrayList<>(replicas.notes());
    if (isLimited() && gpu.memory().isEmpty()) {
      notes.add(
          Note.of(
              "replicas.memory-unknown",
              "the memory of a container is not known, as what the driver reports of one %s is not; give that, such as 15109Mi"
                  .formatted(gpu())));
    }
    return Listing.copyOf(notes);
  }

  /** Returns text such as {@code 1/3 of T4 (mps): at most 5036Mi, at most 33% of the threads}. */
  @Override
  public String toString() {
    String limits =
        isLimited()
            ? memoryLimit().map(most -> "at most " + most).orElse("memory not known")
                + ", at most %s%% of the threads".formatted(ALL_THREADS / replicas.count())
            : "a turn of all of it, no memory and no compute of its own";
    return "1/%s of %s (%s): %s".formatted(replicas.count(), gpu(), replicas.strategy(), limits);
  }
}
