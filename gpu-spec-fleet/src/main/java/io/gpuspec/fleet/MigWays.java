package io.gpuspec.fleet;

import io.gpuspec.GpuRequest;
import io.gpuspec.Match;
import io.gpuspec.Target;
import io.gpuspec.mig.MigGpu;
import io.gpuspec.mig.MigProfile;
import io.gpuspec.value.MemorySize;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** How pods that ask for one card and some memory can have MIG instances. */
final class MigWays {
  private MigWays() {}

  /** Returns the same pods, which can also have the smallest instance of each GPU that suffices. */
  static Demand of(Target target, Demand demand) {
    GpuRequest request = demand.asked();
    Optional<MemorySize> memory = request.devices().memoryAtLeast().filter(each -> !each.isZero());
    if (!Fleet.isOneWholeCard(request.devices()) || memory.isEmpty()) {
      return demand;
    }
    Demand either = demand;
    for (Map.Entry<String, Set<String>> way : gpusByProfile(memory.get()).entrySet()) {
      Match match = target.match(request.devices(request.devices().mig(way.getKey())));
      if (match instanceof Match.Found found) {
        either = either.or(new Demand.Other(found, way.getValue()));
      }
    }
    return either;
  }

  private static Map<String, Set<String>> gpusByProfile(MemorySize memory) {
    Map<String, Set<String>> gpus = new TreeMap<>();
    for (MigGpu gpu : MigGpu.all()) {
      if (gpu.geometry() != MigGpu.Geometry.UNVERIFIED) {
        gpu.forMemory(memory.toString())
            .choices()
            .get(0)
            .profile()
            .map(MigProfile::name)
            .ifPresent(
                profile ->
                    gpus.computeIfAbsent(profile, name -> new TreeSet<>()).addAll(gpu.models()));
      }
    }
    return gpus;
  }
}
