package io.gpuspec.json;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.gpuspec.Devices;
import io.gpuspec.GpuRequest;
import io.gpuspec.Gpus;
import io.gpuspec.Target;
import io.gpuspec.TestCloud;
import io.gpuspec.internal.Json;
import io.gpuspec.value.GpuSpecException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RequestFieldTest {
  private final Target target = Gpus.of(TestCloud.ofResources("cloud")).in("cloud");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'gpus':1,'cpu':'0','memory':'0','arch':'arm64','prefer':'smallest'}",
        "{'minGpuMemory':'8Gi','minTotalGpuMemory':'16Gi','gpuArchitecture':'Turing','minComputeCapability':'7.5','gpus':2,'cpu':'500m','memory':'4Gi','arch':'amd64','prefer':'cheapest','replicas':3,'capacityType':'spot','explicit':true,'exactGpus':true,'includeRetired':true}",
        "{'share':{'memory':'4Gi','compute':25},'gpus':1,'cpu':'1','memory':'1Gi','arch':'amd64','prefer':'smallest','resources':{'hugepages-2Mi':'2Gi','vpc.amazonaws.com/efa':'4'}}",
        "{'mig':'1g.5gb','migConfig':'all-balanced','gpus':1,'cpu':'1','memory':'1Gi','arch':'amd64','prefer':'smallest'}",
        "{'anyOf':['T4','V100'],'gpus':1,'cpu':'1','memory':'1Gi','arch':'amd64','prefer':'smallest'}",
      })
  void whatAnAnswerRepeatsIsTheSameQuestionAgain(String text) {
    JsonNode question = question(text);

    assertThat(
            Json.parse(GpuJson.write(target.match(RequestField.request(question))))
                .path("requested"))
        .isEqualTo(question);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "{'prefer': 'fastest'} | json.unknown",
        "{'prefer': 1} | json.malformed",
        "{'explicit': 'yes'} | json.malformed",
        "{'share': '4Gi'} | json.malformed",
        "{'share': {}} | json.malformed",
        "{'share': {'memory': '4Gi', 'core': 5}} | json.unknown",
        "{'share': {'memory': true}} | json.malformed",
        "{'mig': 1} | json.malformed",
        "{'mig': '1g.5gb', 'migConfig': 'all-1g.5gb'} | mig.unknown",
        "{'migConfig': 'all-balanced'} | gpus.conflict",
        "{'gpu': 'T4'} | json.malformed",
        "{'gpu': [4]} | json.malformed",
        "{'cpu': true} | json.malformed",
        "{'replicas': 1.5} | json.malformed",
        "{'replicas': 99999999999} | json.out-of-range",
        "{'resources': ['vpc.amazonaws.com/efa']} | json.malformed",
        "{'resources': {'cpu': 4}} | resource.malformed",
      })
  void aValueThatIsNotOneIsRefused(String text, String id) {
    assertThatThrownBy(() -> RequestField.request(question(text)))
        .isInstanceOfSatisfying(GpuSpecException.class, e -> assertThat(e.id()).isEqualTo(id));
  }

  private static JsonNode question(String text) {
    return Json.parse(text.replace('\'', '"'));
  }

  @Test
  void everyFieldHasANameAFormAndASentence() {
    assertThat(RequestField.all())
        .extracting(RequestField::toString)
        .contains("gpu (texts)", "minGpuMemory (amount)", "gpus (whole)", "share (object)");
    assertThat(RequestField.all())
        .allSatisfy(
            field -> {
              assertThat(field.help("--gpu")).isNotBlank().doesNotContain("%s");
              assertThat(field)
                  .hasToString(
                      "%s (%s)"
                          .formatted(
                              field.name(),
                              field.field().form().toString().toLowerCase(Locale.ROOT)));
            });
    assertThat(RequestField.all())
        .filteredOn(RequestField::isPreference)
        .extracting(RequestField::name)
        .contains("prefer", "exactGpus", "includeRetired")
        .doesNotContain("gpu", "cpu", "memory");
  }

  @Test
  void everyProblemIsReportedAndWhatIsValidIsTaken() {
    List<String> problems = new ArrayList<>();
    GpuRequest request =
        RequestField.request(
            GpuRequest.of(Devices.any()),
            Map.of(
                "gpu", List.of("T4"), "minGpuMemory", "8Gi", "cpu", "4", "memory", "x", "cpus", 1),
            problem -> problems.add(problem.id()));

    assertThat(request.cpu()).hasToString("4");
    assertThat(problems)
        .containsExactlyInAnyOrder("json.unknown", "json.conflict", "quantity.malformed");
  }

  @Test
  void gpuAndAnyOfAreNotGivenTogether() {
    assertError(
        () -> RequestField.request(question("{'gpu': ['T4'], 'anyOf': ['V100']}")),
        "json.conflict");
  }
}
