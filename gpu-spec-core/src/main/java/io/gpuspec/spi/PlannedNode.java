package io.gpuspec.spi;

import io.gpuspec.CapacityType;
import io.gpuspec.Devices;
import java.util.Map;
import java.util.Optional;

/**
 * A node of a plan, as far as a provider must know it to have it bought.
 *
 * <pre>{@code
 * Fleet fleet = Fleet.of(gpus.in("eks")).demand(Demand.of("api", GpuRequest.of("T4").replicas(3)));
 * PlannedNode node = fleet.plan().nodes().get(0);
 * node.spec();    // g4dn.xlarge
 * }</pre>
 */
public interface PlannedNode {
  /** The row of the catalog that it is. */
  String spec();

  /** Whether it is there already. */
  boolean isExisting();

  /** Its zone; empty if no pod needs one. */
  Optional<String> zone();

  /** How it is bought; empty if it is there already. */
  Optional<CapacityType> capacityType();

  /** What a new node must be labelled for its pods. */
  Map<String, String> labels();

  /** How pods use each card of a new node: whole, or as which part. */
  Devices cards();

  /** GPUs that pods can use of it, or the parts of them. */
  long devices();
}
