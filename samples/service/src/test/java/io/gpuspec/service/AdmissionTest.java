package io.gpuspec.service;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gpuspec.Gpus;
import io.gpuspec.Target;
import io.gpuspec.manifest.inspect.InspectSettings;
import io.gpuspec.manifest.inspect.Inspector;
import io.gpuspec.service.Caller.Answer;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The endpoint {@code POST /admission}, as the API server calls it. */
class AdmissionTest {
  private static final JsonMapper JSON = new JsonMapper();
  private static final Inspector INSPECTOR = Inspector.of(Gpus.load());

  private static final String POD =
      """
      {"apiVersion": "v1", "kind": "Pod",
       "metadata": {"name": "llm", "namespace": "team", "uid": "1", "annotations": {}},
       "spec": {"containers": [{"name": "main", "image": "registry.example/llm:v1",
         "env": [{"name": "LOG", "value": "info"}],
         "resources": {"limits": {"memory": "8Gi", "nvidia.com/gpu": "1"},
                       "requests": {"memory": "8Gi", "nvidia.com/gpu": "1"}}}],
         "tolerations": [
           {"key": "node.kubernetes.io/not-ready", "operator": "Exists", "effect": "NoExecute",
            "tolerationSeconds": 300}]},
       "status": {"phase": "Pending"}}
      """;

  private static final String BAD = POD.replace("\"memory\": \"8Gi\"", "\"memory\": \"512m\"");

  private static final String EVERY_CARD =
      POD.replace(
          "\"name\": \"LOG\", \"value\": \"info\"",
          "\"name\": \"NVIDIA_VISIBLE_DEVICES\", \"value\": \"all\"");

  private static Caller caller;

  @BeforeAll
  static void start(@TempDir Path folder) throws Exception {
    TestKeys keys = TestKeys.create(folder, "EC");
    caller = Caller.start(keys, Tls.pem(keys.certificate(), keys.key()));
  }

  @AfterAll
  static void stop() {
    caller.close();
  }

  private static ObjectNode review(String uid, String operation, String object) throws Exception {
    ObjectNode review =
        JSON.createObjectNode()
            .put("apiVersion", "admission.k8s.io/v1")
            .put("kind", "AdmissionReview");
    ObjectNode request =
        review
            .putObject("request")
            .put("uid", uid)
            .put("operation", operation)
            .put("dryRun", false);
    request.set("object", JSON.readTree(object));
    return review;
  }

  private static JsonNode response(ObjectNode review) throws Exception {
    Answer answer = caller.post("/admission?timeout=5s", review.toString());
    assertThat(answer.status()).as(answer.body()).isEqualTo(200);
    assertThat(answer.type()).isEqualTo("application/json");
    assertThat(answer.json().get("apiVersion").asText()).isEqualTo("admission.k8s.io/v1");
    assertThat(answer.json().get("kind").asText()).isEqualTo("AdmissionReview");
    JsonNode response = answer.json().get("response");
    assertThat(response.get("uid")).isEqualTo(review.at("/request/uid"));
    return response;
  }

  @Test
  void anErrorDenies() throws Exception {
    JsonNode response = response(review("u1", "CREATE", BAD));

    assertThat(response.get("allowed").asBoolean()).isFalse();
    assertThat(response.at("/status/code").asInt()).isEqualTo(422);
    assertThat(response.at("/status/message").asText())
        .startsWith("memory-in-thousandths (spec.containers[0].resources.")
        .contains("memory: '512m' are thousandths of a byte. Fix: Write Mi for mebibytes.")
        .contains("See docs/rules/memory-in-thousandths.md");
  }

  @Test
  void aWarningWarns() throws Exception {
    JsonNode response = response(review("u2", "CREATE", EVERY_CARD));

    assertThat(response.get("allowed").asBoolean()).isTrue();
    assertThat(response.has("status")).isFalse();
    assertThat(response.get("warnings"))
        .singleElement()
        .extracting(JsonNode::asText)
        .asString()
        .startsWith("env-every-card (spec.containers[0].env[0].value): ")
        .endsWith(" See docs/rules/env-every-card.md");
  }

  @Test
  void whatIsRightIsAllowedAndNothingIsSaid() throws Exception {
    assertThat(response(review("u3", "CREATE", POD)).toString())
        .isEqualTo("{\"uid\":\"u3\",\"allowed\":true}");
  }

  @Test
  void whatTheApiServerHasReadIsNotDoubted() throws Exception {
    String newer =
        POD.replace("\"tolerations\":", "\"tolerationss\": [], \"newer\": 1, \"tolerations\":");

    assertThat(response(review("u16", "CREATE", newer)).toString())
        .isEqualTo("{\"uid\":\"u16\",\"allowed\":true}");
  }

  /** What is JSON and no YAML must not be a way around the rules. */
  @ParameterizedTest
  @ValueSource(
      strings = {"\\u0080", "\\u007f", "\\ud83d\\ude00", "\\ufeff", "\\u2028", "\\t", "\u007f"})
  void noCharacterHidesAnError(String character) throws Exception {
    ObjectNode review = review("u17", "CREATE", BAD);
    ((ObjectNode) review.at("/request/object/metadata/annotations"))
        .set("note", JSON.readTree("\"a" + character + "b\""));

    assertThat(response(review).get("allowed").asBoolean()).isFalse();
  }

  @Test
  void whatCannotBeReadIsAllowedAndSaidToBeUnjudged() throws Exception {
    ObjectNode review = review("u18", "CREATE", BAD);
    ObjectNode deep = (ObjectNode) review.at("/request/object/metadata/annotations");
    for (int i = 0; i < 400; i++) {
      deep = deep.putObject("a");
    }

    JsonNode response = response(review);

    assertThat(response.get("allowed").asBoolean()).isTrue();
    assertThat(response.at("/warnings/0").asText()).startsWith("yaml-malformed: ");
  }

  @Test
  void aWarningIsOneLineOfAtMost256Characters() throws Exception {
    String name = "a\\n" + "\\ud83d\\ude00".repeat(300);
    String mounted =
        "\"volumeMounts\": [{\"name\": \"%s\", \"mountPath\": \"/a\"}], ".formatted(name);
    ObjectNode review =
        review("u19", "CREATE", POD.replace("\"resources\":", mounted + "\"resources\":"));
    ownedByController(review);

    assertThat(response(review).get("warnings"))
        .isNotEmpty()
        .allSatisfy(
            each ->
                assertThat(each.asText())
                    .hasSizeLessThanOrEqualTo(256)
                    .doesNotContainPattern("\\p{Cc}|\\p{Cs}")
                    .contains("See docs/rules/"));
  }

  @Test
  void aTrialIsAnsweredAsTheRealThing() throws Exception {
    ObjectNode review = review("u4", "CREATE", BAD);
    ((ObjectNode) review.get("request")).put("dryRun", true);

    assertThat(response(review).get("allowed").asBoolean()).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'apiVersion': 'example.com/v1', 'kind': 'Thing', 'metadata': {'name': 'a'}}",
        "{'apiVersion': 'v1', 'kind': 'Secret', 'metadata': {'name': 'a'}, 'data': {'a': 'YQ=='}}",
        "{'apiVersion': 'autoscaling/v1', 'kind': 'Scale', 'spec': {'replicas': 2}}",
      })
  void objectsOfOtherKindsAreAllowed(String object) throws Exception {
    assertThat(response(review("u5", "CREATE", object.replace('\'', '"'))).toString())
        .isEqualTo("{\"uid\":\"u5\",\"allowed\":true}");
  }

  @Test
  void whatIsDeletedIsNotHeldUp() throws Exception {
    ObjectNode delete = review("u6", "DELETE", "null");
    ((ObjectNode) delete.get("request")).set("oldObject", JSON.readTree(BAD));
    ObjectNode finalizer = review("u7", "UPDATE", BAD);
    ((ObjectNode) finalizer.at("/request/object/metadata"))
        .put("deletionTimestamp", "2026-11-24T00:00:00Z");
    ObjectNode exec = review("u8", "CONNECT", BAD);
    ObjectNode part = review("u9", "UPDATE", BAD);
    ((ObjectNode) part.get("request")).put("subResource", "status");

    for (ObjectNode review : List.of(delete, finalizer, exec, part)) {
      assertThat(response(review).get("allowed").asBoolean()).isTrue();
    }
  }

  @Test
  void anErrorThatWasThereBeforeWarns() throws Exception {
    ObjectNode same = review("u10", "UPDATE", BAD.replace("info", "debug"));
    ((ObjectNode) same.get("request")).set("oldObject", JSON.readTree(BAD));
    ObjectNode other = review("u11", "UPDATE", BAD);
    ((ObjectNode) other.get("request")).set("oldObject", JSON.readTree(POD));

    assertThat(response(same).get("allowed").asBoolean()).isTrue();
    assertThat(response(same).at("/warnings/0").asText()).startsWith("memory-in-thousandths");
    assertThat(response(other).get("allowed").asBoolean()).isFalse();
  }

  private static void ownedByController(ObjectNode review) {
    ((ObjectNode) review.at("/request/object/metadata"))
        .putArray("ownerReferences")
        .addObject()
        .put("kind", "ReplicaSet")
        .put("name", "llm")
        .put("controller", true);
  }

  @Test
  void whatAControllerWritesIsNotDenied() throws Exception {
    ObjectNode review = review("u12", "CREATE", BAD);
    ownedByController(review);

    assertThat(response(review).get("allowed").asBoolean()).isTrue();
    assertThat(response(review).at("/warnings/0").asText()).startsWith("memory-in-thousandths");
  }

  @Test
  void whatIsTurnedOffIsNotTold() throws Exception {
    ObjectNode review = review("u13", "CREATE", EVERY_CARD);
    ((ObjectNode) review.at("/request/object/metadata/annotations"))
        .put("ignore-check.gpuspec.io/env-every-card", "one pod a node");

    assertThat(response(review).toString()).isEqualTo("{\"uid\":\"u13\",\"allowed\":true}");
  }

  @Test
  void manyAndLongWarningsAreCutAndSaidToBe() throws Exception {
    StringBuilder env = new StringBuilder();
    for (int i = 0; i < 100; i++) {
      env.append(
          ",{\"name\": \"main%d\", \"image\": \"r/x:v1\", \"env\": [{\"name\": \"NVIDIA_VISIBLE_DEVICES\", \"value\": \"all\"}], \"resources\": {\"limits\": {\"nvidia.com/gpu\": \"1\"}}}"
              .formatted(i));
    }
    String object = POD.replace("}}}],", "}}}" + env + "],");

    JsonNode warnings = response(review("u14", "CREATE", object)).get("warnings");

    assertThat(warnings)
        .allSatisfy(each -> assertThat(each.asText()).hasSizeLessThanOrEqualTo(256));
    assertThat(warnings.valueStream().mapToInt(each -> each.asText().length()).sum())
        .isLessThanOrEqualTo(4096);
    assertThat(warnings.get(warnings.size() - 1).asText())
        .matches("\\d+ more warnings; inspect the manifest");
  }

  @Test
  void manyErrorsAreCountedAndNotAllListed() throws Exception {
    StringBuilder boxes = new StringBuilder();
    for (int i = 0; i < 20; i++) {
      boxes.append(
          ",{\"name\": \"m%d\", \"image\": \"r/x:v1\", \"resources\": {\"limits\": {\"memory\": \"512m\"}}}"
              .formatted(i));
    }
    String object = POD.replace("}}}],", "}}}" + boxes + "],");

    String message = response(review("u15", "CREATE", object)).at("/status/message").asText();

    assertThat(message).endsWith("and 10 more errors; inspect the manifest");
    assertThat(message.lines()).hasSize(11);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "not json | body: is not JSON",
        "'' | apiVersion: '' is not answered; send admission.k8s.io/v1",
        "[] | apiVersion: '' is not answered",
        "{\"apiVersion\": \"admission.k8s.io/v1beta1\", \"kind\": \"AdmissionReview\", \"request\": {\"uid\": \"1\"}} | apiVersion: 'admission.k8s.io/v1beta1' is not answered; send admission.k8s.io/v1",
        "{\"apiVersion\": \"admission.k8s.io/v1\", \"kind\": \"Pod\"} | kind: 'Pod' is not answered; send AdmissionReview",
        "{\"apiVersion\": \"admission.k8s.io/v1\", \"kind\": \"AdmissionReview\"} | request.uid: is missing",
        "{\"apiVersion\": \"admission.k8s.io/v1\", \"kind\": \"AdmissionReview\", \"request\": {}} | request.uid: is missing",
      })
  void whatIsNoReviewIsRefused(String body, String told) throws Exception {
    Answer answer = caller.post("/admission", body);

    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.problems()).singleElement().asString().startsWith(told);
  }

  @Test
  void settingsSayWhatIsAnError() throws Exception {
    Gpus gpus = Gpus.load();
    Inspector inspector =
        Inspector.of(gpus)
            .with(
                InspectSettings.parse(
                    "settings",
                    "severity: {env-every-card: error}\nexclude: [memory-in-thousandths]"));
    GpuService strict =
        GpuService.start(new Listening(gpus, inspector, "127.0.0.1", 0, Optional.empty()));
    try (Caller other = new Caller(strict, HttpClient.newHttpClient(), "http")) {
      String denied = other.post("/admission", review("a", "CREATE", EVERY_CARD).toString()).body();
      String allowed = other.post("/admission", review("a", "CREATE", BAD).toString()).body();

      assertThat(JSON.readTree(denied).at("/response/allowed").asBoolean()).isFalse();
      assertThat(JSON.readTree(allowed).at("/response/allowed").asBoolean()).isTrue();
    }
  }

  static List<String> rules() {
    return INSPECTOR.rules().stream().map(rule -> rule.id()).toList();
  }

  /** A review has no other objects: those of a right manifest must be right one by one. */
  @ParameterizedTest
  @MethodSource("rules")
  void anObjectOfARightManifestIsRightAlone(String rule) throws Exception {
    String good = INSPECTOR.rule(rule).good();

    for (String object : ObjectsOf.yaml(good)) {
      JsonNode response = response(review(rule, "CREATE", object));

      assertThat(response.get("allowed").asBoolean()).as(response.toPrettyString()).isTrue();
      assertThat(response.findValuesAsText("warnings")).as(response.toPrettyString()).isEmpty();
    }
  }

  /** Targets without nodes that a DaemonSet runs on. */
  private static final Set<String> VIRTUAL = Set.of("tke", "ack/eci");

  static Stream<Arguments> built() {
    List<String> kinds = List.of("Pod", "Deployment", "StatefulSet", "DaemonSet", "Job", "CronJob");
    return Gpus.load().targets().stream()
        .map(Target::id)
        // Nodes that nobody describes, and nodes without whole cards.
        .filter(id -> !Set.of("own", "ack/cgpu").contains(id))
        .flatMap(
            target ->
                kinds.stream()
                    .filter(kind -> !kind.equals("DaemonSet") || !VIRTUAL.contains(target))
                    .map(kind -> Arguments.of(target, kind)));
  }

  @ParameterizedTest
  @MethodSource("built")
  void whatWeBuildIsAllowedWithoutAWarning(String target, String kind) throws Exception {
    String schedule = kind.equals("CronJob") ? "\"schedule\": \"0 3 * * *\"," : "";
    Answer built =
        caller.post(
            "/build?provider=" + target,
            """
            {"apiVersion": "gpuspec.io/v1", "kind": "GpuWorkload", "metadata": {"name": "llm"},
             "spec": {"kind": "%s", %s "gpu": {"names": ["T4"]},
                      "container": {"image": "registry.example/llm:v1",
                                    "requests": {"cpu": 3, "memory": "10Gi"}}}}
            """
                .formatted(kind, schedule));

    assertThat(built.status()).as(built.body()).isEqualTo(200);
    for (JsonNode object : built.json().get("items")) {
      assertThat(response(review("b", "CREATE", object.toString())).toString())
          .isEqualTo("{\"uid\":\"b\",\"allowed\":true}");
    }
  }

  @Tag("slow")
  @Test
  void aThousandReviewsFiftyAtOnceAreEachAnswered() throws Exception {
    List<String> objects = List.of(BAD, POD, EVERY_CARD);
    List<CompletableFuture<Answer>> answers = new ArrayList<>();
    // With all at once, a slow machine sends some bodies later than the service waits for them.
    Semaphore free = new Semaphore(50);
    for (int i = 0; i < 1000; i++) {
      String body = review("r" + i, "CREATE", objects.get(i % 3)).toString();
      free.acquire();
      answers.add(
          caller
              .postLater("/admission?timeout=30s", body)
              .whenComplete((answer, failure) -> free.release()));
    }

    for (int i : IntStream.range(0, 1000).toArray()) {
      JsonNode response = answers.get(i).get().json().get("response");
      assertThat(response.get("uid").asText()).isEqualTo("r" + i);
      assertThat(response.get("allowed").asBoolean()).isEqualTo(i % 3 != 0);
      assertThat(response.has("warnings")).isEqualTo(i % 3 == 2);
    }
  }
}
