package io.gpuspec.share;

import io.gpuspec.GpuModel;
import io.gpuspec.internal.Arguments;
import io.gpuspec.internal.text.Quoted;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.MemorySize;
import io.gpuspec.value.UnknownNameException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The card that is shared.
 *
 * @param driverName its name in the driver, where one is known
 * @param memory as the driver reports it, where that is known
 */
record SharedGpu(GpuModel model, Optional<String> driverName, Optional<MemorySize> memory) {
  private static final MemorySize LEAST_MEMORY = MemorySize.ofGibibytes(1);

  static SharedGpu of(String gpu, Replicas replicas) {
    GpuModel model = model(gpu);
    ReplicaRules.checkOn(model, replicas.strategy(), replicas.count());
    return new SharedGpu(model, driverName(gpu, model), model.memoryReported());
  }

  private static GpuModel model(String gpu) {
    List<GpuModel> models =
        GpuModel.find(Arguments.required("gpu", gpu, "a model's name, such as T4"));
    if (models.isEmpty()) {
      throw new UnknownNameException(
          "gpu.unknown", "GPU", gpu, GpuModel.all().stream().map(GpuModel::name).toList());
    }
    if (models.size() > 1) {
      throw new InvalidValueException(
          "share.ambiguous",
          "gpu: %s can be %s; name one of them"
              .formatted(
                  Quoted.of(gpu),
                  models.stream().map(GpuModel::name).collect(Collectors.joining(" or "))));
    }
    return models.get(0);
  }

  /** The one that was given, or else the only one that the model has. */
  private static Optional<String> driverName(String given, GpuModel model) {
    if (isOfDriver(given)) {
      return Optional.of(given);
    }
    List<String> names = model.aliases().stream().filter(SharedGpu::isOfDriver).toList();
    return names.size() == 1 ? Optional.of(names.get(0)) : Optional.empty();
  }

  private static boolean isOfDriver(String name) {
    return name.startsWith("NVIDIA ") || name.startsWith("Tesla ");
  }

  SharedGpu withMemory(String size) {
    MemorySize given = MemorySize.parse(size);
    if (!given.isAtLeast(LEAST_MEMORY)) {
      throw new InvalidValueException(
          "share.out-of-range",
          "memory: '%s' is no card's, as it is below 1Gi; give what its driver reports, such as 15109Mi"
              .formatted(size));
    }
    return new SharedGpu(model, driverName, Optional.of(given));
  }
}
