package io.gpuspec.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.gpuspec.Devices;
import io.gpuspec.GpuRequest;
import io.gpuspec.Gpus;
import io.gpuspec.Match;
import io.gpuspec.Matches;
import io.gpuspec.SpecCatalog;
import io.gpuspec.Target;
import io.gpuspec.TestCloud;
import io.gpuspec.internal.Json;
import io.gpuspec.value.Arch;
import io.gpuspec.value.InvalidValueException;
import io.gpuspec.value.MemorySize;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class GpuJsonTest {
  private final Gpus gpus = Gpus.of(TestCloud.ofResources("cloud"), TestCloud.ofResources("sky"));
  private final Target cloud = gpus.in("cloud");

  private static JsonNode read(String json) {
    return Json.parse(json);
  }

  private static List<String> keys(JsonNode object) {
    List<String> keys = new ArrayList<>();
    object.fieldNames().forEachRemaining(keys::add);
    return keys;
  }

  @Test
  void aShortAnswerHasTheFirstAlternativesAndEachSourceOnce() {
    Match match = cloud.match(GpuRequest.of("V100").cpu(6).memory("32Gi"));

    JsonNode brief = read(GpuJson.brief(GpuJson.write(match), 1));

    assertThat(brief.path("spec").path("name").asText()).isEqualTo("V100 x1");
    assertThat(brief.path("spec").path("citation")).isEqualTo(read("0"));
    assertThat(brief.path("alternatives")).hasSize(1);
    assertThat(brief.path("alternatives").path(0).path("citation")).isEqualTo(read("0"));
    assertThat(brief.path("rejected")).hasSize(1);
    assertThat(brief.path("omitted").path("rejected").asInt() + 1)
        .isEqualTo(match.rejected().size());
    assertThat(brief.path("citations").path(0))
        .isEqualTo(
            read(
                """
                {"title": "Cloud, list of shapes", "date": "2024-05", "status": "documented"}
                """));
  }

  @Test
  void whatIsCutIsCountedAndEachSourceHasANumber() {
    Match match = cloud.match(GpuRequest.of(Devices.any()).cpu(9));
    String full = GpuJson.write(match);

    JsonNode brief = read(GpuJson.brief(full, 1));

    assertThat(match.alternatives()).hasSizeGreaterThan(2);
    assertThat(match.rejected()).hasSizeGreaterThan(2);
    assertThat(brief.path("alternatives")).hasSize(1);
    assertThat(brief.at("/alternatives/0/name")).isEqualTo(read(full).at("/alternatives/0/name"));
    assertThat(brief.path("rejected")).hasSize(1);
    assertThat(brief.path("omitted"))
        .isEqualTo(
            read(
                "{\"alternatives\": %s, \"rejected\": %s}"
                    .formatted(match.alternatives().size() - 1, match.rejected().size() - 1)));
    assertThat(read(GpuJson.brief(full, 0)).path("alternatives")).isEmpty();
    assertThat(read(GpuJson.brief(full, match.alternatives().size())).path("alternatives"))
        .hasSameSizeAs(match.alternatives());
  }

  @Test
  void anAnswerOfSeveralCloudsIsShortenedInEach() {
    String full = GpuJson.write(gpus.match(GpuRequest.of(Devices.any()).cpu(9)));

    JsonNode brief = read(GpuJson.brief(full, 1));

    assertThat(read(full).at("/providers/1/rejected").size()).isGreaterThan(1);
    assertThat(brief.at("/providers/0/rejected")).hasSize(1);
    assertThat(brief.at("/providers/1/rejected")).hasSize(1);
    assertThat(brief.at("/providers/1/omitted/rejected").asInt()).isPositive();
    assertThat(brief.at("/providers/1/spec/citation").isInt()).isTrue();
  }

  @Test
  void whatIsNoAnswerIsNotShortened() {
    assertThatThrownBy(() -> GpuJson.brief("[]", 1))
        .isInstanceOfSatisfying(
            InvalidValueException.class, e -> assertThat(e.id()).isEqualTo("json.malformed"));
    assertThatThrownBy(() -> GpuJson.brief("{}", -1))
        .isInstanceOfSatisfying(
            InvalidValueException.class, e -> assertThat(e.id()).isEqualTo("json.out-of-range"));
  }

  @Test
  void aMatchIsWrittenInFull() {
    Match match = cloud.match(GpuRequest.of("V100").cpu(6).memory("32Gi"));

    assertThat(read(GpuJson.write(match)))
        .isEqualTo(
            read(
                """
                {
                  "matched": true,
                  "requested": {
                    "gpu": ["V100"], "gpus": 1, "cpu": "6", "memory": "32Gi", "arch": "amd64",
                    "prefer": "smallest"
                  },
                  "spec": {
                    "provider": "cloud", "edition": "2024-05", "name": "V100 x1", "gpu": "V100",
                    "gpus": 1, "fraction": "1", "gpuMemory": "32Gi", "arch": "amd64",
                    "cpu": "8", "memory": "40Gi",
                    "citation": {
                      "title": "Cloud, list of shapes", "date": "2024-05", "status": "documented"
                    }
                  },
                  "waste": {"cpu": "2", "memory": "8Gi", "gpus": 0},
                  "largestRequests": {"cpu": "8", "memory": "40Gi"},
                  "alternatives": [
                    {
                      "provider": "cloud", "edition": "2024-05", "name": "V100 x8", "gpu": "V100",
                      "gpus": 8, "fraction": "1", "gpuMemory": "32Gi", "arch": "amd64",
                      "cpu": "72", "memory": "320Gi",
                      "citation": {
                        "title": "Cloud, list of shapes", "date": "2024-05", "status": "documented"
                      }
                    }
                  ],
                  "rejected": [
                    {
                      "name": "old.v100",
                      "reasons": [
                        "lifecycle: retired; left out unless retired rows are included",
                        "cpu: 6 requested, has 4, short 2",
                        "memory: 32Gi requested, has 20Gi, short 12Gi"
                      ],
                      "toFit":
                        "include retired rows, and request at most 4 cores, and request at most 20Gi of memory"
                    }
                  ],
                  "notes": [
                    {
                      "id": "gpu.ambiguous",
                      "message": "V100 can mean V100-16G or V100-32G; in cloud 2024-05 it is V100-32G"
                    }
                  ]
                }
                """));
  }

  @Test
  void theKeysOfAMatchStandInOneOrder() {
    JsonNode found = read(GpuJson.write(cloud.match(GpuRequest.of("T4").cpu(9))));

    assertThat(keys(found))
        .containsExactly(
            "matched",
            "requested",
            "spec",
            "waste",
            "largestRequests",
            "alternatives",
            "rejected",
            "notes");
    assertThat(keys(found.path("spec")))
        .containsExactly(
            "provider",
            "edition",
            "name",
            "gpu",
            "gpus",
            "fraction",
            "gpuMemory",
            "gpuMemoryReported",
            "cuda",
            "driver",
            "arch",
            "cpu",
            "memory",
            "citation");
    assertThat(found.path("spec").path("gpuMemoryReported").asText()).isEqualTo("15109Mi");
    assertThat(keys(found.path("notes").get(0))).containsExactly("id", "message", "citation");
    assertThat(found.path("notes").get(0).path("citation").path("status").asText())
        .isEqualTo("third-party");
  }

  @Test
  void aNoMatchHasNoSpecAndNoWaste() {
    JsonNode none = read(GpuJson.write(cloud.match(GpuRequest.of("L40"))));

    assertThat(keys(none))
        .containsExactly(
            "matched", "requested", "spec", "waste", "alternatives", "rejected", "notes");
    assertThat(none.path("matched").asBoolean(true)).isFalse();
    assertThat(none.path("spec").isNull()).isTrue();
    assertThat(none.path("waste").isNull()).isTrue();
    assertThat(none.path("rejected").get(0).path("name").asText()).isEqualTo("L40");
  }

  @Test
  void aRequestIsWrittenAsItWasAsked() {
    GpuRequest all =
        GpuRequest.of(Devices.anyOf("T4", "V100").count(2).memoryAtLeast(MemorySize.parse("20Gi")))
            .cpu("500m")
            .memory("1Gi")
            .arch(Arch.ARM64)
            .explicit()
            .exactGpus()
            .cheapest()
            .includeRetired();

    assertThat(requested(all))
        .isEqualTo(
            read(
                """
                {"anyOf": ["T4", "V100"], "minGpuMemory": "20Gi", "gpus": 2, "cpu": "500m",
                 "memory": "1Gi", "arch": "arm64", "prefer": "cheapest", "explicit": true,
                 "exactGpus": true, "includeRetired": true}
                """));
    assertThat(requested(GpuRequest.of(Devices.any())))
        .isEqualTo(
            read(
                """
                {"gpus": 1, "cpu": "0", "memory": "0", "arch": "amd64", "prefer": "smallest"}
                """));
  }

  private JsonNode requested(GpuRequest request) {
    return read(GpuJson.write(cloud.match(request))).path("requested");
  }

  @Test
  void aRowWithSeveralSizesHasAListOfCoresAndARangeOfMemory() {
    JsonNode row = read(GpuJson.write(cloud.catalog().gpu("T4").gpus(1))).path("specs").get(0);

    assertThat(row)
        .isEqualTo(
            read(
                """
                {"provider": "cloud", "edition": "2024-05", "name": "T4 x1", "gpu": "T4",
                 "gpus": 1, "fraction": "1", "gpuMemory": "16Gi", "gpuMemoryReported": "15109Mi",
                 "cuda": "11.4", "driver": "470", "arch": "amd64", "cpu": ["2", "4", "8"],
                 "memory": {"min": "2Gi", "max": "40Gi"},
                 "upward": [{"cpu": "2", "memory": "8Gi"}, {"cpu": "4", "memory": "16896Mi"},
                            {"cpu": "8", "memory": "32Gi"}],
                 "typical": {"cpu": "8", "memory": "32Gi"},
                 "citation": {"title": "Cloud, list of shapes", "date": "2024-05",
                              "status": "documented"}}
                """));
  }

  @Test
  void aRowWithOneSizeHasOneCpuAndOneMemory() {
    JsonNode rows = read(GpuJson.write(cloud.catalog().gpus(2)));

    assertThat(keys(rows)).containsExactly("specs", "notes");
    assertThat(rows.path("specs")).hasSize(1);
    assertThat(rows.path("specs").get(0).path("cpu").asText()).isEqualTo("40");
    assertThat(rows.path("specs").get(0).path("memory").asText()).isEqualTo("160Gi");
    assertThat(rows.path("specs").get(0).has("upward")).isFalse();
  }

  @Test
  void aShareHasItsFractionAndItsShareOfTheMemory() {
    JsonNode row = read(GpuJson.write(cloud.catalog().fraction("1/4"))).at("/specs/0");

    assertThat(row.path("gpu").asText()).isEqualTo("1/4*T4");
    assertThat(row.path("fraction").asText()).isEqualTo("1/4");
    assertThat(row.path("gpuMemory").asText()).isEqualTo("4Gi");
    assertThat(row.path("cpu").get(0).asText()).isEqualTo("500m");
  }

  @Test
  void aPriceKeepsItsDigits() {
    SpecCatalog catalog =
        TestCloud.read(
            """
            {"target": "cloud", "edition": "2024-05", "citation": "list",
             "citations": {"list": {"title": "A list", "date": "2024", "status": "documented"}},
             "gpus": [{"name": "T4", "card": "T4"}],
             "specs": [{"gpu": "T4", "gpus": 1, "memory": {"min": "2Gi", "max": "32Gi"},
               "upward": [{"cpu": "2", "memory": "8Gi"}], "policy": "proportional",
               "citation": "list",
               "prices": [{"amount": "1.50", "currency": "USD", "per": "hour", "region": "here",
                 "capacityType": "on-demand", "citation": "list"}]}]}
            """);

    assertThat(read(GpuJson.write(catalog)).at("/specs/0/price"))
        .isEqualTo(
            read(
                """
                {"amount": "1.50", "currency": "USD", "per": "hour", "region": "here",
                 "capacityType": "on-demand",
                 "citation": {"title": "A list", "date": "2024", "status": "documented"}}
                """));
  }

  @Test
  void whatIsUnknownIsAbsentAndARetiredRowSaysSo() {
    JsonNode unknown = read(GpuJson.write(cloud.catalog().gpu("K9"))).at("/specs/0");
    JsonNode retired =
        read(GpuJson.write(cloud.match(GpuRequest.of("V100").includeRetired()))).path("spec");

    assertThat(keys(unknown)).doesNotContain("gpuMemory", "gpuMemoryReported", "cuda", "lifecycle");
    assertThat(retired.path("lifecycle").asText()).isEqualTo("retired");
  }

  @Test
  void noRowsAreAnEmptyList() {
    assertThat(read(GpuJson.write(SpecCatalog.together(List.of()))))
        .isEqualTo(read("{\"specs\": [], \"notes\": []}"));
  }

  @Test
  void severalCloudsStandUnderTheirIdsInOrder() {
    Matches matches = gpus.match(GpuRequest.of("V100"));
    JsonNode answers = read(GpuJson.write(matches));

    assertThat(keys(answers)).containsExactly("providers");
    assertThat(answers.path("providers")).hasSize(2);
    assertThat(keys(answers.at("/providers/0")))
        .containsExactly(
            "provider",
            "cloud",
            "matched",
            "requested",
            "spec",
            "waste",
            "alternatives",
            "rejected",
            "notes");
    assertThat(answers.at("/providers/0/provider").asText()).isEqualTo("cloud");
    assertThat(answers.at("/providers/1/provider").asText()).isEqualTo("sky");
  }

  @Test
  void theSameResultGivesTheSameBytesOnEveryPlatform() {
    GpuRequest request = GpuRequest.of("T4", "V100").cpu(6).memory("32Gi");
    String first = GpuJson.write(cloud.match(request));
    String again =
        GpuJson.write(
            Gpus.of(TestCloud.ofResources("sky"), TestCloud.ofResources("cloud"))
                .in("cloud")
                .match(request));

    assertThat(again).isEqualTo(first).doesNotContain("\r").startsWith("{\n  \"matched\"");
  }
}
