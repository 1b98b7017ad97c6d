package io.gpuspec.manifest.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.GpuRequest;
import io.gpuspec.Gpus;
import io.gpuspec.Target;
import io.gpuspec.fleet.Fleet;
import io.gpuspec.fleet.FleetPlan;
import io.gpuspec.manifest.intent.FleetFile;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Pods that claim parts of cards, in a fleet. */
class ClaimedFleetTest {
  private static final Target NODES = Gpus.load().in("eks/nodegroup");

  private static final String PODS =
      """
      apiVersion: apps/v1
      kind: Deployment
      metadata: {name: nb}
      spec:
        replicas: %s
        selector: {matchLabels: {a: b}}
        template:
          metadata: {labels: {a: b}}
          spec:
            tolerations: [{key: nvidia.com/gpu, operator: Exists}]
            %s
      ---
      """;

  private static String claims(String devices) {
    return """
        apiVersion: resource.k8s.io/v1
        kind: ResourceClaimTemplate
        metadata: {name: part}
        spec:
          spec:
            devices:
        %s
        """
        .formatted(devices.indent(6));
  }

  private static String claiming(int replicas) {
    return PODS.formatted(
        replicas,
        """
        resourceClaims: [{name: gpu, resourceClaimTemplateName: part}]
              containers:
              - name: main
                image: r/x:v1
                resources: {requests: {cpu: "1", memory: 4Gi}, claims: [{name: gpu}]}""");
  }

  private static String asking(int replicas, String resource, int count) {
    return PODS.formatted(
        replicas,
        """
        containers:
              - name: main
                image: r/x:v1
                resources: {requests: {cpu: "1", memory: 4Gi}, limits: {%s: "%s"}}"""
            .formatted(resource, count));
  }

  private static String ofProfile(String profile, int count) {
    return """
        requests:
        - name: gpu
          exactly:
            deviceClassName: mig.nvidia.com
            count: %s
            selectors: [{cel: {expression: "device.attributes['gpu.nvidia.com'].profile == '%s'"}}]
        """
        .formatted(count, profile);
  }

  private static FleetFile file(String text) {
    UnaryOperator<GpuRequest> asItIs = UnaryOperator.identity();
    return FleetFile.parse("pods.yaml", text, NODES, asItIs);
  }

  private static FleetPlan plan(FleetFile file) {
    assertThat(file.problems()).isEmpty();
    FleetPlan plan = Fleet.of(NODES).demands(file.demands()).plan();
    assertThat(plan.isComplete()).isTrue();
    return plan;
  }

  @ParameterizedTest
  @CsvSource({"14, 1g.5gb, 1", "9, 2g.10gb, 1", "5, 3g.20gb, 2", "20, 1g.5gb, 3", "3, 7g.40gb, 4"})
  void claimsOfInstancesCostWhatTheirResourceCosts(int replicas, String profile, int count) {
    FleetFile claimed = file(claiming(replicas) + claims(ofProfile(profile, count)));
    assertThat(claimed.isJudged()).isTrue();
    FleetPlan asked = plan(file(asking(replicas, "nvidia.com/mig-" + profile, count)));
    assertThat(plan(claimed).nodes()).hasSameSizeAs(asked.nodes());
    assertThat(plan(claimed).cost().toString()).isEqualTo(asked.cost().toString());
  }

  @Test
  void claimsOfInstancesStayOnTheNodesThatThePodsSelect() {
    String pods =
        claiming(3)
            .replace(
                "resourceClaims:",
                "nodeSelector: {node.kubernetes.io/instance-type: p4de.24xlarge}\n      resourceClaims:");
    FleetPlan plan = plan(file(pods + claims(ofProfile("1g.10gb", 1))));
    assertThat(plan.nodes()).hasSize(1);
    assertThat(plan.nodes().get(0).toString()).startsWith("p4de.24xlarge");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        // Instances of two profiles.
        """
        requests:
        - {name: a, exactly: {deviceClassName: mig.nvidia.com, selectors: [{cel: {expression: "device.attributes['gpu.nvidia.com'].profile == '1g.5gb'"}}]}}
        - {name: b, exactly: {deviceClassName: mig.nvidia.com, selectors: [{cel: {expression: "device.attributes['gpu.nvidia.com'].profile == '2g.10gb'"}}]}}
        """,
        // Instances of any profile.
        """
        requests:
        - {name: a, exactly: {deviceClassName: mig.nvidia.com}}
        """,
        // Instances of one card.
        """
        requests:
        - {name: a, exactly: {deviceClassName: mig.nvidia.com, count: 2, selectors: [{cel: {expression: "device.attributes['gpu.nvidia.com'].profile == '3g.20gb'"}}]}}
        constraints:
        - {matchAttribute: gpu.nvidia.com/parentUUID}
        """,
        // A part of the memory of a card.
        """
        requests:
        - {name: a, exactly: {deviceClassName: gpu.nvidia.com, capacity: {requests: {memory: 4Gi}}}}
        """
      })
  void otherPartsOfCardsAreNotPlanned(String devices) {
    FleetFile file = file(claiming(4) + claims(devices));
    assertThat(file.problems()).isEmpty();
    assertThat(file.demands()).isEmpty();
    assertThat(file.isJudged()).isFalse();
    assertThat(file.notes().toString())
        .contains("claim.not-planned: Deployment nb claims parts of cards, and");
  }

  @ParameterizedTest
  @CsvSource({"3, 1", "5, 2"})
  void claimsOfCardsCostWhatTheirResourceCosts(int replicas, int count) {
    String cards =
        "requests:\n- {name: gpu, exactly: {deviceClassName: gpu.nvidia.com, count: %s}}"
            .formatted(count);
    assertThat(plan(file(claiming(replicas) + claims(cards))).cost().toString())
        .isEqualTo(plan(file(asking(replicas, "nvidia.com/gpu", count))).cost().toString());
  }
}
