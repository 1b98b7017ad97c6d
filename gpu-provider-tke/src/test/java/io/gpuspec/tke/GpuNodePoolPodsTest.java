package io.gpuspec.tke;

import static io.gpuspec.testkit.Errors.assertError;
import static io.gpuspec.testkit.Placements.entries;
import static io.gpuspec.testkit.Pods.ONE_GPU;
import static io.gpuspec.testkit.Pods.ids;
import static io.gpuspec.testkit.Pods.pod;
import static io.gpuspec.testkit.Pods.term;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.CapacityType;
import io.gpuspec.Devices;
import io.gpuspec.GpuRequest;
import io.gpuspec.Gpus;
import io.gpuspec.Match;
import io.gpuspec.Overlay;
import io.gpuspec.Target;
import io.gpuspec.scheduling.PodView;
import io.gpuspec.spi.Placement;
import io.gpuspec.tke.internal.GpuNodePool;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whole cards in node pools with NVIDIA's device plugin. */
class GpuNodePoolPodsTest {
  private static final String CARD = "example.com/card";

  private final Target pool = Gpus.of(new GpuNodePool()).in("tke/gpu");

  /** A node of the owner's with an L40S. */
  private static Target withRack(Target target) {
    return target.overlay(
        Overlay.parse(
            "rack.yaml",
            """
            target: tke/gpu
            citation: rack
            citations:
              rack: {title: Our rack, date: 2026-03-01, status: third-party}
            specs:
            - name: rack-a
              gpu: L40S
              gpus: 4
              upward: [{cpu: "64", memory: 512Gi}]
              policy: fixed
              labels: {rack: a}
            """));
  }

  /** What existing pods ask for. */
  @Nested
  class Reading {
    private Match match(PodView pod) {
      return pool.match(pod).orElseThrow();
    }

    private PodView on(String requirement) {
      return pod(ONE_GPU).nodeTerm(term(requirement));
    }

    @Test
    void theContainersAddUp() {
      Match both =
          pool.with("node-gpus", "8").match(pod("MAIN | | gpu 2", "MAIN | | gpu 1")).orElseThrow();

      assertThat(both.request().devices()).isEqualTo(Devices.any().count(3));
      assertThat(both.orThrow().shape()).hasToString("T4 x8 · CPU and memory not known");
    }

    @Test
    void whatThePodRequestsBesidesIsJudgedWhereTheSizeIsSaid() {
      Target small = pool.with("node-cpu", "8").with("node-memory", "32Gi");
      PodView large = pod("MAIN | cpu 9 | gpu 1");

      assertThat(small.match(large).orElseThrow().rejected().toString())
          .contains("cpu: 9 requested, has 8, short 1");
      assertThat(small.match(pod(ONE_GPU)).orElseThrow().isFound()).isTrue();
    }

    @Test
    void aPodThatAsksForNoGpuIsNoneOfOurs() {
      assertThat(pool.match(pod())).isEmpty();
      assertThat(pool.match(pod("MAIN | cpu 8 | cpu 8"))).isEmpty();
      assertThat(pool.match(pod("MAIN | gpu 0 | gpu 0"))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
      "aliyun.com/gpu-mem, ''",
      "tke.cloud.tencent.com/qgpu-memory, ; match it on tke/qgpu",
      "tke.cloud.tencent.com/qgpu-core, ; match it on tke/qgpu"
    })
    void aDeviceThatNoSuchNodeOffersIsRefused(String resource, String fix) {
      String container = "MAIN | | %s 1".formatted(resource);

      for (PodView each : List.of(pod(container), pod(container, ONE_GPU))) {
        assertThat(match(each).rejected())
            .hasToString(
                "container 'c0' resources.limits[%s]: gpus: a node of this target offers nvidia.com/gpu and nothing else of the kind; this pod stays Pending%s"
                    .formatted(resource, fix));
      }
    }

    @ParameterizedTest
    @CsvSource({
      "node.kubernetes.io/instance-type, GN7.2XLARGE32, T4",
      "beta.kubernetes.io/instance-type, PNV5b.8XLARGE96, L20",
      "example.com/card, A10, A10",
      "accelerator, nvidia-tesla-v100, V100",
      "nvidia-device-enable, enable, T4"
    })
    void theCardIsSaidByTheInstanceTypeOrALabelOfTheOwners(String key, String value, String gpu) {
      assertThat(match(on(key + " In " + value)).orThrow().shape().spec().gpu()).isEqualTo(gpu);
    }

    /** Of a family there are more types than the one that is excluded. */
    @Test
    void aTypeThatIsExcludedLeavesTheOthersOfItsFamily() {
      assertThat(
              match(on("node.kubernetes.io/instance-type NotIn GN7.2XLARGE32"))
                  .orThrow()
                  .shape()
                  .spec()
                  .gpu())
          .isEqualTo("T4");
    }

    @Test
    void aCardThatIsExcludedIsNotTaken() {
      assertThat(match(on(CARD + " NotIn T4")).orThrow().shape().spec().gpu()).isEqualTo("A10");
    }

    @ParameterizedTest
    @CsvSource(
        delimiter = '|',
        value = {
          "node.kubernetes.io/instance-type | S5.LARGE8 | no row is of that family; the families are those that TKE's page lists beside the cards, such as GN7 with T4",
          "example.com/card | H100 | no card of this target has that name",
          "nvidia-device-enable | disable | no node here has that; there is enable"
        })
    void whatNoNodeCarriesIsANoMatch(String key, String value, String why) {
      assertThat(match(on(key + " In " + value)).rejected())
          .hasToString("%s: labels: In %s requested, and %s".formatted(key, value, why));
    }

    @Test
    void aLabelOfTheOwnersIsNotedUnlessAnOptionNamesIt() {
      PodView selecting = on(CARD + " In T4");

      assertThat(match(selecting).notes())
          .filteredOn(note -> note.id().equals("node.label-of-others"))
          .singleElement()
          .hasToString(
              "node.label-of-others: example.com/card In [T4] says which GPU; TKE documents no such label, so the node pool has to write it, or the pod stays Pending");
      assertThat(ids(pool.with("card-label", CARD).match(selecting).orElseThrow()))
          .doesNotContain("node.label-of-others");
    }

    @Test
    void aCardThatAnOverlayRetiresIsNoneOfThem() {
      Target without =
          pool.overlay(
              Overlay.parse(
                  "prices.yaml",
                  """
                  target: tke/gpu
                  citation: ours
                  citations:
                    ours: {title: Our pools, date: 2026-03-01, status: third-party}
                  specs:
                  - {name: T4 x1, lifecycle: retired}
                  """));

      assertThat(without.match(pod(ONE_GPU)).orElseThrow().request().devices())
          .isEqualTo(Devices.any());
      assertThat(without.match(pod(ONE_GPU)).orElseThrow().orThrow().shape().spec().gpu())
          .isEqualTo("A10");
    }

    @Test
    void onlyNodesOfTheOwnersHaveTheirLabels() {
      Target racked = withRack(pool);

      assertThat(racked.match(on("rack In a")).orElseThrow().orThrow().shape().spec().name())
          .isEqualTo("rack-a");
      assertThat(
              racked
                  .match(on("nvidia-device-enable In enable").nodeSelector("rack", "a"))
                  .orElseThrow()
                  .isFound())
          .isTrue();
    }
  }

  /** What the pod must carry. */
  @Nested
  class Placing {
    @Test
    void isTheGpusAndTheLabelOfNodesWithThePlugin() {
      assertThat(entries(pool, GpuRequest.of("T4")))
          .containsExactly(
              "resources[nvidia.com/gpu] = 1", "spec.nodeSelector[nvidia-device-enable] = enable");
    }

    @Test
    void theCardIsSelectedByALabelOfTheOwners() {
      Target labelled = pool.with(Qgpu.CARD_LABEL, Optional.of(CARD));

      assertThat(entries(labelled, GpuRequest.of("T4")))
          .contains("spec.nodeSelector[example.com/card] = T4");
      assertThat(entries(labelled, GpuRequest.of("V100", "GN7")))
          .contains("spec.affinity.nodeAffinity[example.com/card] = T4,V100");
    }

    @Test
    void aNodeOfTheOwnersIsSelectedByItsOwnLabelsAlone() {
      assertThat(entries(withRack(pool), GpuRequest.of("rack-a").cpu(4)))
          .containsExactly("resources[nvidia.com/gpu] = 1", "spec.nodeSelector[rack] = a");
    }

    /** Its card is none of those that the pool's label names. */
    @Test
    void theLabelForCardsDoesNotNameThoseOfTheOwnersNodes() {
      Target labelled = withRack(pool).with(Qgpu.CARD_LABEL, Optional.of(CARD));

      assertThat(entries(labelled, GpuRequest.of("T4", "rack-a")))
          .contains("spec.nodeSelector[example.com/card] = T4");
    }

    @Test
    void everyEntrySaysWhereItComesFrom() {
      Target labelled = pool.with(Qgpu.CARD_LABEL, Optional.of(CARD));
      Placement placement = labelled.place(labelled.match(GpuRequest.of("T4")).orThrow());

      assertThat(placement.entries())
          .allSatisfy(entry -> assertThat(entry.citation().title()).startsWith("HAMi, guide"));
    }
  }

  @Test
  void tkeRunsTheDevicePluginItself() {
    assertThat(pool.nodeAgents())
        .hasToString(
            "no device plugin: TKE runs NVIDIA's device plugin on nodes with nvidia-device-enable=enable");
  }

  /** No label says how a node was bought, so a pod could not ask for it. */
  @Test
  void spotNodesCannotBeAskedFor() {
    assertThat(
            pool.match(GpuRequest.of("T4").capacityType(CapacityType.SPOT)).rejected().toString())
        .startsWith("T4 x1: capacityType: spot requested, is available on-demand");
  }

  @Test
  void partsOfCardsTakeASettingOfThatPlugin() {
    Target shared = pool.with("card-replicas", "time-slicing:4");

    assertThat(ids(shared.match(GpuRequest.of(Devices.of("T4").replica()))))
        .contains("tke.device-plugin");
    assertThat(ids(pool.match(GpuRequest.of("T4")))).doesNotContain("tke.device-plugin");
  }

  @ParameterizedTest
  @CsvSource({"node-cpu, 8, '''8'''", "node-memory, 32Gi, '''32Gi'''"})
  void theSizeOfNodesIsSaidWhole(String option, String value, String said) {
    Target half = pool.with(option, value);

    assertError(() -> half.match(GpuRequest.of("T4")), "option.conflict", option, said);
  }

  @Test
  void theSizeOfNodesIsJudgedOnceItIsSaid() {
    Target stated = pool.with("node-gpus", "2").with("node-cpu", "16").with("node-memory", "60Gi");

    assertThat(stated.match(GpuRequest.of("T4").cpu(8).memory("32Gi")).orThrow().shape())
        .hasToString("T4 x2 · 16 cores · 60Gi");
  }
}
