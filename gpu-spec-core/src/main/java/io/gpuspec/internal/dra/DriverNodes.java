package io.gpuspec.internal.dra;

import io.gpuspec.GpuSpec;
import io.gpuspec.SpecCatalog;
import io.gpuspec.value.InvalidValueException;
import java.util.Optional;

/**
 * Whether nodes of a catalog can have a DRA driver: what is made for one pod has no node of its
 * own, and cards that the cloud's own device plugin gives out in shares are not the driver's.
 */
public final class DriverNodes {
  private DriverNodes() {}

  /**
   * Checks that they can.
   *
   * @param asked what needs the driver, such as {@code claims}
   * @throws InvalidValueException if they cannot
   */
  public static void check(SpecCatalog catalog, String asked) {
    whyNone(catalog)
        .ifPresent(
            why -> {
              throw new InvalidValueException("claim.unsupported", asked + ": " + why);
            });
  }

  /** Returns why they cannot; empty if they can. */
  public static Optional<String> whyNone(SpecCatalog catalog) {
    if (catalog.unit() == GpuSpec.Unit.POD) {
      return Optional.of(
          "'%s' runs each pod by itself, on no node that a DRA driver runs on; choose a target with nodes, such as tke/gpu, eks/nodegroup or ack"
              .formatted(catalog.target()));
    }
    return catalog.shares().isEmpty()
        ? Optional.empty()
        : Optional.of(
            "the cards of '%s' are given out by the cloud's own device plugin, in shares; choose a target with whole cards, such as tke/gpu, eks/nodegroup or ack"
                .formatted(catalog.target()));
  }
}
