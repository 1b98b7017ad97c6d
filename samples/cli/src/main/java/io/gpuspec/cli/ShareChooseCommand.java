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
    description = "Says whether pods take cards whole or share them, in which way, and why.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  gpuspec share choose --for inference --isolated --bursty --provider ack",
      "  gpuspec share choose --for multi-tenant --gpu A100-40G --memory 8Gi",
      "  gpuspec share choose --for training --provider tke/qgpu -o json",
      "",
      "Exit status: 0 some technique serves, 1 none does, 2 the question itself is bad."
    })
final class ShareChooseCommand implements Callable<Integer> {
  private final Console console;

  @Mixin private final TargetOptions where = new TargetOptions();

  @Option(
      names = "--for",
      required = true,
      paramLabel = "WORK",
      description =
          "inference, training, distributed-training, large-model, mixed, multi-tenant or dev.")
  private String work = "";

  @Option(
      names = "--gpu",
      paramLabel = "G",
      description = "Which card, such as T4; any unless given.")
  private @Nullable String gpu;

  @Option(
      names = "--memory",
      paramLabel = "Q",
      description = "What each pod needs of a card's memory, such as 8Gi.")
  private @Nullable String memory;

  @Option(
      names = "--cards",
      paramLabel = "N",
      description = "How many cards each pod needs; 1 unless given.")
  private int cards = 1;

  @Option(names = "--isolated", description = "No other pod may take or read its memory.")
  private boolean isolated;

  @Option(names = "--fault-isolated", description = "No error of another pod may end it.")
  private boolean faultIsolated;

  @Option(
      names = "--guaranteed",
      description = "It needs a part of the compute, whatever the others do.")
  private boolean guaranteed;

  @Option(names = "--shared", description = "A card must serve several pods.")
  private boolean shared;

  @Option(names = "--bursty", description = "At times it could use more compute; a wish.")
  private boolean bursty;

  @Option(names = "--latency", description = "Others should not make it wait; a wish.")
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
    console.answer(output.isJson() ? GpuJson.write(choice) : choice.explain());
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
