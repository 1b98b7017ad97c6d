package io.gpuspec.manifest.platform;

import io.gpuspec.Listing;
import java.util.List;

/**
 * Which pools a pod reaches, and why not the others.
 *
 * <pre>{@code
 * GpuPools pools = GpuPools.of(GpuPool.of("serving", "T4").nodes("t4-1").cards(4));
 * PoolReach reach = pools.reach(pod);
 * reach.reached();    // []
 * reach.missed();     // serving: node(s) had untolerated taint(s): ...
 * }</pre>
 *
 * @param pools the answer for each pool, in the order of the table
 */
public record PoolReach(Listing<PoolFit> pools) {

  /** Refuses null. */
  public PoolReach {
    PlatformChecks.given("pools", pools);
  }

  /** The names of the pools that have a node for it. */
  public List<String> reached() {
    return pools.stream().filter(PoolFit::isReached).map(PoolFit::pool).toList();
  }

  /** The pools of which a node at least does not take it. */
  public Listing<PoolFit> missed() {
    return Listing.of(pools.stream().filter(fit -> !fit.isEverywhere()).toList());
  }

  /** Whether it reaches some pool. */
  public boolean isReached() {
    return !reached().isEmpty();
  }

  /** Whether it reaches every node of every pool, as a device plugin must. */
  public boolean isEverywhere() {
    return missed().isEmpty();
  }

  /** One pool a line. */
  @Override
  public String toString() {
    return pools.toString();
  }
}
