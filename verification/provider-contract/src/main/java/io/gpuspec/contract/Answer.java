package io.gpuspec.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.BooleanNode;
import io.gpuspec.Arch;
import io.gpuspec.CapacityType;
import io.gpuspec.Fraction;
import io.gpuspec.GpuRequest;
import io.gpuspec.GpuSpec;
import io.gpuspec.GpuSpec.Lifecycle;
import io.gpuspec.Match;
import io.gpuspec.MemorySize;
import io.gpuspec.Price;
import io.gpuspec.Rejection;
import io.gpuspec.Shape;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * A match as the laws of matching look at it.
 *
 * @param alternatives what else serves; where nothing was found, what comes near
 */
record Answer(
    GpuRequest request, Optional<Shape> found, List<Shape> alternatives, List<Rejection> rejected) {

  /** GPU count, GPU memory, CPU, memory, name; unknown GPU memory comes last. */
  private static final Comparator<Shape> SMALLEST =
      Comparator.comparingInt(Shape::gpus)
          .thenComparing(Answer::gpuMemory)
          .thenComparing(Shape::cpu)
          .thenComparing(Shape::memory)
          .thenComparing(shape -> shape.spec().name());

  static Answer of(Match match) {
    return new Answer(
        match.request(),
        match.found().map(Match.Found::shape),
        match.alternatives(),
        match.rejected());
  }

  private static MemorySize gpuMemory(Shape shape) {
    return shape.spec().gpuMemory().orElse(MemorySize.ofBytes(Long.MAX_VALUE));
  }

  /** What was found and what else serves; nothing where nothing was found. */
  private List<Shape> serving() {
    List<Shape> serving = new ArrayList<>();
    if (found.isPresent()) {
      serving.add(found.get());
      serving.addAll(alternatives);
    }
    return serving;
  }

  /** What serves has, in what pods can use, all that was asked. */
  void assertHolds() {
    assertThat(serving())
        .allSatisfy(
            shape -> {
              assertThat(shape.gpus()).isGreaterThanOrEqualTo(request.devices().count());
              assertThat(shape.allocatable().cpu()).isGreaterThanOrEqualTo(request.cpu());
              assertThat(shape.allocatable().memory()).isGreaterThanOrEqualTo(request.memory());
              request
                  .devices()
                  .memoryAtLeast()
                  .ifPresent(
                      least ->
                          assertThat(shape.spec().gpuMemory())
                              .hasValueSatisfying(
                                  has -> assertThat(has).isGreaterThanOrEqualTo(least)));
            });
  }

  /** Where nothing serves, somebody was rejected; who was, for a reason that names its resource. */
  void assertExplained() {
    assertThat(found.isPresent() || !rejected.isEmpty()).as("found, or rejected").isTrue();
    assertThat(rejected)
        .allSatisfy(
            rejection -> {
              assertThat(rejection.name()).isNotBlank();
              assertThat(rejection.reasons())
                  .isNotEmpty()
                  .allSatisfy(
                      reason -> {
                        assertThat(reason.resource()).isNotBlank();
                        assertThat(reason.message()).isNotBlank();
                      });
            });
  }

  /** A share of a card, or what nobody has identified, serves only who names it. */
  void assertWhole() {
    if (request.devices().names().isEmpty()) {
      assertThat(serving())
          .extracting(Shape::spec)
          .extracting(GpuSpec::fraction)
          .allSatisfy(fraction -> assertThat(fraction).hasValue(Fraction.WHOLE));
    }
  }

  /** An architecture that was asked for, else amd64 unless a name asks for another. */
  void assertArchitecture() {
    Optional<Arch> asked =
        request.devices().names().isEmpty()
            ? Optional.of(request.arch().orElse(Arch.AMD64))
            : request.arch();
    asked.ifPresent(
        arch ->
            assertThat(serving())
                .extracting(each -> each.spec().arch())
                .allSatisfy(each -> assertThat(each).isEqualTo(arch)));
  }

  /** What can no longer be had serves only who asks for such rows too. */
  void assertAvailable() {
    assertThat(serving())
        .extracting(each -> each.spec().lifecycle())
        .isSubsetOf(
            request.isIncludeRetired()
                ? List.of(Lifecycle.CURRENT, Lifecycle.RETIRED)
                : List.of(Lifecycle.CURRENT));
  }

  /** No alternative is better than what was found, by the order asked for. */
  void assertBest() {
    found.ifPresent(
        shape ->
            alternatives.forEach(
                other -> assertThat(List.of(shape, other)).isSortedAccordingTo(order())));
  }

  private Comparator<Shape> order() {
    return request.isCheapest()
        ? Comparator.<Shape, Boolean>comparing(shape -> price(shape).isEmpty())
            .thenComparing(shape -> price(shape).orElse(BigDecimal.ZERO))
            .thenComparing(SMALLEST)
        : SMALLEST;
  }

  private Optional<BigDecimal> price(Shape shape) {
    CapacityType bought = request.capacityType();
    return shape.spec().price(bought).map(Price::amount);
  }

  /** Alternatives are other rows, each named once. */
  void assertDistinct() {
    assertThat(serving()).extracting(each -> each.spec().name()).doesNotHaveDuplicates();
  }

  /** The explanation names what was found, or what was rejected, and the JSON says which it is. */
  void assertWritten(String explanation, String json) throws IOException {
    assertThat(explanation)
        .contains(found.map(Shape::toString).orElseGet(() -> rejected.get(0).name()));
    assertThat(new ObjectMapper().readTree(json).path("matched"))
        .isEqualTo(BooleanNode.valueOf(found.isPresent()));
  }
}
