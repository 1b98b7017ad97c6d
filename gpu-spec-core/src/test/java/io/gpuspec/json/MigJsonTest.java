package io.gpuspec.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.gpuspec.internal.Json;
import io.gpuspec.mig.MigChange;
import io.gpuspec.mig.MigGpu;
import org.junit.jupiter.api.Test;

class MigJsonTest {
  private static final MigGpu A100 = MigGpu.of("A100-40GB");

  private static JsonNode read(String json) {
    return Json.parse(json);
  }

  @Test
  void aProfileIsWrittenInFull() {
    assertThat(read(GpuJson.write(A100)).at("/profiles/1"))
        .isEqualTo(
            read(
                """
                {
                  "name": "1g.5gb+me", "id": 20, "memory": "4864Mi", "nominalMemory": "5Gi",
                  "computeSlices": 1, "memorySlices": 1, "maxInstances": 1,
                  "placements": [
                    {"start": 0, "size": 1}, {"start": 1, "size": 1}, {"start": 2, "size": 1},
                    {"start": 3, "size": 1}, {"start": 4, "size": 1}, {"start": 5, "size": 1},
                    {"start": 6, "size": 1}
                  ],
                  "multiprocessors": 14, "copyEngines": 1,
                  "engines": {"decoders": 1, "encoders": 0, "jpeg": 1, "ofa": 1},
                  "resource": "nvidia.com/mig-1g.5gb.me"
                }
                """));
  }

  @Test
  void aProductHasItsProfilesItsNotesAndItsSources() {
    JsonNode gpu = read(GpuJson.write(A100));

    assertThat(gpu.path("profiles")).hasSameSizeAs(A100.profiles());
    assertThat(gpu.at("/notes/0").asText()).isEqualTo(A100.notes().get(0));
    assertThat(gpu.path("citations")).hasSameSizeAs(A100.sources());
    assertThat(gpu.at("/engines/decoders").asInt()).isEqualTo(5);
  }

  @Test
  void whatIsNotKnownOfAProductIsNull() {
    JsonNode gpu = read(GpuJson.write(MigGpu.of("Thor")));

    assertThat(gpu.path("geometry").asText()).isEqualTo("unverified");
    assertThat(gpu.path("memorySlices").isNull()).isTrue();
    assertThat(gpu.at("/profiles/0/id").isNull()).isTrue();
    assertThat(gpu.at("/profiles/0/memory").isNull()).isTrue();
    assertThat(gpu.at("/profiles/0/placements")).isEmpty();
  }

  @Test
  void layoutsAreTheMaximalOnesOrAll() {
    var layouts = MigGpu.of("A30").layouts("2g.12gb");

    assertThat(read(GpuJson.write(layouts)).path("layouts"))
        .isEqualTo(
            read(
                """
                [{"instances": [
                  {"profile": "2g.12gb", "start": 0, "size": 2},
                  {"profile": "2g.12gb", "start": 2, "size": 2}
                ]}]
                """));
    assertThat(read(GpuJson.write(layouts.everyLegal())).path("layouts"))
        .isEqualTo(
            read(
                """
                [
                  {"instances": []},
                  {"instances": [{"profile": "2g.12gb", "start": 0, "size": 2}]},
                  {"instances": [
                    {"profile": "2g.12gb", "start": 0, "size": 2},
                    {"profile": "2g.12gb", "start": 2, "size": 2}
                  ]},
                  {"instances": [{"profile": "2g.12gb", "start": 2, "size": 2}]}
                ]
                """));
  }

  @Test
  void aFitNamesTheCardsInUseOrWhyThereAreNotEnough() {
    assertThat(read(GpuJson.write(A100.cards(3).fit("7g.40gb", "4g.20gb"))))
        .isEqualTo(
            read(
                """
                {
                  "fits": true, "gpusUsed": 2,
                  "gpus": [
                    {
                      "gpu": "A100-40GB",
                      "instances": [{"profile": "7g.40gb", "start": 0, "size": 8}]
                    },
                    {
                      "gpu": "A100-40GB",
                      "instances": [{"profile": "4g.20gb", "start": 0, "size": 4}]
                    }
                  ],
                  "leastGpus": 2, "exact": true, "reasons": [], "changes": [], "notes": []
                }
                """));
    assertThat(read(GpuJson.write(A100.fit("3g.20gb", "3g.20gb", "1g.5gb"))))
        .isEqualTo(
            read(
                """
                {
                  "fits": false, "gpusUsed": 0, "gpus": [], "leastGpus": 2, "exact": true,
                  "reasons": ["memory slices: 9 requested, a card has 8"],
                  "changes": [
                    "drop a 3g.20gb", "drop a 1g.5gb", "take a 2g.10gb instead of a 3g.20gb",
                    "add 1 GPU: 2 x A100-40GB"
                  ],
                  "notes": []
                }
                """));
  }

  @Test
  void ofARefusalByGeometryNothingIsProven() {
    JsonNode json = read(GpuJson.write(MigGpu.of("Thor").fit("1g.0gb")));

    assertThat(json.path("fits")).isEqualTo(read("false"));
    assertThat(json.path("leastGpus")).isEqualTo(read("null"));
    assertThat(json.path("exact")).isEqualTo(read("false"));
    assertThat(read(GpuJson.write(A100.fit())).path("leastGpus")).isEqualTo(read("0"));
  }

  @Test
  void aPlanIsItsStepsAndWhereTheyEnd() {
    var plan = A100.layout("2g.10gb@0", "1g.5gb@2").inUse(0).planTo("2g.10gb", "2g.10gb");

    assertThat(read(GpuJson.write(plan)))
        .isEqualTo(
            read(
                """
                {
                  "feasible": true,
                  "steps": [
                    {"action": "destroy", "profile": "1g.5gb", "start": 2, "size": 1},
                    {"action": "create", "profile": "2g.10gb", "start": 2, "size": 2}
                  ],
                  "kept": 1,
                  "target": {"instances": [
                    {"profile": "2g.10gb", "start": 0, "size": 2},
                    {"profile": "2g.10gb", "start": 2, "size": 2}
                  ]},
                  "reasons": [], "blocking": [], "notes": []
                }
                """));
  }

  @Test
  void aPlanThatCannotBeNamesWhatBlocksIt() {
    var plan = A100.layout("2g.10gb@0").inUse(0).planTo("4g.20gb", "2g.10gb");
    JsonNode json = read(GpuJson.write(plan));

    assertThat(json.path("feasible").asBoolean()).isFalse();
    assertThat(json.has("target")).isFalse();
    assertThat(json.path("blocking"))
        .isEqualTo(read("[{\"profile\": \"2g.10gb\", \"start\": 0, \"size\": 2}]"));
    assertThat(json.at("/reasons/0").asText())
        .isEqualTo("in use: impossible without moving 2g.10gb@0");
  }

  @Test
  void aSizingSaysWhatEachNeedGetsAndWhatIsWasted() {
    assertThat(read(GpuJson.write(A100.forMemory("4Gi", "18Gi"))))
        .isEqualTo(
            read(
                """
                {
                  "fits": true,
                  "choices": [
                    {
                      "need": "4Gi", "profile": "1g.5gb", "memory": "4864Mi",
                      "nominalMemory": "5Gi", "wasted": "768Mi"
                    },
                    {
                      "need": "18Gi", "profile": "4g.20gb", "memory": "19968Mi",
                      "nominalMemory": "20Gi", "wasted": "1536Mi"
                    }
                  ],
                  "gpusUsed": 1,
                  "gpus": [
                    {
                      "gpu": "A100-40GB",
                      "instances": [
                        {"profile": "4g.20gb", "start": 0, "size": 4},
                        {"profile": "1g.5gb", "start": 6, "size": 1}
                      ]
                    }
                  ],
                  "wastedMemory": "2304Mi", "idleMultiprocessors": 28,
                  "reasons": [], "changes": [], "notes": []
                }
                """));
  }

  @Test
  void aNeedThatNoProfileHoldsHasNull() {
    JsonNode json = read(GpuJson.write(A100.forMemory("50Gi")));

    assertThat(json.path("fits").asBoolean()).isFalse();
    assertThat(json.at("/choices/0/profile").isNull()).isTrue();
    assertThat(json.at("/reasons/0").asText())
        .startsWith("memory: 50Gi is more than any instance of A100-40GB");
    assertThat(json.at("/notes/0/id").asText()).isEqualTo("mig.no-p2p");
  }

  /** A smaller profile would hold the other need no more. */
  @Test
  void aNeedIsNotToldToTakeASmallerProfile() {
    assertThat(A100.forMemory("8Gi", "38Gi").changes())
        .isNotEmpty()
        .noneMatch(change -> change.kind() == MigChange.Kind.SMALLER);
  }
}
