package io.gpuspec.cli;

import io.gpuspec.GpuSpec;
import io.gpuspec.Isolation;
import io.gpuspec.Target;
import io.gpuspec.share.CardKind;
import io.gpuspec.share.Cards;
import io.gpuspec.share.Packing;
import io.gpuspec.share.SharePod;
import io.gpuspec.share.SharePolicy;
import io.gpuspec.value.InvalidValueException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options for the cards onto which pods are packed. */
final class PackOptions {
  /** The option of targets that says the same as {@code --isolation}. */
  private static final String POLICY = "qgpu-policy";

  @Option(names = "--nodes", paramLabel = "N", description = "Number of nodes; the default is 1.")
  private @Nullable Integer nodes;

  @Option(
      names = "--cards",
      paramLabel = "N",
      description = "Cards per node; the default is 1, or the number of the instance type.")
  private @Nullable Integer cards;

  @Option(
      names = "--card-memory",
      paramLabel = "Q",
      description = "Memory of each card as its driver reports it, for example 15109Mi.")
  private @Nullable String cardMemory;

  @Option(
      names = "--policy",
      paramLabel = "binpack|spread",
      description = "Policy for choosing cards; the default is binpack.")
  private @Nullable SharePolicy policy;

  @Option(
      names = "--isolation",
      paramLabel = "best-effort|fixed-share|burst-share",
      description = "Policy for the compute that nodes let pods use; the default is best-effort.")
  private @Nullable Isolation isolation;

  @Mixin private final RoundUpOption roundUp = new RoundUpOption();

  boolean isGiven() {
    return roundUp.isGiven()
        || Stream.of(nodes, cards, cardMemory, policy, isolation).anyMatch(Objects::nonNull);
  }

  /**
   * Returns the packing of the requested pods on empty cards of a target; every problem is
   * reported.
   */
  Packing pack(TargetOptions where, Target target, String gpu, List<String> requests) {
    Problems problems = new Problems();
    problems.check(() -> requireOnePolicy(where));
    Target there = measured(target, problems);
    problems.check(() -> Cards.of(there, gpu, 1, cards(there, gpu)));
    Optional<Cards> empty = problems.of(() -> empty(there, gpu));
    Optional<List<SharePod>> pods =
        problems.of(() -> SharePods.of(CardKind.of(there, gpu), requests, roundUp));
    problems.orThrow();
    return empty
        .orElseThrow()
        .pack(Objects.requireNonNullElse(policy, SharePolicy.BINPACK), pods.orElseThrow());
  }

  private void requireOnePolicy(TargetOptions where) {
    if (isolation != null && where.isSet(POLICY)) {
      throw new InvalidValueException(
          "usage.conflict",
          "--isolation: '%s' beside --set %s, which says it too; remove one of them"
              .formatted(isolation, POLICY));
    }
  }

  private Target measured(Target target, Problems problems) {
    String memory = cardMemory;
    return memory == null
        ? target
        : problems.step(target, before -> before.with("card-memory", memory));
  }

  private Cards empty(Target target, String gpu) {
    Cards empty = Cards.of(target, gpu, Objects.requireNonNullElse(nodes, 1), cards(target, gpu));
    return isolation == null ? empty : empty.isolation(isolation);
  }

  /** A machine exists, and is billed, with all of its cards. */
  private int cards(Target target, String gpu) {
    return Optional.ofNullable(cards)
        .orElseGet(
            () ->
                target.catalog().specs().stream()
                    .filter(row -> row.name().equals(gpu))
                    .map(GpuSpec::gpus)
                    .findFirst()
                    .orElse(1));
  }
}
