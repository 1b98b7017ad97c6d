package io.gpuspec.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gpuspec.GpuRequest;
import io.gpuspec.Gpus;
import io.gpuspec.json.GpuJson;
import io.gpuspec.mig.MigGpu;
import io.gpuspec.service.Caller.Answer;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The service as a program that calls it sees it. */
class GpuServiceTest {
  private static final String JSON = "application/json";
  private static final String POD =
      """
      {"apiVersion": "gpuspec.io/v1", "kind": "GpuWorkload", "metadata": {"name": "llm"},
       "spec": {"kind": "Pod", "gpu": {"names": ["T4"]},
                "container": {"image": "r/llm:v1", "requests": {"cpu": %s}}}}
      """;

  private static Caller caller;

  @BeforeAll
  static void start() {
    caller = Caller.start();
  }

  @AfterAll
  static void stop() {
    caller.close();
  }

  @Test
  void healthNamesTheTargets() throws Exception {
    Answer health = caller.get("/health");

    assertThat(health.status()).isEqualTo(200);
    assertThat(health.type()).isEqualTo(JSON);
    assertThat(health.json().get("status").asText()).isEqualTo("up");
    assertThat(health.json().get("targets").toString())
        .isEqualTo(
            "[\"ack\",\"ack/cgpu\",\"ack/eci\",\"eks\",\"eks/nodegroup\",\"own\",\"tke\",\"tke/gpu\",\"tke/qgpu\"]");
  }

  @Test
  void aMatchIsWhatTheLibraryWrites() throws Exception {
    Answer answer =
        caller.post(
            "/match",
            "{\"provider\": \"tke\", \"gpu\": [\"V100\"], \"cpu\": \"6\", \"memory\": \"32Gi\"}");

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.type()).isEqualTo(JSON);
    assertThat(answer.body())
        .isEqualTo(
            GpuJson.write(
                Gpus.load().in("tke").match(GpuRequest.of("V100").cpu(6).memory("32Gi"))));
    assertThat(answer.json().at("/spec/cpu").asText()).isEqualTo("8");
    assertThat(answer.json().at("/spec/memory").asText()).isEqualTo("40Gi");
  }

  @Test
  void aNoIsAnAnswer() throws Exception {
    Answer answer =
        caller.post("/match", "{\"provider\": \"tke\", \"gpu\": [\"T4\"], \"cpu\": 500}");

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.json().get("matched").asBoolean()).isFalse();
    assertThat(answer.json().at("/rejected/0/reasons/0").asText())
        .isEqualTo("cpu: 500 requested, has 80, short 420");
  }

  @Test
  void withoutAProviderEveryCloudAnswers() throws Exception {
    Answer all = caller.post("/match", "{\"minGpuMemory\": \"24Gi\", \"cpu\": \"3\"}");
    Answer ranked =
        caller.post(
            "/match",
            "{\"gpu\": [\"T4\"], \"cpu\": \"3\", \"prefer\": \"cheapest\", \"rate\": \"USD=7.1\"}");

    assertThat(all.json().at("/providers").findValuesAsText("provider"))
        .containsSubsequence("ack", "eks", "tke");
    assertThat(ranked.json().at("/providers/0/rank").asInt()).isEqualTo(1);
    assertThat(ranked.json().at("/providers/0/comparablePrice/currency").asText()).isEqualTo("CNY");
  }

  @Test
  void everyFieldIsHeard() throws Exception {
    Answer answer =
        caller.post(
            "/match",
            """
            {"provider": "eks", "edition": "2026-08", "options": {"daemonset-memory": "512Mi"},
             "anyOf": ["T4", "A10G"], "gpus": 2, "minTotalGpuMemory": "32Gi",
             "gpuArchitecture": "Turing", "minComputeCapability": "7.5", "cpu": 3.5,
             "memory": "8Gi", "arch": "amd64", "prefer": "cheapest", "replicas": 2,
             "capacityType": "spot", "explicit": true, "exactGpus": true, "includeRetired": true}
            """);

    assertThat(answer.status()).as(answer.body()).isEqualTo(200);
    assertThat(answer.json().get("requested").toString())
        .isEqualTo(
            "{\"anyOf\":[\"T4\",\"A10G\"],\"minTotalGpuMemory\":\"32Gi\","
                + "\"gpuArchitecture\":\"Turing\",\"minComputeCapability\":\"7.5\",\"gpus\":2,"
                + "\"cpu\":\"3500m\",\"memory\":\"8Gi\",\"arch\":\"amd64\",\"prefer\":\"cheapest\","
                + "\"replicas\":2,\"capacityType\":\"spot\",\"explicit\":true,\"exactGpus\":true,"
                + "\"includeRetired\":true}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ack | {\"minGpuMemory\": \"24Gi\", \"cpu\": 3, \"prefer\": \"cheapest\"}",
        "tke/qgpu | {\"gpu\": [\"T4\"], \"share\": {\"memory\": \"4Gi\", \"compute\": 25}}",
      })
  void whatWasRequestedCanBeAskedAgain(String provider, String question) throws Exception {
    ObjectNode first = (ObjectNode) new ObjectMapper().readTree(question);
    Answer answer = caller.post("/match", first.put("provider", provider).toString());
    ObjectNode again = (ObjectNode) answer.json().get("requested");

    assertThat(answer.json().get("matched").asBoolean()).isTrue();
    assertThat(caller.post("/match", again.put("provider", provider).toString())).isEqualTo(answer);
  }

  @Test
  void manifestsAreBuiltAsJsonOrAsYaml() throws Exception {
    Answer json = caller.post("/build?provider=tke", POD.formatted("3"));
    Answer yaml =
        caller.post("/build?provider=tke", POD.formatted("3"), "Accept", "application/yaml");

    assertThat(json.status()).as(json.body()).isEqualTo(200);
    assertThat(json.json().findValue("eks.tke.cloud.tencent.com/gpu-type").asText())
        .isEqualTo("T4");
    assertThat(yaml.type()).startsWith("application/yaml");
    assertThat(yaml.body())
        .startsWith("apiVersion: v1\nkind: Pod\n")
        .contains("eks.tke.cloud.tencent.com/gpu-type: \"T4\"");
  }

  @Test
  void whatNothingMatchesIsNotBuilt() throws Exception {
    Answer answer = caller.post("/build?provider=tke", POD.formatted("500"));

    assertThat(answer.status()).isEqualTo(422);
    assertThat(answer.problems().get(0)).contains("T4 x4: cpu: 500 requested, has 80, short 420");
  }

  @Test
  void everyProblemOfAnIntentIsTold() throws Exception {
    Answer answer =
        caller.post("/build?provider=tke", POD.formatted("\"3x\"").replace("names", "name"));

    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.problems()).hasSize(2);
    assertThat(answer.problems().get(0))
        .startsWith("body:2:")
        .contains("field 'name' is not known; did you mean names?");
    assertThat(answer.problems().get(1)).startsWith("body:3:").contains("'3x' is not a quantity");
  }

  @Test
  void anIntentWithoutAPlaceNeedsAProvider() throws Exception {
    Answer answer = caller.post("/build", POD.formatted("3"));

    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.problems().get(0)).contains("add it, or ?provider=tke to the address");
  }

  @Test
  void migAnswersAsTheLibraryDoes() throws Exception {
    MigGpu a30 = MigGpu.of("A30");

    assertThat(caller.get("/mig/profiles?gpu=A30").body()).isEqualTo(GpuJson.write(a30));
    assertThat(caller.get("/mig/layouts?gpu=A30&profiles=1g.6gb,2g.12gb").body())
        .isEqualTo(GpuJson.write(a30.layouts("1g.6gb", "2g.12gb")));
    Answer fit =
        caller.post(
            "/mig/fit",
            "{\"gpu\": \"A30\", \"gpus\": 2, \"profiles\": [\"4g.24gb\", \"2g.12gb\"]}");
    assertThat(fit.json().get("fits").asBoolean()).isTrue();
    assertThat(fit.json().get("gpusUsed").asInt()).isEqualTo(2);
    Answer tooMuch =
        caller.post("/mig/fit", "{\"gpu\": \"A30\", \"profiles\": [\"4g.24gb\", \"2g.12gb\"]}");
    assertThat(tooMuch.status()).isEqualTo(200);
    assertThat(tooMuch.json().get("fits").asBoolean()).isFalse();
    Answer plan =
        caller.post(
            "/mig/plan",
            "{\"gpu\": \"A30\", \"current\": [\"1g.6gb@0\"], \"inUse\": [0], \"profiles\": [\"1g.6gb\", \"2g.12gb\"]}");
    assertThat(plan.json().get("kept").asInt()).isEqualTo(1);
    assertThat(plan.json().at("/steps/0/action").asText()).isEqualTo("create");
    assertThat(plan.json().at("/steps/0/profile").asText()).isEqualTo("2g.12gb");
    assertThat(plan.json().at("/steps/0/start").asInt()).isEqualTo(2);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/match | {\"gpuu\": [\"T4\"]} | field 'gpuu' is not known; did you mean gpu or gpus?",
        "/match | {\"gpu\": [\"T5\"], \"provider\": \"tke\"} | GPU 'T5' is not known; did you mean T4?",
        "/match | {\"provider\": \"tkee\"} | did you mean tke?",
        "/match | {\"provider\": \"tke\", \"edition\": \"1999\"} | '1999'",
        "/match | {\"provider\": \"tke\", \"options\": {\"spott\": \"true\"}} | did you mean spot?",
        "/match | {\"provider\": \"tke\", \"rate\": \"USD=7\"} | 'USD=7' compares clouds",
        "/match | {\"edition\": \"2023-06\"} | goes with provider",
        "/match | {\"cpu\": \"4x\"} | cpu: '4x' is not a quantity",
        "/match | {\"gpus\": \"2\"} | gpus: '\"2\"' is not a whole number; write it like 2",
        "/match | {\"gpus\": 2.5} | gpus: '2.5' is not a whole number",
        "/match | {\"gpus\": 99999999999} | gpus: '99999999999' is not a whole number up to 2147483647; write it like 2",
        "/match | {\"gpus\": 0} | '0'",
        "/match | {\"gpu\": \"T4\"} | gpu: '\"T4\"' is not a list",
        "/match | {\"gpu\": [null]} | gpu: 'null' is not a string; name a GPU",
        "/match | {\"gpu\": [\"T4\"], \"anyOf\": [\"T4\"]} | mutually exclusive",
        "/match | {\"share\": {\"compute\": 25}} | share: '{\"compute\":25}' is not complete; add its memory",
        "/match | {\"cpu\": []} | cpu: '[]' is not a quantity",
        "/match | {\"exactGpus\": \"true\"} | exactGpus: '\"true\"' is not true or false",
        "/match | {\"prefer\": \"best\"} | prefer 'best' is not known (known: smallest, cheapest)",
        "/match | {\"gpus\": 1, \"gpus\": 2} | body: 'gpus' is a duplicate field (line 1, column 19); give it once",
        "/match | {} {} | body: is not an object; write one in braces, and nothing behind it",
        "/match | [] | body: is not an object",
        "/match | null | body: 'null' is not an object",
        "/match | '' | body: is not an object",
        "/match | {\"a | body: cannot be read (it ends too early, line 1, column 4)",
        "/match | {\"provider\": \"tke\" | body: cannot be read (it ends too early, line 1,",
        "/match | {\"gpu\": [\"T4\" | body: cannot be read (it ends too early, line 1,",
        "/build | '' | body:1:1: is empty; give at least one document",
        "/match?provider=tke | {} | parameter 'provider' is not read here; write it into the body",
        "/mig/fit?gpu=A30 | {} | parameter 'gpu' is not read here; write it into the body",
        "/mig/plan?gpu=A30 | {} | parameter 'gpu' is not read here; write it into the body",
        "/build?providr=tke | {} | parameter 'providr' is not known; did you mean provider?",
        "/build?provider=a&provider=b | {} | provider: 'a', 'b' are given; give one",
        "/mig/fit | {\"gpu\": \"A30\"} | profiles: is missing; add it, such as [\"2g.10gb\"]",
        "/mig/fit | {\"profiles\": [\"1g.6gb\"]} | gpu: is missing; add it, such as \"A100-40GB\"",
        "/mig/fit | {\"gpu\": \"T4\", \"profiles\": [\"1g.6gb\"]} | 'T4'",
        "/mig/fit | {\"gpu\": \"A30\", \"gpus\": 2000000000, \"profiles\": []} | '2000000000'",
        "/mig/plan | {\"gpu\": \"A30\", \"inUse\": [null], \"profiles\": []} | body.inUse[0]: is not a value",
      })
  void aBadQuestionIsToldWithWhatIsAllowed(String path, String body, String told) throws Exception {
    Answer answer = caller.post(path, body);

    assertThat(answer.status()).as(answer.body()).isEqualTo(400);
    assertThat(answer.type()).isEqualTo(JSON);
    assertThat(String.join("\n", answer.problems()))
        .contains(told)
        .doesNotContain("java.", "io.gpuspec");
  }

  /** Jackson takes what begins with zeros for UTF-32, and gives up without a place. */
  @Test
  void aBodyThatIsNoTextIsToldByEveryEndpoint() throws Exception {
    List<String> posts =
        caller.service().routes().stream()
            .filter(route -> route.startsWith("POST "))
            .map(route -> route.substring("POST ".length()))
            .toList();

    assertThat(posts).contains("/match", "/admission");
    for (String path : posts) {
      Answer answer = caller.post(path, "\0\0\0\0\0\0\0\u00f9{}");
      // What cannot be read is a finding of the inspector.
      assertThat(answer.status()).as(path).isEqualTo(path.equals("/inspect") ? 200 : 400);
      assertThat(answer.json()).as(path).isNotEmpty();
    }
  }

  @Test
  void aQueryIsReadStrictlyToo() throws Exception {
    assertThat(caller.get("/mig/profiles").problems())
        .containsExactly("gpu: is missing; add it, such as ?gpu=A100-40GB");
    assertThat(caller.get("/mig/profiles?gpu=A30&x=1").status()).isEqualTo(400);
  }

  @Test
  void aBodyHasAnEnd() throws Exception {
    String longest = " ".repeat(Questions.LONGEST - 2) + "{}";

    assertThat(caller.post("/match", longest).status()).isEqualTo(200);
    for (Answer answer :
        List.of(
            caller.post("/match", " " + longest),
            caller.postInChunks("/match", " " + longest),
            caller.postInChunks("/build", " " + longest))) {
      assertThat(answer.status()).isEqualTo(413);
      assertThat(answer.problems())
          .containsExactly("body: is longer than 256 KiB; send less at once");
    }
  }

  @Test
  void whatIsNotThereIsSaid() throws Exception {
    assertThat(caller.get("/nope").status()).isEqualTo(404);
  }

  @Test
  void whatAPathTakesIsSaid() throws Exception {
    Answer answer = caller.get("/match");

    assertThat(answer.status()).isEqualTo(405);
    assertThat(answer.allow()).isEqualTo("POST");
    assertThat(answer.problems()).containsExactly("GET /match: is not answered; use POST");
  }

  @Test
  void aBodyThatCannotBeReadIsRefusedForWhatItIs() throws Exception {
    Answer form = caller.post("/match", "{}", "Content-Type", "multipart/form-data; boundary=x");
    Answer packed = caller.post("/build", "{}", "Content-Encoding", "gzip");

    assertThat(form.status()).isEqualTo(415);
    assertThat(form.problems())
        .containsExactly(
            "Content-Type: 'multipart/form-data; boundary=x' is not read; send application/json");
    assertThat(packed.status()).isEqualTo(415);
    assertThat(packed.problems())
        .containsExactly("Content-Encoding: 'gzip' is not read; send the body as it is");
    assertThat(
            caller.post("/match", "{}", "Content-Type", "Application/JSON; charset=utf-8").status())
        .isEqualTo(200);
  }

  @ParameterizedTest
  @CsvSource({
    "/match, nope",
    "/match, a b",
    "/match/file?provider=eks, nope",
    "/inspect, nope",
    "/build, nope",
    "/nodes, nope"
  })
  void aCharsetThatIsNotKnownIsTheCallersMistake(String path, String charset) throws Exception {
    Answer answer = caller.post(path, "{}", "Content-Type", "application/json; charset=" + charset);

    assertThat(answer.status()).isBetween(200, 499);
    assertThat(answer.type()).isEqualTo(JSON);
  }

  @Test
  void aCharsetIsNamedWithTheFix() throws Exception {
    Answer answer = caller.post("/match", "{}", "Content-Type", "application/json; charset=nope");

    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.problems())
        .containsExactly(
            "Content-Type: 'application/json; charset=nope' has a charset that is not known; send UTF-8");
  }

  @Test
  void aNumberBeyondADoubleIsNamed() throws Exception {
    assertThat(caller.post("/match", "{\"cpu\": 1e999999999}").problems())
        .singleElement()
        .asString()
        .contains("'1E+999999999'")
        .doesNotContain("Infinity");
    assertThat(caller.post("/match", "{\"cpu\": 1.50, \"gpu\": [\"T4\"]}").status()).isEqualTo(200);
  }

  @Test
  void everyProblemOfAQuestionIsTold() throws Exception {
    assertThat(
            caller
                .post(
                    "/match",
                    "{\"provider\": \"tkee\", \"gpu\": [\"T5\"], \"cpu\": \"4x\", \"replicas\": 0}")
                .problems())
        .hasSize(4)
        .anyMatch(problem -> problem.contains("did you mean tke?"))
        .anyMatch(problem -> problem.startsWith("cpu: '4x' is not a quantity"))
        .anyMatch(problem -> problem.startsWith("replicas: '0'"))
        .anyMatch(problem -> problem.startsWith("GPU 'T5' is not known; did you mean T4?"));
    assertThat(caller.post("/match", "{\"gpuu\": [\"T4\"], \"memry\": \"4Gi\"}").problems())
        .hasSize(2)
        .anyMatch(problem -> problem.startsWith("field 'gpuu' is not known"))
        .anyMatch(
            problem -> problem.startsWith("field 'memry' is not known; did you mean memory?"));
  }

  @Test
  void everyIntentThatNothingMatchesIsTold() throws Exception {
    String both = POD.formatted("500") + "---\n" + POD.formatted("600").replace("llm\"", "big\"");

    Answer answer = caller.post("/build?provider=tke", both);

    assertThat(answer.status()).isEqualTo(422);
    assertThat(answer.problems()).hasSize(2);
    assertThat(answer.problems().get(0)).startsWith("GpuWorkload llm: no match on tke");
    assertThat(answer.problems().get(1))
        .startsWith("GpuWorkload big: no match on tke")
        .contains("cpu: 600 requested, has 80, short 520");
  }

  @Test
  void aProviderOfTheAddressThatNobodyKnowsIsToldOnce() throws Exception {
    String both = POD.formatted("3") + "---\n" + POD.formatted("4");

    assertThat(caller.post("/build?provider=tkee", both).problems())
        .singleElement()
        .asString()
        .startsWith("provider 'tkee' is not known; did you mean tke?");
  }

  @Test
  void callersAtTheSameTimeGetTheirOwnAnswers() throws Exception {
    List<String> questions =
        Stream.of("tke", "eks", "ack", "eks/nodegroup")
            .flatMap(
                provider ->
                    Stream.of("T4", "V100", "A100-40G")
                        .map(
                            gpu ->
                                "{\"provider\": \"%s\", \"gpu\": [\"%s\"]}"
                                    .formatted(provider, gpu)))
            .toList();
    List<Answer> alone = new ArrayList<>();
    for (String question : questions) {
      alone.add(caller.post("/match", question));
    }
    ExecutorService callers = Executors.newFixedThreadPool(8);
    try {
      List<Callable<Answer>> calls = new ArrayList<>();
      for (int round = 0; round < 10; round++) {
        questions.forEach(question -> calls.add(() -> caller.post("/match", question)));
      }

      List<Future<Answer>> answers = callers.invokeAll(calls);

      for (int i = 0; i < answers.size(); i++) {
        assertThat(answers.get(i).get()).isEqualTo(alone.get(i % alone.size()));
      }
      assertThat(Set.copyOf(alone)).hasSameSizeAs(questions);
    } finally {
      callers.shutdown();
    }
  }

  @Test
  void aPortThatIsTakenIsSaid() {
    int taken = caller.service().port();

    assertThatThrownBy(() -> GpuService.start(Gpus.load(), "127.0.0.1", taken))
        .isInstanceOf(ServiceException.class)
        .hasMessageContaining("127.0.0.1:" + taken);
  }
}
