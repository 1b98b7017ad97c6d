package io.gpuspec.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.BooleanNode;
import io.gpuspec.GpuRequest;
import io.gpuspec.GpuSpec;
import io.gpuspec.GpuSpec.Lifecycle;
import io.gpuspec.GpuSpec.Unit;
import io.gpuspec.Match;
import io.gpuspec.Shape;
import io.gpuspec.value.Arch;
import io.gpuspec.value.Fraction;
import io.gpuspec.value.MemorySize;
import io.gpuspec.value.Rejection;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * A match as the laws of matching see it.
 *
 * @param unit whether several pods share what was found
 * @param isJudged whether there is an answer at all
 * @param alternatives what else serves; where nothing was found, what comes near
 */
record Answer(
    Unit unit,
    GpuRequest request,
    Optional<Shape> found,
    List<Shape> alternatives,
    List<Rejection> rejected,
    boolean isJudged) {

  static Answer of(Match match) {
    return new Answer(
        match.target().catalog().unit(),
        match.request(),
        match.found().map(Match.Found::shape),
        match.alternatives(),
        match.rejected(),
        match.isJudged());
  }

  private static MemorySize gpuMemory(Shape shape) {
    return shape.spec().gpuMemory().orElse(MemorySize.ofBytes(Long.MAX_VALUE));
  }

  /** Returns what was found and what else serves; nothing where nothing was found. */
  private List<Shape> serving() {
    List<Shape> serving = new ArrayList<>();
    if (found.isPresent()) {
      serving.add(found.get());
      serving.addAll(alternatives);
    }
    return serving;
  }

  /** Asserts that the shape has everything that was requested, in what pods can use. */
  void assertHolds() {
    assertThat(serving())
        .allSatisfy(
            shape -> {
              assertThat(shape.gpus()).isGreaterThanOrEqualTo(request.devices().count());
              // Unknown sizes cannot be compared; every answer says so.
              if (shape.spec().isSized()) {
                assertThat(shape.allocatable().cpu()).isGreaterThanOrEqualTo(request.cpu());
                assertThat(shape.allocatable().memory()).isGreaterThanOrEqualTo(request.memory());
              }
              request
                  .devices()
                  .memoryAtLeast()
                  .ifPresent(
                      least ->
                          assertThat(shape.spec().gpuMemory())
                              .hasValueSatisfying(
                                  has -> assertThat(has).isGreaterThanOrEqualTo(least)));
              // All of a card is requested if cards are whole, and a part if they are shared.
              assertThat(
                      request.devices().share().isPresent()
                          ? shape.spec().shareMemory().isPresent()
                          : shape.spec().hasWholeCards())
                  .isTrue();
              request
                  .devices()
                  .share()
                  .ifPresent(
                      share ->
                          assertThat(shape.spec().shareMemory())
                              .hasValueSatisfying(
                                  has -> assertThat(has).isGreaterThanOrEqualTo(share.memory())));
            });
  }

  /** Asserts that a no-match has rejections, each for a reason that names its resource. */
  void assertExplained() {
    assertThat(found.isPresent() || !rejected.isEmpty() || !isJudged)
        .as("found, or rejected, or not judged")
        .isTrue();
    assertThat(rejected)
        .allSatisfy(
            rejection -> {
              assertThat(rejection.name()).isNotBlank();
              assertThat(rejection.reasons())
                  .isNotEmpty()
                  .allSatisfy(
                      reason -> {
                        assertThat(reason.subject()).isNotBlank();
                        assertThat(reason.message()).isNotBlank();
                      });
            });
  }

  /** Asserts that a share of a card, or an unidentified GPU, only matches its own name. */
  void assertWhole() {
    if (request.devices().names().isEmpty()) {
      assertThat(serving())
          .extracting(Shape::spec)
          .extracting(GpuSpec::fraction)
          .allSatisfy(fraction -> assertThat(fraction).hasValue(Fraction.WHOLE));
    }
  }

  /** Asserts the requested architecture, by default amd64 unless a name implies another. */
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

  /** Asserts that retired rows only match a request that includes them. */
  void assertAvailable() {
    assertThat(serving())
        .extracting(each -> each.spec().lifecycle())
        .isSubsetOf(
            request.isIncludeRetired()
                ? List.of(Lifecycle.CURRENT, Lifecycle.RETIRED)
                : List.of(Lifecycle.CURRENT));
  }

  /** Asserts that no alternative is better than the match, in the requested order. */
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
            .thenComparing(smallest())
        : smallest();
  }

  /** Compares all nodes: GPUs, memory of each GPU (unknown last), CPU, memory; number, name. */
  private Comparator<Shape> smallest() {
    return Comparator.<Shape>comparingInt(shape -> shape.gpus() * nodes(shape))
        .thenComparing(Answer::gpuMemory)
        .thenComparing(shape -> shape.cpu().times(nodes(shape)))
        .thenComparing(shape -> shape.memory().times(nodes(shape)))
        .thenComparing(this::nodes)
        .thenComparing(shape -> shape.spec().name());
  }

  private Optional<BigDecimal> price(Shape shape) {
    BigDecimal nodes = BigDecimal.valueOf(nodes(shape));
    return shape.spec().price(request.capacityType()).map(price -> price.amount().multiply(nodes));
  }

  /** The fewest that hold all pods. */
  private int nodes(Shape shape) {
    int nodes = 1;
    while (nodes * pods(shape) < request.replicas()) {
      nodes++;
    }
    return nodes;
  }

  /** Returns how many of the requested pods one node holds. */
  private int pods(Shape shape) {
    int pods = 1;
    while (unit == Unit.NODE && pods < request.replicas() && holds(shape, pods + 1)) {
      pods++;
    }
    return pods;
  }

  private boolean holds(Shape shape, int pods) {
    return (long) shape.gpus() * podsPerCard(shape) >= (long) request.devices().count() * pods
        && (!shape.spec().isSized()
            || shape.allocatable().cpu().isAtLeast(request.cpu().times(pods))
                && shape.allocatable().memory().isAtLeast(request.memory().times(pods)));
  }

  /** Returns one, unless they share it. */
  private long podsPerCard(Shape shape) {
    return request
        .devices()
        .share()
        .map(
            share ->
                shape.spec().shareMemory().map(MemorySize::toBytes).orElse(0L)
                    / share.memory().toBytes())
        .orElse(1L);
  }

  /** Alternatives are other rows, each named once. */
  void assertDistinct() {
    assertThat(serving()).extracting(each -> each.spec().name()).doesNotHaveDuplicates();
  }

  /**
   * Asserts that the explanation names the match, or the rejections, and that the JSON says which
   * it is.
   */
  void assertWritten(String explanation, String json) throws IOException {
    assertThat(explanation)
        .contains(found.map(Shape::toString).orElseGet(() -> rejected.get(0).name()));
    assertThat(new ObjectMapper().readTree(json).path("matched"))
        .isEqualTo(BooleanNode.valueOf(found.isPresent()));
  }
}
