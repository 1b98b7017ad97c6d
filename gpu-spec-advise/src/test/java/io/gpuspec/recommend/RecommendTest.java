package io.gpuspec.recommend;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuspec.GpuUses;
import io.gpuspec.Gpus;
import io.gpuspec.SpecCatalog;
import io.gpuspec.Target;
import io.gpuspec.TestCloud;
import io.gpuspec.Use;
import io.gpuspec.internal.Json;
import io.gpuspec.json.GpuJson;
import io.gpuspec.value.Arch;
import io.gpuspec.value.Citation;
import io.gpuspec.value.GpuSpecException;
import io.gpuspec.value.MemorySize;
import io.gpuspec.value.Note;
import io.gpuspec.value.Rejection;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class RecommendTest {
  private static final SpecCatalog NODES = TestCloud.read(TestCloud.text("nodes-2025-03.json"));
  private static final Target TARGET = TestCloud.of("nodes", NODES).target();

  private static final String TABLE =
      """
      {
        "citations": {"text": {"title": "A text", "date": "2025", "status": "documented"}},
        "uses": [
          {"for": ["inference", "dev"], "gpu": "1/4*T4", "reason": "cheap", "citation": "text"},
          {"for": ["training"], "gpu": "T4", "reason": "any number of T4", "citation": "text"},
          {"for": ["training"], "gpu": "T4", "gpus": 4, "reason": "four T4", "citation": "text"},
          {"for": ["dev"], "gpu": "T4", "gpus": 1, "size": {"cpu": "8", "memory": "32Gi"},
           "reason": "a large one", "citation": "text"}
        ]
      }
      """;

  private static GpuUses table(String json) {
    return GpuUses.read(
        "uses.json", new ByteArrayInputStream(json.getBytes(StandardCharsets.UTF_8)));
  }

  private static Recommendations byTable(Need need) {
    return Recommender.recommend(NODES, table(TABLE), need);
  }

  private static List<String> names(Recommendations answer) {
    return answer.recommended().stream().map(one -> one.shape().spec().name()).toList();
  }

  private static List<String> rejected(Recommendations answer) {
    return answer.rejected().stream().map(Rejection::toString).toList();
  }

  @Test
  void withoutATableOfItsOwnATargetGoesByTheModels() {
    Recommendations answer = Need.of(Use.INFERENCE).on(TARGET);

    assertThat(names(answer)).containsExactly("t.small", "a.amd", "p.eight");
    assertThat(answer.recommended().get(0))
        .hasToString(
            "t.small · 4 cores · 16Gi  on nodes: a common choice for inference, video processing"
                + " and the edge");
    assertThat(answer.recommended().get(0).citation().status())
        .isEqualTo(Citation.Status.DOCUMENTED);
  }

  @Test
  void sharesAndGpusThatNobodyNamesAreInNoTableOfModels() {
    Recommendations answer = Need.of(Use.INFERENCE).on(TARGET);

    assertThat(names(answer)).doesNotContain("t.slice", "m.one");
    assertThat(rejected(answer)).noneMatch(text -> text.startsWith("m.one"));
  }

  @Test
  void whatCannotBeHadIsNeverRecommended() {
    assertThat(rejected(Need.of(Use.INFERENCE).on(TARGET)))
        .contains("z.gone: lifecycle: unavailable; it is never recommended");
  }

  @Test
  void theCpuIsAmd64UnlessAsked() {
    assertThat(rejected(Need.of(Use.GRAPHICS).on(TARGET)))
        .contains("a.arm: arch: amd64 requested, has arm64");
    assertThat(names(Need.of(Use.GRAPHICS).arch(Arch.ARM64).on(TARGET))).containsExactly("a.arm");
  }

  @Test
  void whatATableSaysOfAGpuHoldsAloneAndOfOthersTheModelsTableDoes() {
    assertThat(names(byTable(Need.of(Use.INFERENCE))))
        .containsExactly("t.slice", "a.amd", "p.eight");
  }

  @Test
  void sharesServeOnlyWhereNoNumberOfGpusIsAsked() {
    Recommendations answer = byTable(Need.of(Use.INFERENCE).gpus(1));

    assertThat(names(answer)).containsExactly("a.amd", "p.eight");
    assertThat(rejected(answer)).contains("t.slice: gpu: whole GPUs requested, is 1/4*T4");
  }

  @Test
  void whatIsToBeHadOnSpotOnlyIsNotRecommended() {
    SpecCatalog spot =
        TestCloud.read(
            TestCloud.text("nodes-2025-03.json")
                .replace(
                    "\"name\": \"t.small\",",
                    "\"name\": \"t.small\", \"capacityTypes\": [\"spot\"],"));
    Recommendations answer = Recommender.recommend(spot, table(TABLE), Need.of(Use.TRAINING));

    assertThat(names(answer)).startsWith("t.large");
    assertThat(rejected(answer)).contains("t.small: capacityType: it is not available on demand");
  }

  @Test
  void aTableOfUsesIsReadOnce() {
    AtomicInteger reads = new AtomicInteger();
    Target target =
        TestCloud.of("nodes", NODES)
            .uses(
                () -> {
                  reads.incrementAndGet();
                  return table(TABLE);
                })
            .target();

    assertThat(names(Need.of(Use.DEV).on(target))).containsExactly("t.slice", "t.large");
    Need.of(Use.INFERENCE).on(target.edition("2025-03"));

    assertThat(reads).hasValue(1);
  }

  @Test
  void aLineAboutTheCountGoesBeforeOneAboutAny() {
    assertThat(byTable(Need.of(Use.TRAINING)).recommended().get(0).reason())
        .isEqualTo("any number of T4");
    assertThat(byTable(Need.of(Use.TRAINING).gpus(4)).recommended().get(0).reason())
        .isEqualTo("four T4");
  }

  @Test
  void theSizeThatATableNamesGoesBeforeASmallerOne() {
    assertThat(names(byTable(Need.of(Use.DEV)))).containsExactly("t.slice", "t.large");
  }

  @Test
  void ofEachGpuTheLeastNumberThatServes() {
    Recommendations answer = byTable(Need.of(Use.TRAINING).gpus(2));

    assertThat(answer.recommended().get(0))
        .hasToString(
            "t.four · 48 cores · 192Gi  on nodes: four T4; no row with fewer of it serves, and 2 of"
                + " the 4 are enough");
    assertThat(rejected(answer)).contains("t.small: gpus: 2 requested, has 1");
  }

  @ParameterizedTest
  @CsvSource({
    // A T4 has 15109Mi, although the API reports 16384Mi here. 6B in fp16 take 12000 MB and a
    // fifth, 14400 MB; 8B 19200 MB.
    "6B, fp16, t.small",
    "7B, fp16, t.four",
    "8B, fp16, t.four",
    "8B, int8, t.small",
  })
  void aModelMustFitInAllGpusTogether(String parameters, String precision, String first) {
    Need need = Need.of(Use.INFERENCE).model(parameters, Precision.parse(precision));

    assertThat(names(need.on(TARGET))).contains(first);
    assertThat(need.on(TARGET).recommended())
        .anyMatch(one -> one.reason().contains("; the model takes about "));
  }

  @Test
  void theReasonNamesTheModelsShareAndAMissNamesTheShortfall() {
    Need need = Need.of(Use.INFERENCE).model("8B", Precision.FP16);
    Recommendations answer = need.on(TARGET);

    assertThat(answer.recommended().get(1).reason())
        .endsWith(
            "; the model takes about 17.9Gi of about 59Gi on 4 GPUs; no row with fewer of it serves,"
                + " and 2 of the 4 are enough");
    assertThat(rejected(answer))
        .contains("t.small: model: about 17.9Gi needed, has about 14.8Gi, short about 3.1Gi");
  }

  /** 20B in fp16 take 44.7Gi: three T4 hold 44.3Gi, four 59. */
  @ParameterizedTest
  @CsvSource({"20B, fp16, 0", "17B, fp16, 1", "14B, fp16, 1", "8B, fp16, 0"})
  void threeGpusAreNoNumberForTensorParallelism(String parameters, String precision, int notes) {
    Need need = Need.of(Use.INFERENCE).model(parameters, Precision.parse(precision));

    assertThat(need.on(TARGET).notes().stream().filter(each -> each.id().equals("model.split")))
        .hasSize(notes);
  }

  @Test
  void trainingCountsGradientsAndOptimizer() {
    assertThat(Need.of(Use.TRAINING).model("1B", Precision.BF16).model().orElseThrow().total())
        .isEqualTo(MemorySize.parse("16G"));
    assertThat(Need.of(Use.TRAINING).model("1B", Precision.BF16).on(TARGET).notes())
        .extracting(Note::id)
        .containsExactly("model.activations");
  }

  @Test
  void aGpuThatDoesNotComputeInThePrecisionIsRejected() {
    Recommendations bf16 = Need.of(Use.INFERENCE).model("1B", Precision.BF16).on(TARGET);
    Recommendations fp8 = Need.of(Use.INFERENCE).model("1B", Precision.FP8).on(TARGET);

    assertThat(names(bf16)).containsExactly("a.amd", "p.eight");
    assertThat(rejected(bf16))
        .contains(
            "t.small: precision: bf16 takes compute capability 8.0 or newer (NVIDIA Transformer"
                + " Engine, support matrix), is 7.5");
    assertThat(toFit(Need.of(Use.INFERENCE).model("1B", Precision.BF16), "t.small"))
        .isEqualTo("take a model in fp16");
    assertThat(rejected(fp8))
        .contains(
            "a.amd: precision: fp8 takes compute capability 8.9 or newer (NVIDIA Transformer"
                + " Engine, support matrix), is 8.6");
    assertThat(toFit(Need.of(Use.INFERENCE).model("1B", Precision.FP8), "a.amd"))
        .isEqualTo("take a model in int8");
  }

  @ParameterizedTest
  @EnumSource(
      value = Precision.class,
      names = {"FP32", "FP16", "INT8", "INT4"})
  void weightsInWhatEveryGpuCanKeepRejectNone(Precision precision) {
    assertThat(names(Need.of(Use.INFERENCE).model("1B", precision).on(TARGET)))
        .startsWith("t.small");
  }

  @Test
  void memoryIsOfEachGpuAndNominal() {
    Recommendations answer = Need.of(Use.INFERENCE).gpuMemory("20Gi").on(TARGET);

    assertThat(names(answer)).containsExactly("a.amd", "p.eight");
    assertThat(rejected(answer)).contains("t.four: gpuMemory: 20Gi requested, has 16Gi, short 4Gi");
  }

  @Test
  void anUnknownPriceIsNotWithinABudget() {
    Recommendations answer = Need.of(Use.INFERENCE).budget("0.6USD").on(TARGET);

    assertThat(names(answer)).containsExactly("t.small");
    assertThat(rejected(answer))
        .contains(
            "t.large: price: 0.75 USD per hour (here, on-demand), and 0.6 USD per hour requested",
            "a.amd: price: not known, so not taken as within 0.6 USD per hour");
  }

  @Test
  void aPriceInAnotherCurrencyIsNotWithinABudget() {
    Recommendations answer = Need.of(Use.INFERENCE).budget("100 CNY").on(TARGET);

    assertThat(answer.isEmpty()).isTrue();
    assertThat(rejected(answer))
        .contains(
            "t.small: price: 0.50 USD per hour (here, on-demand), and 100 CNY per hour requested");
  }

  @Test
  void cheapestPutsTheUnpricedLast() {
    assertThat(names(Need.of(Use.INFERENCE).cheapest().on(TARGET)))
        .containsExactly("t.small", "a.amd", "p.eight");
    assertThat(names(byTable(Need.of(Use.DEV).cheapest()))).containsExactly("t.large", "t.slice");
  }

  @Test
  void whereNothingServesTheReasonsAreNeverEmpty() {
    Recommendations short20 = Need.of(Use.TRAINING).gpuMemory("1Ti").on(TARGET);
    Recommendations noTable = byTableOfShares(Need.of(Use.GRAPHICS));

    assertThat(short20.isEmpty()).isTrue();
    assertThat(short20.rejected()).isNotEmpty();
    assertThat(short20.toString())
        .startsWith("nothing for training on GPUs or shares of at least 1Ti; nearest miss ");
    assertThat(rejected(noTable))
        .containsExactly("cloud 2024-05: use: no table names a GPU of cloud 2024-05 for graphics");
  }

  /** A cloud whose every GPU is in its own table, for development only. */
  private static Recommendations byTableOfShares(Need need) {
    SpecCatalog catalog = TestCloud.read(TestCloud.text("cloud-2024-05.json"));
    StringBuilder lines = new StringBuilder();
    for (String gpu : catalog.gpuNames()) {
      lines
          .append(lines.isEmpty() ? "" : ",")
          .append(
              """
              {"for": ["dev"], "gpu": "%s", "reason": "r", "citation": "t"}
              """
                  .formatted(gpu));
    }
    String file =
        """
        {"citations": {"t": {"title": "T", "date": "2025", "status": "documented"}},
         "uses": [%s]}
        """
            .formatted(lines);
    return Recommender.recommend(catalog, table(file), need);
  }

  @Test
  void aMissSaysWhatToAskForInstead() {
    assertThat(toFit(Need.of(Use.TRAINING).gpus(9), "p.eight")).isEqualTo("request 8 GPUs");
    assertThat(toFit(Need.of(Use.INFERENCE).gpuMemory("20Gi").budget("0.1USD"), "t.small"))
        .isEqualTo("request GPUs of at most 16Gi, and allow 0.50 USD per hour");
    assertThat(toFit(Need.of(Use.INFERENCE).model("8B", Precision.FP16), "t.small"))
        .isEqualTo("take a model of at most about 14.8Gi in all");
    assertThat(toFit(Need.of(Use.INFERENCE), "a.arm")).isEqualTo("request arm64");
    assertThat(Need.of(Use.TRAINING).gpus(9).on(TARGET).explain().toString())
        .contains("\n  to fit    p.eight: request 8 GPUs\n");
  }

  private static String toFit(Need need, String row) {
    return need.on(TARGET).rejected().stream()
        .filter(rejection -> rejection.name().equals(row))
        .findFirst()
        .flatMap(Rejection::toFit)
        .orElseThrow();
  }

  @Test
  void severalCloudsStandOneAfterAnother() {
    Gpus gpus = Gpus.of(TestCloud.of("nodes", NODES), TestCloud.ofResources("cloud"));
    Recommendations both = Need.of(Use.TRAINING).model("1B", Precision.FP32).on(gpus);

    assertThat(
            both.recommended().stream().map(one -> one.shape().spec().target()).distinct().toList())
        .containsExactly("cloud", "nodes");
    assertThat(both.notes()).extracting(Note::id).containsExactly("model.activations");
  }

  @Test
  void anExplanationShowsReasonPriceAndSource() {
    assertThat(Need.of(Use.INFERENCE).budget("0.6USD").on(TARGET).explain().toString())
        .startsWith(
            """
            for inference on GPUs or shares, for 0.6 USD per hour at most
            t.small · 4 cores · 16Gi  on nodes
              why       a common choice for inference, video processing and the edge
              price     0.50 USD per hour (here, on-demand)
              source    NVIDIA AI Enterprise 8, Turing architecture vGPU types, 2026 (documented)
            """);
  }

  @Test
  void anExplanationShowsWhatIsNotTakenAndWhatToAskForInstead() {
    assertThat(Need.of(Use.TRAINING).gpus(4).on(TARGET).explain())
        .hasToString(
            """
            for training on 4 GPUs or more
            p.eight · 96 cores · 1152Gi  on nodes
              why       an Ampere card for AI and high-performance computing; no row with fewer of it serves, and 4 of the 8 are enough
              source    NVIDIA AI Enterprise 8, vGPU types reference, 2026 (documented)
              to fit    a.amd: request 1 GPU
              not       a.amd: gpus: 4 requested, has 1
              not       z.gone: lifecycle: unavailable; it is never recommended; gpus: 4 requested, has 1
              not       a.arm: arch: amd64 requested, has arm64; gpus: 4 requested, has 1""");
  }

  /** A cheap row is nearest to a budget, and of equally cheap ones the smaller. */
  @Test
  void whereNothingIsWithinABudgetTheCheapestIsTheNearestMiss() {
    Recommendations none = Need.of(Use.INFERENCE).budget("0.1USD").on(TARGET);

    assertThat(none.rejected())
        .extracting(Rejection::name)
        .containsExactly("t.small", "t.large", "a.amd", "t.four", "p.eight", "a.arm", "z.gone");
    assertThat(none)
        .hasToString(
            "nothing for inference on GPUs or shares, for 0.1 USD per hour at most; nearest miss"
                + " t.small: price: 0.50 USD per hour (here, on-demand), and 0.1 USD per hour"
                + " requested");
    assertThat(none.explain().toString())
        .startsWith(
            """
            nothing for inference on GPUs or shares, for 0.1 USD per hour at most
              to fit    t.small: allow 0.50 USD per hour
              not       t.small: price: 0.50 USD per hour""");
  }

  /** Without a budget the row with most GPUs is the nearest miss. */
  @Test
  void whereNothingIsLargeEnoughTheLargestIsTheNearestMiss() {
    assertThat(Need.of(Use.INFERENCE).gpuMemory("1Ti").on(TARGET).rejected())
        .extracting(Rejection::name)
        .startsWith("p.eight", "t.four", "a.amd", "t.large", "t.small");
  }

  @Test
  void anAnswerIsALineForEachShape() {
    Recommendations answer = byTable(Need.of(Use.TRAINING).gpus(4));

    assertThat(answer.toString()).startsWith("t.four · 48 cores · 192Gi  on nodes: four T4\n");
    assertThat(answer.need().gpus()).isEqualTo(4);
    assertThat(answer.recommended().get(0).notes()).isEmpty();
  }

  /** A GPU whose memory nobody knows holds no model that is known to fit. */
  @Test
  void unknownMemoryIsNotEnough() {
    SpecCatalog unknown =
        TestCloud.read(
            TestCloud.text("nodes-2025-03.json")
                .replaceAll("\"memory\" ?: ?\"32Gi\", ?\n? *(?=\"identified)", ""));
    String uses =
        """
        {"citations": {"t": {"title": "T", "date": "2025", "status": "documented"}},
         "uses": [{"for": ["dev"], "gpu": "Mystery-32G", "reason": "r", "citation": "t"}]}
        """;

    assertThat(
            rejected(
                Recommender.recommend(unknown, table(uses), Need.of(Use.DEV).gpuMemory("8Gi"))))
        .contains("m.one: gpuMemory: 8Gi requested, not known here");
    assertThat(
            rejected(
                Recommender.recommend(
                    unknown, table(uses), Need.of(Use.DEV).model("1B", Precision.FP16))))
        .contains("m.one: model: about 2.2Gi needed, not known here");
  }

  @Test
  void jsonHoldsTheContractsKeys() {
    var json =
        Json.parse(
            GpuJson.write(
                Need.of(Use.INFERENCE).model("1B", Precision.INT8).budget("0.6USD").on(TARGET)));

    assertThat(json.fieldNames())
        .toIterable()
        .containsExactly("recommendations", "model", "rejected", "notes");
    assertThat(json.at("/recommendations/0").fieldNames())
        .toIterable()
        .containsExactly("spec", "reason", "citation", "notes");
    assertThat(json.at("/recommendations/0/spec/name").asText()).isEqualTo("t.small");
    assertThat(json.at("/recommendations/0/spec/price/amount").asText()).isEqualTo("0.50");
    assertThat(json.at("/recommendations/0/citation/status").asText()).isEqualTo("documented");
    assertThat(json.at("/model/parameters").asLong()).isEqualTo(1_000_000_000L);
    assertThat(json.at("/model/parts/1/name").asText()).isEqualTo("overhead");
    assertThat(json.path("notes").findValuesAsText("id"))
        .containsExactly("model.kv-cache", "model.quantized");
  }

  @Test
  void aModelAloneIsWrittenToo() {
    assertThat(Json.parse(GpuJson.write(ModelMemory.inference("1B", Precision.FP16).overhead(0))))
        .isEqualTo(
            Json.parse(
                """
                {
                  "parameters": 1000000000, "precision": "fp16", "memory": "1953125Ki",
                  "parts": [
                    {
                      "name": "weights", "memory": "1953125Ki",
                      "formula": "1B parameters x 2 bytes",
                      "citation": {
                        "title": "Hugging Face Transformers, Optimizing LLMs for Speed and Memory",
                        "date": "2023", "status": "third-party",
                        "url": "https://huggingface.co/docs/transformers/main/en/llm_tutorial_optimization"
                      }
                    }
                  ]
                }
                """));
  }

  @Test
  void aNeedSaysWhatWasAsked() {
    Need need =
        Need.of(Use.TRAINING)
            .gpus(4)
            .gpuMemory("20Gi")
            .arch(Arch.ARM64)
            .model("7B", Precision.BF16)
            .budget("5USD")
            .cheapest();

    assertThat(need)
        .hasToString(
            "training on 4 GPUs or more of at least 20Gi, arm64, with about 104.3Gi for 7B"
                + " parameters in bf16, training with adam, for 5 USD per hour at most, cheapest");
    assertThat(need.use()).isEqualTo(Use.TRAINING);
    assertThat(need.gpus()).isEqualTo(4);
    assertThat(need.gpuMemory()).contains(MemorySize.ofGibibytes(20));
    assertThat(need.arch()).isEqualTo(Arch.ARM64);
    assertThat(need.isCheapest()).isTrue();
    assertThat(Need.of(Use.DEV).gpuMemory()).isEmpty();
  }

  @Test
  void badInputNamesTheValueAndTheFix() {
    Need need = Need.of(Use.TRAINING);

    assertError(() -> need.gpus(0), "gpus.out-of-range", "0");
    assertError(() -> need.gpuMemory("-1Gi"), "memory.out-of-range", "-1Gi");
    assertError(() -> need.model("7B", Precision.INT4), "recommend.unsupported");
    assertError(() -> Use.parse("mining"), "value.unknown", "mining");
  }

  @ParameterizedTest
  @CsvSource({"five", "5", "USD", "0USD", "-5USD", "5usd", "5 US", "1e3USD", "''"})
  void aBudgetIsAnAmountAndACurrency(String text) {
    assertError(() -> Need.of(Use.DEV).budget(text), "recommend.malformed", text);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{} | 'citations', 'uses' are missing; add them",
        "{\"citations\": {\"c\": {\"title\": \"t\", \"date\": \"2025\", \"status\": \"documented\"}}} | 'uses' is missing",
        "{\"citations\": {\"c\": {\"title\": \"t\", \"date\": \"2025\", \"status\": \"documented\"}}, \"uses\": [{}]} | /uses/0: 'for', 'gpu', 'reason', 'citation' are missing",
        "{\"citations\": {\"c\": {\"title\": \"t\", \"date\": \"2025\", \"status\": \"documented\"}}, \"uses\": [{\"for\": [\"mining\"], \"gpu\": \"T4\", \"reason\": \"r\", \"citation\": \"c\"}]} | /uses/0/for/0: 'mining' is not known",
        "{\"citations\": {\"c\": {\"title\": \"t\", \"date\": \"2025\", \"status\": \"documented\"}}, \"uses\": [{\"for\": [\"dev\"], \"gpu\": \"T4\", \"reason\": \"r\", \"citation\": \"d\"}]} | /uses/0: citation 'd' is not listed",
        "{\"citations\": {\"c\": {\"title\": \"t\", \"date\": \"2025\", \"status\": \"documented\"}}, \"uses\": [{\"for\": [\"dev\"], \"gpu\": \"T4\", \"reason\": \"r\", \"citation\": \"c\", \"gpus\": 0}]} | /uses/0/gpus",
        "{\"citations\": {\"c\": {\"title\": \"t\", \"date\": \"2025\", \"status\": \"documented\"}}, \"uses\": [{\"for\": [\"dev\"], \"gpu\": \"T4\", \"reason\": \"r\", \"citation\": \"c\", \"count\": 2}]} | 'count'",
        "{\"citations\": {\"c\": {\"title\": \"t\", \"date\": \"2025\", \"status\": \"rumour\"}}, \"uses\": [{\"for\": [\"dev\"], \"gpu\": \"T4\", \"reason\": \"r\", \"citation\": \"c\"}]} | /citations/c/status: 'rumour' is not known",
        "[ | not JSON",
      })
  void aBrokenTableIsNamedWithItsFile(String file, String says) {
    assertThatThrownBy(() -> table(file))
        .isInstanceOf(GpuSpecException.class)
        .hasMessageStartingWith("uses.json")
        .hasMessageContaining(says);
  }
}
