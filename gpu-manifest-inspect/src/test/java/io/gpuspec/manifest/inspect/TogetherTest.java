package io.gpuspec.manifest.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuspec.Gpus;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Objects of which each is right, and which are wrong together. */
class TogetherTest {
  private static final Inspector INSPECTOR = Inspector.of(Gpus.load());

  private static List<String> found(String text) {
    return INSPECTOR.parse("a.yaml", text).findings().stream()
        .map(each -> each.rule().id())
        .toList();
  }

  private static String plugin(String file) {
    return """
        apiVersion: v1
        kind: ConfigMap
        metadata: {name: plugin, namespace: gpu}
        data:
          config.yaml: |
            version: v1
        """
        + file.indent(4)
        + "---\n";
  }

  private static String pod(String limits) {
    return """
        apiVersion: v1
        kind: Pod
        metadata: {name: p}
        spec:
          containers:
          - {name: main, image: registry.example/m:v1, resources: {limits: {%s}}}
        """
        .formatted(limits);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "mps: {resources: [{name: nvidia.com/gpu, replicas: 4}]} | nvidia.com/gpu: 2 | true",
        "mps: {resources: [{name: nvidia.com/gpu, replicas: 4}]} | nvidia.com/gpu: 1 | false",
        "mps: {renameByDefault: true, resources: [{name: nvidia.com/gpu, replicas: 4}]} | nvidia.com/gpu.shared: 2 | true",
        "mps: {failRequestsGreaterThanOne: false, resources: [{name: nvidia.com/gpu, replicas: 4}]} | nvidia.com/gpu: 2 | false",
        "timeSlicing: {resources: [{name: nvidia.com/gpu, replicas: 4}]} | nvidia.com/gpu: 2 | false",
        "timeSlicing: {failRequestsGreaterThanOne: true, resources: [{name: nvidia.com/mig-1g.5gb, replicas: 4}]} | nvidia.com/mig-1g.5gb: 2 | true",
        "timeSlicing: {failRequestsGreaterThanOne: true, resources: [{name: nvidia.com/mig-1g.5gb, replicas: 4}]} | nvidia.com/gpu: 2 | false",
        "timeSlicing: {failRequestsGreaterThanOne: true, resources: [{name: nvidia.com/gpu, devices: [0], replicas: 4}]} | nvidia.com/gpu: 2 | false",
      })
  void severalReplicasAreRefusedAsThePluginDoes(String sharing, String limits, boolean isRefused) {
    assertThat(
            found(plugin("sharing:\n  " + sharing) + pod(limits))
                .contains("shared-request-refused"))
        .isEqualTo(isRefused);
  }

  @Test
  void aFileThatTakesSeveralReplicasCanBeTheOneOfTheNode() {
    String mps = plugin("sharing:\n  mps: {resources: [{name: nvidia.com/gpu, replicas: 4}]}");
    String whole = plugin("flags:\n  migStrategy: none").replace("plugin,", "whole,");

    assertThat(found(mps + pod("nvidia.com/gpu: 2"))).contains("shared-request-refused");
    assertThat(found(mps + whole + pod("nvidia.com/gpu: 2")))
        .doesNotContain("shared-request-refused");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "true | version: v1 | {} | nvidia.com/gpu: 1 | ''",
        "true | version: v1 | {nvidia.com/device-plugin.config: slices} | nvidia.com/gpu: 1 | renamed-name-not-asked",
        "true | version: v1 | {nvidia.com/device-plugin.config: default} | nvidia.com/gpu: 1 | ''",
        "true | version: v2 | {} | nvidia.com/gpu: 1 | renamed-name-not-asked",
        "true | version: v1 | {nvidia.com/device-plugin.config: slices} | nvidia.com/gpu.shared: 1 | ''",
        "false | version: v1 | {} | nvidia.com/gpu: 4 | ''",
        "false | version: v1 | {nvidia.com/device-plugin.config: slices} | nvidia.com/gpu: 4 | shared-request-refused",
        "false | version: v1 | {nvidia.com/device-plugin.config: other} | nvidia.com/gpu: 4 | ''",
      })
  void oneConfigOfSeveralIsThatOfTheNodesThatSelectIt(
      boolean isRenamed, String other, String nodes, String limits, String rule) {
    String configs =
        """
        apiVersion: v1
        kind: ConfigMap
        metadata: {name: configs}
        data:
          default: |
            %s
          slices: |
            version: v1
            sharing:
              timeSlicing:
                renameByDefault: %s
                failRequestsGreaterThanOne: true
                resources: [{name: nvidia.com/gpu, replicas: 4}]
        """
            .formatted(other, isRenamed);
    String pod =
        pod(limits).replace("containers:", "nodeSelector: %s\n  containers:".formatted(nodes));

    assertThat(
            found(configs + "---\n" + pod).stream()
                .filter(List.of("renamed-name-not-asked", "shared-request-refused")::contains)
                .toList())
        .isEqualTo(rule.isEmpty() ? List.of() : List.of(rule));
  }

  private static String daemonSet(String name, String container, String nodes) {
    return """
        apiVersion: apps/v1
        kind: DaemonSet
        metadata: {name: %s, namespace: gpu}
        spec:
          selector: {matchLabels: {name: %s}}
          template:
            metadata: {labels: {name: %s}}
            spec:
              nodeSelector: {%s}
              tolerations: [{key: nvidia.com/gpu, operator: Exists}]
              containers: [{name: main, %s}]
        ---
        """
        .formatted(name, name, name, nodes, container);
  }

  private static final String PLUGIN = "image: nvcr.io/nvidia/k8s-device-plugin:v0.20.0";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "other | image: registry.example/nvidia/k8s-device-plugin | gpu: a | true",
        "other | image: nvcr.io/nvidia/k8s-device-plugin:v0.20.0, command: [nvidia-device-plugin] | gpu: a | true",
        "other | image: nvcr.io/nvidia/k8s-device-plugin:v0.20.0 | gpu: b | false",
        "other | image: nvcr.io/nvidia/k8s-device-plugin:v0.20.0 | '' | false",
        "plugin | image: nvcr.io/nvidia/k8s-device-plugin:v0.20.0 | gpu: a | false",
        "other | image: nvcr.io/nvidia/k8s-device-plugin:v0.20.0, command: [gpu-feature-discovery] | gpu: a | false",
        "other | image: nvcr.io/nvidia/k8s-device-plugin:v0.20.0, command: [mps-control-daemon] | gpu: a | false",
        "other | image: nvcr.io/nvidia/k8s-device-plugin:v0.20.0, args: [--fail-on-init-error=false] | gpu: a | true",
        "other | image: 'amd.example/nvidia/k8s-device-plugin:v0.20.0-amd64' | gpu: a | true",
        "other | image: k8s-device-plugin:v1 | gpu: a | true",
        "other | image: registry.example/rocm/k8s-device-plugin:v1 | gpu: a | false",
        "other | image: rocm/k8s-device-plugin | gpu: a | false",
        "other | 'image: k8s-device-plugin:v1, env: [{name: NVIDIA_VISIBLE_DEVICES, value: all}]' | gpu: a | true",
        "other | 'image: k8s-device-plugin:v1, env: [{name: NVIDIA_VISIBLE_DEVICES, value: \"0,1\"}]' | gpu: a | false",
        "other | image: public.ecr.aws/eks/aws-efa-k8s-device-plugin:v0.5.10 | gpu: a | false",
      })
  void twoPluginsOnTheSameNodesAreOneTooMany(
      String name, String container, String nodes, boolean isFound) {
    String both = daemonSet("plugin", PLUGIN, "gpu: a") + daemonSet(name, container, nodes);

    assertThat(found(both).contains("plugin-twice")).isEqualTo(isFound);
  }

  private static String pool(String name, String labels, String more, String categories) {
    return """
        apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata: {name: %s}
        spec:
          template:
            metadata: {labels: %s}
            spec:
              nodeClassRef: {group: karpenter.k8s.aws, kind: EC2NodeClass, name: gpu}
              taints: [{key: nvidia.com/gpu, effect: NoSchedule}%s]
              requirements: [{key: karpenter.k8s.aws/instance-category, operator: In, values: [%s]}]
        ---
        """
        .formatted(name, labels, more, categories);
  }

  private static String claiming(String template) {
    return """
        apiVersion: resource.k8s.io/v1
        kind: ResourceClaimTemplate
        metadata: {name: gpu}
        spec: {spec: {devices: {requests: [{name: a, exactly: {deviceClassName: gpu.nvidia.com}}]}}}
        ---
        apiVersion: v1
        kind: Pod
        metadata: {name: p}
        spec:
          tolerations: [{key: nvidia.com/gpu, operator: Exists}]
          resourceClaims: [{name: gpu, resourceClaimTemplateName: %s}]
          containers:
          - {name: main, image: registry.example/m:v1, resources: {claims: [{name: gpu}]}}
        """
        .formatted(template);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{gpu: a} | {gpu: a} | gpu | true",
        "{gpu: a} | {gpu: b} | gpu | false",
        "{gpu: a} | {gpu: a} | other | false",
        "{} | {gpu: a} | gpu | false",
      })
  void aClaimOnNodesOfThePluginIsForCardsThatItGivesOut(
      String first, String second, String template, boolean isFound) {
    String all =
        pool("pool", first, "", "g")
            + pool("more", second, "", "g")
            + daemonSet("plugin", PLUGIN, "gpu: a")
            + claiming(template);

    assertThat(found(all).contains("claim-beside-plugin")).isEqualTo(isFound);
  }

  /** A pool counts if it buys GPUs and takes the pod; all that count must be the plugin's. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{gpu: b} | '' | c | image: nvcr.io/nvidia/k8s-device-plugin:v0.20.0 | true",
        "{gpu: b} | ', {key: team, effect: NoSchedule}' | g | image: nvcr.io/nvidia/k8s-device-plugin:v0.20.0 | true",
        "{gpu: b} | ', {key: team, effect: PreferNoSchedule}' | g | image: nvcr.io/nvidia/k8s-device-plugin:v0.20.0 | false",
        "{gpu: a} | '' | g | image: registry.example/agent:v1 | false",
      })
  void onlyNodesThatTakeTheClaimsPodsDecideWhetherThePluginIsBesideThem(
      String labels, String taints, String categories, String container, boolean isFound) {
    String all =
        pool("pool", "{gpu: a}", "", "g")
            + pool("more", labels, taints, categories)
            + daemonSet("plugin", container, "gpu: a")
            + claiming("gpu");

    assertThat(found(all).contains("claim-beside-plugin")).isEqualTo(isFound);
  }

  @ParameterizedTest
  @CsvSource({
    "DaemonSet, utility, '', false",
    "DaemonSet, 'compute,utility', '', true",
    "DaemonSet, utility, 'limits: {nvidia.com/gpu: 1}', true",
    "Deployment, utility, '', true",
  })
  void whatWatchesTheCardsOfItsNodeSeesThemAll(
      String kind, String capabilities, String resources, boolean isFound) {
    String watcher =
        daemonSet(
                "watcher",
                "image: registry.example/w:v1, resources: {%s}, env: [%s, %s]"
                    .formatted(
                        resources,
                        "{name: NVIDIA_VISIBLE_DEVICES, value: all}",
                        "{name: NVIDIA_DRIVER_CAPABILITIES, value: '%s'}".formatted(capabilities)),
                "")
            .replace("DaemonSet", kind);

    assertThat(found(watcher).contains("env-every-card")).isEqualTo(isFound);
    assertThat(found(watcher).contains("env-capabilities-without-compute"))
        .isEqualTo(isFound && capabilities.equals("utility"));
  }

  @ParameterizedTest
  @CsvSource({
    "single, nvidia.com/mig-3g.20gb, true",
    "none, nvidia.com/mig-3g.20gb, true",
    "mixed, nvidia.com/mig-3g.20gb, false",
    "single, nvidia.com/gpu, false",
  })
  void instancesHaveNamesOfTheirOwnOnlyIfMixed(String strategy, String name, boolean isFound) {
    String file = plugin("flags:\n  migStrategy: " + strategy);
    assertThat(found(file + pod(name + ": 1")).contains("mig-strategy-without-profiles"))
        .isEqualTo(isFound);
    String other = plugin("flags:\n  migStrategy: mixed").replace("plugin,", "other,");
    assertThat(found(file + other + pod(name + ": 1")))
        .doesNotContain("mig-strategy-without-profiles");
  }

  @Test
  void aVariableOfThePluginCountsBeforeItsFile() {
    String mixed =
        """
        ---
        apiVersion: apps/v1
        kind: DaemonSet
        metadata: {name: plugin}
        spec:
          selector: {matchLabels: {name: plugin}}
          template:
            metadata: {labels: {name: plugin}}
            spec:
              containers:
              - name: plugin
                image: nvcr.io/nvidia/k8s-device-plugin:v0.19.3
                env: [{name: MIG_STRATEGY, value: mixed}]
        """;
    assertThat(
            found(
                plugin("flags:\n  migStrategy: single") + pod("nvidia.com/mig-3g.20gb: 1") + mixed))
        .doesNotContain("mig-strategy-without-profiles");
  }

  @ParameterizedTest
  @CsvSource({"mixed, false", "'', false", "single, true"})
  void theGpuOperatorsStrategyCountsBeforeTheFileToo(String strategy, boolean isFound) {
    String policy =
        """
        ---
        apiVersion: nvidia.com/v1
        kind: ClusterPolicy
        metadata: {name: gpu}
        spec: {mig: {%s}}
        """
            .formatted(strategy.isEmpty() ? "" : "strategy: " + strategy);
    String file = plugin("flags:\n  migStrategy: none") + pod("nvidia.com/mig-1g.5gb: 1");

    assertThat(found(file + policy).contains("mig-strategy-without-profiles")).isEqualTo(isFound);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "minReplicas: 3, maxReplicas: 2 | true",
        "minReplicas: 2, maxReplicas: 2 | false",
        "maxReplicas: 1 | false",
        "maxReplicas: 0 | true",
      })
  void anAutoscalersMinimumIsNotAboveItsMaximum(String replicas, boolean isFound) {
    String scaler =
        """
        apiVersion: autoscaling/v2
        kind: HorizontalPodAutoscaler
        metadata: {name: h}
        spec: {scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: d}, %s}
        """
            .formatted(replicas);
    assertThat(found(scaler).contains("autoscaler-min-above-max")).isEqualTo(isFound);
  }

  @Test
  void aScaledObjectHasAtMostAHundred() {
    String scaled =
        """
        apiVersion: keda.sh/v1alpha1
        kind: ScaledObject
        metadata: {name: s}
        spec: {scaleTargetRef: {name: d}, minReplicaCount: 101, triggers: []}
        """;
    assertThat(found(scaled)).contains("autoscaler-min-above-max");
    assertThat(found(scaled.replace("101", "100"))).doesNotContain("autoscaler-min-above-max");
  }

  private static String queued(String covered, String more, String job) {
    return """
        apiVersion: kueue.x-k8s.io/v1beta1
        kind: ClusterQueue
        metadata: {name: cq}
        spec:
          namespaceSelector: {}
          %s
          resourceGroups:
          - coveredResources: [%s]
            flavors:
            - {name: f, resources: [{name: nvidia.com/gpu, nominalQuota: 2}, {name: cpu, nominalQuota: 99}, {name: memory, nominalQuota: 99Gi}]}
        ---
        apiVersion: kueue.x-k8s.io/v1beta1
        kind: LocalQueue
        metadata: {name: lq, namespace: t}
        spec: {clusterQueue: cq}
        ---
        apiVersion: batch/v1
        kind: Job
        metadata: {name: j, namespace: t, labels: {kueue.x-k8s.io/queue-name: lq}}
        spec:
          suspend: true
          %s
          template:
            spec:
              restartPolicy: Never
              containers: [{name: m, image: "r/i:v1", resources: {requests: {cpu: 1, memory: 1Gi}, limits: {nvidia.com/gpu: 1}}}]
        """
        .formatted(more, covered, job);
  }

  private static final String ALL = "nvidia.com/gpu, cpu, memory";

  @Test
  void aClusterQueueCoversCpuAndMemoryToo() {
    assertThat(found(queued("nvidia.com/gpu", "", "parallelism: 1")))
        .filteredOn("queue-does-not-cover"::equals)
        .hasSize(2);
    assertThat(found(queued(ALL, "", "parallelism: 1"))).isEmpty();
  }

  @Test
  void aJobWaitsInTheClusterQueueOfItsLocalQueueAlone() {
    String other =
        """
        ---
        apiVersion: kueue.x-k8s.io/v1beta1
        kind: ClusterQueue
        metadata: {name: other}
        spec:
          namespaceSelector: {}
          resourceGroups:
          - coveredResources: [nvidia.com/gpu]
            flavors: [{name: f, resources: [{name: nvidia.com/gpu, nominalQuota: 2}]}]
        """;
    String queued = queued(ALL, "", "parallelism: 1");

    assertThat(found(queued + other)).isEmpty();
    assertThat(found((queued + other).replace("clusterQueue: cq", "clusterQueue: other")))
        .contains("queue-does-not-cover");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"excludeResourcePrefixes: [cpu, memory]", "quotaCheckStrategy: IgnoreUndeclared"})
  void whatKueueIsToldToLeaveOutNeedsNoQuota(String setting) {
    String configuration =
        """
        apiVersion: config.kueue.x-k8s.io/v1beta2
        kind: Configuration
        resources: {%s}
        """
            .formatted(setting);
    String file =
        """
        ---
        apiVersion: v1
        kind: ConfigMap
        metadata: {name: kueue-manager-config, namespace: kueue-system}
        data:
          controller_manager_config.yaml: |
        """
            + configuration.indent(4);
    String job = queued("nvidia.com/gpu", "", "parallelism: 1");

    assertThat(found(job + file)).doesNotContain("queue-does-not-cover");
    assertThat(found(job + "---\n" + configuration)).doesNotContain("queue-does-not-cover");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'' | '{parallelism: 4, completions: 4}' | true",
        "'' | '{parallelism: 4, completions: 2}' | false",
        "'' | '{parallelism: 2, completions: 40}' | false",
        "cohort: c | '{parallelism: 4, completions: 4}' | false",
        "cohortName: c | '{parallelism: 4, completions: 4}' | false",
      })
  void aJobIsNoLargerThanItsQueue(String more, String job, boolean isFound) {
    String fields = job.replaceAll("[{}]", "").replace(", ", "\n  ");
    String text = queued(ALL, more, fields);
    assertThat(found(text).contains("queue-below-job")).isEqualTo(isFound);
    assertThat(
            found(
                text.replace(
                    "labels: {kueue.x",
                    "annotations: {kueue.x-k8s.io/job-min-parallelism: '2'}, labels: {kueue.x")))
        .doesNotContain("queue-below-job");
  }

  @ParameterizedTest
  @CsvSource({
    "2, q, 4, true",
    "4, q, 4, false",
    "2, q, 2, false",
    "2, other, 4, false",
    "2, q, 0, true"
  })
  void aGangIsNoLargerThanItsQueue(int capability, String queue, int least, boolean isFound) {
    String text =
        """
        apiVersion: scheduling.volcano.sh/v1beta1
        kind: Queue
        metadata: {name: q}
        spec: {capability: {nvidia.com/gpu: %s}}
        ---
        apiVersion: batch.volcano.sh/v1alpha1
        kind: Job
        metadata: {name: j}
        spec:
          queue: %s
          schedulerName: volcano
          minAvailable: %s
          tasks:
          - {name: driver, replicas: 1, template: {spec: {restartPolicy: Never, containers: [{name: m, image: "r/i:v1"}]}}}
          - {name: w, replicas: 4, template: {spec: {restartPolicy: Never, containers: [{name: m, image: "r/i:v1", resources: {limits: {nvidia.com/gpu: 1}}}]}}}
        """
            .formatted(capability, queue, least);
    assertThat(found(text).contains("queue-below-job")).isEqualTo(isFound);
  }
}
