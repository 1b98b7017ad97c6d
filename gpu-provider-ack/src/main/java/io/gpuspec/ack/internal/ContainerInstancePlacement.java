package io.gpuspec.ack.internal;

import io.gpuspec.CapacityType;
import io.gpuspec.Match;
import io.gpuspec.Shape;
import io.gpuspec.ack.Eci;
import io.gpuspec.ack.internal.rules.Documents;
import io.gpuspec.scheduling.PodField;
import io.gpuspec.spi.Options;
import io.gpuspec.spi.Placement;
import io.gpuspec.value.InvalidValueException;
import java.math.BigDecimal;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The entries that a pod must carry to run on an instance of the matching type. */
final class ContainerInstancePlacement {
  private ContainerInstancePlacement() {}

  static Placement of(Match.Found found, Options options) {
    Placement placement =
        Placement.empty()
            .with(
                EciLabels.ECI,
                "true",
                "sends the pod to Elastic Container Instance",
                Documents.ECI_GPU)
            .with(
                EciLabels.USE_SPECS,
                specs(found),
                "the instance types in order of preference; the next is tried when one has no stock",
                Documents.ECI_SPECS);
    Placement bought = driver(spot(placement, found, options), options);
    return device(new InstanceSettings(options).on(bought), found);
  }

  /** Returns the match, then the other requested types in order, then others that are similar. */
  private static String specs(Match.Found found) {
    return Stream.concat(
            found.preferences().stream(),
            found.alternatives().stream().filter(other -> isLike(found.shape(), other)))
        .map(shape -> shape.spec().name())
        .distinct()
        .limit(EciLabels.MOST_SPECS)
        .collect(Collectors.joining(","));
  }

  /** With more GPUs, it would be billed for unused ones; a vGPU has another driver. */
  private static boolean isLike(Shape found, Shape other) {
    return other.gpus() <= found.gpus()
        && other.spec().attribute("vgpu").equals(found.spec().attribute("vgpu"));
  }

  private static Placement spot(Placement before, Match.Found found, Options options) {
    Optional<BigDecimal> limit = options.get(Eci.SPOT_PRICE_LIMIT);
    if (found.request().capacityType() != CapacityType.SPOT) {
      if (limit.isPresent()) {
        throw new InvalidValueException(
            "option.conflict",
            "spot-price-limit: '%s' was given, and no spot capacity asked for; ask for the capacity type spot as well"
                .formatted(limit.get().toPlainString()));
      }
      return before;
    }
    Placement placement =
        before.with(
            EciLabels.SPOT_STRATEGY,
            limit.isPresent() ? EciLabels.SPOT_WITH_PRICE_LIMIT : EciLabels.SPOT_AS_PRICE_GO,
            limit.isPresent() ? "spot capacity up to a price" : "spot capacity at the market price",
            Documents.ECI_ANNOTATIONS);
    return limit.isEmpty()
        ? placement
        : placement.with(
            EciLabels.SPOT_PRICE_LIMIT,
            limit.get().toPlainString(),
            "the most to pay for an hour",
            Documents.ECI_ANNOTATIONS);
  }

  private static Placement driver(Placement before, Options options) {
    return options
        .get(Eci.GPU_DRIVER_VERSION)
        .map(
            version ->
                before.with(
                    EciLabels.GPU_DRIVER_VERSION,
                    version,
                    "the driver to install instead of the instance's default",
                    Documents.ECI_GPU))
        .orElse(before);
  }

  private static Placement device(Placement before, Match.Found found) {
    return before.with(
        PodField.device(PodRequest.GPU),
        String.valueOf(found.devicesPerPod()),
        "the GPUs asked for; a vGPU counts as one",
        Documents.ECI_GPU);
  }
}
