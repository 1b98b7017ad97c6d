package io.gpuspec.cli;

import io.gpuspec.Arch;
import io.gpuspec.Devices;
import io.gpuspec.GpuRequest;
import io.gpuspec.InvalidValueException;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What is asked for. */
final class RequestOptions {
  /** The label of options that take several names, separated by commas. */
  static final String LIST = "LIST";

  /** What comes first among shapes that serve. */
  enum Prefer {
    /** The smallest. */
    SMALLEST,
    /** The cheapest, then the smallest. */
    CHEAPEST
  }

  @Option(
      names = "--gpu",
      paramLabel = LIST,
      description = "GPUs in order of preference, such as T4,V100; any whole GPU unless given.")
  private @Nullable String gpu;

  @Option(
      names = "--any-of",
      paramLabel = LIST,
      description = "GPUs that are all equally welcome; instead of --gpu.")
  private @Nullable String anyOf;

  @Option(
      names = "--min-gpu-memory",
      paramLabel = "Q",
      description = "Any whole GPU with at least this nominal memory (20Gi); instead of --gpu.")
  private @Nullable String minGpuMemory;

  @Option(names = "--gpus", paramLabel = "N", description = "How many GPUs; 1 unless given.")
  private int gpus = 1;

  @Option(names = "--cpu", paramLabel = "Q", description = "CPU at least, such as 6 or 500m.")
  private @Nullable String cpu;

  @Option(names = "--memory", paramLabel = "Q", description = "Memory at least, such as 32Gi.")
  private @Nullable String memory;

  @Option(names = "--arch", paramLabel = "A", description = "CPU: amd64 (default) or arm64.")
  private @Nullable String arch;

  @Option(
      names = "--prefer",
      paramLabel = "smallest|cheapest",
      description = "What comes first; smallest unless given.")
  private Prefer prefer = Prefer.SMALLEST;

  @Option(names = "--exact-gpus", description = "No shape with more GPUs than asked.")
  private boolean exactGpus;

  @Option(names = "--explicit", description = "Exactly this shape; nothing is rounded up.")
  private boolean explicit;

  @Option(names = "--include-retired", description = "Shapes that can no longer be had as well.")
  private boolean includeRetired;

  GpuRequest request() {
    GpuRequest request = GpuRequest.of(devices().count(gpus));
    if (cpu != null) {
      request = request.cpu(cpu);
    }
    if (memory != null) {
      request = request.memory(memory);
    }
    return wishes(request);
  }

  private Devices devices() {
    if (Stream.of(gpu, anyOf, minGpuMemory).filter(Objects::nonNull).count() > 1) {
      throw new InvalidValueException(
          "--gpu, --any-of and --min-gpu-memory are mutually exclusive; give one of them");
    }
    if (gpu != null) {
      return Devices.parse(gpu);
    }
    if (anyOf != null) {
      return Devices.anyOf(anyOf.split(",", -1));
    }
    return minGpuMemory == null ? Devices.any() : Devices.withMemory(minGpuMemory);
  }

  /** What holds for every request of a batch or a file. */
  GpuRequest wishes(GpuRequest before) {
    GpuRequest request = before;
    if (arch != null) {
      request = request.arch(Arch.parse(arch));
    }
    if (prefer == Prefer.CHEAPEST) {
      request = request.cheapest();
    }
    if (exactGpus) {
      request = request.exactGpus();
    }
    if (explicit) {
      request = request.explicit();
    }
    return includeRetired ? request.includeRetired() : request;
  }

  /** A file of requests says itself what is asked for. */
  void requireNoNeed(String file) {
    if (gpu != null
        || anyOf != null
        || minGpuMemory != null
        || gpus != 1
        || cpu != null
        || memory != null) {
      throw new InvalidValueException(
          "--gpu, --any-of, --min-gpu-memory, --gpus, --cpu and --memory do not go with %s, which says itself what is asked; leave them out"
              .formatted(file));
    }
  }
}
