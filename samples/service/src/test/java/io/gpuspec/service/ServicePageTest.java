package io.gpuspec.service;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.gpuspec.Gpus;
import io.gpuspec.manifest.inspect.Findings;
import io.gpuspec.manifest.inspect.Inspector;
import io.gpuspec.rule.Severity;
import io.gpuspec.service.Caller.Answer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What the page on the service shows is what happens. */
class ServicePageTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** A request of curl, and the block below it: its language and what it shows. */
  private static final Pattern REQUEST =
      Pattern.compile(
          "\\$ curl -s '?localhost:8080([^' ]+)'?( -H 'Accept: ([^']+)')? -d '([^']*)'\n```\n+"
              + "```(json|yaml)\n(.*?)```",
          Pattern.DOTALL);

  private static final Path MODULE = Path.of(System.getProperty("basedir", "")).toAbsolutePath();

  private static String page() throws Exception {
    return page("docs/service.md");
  }

  private static String page(String path) throws Exception {
    return Files.readString(MODULE.getParent().getParent().resolve(path));
  }

  /** Its second review is the first one with the fix, as {@code sed} writes it. */
  @Test
  void theReviewsOfTheTutorialAreAnsweredAsShown() throws Exception {
    String page = page("docs/tutorial-admission.md");
    List<String> shown =
        Pattern.compile("```json(?: title=\"[^\"]+\")?\n(.*?)```", Pattern.DOTALL)
            .matcher(page)
            .results()
            .map(block -> block.group(1))
            .toList();
    String review = shown.get(0);

    assertThat(shown).hasSize(3);
    assertThat(page).contains("-d @review.json", "sed s/512m/512Mi/ review.json | curl");
    try (Caller caller = Caller.start()) {
      assertThat(caller.post("/admission", review).json()).isEqualTo(tree(shown.get(1)));
      assertThat(caller.post("/admission", review.replace("512m", "512Mi")).json())
          .isEqualTo(tree(shown.get(2)));
    }
  }

  @Test
  void theSampleOfAWebhookIsCleanAndNamesTheEndpoint() throws Exception {
    Path sample = MODULE.resolve("deploy.yaml");
    Findings findings = Inspector.of(Gpus.load()).read(sample);
    JsonNode webhook =
        ObjectsOf.yaml(Files.readString(sample)).stream()
            .map(ServicePageTest::tree)
            .filter(each -> each.get("kind").asText().equals("ValidatingWebhookConfiguration"))
            .map(each -> each.at("/webhooks/0"))
            .findFirst()
            .orElseThrow();

    assertThat(findings.isClean(Severity.INFO)).as(findings.toString()).isTrue();
    assertThat(page()).contains(webhook.get("name").asText());
    try (Caller caller = Caller.start()) {
      String path = webhook.at("/clientConfig/service/path").asText();
      assertThat(caller.post(path, "").problems()).singleElement().asString().contains("v1");
    }
  }

  private static JsonNode tree(String json) {
    try {
      return JSON.readTree(json);
    } catch (JsonProcessingException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void everyRequestIsAnsweredAsShown() throws Exception {
    List<MatchResult> requests = REQUEST.matcher(page()).results().toList();

    assertThat(requests)
        .hasSize(Pattern.compile("\\$ curl").matcher(page()).results().toList().size());
    try (Caller caller = Caller.start()) {
      for (MatchResult request : requests) {
        String accept = request.group(3) == null ? "application/json" : request.group(3);
        Answer answer = caller.post(request.group(1), request.group(4), "Accept", accept);
        if (request.group(5).equals("yaml")) {
          assertThat(answer.body()).startsWith(request.group(6));
        } else {
          assertShown("", JSON.readTree(request.group(6)), answer.json());
        }
      }
    }
  }

  /** All that is shown is there; there may be more. */
  private static void assertShown(String place, JsonNode shown, JsonNode answer) {
    if (!shown.isContainerNode()) {
      assertThat(answer).as(place).isEqualTo(shown);
    }
    assertThat(answer.getNodeType()).as(place).isEqualTo(shown.getNodeType());
    shown
        .properties()
        .forEach(
            field -> {
              assertThat(answer.has(field.getKey())).as(place + "/" + field.getKey()).isTrue();
              assertShown(
                  place + "/" + field.getKey(), field.getValue(), answer.get(field.getKey()));
            });
    for (int i = 0; i < (shown.isArray() ? shown.size() : 0); i++) {
      assertThat(answer.size()).as(place).isGreaterThan(i);
      assertShown(place + "/" + i, shown.get(i), answer.get(i));
    }
  }
}
