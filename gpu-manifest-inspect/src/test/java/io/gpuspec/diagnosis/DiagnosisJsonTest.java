package io.gpuspec.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.gpuspec.JsonShape;
import io.gpuspec.internal.Json;
import io.gpuspec.json.GpuJson;
import io.gpuspec.value.Note;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is written of diagnoses, known problems and symptoms: scripts rely on the keys. */
class DiagnosisJsonTest {
  @Test
  void aDiagnosisHasItsCausesWithTheLinesThatSayThem() {
    JsonNode node =
        Json.parse(
            GpuJson.write(Diagnosis.of("0/3 nodes are available: 3 Insufficient nvidia.com/gpu.")));
    JsonNode unknown =
        Json.parse(
            GpuJson.write(
                Diagnosis.of(
                    "0/3 nodes are available: 1 node(s) had a bad day, 2 Insufficient nvidia.com/gpu.")));

    assertThat(JsonShape.of(node))
        .startsWith(
            "{causes[{id, title, severity, symptom, cause, evidence[{line, text}], times, captured{nodes, resource}, commands[.], program, seen, fix, citation{title, date, status")
        .endsWith("}], unknown[], notes[]}");
    assertThat(node.at("/causes/0/id").asText()).isEqualTo("gpu-insufficient");
    assertThat(node.at("/causes/0/evidence/0/line").asInt()).isEqualTo(1);
    assertThat(node.at("/causes/0/times").asInt()).isEqualTo(1);
    assertThat(unknown.at("/unknown/0/line").asInt()).isEqualTo(1);
    assertThat(unknown.at("/unknown/0/text").asText()).contains("1 node(s) had a bad day");
  }

  @Test
  void aCauseHasThePlacesOfTheManifestThatItIsAbout() {
    Cause.Place place = new Cause.Place("pod.yaml", 9, 29, "spec.volumes", "no such volume");
    Diagnosis placed =
        Diagnosis.of("0/3 nodes are available: 3 Insufficient nvidia.com/gpu.")
            .traced(
                cause ->
                    new Cause(
                        cause.problem(),
                        cause.captured(),
                        cause.evidence(),
                        cause.times(),
                        List.of(place)),
                List.of(Note.of("diagnosis.fits", "node a takes the pod")));
    JsonNode node = Json.parse(GpuJson.write(placed));

    assertThat(node.at("/causes/0/where"))
        .isEqualTo(
            Json.parse(
                """
                [
                  {
                    "file": "pod.yaml", "line": 9, "column": 29, "path": "spec.volumes",
                    "message": "no such volume"
                  }
                ]
                """));
    assertThat(node.at("/notes/0/id").asText()).isEqualTo("diagnosis.fits");
  }

  static List<KnownProblem> problems() {
    return KnownProblem.all();
  }

  @ParameterizedTest
  @MethodSource("problems")
  void aKnownProblemHasTheKeysOfWhatIsKnownOfIt(KnownProblem problem) {
    JsonNode node = Json.parse(GpuJson.write(problem));

    assertThat(node.path("id").asText()).isEqualTo(problem.id());
    assertThat(node.path("program").asText()).isEqualTo(problem.program());
    assertThat(node.path("seen").asText()).isEqualTo(problem.seen());
    assertThat(node.has("targets")).isEqualTo(!problem.targets().isEmpty());
    assertThat(node.path("targets")).hasSameSizeAs(problem.targets());
    assertThat(node.path("versions").asText("")).isEqualTo(problem.versions().orElse(""));
    assertThat(node.path("messages")).hasSameSizeAs(problem.messages());
    assertThat(node.path("commands")).hasSameSizeAs(problem.checks());
    assertThat(node.at("/citation/title").asText()).isEqualTo(problem.citation().title());
  }

  @Test
  void aSymptomHasItsStepsInTheirOrder() {
    Symptom symptom = Symptom.all().get(0);
    JsonNode node = Json.parse(GpuJson.write(symptom));

    assertThat(JsonShape.of(node))
        .startsWith(
            "{id, title, steps[{question, command, answers[{seen, means}]}], citation{title, date, status");
    assertThat(node.path("steps")).hasSameSizeAs(symptom.steps());
    assertThat(node.at("/steps/0/answers")).hasSameSizeAs(symptom.steps().get(0).answers());
  }
}
