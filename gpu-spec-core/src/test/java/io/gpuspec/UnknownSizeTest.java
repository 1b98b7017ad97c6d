package io.gpuspec;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gpuspec.internal.Json;
import io.gpuspec.json.GpuJson;
import io.gpuspec.scheduling.Allocatable;
import io.gpuspec.value.CpuAmount;
import io.gpuspec.value.MemorySize;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Nodes whose CPU and memory nobody states: {@code t.small} and {@code t.four} here. */
class UnknownSizeTest {
  private final SpecCatalog catalog = TestCloud.read(file().toString());
  private final Target nodes = TestCloud.of("nodes", catalog).target();

  private static ObjectNode file() {
    ObjectNode file = (ObjectNode) Json.resource(GpuSpec.class, "nodes-2025-03.json");
    for (JsonNode row : file.path("specs")) {
      if (row.path("name").asText().matches("t\\.(small|four)")) {
        ((ObjectNode) row).put("policy", "unknown").remove("upward");
      }
    }
    return file;
  }

  private Match.Found found(GpuRequest request) {
    return nodes.match(request).orThrow();
  }

  @Test
  void holdAnyPodAsFarAsTheCatalogCanSayWhichTheAnswerSays() {
    Match.Found found = found(GpuRequest.of("t.small").cpu(500).memory("4Ti"));

    assertThat(found).hasToString("t.small · CPU and memory not known  on nodes");
    assertThat(found.shape().cpu().isZero()).isTrue();
    assertThat(found.notes())
        .hasToString(
            "size.unknown: which CPU and memory the nodes of t.small have is not known here, so 500 cores and 4096Gi were not judged; state them in an overlay to have them judged");
    assertThat(found.explain().toString())
        .contains("why       smallest GPU that serves; its nodes' CPU and memory are not judged");
  }

  @Test
  void comeAfterThoseThatAreKnownToHoldIt() {
    Match.Found small = found(GpuRequest.of("T4").cpu(8).memory("32Gi"));
    Match.Found large = found(GpuRequest.of("T4").cpu(9).memory("32Gi"));

    assertThat(small.shape().spec().name()).isEqualTo("t.large");
    assertThat(small.alternatives().get(0)).hasToString("t.small · CPU and memory not known");
    assertThat(large.shape().spec().name()).isEqualTo("t.small");
    assertThat(large.rejected().get(0)).hasToString("t.large: cpu: 9 requested, has 8, short 1");
  }

  @Test
  void haveReplicasCountedOntoTheirCardsAlone() {
    Match.Found found = found(GpuRequest.of("t.four").cpu(100).replicas(6));

    assertThat(found.plan().nodes()).isEqualTo(2);
    assertThat(found.plan().podsPerNode()).isEqualTo(4);
    assertThat(found.wastedCpu().isZero()).isTrue();
    assertThat(found.wastedMemory().isZero()).isTrue();
    assertThat(found.wastedGpus()).isEqualTo(2);
    assertThat(found.notes().toString()).contains("the number of nodes goes by their cards alone");
  }

  @Test
  void areWrittenWithoutCpuAndMemory() {
    JsonNode answer = Json.parse(GpuJson.write(found(GpuRequest.of("t.small"))));
    JsonNode row = Json.parse(GpuJson.write(catalog.gpu("t.small")));

    assertThat(answer.path("spec").has("cpu")).isFalse();
    assertThat(answer.path("spec").has("memory")).isFalse();
    assertThat(answer.path("waste").fieldNames()).toIterable().containsExactly("gpus");
    assertThat(row.at("/specs/0").has("cpu")).isFalse();
    assertThat(row.at("/specs/0/name").asText()).isEqualTo("t.small");
    assertThat(catalog.gpu("t.small").table().toString()).contains("t.small");
  }

  @Test
  void areComparedWithThoseThatAreKnown() {
    SpecCatalog known = TestCloud.read(TestCloud.text("nodes-2025-03.json"));

    assertThat(catalog.gpu("t.small").diff(known.gpu("t.small")).changed())
        .hasToString(
            "t.small: cpu: (none) -> 4\nt.small: memory: (none) -> 16Gi\nt.small: policy: unknown -> fixed");
  }

  @Test
  void areWhatTheirOwnerSaysOfThem() {
    SpecCatalog stated =
        catalog.withNodes(
            2, Optional.of(new Allocatable(CpuAmount.parse("7910m"), MemorySize.parse("29Gi"))));

    assertThat(stated.gpu("t.small").specs())
        .hasToString("t.small · 7910m cores · 29Gi on nodes 2025-03");
    assertThat(stated.gpu("t.small").specs().get(0).gpus()).isEqualTo(2);
    assertThat(stated.gpu("t.large").specs())
        .hasToString("t.large · 8 cores · 32Gi on nodes 2025-03");
  }

  @Test
  void ofSeveralCountsBecomeOneWhereTheCountIsStated() {
    String file =
        """
        {"target": "pool", "edition": "2026-01", "unit": "node", "citation": "t",
         "citations": {"t": {"title": "T", "date": "2026", "status": "documented"}},
         "gpus": [{"name": "T4", "card": "T4"}],
         "specs": [{"gpu": "T4", "gpus": 1, "policy": "unknown"},
                   {"gpu": "T4", "gpus": 2, "policy": "unknown"}]}
        """;
    SpecCatalog counts = TestCloud.read(file);
    Allocatable size = new Allocatable(CpuAmount.parse("8"), MemorySize.parse("29Gi"));

    assertThat(counts.withNodes(4, Optional.empty()).specs())
        .hasToString("T4 x4 · CPU and memory not known on pool 2026-01");
    assertThat(counts.withNodes(Optional.of(size)).specs())
        .hasToString(
            "T4 x1 · 8 cores · 29Gi on pool 2026-01\nT4 x2 · 8 cores · 29Gi on pool 2026-01");
  }

  @Test
  void ofOnePodAreRefused() {
    ObjectNode file = file().without("unit");

    assertError(() -> TestCloud.read(file.toString()), "catalog.malformed");
  }
}
