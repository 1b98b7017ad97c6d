package io.gpuspec.judges;

import io.gpuspec.Devices;
import io.gpuspec.GpuSpec;
import io.gpuspec.Gpus;
import io.gpuspec.Target;
import io.gpuspec.manifest.GpuWorkload;
import io.gpuspec.manifest.Manifests;
import io.gpuspec.manifest.WorkloadContainer;
import io.gpuspec.mig.MigGpu;
import io.gpuspec.mig.MigProfile;
import io.gpuspec.value.GpuSpecException;
import io.gpuspec.value.MemorySize;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** Random workloads that ask for their devices by a claim, in each of its forms. */
final class BuiltClaims {
  private static final List<Target> TARGETS = targets();
  private static final List<String> MEMORIES = List.of("10Gi", "16Gi", "24Gi", "40Gi", "80Gi");

  private BuiltClaims() {}

  private static List<Target> targets() {
    Gpus gpus = Gpus.load();
    return List.of(
        gpus.in("eks/nodegroup"),
        gpus.in("eks"),
        gpus.in("ack"),
        gpus.in("tke/gpu").with("node-cpu", "90").with("node-memory", "300Gi"));
  }

  /** What is built; empty where the target has no such devices. */
  static Optional<Manifests> random(Random random) {
    Target target = ClaimFleet.pick(random, TARGETS);
    try {
      return Optional.of(workload(target, random).on(target));
    } catch (GpuSpecException e) {
      return Optional.empty();
    }
  }

  private static GpuWorkload workload(Target target, Random random) {
    String image = "r/i:v1";
    GpuWorkload workload =
        (switch (random.nextInt(4)) {
              case 0 -> GpuWorkload.deployment("w", image);
              case 1 -> GpuWorkload.job("w", image);
              case 2 -> GpuWorkload.statefulSet("w", image);
              default -> GpuWorkload.pod("w", image);
            })
            .requests("500m", "512Mi");
    List<String> gpus =
        target.catalog().specs().stream()
            .filter(GpuSpec::isWhole)
            .map(GpuSpec::gpu)
            .distinct()
            .toList();
    String gpu = ClaimFleet.pick(random, gpus);
    int count = 1 + random.nextInt(2);
    String memory = ClaimFleet.pick(random, MEMORIES);
    MigGpu divided = ClaimFleet.pick(random, ClaimFleet.divisible());
    List<String> profiles = divided.profiles().stream().map(MigProfile::name).toList();
    return switch (random.nextInt(10)) {
      case 0, 1 -> workload.gpu(count, gpu).claims();
      case 2 -> workload.devices(Devices.any().memoryAtLeast(memory).count(count)).claims();
      case 3 ->
          workload
              .devices(Devices.of(gpu).count(count).memoryAtLeast(MemorySize.parse(memory)))
              .claims();
      case 4 ->
          workload
              .gpu(count, gpu, ClaimFleet.pick(random, gpus), ClaimFleet.pick(random, gpus))
              .claims();
      case 5 -> workload.devices(Devices.any().computeCapabilityAtLeast("8.0")).claims();
      case 6 -> workload.gpu(gpu).share("4Gi").claims();
      case 7 -> workload.gpu(gpu).share("4Gi", 10 * (1 + random.nextInt(9))).claims();
      case 8 ->
          random.nextBoolean()
              ? workload.gpu(gpu).replica().claims(form -> form.timeSlicing("Long"))
              : workload.devices(Devices.any().mig(ClaimFleet.pick(random, profiles))).claims();
      default ->
          workload
              .container(WorkloadContainer.of("side", image).requests("100m", "128Mi"))
              .claims(
                  form ->
                      form.mig(ClaimFleet.pick(random, profiles), ClaimFleet.pick(random, profiles))
                          .containers("side"));
    };
  }
}
