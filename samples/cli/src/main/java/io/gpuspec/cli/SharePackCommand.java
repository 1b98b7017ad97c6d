package io.gpuspec.cli;

import io.gpuspec.GpuJson;
import io.gpuspec.Gpus;
import io.gpuspec.InvalidValueException;
import io.gpuspec.Target;
import io.gpuspec.cli.ShareOption.RoundUpOption;
import io.gpuspec.share.Cards;
import io.gpuspec.share.Isolation;
import io.gpuspec.share.Packing;
import io.gpuspec.share.SharePod;
import io.gpuspec.share.SharePolicy;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code gpuspec share pack}. */
@Command(
    name = "pack",
    description = "Says which shares go onto which cards, one after the other, and what is left.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  gpuspec share pack --provider tke --tech qgpu --gpu T4 --nodes 2 --cards 2 \\",
      "      --policy spread 4Gi:25 4Gi:25 8Gi:50",
      "  gpuspec share pack --provider tke --tech qgpu --gpu V100 \\",
      "      --isolation fixed-share 8Gi:30",
      "  gpuspec share pack --provider tke --tech qgpu --gpu T4 \\",
      "      --round-up 1/4:1/4 4.5G:25",
      "  gpuspec share pack --provider ack --tech cgpu --gpu T4 8Gi 8Gi -o json",
      "",
      "Exit status: 0 all have a place, 1 some have none, 2 the question itself is bad."
    })
final class SharePackCommand implements Callable<Integer> {
  /** The option of qGPU's targets that says the same as {@code --isolation}. */
  private static final String POLICY = "qgpu-policy";

  private final Console console;

  @Parameters(
      arity = "1..*",
      paramLabel = "MEM[:CORE]",
      description =
          "What each pod asks of a card: memory, such as 4Gi, 25%% or 1/4, and perhaps compute, such as 25, 25%% or 1/4.")
  private List<String> requests = new ArrayList<>();

  @Mixin private final TargetOptions where = new TargetOptions();

  @Option(
      names = "--tech",
      required = true,
      paramLabel = "qgpu|cgpu",
      description = "How the provider's cards are shared.")
  private String technology = "";

  @Option(
      names = "--gpu",
      required = true,
      paramLabel = "NAME",
      description = "Which card, such as T4.")
  private String gpu = "";

  @Option(names = "--nodes", paramLabel = "N", description = "How many nodes; 1 unless given.")
  private int nodes = 1;

  @Option(
      names = "--cards",
      paramLabel = "N",
      description = "How many cards each node has; 1 unless given.")
  private int cards = 1;

  @Option(
      names = "--card-memory",
      paramLabel = "Q",
      description = "The memory of each card as its driver reports it, such as 15109Mi.")
  private @Nullable String cardMemory;

  @Option(
      names = "--policy",
      paramLabel = "binpack|spread",
      description = "Which card goes first; binpack unless given.")
  private SharePolicy policy = SharePolicy.BINPACK;

  @Option(
      names = "--isolation",
      paramLabel = "best-effort|fixed-share|burst-share",
      description = "What nodes let pods use of the compute; best-effort unless given.")
  private @Nullable Isolation isolation;

  @Mixin private final RoundUpOption roundUp = new RoundUpOption();

  @Mixin private final OutputOption output = new OutputOption();

  SharePackCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    where.kind(technology);
    Packing packing = packing(where.gpus(console));
    if (output.isJson()) {
      console.answer(GpuJson.write(packing));
    } else {
      console.answer(packing.explain());
    }
    return packing.isComplete() ? Main.YES : Main.NO;
  }

  private Packing packing(Gpus gpus) {
    Problems problems = new Problems();
    problems.check(this::requireOnePolicy);
    Optional<Target> target = problems.of(() -> where.required(gpus, "share pack"));
    Optional<Packing> packing =
        target.flatMap(there -> packing(measured(problems, there), problems));
    problems.orThrow();
    return packing.orElseThrow();
  }

  private Optional<Packing> packing(Target target, Problems problems) {
    problems.check(() -> target.cards(gpu, 1, cards));
    Optional<Cards> empty = problems.of(() -> cards(target));
    Optional<List<SharePod>> pods =
        problems.of(() -> SharePods.of(target.card(gpu), requests, roundUp));
    return empty.flatMap(there -> pods.flatMap(all -> problems.of(() -> there.pack(policy, all))));
  }

  private void requireOnePolicy() {
    if (isolation != null && where.isSet(POLICY)) {
      throw new InvalidValueException(
          "--isolation: '%s' beside --set %s, which says it too; leave one of them out"
              .formatted(isolation, POLICY));
    }
  }

  private Target measured(Problems problems, Target target) {
    String memory = cardMemory;
    return memory == null
        ? target
        : problems.step(target, before -> before.with("card-memory", memory));
  }

  private Cards cards(Target target) {
    Cards empty = target.cards(gpu, nodes, cards);
    return isolation == null ? empty : empty.isolation(isolation);
  }
}
