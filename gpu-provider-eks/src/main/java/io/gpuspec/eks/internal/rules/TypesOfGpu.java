package io.gpuspec.eks.internal.rules;

import io.gpuspec.Devices;
import io.gpuspec.GpuRequest;
import io.gpuspec.GpuSpec;
import io.gpuspec.Match;
import io.gpuspec.SpecCatalog;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The instance types that have the GPU of a match, in the order of the catalog: of any size, since
 * the pod's requests decide on that.
 */
public final class TypesOfGpu {
  private TypesOfGpu() {}

  /** Returns those on which pods may land; the preference alone if it was requested by its name. */
  public static List<GpuSpec> of(Match.Found found, GpuSpec preference) {
    if (preference.isOwnNode()) {
      return List.of();
    }
    return InstanceLabels.isAskedAsItself(found.request(), preference)
        ? List.of(preference)
        : withGpu(found, preference, TypesOfGpu::isAvailable).toList();
  }

  /** Returns whether Karpenter's labels of the GPU are also on types that an overlay forbids. */
  public static boolean areSomeUnavailable(Match.Found found, GpuSpec preference) {
    return withGpu(found, preference, type -> !isAvailable(type)).findAny().isPresent();
  }

  /** Returns whether no overlay says that it is not available. */
  public static boolean isAvailable(GpuSpec type) {
    return type.lifecycle() != GpuSpec.Lifecycle.UNAVAILABLE;
  }

  private static Stream<GpuSpec> withGpu(
      Match.Found found, GpuSpec preference, Predicate<GpuSpec> which) {
    GpuRequest request = found.request();
    SpecCatalog catalog =
        request.isIncludeRetired() ? found.catalog().includeRetired() : found.catalog();
    String name = InstanceLabels.gpuName(preference);
    String memory = InstanceLabels.gpuMemory(preference);
    return catalog.specs().stream()
        .filter(which)
        .filter(row -> row.isWhole() && !row.isOwnNode())
        .filter(row -> InstanceLabels.gpuMemory(row).equals(memory))
        .filter(row -> InstanceLabels.gpuName(row).equals(name))
        .filter(row -> request.arch().filter(arch -> arch != row.arch()).isEmpty())
        .filter(row -> !request.isExactGpus() || row.gpus() == found.shape().gpus())
        .filter(row -> hasDevices(found, row));
  }

  private static boolean hasDevices(Match.Found found, GpuSpec row) {
    Devices devices = found.request().devices();
    return found.catalog().parts().filter(parts -> parts.count(row, devices) == 0).isEmpty();
  }
}
