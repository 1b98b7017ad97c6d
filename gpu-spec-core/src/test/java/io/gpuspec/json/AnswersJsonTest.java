package io.gpuspec.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.gpuspec.Devices;
import io.gpuspec.GpuRequest;
import io.gpuspec.Gpus;
import io.gpuspec.JsonShape;
import io.gpuspec.Rates;
import io.gpuspec.SpecCatalog;
import io.gpuspec.Target;
import io.gpuspec.TestCloud;
import io.gpuspec.internal.Json;
import io.gpuspec.scheduling.GpuResource;
import io.gpuspec.share.NodeParts;
import io.gpuspec.spi.CardParts;
import io.gpuspec.spi.Options;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is written of resources and catalogs: scripts rely on the keys. */
class AnswersJsonTest {
  private static final SpecCatalog CATALOG = TestCloud.read(TestCloud.text("nodes-2025-03.json"));
  private static final Target NODES = TestCloud.of("nodes", CATALOG).target();
  private static final String CLOUD = "{title, date, status}";

  @ParameterizedTest
  @MethodSource("resources")
  void aResourceIsWrittenWithWhatIsKnownOfIt(GpuResource each) {
    JsonNode written = Json.parse(GpuJson.write(each));
    assertThat(written.path("counts").asText("")).isEqualTo(each.counts().orElse(""));
    assertThat(written.path("since").asText("")).isEqualTo(each.since().orElse(""));
    assertThat(written.path("instead").asText("")).isEqualTo(each.instead().orElse(""));
    assertThat(written.path("note").asText("")).isEqualTo(each.note().orElse(""));
    assertThat(written.path("correction").asText("")).isEqualTo(each.correction().orElse(""));
    assertThat(written.path("advertisedBy").asText("")).isEqualTo(each.advertisedBy().orElse(""));
    assertThat(written.at("/citation/title").asText()).isEqualTo(each.citation().title());
    assertThat(written.path("real").asBoolean()).isEqualTo(each.isReal());
  }

  static List<GpuResource> resources() {
    return GpuResource.all();
  }

  @Test
  void aPlanOfReplicasHasItsNodesAndItsTotalPrice() {
    JsonNode match = Json.parse(GpuJson.write(NODES.match(GpuRequest.of("T4").cpu(3).replicas(3))));

    assertThat(JsonShape.of(match.at("/spec/plan")))
        .isEqualTo(
            "{replicas, podsPerNode, nodes, totalPrice{amount, currency, per, region, capacityType, citation%s}}"
                .formatted(CLOUD));
    assertThat(match.at("/spec/plan/nodes").asInt()).isEqualTo(3);
    assertThat(match.at("/spec/plan/totalPrice/amount").asText()).isEqualTo("1.50");
  }

  @Test
  void aRowHasEveryPriceThatItIsNotMatchedWithAndWhatADocumentCallsItsPrice() {
    JsonNode rows = Json.parse(GpuJson.write(CATALOG.gpu("T4").gpus(1)));

    assertThat(JsonShape.of(rows.at("/specs/1")))
        .isEqualTo(
            "{provider, edition, name, gpu, gpus, fraction, gpuMemory, gpuMemoryReported, arch, cpu, memory, price%1$s, prices[%1$s], referencePrice{amount, currency, per, citation%2$s}, citation%2$s}"
                .formatted(
                    "{amount, currency, per, region, capacityType, citation" + CLOUD + "}", CLOUD));
    assertThat(rows.at("/specs/1/prices")).hasSize(2);
  }

  @Test
  void ofInstancesAndReplicasTheWasteIsCountedToo() {
    Target divided = TestCloud.of("nodes", CATALOG.withParts(parts("time-slicing:4"))).target();
    JsonNode replica =
        Json.parse(GpuJson.write(divided.match(GpuRequest.of(Devices.of("T4").replica()))));
    JsonNode instance =
        Json.parse(GpuJson.write(divided.match(GpuRequest.of(Devices.any().mig("1g.5gb")))));

    assertThat(replica.at("/waste/replicas").asInt()).isEqualTo(3);
    assertThat(instance.at("/waste/instances").asInt()).isEqualTo(55);
    assertThat(replica.path("waste").has("instances")).isFalse();
  }

  private static CardParts parts(String replicas) {
    return NodeParts.of(Options.of("2025-03").with(NodeParts.REPLICAS, Optional.of(replicas)));
  }

  @Test
  void answersOfSeveralProvidersAreRankedWithTheirComparablePrice() {
    Gpus both = Gpus.of(TestCloud.of("nodes", CATALOG), TestCloud.ofResources("cloud"));
    JsonNode ranked =
        Json.parse(GpuJson.write(both.match(GpuRequest.of("T4").cpu(3)).rates(Rates.to("USD"))));

    assertThat(ranked.at("/providers/0/provider").asText()).isEqualTo("nodes");
    assertThat(ranked.at("/providers/0/rank").asInt()).isEqualTo(1);
    assertThat(JsonShape.of(ranked.at("/providers/0/comparablePrice")))
        .isEqualTo("{amount, currency}");
    assertThat(ranked.at("/providers/1/provider").asText()).isEqualTo("cloud");
    assertThat(ranked.at("/providers/1").has("rank")).isFalse();
    assertThat(ranked.at("/providers/1/matched").asBoolean()).isTrue();
  }
}
