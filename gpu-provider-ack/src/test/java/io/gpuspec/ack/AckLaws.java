package io.gpuspec.ack;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.CapacityType;
import io.gpuspec.Devices;
import io.gpuspec.GpuRequest;
import io.gpuspec.GpuSpec;
import io.gpuspec.Gpus;
import io.gpuspec.Match;
import io.gpuspec.Price;
import io.gpuspec.Shape;
import io.gpuspec.Target;
import io.gpuspec.testkit.Pods;
import io.gpuspec.value.CpuAmount;
import io.gpuspec.value.Fraction;
import io.gpuspec.value.MemorySize;
import java.math.BigDecimal;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** What holds for every request, checked against a plain search over the rows. */
class AckLaws {
  private static final Target ACK = Gpus.load().in("ack");
  private static final Target ECI = Gpus.load().in("ack/eci");

  /** The order "smallest" of the documentation. */
  private static final Comparator<Shape> SMALLEST =
      Comparator.<Shape>comparingInt(Shape::gpus)
          .thenComparing(shape -> shape.spec().gpuMemory().orElse(MemorySize.ZERO))
          .thenComparing(Shape::cpu)
          .thenComparing(Shape::memory)
          .thenComparing(shape -> shape.spec().name());

  /** A GPU, or none for any, how many of it, and beside them CPU and memory. */
  record Ask(Optional<String> gpu, int count, int cores, int gibibytes, CapacityType bought) {
    GpuRequest request() {
      GpuRequest request = GpuRequest.of(gpu.map(Devices::of).orElse(Devices.any()).count(count));
      return request.cpu(cores).memory(MemorySize.ofGibibytes(gibibytes)).capacityType(bought);
    }

    Stream<Shape> serving(Target target) {
      return target.catalog().specs().stream()
          .filter(row -> gpu.map(name -> row.gpu().equals(name)).orElse(isWhole(row)))
          .flatMap(row -> row.shapes().stream())
          .filter(shape -> shape.gpus() >= count)
          .filter(shape -> shape.allocatable().cpu().isAtLeast(CpuAmount.ofCores(cores)))
          .filter(
              shape -> shape.allocatable().memory().isAtLeast(MemorySize.ofGibibytes(gibibytes)));
    }
  }

  private static boolean isWhole(GpuSpec row) {
    return row.fraction().filter(Fraction::isWhole).isPresent();
  }

  @Property
  void theSmallestOfAllThatServeIsFound(@ForAll("asks") Ask ask) {
    for (Target target : List.of(ACK, ECI)) {
      assertThat(target.match(ask.request()).found().map(Match.Found::shape))
          .isEqualTo(ask.serving(target).min(SMALLEST));
    }
  }

  @Property
  void theCheapestIsNoDearerThanAnyAndUnpricedOnesComeLast(@ForAll("asks") Ask ask) {
    Optional<Shape> found = ACK.match(ask.request().cheapest()).found().map(Match.Found::shape);
    Optional<BigDecimal> least =
        ask.serving(ACK)
            .flatMap(shape -> shape.spec().price(ask.bought()).stream())
            .map(Price::amount)
            .min(Comparator.naturalOrder());

    assertThat(found).isEqualTo(found.flatMap(f -> ask.serving(ACK).filter(f::equals).findFirst()));
    assertThat(found.flatMap(shape -> shape.spec().price(ask.bought())).map(Price::amount))
        .isEqualTo(least);
  }

  @Property
  void whatIsPlacedLandsWhereItWasSaid(@ForAll("asks") Ask ask) {
    for (Target target : List.of(ACK, ECI)) {
      target
          .match(ask.request())
          .found()
          .ifPresent(
              found ->
                  assertThat(
                          target
                              .match(
                                  Pods.carrying(
                                      target.place(found),
                                      String.valueOf(ask.cores()),
                                      ask.gibibytes() + "Gi"))
                              .orElseThrow()
                              .orThrow()
                              .shape())
                      .isEqualTo(found.shape()));
    }
  }

  @Provide
  Arbitrary<Ask> asks() {
    Arbitrary<Optional<String>> gpus =
        Arbitraries.of(
                "T4",
                "A10",
                "A16",
                "A30",
                "L20",
                "V100-16G",
                "V100-32G",
                "A100-40G",
                "A100-80G",
                "Tesla-P4",
                "Tesla-P100-16G",
                "Hopper-96G",
                "Blackwell-72G",
                "Lovelace-vGPU")
            .optional(0.85);
    return Combinators.combine(
            gpus,
            Arbitraries.integers().between(1, 8),
            Arbitraries.integers().between(0, 130),
            Arbitraries.integers().between(0, 1100),
            Arbitraries.of(CapacityType.ON_DEMAND, CapacityType.SPOT))
        .as(Ask::new);
  }
}
