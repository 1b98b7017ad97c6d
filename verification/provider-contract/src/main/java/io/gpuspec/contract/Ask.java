package io.gpuspec.contract;

import io.gpuspec.CapacityType;
import io.gpuspec.Devices;
import io.gpuspec.GpuRequest;
import io.gpuspec.GpuSpec;
import io.gpuspec.GpuSpec.Lifecycle;
import io.gpuspec.Match;
import io.gpuspec.MemorySize;
import io.gpuspec.Shape;
import io.gpuspec.Target;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
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
    EXPLICIT,
    /** By the name of its GPU, on spot capacity. */
    SPOT,
    /** By the name of its GPU and the memory of all of them together, however many that takes. */
    MEMORY,
    /** By the name of its GPU and another one, in order of preference. */
    LIST
  }

  /** Every question about the rows of a target. */
  static Stream<Ask> of(Target target, List<GpuSpec> rows) {
    return Stream.concat(
        rows.stream()
            .flatMap(row -> row.shapes().stream())
            .flatMap(shape -> of(target, shape))
            .filter(ask -> isAlwaysAnswered(ask.way()) || ask.match().isFound()),
        lists(target, rows));
  }

  /** What can be stated, and had on spot capacity, is a row's own secret; an answer tells. */
  private static boolean isAlwaysAnswered(Way way) {
    return way == Way.GPU || way == Way.ROW;
  }

  private static Stream<Ask> of(Target target, Shape shape) {
    Ask byRow = new Ask(target, shape, Way.ROW, need(shape, shape.spec().name())).asOffered();
    if (!isIdentified(shape.spec())) {
      return Stream.of(byRow);
    }
    Ask byGpu =
        new Ask(target, shape, Way.GPU, need(shape, shape.spec().gpu()).arch(shape.spec().arch()))
            .asOffered();
    GpuRequest stated = byGpu.request().cpu(shape.cpu()).memory(shape.memory()).explicit();
    return Stream.of(
        byRow,
        byGpu,
        new Ask(target, shape, Way.EXPLICIT, stated),
        new Ask(target, shape, Way.SPOT, byGpu.request().capacityType(CapacityType.SPOT)),
        new Ask(target, shape, Way.MEMORY, byGpu.request().devices(inAll(shape))));
  }

  private static Devices inAll(Shape shape) {
    MemorySize each = shape.spec().gpuMemory().orElse(MemorySize.ZERO);
    return Devices.of(shape.spec().gpu()).totalMemoryAtLeast(each.times(shape.gpus()));
  }

  /** What is not identified has no name but its row's. */
  private static boolean isIdentified(GpuSpec row) {
    return row.fraction().isPresent();
  }

  private static GpuRequest need(Shape shape, String name) {
    GpuRequest request =
        GpuRequest.of(shape.gpus(), name)
            .cpu(shape.allocatable().cpu())
            .memory(shape.allocatable().memory());
    return shape.spec().lifecycle() == Lifecycle.RETIRED ? request.includeRetired() : request;
  }

  /** Bought in the first way in which it can be had. */
  private Ask asOffered() {
    return Arrays.stream(CapacityType.values())
        .map(type -> new Ask(target, shape, way, request.capacityType(type)))
        .filter(ask -> ask.match().isFound())
        .findFirst()
        .orElse(this);
  }

  /** One of a GPU, or of the next one, with a little of the rest. */
  private static Stream<Ask> lists(Target target, List<GpuSpec> rows) {
    List<GpuSpec> identified = rows.stream().filter(Ask::isIdentified).toList();
    return IntStream.range(1, identified.size())
        .mapToObj(
            i -> {
              GpuSpec row = identified.get(i);
              Devices either = Devices.of(row.gpu(), identified.get(i - 1).gpu());
              GpuRequest request = GpuRequest.of(either).cpu(1).memory("1Gi");
              return new Ask(target, row.shapes().get(0), Way.LIST, request);
            })
        .filter(ask -> ask.request().devices().names().size() > 1);
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
