package io.gpuspec.cli;

import io.gpuspec.CapacityType;
import io.gpuspec.GpuRequest;
import io.gpuspec.Target;
import io.gpuspec.fleet.ClusterState;
import io.gpuspec.fleet.Fleet;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which nodes a fleet can have, and what counts. */
final class FleetOptions {
  @Option(
      names = "--nodes",
      paramLabel = "FILE",
      description =
          "Nodes that exist: the output of kubectl get nodes,pods -A -o json; - is standard input.")
  private @Nullable String nodes;

  @Option(
      names = "--limit",
      paramLabel = "TYPE=N",
      description = "At most N new nodes of a type; repeatable.")
  private List<Assignment> limits = new ArrayList<>();

  @Option(
      names = "--quota",
      paramLabel = "BUCKET=VCPU",
      description = "At most so many vCPUs of all types whose names begin so; repeatable.")
  private List<Assignment> quotas = new ArrayList<>();

  @Option(
      names = "--only",
      paramLabel = "TYPE",
      split = ",",
      description = "New nodes only of types whose names begin so, for example g5,g6.")
  private List<String> only = new ArrayList<>();

  @Option(
      names = "--zones",
      paramLabel = "ZONE",
      split = ",",
      description =
          "Zones of new nodes; by default those of --nodes, or three, if pods need zones.")
  private List<String> zones = new ArrayList<>();

  @Option(
      names = "--prefer",
      paramLabel = "P",
      description =
          "cheapest, fewest or least-waste; the default is cheapest where prices are known.")
  private @Nullable String prefer;

  @Option(
      names = "--capacity-type",
      paramLabel = "T",
      description = "on-demand (default), spot or reserved; selects the prices.")
  private @Nullable String capacityType;

  @Option(
      names = "--time",
      paramLabel = "T",
      description = "Stop after this time, for example 10s, with the bound so far.")
  private @Nullable String time;

  /**
   * Returns a fleet on a target with these settings.
   *
   * @param files what else is read
   */
  Fleet of(Target target, List<String> files, Console console) {
    Problems problems = new Problems();
    Fleet fleet = Fleet.of(target);
    String file = nodes;
    if (file != null) {
      fleet = problems.step(fleet, with -> existing(with, ClusterInput.read(file, files), console));
    }
    for (Assignment limit : limits) {
      fleet =
          problems.step(
              fleet, with -> with.limit(limit.key(), (int) Numbers.whole("--limit", limit)));
    }
    for (Assignment quota : quotas) {
      fleet =
          problems.step(fleet, with -> with.quota(quota.key(), Numbers.whole("--quota", quota)));
    }
    if (!only.isEmpty()) {
      fleet = problems.step(fleet, with -> with.only(only.toArray(String[]::new)));
    }
    if (!zones.isEmpty()) {
      fleet = problems.step(fleet, with -> with.zones(zones.toArray(String[]::new)));
    }
    String least = prefer;
    if (least != null) {
      fleet = problems.step(fleet, with -> with.objective(Fleet.Objective.parse(least)));
    }
    String longest = time;
    if (longest != null) {
      fleet = problems.step(fleet, with -> with.stopWhen(Numbers.after(longest)));
    }
    problems.orThrow();
    return fleet;
  }

  private static Fleet existing(Fleet fleet, ClusterState state, Console console) {
    state.notes(fleet.target()).forEach(console::message);
    return fleet.existing(state);
  }

  /** Returns a request for nodes that are bought so. */
  GpuRequest bought(GpuRequest request) {
    return capacityType == null ? request : request.capacityType(CapacityType.parse(capacityType));
  }
}
