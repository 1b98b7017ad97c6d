package io.gpuspec.benchmarks;

import io.gpuspec.Devices;
import io.gpuspec.GpuRequest;
import io.gpuspec.Target;
import io.gpuspec.fleet.Demand;
import io.gpuspec.value.CpuAmount;
import io.gpuspec.value.MemorySize;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Workloads of made-up teams; a family, a number of pods and a seed always give the same. */
public enum FleetInstances {
  /** Services with replicas, mostly of one GPU, some of them spread over nodes. */
  INFERENCE("inference") {
    @Override
    Demand next(String name, int left, SplittableRandom random) {
      String[] models =
          pick(
              random,
              List.of(
                  names("T4"),
                  names("T4", "L4"),
                  names("T4", "L4", "A10G"),
                  names("A10G"),
                  names("L4"),
                  names("L4", "A10G"),
                  names("L40S"),
                  names("L4", "A10G", "L40S"),
                  names("L40S", "RTX-PRO-6000-Server")));
      int gpus = pick(random, List.of(1, 1, 1, 1, 1, 1, 1, 2, 2, 4));
      int scale = gpus > 1 ? 2 : 1;
      int cpu = scale * pick(random, List.of(1, 2, 3, 3, 4, 6, 7, 8));
      int memory = scale * pick(random, List.of(4, 8, 12, 14, 16, 24, 28, 32));
      int replicas = Math.min(left, pick(random, List.of(1, 2, 2, 3, 4, 6, 8, 12, 20, 30)));
      Demand demand = demand(name, models, gpus, cpu, memory, replicas);
      int most = pick(random, List.of(0, 0, 0, 1, 2));
      return most == 0 ? demand : demand.maxPerNode(most);
    }
  },
  /** Notebooks and experiments: one to three pods alike, of many sizes. */
  DEV("dev") {
    @Override
    Demand next(String name, int left, SplittableRandom random) {
      String[] models =
          pick(
              random,
              List.of(
                  names("T4", "A10G", "L4"),
                  names("T4", "L4", "A10G"),
                  names("T4"),
                  names("A10G", "L4", "L40S"),
                  names("L40S", "A10G"),
                  names("L4")));
      int gpus = pick(random, List.of(1, 1, 1, 1, 1, 1, 1, 1, 2, 4));
      int cpu = pick(random, List.of(1, 2, 3, 4, 6, 8, 10, 12, 16, 24));
      int memory = pick(random, List.of(4, 6, 8, 12, 16, 20, 24, 32, 48, 64, 96));
      int replicas = Math.min(left, pick(random, List.of(1, 1, 1, 2, 3)));
      return demand(name, models, gpus, cpu, memory, replicas);
    }
  },
  /** Jobs of one to eight GPUs on large cards. */
  TRAINING("training") {
    @Override
    Demand next(String name, int left, SplittableRandom random) {
      String[] models =
          pick(
              random,
              List.of(
                  names("A100-40G", "A100-80G"),
                  names("A100-80G", "H100-80G"),
                  names("H100-80G"),
                  names("L40S"),
                  names("A10G"),
                  names("A10G", "L40S"),
                  names("H100-80G", "H200"),
                  names("A100-80G", "RTX-PRO-6000-Server")));
      int gpus = pick(random, List.of(1, 1, 2, 2, 4, 4, 8, 8, 8, 8));
      int cpu = gpus * pick(random, List.of(4, 6, 8, 10, 11, 12, 16, 20));
      int memory = gpus * pick(random, List.of(16, 32, 48, 64, 90, 96, 128));
      int replicas = Math.min(left, pick(random, List.of(1, 1, 2, 4, 4, 8, 16)));
      return demand(name, models, gpus, cpu, memory, replicas);
    }
  };

  private final String family;

  FleetInstances(String family) {
    this.family = family;
  }

  /** Returns one workload, which need not fit any node. */
  abstract Demand next(String name, int left, SplittableRandom random);

  /** Returns workloads with so many pods together, each of which fits a node of the target. */
  public List<Demand> of(Target target, int pods, int seed) {
    SplittableRandom random = new SplittableRandom(1_000_003L * seed + 31L * pods + ordinal());
    List<Demand> demands = new ArrayList<>();
    int made = 0;
    while (made < pods) {
      Demand demand = next("w" + demands.size(), pods - made, random);
      if (target.match(demand.request()).isFound()) {
        demands.add(demand);
        made += demand.request().replicas();
      }
    }
    return demands;
  }

  private static String[] names(String... names) {
    return names;
  }

  private static <T> T pick(SplittableRandom random, List<T> from) {
    return from.get(random.nextInt(from.size()));
  }

  private static Demand demand(
      String name, String[] models, int gpus, int cpu, int memory, int replicas) {
    return Demand.of(
        name,
        GpuRequest.of(Devices.of(gpus, models))
            .cpu(CpuAmount.ofCores(cpu))
            .memory(MemorySize.ofGibibytes(memory))
            .replicas(replicas));
  }

  @Override
  public String toString() {
    return family;
  }
}
