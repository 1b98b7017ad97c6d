package io.gpuspec.manifest;

import static io.gpuspec.testkit.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.GpuRequest;
import io.gpuspec.Gpus;
import io.gpuspec.Match;
import io.gpuspec.Overlay;
import io.gpuspec.Target;
import io.gpuspec.scheduling.PodField;
import io.gpuspec.spi.Placement;
import io.gpuspec.value.Citation;
import io.gpuspec.value.CpuAmount;
import io.gpuspec.value.MemorySize;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A row that an overlay adds is your own node, which its manifests reach and the cloud's do not.
 */
class OwnNodesTest {
  private static final Gpus GPUS = Gpus.load();
  private static final Citation RACK =
      new Citation("Our rack", "2026-03-01", Citation.Status.THIRD_PARTY);

  private static Target withRack(String target) {
    return GPUS.in(target)
        .overlay(
            Overlay.of(target, RACK)
                .row("rack-a", 4, "L40S", CpuAmount.ofCores(64), MemorySize.ofGibibytes(512)));
  }

  private static Target labelled(String target, String gpus) {
    return GPUS.in(target)
        .overlay(
            Overlay.parse(
                "rack.yaml",
                """
                target: %s
                citation: rack
                citations:
                  rack: {title: Our rack, date: 2026-03-01, status: third-party}
                %s
                specs:
                - name: rack-a
                  gpu: %s
                  gpus: 4
                  upward: [{cpu: "64", memory: 512Gi}]
                  policy: fixed
                  labels: {rack: a}
                  resources: {rdma/hca: "4"}
                """
                    .formatted(target, gpus, gpus.isEmpty() ? "L40S" : "RTX-4090")));
  }

  private static void reaches(Target target, GpuWorkload workload) {
    Manifests manifests = workload.on(target);
    Match.Found found = manifests.match();

    assertThat(found.shape().spec().name()).isEqualTo("rack-a");
    assertThat(manifests.pod().fits(target.node(found)).reasons()).isEmpty();
    assertThat(target.match(manifests.pod()).flatMap(Match::found).orElseThrow().shape())
        .isEqualTo(found.shape());
  }

  @ParameterizedTest
  @ValueSource(strings = {"eks", "eks/nodegroup", "tke/gpu"})
  void aPodOfARowIsScheduledOnItsNodeAndReadBackAsThat(String target) {
    reaches(withRack(target), GpuWorkload.pod("w", "r/i:v1").gpu("rack-a").requests("4", "16Gi"));
    reaches(
        labelled(target, ""), GpuWorkload.pod("w", "r/i:v1").gpu("rack-a").requests("4", "16Gi"));
  }

  @ParameterizedTest
  @CsvSource({"eks", "eks/nodegroup", "ack", "tke/gpu"})
  void ofAGpuThatTheCloudDoesNotSellNothingOfTheCloudsIsWritten(String target) {
    Target rack = labelled(target, "gpus: [{name: RTX-4090, memory: 24Gi, identified: true}]");
    Placement placement =
        GpuWorkload.pod("w", "r/i:v1").gpu("RTX-4090").requests("4", "16Gi").on(rack).placement();

    assertThat(placement.entries(PodField.Kind.NODE_SELECTOR))
        .singleElement()
        .hasToString("spec.nodeSelector[rack] = a  # a node of your own");
    assertThat(placement.nodeTerms()).isEmpty();
  }

  @Test
  void whatANodeOffersBesidesIsAPartOfTheRequest() {
    Target rack = labelled("eks", "");

    assertThat(rack.match(GpuRequest.of("L40S").resource("rdma/hca", 4)).orThrow().shape().spec())
        .extracting("name")
        .isEqualTo("rack-a");
    assertThat(rack.match(GpuRequest.of("L40S").resource("rdma/hca", 5)).rejected().toString())
        .contains("rack-a: rdma/hca: 5 requested, has 4, short 1")
        .contains("g6e.xlarge: rdma/hca: 5 requested, has none");
  }

  @Test
  void aPodForTheCloudsNodesDoesNotLandOnTheRack() {
    Target rack = withRack("eks");
    Manifests cloud = GpuWorkload.pod("w", "r/i:v1").gpu("L40S").requests("4", "16Gi").on(rack);

    assertThat(cloud.match().shape().spec().name()).isEqualTo("g6e.2xlarge");
    assertThat(rack.match(cloud.pod()).orElseThrow().alternatives())
        .noneMatch(shape -> shape.spec().isOwnNode());
  }

  @Test
  void aShapeThatIsMadeForOnePodIsNoNode() {
    assertError(() -> labelled("tke", "gpus: [{name: RTX-4090}]").catalog(), "overlay.malformed");
    assertThat(List.of(GPUS.in("tke").catalog().specs().get(0).isOwnNode())).containsOnly(false);
  }
}
