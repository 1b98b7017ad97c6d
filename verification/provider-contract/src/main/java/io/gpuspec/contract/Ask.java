package io.gpuspec.contract;

import io.gpuspec.CapacityType;
import io.gpuspec.GpuRequest;
import io.gpuspec.GpuSpec;
import io.gpuspec.GpuSpec.Lifecycle;
import io.gpuspec.Match;
import io.gpuspec.Shape;
import io.gpuspec.Target;
import java.util.Arrays;
import java.util.stream.Stream;

/**
 * A question that a shape of a catalog answers: for its GPU and all that pods can use of it.
 *
 * @param shape the shape that is meant
 * @param way how it is asked for
 */
record Ask(Target target, Shape shape, Way way, GpuRequest request) {

  /** How a shape is asked for. */
  enum Way {
    /** By the name of its GPU. */
    GPU,
    /** By the name of its row. */
    ROW,
    /** By the name of its GPU, stating the shape. */
    EXPLICIT
  }

  /** Every question about a row. */
  static Stream<Ask> of(Target target, GpuSpec row) {
    return row.shapes().stream()
        .flatMap(shape -> Arrays.stream(Way.values()).flatMap(way -> of(target, shape, way)));
  }

  private static Stream<Ask> of(Target target, Shape shape, Way way) {
    GpuSpec row = shape.spec();
    return switch (way) {
      // What is not identified has no name but its row's.
      case GPU ->
          row.fraction().isPresent()
              ? Stream.of(offered(target, shape, way, need(shape, row.gpu()).arch(row.arch())))
              : Stream.empty();
      case ROW -> Stream.of(offered(target, shape, way, need(shape, row.name())));
      // Whether a shape can be stated is the row's own secret; an answer tells.
      case EXPLICIT ->
          of(target, shape, Way.GPU)
              .map(ask -> new Ask(target, shape, way, stated(shape, ask.request())))
              .filter(ask -> ask.match().isFound());
    };
  }

  private static GpuRequest stated(Shape shape, GpuRequest request) {
    return request.cpu(shape.cpu()).memory(shape.memory()).explicit();
  }

  private static GpuRequest need(Shape shape, String name) {
    GpuRequest request =
        GpuRequest.of(shape.gpus(), name)
            .cpu(shape.allocatable().cpu())
            .memory(shape.allocatable().memory());
    return shape.spec().lifecycle() == Lifecycle.RETIRED ? request.includeRetired() : request;
  }

  /** Bought in the first way in which it can be had. */
  private static Ask offered(Target target, Shape shape, Way way, GpuRequest request) {
    return Arrays.stream(CapacityType.values())
        .map(type -> new Ask(target, shape, way, request.capacityType(type)))
        .filter(ask -> ask.match().isFound())
        .findFirst()
        .orElseGet(() -> new Ask(target, shape, way, request));
  }

  GpuSpec row() {
    return shape.spec();
  }

  Match match() {
    return target.match(request);
  }

  @Override
  public String toString() {
    return request + " on " + target;
  }
}
