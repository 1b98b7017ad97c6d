package io.gpuspec.manifest.intent;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.Gpus;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The commands that check objects of a cluster. */
class PlatformVerifyTest {
  private static String verify(String document) {
    IntentFile file = IntentFile.parse("f.yaml", "apiVersion: gpuspec.io/v1\n" + document);
    assertThat(file.problems()).isEmpty();
    return file.platform().get(0).objects(Gpus.load()).verify().toString();
  }

  @Test
  void theDevicePluginIsCheckedFromItsRolloutToWhatTheNodesHave() {
    assertThat(
            verify(
                """
                kind: GpuDevicePlugin
                metadata: {name: nvidia-device-plugin, namespace: gpu}
                spec: {version: v0.20.0}
                """))
        .contains(
            "kubectl -n gpu rollout status daemonset/nvidia-device-plugin --timeout=5m\n",
            "kubectl -n gpu get daemonset/nvidia-device-plugin\n",
            "kubectl -n gpu get pods -l name=",
            " -c nvidia-device-plugin-ctr --tail=100 --prefix\n",
            "# The GPUs of each node: 8 of a node with 8 cards",
            "ALLOCATABLE:.status.allocatable.nvidia\\.com/gpu,CAPACITY:")
        .doesNotContain("-L nvidia.com/device-plugin.config");
  }

  @Test
  void severalConfigsAreALabelOfEachNode() {
    assertThat(
            verify(
                """
                kind: GpuDevicePlugin
                metadata: {name: p}
                spec:
                  version: v0.20.0
                  configs:
                    default: {}
                    slices: {sharing: {mps: {resources: [{name: nvidia.com/gpu, replicas: 4}]}}}
                """))
        .contains(
            "kubectl get nodes -L nvidia.com/device-plugin.config\n",
            "rollout status daemonset/p-mps-control-daemon --timeout=5m\n");
  }

  @Test
  void eachTeamsQuotaIsCheckedWithThePodsThatUseIt() {
    assertThat(
            verify(
                """
                kind: GpuTenancy
                metadata: {name: shared}
                spec:
                  resource: nvidia.com/mig-1g.10gb
                  pool: 8
                  teams: [{name: ml, cards: 6, perPod: 2}]
                  priorities: [{name: batch, value: 1}]
                """))
        .contains(
            "kubectl get namespace ml\n",
            "kubectl -n ml describe resourcequota gpu-quota\n",
            "kubectl -n ml get pods -o custom-columns='POD:.metadata.name,NODE:.spec.nodeName,"
                + "GPUS:.spec.containers[*].resources.requests.nvidia\\.com/mig-1g\\.10gb'\n",
            "kubectl -n ml describe limitrange gpu-limits\n",
            "kubectl get priorityclasses/batch -o ");
  }

  @Test
  void alertsAreLookedUpInPrometheus() {
    assertThat(
            verify(
                """
                kind: GpuAlerts
                metadata: {name: gpu, namespace: monitoring}
                spec: {group: cards, preset: ack-rules}
                """))
        .contains(
            "kubectl -n monitoring get prometheusrules.monitoring.coreos.com/gpu\n",
            "{.spec.ruleSelector}",
            "/proxy/api/v1/rules' | grep -o '\"name\":\"cards\"'\n");
  }

  @Test
  void aRuleFileAndItsCountersAreFoundByWhatIsInThem() {
    assertThat(
            verify(
                """
                kind: GpuAlerts
                metadata: {name: gpu, namespace: monitoring}
                spec: {preset: ack-rules, form: rule-file, counters: dcgm-counters}
                """))
        .contains(
            "kubectl -n monitoring get configmap/gpu\n",
            "DCGM_EXPORTER_CONFIGMAP_DATA",
            "| grep 'dcgm-counters'\n")
        .doesNotContain("mig.config");
  }

  @Test
  void everyKindHasACommand() {
    Map.of(
            "kind: KubeletSettings\nmetadata: {name: k}\nspec: {topologyManagerPolicy: restricted}",
            "/proxy/configz",
            "kind: VolcanoQueue\nmetadata: {name: q}\nspec: {}",
            "describe queues.scheduling.volcano.sh/q",
            "kind: GpuNodeLabeler\nmetadata: {name: l, namespace: g}\nspec: {from: driver, image: r/i:v1}",
            "kubectl -n g rollout status daemonset/l ",
            "kind: GpuNodeLabeler\nmetadata: {name: l, namespace: g}\nspec: {from: discovery, image: r/i:v1}",
            "kubectl -n g get cronjob/l",
            "kind: GpuMetricsExporter\nmetadata: {name: e, namespace: m}\nspec: {version: 4.5.3-4.8.2-distroless}",
            "kubectl get --raw /api/v1/namespaces/m/services/e:metrics/proxy/metrics",
            "kind: GpuDashboard\nmetadata: {name: d, namespace: m}\nspec: {}",
            "-c grafana-sc-dashboard",
            "kind: GpuOperatorValues\nmetadata: {name: v}\nspec: {}",
            "get clusterpolicies.nvidia.com")
        .forEach((document, command) -> assertThat(verify(document)).contains(command));
  }

  @Test
  void whatSeveralObjectsShareIsPrintedOnce() {
    String commands =
        verify(
            """
            kind: GpuNodePools
            metadata: {name: pools}
            spec:
              pools:
              - {name: training, gpu: A100-80G, nodes: [a1, a2], cards: 8}
            """);

    assertThat(commands).contains("kubectl get node a1 --show-labels\n", "kubectl get node a2 -o ");
    List<String> runs = commands.lines().filter(line -> !line.startsWith("#")).toList();
    assertThat(runs).doesNotHaveDuplicates();
  }
}
