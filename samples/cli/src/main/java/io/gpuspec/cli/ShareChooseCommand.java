package io.gpuspec.cli;

import io.gpuspec.GpuJson;
import io.gpuspec.Gpus;
import io.gpuspec.Target;
import io.gpuspec.share.choice.SharingChoice;
import io.gpuspec.share.choice.SharingNeeds;
import io.gpuspec.share.choice.Workload;
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
    SharingNeeds needs = needs();
    Optional<Target> target = where.target(gpus);
    SharingChoice choice = target.isPresent() ? needs.on(target.get()) : needs.anywhere();
    console.answer(output.isJson() ? GpuJson.write(choice) : choice.explain());
    return choice.isEmpty() ? Main.NO : Main.YES;
  }

  private SharingNeeds needs() {
    SharingNeeds needs = SharingNeeds.of(Workload.parse(work)).cards(cards);
    needs = isolated ? needs.memoryIsolated() : needs;
    needs = faultIsolated ? needs.faultIsolated() : needs;
    needs = guaranteed ? needs.computeGuaranteed() : needs;
    needs = shared ? needs.shared() : needs;
    needs = bursty ? needs.bursty() : needs;
    needs = latency ? needs.latencySensitive() : needs;
    needs = memory == null ? needs : needs.memory(memory);
    return gpu == null ? needs : needs.gpu(gpu);
  }
}
