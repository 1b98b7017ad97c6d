package io.gpuspec.cli;

import io.gpuspec.Gpus;
import io.gpuspec.Target;
import io.gpuspec.json.GpuJson;
import io.gpuspec.mig.MigGpu;
import io.gpuspec.share.CardPart;
import io.gpuspec.share.CardPrice;
import io.gpuspec.share.Packing;
import io.gpuspec.share.PackingCost;
import io.gpuspec.share.PartCost;
import io.gpuspec.share.Replicas;
import io.gpuspec.value.InvalidValueException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code gpuspec share cost}. */
@Command(
    name = "cost",
    description = "Computes what shares of cards cost, and what is paid for but unused.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  gpuspec share cost --provider tke --tech qgpu --gpu T4 --price 8.5CNY \\",
      "      4Gi:25 4Gi:25",
      "  gpuspec share cost --provider ack --gpu ecs.gn7e-c16g1.4xlarge --mig 1g.10gb",
      "  gpuspec share cost --gpu T4 --price 0.526USD --replicas 4 -o json",
      "",
      "Exit status: 0 the cost is known, 1 it is not or a pod does not fit,",
      "2 invalid input."
    })
final class ShareCostCommand implements Callable<Integer> {
  private final Console console;

  @Parameters(
      arity = "0..*",
      paramLabel = "MEM[:CORE]",
      description = "Request of each pod for a card, with --tech.")
  private List<String> requests = new ArrayList<>();

  @Mixin
  private final TargetOptions where =
      new TargetOptions("Target whose prices count, for example tke; instead of --price.");

  @Option(
      names = "--tech",
      paramLabel = "qgpu|cgpu",
      description = "Technology for sharing the provider's cards, for MEM[:CORE].")
  private @Nullable String technology;

  @Option(
      names = "--gpu",
      required = true,
      paramLabel = "NAME",
      description = "Card, for example T4, or an instance type of the provider.")
  private String gpu = "";

  @Option(
      names = "--price",
      paramLabel = "PRICE",
      description = "Price of a card per hour, for example 8.5CNY; by default the catalog's.")
  private @Nullable String price;

  @Option(names = "--mig", paramLabel = "PROFILE", description = "Cost of a MIG instance.")
  private @Nullable String profile;

  @Option(
      names = "--replicas",
      paramLabel = "N",
      description = "Cost of one of N replicas of the card with NVIDIA's device plugin.")
  private @Nullable Integer replicas;

  @Mixin private final PackOptions cards = new PackOptions();

  @Mixin private final OutputOption output = new OutputOption();

  ShareCostCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    if (technology != null) {
      where.kind(technology, "share cost");
    }
    Gpus gpus = where.gpus(console);
    Problems problems = new Problems();
    problems.check(this::requireOneQuestion);
    Optional<CardPrice> given =
        Optional.ofNullable(price).flatMap(text -> problems.of(() -> CardPrice.parse(text)));
    Optional<Target> target = problems.of(() -> where.target(gpus)).orElseGet(Optional::empty);
    problems.orThrow();
    Optional<CardPrice> each =
        given.or(() -> target.flatMap(there -> CardPrice.of(there.catalog(), gpu)));
    return requests.isEmpty()
        ? answer(PartCost.of(gpu, part(target), each))
        : answer(cost(cards.pack(where, where.required(gpus, "share cost"), gpu, requests), each));
  }

  private void requireOneQuestion() {
    int questions =
        (requests.isEmpty() ? 0 : 1) + (profile == null ? 0 : 1) + (replicas == null ? 0 : 1);
    if (questions != 1) {
      throw new InvalidValueException(
          "usage.conflict",
          questions == 0
              ? "share cost: no share is given; write MEM[:CORE], --mig PROFILE or --replicas N"
              : "share cost: '%s' kinds of shares are given; write one of MEM[:CORE], --mig PROFILE and --replicas N"
                  .formatted(questions));
    }
    if (requests.isEmpty() && cards.isGiven()) {
      throw new InvalidValueException(
          "usage.conflict",
          "share cost: without MEM[:CORE] no pods are packed; leave out how (--nodes, --cards,"
              + " --card-memory, --policy, --isolation, --round-up)");
    }
  }

  private CardPart part(Optional<Target> target) {
    if (replicas != null) {
      return CardPart.of(Replicas.timeSlicing(replicas));
    }
    String instance = String.valueOf(profile);
    return target
        .map(there -> CardPart.of(there.catalog(), gpu, instance))
        .orElseGet(() -> CardPart.of(MigGpu.of(gpu), instance));
  }

  private static PackingCost cost(Packing packing, Optional<CardPrice> each) {
    return each.map(price -> PackingCost.of(packing, price))
        .orElseGet(() -> PackingCost.of(packing, Map.of()));
  }

  private int answer(PartCost cost) throws IOException {
    output.answer(console, () -> GpuJson.write(cost), cost::explain);
    return cost.cost().isPresent() ? Main.YES : Main.NO;
  }

  private int answer(PackingCost cost) throws IOException {
    output.answer(console, () -> GpuJson.write(cost), cost::explain);
    return cost.isComplete() ? Main.YES : Main.NO;
  }
}
