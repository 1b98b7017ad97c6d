package io.gpuspec.cli;

import io.gpuspec.json.GpuJson;
import io.gpuspec.share.Packing;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code gpuspec share pack}. */
@Command(
    name = "pack",
    description = "Packs shares onto cards, one after the other, and shows what is left.",
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
      "Exit status: 0 all pods fit, 1 some do not, 2 invalid input."
    })
final class SharePackCommand implements Callable<Integer> {
  private final Console console;

  @Parameters(
      arity = "1..*",
      paramLabel = "MEM[:CORE]",
      description =
          "Request of each pod for a card: memory, for example 4Gi, 25%% or 1/4, and "
              + "optionally compute, for example 25, 25%% or 1/4.")
  private List<String> requests = new ArrayList<>();

  @Mixin
  private final TargetOptions where =
      new TargetOptions(
          "Target whose cards are shared, for example tke with --tech qgpu, or tke/qgpu.");

  @Option(
      names = "--tech",
      paramLabel = "qgpu|cgpu",
      description = "Technology for sharing the provider's cards, unless --provider names it.")
  private @Nullable String technology;

  @Option(
      names = "--gpu",
      required = true,
      paramLabel = "NAME",
      description = "Card, for example T4.")
  private String gpu = "";

  @Mixin private final PackOptions cards = new PackOptions();

  @Mixin private final OutputOption output = new OutputOption();

  SharePackCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    where.kind(technology, "share pack");
    Packing packing =
        cards.pack(where, where.required(where.gpus(console), "share pack"), gpu, requests);
    if (output.isJson()) {
      console.json(GpuJson.write(packing));
    } else {
      console.say(packing.explain());
    }
    return packing.isComplete() ? Main.YES : Main.NO;
  }
}
