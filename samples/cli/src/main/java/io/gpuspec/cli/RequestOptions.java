package io.gpuspec.cli;

import io.gpuspec.Devices;
import io.gpuspec.GpuRequest;
import io.gpuspec.Target;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.MemorySize;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options that describe a request. */
final class RequestOptions {
  /** The label of options that take several names, separated by commas. */
  static final String LIST = "LIST";

  @Option(
      names = "--gpu",
      paramLabel = LIST,
      description = "GPUs in order of preference, for example T4,V100; any whole GPU by default.")
  private @Nullable String gpu;

  @Option(
      names = "--any-of",
      paramLabel = LIST,
      description = "GPUs without a preference between them; instead of --gpu.")
  private @Nullable String anyOf;

  @Option(
      names = "--min-gpu-memory",
      paramLabel = "Q",
      description = "Any whole GPU with at least this nominal memory (20Gi); instead of --gpu.")
  private @Nullable String minGpuMemory;

  @Option(
      names = "--min-total-gpu-memory",
      paramLabel = "Q",
      description = "As many GPUs as together have this nominal memory, for example 160Gi.")
  private @Nullable String minTotalGpuMemory;

  @Option(
      names = "--gpu-architecture",
      paramLabel = "NAME",
      description = "Only GPUs of this architecture, for example Ampere.")
  private @Nullable String gpuArchitecture;

  @Option(
      names = "--min-compute-capability",
      paramLabel = "X.Y",
      description = "Only GPUs of at least this CUDA compute capability, for example 8.0.")
  private @Nullable String minComputeCapability;

  @Option(names = "--gpus", paramLabel = "N", description = "Number of GPUs; the default is 1.")
  private int gpus = 1;

  @Option(
      names = "--replicas",
      paramLabel = "N",
      description = "Number of identical pods, which can share nodes; the default is 1.")
  private int replicas = 1;

  @Option(names = "--cpu", paramLabel = "Q", description = "Minimum CPU, for example 6 or 500m.")
  private @Nullable String cpu;

  @Option(names = "--memory", paramLabel = "Q", description = "Minimum memory, for example 32Gi.")
  private @Nullable String memory;

  @Mixin private final ShareOption share = new ShareOption();

  @Mixin private final WishOptions wishes = new WishOptions();

  GpuRequest request(Optional<Target> target) {
    Devices devices = share.on(qualified(devices()).count(gpus), () -> target);
    GpuRequest request = GpuRequest.of(devices).replicas(replicas);
    if (cpu != null) {
      request = request.cpu(cpu);
    }
    if (memory != null) {
      request = request.memory(memory);
    }
    return wishes.apply(request);
  }

  private Devices devices() {
    if (Stream.of(gpu, anyOf, minGpuMemory).filter(Objects::nonNull).count() > 1) {
      throw new InvalidValueException(
          "usage.conflict",
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

  private Devices qualified(Devices before) {
    Devices devices = before;
    if (minTotalGpuMemory != null) {
      devices = devices.totalMemoryAtLeast(MemorySize.parse(minTotalGpuMemory));
    }
    if (gpuArchitecture != null) {
      devices = devices.architecture(gpuArchitecture);
    }
    return minComputeCapability == null
        ? devices
        : devices.computeCapabilityAtLeast(minComputeCapability);
  }

  /** Returns what holds for every request of a batch or a file. */
  GpuRequest wishes(GpuRequest request) {
    return wishes.apply(request);
  }

  /** A file of requests states the requests itself. */
  void requireNoNeed(String file) {
    boolean named =
        Stream.of(
                gpu,
                anyOf,
                minGpuMemory,
                minTotalGpuMemory,
                gpuArchitecture,
                minComputeCapability,
                cpu,
                memory)
            .anyMatch(Objects::nonNull);
    if (named || share.isGiven() || gpus != 1 || replicas != 1) {
      throw new InvalidValueException(
          "usage.conflict",
          "--gpu and the other options that say what is needed do not go with %s, which says it itself; remove them"
              .formatted(file));
    }
  }
}
