package io.gpuspec.cli;

import io.gpuspec.Gpus;
import io.gpuspec.Target;
import io.gpuspec.json.GpuJson;
import io.gpuspec.share.choice.SharingChoice;
import io.gpuspec.share.choice.SharingNeeds;
import io.gpuspec.share.choice.SharingUse;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code gpuspec share choose}. */
@Command(
    name = "choose",
    description = "Recommends whether pods use whole cards or share them, and in which way.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  gpuspec share choose --for inference --isolated --bursty --provider ack",
      "  gpuspec share choose --for multi-tenant --gpu A100-40G --memory 8Gi",
      "  gpuspec share choose --for training --provider tke/qgpu -o json",
      "",
      "Exit status: 0 a technique is suitable, 1 none is, 2 invalid input."
    })
final class ShareChooseCommand implements Callable<Integer> {
  private final Console console;

  @Mixin
  private final TargetOptions where =
      new TargetOptions("Target whose nodes are shared, for example tke; by default any cluster.");

  @Option(
      names = "--for",
      required = true,
      paramLabel = "WORK",
      description =
          "inference, training, distributed-training, large-model, mixed, multi-tenant or dev.")
  private String work = "";

  @Option(names = "--gpu", paramLabel = "G", description = "Card, for example T4; any by default.")
  private @Nullable String gpu;

  @Option(
      names = "--memory",
      paramLabel = "Q",
      description = "Memory that each pod needs of a card, for example 8Gi.")
  private @Nullable String memory;

  @Option(
      names = "--cards",
      paramLabel = "N",
      description = "Number of cards that each pod needs; the default is 1.")
  private int cards = 1;

  @Option(names = "--isolated", description = "No other pod can take or read its memory.")
  private boolean isolated;

  @Option(names = "--fault-isolated", description = "No error in another pod can end it.")
  private boolean faultIsolated;

  @Option(
      names = "--guaranteed",
      description = "It needs a part of the compute, whatever the others do.")
  private boolean guaranteed;

  @Option(names = "--shared", description = "A card must be shared by several pods.")
  private boolean shared;

  @Option(names = "--bursty", description = "Preference: it can use more compute at times.")
  private boolean bursty;

  @Option(names = "--latency", description = "Preference: other pods should not make it wait.")
  private boolean latency;

  @Mixin private final OutputOption output = new OutputOption();

  ShareChooseCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    Gpus gpus = where.gpus(console);
    Problems problems = new Problems();
    SharingNeeds needs = needs(problems);
    Optional<Target> target = problems.of(() -> where.target(gpus)).orElseGet(Optional::empty);
    Optional<SharingChoice> choice =
        problems.of(() -> target.map(needs::on).orElseGet(needs::anywhere));
    problems.orThrow();
    return answer(choice.orElseThrow());
  }

  private int answer(SharingChoice choice) throws IOException {
    output.answer(console.about("choose"), () -> GpuJson.write(choice), choice::explain);
    return choice.isEmpty() ? Main.NO : Main.YES;
  }

  /** If the work is not valid, the rest is still checked. */
  private SharingNeeds needs(Problems problems) {
    SharingUse known = problems.of(() -> SharingUse.parse(work)).orElse(SharingUse.DEV);
    SharingNeeds needs = problems.step(SharingNeeds.of(known), before -> before.cards(cards));
    needs = isolated ? needs.memoryIsolated() : needs;
    needs = faultIsolated ? needs.faultIsolated() : needs;
    needs = guaranteed ? needs.computeGuaranteed() : needs;
    needs = shared ? needs.shared() : needs;
    needs = bursty ? needs.bursty() : needs;
    needs = latency ? needs.latencySensitive() : needs;
    String least = memory;
    needs = least == null ? needs : problems.step(needs, before -> before.memory(least));
    return gpu == null ? needs : needs.gpu(gpu);
  }
}
