package io.gpuspec.cli;

import io.gpuspec.Devices;
import io.gpuspec.Target;
import io.gpuspec.json.GpuJson;
import io.gpuspec.spi.SharedNode;
import io.gpuspec.value.InvalidValueException;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code gpuspec share node}. */
@Command(
    name = "node",
    description = "Shows what a node with shared cards needs: labels, add-on, drivers and images.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  gpuspec share node --provider tke/qgpu --gpu T4 --share 5Gi:30 --node gpu-1",
      "  gpuspec share node --provider tke/qgpu --edition 2022-01 --gpu V100 \\",
      "      --share 8Gi:30 --set qgpu-policy=fixed-share --set node-gpus=2"
    })
final class ShareNodeCommand implements Callable<Integer> {
  private final Console console;

  @Mixin
  private final TargetOptions where =
      new TargetOptions(
          "Target whose cards are shared, for example tke with --tech qgpu, or tke/qgpu.");

  @Mixin private final OutputOption output = new OutputOption();

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

  @Mixin private final ShareOption share = new ShareOption();

  @Option(
      names = "--node",
      paramLabel = "NAME",
      description = "Node that the commands are for; the default is gpu-1.")
  private String node = "gpu-1";

  ShareNodeCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    where.kind(technology, "share node");
    Target target = where.required(where.gpus(console), "share node");
    if (!share.isGiven()) {
      throw new InvalidValueException(
          "usage.missing",
          "share node: --share is missing; add what a pod asks for, such as 5Gi:30");
    }
    Devices asked = share.on(Devices.of(gpu), () -> Optional.of(target));
    SharedNode shared = target.sharedNode(asked);
    output.answer(console, () -> GpuJson.write(shared.named(node)), () -> shared.explain(node));
    return Main.YES;
  }
}
