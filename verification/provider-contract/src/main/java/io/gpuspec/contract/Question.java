package io.gpuspec.contract;

import io.gpuspec.CapacityType;
import io.gpuspec.Devices;
import io.gpuspec.GpuRequest;
import io.gpuspec.GpuSpec;
import io.gpuspec.Match;
import io.gpuspec.Shape;
import io.gpuspec.Share;
import io.gpuspec.Target;
import io.gpuspec.value.Arch;
import io.gpuspec.value.CpuAmount;
import io.gpuspec.value.Fraction;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.MemorySize;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/** A random request to a catalog: near what its rows hold, and somewhat above. */
record Question(Target target, GpuRequest request) {
  /** The parts of a shape to request: nothing, half, all, and more. */
  private static final List<Integer> PERCENT = List.of(0, 50, 100, 101, 300);

  private static final List<UnaryOperator<GpuRequest>> WISHES =
      List.of(
          GpuRequest::cheapest,
          GpuRequest::exactGpus,
          GpuRequest::includeRetired,
          request -> request.arch(Arch.AMD64),
          request -> request.arch(Arch.ARM64),
          request -> request.capacityType(CapacityType.SPOT),
          request -> request.replicas(3));

  static Arbitrary<Question> on(Subject subject) {
    return Arbitraries.oneOf(subject.editions().stream().map(Question::on).toList());
  }

  /** Made once for every row, not for every question. */
  private static Arbitrary<Question> on(Target target) {
    return Arbitraries.oneOf(Subject.rows(target).stream().map(row -> on(target, row)).toList());
  }

  private static Arbitrary<Question> on(Target target, GpuSpec row) {
    return Combinators.combine(
            devices(row),
            Arbitraries.of(row.shapes()),
            Arbitraries.of(PERCENT),
            Arbitraries.of(PERCENT),
            Arbitraries.of(WISHES).list().uniqueElements().ofMaxSize(2))
        .as(
            (devices, shape, cpu, memory, wishes) ->
                new Question(target, request(devices, shape, cpu, memory, wishes)))
        .filter(Question::isAllowed);
  }

  /** Not every vendor gives a pod shares of several cards; those that do not refuse the request. */
  private boolean isAllowed() {
    if (request.devices().count() == 1 || request.devices().share().isEmpty()) {
      return true;
    }
    try {
      match();
      return true;
    } catch (InvalidValueException e) {
      return false;
    }
  }

  private static Arbitrary<Devices> devices(GpuSpec row) {
    List<Devices> ways = new ArrayList<>();
    ways.add(Devices.any());
    ways.add(Devices.of(row.gpu()));
    ways.add(Devices.of(row.name()));
    ways.add(Devices.anyOf(row.gpu(), row.name()));
    row.gpuMemory().map(Devices.any()::memoryAtLeast).ifPresent(ways::add);
    // A share of a card is one device and cannot be requested twice.
    boolean whole = row.fraction().filter(Fraction::isWhole).isPresent();
    return Combinators.combine(
            Arbitraries.of(ways), Arbitraries.integers().between(1, whole ? row.gpus() + 1 : 1))
        .as(Devices::count)
        .flatMap(asked -> shared(asked, row));
  }

  /** Returns requests for shares of the row's card, for whole cards, and for more than it has. */
  private static Arbitrary<Devices> shared(Devices devices, GpuSpec row) {
    return row.shareMemory()
        .map(
            most ->
                Arbitraries.of(
                    devices,
                    devices.shared(Share.of("1Gi")),
                    devices.shared(Share.of(most)),
                    devices.shared(Share.of(most.plus(MemorySize.ofGibibytes(1))))))
        .orElse(Arbitraries.just(devices));
  }

  private static GpuRequest request(
      Devices devices, Shape shape, int cpu, int memory, List<UnaryOperator<GpuRequest>> wishes) {
    CpuAmount cores = shape.allocatable().cpu();
    MemorySize bytes = shape.allocatable().memory();
    GpuRequest request =
        GpuRequest.of(devices)
            .cpu(CpuAmount.ofMillicores(cores.toMillicores() * cpu / 100))
            .memory(MemorySize.ofBytes(bytes.toBytes() / 100 * memory));
    for (UnaryOperator<GpuRequest> wish : wishes) {
      request = wish.apply(request);
    }
    return request;
  }

  Match match() {
    return target.match(request);
  }

  Answer answer() {
    return Answer.of(match());
  }

  @Override
  public String toString() {
    return request + " on " + target;
  }
}
