package io.gpuspec.cli;

import io.gpuspec.Devices;
import io.gpuspec.GpuRequest;
import io.gpuspec.Target;
import io.gpuspec.json.RequestField;
import io.gpuspec.value.InvalidValueException;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.Mixin;

/** The options that describe a request. */
final class RequestOptions {
  @Mixin private final FieldOptions needs = new FieldOptions(field -> !field.isPreference());
  @Mixin private final ShareOption share = new ShareOption();
  @Mixin private final FieldOptions preferences = new FieldOptions(RequestField::isPreference);

  GpuRequest request(Optional<Target> target) {
    Map<String, Object> needed = needs.values();
    if (Stream.of("gpu", "anyOf", "minGpuMemory").filter(needed::containsKey).count() > 1) {
      throw new InvalidValueException(
          "usage.conflict",
          "--gpu, --any-of and --min-gpu-memory are mutually exclusive; give one of them");
    }
    Problems problems = new Problems();
    GpuRequest request = needs.request(GpuRequest.of(Devices.any()), problems);
    request = problems.step(request, so -> so.devices(share.on(so.devices(), () -> target)));
    request = preferences.request(request, problems);
    problems.orThrow();
    return request;
  }

  /** Returns what holds for every request of a batch or a file. */
  GpuRequest preferences(GpuRequest request) {
    Problems problems = new Problems();
    GpuRequest preferred = preferences.request(request, problems);
    problems.orThrow();
    return preferred;
  }

  /** A file of requests states the requests itself. */
  void requireNoNeed(String file) {
    if (!needs.values().isEmpty() || share.isGiven()) {
      throw new InvalidValueException(
          "usage.conflict",
          "--gpu and the other options that say what is needed do not go with %s, which says it itself; remove them"
              .formatted(file));
    }
  }
}
