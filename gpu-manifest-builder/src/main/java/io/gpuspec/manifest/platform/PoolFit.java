package io.gpuspec.manifest.platform;

import io.gpuspec.manifest.internal.tree.Checks;
import io.gpuspec.scheduling.NodeFit;
import io.gpuspec.scheduling.NodeView;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.value.Finding;
import io.gpuspec.value.Listing;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The answer to whether a pod is scheduled on nodes of a pool, with the reasons if not.
 *
 * <pre>{@code
 * GpuPools pools = GpuPools.of(GpuPool.of("serving", "T4").nodes("t4-1").cards(4));
 * PoolFit fit = pools.fits(pod).get(0);
 * fit.isReached();    // false
 * fit.reasons();      // node(s) had untolerated taint(s): workload=serving:NoSchedule; ...
 * fit.unjudged();     // cpu
 *                     // memory
 * }</pre>
 *
 * @param pool the pool's name
 * @param nodes how many nodes it has
 * @param fitting on how many of them the pod is scheduled while they are empty
 * @param reasons why not on the first of the others; none where it fits all
 * @param unjudged what the pod asks of a node that the table does not state, such as {@code cpu}
 */
public record PoolFit(
    String pool, int nodes, int fitting, Listing<Finding> reasons, Listing<String> unjudged) {
  /** Resources that every node has; if a table does not state them, they are not checked. */
  private static final Set<String> UNSTATED =
      Set.of("cpu", "memory", "ephemeral-storage", "hugepages-2Mi", "hugepages-1Gi");

  /** Refuses null. */
  public PoolFit {
    Checks.given("pool", pool);
    Checks.given("reasons", reasons);
    Checks.given("unjudged", unjudged);
  }

  static PoolFit of(String pool, List<NodeView> nodes, PodView pod) {
    int fitting = 0;
    List<Finding> first = List.of();
    Set<String> unjudged = new TreeSet<>();
    for (NodeView node : nodes) {
      NodeFit fit = pod.fits(node);
      List<Finding> reasons = new ArrayList<>();
      for (Finding reason : fit.reasons()) {
        if (reason.id().equals("node.resource")
            && UNSTATED.contains(reason.subject())
            && !node.allocatable().containsKey(reason.subject())) {
          unjudged.add(reason.subject());
        } else {
          reasons.add(reason);
        }
      }
      if (reasons.isEmpty()) {
        fitting++;
      } else if (first.isEmpty()) {
        first = reasons;
      }
    }
    return new PoolFit(
        pool, nodes.size(), fitting, Listing.copyOf(first), Listing.copyOf(unjudged));
  }

  /** Returns whether some node takes the pod. */
  public boolean isReached() {
    return fitting > 0;
  }

  /** Returns whether every node takes it, as something that must run everywhere needs. */
  public boolean isEverywhere() {
    return fitting == nodes;
  }

  /** Returns text such as {@code training: reached}, or the reasons why not. */
  @Override
  public String toString() {
    String judged =
        isEverywhere()
            ? "reached"
            : (isReached()
                    ? "%s of %s node%s reached; ".formatted(fitting, nodes, nodes == 1 ? "" : "s")
                    : "")
                + reasons.stream().map(Finding::toString).collect(Collectors.joining("; "));
    return pool
        + ": "
        + judged
        + (unjudged.isEmpty()
            ? ""
            : "; the table does not say how much "
                + unjudged.stream().collect(Collectors.joining(", "))
                + " there is");
  }
}
