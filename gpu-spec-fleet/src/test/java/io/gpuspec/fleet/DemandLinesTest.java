package io.gpuspec.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.GpuRequest;
import io.gpuspec.Target;
import io.gpuspec.TestCloud;
import io.gpuspec.value.GpuSpecException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How demands are written as lines and read again. */
class DemandLinesTest {
  private static final Target CLOUD =
      TestCloud.of(
              "cloud",
              TestCloud.read(
                  """
                  {"target": "cloud", "edition": "2024-05", "unit": "node", "citation": "list",
                   "citations": {"list": {"title": "A list", "date": "2024", "status": "documented"}},
                   "gpus": [{"name": "T4", "card": "T4"}],
                   "specs": [{"gpu": "T4", "gpus": 1, "name": "one",
                    "upward": [{"cpu": "4", "memory": "16Gi"}], "policy": "fixed",
                    "citation": "list"}]}
                  """))
          .target();

  private static Demand read(String line) {
    List<Demand> demands =
        DemandLines.read(
            line,
            problem -> {
              throw problem;
            });
    return demands.get(0);
  }

  @Test
  void constraintsAreReadAsTheyWereWritten() {
    Demand demand =
        Demand.of("api", GpuRequest.of("T4").cpu(2).replicas(3))
            .maxPerNode(2)
            .evenlyOverZones()
            .maxPerZone(4)
            .inZone("a")
            .pool(Map.of("team", "a", "stage", "test"));
    Demand same = read(DemandLines.write(demand, CLOUD));

    assertThat(same.maxPerNode()).hasValue(2);
    assertThat(same.maxPerZone()).hasValue(4);
    assertThat(same.isEvenlyOverZones()).isTrue();
    assertThat(same.zone()).contains("a");
    assertThat(same.poolLabels())
        .containsExactly(Map.entry("stage", "test"), Map.entry("team", "a"));
    assertThat(same.pool()).isEqualTo("stage=test,team=a");
    assertThat(read(DemandLines.write(demand.pool("x"), CLOUD)).pool()).isEqualTo("x");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          "pool": ["team-a"]    | line 1: pool: '["team-a"]' is not a string; write "pool": "team-a", or the labels of its nodes, such as {"team": "a"}
          "pool": 1             | line 1: pool: '1' is not a string
          "pool": {"team": [1]} | line 1: pool, label team: '[1]' is not a string; write "pool": {"team": "a"}
          "zone": ["a"]         | line 1: zone: '["a"]' is not a string; write "zone": "us-east-1a"
          "name": 1             | line 1: not JSON: Duplicate field 'name'
          """)
  void whatIsNotAStringIsRefused(String field, String message) {
    List<GpuSpecException> problems = new ArrayList<>();

    DemandLines.read("{\"name\": \"api\", \"gpu\": [\"T4\"], " + field + "}", problems::add);

    assertThat(problems).singleElement().asString().contains(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      nullValues = "-",
      value = {
        "{'name': 'api', 'gpu': ['T4']}                      | true",
        "{'name': 'api', 'gpu': ['T4']}~{'name': 'b'}        | true",
        "~  ~  {'name': 'api'}                               | true",
        "{'name': 'api', 'gpu': [}~{'name': 'b'}             | true",
        "{'name': 'api', 'gpu': [}                           | false",
        "{'kind': 'Pod'}                                     | false",
        "{'apiVersion': 'v1'}                                | false",
        "{~'kind': 'Pod',~'apiVersion': 'v1'}                | false",
        "{'name': 'a', }~{'name': 'b', }~{'apiVersion': 'v1'} | false",
        "kind: Pod                                           | false",
        "['api']                                             | false",
        "-                                                   | false",
      })
  void linesAreToldFromManifests(@Nullable String text, boolean isOne) {
    String lines = text == null ? "" : text.replace('\'', '"').replace('~', '\n');

    assertThat(DemandLines.isOne(lines)).isEqualTo(isOne);
  }

  @Test
  void aFieldThatNoDemandHasIsRefused() {
    List<GpuSpecException> problems = new ArrayList<>();

    DemandLines.read("\n{\"name\": \"api\", \"maxPerNodes\": 2}", problems::add);

    assertThat(problems)
        .singleElement()
        .asString()
        .contains("line 2: ", "'maxPerNodes' is not known; did you mean maxPerNode");
  }
}
