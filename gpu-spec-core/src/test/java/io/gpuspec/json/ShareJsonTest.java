package io.gpuspec.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.gpuspec.Devices;
import io.gpuspec.Isolation;
import io.gpuspec.JsonShape;
import io.gpuspec.Share;
import io.gpuspec.Target;
import io.gpuspec.TestCloud;
import io.gpuspec.internal.Json;
import io.gpuspec.mig.MigGpu;
import io.gpuspec.share.CardPart;
import io.gpuspec.share.CardPrice;
import io.gpuspec.share.Cards;
import io.gpuspec.share.Packing;
import io.gpuspec.share.PackingCost;
import io.gpuspec.share.PartCost;
import io.gpuspec.share.Replicas;
import io.gpuspec.share.SharePod;
import io.gpuspec.share.SharePolicy;
import io.gpuspec.spi.AddOn;
import io.gpuspec.spi.ShareRules;
import io.gpuspec.spi.SharedNode;
import io.gpuspec.value.CpuAmount;
import io.gpuspec.value.MemorySize;
import io.gpuspec.value.Note;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What is written of shares of cards. */
class ShareJsonTest {
  private static final String CITATION = "{title, date, status, url}";

  /** Nodes with T4s, of which 14 GiB are shared; pods under best-effort compete. */
  private static final Target SHARED =
      TestCloud.of(
              "nodes",
              TestCloud.read(TestCloud.text("nodes-2025-03.json"))
                  .withShares(
                      ShareRules.of("sharing", TestCloud.LIST)
                          .isolation(Isolation.BEST_EFFORT)
                          .offering(
                              row -> Optional.of(MemorySize.ofGibibytes(14)),
                              Note.of("offer", "14 GiB"))))
          .target();

  @Test
  void aPackingHasPodsWithTheirCardsAndCardsWithTheirRoom() {
    Packing packing =
        Cards.of(SHARED, "T4", 1, 1).pack(SharePolicy.BINPACK, 3, Devices.any().share("5Gi", 25));

    assertThat(Json.parse(GpuJson.write(packing)))
        .isEqualTo(
            Json.parse(
                """
                {
                  "placed": [
                    {"request": "pod-0", "node": 0, "card": 0, "cards": [0]},
                    {"request": "pod-1", "node": 0, "card": 0, "cards": [0]}
                  ],
                  "unplaced": [
                    {
                      "request": "pod-2",
                      "reasons": [
                        "gpuMemory: 5Gi requested of one card; 1 of 1 cards have less free, 4Gi at most"
                      ]
                    }
                  ],
                  "cards": [
                    {
                      "node": 0, "card": 0, "gpu": "T4", "memoryFree": "4Gi", "coreFree": 50,
                      "shares": 2, "overcommitment": 200
                    }
                  ]
                }
                """));
  }

  @Test
  void aCostHasItsPartsAndItsPrice() {
    PartCost part =
        PartCost.of(
            "a",
            CardPart.of(MigGpu.of("A100-40GB"), "3g.20gb"),
            Optional.of(CardPrice.perHour("7", "CNY")));

    assertThat(Json.parse(GpuJson.write(part)))
        .isEqualTo(
            Json.parse(
                """
                {
                  "name": "a", "cards": 1, "billed": "1/2",
                  "taken": {"memory": "1/2", "compute": "3/7"},
                  "cardPrice": {
                    "amount": "7", "currency": "CNY", "per": "hour", "exact": true,
                    "source": "as given"
                  },
                  "cost": {"amount": "3.5", "currency": "CNY", "per": "hour", "exact": true}
                }
                """));
  }

  @Test
  void aPackingsCostHasSumsWhereEveryPriceIsKnown() {
    Packing packing =
        Cards.of(SHARED, "T4", 1, 1).pack(SharePolicy.BINPACK, 3, Devices.any().share("5Gi", 25));
    String cost = "{amount, currency, per, exact}";
    JsonNode known =
        Json.parse(GpuJson.write(PackingCost.of(packing, CardPrice.perHour("7", "CNY"))));
    JsonNode open = Json.parse(GpuJson.write(PackingCost.of(packing, Map.of())));

    assertThat(JsonShape.of(known))
        .isEqualTo(
            "{pods[{name, cards, billed, taken{memory, compute}, cardPrice{amount, currency, per, exact, source}, cost%1$s}], billed%1$s, paid%1$s, unused%1$s, unpriced[], unplaced[{name, reasons[.]}]}"
                .formatted(cost));
    assertThat(known.at("/billed/amount").asText()).isEqualTo("5");
    assertThat(known.at("/unused/amount").asText()).isEqualTo("2");
    assertThat(JsonShape.of(open))
        .isEqualTo(
            "{pods[{name, cards, billed, taken{memory, compute}}], unpriced[.], unplaced[{name, reasons[.]}]}");
    assertThat(open.at("/unpriced/0").asText()).isEqualTo("T4");
  }

  @Test
  void aNodeOfReplicasHasItsResourcesItsLabelsAndItsNotes() {
    JsonNode node = Json.parse(GpuJson.write(Replicas.mps(3).renameByDefault().node("T4", 2)));

    assertThat(JsonShape.of(node))
        .startsWith(
            "{strategy, replicas, gpu, cards, resource, failRequestsGreaterThanOne, since, memoryLimit, threadPercentage, resources{nvidia.com/gpu.shared}, labels{nvidia.com/gpu.compute.major, ")
        .contains("}, notes[{id, message, citation{title, date, status");
    assertThat(node.at("/resources/nvidia.com~1gpu.shared").asInt()).isEqualTo(6);
    assertThat(node.at("/labels/nvidia.com~1gpu.replicas").asText()).isEqualTo("3");
    assertThat(node.path("memoryLimit").asText()).isEqualTo("5036Mi");
  }

  @Test
  void aSharedNodeHasItsLabelsItsCommandsAndItsAddOn() {
    AddOn addOn =
        AddOn.of("sharing", "kube-system", TestCloud.LIST)
            .with(
                "DaemonSet",
                "manager",
                AddOn.Runs.ON_EACH_NODE,
                CpuAmount.parse("200m"),
                MemorySize.parse("300M"));
    SharedNode node =
        SharedNode.of(
                SHARED.catalog().gpu("t.four").specs().get(0).shapes().get(0),
                Map.of("cloud/memory", 14))
            .label("share", "on", SharedNode.Writer.OWNER, "turns it on", TestCloud.LIST)
            .addOn(addOn)
            .notes(List.of(Note.of("node.driver", "a driver of your own")));
    String citation =
        "{\"title\": \"Cloud, list of shapes\", \"date\": \"2024-05\", \"status\": \"documented\"}";

    assertThat(Json.parse(GpuJson.write(node.named("gpu-1"))))
        .isEqualTo(
            Json.parse(
                """
                {
                  "node": "gpu-1",
                  "resources": {"cloud/memory": 56},
                  "labels": [
                    {
                      "key": "share", "value": "on", "writtenBy": "owner", "reason": "turns it on",
                      "citation": %1$s
                    }
                  ],
                  "commands": ["kubectl label node gpu-1 share=on"],
                  "addOn": {
                    "namespace": "kube-system",
                    "onEachNode": {"cpu": "200m", "memory": "300M"},
                    "objects": ["DaemonSet manager: 200m CPU, 300M on each node"],
                    "citation": %1$s
                  },
                  "notes": [{"id": "node.driver", "message": "a driver of your own"}]
                }
                """
                    .formatted(citation)));
  }

  @Test
  void aPodOfSeveralCardsHasThemAll() {
    Target several =
        TestCloud.of(
                "nodes",
                TestCloud.read(TestCloud.text("nodes-2025-03.json"))
                    .withShares(
                        ShareRules.of("sharing", TestCloud.LIST)
                            .severalCards()
                            .offering(
                                row -> Optional.of(MemorySize.ofGibibytes(14)),
                                Note.of("offer", "14 GiB"))))
            .target();
    Packing packing =
        Cards.of(several, "T4", 1, 2)
            .pack(
                SharePolicy.SPREAD,
                List.of(SharePod.of("two", Devices.any().shared(Share.of("5Gi")).count(2))));

    assertThat(Json.parse(GpuJson.write(packing)).at("/placed/0/cards"))
        .isEqualTo(Json.parse("[0, 1]"));
    assertThat(Json.parse(GpuJson.write(packing)).at("/cards/0").has("overcommitment")).isFalse();
  }
}
