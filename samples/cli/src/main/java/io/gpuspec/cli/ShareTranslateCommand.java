package io.gpuspec.cli;

import io.gpuspec.GpuModel;
import io.gpuspec.json.GpuJson;
import io.gpuspec.share.dialect.DialectShare;
import io.gpuspec.share.dialect.ShareDialect;
import io.gpuspec.share.dialect.ShareTranslation;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.MemorySize;
import io.gpuspec.value.Note;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code gpuspec share translate}. */
@Command(
    name = "translate",
    description = "Translates a request for a part of a card to another scheduler's words.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  gpuspec share translate --to volcano-vgpu \\",
      "      nvidia.com/gpu=1 nvidia.com/gpumem=3000 nvidia.com/gpucores=30",
      "  gpuspec share translate --to cgpu --gpu T4 gpu-fraction=0.5",
      "",
      "Exit status: 0 the pod gets exactly what it asked for, 1 something was rounded",
      "or cannot be kept, 2 invalid input."
    })
final class ShareTranslateCommand implements Callable<Integer> {
  private final Console console;

  @Parameters(
      arity = "1..*",
      paramLabel = "NAME=AMOUNT",
      description = "Resources or annotations of the pod.")
  private List<Assignment> asked = new ArrayList<>();

  @Option(
      names = "--to",
      required = true,
      paramLabel = "DIALECT",
      description =
          "nvidia, hami, volcano-vgpu, volcano-gpu-share, kai, koordinator, vcuda, gpushare, cgpu or qgpu.")
  private String to = "";

  @Option(
      names = "--gpu",
      paramLabel = "NAME",
      description = "Card, for example T4, whose memory percentages are of.")
  private @Nullable String gpu;

  @Option(
      names = "--card-memory",
      paramLabel = "Q",
      description = "Memory of the card as its driver reports it, for example 15Gi.")
  private @Nullable String cardMemory;

  @Mixin private final OutputOption output = new OutputOption();

  ShareTranslateCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    Map<String, String> amounts = new LinkedHashMap<>();
    for (Assignment each : asked) {
      if (amounts.put(each.key(), each.value()) != null) {
        throw new InvalidValueException(
            "usage.duplicate", "'%s' is given more than once; give it once".formatted(each.key()));
      }
    }
    DialectShare share = DialectShare.read(amounts);
    ShareDialect dialect = ShareDialect.of(to);
    ShareTranslation translation = translation(share, dialect);
    output.answer(console, () -> GpuJson.write(translation), () -> text(translation));
    return translation.isExact() ? Main.YES : Main.NO;
  }

  private ShareTranslation translation(DialectShare share, ShareDialect dialect) {
    if (gpu != null && cardMemory != null) {
      throw new InvalidValueException(
          "usage.conflict", "--gpu and --card-memory: both are given; choose one");
    }
    if (cardMemory != null) {
      return share.to(dialect, MemorySize.parse(cardMemory));
    }
    return gpu == null ? share.to(dialect) : share.to(dialect, card(gpu));
  }

  private static GpuModel card(String gpu) {
    List<GpuModel> models = GpuModel.parse(gpu);
    if (models.size() > 1) {
      throw new InvalidValueException(
          "usage.ambiguous",
          "--gpu: '%s' can be %s; write one of them"
              .formatted(
                  gpu, models.stream().map(GpuModel::name).collect(Collectors.joining(" or "))));
    }
    return models.get(0);
  }

  private static String text(ShareTranslation translation) {
    List<String> lines = new ArrayList<>();
    lines.add(translation.asked().toString());
    translation
        .resources()
        .forEach((name, amount) -> lines.add("resource    " + name + ": " + amount));
    translation
        .annotations()
        .forEach((name, amount) -> lines.add("annotation  " + name + ": '" + amount + "'"));
    for (Note note : translation.notes()) {
      lines.add("note        " + note.id() + ": " + note.message());
    }
    return String.join("\n", lines);
  }
}
