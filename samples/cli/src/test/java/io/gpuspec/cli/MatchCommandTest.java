package io.gpuspec.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MatchCommandTest {
  @TempDir private Path dir;

  private String file(String name, String text) throws IOException {
    return Files.writeString(dir.resolve(name), text).toString();
  }

  private static String shape(JsonNode spec) {
    return "%s x%d %s %s"
        .formatted(
            spec.get("gpu").asText(),
            spec.get("gpus").asInt(),
            spec.get("cpu").asText(),
            spec.get("memory").asText());
  }

  @ParameterizedTest
  @CsvSource({
    // The best-practice document's own examples.
    "--gpu V100 --cpu 6 --memory 32Gi, V100 x1 8 40Gi",
    "--gpu T4 --cpu 10 --memory 50Gi, T4 x1 16 64Gi",
    "--gpu T4 --cpu 8 --memory 32Gi, T4 x1 8 32Gi",
    "--gpu 1/4*T4 --cpu 4 --memory 16Gi, 1/4*T4 x1 4 16Gi",
    "--gpu 1/2*T4 --cpu 8 --memory 32Gi, 1/2*T4 x1 8 32Gi",
    "--gpu V100 --gpus 2 --cpu 18 --memory 80Gi, V100 x2 18 80Gi",
    "--gpu A10*PNV4 --gpus 2 --cpu 100 --memory 400Gi, A10*PNV4 x4 112 466Gi",
    "--gpu T4 --gpus 2 --cpu 40 --memory 160Gi --explicit, T4 x2 40 160Gi",
    "--gpu PNV5b --cpu 48 --memory 192Gi --explicit, L20 x1 48 192Gi",
    "--gpu V100 --cpu 2 --memory 2Gi --explicit, V100 x1 2 2Gi",
    "--gpu T4 --cpu 16 --memory 128Gi --explicit, T4 x1 16 128Gi",
    // The documented points of 2023.
    "--edition 2023-06 --gpu V100 --cpu 6 --memory 32Gi, V100 x1 8 40Gi",
    "--edition 2023-06 --gpu T4 --cpu 10 --memory 50Gi, T4 x1 20 80Gi",
    "--edition 2023-06 --gpu 1/4*T4, 1/4*T4 x1 4 20Gi",
    "--edition 2023-06 --gpu A10*PNV4 --gpus 8, A10*PNV4 x8 224 932Gi",
    // Smallest: GPU memory, then CPU, then memory.
    "--memory 1Gi, T4 x1 2 8Gi",
    "--min-gpu-memory 20Gi, A10*GNV4 x1 2 7Gi",
    "--any-of V100;T4, T4 x1 2 8Gi",
    "--gpu V100;T4, V100 x1 2 10Gi",
  })
  void landsOnTheShapeOfTheRules(String flags, String shape) {
    Run run = Run.line("match --provider tke -o json " + flags.replace(';', ','));

    assertThat(run.status()).isZero();
    assertThat(run.err()).isEmpty();
    assertThat(shape(run.json().get("spec"))).isEqualTo(shape);
  }

  @ParameterizedTest
  @CsvSource({
    "--gpu A10*PNV4 --gpus 2 --cpu 100 --memory 400Gi --exact-gpus, A10*PNV4 x2, cpu",
    "--gpu L40, L40, gpu",
    "--gpu H100, H100, gpu",
    // A fraction never becomes another fraction or a whole card.
    "--gpu 1/4*T4 --cpu 5, 1/4*T4 x1, cpu",
    "--edition 2023-06 --gpu V100 --cpu 2 --memory 2Gi --explicit, V100 x1, cpu",
    "--edition 2023-06 --gpu PNV5b, PNV5b, gpu",
    "--gpu V100 --cpu 2 --memory 2.5Gi --explicit, V100 x1, memory",
    "--gpu T4 --arch arm64, T4 x4, arch",
    "--min-gpu-memory 81Gi, L20 x1, gpuMemory",
    "--gpu V100 --gpus 9, V100 x8, gpus",
  })
  void aNoMatchIs1AndNamesTheCandidateAndTheResource(String flags, String name, String resource) {
    Run run = Run.line("match --provider tke -o json " + flags);

    assertThat(run.status()).isEqualTo(1);
    JsonNode answer = run.json();
    assertThat(answer.get("matched").asBoolean()).isFalse();
    assertThat(answer.get("spec").isNull()).isTrue();
    assertThat(answer.get("rejected"))
        .allSatisfy(rejected -> assertThat(rejected.get("reasons")).isNotEmpty())
        .anySatisfy(
            rejected -> {
              assertThat(rejected.get("name").asText()).isEqualTo(name);
              assertThat(rejected.get("reasons").get(0).asText()).startsWith(resource + ": ");
            });
  }

  @Test
  void aMatchHasTheContractsKeys() {
    JsonNode answer =
        Run.line("match --provider tke --gpu T4,V100 --cpu 6 --memory 32Gi -o json").json();

    assertThat(answer.fieldNames())
        .toIterable()
        .contains("matched", "requested", "spec", "waste", "alternatives", "rejected", "notes");
    assertThat(answer.get("spec").fieldNames())
        .toIterable()
        .contains(
            "provider",
            "edition",
            "name",
            "gpu",
            "gpus",
            "fraction",
            "gpuMemory",
            "arch",
            "cpu",
            "memory",
            "citation");
    assertThat(answer.at("/spec/citation").fieldNames())
        .toIterable()
        .contains("title", "date", "status");
    assertThat(answer.get("waste"))
        .isEqualTo(Run.json("{\"cpu\": \"2\", \"memory\": \"0\", \"gpus\": 0}"));
    // What the cloud falls back to comes first.
    assertThat(shape(answer.at("/alternatives/0"))).isEqualTo("V100 x1 8 40Gi");
    assertThat(answer.get("notes"))
        .anySatisfy(
            note -> {
              assertThat(note.get("id").asText()).isEqualTo("gpu.ambiguous");
              assertThat(note.get("message").asText()).contains("V100-16G", "V100-32G");
            });
  }

  @Test
  void escalationIsSaidAndItsCardsAreWaste() {
    JsonNode answer =
        Run.line("match --provider tke --gpu A10*PNV4 --gpus 2 --cpu 100 --memory 400Gi -o json")
            .json();

    assertThat(answer.get("waste"))
        .isEqualTo(Run.json("{\"cpu\": \"12\", \"memory\": \"66Gi\", \"gpus\": 2}"));
    assertThat(answer.get("notes").findValuesAsText("id")).contains("gpus.escalated");
  }

  @Test
  void withoutProviderThereIsOneAnswerPerProvider() {
    Run run = Run.line("match --gpu T4 -o json");

    assertThat(run.status()).isZero();
    assertThat(run.json().get("providers").findValuesAsText("provider")).contains("eks", "tke");
    assertThat(run.json().at("/providers/0").fieldNames())
        .toIterable()
        .contains("provider", "matched", "requested", "spec", "alternatives", "rejected", "notes");
    // A type that TKE knows and publishes no shape for, and that no other cloud has.
    assertThat(Run.line("match --gpu L40 -o json").status()).isEqualTo(1);
  }

  @Test
  void theTextSaysWhatAndWhy() {
    Run run = Run.line("match --provider tke --gpu V100 --cpu 6 --memory 32Gi");

    assertThat(run.status()).isZero();
    assertThat(run.out()).startsWith("V100 x1 · 8 cores · 40Gi").contains("2026-01");
    assertThat(Run.line("match --provider tke --gpu L40").out()).startsWith("no match on tke");
  }

  private static final String POD =
      """
      apiVersion: v1
      kind: Pod
      metadata:
        name: %s
        annotations:
          eks.tke.cloud.tencent.com/gpu-type: %s
      spec:
        containers:
        - name: c
          image: i
          resources:
            limits: {cpu: 6, memory: 32Gi, nvidia.com/gpu: %s}
      """;

  private static String pod(String name, String gpu, String count) {
    return POD.formatted(name, gpu, count);
  }

  @Test
  void aFileAnswersForEveryWorkload() throws Exception {
    String file = file("all.yaml", pod("a", "V100", "1") + "---\n" + pod("b", "L40", "1"));
    Run run = Run.of("match", "--provider", "tke", "-f", file, "-o", "json");

    assertThat(run.status()).isEqualTo(1);
    JsonNode workloads = run.json().get("workloads");
    assertThat(workloads).hasSize(2);
    assertThat(workloads.get(0).fieldNames())
        .toIterable()
        .contains("kind", "name", "matched", "requested", "spec", "waste", "alternatives");
    assertThat(workloads.get(0).get("kind").asText()).isEqualTo("Pod");
    assertThat(shape(workloads.get(0).get("spec"))).isEqualTo("V100 x1 8 40Gi");
    assertThat(workloads.get(1).get("matched").asBoolean()).isFalse();
    assertThat(workloads.get(1).at("/rejected/0/name").asText()).isEqualTo("L40");
  }

  @Test
  void aFilesStatusIsTheHighestOfItsWorkloads() throws Exception {
    String good = pod("a", "V100", "1");
    String none = pod("b", "L40", "1");
    String bad = pod("c", "V100", "0.5");

    assertThat(Run.of("match", "--provider", "tke", "-f", file("0", good)).status()).isZero();
    assertThat(
            Run.of("match", "--provider", "tke", "-f", file("1", good + "---\n" + none)).status())
        .isEqualTo(1);
    Run worst =
        Run.of(
            "match",
            "--provider",
            "tke",
            "-o",
            "json",
            "-f",
            file("2", good + "---\n" + none + "---\n" + bad));
    assertThat(worst.status()).isEqualTo(2);
    assertThat(worst.json().get("workloads")).hasSize(3);
    assertThat(worst.err().lines())
        .singleElement()
        .asString()
        .contains(":38:", "'0.5' is not a whole number");
  }

  @Test
  void aFileWithoutGpusIsYesWithANote() throws Exception {
    Run run =
        Run.of(
            "match",
            "--provider",
            "tke",
            "-o",
            "json",
            "-f",
            file("svc", "apiVersion: v1\nkind: Service\nmetadata: {name: s}\n"));

    assertThat(run.status()).isZero();
    assertThat(run.json().get("workloads")).isEmpty();
    assertThat(run.json().get("notes").findValuesAsText("id"))
        .contains("object.passed-over", "file.no-gpu");
  }

  @Test
  void aBatchAnswersLineForLine() throws Exception {
    String lines =
        """
        {"id": 7, "gpu": ["V100"], "cpu": "6", "memory": "32Gi"}
        {"id": "x", "anyOf": ["V100", "T4"]}

        {"id": {"a": [1]}, "gpu": ["L40"]}
        {"id": null, "minGpuMemory": "20Gi", "gpus": 2, "cpu": 3}
        {}
        """;
    Run run = Run.of("match", "--provider", "tke", "--batch", file("in.jsonl", lines));
    List<JsonNode> answers = run.out().lines().map(Run::json).toList();

    assertThat(run.status()).isZero();
    assertThat(run.err()).isEmpty();
    assertThat(answers).hasSize(5);
    assertThat(answers.get(0).get("id")).isEqualTo(Run.json("7"));
    assertThat(shape(answers.get(0).get("spec"))).isEqualTo("V100 x1 8 40Gi");
    assertThat(answers.get(1).get("id")).isEqualTo(Run.json("\"x\""));
    assertThat(shape(answers.get(1).get("spec"))).isEqualTo("T4 x1 2 8Gi");
    assertThat(answers.get(2).get("id")).isEqualTo(Run.json("{\"a\": [1]}"));
    assertThat(answers.get(2).get("matched").asBoolean()).isFalse();
    assertThat(answers.get(2).get("reason").asText()).contains("L40");
    assertThat(answers.get(3).get("id").isNull()).isTrue();
    assertThat(shape(answers.get(3).get("spec"))).isEqualTo("A10*PNV4 x2 4 16Gi");
    assertThat(answers.get(4).has("id")).isFalse();
    assertThat(shape(answers.get(4).get("spec"))).isEqualTo("T4 x1 2 8Gi");
  }

  @Test
  void aBadLineOfABatchIsAnErrorAndTheRestGoesOn() throws Exception {
    String lines =
        """
        {"id": 1, "gpu": ["T5"]}
        {"id": 2, "gpu": "T4"}
        {"id": 3, "gpu": []}
        {"id": 4, "cpu": "four"}
        {"id": 5, "gpus": 1.5}
        {"id": 6, "gpu": ["T4"], "anyOf": ["T4"]}
        {"id": 7, "gpuu": ["T4"]}
        {"id": 8, "arch": "sparc"}
        {"id": 9, "gpus": 0}
        not json
        [1]
        {"id": 12, "gpu": ["T4"]}
        """;
    Run run = Run.of("match", "--provider", "tke", "--batch", file("in.jsonl", lines));
    List<JsonNode> answers = run.out().lines().map(Run::json).toList();

    assertThat(run.status()).isEqualTo(2);
    assertThat(answers).hasSize(12);
    for (int i = 0; i < 11; i++) {
      assertThat(answers.get(i).get("error").asText()).isNotBlank();
      assertThat(answers.get(i).has("matched")).isFalse();
      if (i < 9) {
        assertThat(answers.get(i).get("id").asInt()).isEqualTo(i + 1);
      }
    }
    assertThat(answers.get(0).get("error").asText()).contains("'T5'", "did you mean T4");
    assertThat(answers.get(3).get("error").asText()).contains("'four'");
    assertThat(answers.get(6).get("error").asText()).contains("did you mean gpu");
    assertThat(answers.get(11).get("matched").asBoolean()).isTrue();
  }

  @Test
  void wishesHoldForEveryLineOfABatch() throws Exception {
    String line = "{\"gpu\": [\"A10*PNV4\"], \"gpus\": 2, \"cpu\": 100}\n";
    String file = file("in.jsonl", line);

    assertThat(Run.of("match", "--provider", "tke", "--batch", file).out()).contains("x4");
    Run exact = Run.of("match", "--provider", "tke", "--exact-gpus", "--batch", file);
    assertThat(Run.json(exact.out()).get("matched").asBoolean()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"-f", "--batch"})
  void filesAndFlagsDoNotMix(String option) throws Exception {
    String file = file("f", pod("a", "V100", "1"));

    for (String flags : List.of("--gpu T4", "--gpus 2", "--cpu 1", "--memory 1Gi")) {
      Run run = Run.line("match --provider tke " + option + " " + file + " " + flags);
      assertThat(run.status()).isEqualTo(2);
      assertThat(run.out()).isEmpty();
      assertThat(run.err()).contains("do not go with " + option);
    }
  }

  @Test
  void whatIsWishedHoldsForEveryWorkloadOfAFile() throws IOException {
    Path file = Files.createTempFile("pod", ".yaml");
    Files.writeString(
        file,
        """
        apiVersion: v1
        kind: Pod
        metadata:
          name: p
          annotations: {eks.tke.cloud.tencent.com/gpu-type: "A10*PNV4"}
        spec:
          containers:
          - name: c
            resources:
              limits: {cpu: "100", memory: 400Gi, nvidia.com/gpu: 2}
        """);
    String match = "match --provider tke -o json -f " + file;

    assertThat(Run.line(match).json().at("/workloads/0/spec/gpus").asInt()).isEqualTo(4);
    assertThat(Run.line(match + " --exact-gpus").status()).isEqualTo(1);
    Files.delete(file);
  }

  @Test
  void aFileWithoutAProviderIsAskedOfEveryCloud() throws IOException {
    Path file = Files.createTempFile("pod", ".yaml");
    String pod =
        """
        apiVersion: v1
        kind: Pod
        metadata: {name: p}
        spec:
          containers:
          - name: c
            resources:
              limits: {cpu: "2", memory: 8Gi, nvidia.com/gpu: %s}
        """;
    Files.writeString(file, pod.formatted("1"));

    Run text = Run.line("match -f " + file);
    Run json = Run.line("match -o json -f " + file);

    assertThat(text.status()).isZero();
    assertThat(text.out().lines().filter(line -> line.equals("Pod p"))).hasSize(3);
    assertThat(text.out().lines().filter(line -> line.matches("\\S.* on (ack|eks|tke)\\b.*")))
        .hasSize(3);
    assertThat(json.status()).isZero();
    assertThat(json.json().at("/providers"))
        .extracting(provider -> provider.path("provider").asText())
        .containsExactly("ack", "eks", "tke");
    assertThat(json.json().at("/providers/1").toString())
        .isEqualTo(
            Run.line("match --provider eks -o json -f " + file)
                .json()
                .toString()
                .replaceFirst("\\{", "{\"provider\":\"eks\",\"cloud\":\"eks\","));
    Files.writeString(file, pod.formatted("64"));
    assertThat(Run.line("match -f " + file).status()).isEqualTo(1);
    Files.writeString(file, pod.formatted("0.5"));
    Run wrong = Run.line("match -f " + file);
    assertThat(wrong.status()).isEqualTo(2);
    assertThat(wrong.err().lines().filter(line -> line.contains(":8:"))).hasSize(1);
    Files.delete(file);
  }
}
