package io.gpuspec.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import io.gpuspec.internal.Json;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The files of known problems and of symptoms. */
class DiagnosisDataTest {
  private static final JsonNode PROBLEMS = Json.resource(Diagnosis.class, "problems.schema.json");
  private static final JsonSchemaFactory FACTORY =
      JsonSchemaFactory.getInstance(
          SpecVersion.VersionFlag.V202012,
          builder ->
              builder.schemaLoaders(
                  loaders ->
                      loaders.schemas(Map.of(PROBLEMS.path("$id").asText(), PROBLEMS.toString()))));
  private static final JsonSchema SCHEMA = FACTORY.getSchema(PROBLEMS);
  private static final Pattern CAPTURE = Pattern.compile("\\{([a-z]++)(?::[a-z]++)?+\\}");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "xid.json",
        "scheduling.json",
        "node.json",
        "programs.json",
        "autoscaling.json",
        "sharing.json"
      })
  void aFileOfProblemsConformsToTheSchemaAndUsesEachOfItsCitations(String name) {
    JsonNode file = Json.resource(Diagnosis.class, name);
    Set<String> cited = new TreeSet<>();
    file.path("problems").forEach(each -> cited.add(each.path("citation").asText()));
    Set<String> known = new TreeSet<>();
    file.path("citations").fieldNames().forEachRemaining(known::add);

    assertThat(SCHEMA.validate(file)).isEmpty();
    assertThat(cited).isEqualTo(known);
  }

  @Test
  void theSymptomsConformToTheirSchema() {
    assertThat(
            FACTORY
                .getSchema(Json.resource(Symptom.class, "symptoms.schema.json"))
                .validate(Json.resource(Symptom.class, "symptoms.json")))
        .isEmpty();
  }

  static Stream<Arguments> broken() {
    return Stream.of(
        Arguments.of("seen", change(problem -> problem.put("seen", "page"))),
        Arguments.of("targets", change(problem -> problem.putArray("targets").add("gke"))),
        Arguments.of("severity", change(problem -> problem.put("severity", "bad"))),
        Arguments.of("messages", change(problem -> problem.putArray("messages"))),
        Arguments.of("versions", change(problem -> problem.put("versions", ""))),
        Arguments.of("fields", change(problem -> problem.putArray("fields").add("status.x"))),
        Arguments.of("fixes", change(problem -> problem.put("fixes", "more"))),
        Arguments.of("cause", change(problem -> problem.remove("cause"))));
  }

  private static Consumer<ObjectNode> change(Consumer<ObjectNode> change) {
    return change;
  }

  @ParameterizedTest
  @MethodSource("broken")
  void theSchemaRefusesWhatIsNotAProblem(String field, Consumer<ObjectNode> change) {
    JsonNode file = Json.resource(Diagnosis.class, "node.json").deepCopy();
    change.accept((ObjectNode) file.path("problems").get(0));

    assertThat(SCHEMA.validate(file))
        .isNotEmpty()
        .allMatch(each -> each.toString().contains(field));
  }

  static Stream<KnownProblem> problems() {
    return KnownProblem.all().stream();
  }

  @ParameterizedTest
  @MethodSource("problems")
  void everyMessageCapturesWhatItsCauseAndFixName(KnownProblem problem) {
    Set<String> used = captures(problem.cause() + problem.fix());

    assertThat(problem.messages()).allMatch(message -> captures(message).containsAll(used));
  }

  private static Set<String> captures(String text) {
    return CAPTURE.matcher(text).results().map(DiagnosisDataTest::name).collect(Collectors.toSet());
  }

  private static String name(MatchResult match) {
    return match.group(1);
  }

  @Test
  void everyXidOfNvidiasCatalogIsKnownAndNoOther() {
    List<Integer> codes =
        problems()
            .map(KnownProblem::id)
            .filter(id -> id.startsWith("xid-"))
            .map(id -> Integer.valueOf(id.substring(4)))
            .toList();

    // What the catalog does not call unused.
    assertThat(codes).hasSize(111).contains(8, 13, 48, 79, 126, 135, 154, 172).isSorted();
  }

  @Test
  void aProblemSaysWhereItIsSeenOnWhichTargetsAndOfWhichVersions() {
    assertThat(KnownProblem.of("eci-no-stock").targets()).containsExactly("ack");
    assertThat(KnownProblem.of("xid-126").versions()).contains("Blackwell and later");
    assertThat(KnownProblem.of("gpu-insufficient").targets()).isEmpty();
    assertThat(KnownProblem.of("gpu-insufficient").versions()).isEmpty();
    assertThat(KnownProblem.of("admission-failed").seen()).isEqualTo("condition");
    assertThat(Diagnosis.of("Create ECI failed because the specified instance is out of stock"))
        .asString()
        .contains("   on      ack\n");
    assertThat(Diagnosis.of("NVRM: Xid (PCI:0000:03:00): 126, pid=1"))
        .asString()
        .contains("   of      Blackwell and later\n");
  }
}
