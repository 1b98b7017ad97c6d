package io.gpuspec.service;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.InputFormat;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion.VersionFlag;
import com.networknt.schema.ValidationMessage;
import io.gpuspec.service.Caller.Answer;
import io.gpuspec.value.Citation;
import io.swagger.v3.parser.OpenAPIV3Parser;
import io.swagger.v3.parser.core.models.SwaggerParseResult;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What {@code /openapi.json} says of the endpoints is what they do. */
class OpenApiTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Where the document would be, for what it refers to. */
  private static final String BASE = "http://service.example/";

  /** A method of a path, with what the document says of it. */
  private record Operation(String method, String path, JsonNode said) {
    /** With the examples of its parameters, and its default for the others. */
    String address() {
      String query =
          said.path("parameters")
              .valueStream()
              .filter(each -> each.has("example"))
              .map(each -> each.get("name").asText() + "=" + encoded(each.get("example").asText()))
              .collect(Collectors.joining("&"));
      return query.isEmpty() ? path : path + "?" + query;
    }

    private static String encoded(String text) {
      return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    /** The example of its body, by its media type. */
    Map.Entry<String, JsonNode> body() {
      return said.at("/requestBody/content").properties().iterator().next();
    }

    String example() {
      JsonNode example = body().getValue().get("example");
      return example.isTextual() ? example.asText() : example.toString();
    }
  }

  private static Caller caller;
  private static JsonNode document;

  @BeforeAll
  static void start() throws Exception {
    caller = Caller.start();
    document = caller.get("/openapi.json").json();
  }

  @AfterAll
  static void stop() {
    caller.close();
  }

  private static List<Operation> operations() {
    return document.get("paths").properties().stream()
        .flatMap(
            path ->
                path.getValue().properties().stream()
                    .map(each -> new Operation(each.getKey(), path.getKey(), each.getValue())))
        .toList();
  }

  private static List<String> problems(JsonNode schema, String answer) throws Exception {
    ObjectNode whole = JSON.createObjectNode();
    whole.put("$id", BASE + "openapi.json");
    whole.put("$schema", "https://json-schema.org/draft/2020-12/schema");
    whole.set("components", document.get("components"));
    whole.putArray("allOf").add(schema);
    Map<String, String> published =
        Map.of(
            BASE + "schemas/match.schema.json", caller.get("/schemas/match.schema.json").body(),
            BASE + "schemas/gpu-workload.schema.json",
                caller.get("/schemas/gpu-workload.schema.json").body());
    return JsonSchemaFactory.getInstance(
            VersionFlag.V202012,
            factory -> factory.schemaLoaders(loaders -> loaders.schemas(published)))
        .getSchema(whole)
        .validate(answer, InputFormat.JSON)
        .stream()
        .map(ValidationMessage::getMessage)
        .toList();
  }

  private static JsonNode schema(Operation operation, int status) {
    JsonNode response = operation.said().at("/responses/" + status);
    JsonNode there =
        response.has("$ref") ? document.at(response.get("$ref").asText().substring(1)) : response;
    return there.at("/content/application~1json/schema");
  }

  @Test
  void theDocumentIsValid() throws Exception {
    SwaggerParseResult read =
        new OpenAPIV3Parser().readContents(caller.get("/openapi.json").body(), null, null);

    assertThat(read.getMessages()).isEmpty();
    assertThat(read.getOpenAPI().getSpecVersion()).hasToString("V31");
    assertThat(read.getOpenAPI().getPaths()).hasSize(document.get("paths").size());
  }

  @Test
  void everyRouteOfTheServerIsDescribedAndNoOther() {
    Set<String> described = new TreeSet<>();
    operations().forEach(each -> described.add(each.method().toUpperCase() + " " + each.path()));
    PageResource.FILES.forEach(file -> described.add("GET " + file.path()));

    assertThat(caller.service().routes()).containsExactlyInAnyOrderElementsOf(described);
  }

  @Test
  void everyExampleIsAnsweredAsDescribed() throws Exception {
    for (Operation each : operations()) {
      Answer answer =
          each.method().equals("get")
              ? caller.get(each.address())
              : caller.post(each.address(), each.example(), "Content-Type", each.body().getKey());

      assertThat(answer.status()).as(each.path() + answer.body()).isEqualTo(200);
      assertThat(problems(schema(each, 200), answer.body())).as(each.path()).isEmpty();
    }
  }

  @Test
  void everyExampleOfABodyIsAsItsSchemaSays() throws Exception {
    for (Operation each : operations()) {
      if (each.said().has("requestBody")) {
        JsonNode body = each.body().getValue();
        assertThat(problems(body.get("schema"), body.get("example").toString()))
            .as(each.path())
            .isEmpty();
      }
    }
  }

  @Test
  void aQuestionThatIsWrongIsAnsweredAsDescribed() throws Exception {
    for (Operation each : operations()) {
      if (!each.path().equals("/health")) {
        Answer answer =
            each.method().equals("get")
                ? caller.get(each.path() + "?none=1")
                : caller.post(each.path(), "");

        assertThat(answer.status()).as(each.path() + answer.body()).isEqualTo(400);
        assertThat(problems(schema(each, 400), answer.body())).as(each.path()).isEmpty();
      }
    }
  }

  @Test
  void otherAnswersConformToo() throws Exception {
    String sharedNode = "{\"text\": \"XID 79 and 3 Insufficient nvidia.com/gpu, what else\"}";
    String tooMuch = "{\"gpu\": \"A100-40GB\", \"profiles\": [\"7g.40gb\", \"2g.10gb\"]}";
    for (String[] each :
        new String[][] {
          {"/match", "{\"provider\": \"tke\", \"gpu\": [\"L40\"]}"},
          {"/match", "{\"gpu\": [\"T4\"], \"cpu\": 3, \"rate\": \"USD=7.1\"}"},
          {"/match/file?provider=eks", operation("/match/file").example()},
          {"/migrate?from=tke&to=ack", operation("/migrate").example()},
          {"/diagnose", sharedNode},
          {"/mig/fit", tooMuch},
          {"/mig/plan", tooMuch},
          {"/inspect", "kind: ["},
        }) {
      Answer answer = caller.post(each[0], each[1]);
      JsonNode schema = schema(operation(each[0].replaceFirst("\\?.*", "")), answer.status());

      assertThat(answer.status()).as(each[1] + answer.body()).isEqualTo(200);
      assertThat(problems(schema, answer.body())).as(each[1]).isEmpty();
    }
  }

  private static Operation operation(String path) {
    return operations().stream().filter(each -> each.path().equals(path)).findFirst().orElseThrow();
  }

  @Test
  void theStandingsOfACitationAreThoseOfTheLibrary() {
    assertThat(document.at("/components/schemas/Citation/properties/status/enum").valueStream())
        .extracting(JsonNode::asText)
        .containsExactlyElementsOf(
            Stream.of(Citation.Status.values()).map(Citation.Status::toString).toList());
  }

  @Test
  void theFieldsOfARequestAreThoseThatAreRead() throws Exception {
    Set<String> described = new TreeSet<>();
    document
        .at("/components/schemas/MatchQuestion/properties")
        .fieldNames()
        .forEachRemaining(described::add);

    assertThat(caller.post("/match", "{\"none\": 1}").problems())
        .singleElement()
        .asString()
        .endsWith("(known: %s)".formatted(String.join(", ", described)));
  }
}
