package io.gpuspec.fuzz;

import io.gpuspec.CapacityType;
import io.gpuspec.Devices;
import io.gpuspec.GpuModel;
import io.gpuspec.GpuRequest;
import io.gpuspec.Isolation;
import io.gpuspec.Match;
import io.gpuspec.Share;
import io.gpuspec.Use;
import io.gpuspec.cuda.CudaImage;
import io.gpuspec.cuda.Driver;
import io.gpuspec.diagnosis.Diagnosis;
import io.gpuspec.json.GpuJson;
import io.gpuspec.mig.MigFit;
import io.gpuspec.mig.MigGpu;
import io.gpuspec.mig.MigLayout;
import io.gpuspec.mig.MigNode;
import io.gpuspec.mig.MigPartedConfig;
import io.gpuspec.mig.MigPlan;
import io.gpuspec.mig.MigStrategy;
import io.gpuspec.recommend.Precision;
import io.gpuspec.share.CardPrice;
import io.gpuspec.share.ShareAmount;
import io.gpuspec.share.dialect.ShareDialect;
import io.gpuspec.value.Arch;
import io.gpuspec.value.CpuAmount;
import io.gpuspec.value.Fraction;
import io.gpuspec.value.MemorySize;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** Short texts: amounts, names, layouts of MIG, and messages. */
final class Values {
  private static final int MOST_WORDS = 40;
  private static final int MOST_PROFILES = 8;

  private Values() {}

  private static Stream<String> words(String text) {
    return Stream.concat(Stream.of(text), Stream.of(text.split("[\t\n,]"))).limit(MOST_WORDS);
  }

  static void quantities(String text) {
    words(text)
        .forEach(
            word -> {
              readAgain(word, MemorySize::parse);
              readAgain(word, CpuAmount::parse);
              readAgain(word, Fraction::parse);
              Laws.read(() -> ShareAmount.parse(word)).ifPresent(Laws::output);
              Laws.read(() -> CardPrice.parse(word)).ifPresent(Laws::output);
              Laws.read(() -> Share.of(word)).ifPresent(Laws::output);
              Laws.read(() -> Precision.parse(word)).ifPresent(Laws::output);
              Laws.read(() -> Arch.parse(word)).ifPresent(Laws::output);
              Laws.read(() -> CapacityType.parse(word)).ifPresent(Laws::output);
              Laws.read(() -> Isolation.parse(word)).ifPresent(Laws::output);
              Laws.read(() -> Use.parse(word)).ifPresent(Laws::output);
              Laws.read(() -> Devices.any().memoryAtLeast(word)).ifPresent(Laws::output);
            });
  }

  /** What is printed is read as the same. */
  private static <T> void readAgain(String word, Function<String, T> parse) {
    Laws.read(() -> parse.apply(word))
        .ifPresent(
            value -> Laws.equal(value, parse.apply(Laws.output(value)), "not read as printed"));
  }

  static void names(String text) {
    words(text)
        .limit(4)
        .forEach(
            word -> {
              Laws.read(() -> GpuModel.find(word)).ifPresent(Laws::output);
              Laws.read(() -> GpuModel.parse(word)).ifPresent(Laws::output);
              Laws.read(() -> Devices.parse(word)).ifPresent(Laws::output);
              Laws.read(() -> CudaImage.of(word)).ifPresent(Laws::output);
              Laws.read(() -> Driver.of(word)).ifPresent(Laws::output);
              Laws.read(() -> ShareDialect.of(word)).ifPresent(Laws::output);
              Laws.read(() -> MigGpu.of(word)).ifPresent(Laws::output);
              Laws.read(() -> Clouds.of(word).catalog().gpu(word).table()).ifPresent(Laws::output);
              Laws.read(() -> Clouds.ALL.in(word)).ifPresent(Laws::output);
              Laws.read(() -> GpuRequest.of(word)).ifPresent(Values::matched);
            });
  }

  private static void matched(GpuRequest request) {
    Laws.read(() -> Clouds.of(request.toString()).match(request))
        .ifPresent(
            (Match match) -> {
              Laws.output(match.explain());
              Laws.json(GpuJson.write(match));
            });
  }

  static void diagnosis(String text) {
    Laws.read(() -> Diagnosis.of(text))
        .ifPresent(
            diagnosis -> {
              Laws.message(diagnosis.toString());
              Laws.json(GpuJson.write(diagnosis));
            });
  }

  /** The words are profiles; a number is the profile of that number. */
  static void mig(String text) {
    MigGpu gpu = Clouds.pick(MigGpu.all(), text.length());
    List<String> profiles =
        Stream.of(text.split("[\t\n, ]"))
            .limit(MOST_PROFILES)
            .map(word -> profile(gpu, word))
            .toList();
    String[] names = profiles.toArray(String[]::new);
    Laws.read(() -> gpu.layouts(names))
        .ifPresent(layouts -> Laws.check(layouts.count() >= 0, "a negative count", ""));
    Laws.read(() -> gpu.cards(1 + profiles.size() / 3).fit(profiles))
        .ifPresent(
            (MigFit fit) -> {
              Laws.json(GpuJson.write(fit));
              Laws.output(fit.explain());
              Laws.check(
                  fit.fits() == fit.reasons().isEmpty(), "a reason or a fit", fit.toString());
            });
    int half = names.length / 2;
    String[] first = profiles.subList(0, half).toArray(String[]::new);
    Laws.read(() -> gpu.layout(first))
        .ifPresent(
            layout -> {
              node(layout);
              Laws.read(() -> layout.planTo(profiles.subList(half, names.length)))
                  .ifPresent(Values::plan);
            });
  }

  private static String profile(MigGpu gpu, String word) {
    return word.length() == 1 && Character.isDigit(word.charAt(0))
        ? Clouds.pick(gpu.profiles(), word.charAt(0) - '0').name()
        : word;
  }

  private static void plan(MigPlan plan) {
    Laws.output(plan.explain());
    Laws.json(GpuJson.write(plan));
    Laws.check(
        plan.isFeasible() == plan.reasons().isEmpty(), "a reason or a plan", plan.toString());
  }

  /** What a node with such a card offers is what is on the card. */
  private static void node(MigLayout layout) {
    MigNode node = MigNode.of(MigStrategy.MIXED, layout);
    int offered = node.resources().values().stream().mapToInt(Integer::intValue).sum();
    if (!layout.instances().isEmpty()) {
      Laws.equal(layout.instances().size(), offered, "instances and resources");
    }
    Laws.output(node.labels("550.54"));
    Laws.output(layout.svg());
    new Load(LoadSettings.builder().build())
        .loadFromString(Laws.output(MigPartedConfig.of("fuzz", layout).yaml()));
  }
}
