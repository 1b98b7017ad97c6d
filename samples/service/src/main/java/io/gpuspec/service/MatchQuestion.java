package io.gpuspec.service;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuspec.Arch;
import io.gpuspec.CapacityType;
import io.gpuspec.Devices;
import io.gpuspec.GpuRequest;
import io.gpuspec.InvalidValueException;
import io.gpuspec.MemorySize;
import io.gpuspec.Share;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What {@code POST /match} takes, by the names that the answer has under {@code requested};
 * everything may be left out.
 */
record MatchQuestion(
    @Nullable String provider,
    @Nullable String edition,
    @Nullable Map<String, String> options,
    @Nullable String rate,
    @Nullable List<String> gpu,
    @Nullable List<String> anyOf,
    @Nullable String minGpuMemory,
    @Nullable String minTotalGpuMemory,
    @Nullable String gpuArchitecture,
    @Nullable String minComputeCapability,
    @Nullable Part share,
    @Nullable Integer gpus,
    @Nullable Integer replicas,
    @Nullable String cpu,
    @Nullable String memory,
    @Nullable String arch,
    @Nullable String capacityType,
    @Nullable Prefer prefer,
    boolean exactGpus,
    boolean explicit,
    boolean includeRetired) {
  /** What comes first among shapes that serve. */
  enum Prefer {
    /** The smallest. */
    @JsonProperty("smallest")
    SMALLEST,
    /** The cheapest, then the smallest. */
    @JsonProperty("cheapest")
    CHEAPEST
  }

  /** A part of each card; all of its compute unless a percentage is given. */
  record Part(@Nullable String memory, @Nullable Integer compute) {
    Share share() {
      if (memory == null) {
        throw new InvalidValueException("share.memory: is missing; add it, such as \"4Gi\"");
      }
      return compute == null ? Share.of(memory) : Share.of(memory, compute);
    }
  }

  Place place() {
    return new Place(provider, edition, options);
  }

  GpuRequest request() {
    GpuRequest request = GpuRequest.of(qualified(devices()).count(gpus == null ? 1 : gpus));
    if (replicas != null) {
      request = request.replicas(replicas);
    }
    if (cpu != null) {
      request = request.cpu(cpu);
    }
    if (memory != null) {
      request = request.memory(memory);
    }
    if (arch != null) {
      request = request.arch(Arch.parse(arch));
    }
    if (capacityType != null) {
      request = request.capacityType(CapacityType.parse(capacityType));
    }
    return wishes(request);
  }

  private GpuRequest wishes(GpuRequest before) {
    GpuRequest request = prefer == Prefer.CHEAPEST ? before.cheapest() : before;
    request = exactGpus ? request.exactGpus() : request;
    request = explicit ? request.explicit() : request;
    return includeRetired ? request.includeRetired() : request;
  }

  private Devices qualified(Devices before) {
    Devices devices = before;
    if (minTotalGpuMemory != null) {
      devices = devices.totalMemoryAtLeast(MemorySize.parse(minTotalGpuMemory));
    }
    if (gpuArchitecture != null) {
      devices = devices.architecture(gpuArchitecture);
    }
    if (minComputeCapability != null) {
      devices = devices.computeCapabilityAtLeast(minComputeCapability);
    }
    return share == null ? devices : devices.shared(share.share());
  }

  private Devices devices() {
    if (Stream.of(gpu, anyOf, minGpuMemory).filter(Objects::nonNull).count() > 1) {
      throw new InvalidValueException(
          "gpu, anyOf and minGpuMemory are mutually exclusive; give one of them");
    }
    if (gpu != null) {
      return Devices.of(gpu.toArray(String[]::new));
    }
    if (anyOf != null) {
      return Devices.anyOf(anyOf.toArray(String[]::new));
    }
    return minGpuMemory == null ? Devices.any() : Devices.withMemory(minGpuMemory);
  }
}
