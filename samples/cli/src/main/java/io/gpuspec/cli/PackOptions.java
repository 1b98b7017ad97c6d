package io.gpuspec.cli;

import io.gpuspec.Target;
import io.gpuspec.share.Cards;
import io.gpuspec.share.Isolation;
import io.gpuspec.share.Packing;
import io.gpuspec.share.SharePolicy;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The cards onto which pods are packed, and how. */
final class PackOptions {
  @Option(names = "--nodes", paramLabel = "N", description = "How many nodes; 1 unless given.")
  private @Nullable Integer nodes;

  @Option(
      names = "--cards",
      paramLabel = "N",
      description = "How many cards each node has; 1 unless given.")
  private @Nullable Integer cards;

  @Option(
      names = "--card-memory",
      paramLabel = "Q",
      description = "The memory of each card as its driver reports it, such as 15109Mi.")
  private @Nullable String cardMemory;

  @Option(
      names = "--policy",
      paramLabel = "binpack|spread",
      description = "Which card goes first; binpack unless given.")
  private @Nullable SharePolicy policy;

  @Option(
      names = "--isolation",
      paramLabel = "best-effort|fixed-share|burst-share",
      description = "What nodes let pods use of the compute; best-effort unless given.")
  private @Nullable Isolation isolation;

  @Mixin private final RoundUpOption roundUp = new RoundUpOption();

  boolean isGiven() {
    return roundUp.isGiven()
        || Stream.of(nodes, cards, cardMemory, policy, isolation).anyMatch(Objects::nonNull);
  }

  /** The pods that ask so, on as many empty cards of a target. */
  Packing pack(Target target, String gpu, List<String> requests) {
    Target there = cardMemory == null ? target : target.with("card-memory", cardMemory);
    return empty(there, gpu)
        .pack(
            Objects.requireNonNullElse(policy, SharePolicy.BINPACK),
            SharePods.of(there.card(gpu), requests, roundUp));
  }

  private Cards empty(Target target, String gpu) {
    Cards empty =
        target.cards(
            gpu, Objects.requireNonNullElse(nodes, 1), Objects.requireNonNullElse(cards, 1));
    return isolation == null ? empty : empty.isolation(isolation);
  }
}
