package io.gpuspec.service;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuspec.Arch;
import io.gpuspec.CapacityType;
import io.gpuspec.Devices;
import io.gpuspec.GpuRequest;
import io.gpuspec.Share;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.MemorySize;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The body of {@code POST /match}, with the names that the answer has under {@code requested};
 * everything is optional.
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
  /** The preferred order of matching shapes. */
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
      String size = Questions.given("share.memory", memory, "\"4Gi\"");
      return compute == null ? Share.of(size) : Share.of(size, compute);
    }
  }

  Place place() {
    return new Place(provider, edition, options);
  }

  /** The request, as far as nothing of it is a problem. */
  GpuRequest request(Problems problems) {
    GpuRequest request = GpuRequest.of(devices(problems));
    request = problems.with(request, replicas, GpuRequest::replicas);
    request = problems.with(request, cpu, GpuRequest::cpu);
    request = problems.with(request, memory, GpuRequest::memory);
    request = problems.with(request, arch, (r, name) -> r.arch(Arch.parse(name)));
    request =
        problems.with(request, capacityType, (r, name) -> r.capacityType(CapacityType.parse(name)));
    request = prefer == Prefer.CHEAPEST ? request.cheapest() : request;
    request = prefer == Prefer.SMALLEST ? request.smallest() : request;
    request = exactGpus ? request.exactGpus() : request;
    request = explicit ? request.explicit() : request;
    return includeRetired ? request.includeRetired() : request;
  }

  private Devices devices(Problems problems) {
    Devices devices = problems.of(this::named).orElse(Devices.any());
    devices = problems.with(devices, gpus, Devices::count);
    devices =
        problems.with(
            devices,
            minTotalGpuMemory,
            (d, memory) -> d.totalMemoryAtLeast(MemorySize.parse(memory)));
    devices = problems.with(devices, gpuArchitecture, Devices::architecture);
    devices = problems.with(devices, minComputeCapability, Devices::computeCapabilityAtLeast);
    return problems.with(devices, share, (d, part) -> d.shared(part.share()));
  }

  private Devices named() {
    if (Stream.of(gpu, anyOf, minGpuMemory).filter(Objects::nonNull).count() > 1) {
      throw new InvalidValueException(
          "body.conflict", "gpu, anyOf and minGpuMemory are mutually exclusive; give one of them");
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
